import type * as accounts from '../protocol/accounts.ts'
import type * as addresses from '../protocol/addresses.ts'
import type * as auction from '../protocol/auction.ts'
import { CALLS } from '../protocol/calls.ts'
import type * as categories from '../protocol/categories.ts'
import type * as consent from '../protocol/consent.ts'
import type * as express from '../protocol/express.ts'
import type * as orders from '../protocol/orders.ts'
import type * as products from '../protocol/products.ts'
import type * as qms from '../protocol/qms.ts'
import type * as refunds from '../protocol/refunds.ts'
import type * as shops from '../protocol/shops.ts'
import type * as trade from '../protocol/trade.ts'
import type { BreakerOptions } from './breaker.ts'
import { createTransport, type RetryOptions } from './transport.ts'

export interface MarketplaceClientOptions {
  /** Scheme, host and port of the marketplace, without a path. */
  baseUrl: string
  appKey: string
  appSecret: string
  fetch?: typeof fetch
  /** Wall clock in milliseconds. */
  now: () => number
  /** 10 000 when left out. */
  timeoutMs?: number
  retry?: Partial<RetryOptions>
  breaker?: Partial<BreakerOptions>
  /** Told of each refusal in the platform's own words, for the log: people read others. */
  onRefused?: (path: string, code: number, msg: string) => void
  /** Waits between tries; a real timer when left out. */
  sleep?: (delayMs: number) => Promise<void>
}

/** The answer of a call that only says "done". */
export type Done = Record<string, never>

/**
 * The marketplace as typed calls. The first argument is the merchant's id at the platform.
 * Every call may throw MarketplaceRefused, MarketplaceUnavailable or MarketplaceTimeout (see errors.ts).
 */
