import type { z } from 'zod'
import type { CALLS, CallName } from '../protocol/calls.ts'
import { listAccountFlows } from './accounts.ts'
import { listRefunds, refundDetail } from './aftersale.ts'
import { listBids } from './bidding.ts'
import { cancelAuthorization, createAuthorization } from './consent.ts'
import type { SandboxContext } from './context.ts'
import {
  listCategories,
  listExpressCompanies,
  listProperties,
  listQmsBrands,
  listQmsModels,
  listQmsReportItems,
} from './dictionaries.ts'
import { negotiateEntry, queryEntries, uploadEntry, withdrawEntry } from './entries.ts'
import { createProduct, createProducts } from './goods.ts'
import { listProducts, listSkus, productDetail } from './goods-queries.ts'
import { auctionOrderDetail, listOrders, orderDetail } from './order-queries.ts'
import { closeOrder } from './orders.ts'
import { agreeRefund, listRefuseReasons, refuseRefund, resendGoods } from './refund-decisions.ts'
import { listSessions } from './sessions.ts'
import { listSettlements } from './settlements.ts'
import { deleteProduct, editProduct, editStock, publishProduct, takeProductDown } from './shelf.ts'
import { modifyPrice, modifyWaybill, shipOrder, uploadOrderReport } from './shipping.ts'
import { listAddresses, listShops } from './shops.ts'
import { auctionAftersaleDetail, performAuctionAftersale } from './verdicts.ts'

/** What answers a call: its checked request in, its `data` out; refusals are thrown as SandboxRefusal. */
export type Handlers = {
  readonly [Name in CallName]: (
    context: SandboxContext,
    sellerId: number,
    request: z.output<(typeof CALLS)[Name]['request']>,
  ) => z.input<(typeof CALLS)[Name]['data']>
}

export const HANDLERS: Handlers = {
  listShops,
  createAuthorization,
  cancelAuthorization,
  listAddresses,
  listCategories,
  listProperties,
  listQmsBrands,
  listQmsModels,
  listQmsReportItems,
  createProduct,
  createProducts,
  editProduct,
  publishProduct,
  takeProductDown,
  deleteProduct,
  editStock,
  listProducts,
  productDetail,
  listSkus,
  listOrders,
  orderDetail,
  shipOrder,
  modifyPrice,
  modifyWaybill,
  listExpressCompanies,
  listRefunds,
  refundDetail,
  agreeRefund,
  refuseRefund,
  resendGoods,
  listRefuseReasons,
  listSessions,
  uploadEntry,
  queryEntries,
  withdrawEntry,
  negotiateEntry,
  listBids,
  auctionOrderDetail,
  auctionAftersaleDetail,
  performAuctionAftersale,
  closeOrder,
  uploadOrderReport,
  listSettlements,
  listAccountFlows,
}
