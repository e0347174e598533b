import { bidStepsFor } from '@huanji/domain/auction/increments'
import type { Bid, ListBidsData } from '../protocol/auction.ts'
import { SECOND_MS } from './clock.ts'
import { bestBid, concludeBidding, markUnsold } from './conclusion.ts'
import { change, type SandboxContext, toSeconds } from './context.ts'
import type { BidDocument, EntryDocument } from './documents.ts'
import { areBidsRevealed, biddingOf } from './entries.ts'
import { changeEntry, ownEntry } from './entry-records.ts'
import { BUYER_COUNT, simulatedBuyer } from './people.ts'
import { CLOCKS } from './rules.ts'

/** Up to 15 yuan the market has no steps; there a bid is at least one yuan higher. */
const SMALLEST_STEP_FEN = 100

/** Sellers set the reserve near 92 % and the start near 75 % of what a unit is worth (docs/domain.md §11.1). */
const RESERVE_SHARE = 0.92
const START_SHARE = 0.75

/** The least an open bid must be, fen: the start price first, then the leading bid and a step. */
export function leastBidFen(entry: EntryDocument): number {
  const best = bestBid(entry.bids)
  if (!best) return entry.startPriceFen
  return best.amountFen + (entry.bidStepFen ?? bidStepsFor(best.amountFen)[0] ?? SMALLEST_STEP_FEN)
}

/** The session begins: the entry takes bids, and simulated bidders decide what to bid. */
export function startEntry(context: SandboxContext, entryId: number): void {
  const entry = context.store.get('entry', String(entryId))
  if (entry?.status !== 'scheduled') return
  const bidders = context.behaviour().bid ? chooseBidders(context, entry) : []
  const started = changeEntry(context, entry, { status: 'bidding', bidders })
  context.schedule(started.endMs, { type: 'entryEnd', entryId })
  const random = context.random(`turns:${entryId}`)
  const lengthMs = started.endMs - started.startMs
  for (const bidder of bidders.keys()) {
    // Some wait for the last minute, as people do.
    const lateMs = lengthMs - random.whole(10, 90) * SECOND_MS
    const turnMs = random.chance(0.15) ? Math.max(lateMs, 0) : Math.floor(random.share() * lengthMs * 0.9)
    context.schedule(started.startMs + turnMs, { type: 'bidderTurn', entryId, bidder, turn: 0 })
  }
}

function chooseBidders(context: SandboxContext, entry: EntryDocument): EntryDocument['bidders'] {
  const random = context.random(`bidders:${entry.entryId}`)
  const hasReserve = entry.reservePriceFen > entry.startPriceFen
  const worthFen = hasReserve ? entry.reservePriceFen / RESERVE_SHARE : entry.startPriceFen / START_SHARE
  const count = random.chance(0.05) ? 0 : random.whole(2, 8)
  const buyers = new Set(Array.from({ length: count }, () => random.whole(0, BUYER_COUNT - 1)))
  return [...buyers].map((buyer) => {
    // What a unit is worth to a buyer lies around its price: the sum of two draws makes the middle likely.
    const opinion = 0.78 + 0.17 * (random.share() + random.share())
    return { buyer, limitFen: Math.max(Math.floor((worthFen * opinion) / 100) * 100, 100) }
  })
}

/** A simulated bidder looks at the entry and bids, when the price is still below what the unit is worth to them. */
export function bidderTurn(context: SandboxContext, entryId: number, bidder: number, turn: number): void {
  const entry = context.store.get('entry', String(entryId))
  const person = entry?.bidders[bidder]
  if (entry?.status !== 'bidding' || !person || context.nowMs() >= entry.endMs) return
  const random = context.random(`turn:${entryId}:${bidder}:${turn}`)
  if (entry.mode === 'sealed') {
    const firstFen = Math.floor((person.limitFen * (0.9 + 0.1 * random.share())) / 100) * 100
    const amountFen = turn === 0 ? firstFen : person.limitFen
    if (isBidRefused(entry, person.buyer, amountFen) === null) recordBid(context, entry, person.buyer, amountFen)
    if (turn === 0 && random.chance(0.3)) nextTurn(context, entry, bidder, turn, random.share())
    return
  }
  const leastFen = leastBidFen(entry)
  if (leastFen > person.limitFen) return
  if (bestBid(entry.bids)?.buyer !== person.buyer) recordBid(context, entry, person.buyer, leastFen)
  nextTurn(context, entry, bidder, turn, random.share() * 0.4)
}

