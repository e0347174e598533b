import { z } from 'zod'
import {
  fenSchema,
  orderNoSchema,
  pageAnswerShape,
  pageRequestShape,
  timeRangeSchema,
  unixSecondsSchema,
} from './scalars.ts'

/**
 * The account that a shop has at the marketplace. The platform publishes no call for it: it exists at the sandbox only
 * (docs/open-platform.md §8.6).
 */
export const ACCOUNT_FLOW_TYPES = [
  'settlement',
  'freeze',
  'unfreeze',
  'depositFreeze',
  'depositUnfreeze',
  'withdrawal',
  'topUp',
  'adjustment',
] as const
export const accountFlowTypeSchema = z.enum(ACCOUNT_FLOW_TYPES)
export type AccountFlowType = z.infer<typeof accountFlowTypeSchema>

/** One movement of an account. What was there before, more or less the amount by its direction, is what can be had after it. */
export const accountFlowSchema = z.object({
  flow_no: z.string(),
  type: accountFlowTypeSchema,
  direction: z.enum(['in', 'out']),
  /** Fen, never negative: the direction says the sign. */
  amount: fenSchema,
  /** All that is in the account, frozen or not, in fen; negative when the seller owes. */
  balance_after: z.int(),
  /** The part of it that is frozen. */
  frozen_after: fenSchema,
  /** These three are empty where there is none. */
  order_no: z.union([orderNoSchema, z.literal('')]),
  refund_no: z.string(),
  settlement_no: z.string(),
  user_name: z.string(),
  remark: z.string(),
  created_at: unixSecondsSchema,
})
export type AccountFlow = z.infer<typeof accountFlowSchema>

export const listAccountFlowsRequest = z.object({
  user_name: z.string().min(1).optional(),
  created_time: timeRangeSchema.optional(),
  ...pageRequestShape,
})
export type ListAccountFlowsRequest = z.input<typeof listAccountFlowsRequest>
export const listAccountFlowsData = z.object({ list: z.array(accountFlowSchema), ...pageAnswerShape })
export type ListAccountFlowsData = z.infer<typeof listAccountFlowsData>
