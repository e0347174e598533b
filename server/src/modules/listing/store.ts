import type { Sought } from '@huanji/domain/codes/sought'
import { LISTING_STATES, type ListingAction, type ListingState } from '@huanji/domain/states/listing'
import { savepoint, type Tx } from '../../database/database.ts'
import { isUniqueViolation } from '../../database/errors.ts'
import { type ColumnsOf, db, jsonText, type RowOf, type RowOfQuery } from '../../database/query.ts'
import { enterSearch, searchList } from '../../database/search.ts'
import { isId } from '../../platform/ids.ts'
import { moveState } from '../history/state-store.ts'
import type { MovedBy } from '../history/store.ts'
import { anyWhole, unitIdsByAnyCode } from '../inspection/unit-store.ts'
import type { KeptFailure } from './failures.ts'

const LISTING_COLUMNS = [
  'id as listingId',
  'channel',
  'state',
  'shopAccountId',
  'title',
  'description',
  'modelId',
  'modelName',
  'skuText',
  'grade',
  'stuffStatus',
  'coverKey',
  'unitCount',
  'imei',
  'barCode',
  // the marketplace's ids as text; empty until it took the listing
  'productId',
  'itemId',
  'failure',
  'failureField',
  'failureCode',
  'remoteModifiedAt',
  'kind',
  'priceFen',
  'skuId',
  'batchId',
  'batchVersion',
  'photoOrder',
  'contentEdited',
  'stockWish',
  'stockKnown',
  // its latest run in a session
  'entryId',
  'orderId',
  'version',
  'createdAt',
  'updatedAt',
] as const satisfies ColumnsOf<'listing'>

/** A listing as commands and jobs need it. */
export type Listing = RowOf<'listing', typeof LISTING_COLUMNS>

const listings = (tx: Tx) => db.selectFrom('listing').where('merchantId', '=', tx.merchantId)

/** A listing by its id, or null. */
export function findListing(tx: Tx, listingId: string): Promise<Listing | null> {
  return tx.one(listings(tx).where('id', '=', listingId).select(LISTING_COLUMNS))
}

/** A listing by its id, locked until the transaction ends, or null. Take it before its entry and its inspections. */
export function lockListing(tx: Tx, listingId: string): Promise<Listing | null> {
  return tx.one(listings(tx).where('id', '=', listingId).select(LISTING_COLUMNS).forUpdate())
}

/** The newest listing under a product of the marketplace, or null for a product that is not ours. */
export async function listingIdOfProduct(tx: Tx, productId: string): Promise<string | null> {
  const row = await tx.one(
    listings(tx)
      .where('productId', '=', productId)
      .where('productId', '<>', '')
      .orderBy('createdAt', 'desc')
      .limit(1)
      .select('id'),
  )
  return row?.id ?? null
}

export type NewListing = Omit<
  Listing,
  | 'state'
  | 'productId'
  | 'itemId'
  | 'failure'
  | 'failureField'
  | 'failureCode'
  | 'photoOrder'
  | 'contentEdited'
  | 'stockWish'
  | 'stockKnown'
  | 'remoteModifiedAt'
  | 'orderId'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'entryId'
> & { readonly createdBy: string; readonly now: Date }

/** Adds a listing in the first state of its table. */
export async function insertListing(tx: Tx, { listingId: id, now, ...one }: NewListing): Promise<void> {
  const row = { merchantId: tx.merchantId, id, state: LISTING_STATES.initial, ...one, createdAt: now, updatedAt: now }
  await tx.run(db.insertInto('listing').values(row))
  const entered = { list: searchList('listing', one.channel), subjectId: id, state: LISTING_STATES.initial, at: now }
  await enterSearch(tx, { ...entered, texts: [one.title] })
}

const unitsOf = (tx: Tx, listingId: string) =>
  db.updateTable('listingUnit').where('merchantId', '=', tx.merchantId).where('listingId', '=', listingId)

/**
 * Does what lets a listing hold units; null where a rival holds one of them by now, which the rows did not show yet when
 * they were looked at: of two at once the second waits for the first.
 */
