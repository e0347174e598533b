import * as z from 'zod'
import { id, version } from '../../shapes.ts'

export const addressKind = z.enum(['ship', 'return'])

/** What can be done with an address: 编辑 · 设为默认 · 删除 */
export const addressAction = z.enum(['edit', 'makeDefault', 'delete'])

export const addressRow = z.strictObject({
  addressId: id,
  kind: addressKind,
  contactName: z.string(),
  contactPhone: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  detail: z.string(),
  isDefault: z.boolean(),
  allowedActions: z.array(addressAction),
  version,
})
