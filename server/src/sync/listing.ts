import { id } from '@huanji/contract/shapes'
import type { Channel } from '@huanji/domain/channel'
import { isMarketplaceFailure, MarketplaceRefused } from '@huanji/marketplace/client/errors'
import { PRODUCT_STATUS } from '@huanji/marketplace/protocol/products'
import { wordsOfRefusal } from '@huanji/marketplace/protocol/refusal-words'
import * as z from 'zod'
import { fetchEntry, fetchEntrySnapshot } from '../integration/marketplace/fetch.ts'
import type { JobHandler, JobServices } from '../jobs/job.ts'
import { type EntryRow, insertEntry, lockEntry, moveEntry, setRemoteEntryId } from '../modules/auction/store.ts'
import { recordDesiredProblem, settleDesiredState } from '../modules/desired-state/store.ts'
import {
  type DesiredListing,
  desiredListing,
  desiredListingOf,
  isEdit,
  isRunPriceChange,
  type RunPriceChange,
} from '../modules/listing/desired.ts'
import { type KeptFailure, NO_ADDRESS, NO_PHOTOS, ownFailure, REFUSED } from '../modules/listing/failures.ts'
import { listingDeleted, listingRefused, listingWithdrawn } from '../modules/listing/outcome.ts'
import { findListing, lockListing, moveListing, setListingFacts } from '../modules/listing/store.ts'
import { merchantRow } from '../modules/tenant/store.ts'
import { applyEntrySnapshot } from './auction-entry.ts'
import { editGoods, publishGoods, takeGoodsOff } from './goods.ts'
import { observeListing } from './observed-listing.ts'
import { auctionOffer, ensureEntry, ensureProduct } from './product-upload.ts'
import { readPublication } from './publication.ts'
import { finalRefusal, isBusy, isUnknownThere, MARKETPLACE_AWAY } from './refusals.ts'
import { refuseRequest } from './refusing.ts'

/** One look at a listing for the sake of one request. */
interface Reconciling {
  readonly merchantId: string
  readonly sellerId: number
  readonly listingId: string
  readonly generation: number
  /** ISO 8601 */
  readonly requestedAt: string
  readonly services: JobServices
}

const keyOf = ({ listingId }: Reconciling) => ({ subject: 'listing', subjectId: listingId }) as const

const inTenant = <T>({ services, merchantId }: Reconciling, work: Parameters<typeof services.db.tenant<T>>[1]) =>
  services.db.tenant(merchantId, work)

/** The request will not come true: the row says why, and takes over how the run stands at the marketplace. */
async function refuseWanted(at: Reconciling, entry: EntryRow | null, problem: string): Promise<void> {
  const { marketplace, clock } = at.services
  const snapshot = entry && (await fetchEntrySnapshot(marketplace, at.sellerId, entry))
  await inTenant(at, async (tx) => {
    if (snapshot) await applyEntrySnapshot(tx, snapshot, clock.now())
    await refuseRequest(tx, { ...keyOf(at), generation: at.generation }, problem, clock.now())
  })
}

/**
 * Brings a run to the marketplace: its product, then its entry in the session. Every step first looks whether an
 * earlier attempt, whose answer was lost, has done it: the platform has no idempotency keys. The market's verdict comes
 * later, by callback or by polling, and answers the request.
 */
async function publish(at: Reconciling, entryId: string): Promise<void> {
  const { clock } = at.services
  const publication = await inTenant(at, (tx) => readPublication(tx, at.listingId, entryId, clock.now()))
  if (publication === null) return inTenant(at, (tx) => observeListing(tx, at.listingId, clock.now()))
  try {
    const productId = await ensureProduct(publication, auctionOffer(publication), at.services)
    await inTenant(at, (tx) => setListingFacts(tx, at.listingId, { productId: String(productId) }, clock.now()))
    const { remoteEntryId, wasThere } = await ensureEntry(publication, productId, at.services)
    await inTenant(at, async (tx) => {
      await setRemoteEntryId(tx, entryId, String(remoteEntryId), clock.now())
      await recordDesiredProblem(tx, keyOf(at), at.generation, '')
    })
    // The market may have judged an entry of an earlier attempt long ago: nothing more would come of itself.
    if (wasThere) await catchUp(at, { entryId, remoteEntryId: String(remoteEntryId) })
  } catch (error) {
    const refusal = finalRefusal(error)
    if (refusal === null) throw error
    await inTenant(at, async (tx) => {
      const by = { who: 'marketplace', now: clock.now() } as const
      await listingRefused(tx, at.listingId, refusedBecause(refusal), by)
      await observeListing(tx, at.listingId, by.now)
    })
  }
}

