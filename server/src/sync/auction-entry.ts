import {
  AUCTION_ENTRY_STATES,
  type AuctionEntryAction,
  type AuctionEntryState,
} from '@huanji/domain/states/auction-entry'
import { legalPath } from '@huanji/domain/states/legal-path'
import type { Bid, Entry, EntryStatus } from '@huanji/marketplace/protocol/auction'
import type { Tx } from '../database/database.ts'
import type { EntrySnapshot } from '../integration/marketplace/fetch.ts'
import { momentOf, reachedMomentOf } from '../integration/marketplace/times.ts'
import {
  type BidRow,
  type EntryRow,
  findEntryByRemote,
  lockEntry,
  moveEntry,
  replaceBids,
  setEntryFigures,
  setRemoteEntryId,
} from '../modules/auction/store.ts'
import type { MovedBy } from '../modules/history/store.ts'
import { failureOfCode } from '../modules/listing/failures.ts'
import {
  listingAccepted,
  listingCameBack,
  listingRefused,
  listingWithdrawn,
  listingWon,
} from '../modules/listing/outcome.ts'
import { type ListingRequest, requestOfListing } from '../modules/listing/request.ts'
import { type Listing, lockListing } from '../modules/listing/store.ts'
import { raiseNotice } from '../modules/notice/raise.ts'
import { observeListing } from './requests/listing-answer.ts'

/** Whether a snapshot was taken over, or why not. */
export type SnapshotOutcome = 'taken' | 'older' | 'unknown'

/** A fixed price does not exist in sessions, and who wins by bidding has gone through the bidding. */
const NEVER_IMPLIED: readonly AuctionEntryAction[] = ['buyNow']

const BID_KINDS: Readonly<Record<Bid['type'], string>> = { open: '竞拍', sealed: '暗拍', negotiated: '议价' }
const BID_RESULTS: Readonly<Record<Bid['result'], string>> = {
  leading: '领先',
  outbid: '被超过',
  won: '中标',
  lost: '未中标',
  withdrawn: '撤回',
  defaulted: '违约',
}

/**
 * The moves that bring our entry to where the marketplace's stands, or null when ours is ahead of it. An entry that
 * came to an order was won first, whatever we heard of it.
 */
function entryPath(from: AuctionEntryState, status: EntryStatus, hasOrder: boolean): AuctionEntryAction[] | null {
  if (status === 'accepted' || status === 'rejected') return []
  const before = ['scheduled', 'bidding', 'negotiating'].includes(from)
  if (!hasOrder || !before) return legalPath(AUCTION_ENTRY_STATES, from, status, NEVER_IMPLIED)
  const toWon = legalPath(AUCTION_ENTRY_STATES, from, 'won', NEVER_IMPLIED)
  const onwards = legalPath(AUCTION_ENTRY_STATES, 'won', status, NEVER_IMPLIED)
  return toWon && onwards && [...toWon, ...onwards]
}

function bidRows(entry: Entry, bids: readonly Bid[]): BidRow[] {
  const oldestFirst = [...bids].sort((a, b) => a.bid_time - b.bid_time || a.bid_id - b.bid_id)
  return oldestFirst.map((bid, index) => ({
    sequence: index + 1,
    at: reachedMomentOf(bid.bid_time),
    bidder: bid.buyer_masked,
    amountFen: bid.amount,
    round: `${entry.schedule_date} 第${entry.schedule_number}场`,
    kind: BID_KINDS[bid.type],
    result: BID_RESULTS[bid.result],
  }))
}

async function takeFigures(tx: Tx, mine: EntryRow, { entry, bids }: EntrySnapshot, now: Date): Promise<void> {
  await setEntryFigures(
    tx,
    mine.entryId,
    {
      bidCount: bids?.bid_count ?? entry.bid_count ?? mine.bidCount,
      bidderCount: bids?.buyer_count ?? entry.buyer_count ?? mine.bidderCount,
      extensionCount: entry.extension_count,
      highestBidFen: bids?.highest_price ?? entry.current_price ?? mine.highestBidFen,
      endsAt: reachedMomentOf(entry.end_time),
      offerExpiresAt: momentOf(entry.negotiate_deadline),
      remoteModifiedAt: reachedMomentOf(entry.modify_time),
    },
    now,
  )
  if (bids) await replaceBids(tx, mine.entryId, bidRows(entry, bids.list))
}