export interface MarketplaceClient {
  // Shops and dictionaries
  listShops(sellerId: number): Promise<shops.ListShopsData>
  /** Trades the code of a consent for the authorisation of its shop. */
  createAuthorization(sellerId: number, request: consent.CreateAuthorizationRequest): Promise<shops.Shop>
  cancelAuthorization(sellerId: number, request: consent.CancelAuthorizationRequest): Promise<Done>
  listAddresses(sellerId: number, request: addresses.ListAddressesRequest): Promise<addresses.ListAddressesData>
  listCategories(sellerId: number, request: categories.ListCategoriesRequest): Promise<categories.ListCategoriesData>
  listProperties(sellerId: number, request: categories.ListPropertiesRequest): Promise<categories.ListPropertiesData>
  listQmsBrands(sellerId: number, request: qms.ListQmsBrandsRequest): Promise<qms.ListQmsBrandsData>
  listQmsModels(sellerId: number, request: qms.ListQmsModelsRequest): Promise<qms.ListQmsModelsData>
  listQmsReportItems(sellerId: number, request: qms.ListQmsReportItemsRequest): Promise<qms.ListQmsReportItemsData>
  // Goods
  createProduct(sellerId: number, request: products.CreateProductRequest): Promise<products.CreateProductData>
  createProducts(sellerId: number, request: products.CreateProductsRequest): Promise<products.CreateProductsData>
  editProduct(sellerId: number, request: products.EditProductRequest): Promise<products.CreateProductData>
  publishProduct(sellerId: number, request: products.PublishProductRequest): Promise<Done>
  takeProductDown(sellerId: number, request: products.ProductIdRequest): Promise<Done>
  deleteProduct(sellerId: number, request: products.ProductIdRequest): Promise<Done>
  editStock(sellerId: number, request: products.EditStockRequest): Promise<Done>
  listProducts(sellerId: number, request: products.ListProductsRequest): Promise<products.ListProductsData>
  productDetail(sellerId: number, request: products.ProductIdRequest): Promise<products.ProductDetail>
  listSkus(sellerId: number, request: products.ListSkusRequest): Promise<products.ListSkusData>
  // Orders
  listOrders(sellerId: number, request: orders.ListOrdersRequest): Promise<orders.ListOrdersData>
  orderDetail(sellerId: number, request: orders.OrderNoRequest): Promise<orders.Order>
  shipOrder(sellerId: number, request: orders.ShipOrderRequest): Promise<Done>
  modifyPrice(sellerId: number, request: orders.ModifyPriceRequest): Promise<Done>
  modifyWaybill(sellerId: number, request: orders.ModifyWaybillRequest): Promise<Done>
  /** The one call without a merchant. */
  listExpressCompanies(): Promise<express.ListExpressCompaniesData>
  closeOrder(sellerId: number, request: trade.CloseOrderRequest): Promise<Done>
  uploadOrderReport(sellerId: number, request: trade.UploadOrderReportRequest): Promise<trade.UploadOrderReportData>
  listSettlements(sellerId: number, request: trade.ListSettlementsRequest): Promise<trade.ListSettlementsData>
  listAccountFlows(sellerId: number, request: accounts.ListAccountFlowsRequest): Promise<accounts.ListAccountFlowsData>
  // Refunds
  listRefunds(sellerId: number, request: refunds.ListRefundsRequest): Promise<refunds.ListRefundsData>
  refundDetail(sellerId: number, request: orders.OrderNoRequest): Promise<refunds.Refund>
  agreeRefund(sellerId: number, request: refunds.AgreeRefundRequest): Promise<Done>
  refuseRefund(sellerId: number, request: refunds.RefuseRefundRequest): Promise<Done>
  resendGoods(sellerId: number, request: refunds.ResendGoodsRequest): Promise<Done>
  listRefuseReasons(sellerId: number, request: orders.OrderNoRequest): Promise<refunds.ListRefuseReasonsData>
  // The auction market
  listSessions(sellerId: number, request: auction.ListSessionsRequest): Promise<auction.ListSessionsData>
  uploadEntry(sellerId: number, request: auction.UploadEntryRequest): Promise<auction.UploadEntryData>
  queryEntries(sellerId: number, request: auction.QueryEntriesRequest): Promise<auction.QueryEntriesData>
  withdrawEntry(sellerId: number, request: auction.EntryIdRequest): Promise<Done>
  negotiateEntry(sellerId: number, request: auction.NegotiateEntryRequest): Promise<Done>
  listBids(sellerId: number, request: auction.EntryIdRequest): Promise<auction.ListBidsData>
  auctionOrderDetail(sellerId: number, request: orders.OrderNoRequest): Promise<auction.AuctionOrder>
  auctionAftersaleDetail(sellerId: number, request: orders.OrderNoRequest): Promise<auction.AuctionAftersale>
  performAuctionAftersale(sellerId: number, request: auction.PerformAftersaleRequest): Promise<Done>

  /** Whether calls are let through: for health pages and metrics. */
  breakerState(): 'closed' | 'open' | 'halfOpen'
}

const DEFAULT_TIMEOUT_MS = 10_000
const DEFAULT_RETRY: RetryOptions = { attempts: 3, baseMs: 300, maxMs: 3_000 }
const DEFAULT_BREAKER: BreakerOptions = { failuresToOpen: 5, openMs: 30_000 }

