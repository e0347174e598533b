import { REFUND_KINDS } from '@huanji/domain/refunds/kinds'
import { REFUND_REASONS } from '@huanji/domain/refunds/reasons'
import { RECHECK_OUTCOMES } from '@huanji/domain/refunds/recheck'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import { closed, defineFeature, some } from '../../feature.ts'
import { optionsIn, optionsOf } from '../../labels.ts'
import { goodsExport } from '../export/calls.ts'
import { refundExport } from './export.ts'
import { GOODS_STATUS_LABELS, PLAN_LABELS, VERDICT_LABELS } from './labels.ts'
import { refund } from './refund-calls.ts'
import { refundHandling } from './refund-handling.ts'
import { refundColumns } from './rows.ts'
import { refundFilters } from './words.ts'

export const refundFeature = defineFeature({
  groups: {
    refundHandling: {
      title: '售后处理',
      calls: refundHandling,
      keys: some(
        [
          refundHandling.receive,
          refundHandling.recheck,
          refundHandling.getUploadSign,
          refundHandling.fetchEvidence,
          refundHandling.open,
        ],
        '涉及资金，要由人决定',
      ),
    },
    refund: {
      title: '售后',
      calls: refund,
      keys: some([refund.list, refund.detail, refund.auctionDetail, refund.remark], '涉及资金，要由人决定'),
    },
    refundExport: {
      title: '售后导出',
      calls: refundExport,
      keys: closed('会以员工的权限在后台执行，请直接调用相应的接口'),
      beyond: 'lists as files, of which the specification names none; 月结单',
    },
  },
  pages: {
    refunds: {
      path: '/sale/after-sale',
      title: '售后',
      group: 'sale',
      params: {
        takes: [
          'state',
          'sort',
          'code',
          'channel',
          'shopAccountId',
          'reasonCode',
          'modelId',
          'modelId.label',
          'openedFrom',
          'openedTo',
          'awaitsApproval',
          'approvable',
          'notReceived',
          'refused',
        ],
      },
      posts: ['manager', 'inspector', 'shipper', 'service', 'finance'],
      needs: [refund.list],
      actions: [
        {
          title: '查看列表',
          grant: refund.list,
          posts: ['manager', 'inspector', 'shipper', 'service', 'finance'],
          needs: [refund.detail, refund.auctionDetail],
        },
        {
          title: '查看严选售后',
          grant: refund.detail,
          posts: ['manager', 'inspector', 'shipper', 'service', 'finance'],
          needs: [refund.list],
        },
        {
          title: '查看鱼市售后',
          grant: refund.auctionDetail,
          posts: ['manager', 'inspector', 'shipper', 'service', 'finance'],
          needs: [refund.list],
        },
        {
          title: '同意退款',
          grant: refund.agree,
          power: 'refund',
          posts: ['manager', 'service'],
          needs: [refund.list, 'field:orderMoney'],
        },
        { title: '拒绝退款', grant: refund.refuse, posts: ['manager', 'service'], needs: [refund.list] },
        {
          title: '确认收货退款',
          grant: refund.confirm,
          power: 'refund',
          posts: ['manager', 'service'],
          needs: [refund.list, 'field:orderMoney'],
        },
        {
          title: '选平台判定的办法',
          grant: refund.takePlan,
          power: 'refund',
          posts: ['manager', 'service'],
          needs: [refund.list, 'field:orderMoney'],
        },
        {
          title: '备注',
          grant: refund.remark,
          posts: ['manager', 'inspector', 'shipper', 'service'],
          needs: [refund.list],
        },
        {
          title: '退货签收',
          grant: refundHandling.receive,
          posts: ['manager', 'shipper', 'service'],
          needs: [refund.list],
        },
        {
          title: '退货复检',
          grant: refundHandling.recheck,
          posts: ['manager', 'inspector', 'service'],
          needs: [refund.list],
        },
        {
          title: '补发、寄回',
          grant: refundHandling.resend,
          posts: ['manager', 'shipper', 'service'],
          needs: [refund.list],
        },
        {
          title: '导出',
          grant: refundExport.create,
          posts: ['manager', 'inspector', 'shipper', 'service', 'finance'],
          needs: [refund.list, goodsExport.list],
        },
        { title: '查看金额', grant: 'field:orderMoney' },
      ],
    },
    auctionRefund: {
      path: '/sale/ysafter-sale/detail',
      title: '售后详情',
      group: null,
      highlights: '/sale/after-sale',
      params: { needs: ['refundId'] },
      posts: ['manager', 'inspector', 'shipper', 'service', 'finance'],
    },
    curatedRefund: {
      path: '/sale/yxafter-sale/detail',
      title: '售后详情',
      group: null,
      highlights: '/sale/after-sale',
      params: { needs: ['refundId'] },
      posts: ['manager', 'inspector', 'shipper', 'service', 'finance'],
    },
  },
  lists: {
    refunds: {
      call: refund.list,
      columns: refundColumns,
      filters: refundFilters,
      export: { title: '售后', call: refundExport.create },
    },
  },
  topics: ['refund'],
  dictionaries: {
    refundState: optionsIn(REFUND_STATES.states),
    refundKind: optionsIn(REFUND_KINDS),
    refundReason: optionsIn(REFUND_REASONS),
    recheckOutcome: optionsIn(RECHECK_OUTCOMES),
    goodsStatus: optionsOf(GOODS_STATUS_LABELS),
    verdictStatus: optionsOf(VERDICT_LABELS),
    verdictPlan: optionsOf(PLAN_LABELS),
  },
})
