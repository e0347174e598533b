import type { ListingState } from '@huanji/domain/states/listing'
import type { OrderState } from '@huanji/domain/states/order'
import type { Tx } from '../../database/database.ts'
import { anyOf, db } from '../../database/query.ts'
import type { Hanging } from './actions.ts'

/** Goods that buyers see or have bought without paying yet. */
const LIVE_STATES: readonly ListingState[] = ['publishing', 'on_sale', 'sold_out']

/** Orders that are not over. */
const OPEN_STATES: readonly OrderState[] = ['awaiting_payment', 'awaiting_shipment', 'shipped']

/** So many are named in a refusal. */
const NAMED = 3

const liveListings = (tx: Tx, shopIds: readonly string[]) =>
  db
    .selectFrom('listing')
    .where('merchantId', '=', tx.merchantId)
    .where('shopAccountId', '=', anyOf(shopIds))
    .where('state', '=', anyOf(LIVE_STATES))

const openOrders = (tx: Tx, shopIds: readonly string[]) =>
  db
    .selectFrom('saleOrder')
    .where('merchantId', '=', tx.merchantId)
    .where('shopAccountId', '=', anyOf(shopIds))
    // as the index has it
    .where('state', 'in', OPEN_STATES)

/** What hangs on a shop, with the first of each by name. */
export async function hangingOn(tx: Tx, shopId: string): Promise<{ listings: Hanging; orders: Hanging }> {
  const counted = (await hangingOnEach(tx, [shopId])).get(shopId)
  const goods = await tx.rows(liveListings(tx, [shopId]).orderBy('createdAt', 'desc').limit(NAMED).select('title'))
  const orders = await tx.rows(openOrders(tx, [shopId]).orderBy('orderedAt', 'desc').limit(NAMED).select('orderNo'))
  return {
    listings: { count: counted?.listings ?? 0, names: goods.map(({ title }) => title) },
    orders: { count: counted?.orders ?? 0, names: orders.map(({ orderNo }) => orderNo) },
  }
}

/** How much hangs on each shop, by the shop's id; a shop without any has no entry. */
export async function hangingOnEach(
  tx: Tx,
  shopIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly listings: number; readonly orders: number }>> {
  const [listings, orders] = await Promise.all([
    tx.rows(
      liveListings(tx, shopIds)
        .groupBy('shopAccountId')
        .select(({ fn }) => ['shopAccountId', fn.countAll<number>().as('count')]),
    ),
    tx.rows(
      openOrders(tx, shopIds)
        .groupBy('shopAccountId')
        .select(({ fn }) => ['shopAccountId', fn.countAll<number>().as('count')]),
    ),
  ])
  const found = new Map<string, { listings: number; orders: number }>()
  const of = (shopId: string) => found.get(shopId) ?? { listings: 0, orders: 0 }
  for (const { shopAccountId, count } of listings) found.set(shopAccountId, { ...of(shopAccountId), listings: count })
  for (const { shopAccountId, count } of orders) found.set(shopAccountId, { ...of(shopAccountId), orders: count })
  return found
}

/** Those of the shops whose unsold goods are listed again by themselves. */
export async function shopsWithRepost(tx: Tx, shopIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.rows(
    db
      .selectFrom('shopRepost')
      .where('merchantId', '=', tx.merchantId)
      .where('shopAccountId', '=', anyOf(shopIds))
      .where('enabled', '=', true)
      .select('shopAccountId'),
  )
  return new Set(rows.map(({ shopAccountId }) => shopAccountId))
}
