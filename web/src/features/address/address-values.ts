import type { AddressInput, AddressRow } from './types.ts'

/** What is sent to change an address: everything of it but the region's name, which follows from its code. */
export const addressValues = ({ regionName: _, ...values }: AddressRow): AddressInput => values

/** The whole address on one line, as people pass it on; pasted here again, it is read in full. */
export const addressLine = ({ contactName, contactPhone, regionName, detail }: AddressRow): string =>
  `${contactName}，${contactPhone}，${regionName}${detail}`