/** The move of a listing that follows from its entry's new state. */
async function tellListing(tx: Tx, mine: EntryRow, state: AuctionEntryState, entry: Entry, by: MovedBy): Promise<void> {
  const { listingId } = mine
  await listingAccepted(tx, listingId, entry.item_id === null ? '' : String(entry.item_id), by)
  if (state === 'won') await listingWon(tx, listingId, by)
  if (state === 'unsold') await listingCameBack(tx, listingId, { ...by, note: '流拍' })
  if (state === 'defaulted') await listingCameBack(tx, listingId, { ...by, note: '买家违约' })
  if (state === 'withdrawn') await listingWithdrawn(tx, listingId, { ...by, note: '报名已撤回' })
  // An entry closed with an order belongs to the order's snapshot, which knows whether the units have left.
  if (state === 'closed' && entry.order_no === null) await listingCameBack(tx, listingId, { ...by, note: '场次取消' })
}

/**
 * Tells of an offer below the reserve, which has to be answered within the hour, and of one that ran out: nobody here has
 * refused it.
 */
async function tellOfOffer(
  tx: Tx,
  { channel, listingId, modelName, title }: Listing,
  { entryId, negotiate_deadline: deadline }: { readonly entryId: string } & Pick<Entry, 'negotiate_deadline'>,
  last: AuctionEntryAction | undefined,
  now: Date,
): Promise<void> {
  const about = { channel, subjectId: listingId, source: entryId, label: modelName || title } as const
  const dueAt = momentOf(deadline)
  const isOpen = dueAt !== null && Date.parse(dueAt) > now.getTime()
  if (last === 'missReserve' && isOpen) {
    return raiseNotice(
      tx,
      { ...about, kind: 'offerWaiting', dueAt, detail: '有低于保底价的报价，超时未答复即流拍' },
      now,
    )
  }
  if (last !== 'letOfferLapse') return
  const request = (await requestOfListing(tx, listingId))?.desired as ListingRequest | undefined
  const isRefused = request?.want === 'offer_refused' && request.entryId === entryId
  if (!isRefused)
    await raiseNotice(tx, { ...about, kind: 'offerLapsed', detail: '超时未答复，本场流拍，可重新上架' }, now)
}

/**
 * Takes over how an entry stands at the marketplace: figures, offers, state, and what follows for its listing.
 * The same snapshot twice changes nothing; one that is older than what we have is left out; states that we missed are gone
 * through, each with its line in the history. Locks the listing first, then the entry.
 */
export async function applyEntrySnapshot(tx: Tx, snapshot: EntrySnapshot, now: Date): Promise<SnapshotOutcome> {
  const { entry } = snapshot
  const remoteEntryId = String(entry.entry_id)
  const found = await findEntryByRemote(tx, remoteEntryId, entry.out_id)
  if (!found) return 'unknown'
  const listing = await lockListing(tx, found.listingId)
  const mine = await lockEntry(tx, found.entryId)
  if (!listing || !mine) return 'unknown'
  if (mine.remoteEntryId !== '' && mine.remoteEntryId !== remoteEntryId) return 'unknown'
  if (mine.remoteModifiedAt !== null && reachedMomentOf(entry.modify_time) < mine.remoteModifiedAt) return 'older'
  if (mine.remoteEntryId === '') await setRemoteEntryId(tx, mine.entryId, remoteEntryId, now)
  const by = { who: 'marketplace' as const, now }
  if (entry.status === 'rejected') {
    await listingRefused(tx, mine.listingId, failureOfCode(entry.err_code ?? '', entry.err_msg ?? ''), by)
    await observeListing(tx, mine.listingId, now)
    return 'taken'
  }
  const path = entryPath(mine.state, entry.status, entry.order_no !== null)
  if (path === null) return 'older'
  await takeFigures(tx, mine, snapshot, now)
  if (entry.status === 'accepted') return 'taken'
  let state = mine.state
  for (const action of path) state = await moveEntry(tx, mine.entryId, action, by)
  // A listing goes by its latest run only: an older one that is over says nothing about it any more.
  if (listing.entryId === mine.entryId && (path.length > 0 || listing.state === 'publishing')) {
    await tellListing(tx, mine, state, entry, by)
    await tellOfOffer(tx, listing, { ...entry, entryId: mine.entryId }, path.at(-1), now)
  }
  await observeListing(tx, mine.listingId, now)
  return 'taken'
}
