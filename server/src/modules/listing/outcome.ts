import { AUCTION_ENTRY_STATES } from '@huanji/domain/states/auction-entry'
import { legalPath } from '@huanji/domain/states/legal-path'
import { LISTING_STATES, type ListingAction, type ListingState } from '@huanji/domain/states/listing'
import { allowedActions } from '@huanji/domain/states/transition'
import type { Tx } from '../../database/database.ts'
import { lockEntry, moveEntry } from '../auction/store.ts'
import type { MovedBy } from '../history/store.ts'
import { markListed, markReleased, markSold, markUnlisted } from '../inspection/commands.ts'
import { clearRetakes } from '../inspection/retake-store.ts'
import { raiseNotice } from '../notice/raise.ts'
import type { KeptFailure } from './failures.ts'
import { keepsStock, requestStock } from './stock.ts'
import { freeUnits, type Listing, lockListing, moveListing, setListingFacts, unitsOfListing } from './store.ts'

/** Moves that only make sense when somebody asked for them: a sale never implies them. */
const NEVER_IMPLIED: readonly ListingAction[] = ['edit', 'delete', 'publishFailed']

async function walkListing(tx: Tx, listingId: string, target: ListingState, by: MovedBy): Promise<boolean> {
  const listing = await lockListing(tx, listingId)
  if (!listing) return false
  const path = legalPath(LISTING_STATES, listing.state, target, NEVER_IMPLIED)
  for (const action of path ?? []) await moveListing(tx, listingId, action, by)
  return path !== null
}

/** The marketplace took the listing: it is on sale. A listing that is past that already stays where it is. */
export async function listingAccepted(tx: Tx, listingId: string, itemId: string, by: MovedBy): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (!listing) return
  if (itemId !== '' && listing.itemId !== itemId) await setListingFacts(tx, listingId, { itemId }, by.now)
  if (listing.state !== 'publishing') return
  await moveListing(tx, listingId, 'publishSucceeded', by, { failure: null })
  const units = await unitsOfListing(tx, listingId)
  await clearRetakes(
    tx,
    units.map(({ inspectionId }) => inspectionId),
  )
}

/**
 * The marketplace refused the listing: it says why, its run is over, and its units are free again.
 * A listing that is not being published stays where it is.
 */
export async function listingRefused(tx: Tx, listingId: string, failure: KeptFailure, by: MovedBy): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (listing?.state !== 'publishing') return
  const told = { ...by, note: failure.message }
  await endEntry(tx, listing.entryId, told)
  await moveListing(tx, listingId, 'publishFailed', told, { failure })
  const { channel, modelName, title } = listing
  const source = `${listingId}:${by.now.toISOString()}`
  const about = { kind: 'publicationFailed', channel, source, subjectId: listingId } as const
  await raiseNotice(tx, { ...about, label: modelName || title, detail: failure.message }, by.now)
  if (listing.channel === 'curated') return requestStock(tx, listingId, by.now)
  await releaseUnits(tx, listingId, { ...by, note: '发布失败' })
}

async function endEntry(tx: Tx, entryId: string | null, by: MovedBy): Promise<void> {
  const entry = entryId === null ? null : await lockEntry(tx, entryId)
  if (entry && allowedActions(AUCTION_ENTRY_STATES, entry.state).includes('cancel')) {
    await moveEntry(tx, entry.entryId, 'cancel', by)
  }
}

/** Somebody won the auction, or bought at the fixed price: of a single phone nothing is left to sell. */
export async function listingWon(tx: Tx, listingId: string, by: MovedBy): Promise<void> {
  if (await keepsStock(tx, listingId)) return requestStock(tx, listingId, by.now)
  await walkListing(tx, listingId, 'sold_out', by)
}

/** Goods of one phone, or one lot, were bought: they lead to their order from now on, paid or not. */
export function listingOrdered(tx: Tx, listingId: string, orderId: string, now: Date): Promise<void> {
  return setListingFacts(tx, listingId, { orderId }, now)
}

/**
 * The winner paid: the listing is off the shelf for good and its inspections are sold. A fixed price stands as long as
 * there is stock: a single phone that was paid is sold, what is picked from stock is sold when it is picked.
 */