export async function unlessHeld<T>(tx: Tx, hold: () => Promise<T>): Promise<T | null> {
  try {
    return await savepoint(tx, hold)
  } catch (error) {
    if (!isUniqueViolation(error, 'listing_unit_held')) throw error
    return null
  }
}

/** Lets a listing hold the units it once had again; gives the bar codes of those that another listing holds now. */
export async function holdUnitsAgain(tx: Tx, listingId: string): Promise<string[]> {
  const taken = await tx.rows(
    db
      .selectFrom('listingUnit as l')
      .innerJoin('unit as u', (join) => join.onRef('u.merchantId', '=', 'l.merchantId').onRef('u.id', '=', 'l.unitId'))
      .innerJoin('listingUnit as other', (join) =>
        join.onRef('other.merchantId', '=', 'l.merchantId').onRef('other.unitId', '=', 'l.unitId'),
      )
      .where('l.merchantId', '=', tx.merchantId)
      .where('l.listingId', '=', listingId)
      .where('other.holding', '=', true)
      .whereRef('other.listingId', '<>', 'l.listingId')
      .orderBy('u.barCode')
      .select('u.barCode'),
  )
  if (taken.length > 0) return taken.map((row) => row.barCode)
  const held = await unlessHeld(tx, () => tx.run(unitsOf(tx, listingId).set({ holding: true })))
  // by now the rival's units are seen
  return held === null ? holdUnitsAgain(tx, listingId) : []
}

/** Lets a listing hold its units no longer. */
export async function freeUnits(tx: Tx, listingId: string): Promise<void> {
  await tx.run(unitsOf(tx, listingId).where('holding', '=', true).set({ holding: false }))
}

const unitRows = (tx: Tx, listingId: string) =>
  db
    .selectFrom('listingUnit as l')
    .innerJoin('inspection as i', (join) =>
      join.onRef('i.merchantId', '=', 'l.merchantId').onRef('i.id', '=', 'l.inspectionId'),
    )
    .where('l.merchantId', '=', tx.merchantId)
    .where('l.listingId', '=', listingId)
    .orderBy('i.barCode')
    .select([
      'l.unitId',
      'l.inspectionId',
      'i.inspectionNo',
      'i.barCode',
      'i.imei',
      'i.modelName',
      'i.skuText',
      'i.finalGrade as grade',
      'i.bagCode',
      'i.state as inspectionState',
      'i.editedAt as inspectedAt',
      'l.holding',
      'l.skuId',
    ])
    .select(({ selectFrom }) =>
      selectFrom('unit as u')
        .where('u.merchantId', '=', tx.merchantId)
        .whereRef('u.id', '=', 'l.unitId')
        .select('u.costPriceFen')
        .as('costPriceFen'),
    )

/** A unit behind a listing. */
export type ListingUnit = RowOfQuery<typeof unitRows>

/** The units behind a listing, by bar code. */
export function unitsOfListing(tx: Tx, listingId: string): Promise<ListingUnit[]> {
  return tx.rows(unitRows(tx, listingId))
}

/** A failure as the row keeps it; null for none. */
const failureColumns = (failure: KeptFailure | null) => ({
  failure: failure?.message ?? '',
  failureCode: failure?.code ?? '',
  failureField: failure?.field ?? '',
})

/** Moves a listing along its table and writes its history; every move makes a new version. Refuses as `moveState` does. */
export function moveListing(
  tx: Tx,
  listingId: string,
  action: ListingAction,
  by: MovedBy,
  also: { readonly failure?: KeptFailure | null } = {},
): Promise<ListingState> {
  return moveState(tx, {
    table: 'listing',
    id: listingId,
    states: LISTING_STATES,
    action,
    who: by.who,
    now: by.now,
    note: by.note ?? '',
    set: ({ eb }) => ({
      updatedAt: by.now,
      version: eb('version', '+', 1),
      ...(also.failure === undefined ? {} : failureColumns(also.failure)),
    }),
  })
}

