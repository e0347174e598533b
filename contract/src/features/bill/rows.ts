import { FLOW_LABELS, type FlowType } from '@huanji/domain/fees/account-flows'
import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import { BILL_STATES } from '@huanji/domain/states/bill'
import * as z from 'zod'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { CHANNEL_LABELS, codesOf } from '../../labels.ts'
import { channel, fen, id, moment, signedFen } from '../../shapes.ts'
import { BILL_DIRECTION_LABELS } from './labels.ts'

/** 待结算 · 结算中 · 已结算 · 冻结中 · 已解冻 · 已取消 */
export const billState = z.enum(['pending', 'settling', 'settled', 'frozen', 'unfrozen', 'cancelled'])

/** What a row is about (docs/domain.md §8.2). */
export const billType = z.enum(BILL_TYPES.map(({ code }) => code))

export const billDirection = z.enum(codesOf(BILL_DIRECTION_LABELS))

export const billRow = z.strictObject({
  billId: id,
  billNo: z.string(),
  type: billType,
  direction: billDirection,
  state: billState,
  /** Null for what moved about no order. */
  channel: channel.nullable(),
  orderId: id.nullable(),
  orderNo: z.string(),
  /** The after-sale case that moved the money; empty where none did. */
  refundNo: z.string(),
  shopAccountId: id,
  shopName: z.string(),
  title: z.string(),
  imei: z.string(),
  dealPriceFen: fen.nullable(),
  amountFen: fen,
  /** The same by its direction: what goes out is negative. */
  signedFen,
  /** What of it counts in the net: nothing of a row that was cancelled or only freezes. */
  countedFen: signedFen,
  /** What all rows of its order come to, without those that were cancelled or only freeze; null for a row without an order. */
  orderNetFen: signedFen.nullable(),
  /** What made the amount, as a person would write it. */
  formula: z.string(),
  occurredAt: moment,
  settledAt: moment.nullable(),
  updatedAt: moment,
  remark: z.string(),
})

/** An order with its rows, and the sum that they are. */
export const billedOrderRow = z.strictObject({
  orderId: id,
  orderNo: z.string(),
  channel,
  shopAccountId: id,
  shopName: z.string(),
  title: z.string(),
  imei: z.string(),
  dealPriceFen: fen,
  orderedAt: moment,
  completedAt: moment.nullable(),
  /** 待结算 while a row is awaited, 冻结中 while a case holds one back. */
  progress: z.enum(['pending', 'frozen', 'settled']),
  /** 货款 + 运费 − 平台服务费 … = 到手: one part a type, what goes out negative. */
  parts: z.array(z.strictObject({ type: billType, label: z.string(), amountFen: signedFen })),
  /** The same as a line of text. */
  equation: z.string(),
  netFen: signedFen,
  /** Frozen now for its after-sale cases. */
  frozenFen: fen,
  bills: z.array(
    z.strictObject({
      billId: id,
      billNo: z.string(),
      type: billType,
      direction: billDirection,
      state: billState,
      amountFen: fen,
      refundNo: z.string(),
      formula: z.string(),
      occurredAt: moment,
      settledAt: moment.nullable(),
      remark: z.string(),
    }),
  ),
})

export const accountFlowType = z.enum(Object.keys(FLOW_LABELS) as [FlowType, ...FlowType[]])

/** A movement on a shop's account, as the marketplace told it. */
export const accountFlowRow = z.strictObject({
  flowId: id,
  flowNo: z.string(),
  type: accountFlowType,
  direction: billDirection,
  amountFen: fen,
  /** All that is in the account afterwards; negative when the seller owes. */
  balanceAfterFen: signedFen,
  /** The part of it that is frozen. */
  frozenAfterFen: fen,
  /** Null where the order is none of ours. */
  orderId: id.nullable(),
  channel: channel.nullable(),
  orderNo: z.string(),
  refundNo: z.string(),
  settlementNo: z.string(),
  /** What a settlement is made of, as its bills are called: 货款、平台服务费; empty for other movements. */
  settledFor: z.string(),
  shopAccountId: id,
  shopName: z.string(),
  remark: z.string(),
  occurredAt: moment,
})

/** What a line of a 月结单 is of: bills of a type, of all types of a shop, or of all shops. */
export const billMonthPart = z.enum([...billType.options, 'shop', 'all'])

