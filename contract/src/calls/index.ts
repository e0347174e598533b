import type { CallSpec } from '../call.ts'
import { address } from './address.ts'
import { extApiKey } from './api-key.ts'
import { auctionOrder } from './auction-order.ts'
import { extAudit } from './audit.ts'
import { auth } from './auth.ts'
import { batch, extBatch } from './batch.ts'
import { bill, billMonth, extBill } from './bill.ts'
import { billCheck, billImport } from './bill-check.ts'
import { extCost } from './cost.ts'
import { curatedOrder, extCuratedOrder } from './curated-order.ts'
import { extDemo } from './demo.ts'
import { detConfig } from './detect-config.ts'
import { adminEmployee, employee, extEmployee } from './employee.ts'
import { auctionOrderExport, billExport, curatedOrderExport, extExport, goodsExport, refundExport } from './export.ts'
import { extFirstSteps } from './first-steps.ts'
import { extAuction, extListing, goods } from './goods.ts'
import { extHome } from './home.ts'
import { detRecord } from './inspection.ts'
import { extOrder } from './many-orders.ts'
import { merchant } from './merchant.ts'
import { extMerchant } from './merchant-profile.ts'
import { extModelMapping, modelMapping } from './model-mapping.ts'
import { notice } from './notice.ts'
import { extBuyerContact, extShipment } from './order.ts'
import { extOverview } from './overview.ts'
import { extPhone } from './phone.ts'
import { defPhoto, extDefPhoto, realPhoto } from './photo.ts'
import { extPhotoLink, extPhotoPage } from './photo-link.ts'
import { extPhoto, photoReuse } from './photo-reuse.ts'
import { extInspection, recordAction } from './record-action.ts'
import { extRefund, refund } from './refund-calls.ts'
import { role } from './role.ts'
import { savedView } from './saved-view.ts'
import { extSealBag, sealBag } from './sealed-bag.ts'
import { extSearch } from './search.ts'
import { extSession } from './session.ts'
import { shop, shopRepost } from './shop.ts'
import { extStockImport } from './stock-import.ts'
import { task } from './task.ts'
import { webhook } from './webhook.ts'

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
  extApiKey,
  address,
  shop,
  shopRepost,
  detRecord,
  recordAction,
  extInspection,
  batch,
  extBatch,
  detConfig,
  modelMapping,
  extModelMapping,
  realPhoto,
  defPhoto,
  extDefPhoto,
  photoReuse,
  extPhoto,
  extPhotoLink,
  extPhotoPage,
  sealBag,
  extSealBag,
  goods,
  extAuction,
  extOverview,
  extListing,
  auctionOrder,
  curatedOrder,
  extCuratedOrder,
  extOrder,
  extBuyerContact,
  extShipment,
  refund,
  extRefund,
  bill,
  extBill,
  billMonth,
  billCheck,
  billImport,
  extSearch,
  extPhone,
  extCost,
  extStockImport,
  savedView,
  task,
  goodsExport,
  auctionOrderExport,
  curatedOrderExport,
  billExport,
  refundExport,
  extExport,
  notice,
  webhook,
  extHome,
  extMerchant,
  extFirstSteps,
  extDemo,
} as const

export type Calls = typeof calls

/** The same table as one list. */
export const allCalls: readonly CallSpec[] = Object.values(calls).flatMap((group) => Object.values(group) as CallSpec[])

/** The call of a name such as `goods.list`. @throws Error when there is none */
export function callNamed(name: string): CallSpec {
  const [group = '', call = ''] = name.split('.')
  const groups: Readonly<Record<string, Readonly<Record<string, CallSpec>>>> = calls
  const spec = groups[group]?.[call]
  if (spec === undefined) throw new Error(`the contract has no call ${name}`)
  return spec
}
