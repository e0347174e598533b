import type { shopRow } from '@huanji/contract/features/shop/rows'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import type { Actor } from '../../platform/actor.ts'
import { SHOP_ACTIONS } from './actions.ts'
import { hangingOnEach, shopsWithRepost } from './hanging-store.ts'
import { channelsOf, expiresInDays, isAdmitted } from './rules.ts'
import { findShop, type ShopRow } from './store.ts'

type Presented = z.output<typeof shopRow>

interface Reader {
  readonly tx: Tx
  readonly actor: Actor
  readonly now: Date
}

/** Shops as the screens show them, with what hangs on each. */
export async function presentShops({ tx, actor, now }: Reader, rows: readonly ShopRow[]): Promise<Presented[]> {
  const ids = rows.map((row) => row.shopAccountId)
  if (ids.length === 0) return []
  const [hanging, reposting] = await Promise.all([hangingOnEach(tx, ids), shopsWithRepost(tx, ids)])
  return rows.map((row) => {
    const { shopAccountId, itemBizTypes, isPro, isBound } = row
    const { listings = 0, orders = 0 } = hanging.get(shopAccountId) ?? {}
    const counted = (count: number) => ({ count, names: [] })
    const facts = {
      shopName: row.shopName,
      isBound,
      itemBizTypes,
      listings: counted(listings),
      orders: counted(orders),
    }
    return {
      shopAccountId,
      shopName: row.shopName,
      nick: row.nick,
      userName: row.userName,
      state: row.state,
      authorisedUntil: row.authorisedUntil,
      expiresInDays: expiresInDays(row, now),
      depositEnough: row.depositEnough,
      depositFen: row.depositFen,
      auctionAllowed: isAdmitted(itemBizTypes, 'auction'),
      curatedAllowed: isAdmitted(itemBizTypes, 'curated'),
      multiStockAllowed: isPro,
      channels: channelsOf(row),
      enabled: row.enabled,
      repost: { enabled: reposting.has(shopAccountId) },
      liveListings: listings,
      openOrders: orders,
      remark: row.remark,
      allowedActions: allowedActions(SHOP_ACTIONS, facts, actor),
      version: row.version,
    }
  })
}

/** One shop as it stands now. */
export async function presentShop(reader: Reader, shopAccountId: string): Promise<Presented> {
  const row = (await findShop(reader.tx, shopAccountId, reader.now)) ?? refuse('NOT_FOUND')
  const [shown] = await presentShops(reader, [row])
  return shown ?? refuse('NOT_FOUND')
}
