import { MarketplaceRefused } from '@huanji/marketplace/client/errors'
import * as z from 'zod'
import type { JobAttempt, JobHandlers, JobServices } from '../jobs/job.ts'
import { registerSchedule } from '../jobs/schedules.ts'
import { SHOP_REFRESH, SHOP_RELEASE } from '../modules/shop/jobs.ts'
import { remoteShop } from '../modules/shop/remote-shop.ts'
import {
  claimShop,
  followAuthorization,
  type RemoteShop,
  releasedShops,
  saveShop,
  withdrawShopsExcept,
} from '../modules/shop/store.ts'
import { eachMerchant } from '../modules/tenant/each-merchant.ts'
import { merchantRow } from '../modules/tenant/store.ts'
import { newId } from '../platform/ids.ts'

const REFRESH_EVERY_SECONDS = 600

/** Each shop once: of several authorisations of one the one that is valid, and of those the one that lasts longest. */
function newestOfEach(shops: readonly RemoteShop[]): RemoteShop[] {
  const rank = ({ isValid, authorisedUntil }: RemoteShop) => (isValid ? 1 : 0) * 1e15 + authorisedUntil.getTime()
  const found = new Map<string, RemoteShop>()
  for (const shop of shops) {
    const other = found.get(shop.userIdentity)
    if (!other || rank(other) < rank(shop)) found.set(shop.userIdentity, shop)
  }
  return [...found.values()]
}

/**
 * Makes a merchant's shops what the marketplace says they are (docs/open-platform.md §2.1): new ones are added, one that it no
 * longer names counts as not authorised, and one that was unbound here stays so. Asks the network, so it opens its own transactions.
 * @throws the marketplace client's errors; nothing is changed then
 */
export async function refreshShops(services: JobServices, merchantId: string): Promise<void> {
  const { db, clock, marketplace } = services
  const merchant = await db.tenant(merchantId, merchantRow)
  if (!merchant) return
  const now = clock.now()
  const { list } = await marketplace.listShops(merchant.sellerId)
  const shops = newestOfEach(list.map(remoteShop))
  await db.tenant(merchantId, async (tx) => {
    for (const shop of shops) await followAuthorization(tx, shop)
    const released = new Set(await releasedShops(tx))
    for (const shop of shops) {
      // what was unbound here may be another merchant's by now, and what another merchant has bound is not ours
      const isOurs = released.has(shop.authorizeId) || (await claimShop(tx, shop.userIdentity))
      if (isOurs) await saveShop(tx, newId(), shop, now)
    }
    await withdrawShopsExcept(
      tx,
      shops.map(({ authorizeId }) => authorizeId),
      now,
    )
  })
}

const releasePayload = z.object({ authorizeId: z.int() })

/** Tells the marketplace that a shop is not run from here any more, unless it has been bound again meanwhile. */
async function endAuthorization({ merchantId, payload }: JobAttempt, services: JobServices): Promise<void> {
  const { db, log, marketplace } = services
  const { authorizeId } = releasePayload.parse(payload)
  const { merchant, released } = await db.tenant(merchantId, async (tx) => ({
    merchant: await merchantRow(tx),
    released: await releasedShops(tx),
  }))
  if (!merchant || !released.includes(authorizeId)) return
  try {
    await marketplace.cancelAuthorization(merchant.sellerId, { authorize_id: authorizeId })
  } catch (error) {
    // not every marketplace can be told; the authorisation then ends by itself, and is not used until then
    if (!(error instanceof MarketplaceRefused)) throw error
    log.info(
      { merchantId, authorizeId, refusal: error.msg },
      'the marketplace keeps the authorisation of an unbound shop',
    )
  }
}

export const shopJobs: JobHandlers = {
  [SHOP_REFRESH]: ({ merchantId }, services) => refreshShops(services, merchantId),
  [SHOP_RELEASE]: endAuthorization,
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
