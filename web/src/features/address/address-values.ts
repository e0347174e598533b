import type { AddressInput, AddressRow } from './types.ts'

/** What is sent to change an address: everything of it but what follows from the rest. */
export const addressValues = ({ regionName: _name, allowedActions: _actions, ...values }: AddressRow): AddressInput =>
  values

/** The whole address on one line, as people pass it on; pasted here again, it is read in full. */
export const addressLine = ({ contactName, contactPhone, regionName, detail }: AddressRow): string =>
  `${contactName}，${contactPhone}，${regionName}${detail}`
