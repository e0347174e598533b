import type { ParsedOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/calls/goods'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { LISTING_STATES, type ListingState } from '@huanji/domain/states/listing'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { countByState, type ListPage, listPage } from '../../database/list-page.ts'
import { db, holds, type RowOfQuery } from '../../database/query.ts'
import { unitIdsByAnyCode } from '../inspection/unit-store.ts'
import { listingIdsByCode } from './store.ts'

export type ListingFilter = ParsedOf<typeof goods.list>
export type ListableFilter = ParsedOf<typeof goods.detect_list>

/** Listings, each with its latest run in a session (`e`) and what is asked of the marketplace for it (`d`). */
const listings = (tx: Tx) =>
  db
    .selectFrom('listing as l')
    .leftJoin('auctionEntry as e', (join) =>
      join.onRef('e.merchantId', '=', 'l.merchantId').onRef('e.id', '=', 'l.entryId'),
    )
    .leftJoin('desiredState as d', (join) =>
      join.onRef('d.merchantId', '=', 'l.merchantId').on('d.subject', '=', 'listing').onRef('d.subjectId', '=', 'l.id'),
    )
    .where('l.merchantId', '=', tx.merchantId)

type Listings = ReturnType<typeof listings>

const listed = (tx: Tx, rows: Listings) =>
  rows
    .select([
      'l.id as listingId',
      'l.channel',
      'l.state',
      'l.title',
      'l.coverKey',
      'l.modelName',
      'l.skuText',
      'l.grade',
      'l.unitCount',
      'l.imei',
      'l.barCode',
      'l.shopAccountId',
      'l.orderId',
      'l.createdAt',
      'l.updatedAt',
      'l.version',
      'l.entryId',
      'e.state as entryState',
      'e.scheduleNumber',
      'e.mode',
      'e.cutOffAt',
      'e.startsAt',
      'e.endsAt',
      'e.startPriceFen',
      'e.reservePriceFen',
      'e.bidCount',
      'e.bidderCount',
      'e.highestBidFen',
      'e.extensionCount',
      'd.state as desiredState',
      'd.requestedAt as desiredAt',
      'd.problem as desiredProblem',
    ])
    .select(({ ref, selectFrom }) => [
      sql<string | null>`${ref('e.scheduleDate')}::text`.as('scheduleDate'),
      sql<string | null>`${ref('d.desired')} ->> 'want'`.as('desiredWant'),
      // why it waits or was refused, else why it is as it is
      sql<string>`coalesce(nullif(case when ${ref('d.state')} <> 'settled' then ${ref('d.problem')} end, ''), ${ref('l.failure')})`.as(
        'failure',
      ),
      sql<string>`${selectFrom('shopAccount as s')
        .where('s.merchantId', '=', tx.merchantId)
        .whereRef('s.id', '=', 'l.shopAccountId')
        .select('s.shopName')}`.as('shopName'),
    ])

/** A listing with its latest run as a list shows it, before rights are looked at; entry fields are null without a run. */
export type ListedListing = RowOfQuery<typeof listed>

const detailed = (tx: Tx, listingId: string) =>
  listed(tx, listings(tx).where('l.id', '=', listingId)).select([
    'l.description',
    'l.stuffStatus',
    'l.productId',
    'l.itemId',
  ])

/** A listing as its own page shows it. */
export type DetailedListing = RowOfQuery<typeof detailed>

/** One listing with everything its page shows, or null when the merchant has no such listing. */
export function findDetailedListing(tx: Tx, listingId: string): Promise<DetailedListing | null> {
  return tx.one(detailed(tx, listingId))
}

/** The listings of a filter, whatever their state. */
function filtered(tx: Tx, filter: ListingFilter): Listings {
  let rows = listings(tx)
  if (filter.channel) rows = rows.where('l.channel', '=', filter.channel)
  if (filter.code) rows = rows.where('l.id', 'in', listingIdsByCode(tx, normaliseCode(filter.code)))
  const { keyword } = filter
  if (keyword) rows = rows.where(({ ref }) => holds(ref('l.title'), keyword))
  if (filter.modelId) rows = rows.where('l.modelId', '=', filter.modelId)
  if (filter.grade) rows = rows.where('l.grade', '=', filter.grade)
  if (filter.shopAccountId) rows = rows.where('l.shopAccountId', '=', filter.shopAccountId)
  if (filter.entryState) rows = rows.where('e.state', '=', filter.entryState)
  if (filter.scheduleDate) rows = rows.where('e.scheduleDate', '=', filter.scheduleDate)
  return rows
}

/** One page of listings, newest first; deleted ones only when they are asked for. */
export function listListings(tx: Tx, filter: ListingFilter): Promise<ListPage<ListedListing>> {
  const all = filtered(tx, filter)
  const rows = filter.state ? all.where('l.state', '=', filter.state) : all.where('l.state', '<>', 'deleted')
  const sort = { column: 'l.createdAt', idColumn: 'l.id', direction: 'desc' } as const
  return listPage(tx, listed(tx, rows), { sort, paging: filter })
}

/** How many listings of the filter stand in each state, each count capped. */
export const countListings = (tx: Tx, filter: ListingFilter): Promise<Record<ListingState, number>> =>
  countByState(
    tx,
    filtered(tx, filter),
    'l.state',
    LISTING_STATES.states.map(({ code }) => code),
  )

function listable(tx: Tx, filter: ListableFilter) {
  let rows = db
    .selectFrom('inspection as i')
    .innerJoin('unit as u', (join) => join.onRef('u.merchantId', '=', 'i.merchantId').onRef('u.id', '=', 'i.unitId'))
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.channel', '=', filter.channel)
    .where('i.state', '=', 'listable')
    .where('i.finalGrade', 'is not', null)
  if (filter.code) rows = rows.where('i.unitId', 'in', unitIdsByAnyCode(tx, normaliseCode(filter.code)))
  if (filter.modelId) rows = rows.where('i.modelId', '=', filter.modelId)
  if (filter.grade) rows = rows.where('i.finalGrade', '=', filter.grade)
  if (filter.shopAccountId) rows = rows.where('i.shopAccountId', '=', filter.shopAccountId)
  return rows
    .select([
      'i.id as inspectionId',
      'i.inspectionNo',
      'i.unitId',
      'i.barCode',
      'i.imei',
      'i.modelId',
      'i.modelName',
      'i.skuText',
      'i.bagCode',
      'i.shopAccountId',
      'i.coverKey',
      'i.createdAt as inspectedAt',
      'u.sku',
    ])
    .select(({ ref, selectFrom }) => [
      ref('i.finalGrade').$notNull().as('grade'),
      selectFrom('shopAccount as s')
        .where('s.merchantId', '=', tx.merchantId)
        .whereRef('s.id', '=', 'i.shopAccountId')
        .select('s.shopName')
        .as('shopName'),
    ])
}

/** An inspected unit that may be listed. */
export type ListableUnit = RowOfQuery<typeof listable>

/** One page of the units that are inspected, sealed and not on sale anywhere, newest first. */
export function listListable(tx: Tx, filter: ListableFilter): Promise<ListPage<ListableUnit>> {
  const sort = { column: 'i.createdAt', idColumn: 'i.id', direction: 'desc' } as const
  return listPage(tx, listable(tx, filter), { sort, paging: filter })
}
