import type { ParsedOf } from '@huanji/contract/call'
import type { goods } from '@huanji/contract/calls/goods'
import type { Channel } from '@huanji/domain/channel'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import type { AuctionEntryState } from '@huanji/domain/states/auction-entry'
import { LISTING_STATES, type ListingState } from '@huanji/domain/states/listing'
import type { Grade } from '@huanji/domain/template/types'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { containing, countByState, type ListPage, listPage } from '../../database/list-page.ts'
import type { AuctionMode } from '../auction/store.ts'
import { type DesiredColumns, openDesiredState } from '../desired-state/store.ts'
import { unitIdsByAnyCode } from '../inspection/unit-store.ts'
import { listingHasCode } from './store.ts'

export type ListingFilter = ParsedOf<typeof goods.list>
export type ListableFilter = ParsedOf<typeof goods.detect_list>

/** A listing with its latest run as a list shows it, before rights are looked at; entry fields are null without a run. */
export interface ListedListing extends DesiredColumns {
  readonly listingId: string
  readonly channel: Channel
  readonly state: ListingState
  readonly title: string
  readonly coverKey: string | null
  readonly modelName: string
  readonly skuText: string
  readonly grade: Grade | null
  readonly unitCount: number
  readonly imei: string
  readonly barCode: string
  readonly shopAccountId: string
  readonly shopName: string
  readonly failure: string
  readonly orderId: string | null
  readonly createdAt: string
  readonly updatedAt: string
  readonly version: number
  readonly entryId: string | null
  readonly entryState: AuctionEntryState | null
  readonly scheduleDate: string
  readonly scheduleNumber: string
  readonly mode: AuctionMode
  readonly cutOffAt: string
  readonly startsAt: string
  readonly endsAt: string
  readonly startPriceFen: number
  readonly reservePriceFen: number
  readonly bidCount: number
  readonly bidderCount: number
  readonly highestBidFen: number | null
  readonly extensionCount: number
}

const DESIRED = openDesiredState('l', 'id', 'listing')

const listColumns = (tx: Tx): RawBuilder<unknown> => sql`
  l.id as "listingId", l.channel, l.state, l.title, l.cover_key as "coverKey", l.model_name as "modelName",
  l.sku_text as "skuText", l.grade, l.unit_count as "unitCount", l.imei, l.bar_code as "barCode",
  l.shop_account_id as "shopAccountId",
  (select s.shop_name from shop_account s where s.merchant_id = ${tx.merchantId} and s.id = l.shop_account_id) as "shopName",
  coalesce(nullif(case when d.state <> 'settled' then d.problem end, ''), l.failure) as failure, l.order_id as "orderId", l.created_at as "createdAt", l.updated_at as "updatedAt", l.version,
  l.entry_id as "entryId", e.state as "entryState", e.schedule_date::text as "scheduleDate",
  e.schedule_number as "scheduleNumber", e.mode, e.cut_off_at as "cutOffAt", e.starts_at as "startsAt",
  e.ends_at as "endsAt", e.start_price_fen as "startPriceFen", e.reserve_price_fen as "reservePriceFen",
  e.bid_count as "bidCount", e.bidder_count as "bidderCount", e.highest_bid_fen as "highestBidFen",
  e.extension_count as "extensionCount", ${DESIRED.columns}`

const LISTINGS = sql`
  listing l left join auction_entry e on e.merchant_id = l.merchant_id and e.id = l.entry_id ${DESIRED.join}`

/** A listing as its own page shows it. */
export interface DetailedListing extends ListedListing {
  readonly description: string
  readonly stuffStatus: number | null
  readonly productId: string
  readonly itemId: string
}

/** One listing with everything its page shows, or null when the merchant has no such listing. */
export function findDetailedListing(tx: Tx, listingId: string): Promise<DetailedListing | null> {
  return tx.one<DetailedListing>(sql`
    select ${listColumns(tx)}, l.description, l.stuff_status as "stuffStatus", l.product_id as "productId",
           l.item_id as "itemId"
    from ${LISTINGS} where l.merchant_id = ${tx.merchantId} and l.id = ${listingId}`)
}

