import { z } from 'zod'
import { meantRefundShape, verdictStatusSchema } from './refunds.ts'
import {
  fenSchema,
  idSchema,
  orderNoSchema,
  pageAnswerShape,
  pageRequestShape,
  priceFenSchema,
  timeRangeSchema,
  unitTextSchema,
  unixSecondsSchema,
} from './scalars.ts'

/**
 * The auction market. The open platform publishes nothing for it (docs/open-platform.md §8.1), so these calls exist
 * only at the sandbox, under paths that say so. Their names follow the public traces of the business on the layer
 * underneath (docs/open-platform.md §8.2, §8.3).
 */
export const SESSION_MODES = ['sealed', 'open'] as const
export const sessionModeSchema = z.enum(SESSION_MODES)
export type SessionMode = z.infer<typeof sessionModeSchema>

export const sessionStatusSchema = z.enum(['scheduled', 'bidding', 'closed'])
export type SessionStatus = z.infer<typeof sessionStatusSchema>

/** `yyyy-MM-dd`, China time. */
export const scheduleDateSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, '日期格式应为 yyyy-MM-dd')
/** Two digits: the n-th session of the day. */
export const scheduleNumberSchema = z.string().regex(/^\d{2}$/, '场次编码应为两位数字')

export const listSessionsRequest = z.object({
  /** Today when left out. */
  schedule_date: scheduleDateSchema.optional(),
  /** Number of days from that date on, 1 when left out. */
  days: z.int().min(1).max(7).optional(),
  mode: sessionModeSchema.optional(),
})
export type ListSessionsRequest = z.input<typeof listSessionsRequest>

export const sessionSchema = z.object({
  schedule_date: scheduleDateSchema,
  schedule_number: scheduleNumberSchema,
  mode: sessionModeSchema,
  /** Last moment at which entries are taken or withdrawn. */
  cut_off_time: unixSecondsSchema,
  start_time: unixSecondsSchema,
  end_time: unixSecondsSchema,
  status: sessionStatusSchema,
})
export type Session = z.infer<typeof sessionSchema>
export const listSessionsData = z.object({ list: z.array(sessionSchema) })
export type ListSessionsData = z.infer<typeof listSessionsData>

/** The states of an entry. `accepted` waits for the market's check, which ends in `scheduled` or `rejected`. */
export const ENTRY_STATUSES = [
  'accepted',
  'rejected',
  'scheduled',
  'bidding',
  'negotiating',
  'won',
  'unsold',
  'withdrawn',
  'defaulted',
  'closed',
] as const
export const entryStatusSchema = z.enum(ENTRY_STATUSES)
export type EntryStatus = z.infer<typeof entryStatusSchema>

export const auctionReportSchema = z.object({
  summary: z.string().min(1),
  imei: z.string().optional(),
  /** Of a lot the numbers of its phones' reports, one a phone; left out of one phone. */
  report_nos: z.array(unitTextSchema(1, 64)).min(2).optional(),
  items: z
    .array(
      z.object({
        group_name: z.string().min(1),
        question_name: z.string().min(1),
        answer_name: z.string().min(1),
        /** 0 plain, 1 normal, 2 exception. */
        answer_type: z.int().min(0).max(2),
        images: z.array(z.url()).optional(),
      }),
    )
    .min(1),
})
export type AuctionReport = z.infer<typeof auctionReportSchema>

export const uploadEntryRequest = z.object({
  product_id: idSchema,
  user_name: z.string().min(1),
  schedule_date: scheduleDateSchema,
  schedule_number: scheduleNumberSchema,
  mode: sessionModeSchema,
  start_price: priceFenSchema,
  /** Hidden lowest price; below it the seller is asked. The start price when left out. */
  reserve_price: priceFenSchema.optional(),
  /** Open sessions only; the market's step for the price band when left out. */
  bid_step: z.int().min(100).max(1_000_000).optional(),
  /** Condition grade as buyers read it. */
  degree: z.string().min(1),
  /** The merchant's own number of the unit. */
  out_id: unitTextSchema(1, 64).optional(),
  report: auctionReportSchema,
  notify_url: z.url().optional(),
})
export type UploadEntryRequest = z.input<typeof uploadEntryRequest>
/** Only says "accepted": the market's answer comes to `notify_url`. */
export const uploadEntryData = z.object({ entry_id: idSchema, status: entryStatusSchema })
export type UploadEntryData = z.infer<typeof uploadEntryData>

export const queryEntriesRequest = z.object({
  entry_id: idSchema.optional(),
  product_id: idSchema.optional(),
  out_id: z.string().optional(),
  schedule_date: scheduleDateSchema.optional(),
  schedule_number: scheduleNumberSchema.optional(),
  status: entryStatusSchema.optional(),
  modify_time: timeRangeSchema.optional(),
  ...pageRequestShape,
})
export type QueryEntriesRequest = z.input<typeof queryEntriesRequest>

