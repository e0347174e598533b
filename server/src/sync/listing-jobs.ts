import { id } from '@huanji/contract/shapes'
import { isMarketplaceFailure, MarketplaceRefused } from '@huanji/marketplace/client/errors'
import { isThrottled } from '@huanji/marketplace/protocol/errors'
import * as z from 'zod'
import { fetchEntry, fetchEntrySnapshot } from '../integration/marketplace/fetch.ts'
import type { EffectHandler, EffectHandlers, EffectJob, EffectServices } from '../jobs/effects.ts'
import { type EntryRow, insertEntry, lockEntry, moveEntry, setRemoteEntryId } from '../modules/auction/store.ts'
import { listingRefused, listingWithdrawn } from '../modules/listing/outcome.ts'
import { lockListing, moveListing, setListingFacts } from '../modules/listing/store.ts'
import { applyEntrySnapshot } from './auction-entry.ts'
import { ensureEntry, ensureProduct } from './product-upload.ts'
import { readProduct, readPublication, readRun } from './publication.ts'

const runPayload = z.object({ listingId: id, entryId: id })
const pricePayload = runPayload.extend({ newEntryId: id, startPriceFen: z.int(), reservePriceFen: z.int() })
const listingPayload = z.object({ listingId: id })

/** A refusal that waiting does not change. */
function refusalText(error: unknown): string | null {
  if (!(error instanceof MarketplaceRefused) || isThrottled(error.code, error.msg)) return null
  return error.msg
}

/**
 * Brings a listing to the marketplace: its product, then its entry in the session. Every step first looks whether an
 * earlier attempt, whose answer was lost, has done it: the platform has no idempotency keys (open platform §1.4).
 * The market's verdict comes later, by callback or by polling.
 */
async function publish(job: EffectJob, services: EffectServices, listingId: string, entryId: string): Promise<void> {
  const { db, clock } = services
  const publication = await db.tenant(job.merchantId, (tx) => readPublication(tx, listingId, entryId, clock.now()))
  if (publication === null) return
  const by = () => ({ who: 'marketplace' as const, now: clock.now() })
  try {
    const productId = await ensureProduct(publication, services)
    await db.tenant(job.merchantId, (tx) =>
      setListingFacts(tx, listingId, { productId: String(productId), failure: '' }, clock.now()),
    )
    const { remoteEntryId, wasThere } = await ensureEntry(publication, productId, services)
    await db.tenant(job.merchantId, (tx) => setRemoteEntryId(tx, entryId, String(remoteEntryId), clock.now()))
    // The market may have judged an entry of an earlier attempt long ago: nothing more would come of itself.
    if (wasThere) await catchUp(job, services, publication.sellerId, { entryId, remoteEntryId: String(remoteEntryId) })
  } catch (error) {
    const refusal = refusalText(error)
    if (refusal !== null) {
      await db.tenant(job.merchantId, (tx) => listingRefused(tx, listingId, `闲鱼拒绝发布：${refusal}`, by()))
      return
    }
    if (isMarketplaceFailure(error)) await noteWaiting(job, services, listingId)
    throw error
  }
}

async function catchUp(
  job: EffectJob,
  services: EffectServices,
  sellerId: number,
  ids: { readonly entryId: string; readonly remoteEntryId: string },
): Promise<void> {
  const snapshot = await fetchEntrySnapshot(services.marketplace, sellerId, ids)
  if (snapshot) await services.db.tenant(job.merchantId, (tx) => applyEntrySnapshot(tx, snapshot, services.clock.now()))
}

async function noteWaiting(job: EffectJob, services: EffectServices, listingId: string): Promise<void> {
  const failure = '闲鱼暂时无法连接，系统会自动重试'
  await services.db.tenant(job.merchantId, (tx) => setListingFacts(tx, listingId, { failure }, services.clock.now()))
}

const publishListing: EffectHandler = (job, services) => {
  const { listingId, entryId } = runPayload.parse(job.payload)
  return publish(job, services, listingId, entryId)
}

