import type { ParsedOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/features/listing/goods'
import { entryState } from '@huanji/contract/features/listing/rows'
import { grade } from '@huanji/contract/shapes'
import type { Channel } from '@huanji/domain/channel'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { soughtIn } from '@huanji/domain/codes/sought'
import { LISTING_STATES, type ListingState } from '@huanji/domain/states/listing'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { oneOf, takeSeveral, valuesOf } from '../../database/list-filter.ts'
import {
  countByMatch,
  countByValue,
  type Options,
  optionsIn,
  READ_MAX,
  wordsAsOptions,
} from '../../database/list-options.ts'
import { countByState, isReadThrough, type ListPage, listPage, type SortedPage } from '../../database/list-page.ts'
import { sortParts } from '../../database/list-sort.ts'
import { anyOf, db, type RowOfQuery } from '../../database/query.ts'
import { isAmongNewest, isMatch, type KeywordMatch, matchKeyword, searchList } from '../../database/search.ts'
import { curatedExceptionsOf } from '../inspection/store.ts'
import { unitIdsByAnyCode } from '../inspection/unit-store.ts'
import { isRefused } from './refused-store.ts'
import { listingIdsByCode, listingIdsByOutCode } from './store.ts'

export type ListingFilter = ParsedOf<typeof goods.list>
export type ListableFilter = ParsedOf<typeof goods.listable>

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

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one statement: its columns and its tables
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
      'l.kind',
      'l.priceFen',
      'l.modelId',
      'l.skuId',
      'l.failureCode',
      'l.failureField',
      'l.stockWish',
      'l.stockKnown',
      'l.stockProblem',
      'e.offerExpiresAt',
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
      'd.state as requestState',
      'd.requestedAt as requestAt',
      'd.problem as requestProblem',
    ])
    .select(({ ref, selectFrom }) => [
      sql<string | null>`${ref('e.scheduleDate')}::text`.as('scheduleDate'),
      sql<string | null>`${ref('d.desired')} ->> 'want'`.as('requestWant'),
      // why it waits or was refused, else why it is as it is
      sql<string>`coalesce(nullif(case when ${ref('d.state')} <> 'settled' then ${ref('d.problem')} end, ''), ${ref('l.failure')})`.as(
        'failure',
      ),
      sql<string>`${selectFrom('shopAccount as s')
        .where('s.merchantId', '=', tx.merchantId)
        .whereRef('s.id', '=', 'l.shopAccountId')
        .select('s.shopName')}`.as('shopName'),
      sql<number>`${selectFrom('auctionEntry as r')
        .where('r.merchantId', '=', tx.merchantId)
        .whereRef('r.listingId', '=', 'l.id')
        .where('r.state', '=', 'unsold')
        .select(({ fn }) => fn.countAll().as('unsold'))}::int`.as('unsoldRuns'),
      sql<string | null>`case when ${ref('l.state')} = 'publish_failed' then ${selectFrom('listingUnit as ru')
        .innerJoin('inspection as ri', (on) =>
          on.onRef('ri.merchantId', '=', 'ru.merchantId').onRef('ri.id', '=', 'ru.inspectionId'),
        )
        .where('ru.merchantId', '=', tx.merchantId)
        .whereRef('ru.listingId', '=', 'l.id')
        .select(({ fn }) => fn.max('ri.retakeAskedAt').as('askedAt'))} end`.as('retakeAskedAt'),
      // null where it is not known of every phone; the average of stock, else the sum
      selectFrom('listingUnit as lu')
        .innerJoin('unit as u', (on) => on.onRef('u.merchantId', '=', 'lu.merchantId').onRef('u.id', '=', 'lu.unitId'))
        .where('lu.merchantId', '=', tx.merchantId)
        .whereRef('lu.listingId', '=', 'l.id')
        .select(
          sql<number | null>`case when count(*) = count(u.cost_price_fen) then
            case ${ref('l.kind')} when 'stock' then round(avg(u.cost_price_fen)) else sum(u.cost_price_fen) end
          end::bigint`.as('cost'),
        )
        .as('costPriceFen'),
    ])