function nextTurn(context: SandboxContext, entry: EntryDocument, bidder: number, turn: number, share: number): void {
  const remainingMs = entry.endMs - context.nowMs()
  const delayMs = Math.max(20 * SECOND_MS, Math.floor(remainingMs * share))
  const { entryId } = entry
  context.schedule(context.nowMs() + delayMs, { type: 'bidderTurn', entryId, bidder, turn: turn + 1 })
}

/** Why a bid is refused, in Chinese, or null when it counts. */
export function isBidRefused(entry: EntryDocument, buyer: number, amountFen: number): string | null {
  if (entry.status !== 'bidding') return '商品不在竞拍中'
  if (amountFen < entry.startPriceFen) return '出价不能低于起拍价'
  const own = entry.bids.find((bid) => bid.buyer === buyer)
  if (entry.mode === 'sealed') return own && amountFen <= own.amountFen ? '暗拍只能提高自己的出价' : null
  if (bestBid(entry.bids)?.buyer === buyer) return '您已是当前最高出价'
  return amountFen < leastBidFen(entry) ? '出价低于最低加价幅度' : null
}

/** Writes a bid. In a sealed session it replaces the buyer's former one; a late one in an open session moves the end. */
export function recordBid(
  context: SandboxContext,
  entry: EntryDocument,
  buyer: number,
  amountFen: number,
): EntryDocument {
  const atMs = context.nowMs()
  const bid: BidDocument = { bidId: context.nextId('bid'), buyer, amountFen, atMs, type: entry.mode }
  if (entry.mode === 'sealed') {
    const others = entry.bids.filter((other) => other.buyer !== buyer)
    return change(context.store, 'entry', String(entry.entryId), entry, { bids: [...others, bid] })
  }
  const isLate = entry.endMs - atMs <= CLOCKS.lateBidMs
  return change(context.store, 'entry', String(entry.entryId), entry, {
    bids: [...entry.bids, bid],
    endMs: isLate ? Math.max(entry.endMs, atMs + CLOCKS.extensionMs) : entry.endMs,
    extensionCount: entry.extensionCount + (isLate ? 1 : 0),
    updatedMs: atMs,
  })
}

/** The time is up, unless a late bid has moved the end. */
export function endEntry(context: SandboxContext, entryId: number): void {
  const entry = context.store.get('entry', String(entryId))
  if (entry?.status !== 'bidding') return
  if (context.nowMs() < entry.endMs) context.schedule(entry.endMs, { type: 'entryEnd', entryId })
  else concludeBidding(context, entry)
}

/** The seller has not answered within the hour: the entry is unsold. */
export function endNegotiation(context: SandboxContext, entryId: number): void {
  const entry = context.store.get('entry', String(entryId))
  if (entry?.status === 'negotiating' && context.nowMs() >= entry.negotiateDeadlineMs) markUnsold(context, entry)
}

/** Answers what was bid, newest first; of a sealed session only after its close (docs/domain.md §5.6). */
export function listBids(context: SandboxContext, sellerId: number, request: { entry_id: number }): ListBidsData {
  const entry = ownEntry(context, sellerId, request.entry_id)
  const bids = biddingOf(entry)
  const revealed = areBidsRevealed(entry)
  const header = {
    revealed,
    start_price: entry.startPriceFen,
    reserve_price: entry.reservePriceFen,
    extension_count: entry.extensionCount,
  }
  if (!revealed) return { ...header, highest_price: null, buyer_count: null, bid_count: null, list: [] }
  const newestFirst = [...entry.bids].sort((a, b) => b.atMs - a.atMs || b.bidId - a.bidId)
  return {
    ...header,
    highest_price: bestBid(bids)?.amountFen ?? null,
    buyer_count: new Set(bids.map((bid) => bid.buyer)).size,
    bid_count: bids.length,
    list: newestFirst.map((bid) => bidOnWire(context, entry, bid)),
  }
}

function bidOnWire(context: SandboxContext, entry: EntryDocument, bid: BidDocument): Bid {
  return {
    bid_id: bid.bidId,
    bid_time: toSeconds(bid.atMs),
    buyer_masked: simulatedBuyer(context.seed, bid.buyer).masked,
    amount: bid.amountFen,
    type: bid.type,
    result: resultOf(entry, bid),
  }
}

function resultOf(entry: EntryDocument, bid: BidDocument): Bid['result'] {
  const negotiated = entry.bids.find((row) => row.type === 'negotiated')
  const isTop = (negotiated ?? bestBid(entry.bids))?.bidId === bid.bidId
  if (entry.status === 'bidding' || entry.status === 'negotiating') return isTop ? 'leading' : 'outbid'
  if (!isTop || entry.orderNo === null) return 'lost'
  return entry.status === 'defaulted' ? 'defaulted' : 'won'
}
