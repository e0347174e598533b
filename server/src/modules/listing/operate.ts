import type { ParsedOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/calls/goods'
import { LISTING_STATES, type ListingAction } from '@huanji/domain/states/listing'
import { nextState, stateLabel } from '@huanji/domain/states/transition'
import { formatShanghai } from '@huanji/domain/time'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { newId } from '../../platform/ids.ts'
import { type EntryRow, lockEntry } from '../auction/store.ts'
import { lastChangeOf, recordHistory } from '../history/store.ts'
import { inspectionsForListing, markListed } from '../inspection/commands.ts'
import { requireUsableShop } from '../shop/commands.ts'
import { type ListingOnRecord, listingOnRecord, operation } from './audit-entries.ts'
import { requestListing, requireNothingPending } from './desired.ts'
import { type By, referenceOf, requireOpenSession, requireSanePrices, startRun } from './publish.ts'
import { holdUnitsAgain, type Listing, lockListing, moveListing, touchListing, unitsOfListing } from './store.ts'

type Operation = ParsedOf<typeof goods.operate>
type OperateRow = Operation['rows'][number]

/** Refuses NOT_FOUND, and VERSION_CONFLICT with who and when for a row made from an older version. */
async function lockFor(tx: Tx, row: OperateRow): Promise<Listing> {
  const listing = await lockListing(tx, row.listingId)
  if (!listing) return refuse('NOT_FOUND', {}, { field: 'listingId' })
  if (row.version !== undefined && row.version !== listing.version) {
    const last = await lastChangeOf(tx, LISTING_STATES.name, listing.listingId)
    const when = formatShanghai(last?.at ?? listing.updatedAt)
    return refuse('VERSION_CONFLICT', { who: last?.who ?? '系统', when })
  }
  return listing
}

function requireAction(listing: Listing, action: ListingAction, label: string): void {
  if (nextState(LISTING_STATES, listing.state, action) !== null) return
  refuse('STATE_CHANGED', { state: stateLabel(LISTING_STATES, listing.state) ?? listing.state, action: label })
}

/** The run of a listing, when it can still be taken back: no bid, and before the cut-off. */
async function requireRetractable(tx: Tx, listing: Listing, label: string, now: Date): Promise<EntryRow> {
  const entry = listing.entryId === null ? null : await lockEntry(tx, listing.entryId)
  if (!entry) return refuse('STATE_CHANGED', { state: '未报名场次', action: label })
  if (entry.state !== 'scheduled' || Date.parse(entry.startsAt) <= now.getTime()) {
    return refuse('LISTING_HAS_BIDS', { action: label })
  }
  if (Date.parse(entry.cutOffAt) <= now.getTime()) {
    return refuse('MARKETPLACE_REFUSED', { message: `场次已截止报名，不能${label}，请等本场结束` })
  }
  return entry
}

async function takeOff(tx: Tx, row: OperateRow, by: By): Promise<void> {
  const listing = await lockFor(tx, row)
  requireAction(listing, 'takeOff', '下架')
  await requireNothingPending(tx, listing.listingId, '下架')
  await requireRetractable(tx, listing, '下架', by.now)
  await noteRequest(tx, listing, 'requestTakeOff', '申请下架', by)
  await requestListing(tx, listing.listingId, { want: 'off_shelf' }, by)
}

/** What the units of a listing are worth together, in fen, or null where one is not known. */
async function referenceOfListing(tx: Tx, listingId: string, now: Date): Promise<number | null> {
  const units = await unitsOfListing(tx, listingId)
  const inspections = await inspectionsForListing(
    tx,
    units.map((unit) => unit.inspectionId),
  )
  let sum = 0
  for (const unit of inspections) {
    const reference = referenceOf(unit, now)
    if (reference === null) return null
    sum += reference
  }
  return sum
}

function requirePrices(row: OperateRow, entry: EntryRow | null) {
  const startPriceFen = row.startPriceFen ?? entry?.startPriceFen
  const reservePriceFen = row.reservePriceFen ?? entry?.reservePriceFen
  if (startPriceFen === undefined || reservePriceFen === undefined) {
    return refuse('PRICE_INVALID', { message: '请填写起拍价和保底价' }, { field: 'startPriceFen' })
  }
  return { startPriceFen, reservePriceFen, priceConfirmed: row.priceConfirmed }
}

async function changePrice(tx: Tx, row: OperateRow, by: By): Promise<void> {
  const listing = await lockFor(tx, row)
  requireAction(listing, 'takeOff', '改价')
  await requireNothingPending(tx, listing.listingId, '改价')
  const entry = await requireRetractable(tx, listing, '改价', by.now)
  const prices = requirePrices(row, entry)
  requireSanePrices(prices, await referenceOfListing(tx, listing.listingId, by.now), entry)
  await noteRequest(tx, listing, 'requestPrice', '申请改价', by)
  const { startPriceFen, reservePriceFen } = prices
  const { entryId } = entry
  const wanted = { want: 'change_price', entryId, newEntryId: newId(), startPriceFen, reservePriceFen } as const
  await requestListing(tx, listing.listingId, wanted, by)
}

/** Writes into the history what is asked of the marketplace, and makes a new version of the listing that waits for it. */
async function noteRequest(tx: Tx, listing: Listing, action: string, actionLabel: string, by: By): Promise<void> {
  const { listingId, state } = listing
  await touchListing(tx, listingId, by.now)
  const where = { subject: LISTING_STATES.name, subjectId: listingId, fromState: state, toState: state }
  await recordHistory(tx, { ...where, who: by.who, action, actionLabel, now: by.now })
}

const RUNNING: readonly string[] = ['scheduled', 'bidding', 'negotiating', 'won']

async function relist(tx: Tx, row: OperateRow, by: By): Promise<void> {
  const listing = await lockFor(tx, row)
  requireAction(listing, 'publish', '重新上架')
  await requireNothingPending(tx, listing.listingId, '重新上架')
  const last = listing.entryId === null ? null : await lockEntry(tx, listing.entryId)
  if (last && RUNNING.includes(last.state)) {
    refuse('STATE_CHANGED', { state: '正在下架', action: '重新上架' })
  }
  if (row.scheduleDate === undefined || row.scheduleNumber === undefined) {
    return refuse('SESSION_CLOSED', {}, { field: 'scheduleNumber' })
  }
  await requireUsableShop(tx, listing.shopAccountId, 'auction', by.now)
  const session = await requireOpenSession(tx, row.scheduleDate, row.scheduleNumber, by.now)
  const prices = requirePrices(row, last)
  requireSanePrices(prices, await referenceOfListing(tx, listing.listingId, by.now), last)
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

async function remove(tx: Tx, row: OperateRow, by: By): Promise<void> {
  const listing = await lockFor(tx, row)
  requireAction(listing, 'delete', '删除')
  await requireNothingPending(tx, listing.listingId, '删除')
  const units = await unitsOfListing(tx, listing.listingId)
  const isHeld = units.some((unit) => unit.holding) && listing.state !== 'sold_off_shelf'
  if (isHeld) refuse('STATE_CHANGED', { state: '正在下架', action: '删除' })
  await moveListing(tx, listing.listingId, 'delete', by)
  if (listing.productId !== '') await requestListing(tx, listing.listingId, { want: 'deleted' }, by)
}

const OPERATIONS: Readonly<Record<Operation['action'], (tx: Tx, row: OperateRow, by: By) => Promise<void>>> = {
  off_shelf: takeOff,
  relist,
  change_price: changePrice,
  delete: remove,
}

async function requireOnRecord(tx: Tx, listingId: string): Promise<ListingOnRecord> {
  return (await listingOnRecord(tx, listingId)) ?? refuse('NOT_FOUND', {}, { field: 'listingId' })
}

/**
 * Does one row of a bulk operation and gives what goes on record; refuses with the row's own reason, and the caller
 * undoes the row alone.
 */
export async function operateRow(tx: Tx, action: Operation['action'], row: OperateRow, by: By): Promise<AuditEntry> {
  const { listingId } = await lockFor(tx, row)
  const before = await requireOnRecord(tx, listingId)
  await OPERATIONS[action](tx, row, by)
  return operation({ action, row }, before, await requireOnRecord(tx, listingId))
}