/** A listing with its latest run as a list shows it, before rights are looked at; entry fields are null without a run. */
export type ListedListing = RowOfQuery<typeof listed>

const detailed = (tx: Tx, listingId: string) =>
  listed(tx, listings(tx).where('l.id', '=', listingId)).select([
    'l.description',
    'l.contentEdited',
    'l.photoOrder',
    'l.batchId',
    'l.batchVersion',
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

/** Several listings with what their rows show, in no order; those the merchant does not have are left out. */
export function listingsByIds(tx: Tx, listingIds: readonly string[]): Promise<ListedListing[]> {
  return tx.rows(listed(tx, listings(tx).where('l.id', '=', anyOf(listingIds))))
}

/** The columns that keywords are looked for in. */
const SEARCHED = { table: 'listing', id: 'id', texts: ['title'] } as const

/** The filters that take several values. */
const FILTERS = {
  modelId: { column: 'l.modelId', type: 'text' },
  shopAccountId: { column: 'l.shopAccountId', type: 'uuid' },
  channel: { column: 'l.channel', type: 'text' },
  grade: { column: 'l.grade', type: 'text' },
  entryState: { column: 'e.state', type: 'text' },
} as const
/** Those with an index that ends in the list's order. */
const ORDERED = { modelId: FILTERS.modelId, shopAccountId: FILTERS.shopAccountId } as const

/** What the keyword of a filter comes to; null without one. `isAlone` where nothing but channel and state filters beside it. */
async function matchOf(tx: Tx, { keyword, channel }: ListingFilter, isAlone: boolean): Promise<KeywordMatch | null> {
  if (!keyword) return null
  const lists = (channel ? valuesOf(channel) : CHANNELS).map((one) => searchList('listing', one))
  return matchKeyword(tx, { searched: SEARCHED, lists, keyword, isAlone })
}

/** The listings of a filter, whatever their state. */
function filtered(tx: Tx, filter: ListingFilter, match: KeywordMatch | null): Listings {
  let rows = listings(tx)
  if (filter.channel) rows = rows.where('l.channel', '=', oneOf(filter.channel))
  if (filter.kind) rows = rows.where('l.kind', '=', filter.kind)
  const code = soughtIn(filter.code)
  if (code) rows = rows.where('l.id', 'in', listingIdsByCode(tx, code))
  if (filter.modelId) rows = rows.where('l.modelId', '=', oneOf(filter.modelId))
  if (filter.grade) rows = rows.where('l.grade', '=', oneOf(filter.grade))
  if (filter.shopAccountId) rows = rows.where('l.shopAccountId', '=', oneOf(filter.shopAccountId))
  if (filter.entryState) rows = rows.where('e.state', '=', oneOf(filter.entryState))
  if (filter.scheduleDate) rows = rows.where('e.scheduleDate', '=', filter.scheduleDate)
  if (filter.refused) rows = rows.where(isRefused(tx))
  if (filter.updatedFrom) rows = rows.where('l.updatedAt', '>=', filter.updatedFrom)
  return match === null || match.entries !== null ? rows : rows.where(isMatch(tx, match, 'l'))
}

/** True for a filter with more than a channel, a state and a keyword. */
const hasOthers = ({ kind, code, modelId, grade, shopAccountId, entryState, ...rest }: ListingFilter): boolean =>
  Boolean(kind || code || modelId || grade || shopAccountId || entryState || rest.scheduleDate || rest.refused) ||
  rest.updatedFrom !== undefined

const CHANNELS: readonly Channel[] = ['auction', 'curated']
const STATES = LISTING_STATES.states.map(({ code }) => code)
const KEPT_STATES = STATES.filter((state) => state !== 'deleted')

const statesOf = ({ state }: ListingFilter) => (state ? [state] : KEPT_STATES)

/** Those of a state; deleted ones only when they are asked for. */
const inState = (rows: Listings, { state }: ListingFilter): Listings =>
  state ? rows.where('l.state', '=', state) : rows.where('l.state', '<>', 'deleted')

/** The order of what changed since a moment, whatever else was asked for. */
const BY_CHANGE = { column: 'l.updatedAt', idColumn: 'l.id', direction: 'asc' } as const

/** One page of listings, newest first unless `filter.sort` says otherwise. */
export async function listListings(
  tx: Tx,
  filter: ListingFilter,
): Promise<SortedPage<ListedListing, ListingFilter['sort']>> {
  const match = await matchOf(tx, filter, !hasOthers(filter))
  const isFollowed = filter.updatedFrom !== undefined
  const isByTime = !isFollowed && (match === null || match.candidates === null)
  const taken = isByTime ? takeSeveral(filter, ORDERED) : null
  const rows = inState(filtered(tx, taken?.filter ?? filter, match), filter)
  const { direction } = sortParts(filter.sort ?? 'createdAt.desc')
  const page = await listPage(tx, listed(tx, rows), {
    sort: isFollowed ? BY_CHANGE : { column: 'l.createdAt', idColumn: 'l.id', direction },
    paging: filter,
    search: match?.entries ? { ...match.entries, states: statesOf(filter) } : undefined,
    several: taken?.several,
  })
  return { ...page, sort: isFollowed ? null : (filter.sort ?? null) }
}

/** How many listings of the filter stand in each state, each count capped; none where nobody sees it. */
export async function countListings(tx: Tx, filter: ListingFilter): Promise<Partial<Record<ListingState, number>>> {
  if (isReadThrough(filter)) return {}
  const match = await matchOf(tx, filter, !hasOthers(filter))
  return countByState(tx, filtered(tx, filter, match), 'l.state', STATES, match?.entries ?? undefined)
}

/** How many listings there are for each value of the filter that is asked about, each count capped; null where none is. */
export async function countListingOptions(tx: Tx, filter: ListingFilter): Promise<Record<string, number> | null> {
  const { countBy } = filter
  if (countBy === undefined) return null
  const others = { ...filter, [countBy]: undefined }
  const match = await matchOf(tx, others, !hasOthers(others))
  let rows = inState(filtered(tx, others, match), filter)
  if (match?.entries)
    rows = rows.where(isAmongNewest(tx, { ...match.entries, states: statesOf(filter) }, 'l', READ_MAX))
  const isIndexed = countBy in ORDERED && !(hasOthers(others) || others.keyword || others.channel || others.state)
  return countByValue(tx, rows, FILTERS[countBy].column, { options: optionsOf(tx, countBy), isIndexed })
}

const WORDS = { channel: CHANNELS, grade: grade.options, entryState: entryState.options } as const

function optionsOf(tx: Tx, name: keyof typeof FILTERS): Options {
  if (name !== 'modelId' && name !== 'shopAccountId') return wordsAsOptions(WORDS[name])
  return optionsIn(db.selectFrom('listing as l').where('l.merchantId', '=', tx.merchantId), FILTERS[name].column)
}

const outIds = (tx: Tx, { code, listingId }: ParsedOf<typeof goods.outIdMap>) => {
  let rows = db.selectFrom('listing as l').where('l.merchantId', '=', tx.merchantId).where('l.state', '<>', 'deleted')
  if (listingId) rows = rows.where('l.id', '=', listingId)
  if (code) rows = rows.where('l.id', 'in', listingIdsByOutCode(tx, normaliseCode(code)))
  return rows
    .select(['l.id as listingId', 'l.title', 'l.channel', 'l.state', 'l.productId', 'l.itemId', 'l.barCode', 'l.imei'])
    .select('l.createdAt')
    .select(({ selectFrom }) =>
      sql<string>`${selectFrom('shopAccount as s')
        .where('s.merchantId', '=', tx.merchantId)
        .whereRef('s.id', '=', 'l.shopAccountId')
        .select('s.shopName')}`.as('shopName'),
    )
}

/** One page of listings with the numbers the marketplace knows them by, newest first. */
export function listOutIds(
  tx: Tx,
  filter: ParsedOf<typeof goods.outIdMap>,
): Promise<ListPage<RowOfQuery<typeof outIds>>> {
  const sort = { column: 'l.createdAt', idColumn: 'l.id', direction: 'desc' } as const
  return listPage(tx, outIds(tx, filter), { sort, paging: filter })
}

function listableOf(tx: Tx, filter: ListableFilter) {
  let rows = db
    .selectFrom('inspection as i')
    .innerJoin('unit as u', (join) => join.onRef('u.merchantId', '=', 'i.merchantId').onRef('u.id', '=', 'i.unitId'))
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.channel', '=', filter.channel)
    .where('i.state', '=', 'listable')
    .where('i.finalGrade', 'is not', null)
  const code = soughtIn(filter.code)
  if (code) rows = rows.where('i.unitId', 'in', unitIdsByAnyCode(tx, code))
  if (filter.modelId) rows = rows.where('i.modelId', '=', oneOf(filter.modelId))
  if (filter.grade) rows = rows.where('i.finalGrade', '=', oneOf(filter.grade))
  if (filter.shopAccountId) rows = rows.where('i.shopAccountId', '=', oneOf(filter.shopAccountId))
  if (filter.batchId) rows = rows.where('i.batchId', '=', filter.batchId)
  if (filter.inspectionIds) rows = rows.where('i.id', '=', anyOf(filter.inspectionIds))
  return rows
}

const listable = (tx: Tx, filter: ListableFilter) =>
  listableOf(tx, filter)
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
      'i.batchId',
      'i.repairFlag',
      'i.templateVersion',
      'u.sku',
      'u.costPriceFen',
    ])
    .select(curatedExceptionsOf(tx).as('exceptions'))
    .select(({ ref, selectFrom }) => [
      ref('i.finalGrade').$notNull().as('grade'),
      selectFrom('shopAccount as s')
        .where('s.merchantId', '=', tx.merchantId)
        .whereRef('s.id', '=', 'i.shopAccountId')
        .select('s.shopName')
        .as('shopName'),
      selectFrom('batch as b')
        .where('b.merchantId', '=', tx.merchantId)
        .whereRef('b.id', '=', 'i.batchId')
        .select('b.batchNo')
        .as('batchNo'),
    ])

