import type { ParsedOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/features/listing/goods'
import { LISTING_STATES } from '@huanji/domain/states/listing'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { By } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import type { EntryRow } from '../auction/store.ts'
import { recordHistory } from '../history/store.ts'
import { inspectionsForListing, markListed } from '../inspection/commands.ts'
import { requireUsableShop } from '../shop/commands.ts'
import type { ListingAction } from './actions.ts'
import { type ListingOnRecord, listingOnRecord, operation } from './audit-entries.ts'
import { lockFor, type Operable } from './lock.ts'
import { changeFixedPrice, relistCurated, restock } from './operate-curated.ts'
import { costTogether, type RunMeasure, referenceOfLot, requireSanePrices } from './prices.ts'
import { requireOpenSession, startRun } from './publish.ts'
import { requestListing } from './request.ts'
import { holdUnitsAgain, type Listing, moveListing, touchListing, unitsOfListing } from './store.ts'

type Operation = ParsedOf<typeof goods.operate>
export type OperateRow = Operation['rows'][number]

type Operate = (tx: Tx, found: Operable, row: OperateRow, by: By) => Promise<void>

const takeOff: Operate = async (tx, { listing }, _row, by) => {
  await recordRequest(tx, listing, 'requestTakeOff', '申请下架', by)
  await requestListing(tx, listing.listingId, { want: 'off_shelf' }, by)
}

/** What new prices of a run are judged by: what its units are worth and cost together, and the run before. */
async function measureOf(tx: Tx, listingId: string, before: EntryRow | null, by: By): Promise<RunMeasure> {
  const units = await unitsOfListing(tx, listingId)
  const inspections = await inspectionsForListing(
    tx,
    units.map((unit) => unit.inspectionId),
  )
  const referenceFen = await referenceOfLot(tx, inspections, by)
  const beforeFen = before?.reservePriceFen ?? null
  return { referenceFen, costFen: costTogether(units), unitCount: units.length, beforeFen }
}

function requirePrices(row: OperateRow, entry: EntryRow | null) {
  const startPriceFen = row.startPriceFen ?? entry?.startPriceFen
  const reservePriceFen = row.reservePriceFen ?? entry?.reservePriceFen
  if (startPriceFen === undefined || reservePriceFen === undefined) {
    return refuse('PRICE_INVALID', { message: '请填写起拍价和保底价' }, { field: 'startPriceFen' })
  }
  return { startPriceFen, reservePriceFen, priceConfirmed: row.priceConfirmed }
}

const changePrice: Operate = async (tx, found, row, by) => {
  const { listing, entry } = found
  if (listing.channel === 'curated') {
    const request = await changeFixedPrice(tx, listing, row, by)
    await recordRequest(tx, listing, 'requestPrice', '申请改价', by)
    return requestListing(tx, listing.listingId, request, by)
  }
  const prices = requirePrices(row, entry)
  requireSanePrices(prices, await measureOf(tx, listing.listingId, entry, by), by)
  await recordRequest(tx, listing, 'requestPrice', '申请改价', by)
  const { startPriceFen, reservePriceFen } = prices
  const entryId = entry?.entryId ?? refuse('NOT_FOUND')
  const request = { want: 'change_price', entryId, newEntryId: newId(), startPriceFen, reservePriceFen } as const
  await requestListing(tx, listing.listingId, request, by)
}

/** Refuses PRICE_NEEDS_CONFIRMATION for an offer far below the reserve price, or at a loss. */
async function requireSaneOffer(tx: Tx, listingId: string, entry: EntryRow | null, row: OperateRow, by: By) {
  const offerFen = entry?.highestBidFen ?? null
  if (entry === null || offerFen === null) return
  const units = await unitsOfListing(tx, listingId)
  const prices = { startPriceFen: offerFen, reservePriceFen: offerFen, priceConfirmed: row.priceConfirmed }
  const measure = { costFen: costTogether(units), unitCount: units.length, beforeFen: entry.reservePriceFen }
  requireSanePrices(prices, { referenceFen: null, ...measure }, by, '成交价')
}

/** An answer to the offer below the reserve; the run ends as the marketplace takes it. */
const answerOffer =
  (want: 'offer_accepted' | 'offer_refused', label: string): Operate =>
  async (tx, { listing, entry }, row, by) => {
    const entryId = entry?.entryId ?? refuse('NOT_FOUND')
    if (want === 'offer_accepted') await requireSaneOffer(tx, listing.listingId, entry, row, by)
    await recordRequest(tx, listing, want === 'offer_accepted' ? 'requestAccept' : 'requestRefuse', label, by)
    await requestListing(tx, listing.listingId, { want, entryId }, by)
  }

/** Writes into the history what is asked of the marketplace, and makes a new version of the listing that waits for it. */
export async function recordRequest(
  tx: Tx,
  listing: Listing,
  action: string,
  actionLabel: string,
  by: By,
): Promise<void> {
  const { listingId, state } = listing
  await touchListing(tx, listingId, by.now)
  const where = { subject: LISTING_STATES.name, subjectId: listingId, fromState: state, toState: state }
  await recordHistory(tx, { ...where, who: by.who, action, actionLabel, now: by.now })
}

const relist: Operate = async (tx, { listing, entry: last }, row, by) => {
  if (listing.channel === 'curated') return relistCurated(tx, listing, row, by)
  if (row.scheduleDate === undefined || row.scheduleNumber === undefined) {
    return refuse('SESSION_CLOSED', {}, { field: 'scheduleNumber' })
  }
  await requireUsableShop(tx, listing.shopAccountId, 'auction', by.now)
  const session = await requireOpenSession(tx, row.scheduleDate, row.scheduleNumber, by.now)
  const prices = requirePrices(row, last)
  requireSanePrices(prices, await measureOf(tx, listing.listingId, last, by), by)
  const [taken] = await holdUnitsAgain(tx, listing.listingId)
  if (taken !== undefined) return refuse('UNIT_ALREADY_LISTED', { code: taken })
  const units = await unitsOfListing(tx, listing.listingId)
  const gone = units.find((unit) => unit.inspectionState !== 'listable')
  if (gone) refuse('UNIT_NOT_LISTABLE', { code: gone.barCode, state: '不可上架' })
  await startRun(tx, { listingId: listing.listingId, session, prices }, by)
  await markListed(
    tx,
    units.map((unit) => unit.inspectionId),
    by.who,
    by.now,
  )
}

/** What the marketplace never had is gone at once; anything else once the marketplace has let it go. */
const remove: Operate = async (tx, { listing }, _row, by) => {
  const { listingId, productId } = listing
  if (productId === '') {
    await moveListing(tx, listingId, 'delete', by)
    return
  }
  await recordRequest(tx, listing, 'requestDelete', '申请删除', by)
  await requestListing(tx, listingId, { want: 'deleted' }, by)
}

const OPERATIONS: Readonly<Record<Operation['action'], { readonly rule: ListingAction; readonly operate: Operate }>> = {
  off_shelf: { rule: 'takeOff', operate: takeOff },
  relist: { rule: 'relist', operate: relist },
  change_price: { rule: 'changePrice', operate: changePrice },
  restock: { rule: 'restock', operate: restock },
  accept_offer: { rule: 'acceptOffer', operate: answerOffer('offer_accepted', '申请同意议价') },
  refuse_offer: { rule: 'refuseOffer', operate: answerOffer('offer_refused', '申请拒绝议价') },
  delete: { rule: 'delete', operate: remove },
}

async function requireOnRecord(tx: Tx, listingId: string): Promise<ListingOnRecord> {
  return (await listingOnRecord(tx, listingId)) ?? refuse('NOT_FOUND', {}, { field: 'listingId' })
}

/**
 * Does one row of a bulk operation and gives its audit entry; refuses with the row's own reason, and the caller
 * undoes the row alone.
 */
export async function operateRow(tx: Tx, action: Operation['action'], row: OperateRow, by: By): Promise<AuditEntry> {
  const { rule, operate } = OPERATIONS[action]
  const found = await lockFor(tx, row, rule, by.now)
  const { listingId } = found.listing
  const before = await requireOnRecord(tx, listingId)
  await operate(tx, found, row, by)
  return operation({ action, row }, before, await requireOnRecord(tx, listingId))
}
