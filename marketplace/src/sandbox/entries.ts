import type {
  Entry,
  NegotiateEntryRequest,
  QueryEntriesData,
  QueryEntriesRequest,
  UploadEntryData,
  UploadEntryRequest,
} from '../protocol/auction.ts'
import { PRODUCT_STATUS } from '../protocol/products.ts'
import { TASK_RESULTS } from '../protocol/pushes.ts'
import { SECOND_MS } from './clock.ts'
import { acceptOffer, bestBid, markUnsold } from './conclusion.ts'
import { isWithin, pageOf, type SandboxContext, toSeconds } from './context.ts'
import type { EntryDocument } from './documents.ts'
import { changeEntry, entryPushBody, ownEntry } from './entry-records.ts'
import { ownProduct, shopOf } from './goods.ts'
import { badParameter, wrongState } from './refusal.ts'
import { findSession } from './sessions.ts'
import { isHeldByAuction } from './shelf.ts'
import { authorizedShop } from './shops.ts'

/** Takes goods for an auction session; the market's answer comes later to `notify_url`. */
export function uploadEntry(context: SandboxContext, sellerId: number, request: UploadEntryRequest): UploadEntryData {
  const product = ownProduct(context, sellerId, request.product_id)
  authorizedShop(context, sellerId, request.user_name)
  const session = findSession(context.sessions, request.schedule_date, request.schedule_number)
  if (!session) throw badParameter('schedule_number', '场次不存在')
  if (session.mode !== request.mode) throw badParameter('mode', '与场次的竞拍方式不一致')
  if (context.nowMs() > session.cutOffMs) throw wrongState('场次已截止报名，请选择后面的场次')
  const reservePriceFen = request.reserve_price ?? request.start_price
  if (reservePriceFen < request.start_price) throw badParameter('reserve_price', '保底价不能低于起拍价')
  if (request.mode === 'sealed' && request.bid_step !== undefined) {
    throw badParameter('bid_step', '暗拍没有加价幅度')
  }
  if (product.status === PRODUCT_STATUS.onSale || product.pendingTask !== null) {
    throw wrongState('商品在售或发布中，请先下架再报名鱼市')
  }
  if (product.stock < 1) throw wrongState('商品没有库存，不能报名鱼市')
  if (isHeldByAuction(context, product.productId)) throw wrongState('商品已在鱼市，不能重复报名')
  const entry = newEntry(context, sellerId, request, {
    reservePriceFen,
    startMs: session.startMs,
    endMs: session.endMs,
    itemName: shopOf(product).title,
    itemId: product.itemId,
  })
  context.store.put('entry', String(entry.entryId), entry)
  const usualMs = context.random(`review:${entry.entryId}`).whole(3, 20) * SECOND_MS
  const reviewMs = Math.min(usualMs, context.behaviour().reviewWithinMs)
  context.schedule(context.nowMs() + reviewMs, { type: 'entryReview', entryId: entry.entryId })
  return { entry_id: entry.entryId, status: entry.status }
}

type EntryFacts = Pick<EntryDocument, 'reservePriceFen' | 'startMs' | 'endMs' | 'itemName' | 'itemId'>

function newEntry(
  context: SandboxContext,
  sellerId: number,
  request: UploadEntryRequest,
  facts: EntryFacts,
): EntryDocument {
  const nowMs = context.nowMs()
  return {
    ...facts,
    entryId: context.nextId('entry'),
    sellerId,
    productId: request.product_id,
    userName: request.user_name,
    outId: request.out_id ?? null,
    status: 'accepted',
    scheduleDate: request.schedule_date,
    scheduleNumber: request.schedule_number,
    mode: request.mode,
    degree: request.degree,
    startPriceFen: request.start_price,
    bidStepFen: request.bid_step ?? null,
    report: request.report,
    notifyUrl: request.notify_url ?? null,
    extensionCount: 0,
    bidders: [],
    bids: [],
    dealPriceFen: null,
    orderNo: null,
    negotiateDeadlineMs: 0,
    errCode: null,
    errMsg: null,
    createdMs: nowMs,
    updatedMs: nowMs,
  }
}