/** An inspected unit that may be listed. */
export type ListableUnit = RowOfQuery<typeof listable>

/** One page of the units that are inspected, sealed and not on sale anywhere, newest first. */
export function listListable(tx: Tx, filter: ListableFilter): Promise<ListPage<ListableUnit>> {
  const sort = { column: 'i.createdAt', idColumn: 'i.id', direction: 'desc' } as const
  return listPage(tx, listable(tx, filter), { sort, paging: filter })
}

const LISTABLE_FILTERS = { modelId: 'i.modelId', grade: 'i.finalGrade', shopAccountId: 'i.shopAccountId' } as const

/** How many of these units there are for each value of the filter that is asked about, each count capped; null where none is. */
export async function countListableOptions(tx: Tx, filter: ListableFilter): Promise<Record<string, number> | null> {
  const { countBy, channel } = filter
  if (countBy === undefined) return null
  const inspected = db.selectFrom('inspection as i').where('i.merchantId', '=', tx.merchantId)
  const column = LISTABLE_FILTERS[countBy]
  const options = optionsIn(inspected.where('i.channel', '=', channel), column)
  const rows = listableOf(tx, { ...filter, [countBy]: undefined })
  return countByValue(tx, rows, column, { options, isIndexed: false })
}

/** How many listings there are of each of some models, those that were deleted left out, each count capped. */
export function countListingsOfModels(tx: Tx, modelIds: readonly string[]): Promise<Record<string, number>> {
  const rows = db.selectFrom('listing as l').where('l.merchantId', '=', tx.merchantId)
  const isOfModel = sql<boolean>`${sql.ref('l.modelId')} = choice.value`
  return countByMatch(tx, rows.where('l.state', '<>', 'deleted'), isOfModel, wordsAsOptions(modelIds))
}
