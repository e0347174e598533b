import type { VerdictStatus } from '@huanji/domain/refunds/expiry'
import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import type { AccountFlowType } from '../protocol/accounts.ts'
import type { AuctionReport, EntryStatus, SessionMode } from '../protocol/auction.ts'
import type { CreateProductRequest, Sku } from '../protocol/products.ts'
import type { RefuseImage, ReturnAddress } from '../protocol/refunds.ts'
import type { Settlement } from '../protocol/trade.ts'
import type { DueEvent } from './events.ts'

// What the sandbox keeps. Documents are replaced, never changed in place. Times are virtual milliseconds, 0 when not reached.

export interface ShopDocument {
  sellerId: number
  authorizeId: number
  userName: string
  userIdentity: string
  nick: string
  shopName: string
  authorizedMs: number
  expiresMs: number
  itemBizTypes: readonly number[]
  isDepositEnough: boolean
  /** False for a shop without 鱼小铺; a shop kept by an older release lacks it. */
  isPro?: boolean
  /** False for a shop whose merchant keeps no return address; a shop kept by an older release lacks it. */
  hasReturnAddress?: boolean
  /** False once the shop's subscription has ended; a shop kept by an older release lacks it. */
  isValid?: boolean
}

export interface ProductDocument {
  productId: number
  sellerId: number
  /** The product as the merchant sent it, with all edits applied. */
  fields: Omit<CreateProductRequest, 'sku_items' | 'stock'>
  stock: number
  skus: readonly Sku[] | null
  status: number
  publishStatus: number
  /** The publication under way, if any: one at a time. */
  pendingTask: number | null
  itemId: number | null
  /** Pieces ordered, without those that nobody paid for. */
  sold: number
  onlineMs: number
  offlineMs: number
  soldMs: number
  createdMs: number
  updatedMs: number
}

export type Channel = 'auction' | 'curated' | 'plain'

export interface OrderDocument {
  orderNo: string
  sellerId: number
  userName: string
  channel: Channel
  orderType: number
  status: number
  refundStatus: number
  /** Number of the simulated buyer. */
  buyer: number
  productId: number
  itemId: number
  skuId: number
  skuText: string
  outerId: string
  skuOuterId: string
  title: string
  images: readonly string[]
  quantity: number
  /** Of a lot the numbers of its phones' reports. */
  reportNos?: readonly string[]
  unitPriceFen: number
  goodsFen: number
  freightFen: number
  paidFen: number
  /** All that went back to the buyer. The three after it are left out while they are nothing. */
  refundedFen: number
  /** The part of it that was paid for keeping the phone. */
  priceDifferenceFen?: number
  /** Freight of returns by the seller's fault that no settlement has taken yet. */
  returnFreightFen?: number
  /** By how much the settlement's deal line is to be wrong. */
  misstatedFen?: number
  payNo: string
  waybillNo: string
  expressCode: string
  expressName: string
  cancelReason: string
  entryId: number | null
  payDeadlineMs: number
  shipDeadlineMs: number
  reportId: number | null
  createdMs: number
  paidMs: number
  shippedMs: number
  confirmedMs: number
  cancelledMs: number
  refundedMs: number
  settledMs: number
  updatedMs: number
}

/** A claim of a buyer; one kept by an older release lacks the fields that may be left out. */
export interface RefundDocument {
  refundNo: string
  orderNo: string
  sellerId: number
  kind: RefundKindCode
  status: number
  goodsStatus: number
  /** What is at stake, for a claim without money too: it goes back when the seller does nothing. What was paid once it has ended. */
  amountFen: number
  /** The report of the phone that it is about, of a lot; left out where it is about all of the order. */
  reportNo?: string
  /** First level, and second. */
  reason: string
  detail?: string
  description: string
  imageCount?: number
  /** True when its buyer goes on by the seed's chance. */
  isSimulated?: boolean
  appliedMs: number
  updatedMs?: number
  refundedMs: number
  rejectedMs: number
  /** When the present step runs out; 0 when it does not. */
  timeoutMs: number
  refuseReason: string
  refuseExplain?: string
  refuseImages?: readonly RefuseImage[]
  returnAddress: ReturnAddress | null
  returnCode: string
  returnCompany: string
  returnWaybillNo: string
  resent?: { readonly code: string; readonly company: string; readonly waybillNo: string }
  /** The amount that is frozen in the shop's account for it. */
  frozenFen?: number
  /** What the marketplace has judged; null while it was not asked. */
  verdict: VerdictDocument | null
}

export interface VerdictDocument {
  status: VerdictStatus
  keepFen: number
  returnFen: number
  decidedPlan: 'onlyRefund' | 'refundAndReturn' | null
  /** By when it is given; a verdict kept by an older release lacks it. */
  dueMs?: number
  /** True when the buyer asked for it after a refusal. */
  isAppeal?: boolean
}

export interface AccountDocument {
  sellerId: number
  userName: string
  /** All that is there, frozen or not. */
  balanceFen: number
  frozenFen: number
  /** The part of what is frozen that is a deposit. */
  depositFen: number
}

export interface FlowDocument {
  /** Counts from 1; the newest has the highest. */
  serial: number
  sellerId: number
  userName: string
  type: AccountFlowType
  direction: 'in' | 'out'
  amountFen: number
  balanceAfterFen: number
  frozenAfterFen: number
  orderNo: string
  refundNo: string
  settlementNo: string
  remark: string
  createdMs: number
}

export interface BidDocument {
  bidId: number
  buyer: number
  amountFen: number
  atMs: number
  type: 'open' | 'sealed' | 'negotiated'
}

export interface EntryDocument {
  entryId: number
  sellerId: number
  productId: number
  userName: string
  itemName: string
  itemId: number | null
  outId: string | null
  status: EntryStatus
  scheduleDate: string
  scheduleNumber: string
  mode: SessionMode
  degree: string
  startPriceFen: number
  reservePriceFen: number
  bidStepFen: number | null
  report: AuctionReport
  notifyUrl: string | null
  startMs: number
  endMs: number
  extensionCount: number
  /** Simulated bidders and the most each would pay. */
  bidders: readonly { buyer: number; limitFen: number }[]
  bids: readonly BidDocument[]
  dealPriceFen: number | null
  orderNo: string | null
  negotiateDeadlineMs: number
  errCode: string | null
  errMsg: string | null
  createdMs: number
  updatedMs: number
}

export interface SettlementDocument {
  sellerId: number
  settledMs: number
  settlement: Settlement
}

/** The kinds of documents and what each holds. */
/** A consent that was given on the consent page, by its code. */
export interface ConsentDocument {
  userName: string
  issuedMs: number
  /** When the code was traded for the authorisation. */
  usedMs: number
}

export interface Documents {
  shop: ShopDocument
  consent: ConsentDocument
  product: ProductDocument
  order: OrderDocument
  refund: RefundDocument
  entry: EntryDocument
  settlement: SettlementDocument
  account: AccountDocument
  flow: FlowDocument
  event: DueEvent
  counter: { value: number }
  clock: { virtualMs: number }
}

export type DocumentKind = keyof Documents
