import type { MarketplaceClient } from '@huanji/marketplace/client/client'
import { MarketplaceRefused } from '@huanji/marketplace/client/errors'
import type { AuctionOrder, Entry, ListBidsData } from '@huanji/marketplace/protocol/auction'
import { PLATFORM_CODES } from '@huanji/marketplace/protocol/errors'
import { ORDER_TYPES, type Order } from '@huanji/marketplace/protocol/orders'

/** How an entry stands at the marketplace now; `bids` is null while a sealed session runs. */
export interface EntrySnapshot {
  readonly entry: Entry
  readonly bids: ListBidsData | null
}

/** How an order stands at the marketplace now; the auction's part is null for an order of another trade. */
export interface OrderSnapshot {
  readonly order: Order
  readonly auction: AuctionOrder | null
  readonly entrySnapshot: EntrySnapshot | null
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

/**
 * The order with what the auction market adds to it, or null when the marketplace does not have it for this seller.
 * Messages only say that something changed: what is taken over is always this (open platform §7).
 */
export async function fetchOrderSnapshot(
  client: MarketplaceClient,
  sellerId: number,
  orderNo: string,
): Promise<OrderSnapshot | null> {
  const order = await nullWhenMissing(client.orderDetail(sellerId, { order_no: orderNo }))
  if (order === null) return null
  if (order.order_type !== ORDER_TYPES.auction) return { order, auction: null, entrySnapshot: null }
  const auction = await nullWhenMissing(client.auctionOrderDetail(sellerId, { order_no: orderNo }))
  if (auction === null) return { order, auction: null, entrySnapshot: null }
  const remoteEntryId = String(auction.entry_id)
  const entrySnapshot = await fetchEntrySnapshot(client, sellerId, { entryId: '', remoteEntryId })
  return { order, auction, entrySnapshot }
}
