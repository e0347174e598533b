import { REFUND_KINDS } from '@huanji/domain/refunds/kinds'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { CHANNEL_LABELS } from '../../labels.ts'
import { OPEN_REFUND_STATES, refundRow } from './refund.ts'

/** 售后. */
export const refundColumns = defineColumns(refundRow, {
  refundNo: { title: '售后单号', kind: 'code' },
  state: { title: '状态', kind: 'text', value: 'stateText' },
  deadline: {
    title: '处理时限',
    kind: 'moment',
    value: 'deadlineAt',
    sort: { first: 'asc', in: OPEN_REFUND_STATES },
  },
  kind: { title: '类型', kind: 'choice', labels: labelsOf(REFUND_KINDS) },
  amount: { title: '退款金额', kind: 'money', value: 'paysFen', isSummed: true, sort: { first: 'desc' } },
  goods: { title: '商品', kind: 'text', value: 'title' },
  reason: { title: '原因', kind: 'text', value: ['reason', 'reasonDetail'] },
  grade: { title: '成色', kind: 'grade' },
  imei: { title: 'IMEI', kind: 'code' },
  orderNo: { title: '订单号', kind: 'code' },
  buyer: { title: '买家', kind: 'text', value: 'buyerNick' },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  returnWaybill: { title: '退货物流', kind: 'text', value: ['returnCarrierName', 'returnWaybill'] },
  openedAt: { title: '申请时间', kind: 'moment', sort: { first: 'desc' } },
  endedAt: { title: '结束时间', kind: 'moment', hidden: true },
  remark: { title: '备注', kind: 'text', hidden: true },
})
