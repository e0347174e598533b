import { z } from 'zod'

/** The category "phone" of the platform (docs/open-platform.md §3.2). */
export const PHONE_CATEGORY_ID = 'e11455b218c06e7ae10cfa39bf43dc0f'

/** Trades (`sp_biz_type`) this project sells in (docs/open-platform.md §3.1). */
export const SP_BIZ_TYPES = { phone: 1, digital: 9 } as const

export const listCategoriesRequest = z.object({
  item_biz_type: z.int(),
  sp_biz_type: z.int().optional(),
  flash_sale_type: z.int().optional(),
})
export type ListCategoriesRequest = z.input<typeof listCategoriesRequest>

export const categorySchema = z.object({
  sp_biz_type: z.int(),
  sp_biz_name: z.string(),
  channel_cat_id: z.string(),
  channel_cat_name: z.string(),
})
export type Category = z.infer<typeof categorySchema>

export const listCategoriesData = z.object({ list: z.array(categorySchema) })
export type ListCategoriesData = z.infer<typeof listCategoriesData>

export const listPropertiesRequest = z.object({
  item_biz_type: z.int(),
  sp_biz_type: z.int(),
  channel_cat_id: z.string(),
  /** Given for the child level: brand → model. */
  sub_property_id: z.string().optional(),
})
export type ListPropertiesRequest = z.input<typeof listPropertiesRequest>

export const propertySchema = z.object({
  property_id: z.string(),
  property_name: z.string(),
  required: z.union([z.boolean(), z.int()]).transform((value) => value === true || value === 1),
  items: z.array(z.object({ value_id: z.string(), value_name: z.string(), sub_property_id: z.string().optional() })),
})
export type Property = z.output<typeof propertySchema>

export const listPropertiesData = z.object({ list: z.array(propertySchema) })
export type ListPropertiesData = z.output<typeof listPropertiesData>
