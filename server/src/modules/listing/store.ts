import type { Channel } from '@huanji/domain/channel'
import type { InspectionState } from '@huanji/domain/states/inspection'
import { LISTING_STATES, type ListingAction, type ListingState } from '@huanji/domain/states/listing'
import type { Grade } from '@huanji/domain/template/types'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { moveState } from '../history/state-store.ts'
import type { SystemWho } from '../history/store.ts'
import { unitIdsByAnyCode } from '../inspection/unit-store.ts'

/** A listing as commands and effects need it. */
export interface Listing {
  readonly listingId: string
  readonly channel: Channel
  readonly state: ListingState
  readonly shopAccountId: string
  readonly title: string
  readonly description: string
  readonly modelId: string
  readonly modelName: string
  readonly skuText: string
  readonly grade: Grade | null
  readonly stuffStatus: number | null
  readonly coverKey: string | null
  readonly unitCount: number
  readonly imei: string
  readonly barCode: string
  /** The marketplace's ids as text; empty until it took the listing. */
  readonly productId: string
  readonly itemId: string
  readonly failure: string
  readonly remoteModifiedAt: string | null
  /** Its latest run in a session. */
  readonly entryId: string | null
  readonly orderId: string | null
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

const LISTING_COLUMNS = sql`
  id as "listingId", channel, state, shop_account_id as "shopAccountId", title, description, model_id as "modelId",
  model_name as "modelName", sku_text as "skuText", grade, stuff_status as "stuffStatus", cover_key as "coverKey",
  unit_count as "unitCount", imei, bar_code as "barCode", product_id as "productId", item_id as "itemId", failure,
  remote_modified_at as "remoteModifiedAt", entry_id as "entryId", order_id as "orderId", version,
  created_at as "createdAt", updated_at as "updatedAt"`

/** A listing by its id, or null. */
export function findListing(tx: Tx, listingId: string): Promise<Listing | null> {
  return tx.one<Listing>(
    sql`select ${LISTING_COLUMNS} from listing where merchant_id = ${tx.merchantId} and id = ${listingId}`,
  )
}

/** A listing by its id, locked until the transaction ends, or null. Take it before its entry and its inspections. */
export function lockListing(tx: Tx, listingId: string): Promise<Listing | null> {
  return tx.one<Listing>(
    sql`select ${LISTING_COLUMNS} from listing where merchant_id = ${tx.merchantId} and id = ${listingId} for update`,
  )
}

/** The newest listing under a product of the marketplace, or null for a product that is not ours. */
export async function listingIdOfProduct(tx: Tx, productId: string): Promise<string | null> {
  const row = await tx.one<{ id: string }>(sql`
    select id from listing where merchant_id = ${tx.merchantId} and product_id = ${productId} and product_id <> ''
    order by created_at desc limit 1`)
  return row?.id ?? null
}

export type NewListing = Omit<
  Listing,
  | 'state'
  | 'productId'
  | 'itemId'
  | 'failure'
  | 'remoteModifiedAt'
  | 'orderId'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'entryId'
> & { readonly createdBy: string; readonly now: Date }

/** Adds a listing in the first state of its table. */
export async function insertListing(tx: Tx, one: NewListing): Promise<void> {
  await tx.run(sql`
    insert into listing (merchant_id, id, channel, state, shop_account_id, title, description, model_id, model_name,
                         sku_text, grade, stuff_status, cover_key, unit_count, imei, bar_code, created_by, created_at, updated_at)
    values (${tx.merchantId}, ${one.listingId}, ${one.channel}, ${LISTING_STATES.initial}, ${one.shopAccountId}, ${one.title},
            ${one.description}, ${one.modelId}, ${one.modelName}, ${one.skuText}, ${one.grade}, ${one.stuffStatus},
            ${one.coverKey}, ${one.unitCount}, ${one.imei}, ${one.barCode}, ${one.createdBy}, ${one.now}, ${one.now})`)
}

/**
 * Lets a listing hold a unit; false when another listing holds it, whoever asks and however often: of two rivals the
 * second waits for the first.
 */
export async function holdUnit(tx: Tx, listingId: string, unitId: string, inspectionId: string): Promise<boolean> {
  const added = await tx.run(sql`
    insert into listing_unit (merchant_id, listing_id, unit_id, inspection_id, holding)
    values (${tx.merchantId}, ${listingId}, ${unitId}, ${inspectionId}, true)
    on conflict (merchant_id, unit_id) where holding do nothing`)
  return added === 1
}

/** Lets a listing hold the units it once had again; gives the bar codes of those that another listing holds now. */
export async function holdUnitsAgain(tx: Tx, listingId: string): Promise<string[]> {
  const taken = await tx.rows<{ barCode: string }>(sql`
    select u.bar_code as "barCode"
    from listing_unit l join unit u on u.merchant_id = l.merchant_id and u.id = l.unit_id
    join listing_unit other on other.merchant_id = l.merchant_id and other.unit_id = l.unit_id and other.holding
      and other.listing_id <> l.listing_id
    where l.merchant_id = ${tx.merchantId} and l.listing_id = ${listingId} order by u.bar_code`)
  if (taken.length > 0) return taken.map((row) => row.barCode)
  await tx.run(sql`
    update listing_unit set holding = true where merchant_id = ${tx.merchantId} and listing_id = ${listingId}`)
  return []
}

/** Lets a listing hold its units no longer. */
export async function freeUnits(tx: Tx, listingId: string): Promise<void> {
  await tx.run(sql`
    update listing_unit set holding = false
    where merchant_id = ${tx.merchantId} and listing_id = ${listingId} and holding`)
}

/** A unit behind a listing. */
export interface ListingUnit {
  readonly unitId: string
  readonly inspectionId: string
  readonly inspectionNo: string
  readonly barCode: string
  readonly imei: string
  readonly modelName: string
  readonly skuText: string
  readonly grade: Grade | null
  readonly bagCode: string | null
  readonly inspectionState: InspectionState
  readonly holding: boolean
}

/** The units behind a listing, by bar code. */
export function unitsOfListing(tx: Tx, listingId: string): Promise<ListingUnit[]> {
  return tx.rows<ListingUnit>(sql`
    select l.unit_id as "unitId", l.inspection_id as "inspectionId", i.inspection_no as "inspectionNo",
           i.bar_code as "barCode", i.imei, i.model_name as "modelName", i.sku_text as "skuText",
           i.final_grade as grade, i.bag_code as "bagCode", i.state as "inspectionState", l.holding
    from listing_unit l join inspection i on i.merchant_id = l.merchant_id and i.id = l.inspection_id
    where l.merchant_id = ${tx.merchantId} and l.listing_id = ${listingId} order by i.bar_code`)
}

/** Who moves a listing, when, and what the history says beside it. */
export interface MovedBy {
  readonly who: Actor | SystemWho
  readonly now: Date
  readonly note?: string
}

/** Moves a listing along its table and writes its history; every move makes a new version. Refuses as `moveState` does. */
export function moveListing(
  tx: Tx,
  listingId: string,
  action: ListingAction,
  by: MovedBy,
  also: { readonly failure?: string } = {},
): Promise<ListingState> {
  return moveState(tx, {
    table: sql.table('listing'),
    id: listingId,
    states: LISTING_STATES,
    action,
    who: by.who,
    now: by.now,
    note: by.note ?? '',
    set: [
      sql`updated_at = ${by.now}`,
      sql`version = version + 1`,
      ...(also.failure === undefined ? [] : [sql`failure = ${also.failure}`]),
    ],
  })
}

/** What a listing learns without moving; absent fields stay. */
export interface ListingFacts {
  readonly productId?: string
  readonly itemId?: string
  readonly entryId?: string
  readonly orderId?: string
  readonly failure?: string
  /** True for what whoever edits the listing has to see first. */
  readonly isNewVersion?: boolean
}

/** Writes facts into a listing. */
export async function setListingFacts(tx: Tx, listingId: string, facts: ListingFacts, now: Date): Promise<void> {
  const assignments: RawBuilder<unknown>[] = [sql`updated_at = ${now}`]
  if (facts.productId !== undefined) assignments.push(sql`product_id = ${facts.productId}`)
  if (facts.itemId !== undefined) assignments.push(sql`item_id = ${facts.itemId}`)
  if (facts.entryId !== undefined) assignments.push(sql`entry_id = ${facts.entryId}`)
  if (facts.orderId !== undefined) assignments.push(sql`order_id = ${facts.orderId}`)
  if (facts.failure !== undefined) assignments.push(sql`failure = ${facts.failure}`)
  if (facts.isNewVersion) assignments.push(sql`version = version + 1`)
  await tx.run(sql`
    update listing set ${sql.join(assignments)} where merchant_id = ${tx.merchantId} and id = ${listingId}`)
}

/** Notes when the marketplace last changed the product; false for a snapshot that is older than what we have. */
export async function noteProductSnapshot(tx: Tx, listingId: string, modifiedAt: string): Promise<boolean> {
  const touched = await tx.run(sql`
    update listing set remote_modified_at = ${modifiedAt}
    where merchant_id = ${tx.merchantId} and id = ${listingId}
      and (remote_modified_at is null or remote_modified_at <= ${modifiedAt})`)
  return touched === 1
}

/** Runs one row of a bulk call so that its refusal undoes that row alone and the others stay. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.run(sql`savepoint bulk_row`)
  try {
    const result = await work()
    await tx.run(sql`release savepoint bulk_row`)
    return result
  } catch (error) {
    await tx.run(sql`rollback to savepoint bulk_row`)
    throw error
  }
}

/** The condition by which a code of any kind finds listings: the marketplace's ids, or a code of a unit behind it. */
export function listingHasCode(tx: Tx, code: string): RawBuilder<unknown> {
  // joined by `or` these would read every listing
  return sql`l.id in (
    select id from listing where merchant_id = ${tx.merchantId} and product_id <> '' and product_id = ${code}
    union select listing_id from listing_unit
          where merchant_id = ${tx.merchantId} and unit_id in (${unitIdsByAnyCode(tx, code)}))`
}

/** A listing as the quick search shows it. */
export interface FoundListing {
  readonly listingId: string
  readonly state: ListingState
  readonly title: string
  readonly imei: string
  readonly barCode: string
  readonly createdAt: string
}

/** The listings that a code of any kind points at (product id, IMEI, bar code, bag, serial number), newest first, at most 20. */
export function findListingsByCode(tx: Tx, code: string): Promise<FoundListing[]> {
  return tx.rows<FoundListing>(sql`
    select l.id as "listingId", l.state, l.title, l.imei, l.bar_code as "barCode", l.created_at as "createdAt"
    from listing l where l.merchant_id = ${tx.merchantId} and l.state <> 'deleted' and ${listingHasCode(tx, code)}
    order by l.created_at desc, l.id desc limit 20`)
}
