import * as z from 'zod'
import { changedSince, countedBy, id, moment, oneOrMany, paging, soughtCode, text } from '../../shapes.ts'
import { orderState } from './rows.ts'

/** What of an order the marketplace may have refused for good: 发货 · 改价 · 关闭. */
export const refusedOfOrder = z.enum(['shipped', 'change_price', 'closed'])

/** What both channels' lists filter by. */
export const orderFilter = {
  ...paging,
  state: orderState.optional(),
  code: soughtCode.optional(),
  keyword: text(60).optional(),
  modelId: oneOrMany(z.string().max(60)).optional(),
  shopAccountId: oneOrMany(id).optional(),
  /** True for the orders that are short, false for the others. */
  isShort: z.boolean().optional(),
  /** The orders of which the marketplace refused this for good, until somebody has decided about it. */
  refused: refusedOfOrder.optional(),
  orderedFrom: moment.optional(),
  orderedTo: moment.optional(),
  paidFrom: moment.optional(),
  paidTo: moment.optional(),
  ...changedSince,
  /** What each order's phones cost and leave is worked out from their bills: null without it. */
  withCosts: z.boolean().optional(),
  ...countedBy(['modelId', 'shopAccountId']),
}