/** What a shop's bills of one type came to in a month, and the sums of these; what was cancelled or only freezes is not in it. */
export const billMonthRow = z.strictObject({
  /** Null of the line over all shops. */
  shopAccountId: id.nullable(),
  shopName: z.string(),
  part: billMonthPart,
  /** A sum of lines above it. */
  isTotal: z.boolean(),
  billCount: z.int(),
  /** Of what earns or costs something: what moves between account and bank is neither. */
  incomeFen: fen,
  expenseFen: fen,
  netFen: signedFen,
  /** What of the net is not settled yet. */
  awaitedFen: signedFen,
  /** 充值 less 提现. */
  movedFen: signedFen,
})

export const billColumns = defineColumns(billRow, {
  billNo: { title: '账单号', kind: 'code' },
  type: { title: '类型', kind: 'choice', labels: labelsOf(BILL_TYPES) },
  direction: { title: '收还是支', kind: 'choice', labels: BILL_DIRECTION_LABELS, hidden: true },
  /** In order by its size, whichever way it goes. */
  amount: { title: '金额', kind: 'money', value: 'signedFen', isSummed: true, sort: { first: 'desc' } },
  counted: { title: '算进到手', kind: 'money', value: 'countedFen', isSummed: true, hidden: true },
  formula: { title: '怎么算的', kind: 'text' },
  state: { title: '状态', kind: 'state', labels: labelsOf(BILL_STATES.states) },
  orderNo: { title: '订单号', kind: 'code' },
  refundNo: { title: '售后单号', kind: 'code', hidden: true },
  title: { title: '商品', kind: 'text' },
  imei: { title: 'IMEI', kind: 'code' },
  deal: { title: '成交价', kind: 'money', value: 'dealPriceFen' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS },
  occurredAt: { title: '发生时间', kind: 'moment', sort: { first: 'desc' } },
  settledAt: { title: '结算时间', kind: 'moment' },
  remark: { title: '备注', kind: 'text' },
})

export const billedOrderColumns = defineColumns(billedOrderRow, {
  orderNo: { title: '订单号', kind: 'code' },
  progress: { title: '结算', kind: 'state', labels: { pending: '待结算', frozen: '冻结中', settled: '已结算' } },
  net: { title: '到手', kind: 'money', value: 'netFen' },
  equation: { title: '算式', kind: 'text' },
  deal: { title: '成交价', kind: 'money', value: 'dealPriceFen', hidden: true },
  title: { title: '商品', kind: 'text' },
  frozen: { title: '冻结中', kind: 'money', value: 'frozenFen', hidden: true },
  imei: { title: 'IMEI', kind: 'code', hidden: true },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  channel: { title: '渠道', kind: 'choice', labels: CHANNEL_LABELS },
  orderedAt: { title: '下单时间', kind: 'moment' },
  completedAt: { title: '完成时间', kind: 'moment', hidden: true },
})

export const accountFlowColumns = defineColumns(accountFlowRow, {
  flowNo: { title: '流水号', kind: 'code' },
  type: { title: '类型', kind: 'choice', labels: FLOW_LABELS },
  settledFor: { title: '结算了什么', kind: 'text', value: 'settledFor', hidden: true },
  amount: { title: '发生金额', kind: 'money', value: 'amountFen' },
  balance: { title: '发生后余额', kind: 'money', value: 'balanceAfterFen' },
  frozen: { title: '其中冻结', kind: 'money', value: 'frozenAfterFen' },
  orderNo: { title: '订单号', kind: 'code' },
  refundNo: { title: '售后单号', kind: 'code', hidden: true },
  settlementNo: { title: '结算单号', kind: 'code' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  remark: { title: '备注', kind: 'text' },
  occurredAt: { title: '发生时间', kind: 'moment' },
})

/** Its lines have sums of their own, which a column's sum would count twice. */
export const billMonthColumns = defineColumns(billMonthRow, {
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  part: { title: '类型', kind: 'choice', labels: { ...labelsOf(BILL_TYPES), shop: '小计', all: '合计' } },
  bills: { title: '笔数', kind: 'count', value: 'billCount' },
  income: { title: '收入', kind: 'money', value: 'incomeFen' },
  expense: { title: '支出', kind: 'money', value: 'expenseFen' },
  net: { title: '到手', kind: 'money', value: 'netFen' },
  awaited: { title: '其中还没结算', kind: 'money', value: 'awaitedFen' },
  moved: { title: '充值减提现', kind: 'money', value: 'movedFen' },
})