/** Takes an entry back at the marketplace; null when it is taken back (or was never there), else why it runs on. */
async function retract(entry: EntryRow, sellerId: number, services: EffectServices): Promise<string | null> {
  const remote = await fetchEntry(services.marketplace, sellerId, entry)
  if (remote === null || remote.status === 'withdrawn' || remote.status === 'rejected') return null
  try {
    await services.marketplace.withdrawEntry(sellerId, { entry_id: remote.entry_id })
    return null
  } catch (error) {
    const refusal = refusalText(error)
    if (refusal === null) throw error
    return refusal
  }
}

/** The market keeps an entry we wanted back: the listing is on sale again, says why, and takes over how the entry stands. */
async function keepRunning(job: EffectJob, services: EffectServices, run: KeptRun): Promise<void> {
  const snapshot = await fetchEntrySnapshot(services.marketplace, run.sellerId, run.entry)
  await services.db.tenant(job.merchantId, async (tx) => {
    const by = { who: 'marketplace' as const, now: services.clock.now(), note: run.failure }
    const listing = await lockListing(tx, run.listingId)
    if (listing?.state === 'off_shelf') await moveListing(tx, run.listingId, 'publish', by)
    if (listing?.state === 'off_shelf' || listing?.state === 'publishing') {
      await moveListing(tx, run.listingId, 'publishSucceeded', by, { failure: run.failure })
    }
    if (snapshot) await applyEntrySnapshot(tx, snapshot, by.now)
  })
}

interface KeptRun {
  readonly listingId: string
  readonly sellerId: number
  readonly entry: EntryRow
  readonly failure: string
}

const withdrawListing: EffectHandler = async (job, services) => {
  const { listingId, entryId } = runPayload.parse(job.payload)
  const { db, clock } = services
  const run = await db.tenant(job.merchantId, (tx) => readRun(tx, listingId, entryId))
  if (run === null) return
  const refusal = await retract(run.entry, run.sellerId, services)
  if (refusal !== null) {
    return keepRunning(job, services, { listingId, ...run, failure: `下架未成功：${refusal}` })
  }
  await db.tenant(job.merchantId, async (tx) => {
    const by = { who: 'marketplace' as const, now: clock.now(), note: '已撤回报名' }
    await lockListing(tx, listingId)
    const entry = await lockEntry(tx, entryId)
    if (entry?.state === 'scheduled') await moveEntry(tx, entryId, 'withdraw', by)
    await listingWithdrawn(tx, listingId, by)
  })
}

const changeListingPrice: EffectHandler = async (job, services) => {
  const { listingId, entryId, newEntryId, ...prices } = pricePayload.parse(job.payload)
  const { db, clock } = services
  const run = await db.tenant(job.merchantId, (tx) => readRun(tx, listingId, entryId))
  if (run !== null) {
    const refusal = await retract(run.entry, run.sellerId, services)
    if (refusal !== null) {
      return keepRunning(job, services, { listingId, ...run, failure: `改价未成功：${refusal}` })
    }
    await db.tenant(job.merchantId, async (tx) => {
      const now = clock.now()
      await lockListing(tx, listingId)
      const old = await lockEntry(tx, entryId)
      if (old?.state !== 'scheduled') return
      await moveEntry(tx, entryId, 'withdraw', { who: 'system', now, note: '改价，重新报名' })
      await insertEntry(tx, { entryId: newEntryId, listingId, session: old, ...prices, now })
      await setListingFacts(tx, listingId, { entryId: newEntryId }, now)
    })
  }
  await publish(job, services, listingId, newEntryId)
}

const removeListing: EffectHandler = async (job, services) => {
  const { listingId } = listingPayload.parse(job.payload)
  const found = await services.db.tenant(job.merchantId, (tx) => readProduct(tx, listingId))
  if (found === null) return
  try {
    await services.marketplace.deleteProduct(found.sellerId, { product_id: Number(found.productId) })
  } catch (error) {
    // The listing is gone here either way; a product that the marketplace keeps can be removed in its app.
    const refusal = refusalText(error)
    if (refusal === null) throw error
    services.log.warn({ listingId, refusal }, 'the marketplace keeps a product that was deleted here')
  }
}

/** What the outbox delivers for listings, all of one listing in the order they were asked for. */
export const listingEffects: EffectHandlers = {
  'listing.publish': publishListing,
  'listing.relist': publishListing,
  'listing.withdraw': withdrawListing,
  'listing.changePrice': changeListingPrice,
  'listing.remove': removeListing,
}
