import { fetchEntry, fetchEntrySnapshot } from '../integration/marketplace/fetch.ts'
import { type EntryRow, insertEntry, lockEntry, moveEntry, setRemoteEntryId } from '../modules/auction/store.ts'
import { type KeptFailure, NO_ADDRESS, NO_PHOTOS, ownFailure, REFUSED } from '../modules/listing/failures.ts'
import { listingRefused, listingWithdrawn } from '../modules/listing/outcome.ts'
import type { RunPriceChange } from '../modules/listing/request.ts'
import { findListing, lockListing, moveListing, setListingFacts } from '../modules/listing/store.ts'
import { recordProblem } from '../modules/request/store.ts'
import { applyEntrySnapshot } from './auction-entry.ts'
import { auctionTerms, ensureEntry, readAuctionPublication } from './auction-publication.ts'
import { inTenant, listingKey, type RequestWork } from './listing-work.ts'
import { ensureProduct } from './product-upload.ts'
import { finalRefusal } from './refusals.ts'
import type { Answer } from './requests/kind.ts'
import { observeListing } from './requests/listing-answer.ts'

/** The request will not come true: how the run stands at the marketplace is taken over, and the answer says why. */
async function refused(at: RequestWork, entry: EntryRow | null, problem: string): Promise<Answer> {
  const { marketplace, clock } = at.services
  const snapshot = entry && (await fetchEntrySnapshot(marketplace, at.seller.sellerId, entry))
  if (snapshot) await inTenant(at, (tx) => applyEntrySnapshot(tx, snapshot, clock.now()))
  return { problem }
}

/**
 * Brings a run to the marketplace: its product, then its entry in the session. Every step first looks whether an
 * earlier attempt, whose answer was lost, has done it: the platform has no idempotency keys. The market's verdict comes
 * later, by callback or by polling, and answers the request.
 */
export async function publishRun(at: RequestWork, entryId: string): Promise<void> {
  const { clock } = at.services
  const publication = await inTenant(at, (tx) => readAuctionPublication(tx, at.listingId, entryId, clock.now()))
  if (publication === null) return inTenant(at, (tx) => observeListing(tx, at.listingId, clock.now()))
  try {
    const productId = await ensureProduct(publication, auctionTerms(publication), at.services)
    await inTenant(at, (tx) => setListingFacts(tx, at.listingId, { productId: String(productId) }, clock.now()))
    const { remoteEntryId, wasThere } = await ensureEntry(publication, productId, at.services)
    await inTenant(at, async (tx) => {
      await setRemoteEntryId(tx, entryId, String(remoteEntryId), clock.now())
      await recordProblem(tx, listingKey(at), at.generation, '')
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

async function catchUp(at: RequestWork, ids: Pick<EntryRow, 'entryId' | 'remoteEntryId'>): Promise<void> {
  const { marketplace, clock } = at.services
  const snapshot = await fetchEntrySnapshot(marketplace, at.seller.sellerId, ids)
  if (snapshot) await inTenant(at, (tx) => applyEntrySnapshot(tx, snapshot, clock.now()))
}

/** The run that a listing is in, when it can still be taken back; null when it is over. */
const scheduledEntry = (at: RequestWork, entryId: string | null): Promise<EntryRow | null> =>
  inTenant(at, async (tx) => {
    const entry = entryId === null ? null : await lockEntry(tx, entryId)
    return entry?.state === 'scheduled' ? entry : null
  })

/** Takes an entry back at the marketplace; null when it is taken back (or was never there), else why it runs on. */
async function retract(at: RequestWork, entry: EntryRow): Promise<string | null> {
  const { marketplace } = at.services
  const remote = await fetchEntry(marketplace, at.seller.sellerId, entry)
  if (remote === null || remote.status === 'withdrawn' || remote.status === 'rejected') return null
  try {
    await marketplace.withdrawEntry(at.seller.sellerId, { entry_id: remote.entry_id })
    return null
  } catch (error) {
    const refusal = finalRefusal(error)
    if (refusal === null) throw error
    return refusal
  }
}

/** Takes the run of a listing back, where it has not begun. */
export async function takeRunOff(at: RequestWork): Promise<Answer | null> {
  const { clock } = at.services
  const listing = await inTenant(at, (tx) => findListing(tx, at.listingId))
  const entry = await scheduledEntry(at, listing?.entryId ?? null)
  const refusal = entry && (await retract(at, entry))
  if (entry && refusal) return refused(at, entry, `下架未成功：${refusal}`)
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
  return null
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
export async function answerOffer(at: RequestWork, entryId: string, isAccepted: boolean): Promise<Answer | null> {
  const { marketplace, clock } = at.services
  const entry = await inTenant(at, (tx) => lockEntry(tx, entryId))
  const remote = entry && (await fetchEntry(marketplace, at.seller.sellerId, entry))
  if (!entry || !remote) return null
  if (remote.status === 'negotiating') {
    try {
      const action = isAccepted ? 'accept' : 'decline'
      await marketplace.negotiateEntry(at.seller.sellerId, { entry_id: remote.entry_id, action })
    } catch (error) {
      const refusal = finalRefusal(error)
      if (refusal === null) throw error
      const still = await fetchEntry(marketplace, at.seller.sellerId, entry)
      if (still?.status === 'negotiating') return refused(at, entry, `答复议价未成功：${refusal}`)
    }
  }
  await catchUp(at, entry)
  await inTenant(at, (tx) => observeListing(tx, at.listingId, clock.now()))
  return null
}

/**
 * Other prices: the market has no call that changes one, so the run is taken back and entered anew. Ours follows once
 * the market has let the old one go, so that the record never runs ahead of it.
 */
export async function changeRunPrice(at: RequestWork, change: RunPriceChange): Promise<Answer | null> {
  const { clock } = at.services
  const old = await scheduledEntry(at, change.entryId)
  const refusal = old && (await retract(at, old))
  if (old && refusal) return refused(at, old, `改价未成功：${refusal}`)
  const isReplaced = await inTenant(at, async (tx) => {
    const by = { who: 'system', now: clock.now(), note: '改价，重新报名' } as const
    const listing = await lockListing(tx, at.listingId)
    if (listing?.entryId === change.newEntryId) return true
    const run = await lockEntry(tx, change.entryId)
    if (listing?.entryId !== change.entryId || run?.state !== 'scheduled') return false
    await moveEntry(tx, run.entryId, 'withdraw', by)
    const { newEntryId: entryId, startPriceFen, reservePriceFen } = change
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
  if (!isReplaced) return refused(at, null, '改价未成功：场次已开始或已结束')
  await publishRun(at, change.newEntryId)
  return null
}
