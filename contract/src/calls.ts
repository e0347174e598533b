import type { CallSpec } from './call.ts'
import { address } from './features/address/calls.ts'
import { extApiKey } from './features/api-key/calls.ts'
import { extAudit } from './features/audit/calls.ts'
import { auth } from './features/auth/calls.ts'
import { extSession } from './features/auth/session.ts'
import { bill, billMonth, extBill } from './features/bill/calls.ts'
import { extDemo } from './features/demo/calls.ts'
import {
  auctionOrderExport,
  billExport,
  curatedOrderExport,
  extExport,
  goodsExport,
  refundExport,
} from './features/export/calls.ts'
import { extHome } from './features/home/calls.ts'
import { extOverview } from './features/home/overview.ts'
import { batch, extBatch } from './features/inspection/batch.ts'
import { detConfig } from './features/inspection/detect-config.ts'
import { detRecord } from './features/inspection/inspection.ts'
import { defPhoto, extDefPhoto, realPhoto } from './features/inspection/photo.ts'
import { extPhotoLink, extPhotoPage } from './features/inspection/photo-link.ts'
import { extPhoto, photoReuse } from './features/inspection/photo-reuse.ts'
import { extInspection, recordAction } from './features/inspection/record-action.ts'
import { extSealBag, sealBag } from './features/inspection/sealed-bag.ts'
import { extAuction, extListing, goods } from './features/listing/goods.ts'
import { merchant } from './features/merchant/calls.ts'
import { extFirstSteps } from './features/merchant/first-steps.ts'
import { extMerchant } from './features/merchant/profile.ts'
import { extModelMapping, modelMapping } from './features/model-mapping/calls.ts'
import { notice } from './features/notice/calls.ts'
import { auctionOrder } from './features/order/auction-order.ts'
import { curatedOrder, extCuratedOrder } from './features/order/curated-order.ts'
import { extOrder } from './features/order/many-orders.ts'
import { extBuyerContact, extShipment } from './features/order/order.ts'
import { adminEmployee, employee, extEmployee } from './features/people/employee.ts'
import { role } from './features/people/role.ts'
import { extPhone } from './features/phone/calls.ts'
import { extCost } from './features/phone/cost.ts'
import { billCheck, billImport } from './features/reconciliation/calls.ts'
import { extRefund, refund } from './features/refund/refund-calls.ts'
import { savedView } from './features/saved-view/calls.ts'
import { extSearch } from './features/search/calls.ts'
import { shop, shopRepost } from './features/shop/calls.ts'
import { extStockImport } from './features/stock-import/calls.ts'
import { task } from './features/task/calls.ts'
import { webhook } from './features/webhook/calls.ts'

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