/** What a listing learns without moving; absent fields stay. */
export interface ListingFacts {
  readonly productId?: string
  readonly itemId?: string
  readonly entryId?: string
  readonly orderId?: string
  readonly failure?: KeptFailure | null
  readonly title?: string
  readonly description?: string
  readonly contentEdited?: boolean
  readonly photoOrder?: readonly string[]
  readonly coverKey?: string | null
  readonly priceFen?: number
  readonly skuText?: string
  readonly unitCount?: number
}

const listingOf = (tx: Tx, listingId: string) =>
  db.updateTable('listing').where('merchantId', '=', tx.merchantId).where('id', '=', listingId)

/** Writes facts into a listing. */
export async function setListingFacts(tx: Tx, listingId: string, facts: ListingFacts, now: Date): Promise<void> {
  const { failure, photoOrder, ...columns } = facts
  await tx.run(
    listingOf(tx, listingId).set({
      ...columns,
      ...(failure === undefined ? {} : failureColumns(failure)),
      ...(photoOrder === undefined ? {} : { photoOrder: jsonText(photoOrder) }),
      updatedAt: now,
    }),
  )
}

/**
 * Makes a new version of a listing, for what whoever edits it has to see first; an old failure no longer counts, but for
 * that of a publication, which stays until the listing goes out again.
 */
export async function touchListing(tx: Tx, listingId: string, now: Date): Promise<void> {
  await tx.run(
    listingOf(tx, listingId).set(({ eb, ref }) => {
      const kept = (column: 'failure' | 'failureCode' | 'failureField') =>
        eb.case().when('state', '=', 'publish_failed').then(ref(column)).else('').end()
      return {
        failure: kept('failure'),
        failureCode: kept('failureCode'),
        failureField: kept('failureField'),
        version: eb('version', '+', 1),
        updatedAt: now,
      }
    }),
  )
}

/** Records when the marketplace last changed the product; false for a snapshot that is older than what we have. */
export async function recordProductSnapshot(tx: Tx, listingId: string, modifiedAt: string): Promise<boolean> {
  const newer = listingOf(tx, listingId)
    .set({ remoteModifiedAt: modifiedAt })
    .where(({ eb, or }) => or([eb('remoteModifiedAt', 'is', null), eb('remoteModifiedAt', '<=', modifiedAt)]))
  return (await tx.run(newer)) === 1
}

/** The ids of the listings that a code of any kind finds: the marketplace's number, or a code of a unit behind it. */
export function listingIdsByCode(tx: Tx, code: string | Sought) {
  // joined by `or` these would read every listing
  return listings(tx)
    .where('productId', '<>', '')
    .where('productId', '=', anyWhole(code))
    .select('id')
    .union(
      db
        .selectFrom('listingUnit')
        .where('merchantId', '=', tx.merchantId)
        .where('unitId', 'in', unitIdsByAnyCode(tx, code))
        .select('listingId as id'),
    )
}

/** The same by any number of the marketplace, and by our own code there, which is the listing's id. */
export function listingIdsByOutCode(tx: Tx, code: string) {
  const byItem = listings(tx).where('itemId', '<>', '').where('itemId', '=', code).select('id')
  const byOwn = listings(tx)
    .where('id', '=', isId(code.toLowerCase()) ? code.toLowerCase() : NO_LISTING)
    .select('id')
  return listingIdsByCode(tx, code).union(byItem).union(byOwn)
}

const NO_LISTING = '00000000-0000-0000-0000-000000000000'

const FOUND_COLUMNS = [
  'id as listingId',
  'state',
  'title',
  'imei',
  'barCode',
  'createdAt',
] as const satisfies ColumnsOf<'listing'>

/** A listing as the quick search shows it. */
export type FoundListing = RowOf<'listing', typeof FOUND_COLUMNS>

/** The listings that a code of any kind points at (product id, IMEI, bar code, bag, serial number), newest first, at most 20. */
export function findListingsByCode(tx: Tx, code: string | Sought): Promise<FoundListing[]> {
  return tx.rows(
    listings(tx)
      .where('state', '<>', 'deleted')
      .where('id', 'in', listingIdsByCode(tx, code))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(20)
      .select(FOUND_COLUMNS),
  )
}
