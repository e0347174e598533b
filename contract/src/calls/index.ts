import type { CallSpec } from '../call.ts'
import { address } from './address.ts'
import { auctionOrder } from './auction-order.ts'
import { auth } from './auth.ts'
import { bill } from './bill.ts'
import { detConfig } from './detect-config.ts'
import { extAuction, goods } from './goods.ts'
import { detRecord } from './inspection.ts'
import { merchant } from './merchant.ts'
import { defPhoto, extDefPhoto, realPhoto } from './photo.ts'
import { extSealBag, sealBag } from './sealed-bag.ts'
import { extSearch } from './search.ts'
import { shop } from './shop.ts'

/** The table of every call, by group: routes, validation, access, client and documentation come from it. */
export const calls = {
  auth,
  merchant,
  address,
  shop,
  detRecord,
  detConfig,
  realPhoto,
  defPhoto,
  extDefPhoto,
  sealBag,
  extSealBag,
  goods,
  extAuction,
  auctionOrder,
  bill,
  extSearch,
} as const

export type Calls = typeof calls

/** The same table as one list. */
export const allCalls: readonly CallSpec[] = Object.values(calls).flatMap((group) => Object.values(group) as CallSpec[])