/** Connects to a marketplace that speaks the open platform's protocol: the real one, or the sandbox. */
export function createMarketplaceClient(options: MarketplaceClientOptions): MarketplaceClient {
  const { send, breakerState } = createTransport({
    baseUrl: options.baseUrl.replace(/\/$/, ''),
    appKey: options.appKey,
    appSecret: options.appSecret,
    fetch: options.fetch ?? fetch,
    now: options.now,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    retry: { ...DEFAULT_RETRY, ...options.retry },
    breaker: { ...DEFAULT_BREAKER, ...options.breaker },
    onRefused: options.onRefused ?? (() => undefined),
    sleep: options.sleep ?? ((delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs))),
  })
  return {
    listShops: (sellerId) => send(CALLS.listShops, sellerId, {}),
    createAuthorization: (sellerId, request) => send(CALLS.createAuthorization, sellerId, request),
    cancelAuthorization: (sellerId, request) => send(CALLS.cancelAuthorization, sellerId, request),
    listAddresses: (sellerId, request) => send(CALLS.listAddresses, sellerId, request),
    listCategories: (sellerId, request) => send(CALLS.listCategories, sellerId, request),
    listProperties: (sellerId, request) => send(CALLS.listProperties, sellerId, request),
    listQmsBrands: (sellerId, request) => send(CALLS.listQmsBrands, sellerId, request),
    listQmsModels: (sellerId, request) => send(CALLS.listQmsModels, sellerId, request),
    listQmsReportItems: (sellerId, request) => send(CALLS.listQmsReportItems, sellerId, request),
    createProduct: (sellerId, request) => send(CALLS.createProduct, sellerId, request),
    createProducts: (sellerId, request) => send(CALLS.createProducts, sellerId, request),
    editProduct: (sellerId, request) => send(CALLS.editProduct, sellerId, request),
    publishProduct: (sellerId, request) => send(CALLS.publishProduct, sellerId, request),
    takeProductDown: (sellerId, request) => send(CALLS.takeProductDown, sellerId, request),
    deleteProduct: (sellerId, request) => send(CALLS.deleteProduct, sellerId, request),
    editStock: (sellerId, request) => send(CALLS.editStock, sellerId, request),
    listProducts: (sellerId, request) => send(CALLS.listProducts, sellerId, request),
    productDetail: (sellerId, request) => send(CALLS.productDetail, sellerId, request),
    listSkus: (sellerId, request) => send(CALLS.listSkus, sellerId, request),
    listOrders: (sellerId, request) => send(CALLS.listOrders, sellerId, request),
    orderDetail: (sellerId, request) => send(CALLS.orderDetail, sellerId, request),
    shipOrder: (sellerId, request) => send(CALLS.shipOrder, sellerId, request),
    modifyPrice: (sellerId, request) => send(CALLS.modifyPrice, sellerId, request),
    modifyWaybill: (sellerId, request) => send(CALLS.modifyWaybill, sellerId, request),
    listExpressCompanies: () => send(CALLS.listExpressCompanies, null, {}),
    closeOrder: (sellerId, request) => send(CALLS.closeOrder, sellerId, request),
    uploadOrderReport: (sellerId, request) => send(CALLS.uploadOrderReport, sellerId, request),
    listSettlements: (sellerId, request) => send(CALLS.listSettlements, sellerId, request),
    listAccountFlows: (sellerId, request) => send(CALLS.listAccountFlows, sellerId, request),
    listRefunds: (sellerId, request) => send(CALLS.listRefunds, sellerId, request),
    refundDetail: (sellerId, request) => send(CALLS.refundDetail, sellerId, request),
    agreeRefund: (sellerId, request) => send(CALLS.agreeRefund, sellerId, request),
    refuseRefund: (sellerId, request) => send(CALLS.refuseRefund, sellerId, request),
    resendGoods: (sellerId, request) => send(CALLS.resendGoods, sellerId, request),
    listRefuseReasons: (sellerId, request) => send(CALLS.listRefuseReasons, sellerId, request),
    listSessions: (sellerId, request) => send(CALLS.listSessions, sellerId, request),
    uploadEntry: (sellerId, request) => send(CALLS.uploadEntry, sellerId, request),
    queryEntries: (sellerId, request) => send(CALLS.queryEntries, sellerId, request),
    withdrawEntry: (sellerId, request) => send(CALLS.withdrawEntry, sellerId, request),
    negotiateEntry: (sellerId, request) => send(CALLS.negotiateEntry, sellerId, request),
    listBids: (sellerId, request) => send(CALLS.listBids, sellerId, request),
    auctionOrderDetail: (sellerId, request) => send(CALLS.auctionOrderDetail, sellerId, request),
    auctionAftersaleDetail: (sellerId, request) => send(CALLS.auctionAftersaleDetail, sellerId, request),
    performAuctionAftersale: (sellerId, request) => send(CALLS.performAuctionAftersale, sellerId, request),
    breakerState,
  }
}
