import { address } from '@huanji/contract/features/address/calls'
import type { addressAction } from '@huanji/contract/features/address/rows'
import type * as z from 'zod'
import type { ActionRules } from '../../gateway/allowed-actions.ts'
import type { AddressRow } from './store.ts'

/** What can be done with an address. */
export const ADDRESS_ACTIONS: ActionRules<z.output<typeof addressAction>, AddressRow> = {
  edit: { label: '编辑', call: address.edit },
  makeDefault: { label: '设为默认', call: address.edit, isNeedless: ({ isDefault }) => isDefault },
  delete: { label: '删除', call: address.del },
}
