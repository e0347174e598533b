import type { ParsedOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/calls/goods'
import { checkAuctionPrices, priceChangeConfirmation } from '@huanji/domain/auction/pricing'
import { findModel } from '@huanji/domain/catalogue/models'
import { referencePriceFen } from '@huanji/domain/catalogue/reference-price'
import { channelRefusal, mapGrade } from '@huanji/domain/grading/map'
import type { Fen } from '@huanji/domain/money'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { stateLabel } from '@huanji/domain/states/transition'
import { shanghaiDate } from '@huanji/domain/time'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { Actor } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import { addressesToChoose } from '../address/store.ts'
import { findSession, insertEntry, type SessionRow } from '../auction/store.ts'
import { inspectionsForListing, markListed } from '../inspection/commands.ts'
import type { ListableInspection } from '../inspection/store.ts'
import { requireUsableShop } from '../shop/commands.ts'
import { publication } from './audit-entries.ts'
import { requestListing } from './desired.ts'
import { holdUnit, insertListing, moveListing, setListingFacts } from './store.ts'
import { buildDescription, buildTitle, titleProblem } from './texts.ts'

type PublishRow = ParsedOf<typeof goods.publish>['listings'][number]

/** The prices of a run, both in fen, and whether the person has confirmed one that looks wrong. */
export interface RunPrices {
  readonly startPriceFen: Fen
  readonly reservePriceFen: Fen
  readonly priceConfirmed: boolean
}

/** Who does it and when. */
export interface By {
  readonly who: Actor
  readonly now: Date
}

/** What a unit is worth by the catalogue's formula, in fen, or null where it says nothing. */
export function referenceOf(unit: Pick<ListableInspection, 'modelId' | 'sku' | 'grade'>, now: Date): Fen | null {
  const model = findModel(unit.modelId)
  if (!model || unit.grade === null) return null
  const { ram, storage } = unit.sku
  return referencePriceFen(
    model,
    ram === '' ? storage : `${ram}+${storage}`,
    unit.grade,
    shanghaiDate(now.toISOString()),
  )
}

function referenceOfLot(units: readonly ListableInspection[], now: Date): Fen | null {
  let sum = 0
  for (const unit of units) {
    const reference = referenceOf(unit, now)
    if (reference === null) return null
    sum += reference
  }
  return sum
}

/**
 * Refuses PRICE_INVALID for prices that cannot be, PRICE_NEEDS_CONFIRMATION for ones that look wrong and are not
 * confirmed (docs/domain.md §6.2): far below the reference, or far from the price before.
 */
export function requireSanePrices(
  prices: RunPrices,
  referenceFen: Fen | null,
  before: { readonly startPriceFen: Fen; readonly reservePriceFen: Fen } | null,
): void {
  const { startPriceFen: startFen, reservePriceFen: reserveFen } = prices
  const problems = checkAuctionPrices({ startFen, reserveFen, buyNowFen: null, referenceFen })
  const block = problems.find((problem) => problem.level === 'block')
  if (block) refuse('PRICE_INVALID', { message: block.message }, { field: priceField(block.field) })
  if (prices.priceConfirmed) return
  const [doubt] = problems
  if (doubt) refuse('PRICE_NEEDS_CONFIRMATION', { message: doubt.message }, { field: priceField(doubt.field) })
  const change = before && priceChangeConfirmation(before.reservePriceFen, reserveFen)
  if (change) refuse('PRICE_NEEDS_CONFIRMATION', { message: change }, { field: 'reservePriceFen' })
}

const priceField = (field: string): string => (field === 'startFen' ? 'startPriceFen' : 'reservePriceFen')

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

/** Refuses ADDRESS_NOT_FOUND when there is no address to ship from: the marketplace wants to know where goods lie. */
async function requireShipAddress(tx: Tx): Promise<void> {
  const [address] = await addressesToChoose(tx, 'ship')
  if (!address) refuse('ADDRESS_NOT_FOUND')
}

async function requireListable(tx: Tx, ids: readonly string[]): Promise<ListableInspection[]> {
  const found = await inspectionsForListing(tx, [...new Set(ids)])
  if (found.length !== ids.length) return refuse('NOT_FOUND', {}, { field: 'inspectionIds' })
  for (const unit of found) {
    const code = unit.imei === '' ? unit.barCode : unit.imei
    if (unit.state === 'listed') refuse('UNIT_ALREADY_LISTED', { code })
    const isReady = unit.state === 'listable' && unit.channel === 'auction' && unit.bagCode !== null
    if (!isReady || unit.grade === null) {
      const state = unit.channel === 'auction' ? (stateLabel(INSPECTION_STATES, unit.state) ?? unit.state) : '严选质检'
      return refuse('UNIT_NOT_LISTABLE', { code, state })
    }
    const message = channelRefusal(unit.grade, unit.repairFlag ?? 'R0', 'auction')
    if (message !== null) refuse('GRADE_NOT_ALLOWED', { message })
  }
  return found
}

/**
 * Publishes one row of a bulk call: a listing of one unit or of a lot, its run in a session, the hold on its units and
 * the request to the marketplace. Gives the audit entry. Everything is checked here again, whatever the screen
 * showed. Refuses with the row's own reason; the caller undoes the row alone.
 */
export async function publishRow(tx: Tx, row: PublishRow, by: By): Promise<AuditEntry> {
  const units = await requireListable(tx, row.inspectionIds)
  const [first] = units
  if (!first) return refuse('NOT_FOUND', {}, { field: 'inspectionIds' })
  const { shopName } = await requireUsableShop(tx, row.shopAccountId, 'auction', by.now)
  await requireShipAddress(tx)
  const session = await requireOpenSession(tx, row.scheduleDate, row.scheduleNumber, by.now)
  requireSanePrices(row, referenceOfLot(units, by.now), null)
  const title = row.title === '' ? buildTitle(units) : row.title
  const fault = titleProblem(title, units)
  if (fault !== null) return refuse('TITLE_INVALID', { message: fault }, { field: 'title' })

  const listingId = newId()
  await insertListing(tx, {
    listingId,
    channel: 'auction',
    shopAccountId: row.shopAccountId,
    title,
    description: buildDescription(units),
    modelId: first.modelId,
    modelName: first.modelName,
    skuText: first.skuText,
    grade: first.grade,
    stuffStatus: first.grade === null ? null : mapGrade(first.grade).stuffStatus,
    coverKey: first.coverKey,
    unitCount: units.length,
    imei: first.imei,
    barCode: first.barCode,
    createdBy: by.who.employeeId,
    now: by.now,
  })
  for (const unit of units) {
    if (!(await holdUnit(tx, listingId, unit.unitId, unit.inspectionId))) {
      return refuse('UNIT_ALREADY_LISTED', { code: unit.imei === '' ? unit.barCode : unit.imei })
    }
  }
  await startRun(tx, { listingId, session, prices: row }, by)
  await markListed(
    tx,
    units.map((unit) => unit.inspectionId),
    by.who,
    by.now,
  )
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
  await moveListing(tx, run.listingId, 'publish', { ...by, note }, { failure: '' })
  await setListingFacts(tx, run.listingId, { entryId }, by.now)
  await requestListing(tx, run.listingId, { want: 'on_sale', entryId }, by)
}
