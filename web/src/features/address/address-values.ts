import type { AddressInput, AddressRow } from './types.ts'

/** What is sent to change an address: what the call takes, and nothing else that the row says. */
export function addressValues(row: AddressRow): AddressInput {
  const { addressId, version, kind, contactName, contactPhone, regionCode, detail, isDefault } = row
  return { addressId, version, kind, contactName, contactPhone, regionCode, detail, isDefault }
}

/** The whole address on one line, as people pass it on; pasted here again, it is read in full. */
export const addressLine = ({ contactName, contactPhone, regionName, detail }: AddressRow): string =>
  `${contactName}，${contactPhone}，${regionName}${detail}`
