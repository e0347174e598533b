import { z } from 'zod'
import { curatedReportSchema } from './reports.ts'
import {
  fenSchema,
  idSchema,
  orderNoSchema,
  pageAnswerShape,
  pageRequestShape,
  timeRangeSchema,
  unixSecondsSchema,
} from './scalars.ts'

/**
 * Calls both channels need and the open platform does not publish: closing an order, the report of the unit that is shipped from a
 * multi-stock listing, and settlements. They exist at the sandbox only; the first two follow their twins on the layer
 * underneath (docs/open-platform.md §8.3).
 */
export const closeOrderRequest = z.object({ order_no: orderNoSchema, close_reason: z.string().min(1).max(200) })
export type CloseOrderRequest = z.input<typeof closeOrderRequest>

export const uploadOrderReportRequest = z.object({ order_no: orderNoSchema, report: curatedReportSchema })
export type UploadOrderReportRequest = z.input<typeof uploadOrderReportRequest>
export const uploadOrderReportData = z.object({ report_id: idSchema })
export type UploadOrderReportData = z.infer<typeof uploadOrderReportData>

export const SETTLEMENT_LINE_TYPES = [
  'deal',
  'freight',
  'serviceFee',
  'inspectionFee',
  'refund',
  'priceDifference',
  'compensation',
  'feeReturn',
  'penalty',
  'adjustment',
] as const
export type SettlementLineType = (typeof SETTLEMENT_LINE_TYPES)[number]

/** One amount of a settlement. `freight` comes in as the buyer's freight and goes out as that of a return by the seller's fault. */
export const settlementLineSchema = z.object({
  type: z.enum(SETTLEMENT_LINE_TYPES),
  direction: z.enum(['in', 'out']),
  /** Fen, never negative: the direction says the sign. */
  amount: fenSchema,
})
export type SettlementLine = z.infer<typeof settlementLineSchema>

/** Money moved for an order. An order refunded after it was settled has a second settlement that takes the money back. */
export const settlementSchema = z.object({
  settlement_no: z.string(),
  order_no: orderNoSchema,
  channel: z.enum(['auction', 'curated', 'plain']),
  user_name: z.string(),
  lines: z.array(settlementLineSchema).min(1),
  /** Sum of the lines in fen; negative when money is taken back. */
  net_amount: z.int(),
  settled_at: unixSecondsSchema,
  /** The after-sale case that moved the money; left out where none did. */
  refund_no: z.string().optional(),
  /** Why it was corrected; left out where it was not. */
  remark: z.string().optional(),
})
export type Settlement = z.infer<typeof settlementSchema>

export const listSettlementsRequest = z.object({
  order_no: orderNoSchema.optional(),
  settled_time: timeRangeSchema.optional(),
  ...pageRequestShape,
})
export type ListSettlementsRequest = z.input<typeof listSettlementsRequest>
export const listSettlementsData = z.object({ list: z.array(settlementSchema), ...pageAnswerShape })
export type ListSettlementsData = z.infer<typeof listSettlementsData>
