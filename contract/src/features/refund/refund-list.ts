import { REFUND_KINDS } from '@huanji/domain/refunds/kinds'
import { REFUND_REASONS } from '@huanji/domain/refunds/reasons'
import * as z from 'zod'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { CHANNEL_LABELS } from '../../labels.ts'
import { changedSince, channel, countedBy, id, moment, oneOrMany, paging, soughtCode, text } from '../../shapes.ts'
import { OPEN_REFUND_STATES, refundKind, refundRow, refundState } from './refund.ts'

/** What the list of after-sale cases filters by. */
export const refundFilter = {
  ...paging,
  state: refundState.optional(),
  channel: oneOrMany(channel).optional(),
  kind: oneOrMany(refundKind).optional(),
  shopAccountId: oneOrMany(id).optional(),
  /** First level of the reason, by its code (`@huanji/domain/refunds/reasons`). */
  reasonCode: oneOrMany(z.enum(REFUND_REASONS.map(({ code }) => code))).optional(),
  modelId: oneOrMany(z.string().max(60)).optional(),
  /** A scanned code of any kind: case, order, waybill of any of its parcels, a code of its phone, a bag. */
  code: soughtCode.optional(),
  keyword: text(60).optional(),
  /** True for the cases that wait for the merchant: whose end by the clock would be the merchant's doing. */
  awaitsMerchant: z.boolean().optional(),
  /** True for the cases whose payment waits for a second person. */
  awaitsApproval: z.boolean().optional(),
  /** True for the cases whose payment the caller may agree to. */
  approvable: z.boolean().optional(),
  /** True for the cases whose parcel is on its way back and of which no phone was scanned in. */
  notReceived: z.boolean().optional(),
  /** True for the cases of which the marketplace refused an answer for good, until somebody has decided about it. */
  refused: z.boolean().optional(),
  openedFrom: moment.optional(),
  openedTo: moment.optional(),
  ...changedSince,
  ...countedBy(['channel', 'kind', 'shopAccountId', 'reasonCode', 'modelId']),
}

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
