import { isLeaf, regionPath } from '@huanji/domain/regions'
import type { Tx } from '../../database/database.ts'
import { newId } from '../../platform/ids.ts'
import { type AddressKind, clearDefault, insertAddress } from './store.ts'

export interface NewAddress {
  readonly kind: AddressKind
  readonly contactName: string
  readonly contactPhone: string
  /** Of a county, or of whatever level has nothing below it. */
  readonly regionCode: string
  readonly detail: string
  readonly isDefault: boolean
  readonly now: Date
}

/**
 * Adds an address to the transaction's merchant and gives its id; a new default takes the mark from the old one.
 * @throws RangeError for a region that does not exist or is not precise enough
 */
export async function addAddress(tx: Tx, address: NewAddress): Promise<string> {
  const { kind, contactName, contactPhone, regionCode, detail, isDefault, now } = address
  if (!isLeaf(regionCode)) throw new RangeError(`not the code of a county: ${regionCode}`)
  const regionName = regionPath(regionCode)
    .map(({ name }) => name)
    .join('')
  if (isDefault) await clearDefault(tx, kind, now)
  const addressId = newId()
  await insertAddress(
    tx,
    { addressId, kind, contactName, contactPhone, regionCode, regionName, detail, isDefault },
    now,
  )
  return addressId
}
