import type { Channel } from '@huanji/domain/channel'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { shopProblem } from './rules.ts'
import { findShop, useShop } from './store.ts'

/** A shop that may be sold through. */
export interface UsableShop {
  readonly shopAccountId: string
  readonly shopName: string
  /** How the marketplace names the shop when something is published for it. */
  readonly userName: string
  /** The merchant's number on the marketplace. */
  readonly sellerId: number
}

/**
 * The shop of this id, when it may be used on the channel now; it stays so until the transaction ends. Refuses NOT_FOUND for an id the merchant does not have,
 * SHOP_UNUSABLE naming the shop and the reason.
 */
export async function requireUsableShop(
  tx: Tx,
  shopAccountId: string,
  channel: Channel,
  now: Date,
): Promise<UsableShop> {
  await useShop(tx, shopAccountId)
  const shop = await findShop(tx, shopAccountId, now)
  if (!shop) return refuse('NOT_FOUND', {}, { field: 'shopAccountId' })
  const reason = shopProblem(shop, channel)
  if (reason !== null) return refuse('SHOP_UNUSABLE', { shop: shop.shopName, reason }, { field: 'shopAccountId' })
  const { shopName, userName, sellerId } = shop
  return { shopAccountId, shopName, userName, sellerId }
}
