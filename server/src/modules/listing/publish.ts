import type { ParsedOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/features/listing/goods'
import { mapGrade } from '@huanji/domain/grading/map'
import { skuIdOf } from '@huanji/domain/listing/sku-id'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { By } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import { findSession, insertEntry, type SessionRow } from '../auction/store.ts'
import { markListed } from '../inspection/commands.ts'
import { requireUsableShop } from '../shop/commands.ts'
import { publication } from './audit-entries.ts'
import { costedUnits } from './costs.ts'
import { codeOf, type ListableUnit, requireListable, requireShipAddress } from './listable.ts'
import { costTogether, type RunPrices, referenceOfLot, requireSanePrices } from './prices.ts'
import { requestListing } from './request.ts'
import { holdStockUnit } from './stock-store.ts'
import { insertListing, moveListing, type NewListing, setListingFacts } from './store.ts'
import { buildDescription, buildTitle, titleProblemOf } from './texts.ts'

type Publish = ParsedOf<typeof goods.publish>
type AuctionRow = Extract<Publish, { channel: 'auction' }>['listings'][number]

/** The session, when it still takes entries. Refuses SESSION_CLOSED for one that does not, or that nobody knows. */
export async function requireOpenSession(
  tx: Tx,
  scheduleDate: string,
  scheduleNumber: string,
  now: Date,
): Promise<SessionRow> {
  const session = await findSession(tx, scheduleDate, scheduleNumber)
  if (!session || Date.parse(session.cutOffAt) <= now.getTime()) {
    return refuse('SESSION_CLOSED', {}, { field: 'scheduleNumber' })
  }
  return session
}

/** Refuses TITLE_INVALID for a title that the marketplace would not take. */
export function requireTitle(title: string, units: readonly Pick<ListableUnit, 'grade'>[]): string {
  const fault = titleProblemOf(title, units)
  return fault === null ? title : refuse('TITLE_INVALID', { message: fault }, { field: 'title' })
}

/** What a listing says of its first phone, for lists and search. */
export function firstUnitFacts(first: ListableUnit) {
  return {
    modelId: first.modelId,
    modelName: first.modelName,
    skuText: first.skuText,
    skuId: skuIdOf(first.sku),
    grade: first.grade,
    stuffStatus: mapGrade(first.grade).stuffStatus,
    coverKey: first.coverKey,
    imei: first.imei,
    barCode: first.barCode,
  }
}

/**
 * Adds a listing over phones that are free, and holds them: each is refused UNIT_ALREADY_LISTED while another listing
 * holds it, whoever asks and however often.
 */
export async function addListing(
  tx: Tx,
  listing: Omit<NewListing, 'createdBy' | 'now' | 'unitCount'>,
  units: readonly ListableUnit[],
  by: By,
): Promise<void> {
  await insertListing(tx, { ...listing, unitCount: units.length, createdBy: by.who.employeeId, now: by.now })
  for (const unit of units) {
    const { unitId, inspectionId } = unit
    const isHeld = await holdStockUnit(tx, listing.listingId, { unitId, inspectionId, skuId: skuIdOf(unit.sku) })
    if (!isHeld) return refuse('UNIT_ALREADY_LISTED', { code: codeOf(unit) })
  }
}

/** Marks the phones of a listing as offered. */
export const markUnitsListed = (tx: Tx, units: readonly ListableUnit[], by: By): Promise<void> =>
  markListed(
    tx,
    units.map((unit) => unit.inspectionId),
    by.who,
    by.now,
  )

/**
 * Publishes one row of a bulk call in the auction market: a listing of one unit or of a lot, its run in a session, the
 * hold on its units and the request to the marketplace. Gives the audit entry. Everything is checked here again, whatever
 * the screen showed. Refuses with the row's own reason; the caller undoes the row alone.
 */
export async function publishRow(tx: Tx, row: AuctionRow, by: By): Promise<AuditEntry> {
  const units = await requireListable(tx, row.inspectionIds, 'auction', by.now)
  const [first] = units
  if (!first) return refuse('NOT_FOUND', {}, { field: 'inspectionIds' })
  const { shopName } = await requireUsableShop(tx, row.shopAccountId, 'auction', by.now)
  await requireShipAddress(tx)
  const session = await requireOpenSession(tx, row.scheduleDate, row.scheduleNumber, by.now)
  const costFen = costTogether(await costedUnits(tx, units))
  const measure = { costFen, unitCount: units.length, beforeFen: null }
  requireSanePrices(row, { referenceFen: await referenceOfLot(tx, units, by), ...measure }, by)
  const title = requireTitle(row.title === '' ? buildTitle(units, 'auction') : row.title, units)
  const listingId = newId()
  const listing = {
    ...firstUnitFacts(first),
    listingId,
    title,
    shopAccountId: row.shopAccountId,
    channel: 'auction',
    kind: 'single',
    priceFen: null,
    batchId: null,
    batchVersion: null,
    description: buildDescription(units, 'auction'),
  } as const
  await addListing(tx, listing, units, by)
  await startRun(tx, { listingId, session, prices: row }, by)
  await markUnitsListed(tx, units, by)
  return publication({ listingId, title, shopName, session, prices: row })
}

/** A run to start. */
export interface Run {
  readonly listingId: string
  readonly session: SessionRow
  readonly prices: RunPrices
}

/** Enters a listing into a session and sends it on its way to the marketplace: state, history, entry and request. */
export async function startRun(tx: Tx, run: Run, by: By): Promise<void> {
  const entryId = newId()
  await insertEntry(tx, {
    entryId,
    listingId: run.listingId,
    session: run.session,
    startPriceFen: run.prices.startPriceFen,
    reservePriceFen: run.prices.reservePriceFen,
    now: by.now,
  })
  const note = `${run.session.scheduleDate} 第${run.session.scheduleNumber}场`
  await moveListing(tx, run.listingId, 'publish', { ...by, note }, { failure: null })
  await setListingFacts(tx, run.listingId, { entryId }, by.now)
  await requestListing(tx, run.listingId, { want: 'on_sale', entryId }, by)
}