async function catchUp(at: Reconciling, ids: Pick<EntryRow, 'entryId' | 'remoteEntryId'>): Promise<void> {
  const { marketplace, clock } = at.services
  const snapshot = await fetchEntrySnapshot(marketplace, at.sellerId, ids)
  if (snapshot) await inTenant(at, (tx) => applyEntrySnapshot(tx, snapshot, clock.now()))
}

/** The run that a listing is in, when it can still be taken back; null when it is over. */
const scheduledEntry = (at: Reconciling, entryId: string | null): Promise<EntryRow | null> =>
  inTenant(at, async (tx) => {
    const entry = entryId === null ? null : await lockEntry(tx, entryId)
    return entry?.state === 'scheduled' ? entry : null
  })

/** Takes an entry back at the marketplace; null when it is taken back (or was never there), else why it runs on. */
async function retract(at: Reconciling, entry: EntryRow): Promise<string | null> {
  const { marketplace } = at.services
  const remote = await fetchEntry(marketplace, at.sellerId, entry)
  if (remote === null || remote.status === 'withdrawn' || remote.status === 'rejected') return null
  try {
    await marketplace.withdrawEntry(at.sellerId, { entry_id: remote.entry_id })
    return null
  } catch (error) {
    const refusal = finalRefusal(error)
    if (refusal === null) throw error
    return refusal
  }
}

async function takeOff(at: Reconciling): Promise<void> {
  const { clock } = at.services
  const listing = await inTenant(at, (tx) => findListing(tx, at.listingId))
  const entry = await scheduledEntry(at, listing?.entryId ?? null)
  const refusal = entry && (await retract(at, entry))
  if (entry && refusal) return refuseWanted(at, entry, `下架未成功：${refusal}`)
  // A run that began meanwhile is not taken back: how it stands answers the request.
  if (entry === null && listing?.entryId) await catchUp(at, { entryId: listing.entryId, remoteEntryId: '' })
  await inTenant(at, async (tx) => {
    const by = { who: 'marketplace', now: clock.now(), note: '已撤回报名' } as const
    await lockListing(tx, at.listingId)
    if (entry) {
      const now = await lockEntry(tx, entry.entryId)
      if (now?.state === 'scheduled') await moveEntry(tx, entry.entryId, 'withdraw', by)
      await listingWithdrawn(tx, at.listingId, by)
    }
    await observeListing(tx, at.listingId, by.now)
  })
}

/** A refusal of ours or of the marketplace, with the way to its cure where we know it. */
function refusedBecause(refusal: string): KeptFailure {
  const code = refusal.includes('实拍图') ? NO_PHOTOS : refusal.includes('发货地址') ? NO_ADDRESS : REFUSED
  return ownFailure(code, `闲鱼拒绝发布：${refusal}`)
}

/**
 * Answers an offer below the reserve. The market's own record of the run says what became of it: somebody else's answer,
 * or none within its hour.
 */
async function answerOffer(at: Reconciling, entryId: string, isAccepted: boolean): Promise<void> {
  const { marketplace, clock } = at.services
  const entry = await inTenant(at, (tx) => lockEntry(tx, entryId))
  const remote = entry && (await fetchEntry(marketplace, at.sellerId, entry))
  if (!entry || !remote) return
  if (remote.status === 'negotiating') {
    try {
      const action = isAccepted ? 'accept' : 'decline'
      await marketplace.negotiateEntry(at.sellerId, { entry_id: remote.entry_id, action })
    } catch (error) {
      const refusal = finalRefusal(error)
      if (refusal === null) throw error
      const still = await fetchEntry(marketplace, at.sellerId, entry)
      if (still?.status === 'negotiating') return refuseWanted(at, entry, `答复议价未成功：${refusal}`)
    }
  }
  await catchUp(at, entry)
  await inTenant(at, (tx) => observeListing(tx, at.listingId, clock.now()))
}

/**
 * Other prices: the market has no call that changes one, so the run is taken back and entered anew. Ours follows once
 * the market has let the old one go, so that the record never runs ahead of it.
 */
