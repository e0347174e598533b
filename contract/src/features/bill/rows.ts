import { FLOW_LABELS, type FlowType } from '@huanji/domain/fees/account-flows'
import { BILL_TYPES } from '@huanji/domain/fees/bill-types'
import * as z from 'zod'
import { channel, fen, id, moment, signedFen } from '../../shapes.ts'

/** 待结算 · 结算中 · 已结算 · 冻结中 · 已解冻 · 已取消 */
export const billState = z.enum(['pending', 'settling', 'settled', 'frozen', 'unfrozen', 'cancelled'])

/** What a row is about (docs/domain.md §8.2). */
export const billType = z.enum(BILL_TYPES.map(({ code }) => code))

export const billDirection = z.enum(['in', 'out'])

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
