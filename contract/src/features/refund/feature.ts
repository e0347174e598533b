import { closed, defineFeature, some } from '../../feature.ts'
import { goodsExport } from '../export/calls.ts'
import { refundExport } from './export.ts'
import { extRefund, refund } from './refund-calls.ts'
import { refundColumns } from './rows.ts'

export const refundFeature = defineFeature({
  groups: {
    extRefund: {
      title: '售后处理',
      calls: extRefund,
      keys: some(
        [extRefund.receive, extRefund.recheck, extRefund.getUploadSign, extRefund.fetchEvidence, extRefund.open],
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
        { title: '退货签收', grant: extRefund.receive, posts: ['manager', 'shipper', 'service'], needs: [refund.list] },
        {
          title: '退货复检',
          grant: extRefund.recheck,
          posts: ['manager', 'inspector', 'service'],
          needs: [refund.list],
        },
        {
          title: '补发、寄回',
          grant: extRefund.resend,
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
    refunds: { call: refund.list, columns: refundColumns, export: { title: '售后', call: refundExport.create } },
  },
  live: {
    refund: [refund.list, refund.detail, refund.auctionDetail],
  },
  beyond: [
    {
      calls: [
        extRefund.refuseReasons,
        extRefund.receive,
        extRefund.recheck,
        extRefund.getUploadSign,
        extRefund.fetchEvidence,
        extRefund.open,
      ],
      why: "a case by any code; phones scanned in and looked at again; the marketplace's reasons; pictures of ours and of the buyer",
    },
    { calls: [extRefund.resend, extRefund.sendBack], why: 'parcels of a case that leave' },
    {
      calls: [extRefund.approve, extRefund.decline],
      why: "a payment above one person's limit waits for a second person",
    },
    {
      calls: [extRefund.retry, extRefund.giveUp],
      why: 'what is asked of the marketplace stands until it is so or refused for good; then a person repeats it or gives it up',
    },
    { calls: [refundExport], why: 'lists as files, of which the specification names none; 月结单' },
  ],
})
