import { z } from 'zod'
import * as accounts from './accounts.ts'
import * as addresses from './addresses.ts'
import * as auction from './auction.ts'
import * as categories from './categories.ts'
import * as consent from './consent.ts'
import * as express from './express.ts'
import * as orders from './orders.ts'
import * as products from './products.ts'
import * as qms from './qms.ts'
import * as refunds from './refunds.ts'
import { emptyDataSchema } from './scalars.ts'
import * as shops from './shops.ts'
import * as trade from './trade.ts'

/**
 * What repeating a call does. The platform has no idempotency keys (docs/open-platform.md §1.4):
 * `read` changes nothing; `absolute` sets a value, so that a second time changes nothing more; `once` must not be sent twice blindly.
 */
export type Repeat = 'read' | 'absolute' | 'once'

export interface CallSpec<Request extends z.ZodType, Data extends z.ZodType> {
  path: string
  repeat: Repeat
  /** False for the one call that carries no `seller_id`. */
  needsSeller: boolean
  request: Request
  data: Data
}

function call<Request extends z.ZodType, Data extends z.ZodType>(
  path: string,
  repeat: Repeat,
  request: Request,
  data: Data,
): CallSpec<Request, Data> {
  return { path, repeat, needsSeller: true, request, data }
}

const nothing = z.object({})

/** Every call of the protocol: path, what repeating it does, shapes of request and of `data`. */
export const CALLS = {
  listShops: call('/api/open/user/authorize/list', 'read', nothing, shops.listShopsData),
  createAuthorization: call(
    '/api/open/user/authorize/create',
    'once',
    consent.createAuthorizationRequest,
    consent.createAuthorizationData,
  ),
  cancelAuthorization: call(
    '/api/sandbox/user/authorize/cancel',
    'absolute',
    consent.cancelAuthorizationRequest,
    emptyDataSchema,
  ),
  listAddresses: call(
    '/api/open/user/address/list',
    'read',
    addresses.listAddressesRequest,
    addresses.listAddressesData,
  ),

  listCategories: call(
    '/api/open/product/category/list',
    'read',
    categories.listCategoriesRequest,
    categories.listCategoriesData,
  ),
  listProperties: call(
    '/api/open/product/pv/list',
    'read',
    categories.listPropertiesRequest,
    categories.listPropertiesData,
  ),
  listQmsBrands: call('/api/open/qms/brand/list', 'read', qms.listQmsBrandsRequest, qms.listQmsBrandsData),
  listQmsModels: call('/api/open/qms/model/list', 'read', qms.listQmsModelsRequest, qms.listQmsModelsData),
  listQmsReportItems: call(
    '/api/open/qms/idle/items',
    'read',
    qms.listQmsReportItemsRequest,
    qms.listQmsReportItemsData,
  ),

  createProduct: call('/api/open/product/create', 'once', products.createProductRequest, products.createProductData),
  createProducts: call(
    '/api/open/product/batchCreate',
    'once',
    products.createProductsRequest,
    products.createProductsData,
  ),
  editProduct: call('/api/open/product/edit', 'absolute', products.editProductRequest, products.createProductData),
  publishProduct: call('/api/open/product/publish', 'once', products.publishProductRequest, emptyDataSchema),
  takeProductDown: call('/api/open/product/downShelf', 'absolute', products.productIdRequest, emptyDataSchema),
  deleteProduct: call('/api/open/product/delete', 'absolute', products.productIdRequest, emptyDataSchema),
  editStock: call('/api/open/product/edit/stock', 'absolute', products.editStockRequest, emptyDataSchema),
  listProducts: call('/api/open/product/list', 'read', products.listProductsRequest, products.listProductsData),
  productDetail: call('/api/open/product/detail', 'read', products.productIdRequest, products.productDetailSchema),
  listSkus: call('/api/open/product/sku/list', 'read', products.listSkusRequest, products.listSkusData),

  listOrders: call('/api/open/order/list', 'read', orders.listOrdersRequest, orders.listOrdersData),
  orderDetail: call('/api/open/order/detail', 'read', orders.orderNoRequest, orders.orderSchema),
  shipOrder: call('/api/open/order/ship', 'once', orders.shipOrderRequest, emptyDataSchema),
  modifyPrice: call('/api/open/order/modify/price', 'absolute', orders.modifyPriceRequest, emptyDataSchema),
  modifyWaybill: call(
    '/api/open/trade/logistics/waybill/modify',
    'absolute',
    orders.modifyWaybillRequest,
    emptyDataSchema,
  ),
  listExpressCompanies: {
    ...call('/api/open/express/companies', 'read', nothing, express.listExpressCompaniesData),
    needsSeller: false,
  },

  listRefunds: call('/api/open/trade/refund/list', 'read', refunds.listRefundsRequest, refunds.listRefundsData),
  refundDetail: call('/api/open/trade/refund/detail', 'read', orders.orderNoRequest, refunds.refundSchema),
  agreeRefund: call('/api/open/trade/refund/operate/agree', 'once', refunds.agreeRefundRequest, emptyDataSchema),
  refuseRefund: call('/api/open/trade/refund/operate/refused', 'once', refunds.refuseRefundRequest, emptyDataSchema),
  resendGoods: call('/api/sandbox/trade/refund/operate/resend', 'once', refunds.resendGoodsRequest, emptyDataSchema),
  listRefuseReasons: call(
    '/api/open/trade/refund/refused/reason',
    'read',
    orders.orderNoRequest,
    refunds.listRefuseReasonsData,
  ),

  listSessions: call(
    '/api/sandbox/auction/session/list',
    'read',
    auction.listSessionsRequest,
    auction.listSessionsData,
  ),
  uploadEntry: call('/api/sandbox/auction/entry/upload', 'once', auction.uploadEntryRequest, auction.uploadEntryData),
  queryEntries: call('/api/sandbox/auction/entry/query', 'read', auction.queryEntriesRequest, auction.queryEntriesData),
  withdrawEntry: call('/api/sandbox/auction/entry/withdraw', 'absolute', auction.entryIdRequest, emptyDataSchema),
  negotiateEntry: call('/api/sandbox/auction/entry/negotiate', 'once', auction.negotiateEntryRequest, emptyDataSchema),
  listBids: call('/api/sandbox/auction/entry/bids', 'read', auction.entryIdRequest, auction.listBidsData),
  auctionOrderDetail: call(
    '/api/sandbox/auction/order/detail',
    'read',
    orders.orderNoRequest,
    auction.auctionOrderSchema,
  ),
  auctionAftersaleDetail: call(
    '/api/sandbox/auction/aftersale/detail',
    'read',
    orders.orderNoRequest,
    auction.auctionAftersaleSchema,
  ),
  performAuctionAftersale: call(
    '/api/sandbox/auction/aftersale/perform',
    'once',
    auction.performAftersaleRequest,
    emptyDataSchema,
  ),

  closeOrder: call('/api/sandbox/trade/order/close', 'absolute', trade.closeOrderRequest, emptyDataSchema),
  uploadOrderReport: call(
    '/api/sandbox/trade/order/report/upload',
    'absolute',
    trade.uploadOrderReportRequest,
    trade.uploadOrderReportData,
  ),
  listSettlements: call(
    '/api/sandbox/trade/settlement/list',
    'read',
    trade.listSettlementsRequest,
    trade.listSettlementsData,
  ),
  listAccountFlows: call(
    '/api/sandbox/trade/account/flow/list',
    'read',
    accounts.listAccountFlowsRequest,
    accounts.listAccountFlowsData,
  ),
}

export type CallName = keyof typeof CALLS
