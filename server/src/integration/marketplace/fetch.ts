import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import { MarketplaceRefused, MarketplaceUnavailable } from '@huanji/marketplace/client/errors'
import type { AuctionAftersale, AuctionOrder, Entry, ListBidsData } from '@huanji/marketplace/protocol/auction'
import { CALLS } from '@huanji/marketplace/protocol/calls'
import { PLATFORM_CODES } from '@huanji/marketplace/protocol/errors'
import type { Order } from '@huanji/marketplace/protocol/orders'
import type { Refund } from '@huanji/marketplace/protocol/refunds'

/** How an entry stands at the marketplace now; `bids` is null while a sealed session runs. */
export interface EntrySnapshot {
  readonly entry: Entry
  readonly bids: ListBidsData | null
}

/** What the auction market adds to an order: its own record of it, and the run it came of. */
export interface AuctionOrderFacts {
  readonly auction: AuctionOrder
  readonly entry: EntrySnapshot | null
}

/** The entry by the marketplace's number or, before we know that, by our own; null when it is not there. */
export async function fetchEntry(
  client: MarketplaceClient,
  sellerId: number,
  ids: { readonly entryId: string; readonly remoteEntryId: string },
): Promise<Entry | null> {
  const key = ids.remoteEntryId === '' ? { out_id: ids.entryId } : { entry_id: Number(ids.remoteEntryId) }
  const { list } = await client.queryEntries(sellerId, { ...key, page_size: 1 })
  return list[0] ?? null
}

/** The entry with its offers, or null when it is not there. */
export async function fetchEntrySnapshot(
  client: MarketplaceClient,
  sellerId: number,
  ids: { readonly entryId: string; readonly remoteEntryId: string },
): Promise<EntrySnapshot | null> {
  const entry = await fetchEntry(client, sellerId, ids)
  return entry === null ? null : withBids(client, sellerId, entry)
}

const BEFORE_BIDDING: readonly string[] = ['accepted', 'rejected', 'scheduled', 'withdrawn']

/** Adds the offers to an entry, where there can be any. */
export async function withBids(client: MarketplaceClient, sellerId: number, entry: Entry): Promise<EntrySnapshot> {
  if (BEFORE_BIDDING.includes(entry.status)) return { entry, bids: null }
  const bids = await client.listBids(sellerId, { entry_id: entry.entry_id })
  return { entry, bids: bids.revealed ? bids : null }
}

async function nullWhenMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof MarketplaceRefused && error.code === PLATFORM_CODES.notFound) return null
    throw error
  }
}

/** An order, or null when the marketplace does not have it for this seller. @throws the client's errors */
export const fetchOrder = (client: MarketplaceClient, sellerId: number, orderNo: string): Promise<Order | null> =>
  nullWhenMissing(client.orderDetail(sellerId, { order_no: orderNo }))

/** What the auction market adds to an order, or null when it has none of that number. @throws the client's errors */
export async function fetchAuctionOrder(
  client: MarketplaceClient,
  sellerId: number,
  orderNo: string,
): Promise<AuctionOrderFacts | null> {
  const auction = await nullWhenMissing(client.auctionOrderDetail(sellerId, { order_no: orderNo }))
  if (auction === null) return null
  const remoteEntryId = String(auction.entry_id)
  return { auction, entry: await fetchEntrySnapshot(client, sellerId, { entryId: '', remoteEntryId }) }
}

/** A case with its verdict; null where nobody was asked for one or it is not told, and on the curated channel. */
export interface FetchedRefund {
  readonly refund: Refund
  readonly aftersale: AuctionAftersale | null
}

/** How often a case is asked for again that changes while it is asked for. */
const TRIES = 3

/**
 * The case of an order, or null when it has none.
 * @throws the client's errors, also while case and verdict disagree: what is told then is not how the case stands
 */
export async function fetchRefund(
  client: MarketplaceClient,
  sellerId: number,
  orderNo: string,
): Promise<FetchedRefund | null> {
  const request = { order_no: orderNo }
  for (let attempt = 1; ; attempt += 1) {
    const refund = await nullWhenMissing(client.refundDetail(sellerId, request))
    if (refund === null) return null
    if (refund.verdict === undefined) return { refund, aftersale: null }
    const aftersale = await nullWhenMissing(client.auctionAftersaleDetail(sellerId, request))
    if (aftersale === null || aftersale.status === refund.verdict) return { refund, aftersale }
    if (attempt === TRIES) {
      const reason = `${orderNo} is ${aftersale.status}, and its case ${refund.verdict}`
      throw new MarketplaceUnavailable(CALLS.auctionAftersaleDetail.path, reason, false)
    }
  }
}

/** Every case of an order that the marketplace still tells of. @throws the client's errors */
export async function fetchRefundsOf(
  client: MarketplaceClient,
  sellerId: number,
  orderNo: string,
): Promise<readonly Refund[]> {
  const { list } = await client.listRefunds(sellerId, { order_no: orderNo })
  return list
}
