import { address } from '@huanji/contract/calls/address'
import { handlers } from '../../gateway/handler.ts'
import { addressesToChoose, listAddresses } from './store.ts'

/** The calls of addresses (specification §7, Address). */
export const addressGroup = handlers(address, {
  list: ({ tx }, filter) => listAddresses(tx, filter),

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
