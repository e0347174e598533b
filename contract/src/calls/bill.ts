import * as z from 'zod'
import { read } from '../call.ts'
import { channel, fen, id, listOf, moment, paging, signedFen } from '../shapes.ts'

/** 待结算 · 结算中 · 已结算 · 已冻结 · 已解冻 · 已取消 */
export const billState = z.enum(['pending', 'settling', 'settled', 'frozen', 'unfrozen', 'cancelled'])
export const billDirection = z.enum(['in', 'out'])

export const billRow = z.strictObject({
  billId: id,
  billNo: z.string(),
  /** One of the bill types' keys; labels come from the data dictionary `billType`. */
  type: z.string(),
  direction: billDirection,
  state: billState,
  channel,
  orderId: id.nullable(),
  orderNo: z.string(),
  shopAccountId: id,
  shopName: z.string(),
  title: z.string(),
  imei: z.string(),
  dealPriceFen: fen.nullable(),
  amountFen: fen,
  /** What made the amount, as a person would write it. */
  formula: z.string(),
  occurredAt: moment,
  settledAt: moment.nullable(),
  remark: z.string(),
})

/** The calls of bills (docs/specification.md §7). */
export const bill = {
  list: read({
    path: '/api/bill/v1/list',
    title: '账单列表',
    input: z.strictObject({
      ...paging,
      channel: channel.optional(),
      shopAccountId: id.optional(),
      type: z.string().max(40).optional(),
      direction: billDirection.optional(),
      state: billState.optional(),
      orderNo: z.string().trim().max(40).optional(),
      occurredFrom: moment.optional(),
      occurredTo: moment.optional(),
    }),
    /** Totals are those of the filter, not of the page. */
    output: listOf(billRow).extend({
      totals: z.strictObject({ incomeFen: signedFen, expenseFen: signedFen, netFen: signedFen }),
    }),
    ids: ['shopAccountId'],
    example: {},
  }),
} as const
