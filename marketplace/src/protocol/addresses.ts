import { z } from 'zod'
import { idSchema, unixSecondsSchema } from './scalars.ts'

export const ADDRESS_TYPES = { shipping: 1, returns: 2 } as const

export const listAddressesRequest = z.object({ type: z.union([z.literal(1), z.literal(2)]) })
export type ListAddressesRequest = z.input<typeof listAddressesRequest>

/** A shipping or return address kept at the platform, read only (docs/open-platform.md §2.2). */
export const addressSchema = z.object({
  address_id: idSchema,
  type: z.int(),
  contact_name: z.string(),
  contact_mobile: z.string(),
  contact_tel: z.string().optional(),
  region: z.string().optional(),
  address: z.string(),
  is_def: z.union([z.boolean(), z.int()]).transform((value) => value === true || value === 1),
  province: z.string().optional(),
  city: z.string().optional(),
  district: z.string().optional(),
  modify_time: unixSecondsSchema.optional(),
  create_time: unixSecondsSchema.optional(),
})
export type Address = z.output<typeof addressSchema>

export const listAddressesData = z.object({ list: z.array(addressSchema) })
export type ListAddressesData = z.output<typeof listAddressesData>
