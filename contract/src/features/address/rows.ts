import * as z from 'zod'
import { defineColumns } from '../../columns/define-columns.ts'
import { codesOf } from '../../labels.ts'
import { id, version } from '../../shapes.ts'
import { ADDRESS_KIND_LABELS } from './labels.ts'

export const addressKind = z.enum(codesOf(ADDRESS_KIND_LABELS))

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

export const addressColumns = defineColumns(addressRow, {
  kind: { title: '类型', kind: 'state', labels: ADDRESS_KIND_LABELS },
  contact: { title: '联系人', kind: 'text', value: 'contactName' },
  phone: { title: '电话', kind: 'code', value: 'contactPhone' },
  address: { title: '地址', kind: 'text', value: ['regionName', 'detail'] },
})