function conditions(tx: Tx, filter: ListingFilter): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [sql`l.merchant_id = ${tx.merchantId}`]
  if (filter.channel) where.push(sql`l.channel = ${filter.channel}`)
  if (filter.code) where.push(listingHasCode(tx, normaliseCode(filter.code)))
  if (filter.keyword) where.push(sql`l.title ilike ${containing(filter.keyword)}`)
  if (filter.modelId) where.push(sql`l.model_id = ${filter.modelId}`)
  if (filter.grade) where.push(sql`l.grade = ${filter.grade}`)
  if (filter.shopAccountId) where.push(sql`l.shop_account_id = ${filter.shopAccountId}`)
  if (filter.entryState) where.push(sql`e.state = ${filter.entryState}`)
  if (filter.scheduleDate) where.push(sql`e.schedule_date = ${filter.scheduleDate}`)
  return where
}

/** One page of listings, newest first; deleted ones only when they are asked for. */
export function listListings(tx: Tx, filter: ListingFilter): Promise<ListPage<ListedListing>> {
  return listPage<ListedListing>(tx, {
    columns: listColumns(tx),
    from: LISTINGS,
    where: [...conditions(tx, filter), filter.state ? sql`l.state = ${filter.state}` : sql`l.state <> 'deleted'`],
    sort: { column: sql`l.created_at`, idColumn: sql`l.id`, direction: 'desc' },
    paging: filter,
  })
}

/** How many listings of the filter stand in each state, each count capped at COUNT_CAP. */
export const countListings = (tx: Tx, filter: ListingFilter): Promise<Record<ListingState, number>> =>
  countByState(tx, {
    from: LISTINGS,
    where: conditions(tx, filter),
    state: sql`l.state`,
    states: LISTING_STATES.states.map(({ code }) => code),
  })

/** An inspected unit that may be listed. */
export interface ListableUnit {
  readonly inspectionId: string
  readonly inspectionNo: string
  readonly unitId: string
  readonly barCode: string
  readonly imei: string
  readonly modelId: string
  readonly modelName: string
  readonly sku: {
    readonly ram: string
    readonly storage: string
    readonly regulatoryNo: string
    readonly colour: string
  }
  readonly skuText: string
  readonly grade: Grade
  readonly bagCode: string | null
  readonly shopAccountId: string | null
  readonly shopName: string | null
  readonly coverKey: string | null
  readonly inspectedAt: string
}

/** One page of the units that are inspected, sealed and not on sale anywhere, newest first. */
export function listListable(tx: Tx, filter: ListableFilter): Promise<ListPage<ListableUnit>> {
  const where: RawBuilder<unknown>[] = [
    sql`i.merchant_id = ${tx.merchantId}`,
    sql`i.channel = ${filter.channel}`,
    sql`i.state = 'listable'`,
    sql`i.final_grade is not null`,
  ]
  if (filter.code) where.push(sql`i.unit_id in (${unitIdsByAnyCode(tx, normaliseCode(filter.code))})`)
  if (filter.modelId) where.push(sql`i.model_id = ${filter.modelId}`)
  if (filter.grade) where.push(sql`i.final_grade = ${filter.grade}`)
  if (filter.shopAccountId) where.push(sql`i.shop_account_id = ${filter.shopAccountId}`)
  return listPage<ListableUnit>(tx, {
    columns: sql`
      i.id as "inspectionId", i.inspection_no as "inspectionNo", i.unit_id as "unitId", i.bar_code as "barCode", i.imei,
      i.model_id as "modelId", i.model_name as "modelName", i.sku_text as "skuText", i.final_grade as grade,
      i.bag_code as "bagCode", i.shop_account_id as "shopAccountId", i.cover_key as "coverKey",
      i.created_at as "inspectedAt",
      (select u.sku from unit u where u.merchant_id = ${tx.merchantId} and u.id = i.unit_id) as sku,
      (select s.shop_name from shop_account s where s.merchant_id = ${tx.merchantId} and s.id = i.shop_account_id)
        as "shopName"`,
    from: sql`inspection i`,
    where,
    sort: { column: sql`i.created_at`, idColumn: sql`i.id`, direction: 'desc' },
    paging: filter,
  })
}
