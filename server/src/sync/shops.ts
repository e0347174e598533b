import { itemBizTypesOf, type Shop } from '@huanji/marketplace/protocol/shops'
import type { JobHandlers, JobServices } from '../jobs/job.ts'
import { registerSchedule } from '../jobs/schedules.ts'
import { SHOP_REFRESH } from '../modules/shop/jobs.ts'
import { type RemoteShop, saveShop, withdrawShopsExcept } from '../modules/shop/store.ts'
import { eachMerchant } from '../modules/tenant/each-merchant.ts'
import { merchantRow } from '../modules/tenant/store.ts'
import { newId } from '../platform/ids.ts'

const REFRESH_EVERY_SECONDS = 600

function remoteShop(shop: Shop): RemoteShop {
  return {
    authorizeId: shop.authorize_id,
    userIdentity: shop.user_identity,
    userName: shop.user_name,
    nick: shop.user_nick,
    shopName: shop.shop_name,
    authorisedUntil: new Date(shop.authorize_expires * 1000),
    isValid: shop.is_valid,
    isPro: shop.is_pro,
    depositEnough: shop.is_deposit_enough,
    itemBizTypes: itemBizTypesOf(shop),
  }
}

/**
 * Makes a merchant's shops what the marketplace says they are (docs/open-platform.md §2.1): new ones are added, one that it no
 * longer names counts as not authorised. Asks the network, so it opens its own transactions.
 * @throws the marketplace client's errors; nothing is changed then
 */
export async function refreshShops(services: JobServices, merchantId: string): Promise<void> {
  const { db, clock, marketplace } = services
  const merchant = await db.tenant(merchantId, merchantRow)
  if (!merchant) return
  const now = clock.now()
  const { list } = await marketplace.listShops(merchant.sellerId)
  const shops = list.map(remoteShop)
  await db.tenant(merchantId, async (tx) => {
    for (const shop of shops) await saveShop(tx, newId(), shop, now)
    await withdrawShopsExcept(
      tx,
      shops.map(({ authorizeId }) => authorizeId),
      now,
    )
  })
}

export const shopJobs: JobHandlers = {
  [SHOP_REFRESH]: ({ merchantId }, services) => refreshShops(services, merchantId),
}

/** Authorisations change outside this product and no push tells of them, so they are asked for again and again. */
export const shopSchedules = [
  registerSchedule('shop.refresh', REFRESH_EVERY_SECONDS, (services) =>
    eachMerchant(services.db, async ({ merchantId }) => {
      try {
        await refreshShops(services, merchantId)
      } catch (error) {
        services.log.warn({ err: error, merchantId }, 'the shops of a merchant could not be refreshed')
      }
    }),
  ),
]