async function changePrice(at: Reconciling, wanted: RunPriceChange): Promise<void> {
  const { clock } = at.services
  const old = await scheduledEntry(at, wanted.entryId)
  const refusal = old && (await retract(at, old))
  if (old && refusal) return refuseWanted(at, old, `改价未成功：${refusal}`)
  const isReplaced = await inTenant(at, async (tx) => {
    const by = { who: 'system', now: clock.now(), note: '改价，重新报名' } as const
    const listing = await lockListing(tx, at.listingId)
    if (listing?.entryId === wanted.newEntryId) return true
    const run = await lockEntry(tx, wanted.entryId)
    if (listing?.entryId !== wanted.entryId || run?.state !== 'scheduled') return false
    await moveEntry(tx, run.entryId, 'withdraw', by)
    const { newEntryId: entryId, startPriceFen, reservePriceFen } = wanted
    await insertEntry(tx, {
      entryId,
      listingId: at.listingId,
      session: run,
      startPriceFen,
      reservePriceFen,
      now: by.now,
    })
    await moveListing(tx, at.listingId, 'takeOff', by, { failure: null })
    await moveListing(tx, at.listingId, 'publish', by)
    await setListingFacts(tx, at.listingId, { entryId }, by.now)
    return true
  })
  if (isReplaced) return publish(at, wanted.newEntryId)
  await refuseWanted(at, null, '改价未成功：场次已开始或已结束')
}

/** Why the marketplace keeps a product that was to go; null where it is gone, by now or long ago. */
async function deleteRemote(at: Reconciling, productId: number): Promise<string | null> {
  const { marketplace } = at.services
  try {
    await marketplace.deleteProduct(at.sellerId, { product_id: productId })
    return null
  } catch (error) {
    // an earlier attempt, whose answer was lost, has deleted it
    if (isUnknownThere(error)) return null
    const refusal = finalRefusal(error)
    if (refusal !== null) return refusal
    if (!(error instanceof MarketplaceRefused) || !isBusy(error)) throw error
    // its words for goods on the shelf are those for goods on their way there: only the latter is worth waiting for
    const product = await marketplace.productDetail(at.sellerId, { product_id: productId })
    if (product.product_status === PRODUCT_STATUS.onSale) return wordsOfRefusal(error.code, error.msg)
    throw error
  }
}

/** Deletes goods at the marketplace, and then here: what the marketplace keeps stays here too, with its reason. */
async function remove(at: Reconciling): Promise<void> {
  const listing = await inTenant(at, (tx) => findListing(tx, at.listingId))
  const refusal = listing && listing.productId !== '' ? await deleteRemote(at, Number(listing.productId)) : null
  if (refusal !== null) return refuseWanted(at, null, `删除未成功：${refusal}`)
  await inTenant(at, async (tx) => {
    const by = { who: 'marketplace', now: at.services.clock.now(), note: '已在闲鱼删除' } as const
    await listingDeleted(tx, at.listingId, by)
    await settleDesiredState(tx, keyOf(at), at.generation, by.now)
  })
}

function doWhatIsWanted(at: Reconciling, desired: DesiredListing, channel: Channel): Promise<void> {
  const { services, merchantId, sellerId, ...request } = at
  const work = { services, seller: { merchantId, sellerId }, ...request }
  if (desired.want === 'deleted') return remove(at)
  if (desired.want === 'off_shelf') return channel === 'curated' ? takeGoodsOff(work) : takeOff(at)
  if (desired.want === 'on_sale') {
    return desired.entryId === undefined ? publishGoods(work) : publish(at, desired.entryId)
  }
  if (isRunPriceChange(desired)) return changePrice(at, desired)
  if (isEdit(desired)) return editGoods(work, desired)
  return answerOffer(at, desired.entryId, desired.want === 'offer_accepted')
}

/**
 * Brings the marketplace's side of a listing to what is wanted of it now: looks, does what is missing, and writes down
 * what is known. Any number of calls, late or doubled, come to the same. Without a pending request nothing is done.
 * @throws the marketplace client's errors while it cannot be reached; the request stands and says so
 */
export async function reconcileListing(services: JobServices, merchantId: string, listingId: string): Promise<void> {
  const { db } = services
  const { asked, merchant, listing } = await db.tenant(merchantId, async (tx) => ({
    asked: await desiredListingOf(tx, listingId),
    merchant: await merchantRow(tx),
    listing: await findListing(tx, listingId),
  }))
  if (asked?.state !== 'pending' || !merchant || !listing) return
  const { generation, requestedAt } = asked
  const at = { merchantId, sellerId: merchant.sellerId, listingId, generation, requestedAt, services }
  try {
    await doWhatIsWanted(at, desiredListing.parse(asked.desired), listing.channel)
  } catch (error) {
    if (isMarketplaceFailure(error)) {
      await db.tenant(merchantId, (tx) => recordDesiredProblem(tx, keyOf(at), generation, MARKETPLACE_AWAY))
    }
    throw error
  }
}

const payload = z.object({ subjectId: id })

/** The job that a request for a listing wakes. */
export const reconcileListingJob: JobHandler = (job, services) =>
  reconcileListing(services, job.merchantId, payload.parse(job.payload).subjectId)
