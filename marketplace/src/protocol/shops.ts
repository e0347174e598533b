import { z } from 'zod'
import { idSchema, unixSecondsSchema } from './scalars.ts'

/** One authorised shop of a merchant (docs/open-platform.md §2.1). */
export const shopSchema = z.object({
  authorize_id: idSchema,
  authorize_expires: unixSecondsSchema,
  user_id: idSchema.optional(),
  /** Stable id of the shop; orders carry it as `seller_eid`. */
  user_identity: z.string(),
  /** Member name: can change; publishing names the shop by it, orders carry it as `seller_name`. */
  user_name: z.string(),
  user_nick: z.string(),
  shop_name: z.string(),
  /** Opened services, codes separated by commas. */
  service_support: z.string().optional(),
  is_deposit_enough: z.boolean(),
  is_pro: z.boolean(),
  is_valid: z.boolean(),
  is_trial: z.boolean(),
  valid_start_time: unixSecondsSchema.optional(),
  valid_end_time: unixSecondsSchema,
  /** Types of goods the shop may publish, separated by commas; 19 is the curated channel. */
  item_biz_types: z.string(),
})
export type Shop = z.infer<typeof shopSchema>

export const listShopsData = z.object({ list: z.array(shopSchema) })
export type ListShopsData = z.infer<typeof listShopsData>

/** Types of goods a shop may publish, as numbers. */
export function itemBizTypesOf(shop: Pick<Shop, 'item_biz_types'>): number[] {
  return shop.item_biz_types
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number)
}