/** An entry as its seller sees it. What bidders did in a sealed session stays null until it closes. Prices in fen. */
export const entrySchema = z.object({
  entry_id: idSchema,
  product_id: idSchema,
  item_id: z.int().nullable(),
  user_name: z.string(),
  item_name: z.string(),
  out_id: z.string().nullable(),
  status: entryStatusSchema,
  schedule_date: scheduleDateSchema,
  schedule_number: scheduleNumberSchema,
  mode: sessionModeSchema,
  degree: z.string(),
  start_price: fenSchema,
  reserve_price: fenSchema,
  bid_step: fenSchema.nullable(),
  current_price: fenSchema.nullable(),
  bid_count: z.int().nullable(),
  buyer_count: z.int().nullable(),
  extension_count: z.int(),
  deal_price: fenSchema.nullable(),
  order_no: orderNoSchema.nullable(),
  /** Until when the seller may accept the best offer below the reserve; 0 when not negotiating. */
  negotiate_deadline: unixSecondsSchema,
  start_time: unixSecondsSchema,
  /** Moves with every extension. */
  end_time: unixSecondsSchema,
  err_code: z.string().nullable(),
  err_msg: z.string().nullable(),
  create_time: unixSecondsSchema,
  modify_time: unixSecondsSchema,
})
export type Entry = z.infer<typeof entrySchema>
export const queryEntriesData = z.object({ list: z.array(entrySchema), ...pageAnswerShape })
export type QueryEntriesData = z.infer<typeof queryEntriesData>

export const entryIdRequest = z.object({ entry_id: idSchema })
export type EntryIdRequest = z.input<typeof entryIdRequest>

export const negotiateEntryRequest = z.object({ entry_id: idSchema, action: z.enum(['accept', 'decline']) })
export type NegotiateEntryRequest = z.input<typeof negotiateEntryRequest>

export const bidTypeSchema = z.enum(['open', 'sealed', 'negotiated'])
export const bidResultSchema = z.enum(['leading', 'outbid', 'won', 'lost', 'withdrawn', 'defaulted'])
export const bidSchema = z.object({
  bid_id: idSchema,
  bid_time: unixSecondsSchema,
  buyer_masked: z.string(),
  amount: fenSchema,
  type: bidTypeSchema,
  result: bidResultSchema,
})
export type Bid = z.infer<typeof bidSchema>
export const listBidsData = z.object({
  /** False while a sealed session runs: `list` is then empty and the counts are null. */
  revealed: z.boolean(),
  start_price: fenSchema,
  reserve_price: fenSchema,
  highest_price: fenSchema.nullable(),
  buyer_count: z.int().nullable(),
  bid_count: z.int().nullable(),
  extension_count: z.int(),
  list: z.array(bidSchema),
})
export type ListBidsData = z.infer<typeof listBidsData>

/** What an auction order has beyond `order/detail`. Money in fen, times in Unix seconds. */
export const auctionOrderSchema = z.object({
  order_no: orderNoSchema,
  entry_id: idSchema,
  product_id: idSchema,
  out_id: z.string().nullable(),
  schedule_date: scheduleDateSchema,
  schedule_number: scheduleNumberSchema,
  mode: sessionModeSchema,
  degree: z.string(),
  start_price: fenSchema,
  deal_price: fenSchema,
  service_fee: fenSchema,
  buyer_fee: fenSchema,
  pre_pay_amount: fenSchema,
  /** 1 unpaid, 2 paid. */
  pre_pay_status: z.int(),
  pre_final_amount: fenSchema,
  pay_deadline: unixSecondsSchema,
  /** 0 before payment. */
  ship_deadline: unixSecondsSchema,
})
export type AuctionOrder = z.infer<typeof auctionOrderSchema>

/** The market's verdict on an auction after-sale: money for keeping the unit, or for returning it. */
export const auctionAftersaleSchema = z.object({
  order_no: orderNoSchema,
  refund_no: z.string(),
  status: verdictStatusSchema,
  show_message: z.string(),
  only_refund_cent: fenSchema,
  refund_and_return_cent: fenSchema,
  decided_plan: z.enum(['onlyRefund', 'refundAndReturn']).nullable(),
  /** By when the marketplace judges, or the seller chooses; 0 once it is decided. */
  timeout_time: unixSecondsSchema,
})
export type AuctionAftersale = z.infer<typeof auctionAftersaleSchema>

export const performAftersaleRequest = z.object({
  order_no: orderNoSchema,
  service_type: z.enum(['onlyRefund', 'refundAndReturn']),
  ...meantRefundShape,
})
export type PerformAftersaleRequest = z.input<typeof performAftersaleRequest>