export async function listingPaid(tx: Tx, listingId: string, orderId: string, by: MovedBy): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (listing?.channel === 'curated') {
    if (listing.kind === 'single') {
      await setListingFacts(tx, listingId, { orderId }, by.now)
      await markHeldSold(tx, listingId, by)
    }
    return requestStock(tx, listingId, by.now)
  }
  await walkListing(tx, listingId, 'sold_off_shelf', by)
  await setListingFacts(tx, listingId, { orderId }, by.now)
  await markHeldSold(tx, listingId, by)
}

async function markHeldSold(tx: Tx, listingId: string, by: MovedBy): Promise<void> {
  const held = (await unitsOfListing(tx, listingId)).filter((unit) => unit.holding && unit.inspectionState === 'listed')
  await markSold(
    tx,
    held.map((unit) => unit.inspectionId),
    by.who,
    by.now,
  )
}

/**
 * The run ended without a sale, or the sale fell through before the units were shipped: the listing is off the
 * shelf, and its units can be offered again.
 */
export async function listingCameBack(tx: Tx, listingId: string, by: MovedBy): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (!listing) return
  if (listing.channel === 'curated') return stockCameBack(tx, listing, by)
  const target = listing.state === 'sold_off_shelf' ? 'off_shelf' : 'auto_off'
  if (listing.state !== 'off_shelf' && listing.state !== 'publish_failed') await walkListing(tx, listingId, target, by)
  await releaseUnits(tx, listingId, by)
}

/**
 * An order of a fixed price fell through before the phone was shipped. The marketplace puts its stock back by itself:
 * the phone stays with the listing, so that nothing else offers it, and what is shown is looked at again.
 */
async function stockCameBack(tx: Tx, listing: Listing, by: MovedBy): Promise<void> {
  const { listingId } = listing
  const held = (await unitsOfListing(tx, listingId)).filter((unit) => unit.holding && unit.inspectionState === 'sold')
  const ids = held.map((unit) => unit.inspectionId)
  if (listing.kind === 'single' && ids.length > 0) {
    await markReleased(tx, ids, by.who, by.now, by.note ?? '')
    const back = (await unitsOfListing(tx, listingId)).filter(({ inspectionId }) => ids.includes(inspectionId))
    const isFree = back.every(({ inspectionState }) => inspectionState === 'listable')
    if (isFree) await markListed(tx, ids, by.who, by.now)
    else await freeUnits(tx, listingId)
  }
  await requestStock(tx, listingId, by.now)
}

/** Goods with a fixed price were taken down at the marketplace: the listing is off the shelf by itself. */
export async function listingTakenDown(tx: Tx, listingId: string, by: MovedBy): Promise<void> {
  await walkListing(tx, listingId, 'auto_off', by)
}

/** The run was taken back: the listing is off the shelf by hand, and its units are free. */
export async function listingWithdrawn(tx: Tx, listingId: string, by: MovedBy): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (!listing) return
  const isShelved = ['publishing', 'on_sale'].includes(listing.state) || listing.channel === 'curated'
  if (isShelved) await walkListing(tx, listingId, 'off_shelf', by)
  if (listing.channel === 'curated') return requestStock(tx, listingId, by.now)
  await releaseUnits(tx, listingId, by)
}

/** The marketplace has let the goods go: the listing is gone here too. One that came back on sale meanwhile stays. */
export async function listingDeleted(tx: Tx, listingId: string, by: MovedBy): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (listing && allowedActions(LISTING_STATES, listing.state).includes('delete')) {
    await moveListing(tx, listingId, 'delete', by)
  }
}

async function releaseUnits(tx: Tx, listingId: string, by: MovedBy): Promise<void> {
  const held = (await unitsOfListing(tx, listingId)).filter((unit) => unit.holding)
  await freeUnits(tx, listingId)
  const ids = (state: string) => held.filter((unit) => unit.inspectionState === state).map((unit) => unit.inspectionId)
  await markUnlisted(tx, ids('listed'), by.who, by.now, by.note ?? '')
  await markReleased(tx, ids('sold'), by.who, by.now, by.note ?? '')
}
