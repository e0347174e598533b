import type { OutputOf } from '@huanji/contract/call'
import { address } from '@huanji/contract/features/address/calls'
import { refuse } from '../../errors/refusal.ts'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import { handlers } from '../../gateway/handler.ts'
import type { Actor } from '../../platform/actor.ts'
import { ADDRESS_ACTIONS } from './actions.ts'
import { removeAddress, saveAddress } from './commands.ts'
import { type AddressRow, addressesToChoose, findAddress, listAddresses } from './store.ts'

type Presented = OutputOf<typeof address.info>

const present = ({ updatedAt, ...row }: AddressRow, actor: Actor): Presented => ({
  ...row,
  allowedActions: allowedActions(ADDRESS_ACTIONS, { ...row, updatedAt }, actor),
})

/** The calls of addresses (docs/specification.md §7). */
export const addressGroup = handlers(address, {
  list: async ({ tx, actor }, filter) => {
    const page = await listAddresses(tx, filter)
    return { ...page, list: page.list.map((row) => present(row, actor)) }
  },

  info: async ({ tx, actor }, { addressId }) =>
    present((await findAddress(tx, addressId)) ?? refuse('NOT_FOUND'), actor),

  edit: saveAddress,

  del: async (context, { addressId }) => {
    await removeAddress(context, addressId)
    return {}
  },

  options: async ({ tx }, { kind }) => {
    const rows = await addressesToChoose(tx, kind ?? null)
    const options = rows.map((row) => ({
      value: row.addressId,
      label: `${row.contactName} ${row.contactPhone} ${row.regionName}${row.detail}`,
      kind: row.kind,
      isDefault: row.isDefault,
    }))
    return { options }
  },
})
