import type { CallSpec } from '../call.ts'
import { address } from './address.ts'
import { auctionOrder, extBuyerContact, extShipment } from './auction-order.ts'
import { extAudit } from './audit.ts'
import { auth } from './auth.ts'
import { bill } from './bill.ts'
import { detConfig } from './detect-config.ts'
import { adminEmployee, employee, extEmployee } from './employee.ts'
import { extAuction, extListing, goods } from './goods.ts'
import { detRecord } from './inspection.ts'
import { merchant } from './merchant.ts'
import { defPhoto, extDefPhoto, realPhoto } from './photo.ts'
import { role } from './role.ts'
import { extSealBag, sealBag } from './sealed-bag.ts'
import { extSearch } from './search.ts'
import { extSession } from './session.ts'
import { shop } from './shop.ts'

/** The table of every call, by group: routes, validation, access, client and documentation come from it. */
export const calls = {
  auth,
  merchant,
  role,
  employee,
  adminEmployee,
  extEmployee,
  extSession,
  extAudit,
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
  extListing,
  auctionOrder,
  extBuyerContact,
  extShipment,
  bill,
  extSearch,
} as const

export type Calls = typeof calls

/** The same table as one list. */
export const allCalls: readonly CallSpec[] = Object.values(calls).flatMap((group) => Object.values(group) as CallSpec[])