/** The market has checked an entry: it is scheduled, or rejected with a code. */
export function reviewEntry(context: SandboxContext, entryId: number): void {
  const entry = context.store.get('entry', String(entryId))
  if (entry?.status !== 'accepted') return
  const failure = context.takeOrderedFailure()
  const reviewed = failure
    ? changeEntry(context, entry, { status: 'rejected', errCode: failure.errCode, errMsg: failure.errMsg })
    : changeEntry(context, entry, { status: 'scheduled', itemId: entry.itemId ?? context.nextId('item') })
  if (!failure) context.schedule(Math.max(entry.startMs, context.nowMs()), { type: 'entryStart', entryId })
  if (entry.notifyUrl === null) return
  context.push(
    entry.sellerId,
    {
      ...entryPushBody(reviewed),
      ...(reviewed.itemId === null ? {} : { item_id: reviewed.itemId }),
      task_time: toSeconds(context.nowMs()),
      task_result: failure ? TASK_RESULTS.failure : TASK_RESULTS.success,
      err_code: failure?.errCode ?? '',
      err_msg: failure?.errMsg ?? '',
    },
    entry.notifyUrl,
  )
}

/** The seller takes an entry back, until the session's cut-off; a second time changes nothing. */
export function withdrawEntry(context: SandboxContext, sellerId: number, request: { entry_id: number }): void {
  const entry = ownEntry(context, sellerId, request.entry_id)
  if (entry.status === 'withdrawn') return
  if (entry.status !== 'accepted' && entry.status !== 'scheduled') throw wrongState('竞拍已开始或已结束，不能撤回')
  const session = findSession(context.sessions, entry.scheduleDate, entry.scheduleNumber)
  if (session && context.nowMs() > session.cutOffMs) throw wrongState('场次已截止报名，不能撤回')
  changeEntry(context, entry, { status: 'withdrawn' })
}

/** The seller takes or leaves the best offer below the reserve, within the hour. */
export function negotiateEntry(context: SandboxContext, sellerId: number, request: NegotiateEntryRequest): void {
  const entry = ownEntry(context, sellerId, request.entry_id)
  if (entry.status !== 'negotiating') throw wrongState('商品不在议价中')
  if (request.action === 'accept') acceptOffer(context, entry)
  else markUnsold(context, entry)
}

/** Answers the merchant's entries, last changed first. */
export function queryEntries(
  context: SandboxContext,
  sellerId: number,
  request: QueryEntriesRequest,
): QueryEntriesData {
  const rows = context.store
    .all('entry')
    .filter((entry) => entry.sellerId === sellerId)
    .filter((entry) => request.entry_id === undefined || entry.entryId === request.entry_id)
    .filter((entry) => request.product_id === undefined || entry.productId === request.product_id)
    .filter((entry) => request.out_id === undefined || entry.outId === request.out_id)
    .filter((entry) => request.schedule_date === undefined || entry.scheduleDate === request.schedule_date)
    .filter((entry) => request.schedule_number === undefined || entry.scheduleNumber === request.schedule_number)
    .filter((entry) => request.status === undefined || entry.status === request.status)
    .filter((entry) => isWithin(entry.updatedMs, request.modify_time))
    .sort((a, b) => b.updatedMs - a.updatedMs || b.entryId - a.entryId)
  const page = pageOf(rows, request)
  return { ...page, list: page.list.map(entryOnWire) }
}

/** True when the seller may see what was bid: always in an open session, after the close in a sealed one. */
export function areBidsRevealed(entry: EntryDocument): boolean {
  return entry.mode === 'open' || !['accepted', 'scheduled', 'bidding'].includes(entry.status)
}

/** Bids of buyers; the row a negotiated deal adds is not one of them. */
export function biddingOf(entry: EntryDocument): EntryDocument['bids'] {
  return entry.bids.filter((bid) => bid.type !== 'negotiated')
}

function entryOnWire(entry: EntryDocument): Entry {
  const revealed = areBidsRevealed(entry)
  const bids = biddingOf(entry)
  return {
    entry_id: entry.entryId,
    product_id: entry.productId,
    item_id: entry.itemId,
    user_name: entry.userName,
    item_name: entry.itemName,
    out_id: entry.outId,
    status: entry.status,
    schedule_date: entry.scheduleDate,
    schedule_number: entry.scheduleNumber,
    mode: entry.mode,
    degree: entry.degree,
    start_price: entry.startPriceFen,
    reserve_price: entry.reservePriceFen,
    bid_step: entry.bidStepFen,
    current_price: revealed ? (bestBid(bids)?.amountFen ?? null) : null,
    bid_count: revealed ? bids.length : null,
    buyer_count: revealed ? new Set(bids.map((bid) => bid.buyer)).size : null,
    extension_count: entry.extensionCount,
    deal_price: entry.dealPriceFen,
    order_no: entry.orderNo,
    negotiate_deadline: toSeconds(entry.negotiateDeadlineMs),
    start_time: toSeconds(entry.startMs),
    end_time: toSeconds(entry.endMs),
    err_code: entry.errCode,
    err_msg: entry.errMsg,
    create_time: toSeconds(entry.createdMs),
    modify_time: toSeconds(entry.updatedMs),
  }
}
