import * as z from 'zod'
import { read } from '../call.ts'
import { id, listOf, paging, text, version } from '../shapes.ts'

export const addressKind = z.enum(['ship', 'return'])

export const addressRow = z.strictObject({
  addressId: id,
  kind: addressKind,
  contactName: z.string(),
  contactPhone: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  detail: z.string(),
  isDefault: z.boolean(),
  version,
})

/** Specification §7, Address. */
export const address = {
  list: read({
    path: '/api/address/list',
    title: '地址列表',
    access: 'signedIn',
    input: z.strictObject({ ...paging, kind: addressKind.optional(), keyword: text(40).optional() }),
    output: listOf(addressRow),
    example: {},
  }),
  options: read({
    path: '/api/address/options',
    title: '可选地址',
    access: 'signedIn',
    input: z.strictObject({ kind: addressKind.optional() }),
    output: z.strictObject({
      options: z.array(z.strictObject({ value: id, label: z.string(), kind: addressKind, isDefault: z.boolean() })),
    }),
    example: { kind: 'ship' },
  }),
} as const
