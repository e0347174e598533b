import type { OrderState } from '@huanji/domain/states/order'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOf } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { offsetOfTurn, type Turn } from '../../platform/turns.ts'
import { unlessHeld } from './store.ts'

const SKU_COLUMNS = [
  'skuId',
  'skuText',
  'priceFen',
  'shownStock',
  'remoteSkuId',
  'position',
] as const satisfies ColumnsOf<'listingSku'>

/** A SKU of a listing with its price and what the marketplace shows of it. */
export type ListingSku = RowOf<'listingSku', typeof SKU_COLUMNS>

const skus = (tx: Tx, listingId: string) =>
  db.selectFrom('listingSku').where('merchantId', '=', tx.merchantId).where('listingId', '=', listingId)

/** The SKUs of a listing in their order; none for one of the auction market. */
export function skusOfListing(tx: Tx, listingId: string): Promise<ListingSku[]> {
  return tx.rows(skus(tx, listingId).orderBy('position').select(SKU_COLUMNS))
}

/** Adds a SKU to a listing. */
export async function insertSku(tx: Tx, listingId: string, sku: Omit<ListingSku, 'shownStock' | 'remoteSkuId'>) {
  await tx.run(db.insertInto('listingSku').values({ merchantId: tx.merchantId, listingId, ...sku }))
}

/** Changes of a SKU; absent fields stay. */
export type SkuFacts = Partial<Pick<ListingSku, 'priceFen' | 'shownStock' | 'remoteSkuId'>>

/** Writes facts into a SKU of a listing. */
export async function setSkuFacts(tx: Tx, listingId: string, skuId: string, facts: SkuFacts): Promise<void> {
  const { priceFen, shownStock, remoteSkuId } = facts
  await tx.run(
    db
      .updateTable('listingSku')
      .where('merchantId', '=', tx.merchantId)
      .where('listingId', '=', listingId)
      .where('skuId', '=', skuId)
      .set({ priceFen, shownStock, remoteSkuId }),
  )
}

/** What was bought in these states and not given yet has to be kept back. A phone that left without being picked is gone. */
export const RESERVING_STATES: readonly OrderState[] = ['awaiting_payment', 'awaiting_shipment', 'shipped', 'completed']

/** A SKU of a listing and a number of pieces. */
export interface SkuCount {
  readonly listingId: string
  readonly skuId: string
  readonly count: number
}

/** Phones that listings hold and no order has; `i` is the report that each is offered on. */
const freeUnitRows = (tx: Tx, listingIds: readonly string[]) =>
  db
    .selectFrom('listingUnit as l')
    .innerJoin('inspection as i', (on) =>
      on.onRef('i.merchantId', '=', 'l.merchantId').onRef('i.id', '=', 'l.inspectionId'),
    )
    .where('l.merchantId', '=', tx.merchantId)
    .where('i.merchantId', '=', tx.merchantId)
    .where('l.listingId', '=', anyOf(listingIds))
    .where('l.holding', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('saleOrderUnit as u')
            .where('u.merchantId', '=', tx.merchantId)
            .whereRef('u.unitId', '=', 'l.unitId')
            .where('u.holding', '=', true)
            .select('u.unitId'),
        ),
      ),
    )

/** The phones of a SKU that could be sent now, and beside them those whose report is too old for it. */
export interface FreeCount extends SkuCount {
  readonly expired: number
}

/** The phones that listings hold and no order has, for each SKU; reports from before `validFrom` are too old. */
export function freeUnitCounts(tx: Tx, listingIds: readonly string[], validFrom: Date): Promise<FreeCount[]> {
  return tx.rows(
    freeUnitRows(tx, listingIds)
      .groupBy(['l.listingId', 'l.skuId'])
      .select(({ ref }) => [
        'l.listingId',
        'l.skuId',
        sql<number>`(count(*) filter (where ${ref('i.editedAt')} >= ${validFrom}))::int`.as('count'),
        sql<number>`(count(*) filter (where ${ref('i.editedAt')} < ${validFrom}))::int`.as('expired'),
      ]),
  )
}

/**
 * Listings that are on sale, or that orders wait for, and hold phones on reports from before `validFrom`: from the one
 * after `after` on, at most `limit`.
 */
export async function listingsWithExpired(tx: Tx, validFrom: Date, after: string, limit: number): Promise<string[]> {
  const rows = await tx.rows(
    db
      .selectFrom('listing as g')
      .where('g.merchantId', '=', tx.merchantId)
      .where('g.channel', '=', 'curated')
      .where('g.id', '>', after)
      .where(({ eb, exists, or, ref, selectFrom }) =>
        or([
          eb('g.state', '=', 'on_sale'),
          exists(
            selectFrom('saleOrderLine as w')
              .innerJoin('saleOrder as o', (on) =>
                on.onRef('o.merchantId', '=', 'w.merchantId').onRef('o.id', '=', 'w.orderId'),
              )
              .where('w.merchantId', '=', tx.merchantId)
              .where('w.listingId', '=', ref('g.id'))
              .where('o.state', 'in', ['awaiting_payment', 'awaiting_shipment'])
              .where('o.isShort', '=', false)
              .whereRef('w.picked', '<', 'w.quantity')
              .select(sql.lit(1).as('one')),
          ),
        ]),
      )
      .where(({ exists, ref, selectFrom }) =>
        exists(
          selectFrom('listingUnit as l')
            .innerJoin('inspection as i', (on) =>
              on.onRef('i.merchantId', '=', 'l.merchantId').onRef('i.id', '=', 'l.inspectionId'),
            )
            .where('l.merchantId', '=', tx.merchantId)
            .where('l.listingId', '=', ref('g.id'))
            .where('l.holding', '=', true)
            .where('i.editedAt', '<', validFrom.toISOString())
            .select(sql.lit(1).as('one')),
        ),
      )
      .orderBy('g.id')
      .limit(limit)
      .select('g.id'),
  )
  return rows.map((row) => row.id)
}

interface Bought {
  readonly l: Tables['saleOrderLine']
  readonly o: Tables['saleOrder']
}

/**
 * An order that ended after its parcel had left, in the marketplace's own app, with phones that nobody has named yet: they
 * are as gone as those of an order that goes on.
 */
const leftUnnamed = ({ and, eb, ref }: ExpressionBuilder<Bought, 'l' | 'o'>) =>
  and([
    eb('o.state', 'in', ['refunded', 'closed']),
    eb('o.shippedAt', 'is not', null),
    eb('o.pickedCount', 'is not', null),
    eb('l.picked', '<', ref('l.quantity')),
  ])

/** The order lines of listings, by SKU. */
const linesOf = (tx: Tx, listingIds: readonly string[]) =>
  db
    .selectFrom('saleOrderLine as l')
    .innerJoin('saleOrder as o', (on) => on.onRef('o.merchantId', '=', 'l.merchantId').onRef('o.id', '=', 'l.orderId'))
    .where('l.merchantId', '=', tx.merchantId)
    .where('l.listingId', '=', anyOf(listingIds))
    .groupBy(['l.listingId', 'l.skuId'])
    .select(({ ref }) => [ref('l.listingId').$notNull().as('listingId'), 'l.skuId'])

/** What orders have bought of listings and not been given, for each SKU. */
export function reservedCounts(tx: Tx, listingIds: readonly string[]): Promise<SkuCount[]> {
  return tx.rows(
    linesOf(tx, listingIds)
      .where((eb) => eb.or([eb('o.state', 'in', RESERVING_STATES), leftUnnamed(eb)]))
      .select(({ ref, selectFrom }) =>
        sql<number>`sum(greatest(0, ${ref('l.quantity')} - ${selectFrom('saleOrderUnit as u')
          .where('u.merchantId', '=', tx.merchantId)
          .whereRef('u.orderId', '=', 'l.orderId')
          .whereRef('u.lineNo', '=', 'l.lineNo')
          .where('u.holding', '=', true)
          .select(({ fn }) => fn.countAll().as('given'))}))::int`.as('count'),
      ),
  )
}

/** What was bought of listings and is not undone, for each SKU. */
export function soldCounts(tx: Tx, listingIds: readonly string[]): Promise<SkuCount[]> {
  const lines = linesOf(tx, listingIds).where('o.state', 'in', RESERVING_STATES)
  return tx.rows(lines.select(({ ref }) => sql<number>`sum(${ref('l.quantity')})::int`.as('count')))
}

/** What the marketplace shows of listings, for each SKU, as far as we know. */
export function shownCounts(tx: Tx, listingIds: readonly string[]): Promise<SkuCount[]> {
  return tx.rows(
    db
      .selectFrom('listingSku')
      .where('merchantId', '=', tx.merchantId)
      .where('listingId', '=', anyOf(listingIds))
      .select(['listingId', 'skuId', 'shownStock as count']),
  )
}

/** A phone of a listing's stock. */
export interface StockUnit {
  readonly unitId: string
  readonly inspectionId: string
  readonly skuId: string
  readonly holding: boolean
}

const unitRows = (tx: Tx) => db.selectFrom('listingUnit as l').where('l.merchantId', '=', tx.merchantId)

/** A phone that stands behind a listing, or once did; null for any other. */
export function stockUnit(tx: Tx, listingId: string, unitId: string): Promise<StockUnit | null> {
  return tx.one(
    unitRows(tx)
      .where('l.listingId', '=', listingId)
      .where('l.unitId', '=', unitId)
      .select(['l.unitId', 'l.inspectionId', 'l.skuId', 'l.holding']),
  )
}

/**
 * Phones of a SKU that the listing holds and no order has, at most `limit`: first those whose report is from before
 * `validFrom`, then the last inspected.
 */
export function freeUnits(
  tx: Tx,
  { listingId, skuId, validFrom }: { readonly listingId: string; readonly skuId: string; readonly validFrom: Date },
  limit: number,
): Promise<StockUnit[]> {
  return tx.rows(
    freeUnitRows(tx, [listingId])
      .where('l.skuId', '=', skuId)
      .orderBy(({ ref }) => sql`${ref('i.editedAt')} < ${validFrom}`, 'desc')
      .orderBy('l.inspectionId', 'desc')
      .limit(limit)
      .select(['l.unitId', 'l.inspectionId', 'l.skuId', 'l.holding']),
  )
}

/** Lets a listing hold these units no longer. */
export async function letUnitsGo(tx: Tx, listingId: string, unitIds: readonly string[]): Promise<void> {
  if (unitIds.length === 0) return
  await tx.run(
    db
      .updateTable('listingUnit')
      .where('merchantId', '=', tx.merchantId)
      .where('listingId', '=', listingId)
      .where('unitId', 'in', unitIds)
      .set({ holding: false }),
  )
}

/** The listing that holds a unit now, or null. */
export async function holderOf(tx: Tx, unitId: string): Promise<string | null> {
  const row = await tx.one(
    unitRows(tx).where('l.unitId', '=', unitId).where('l.holding', '=', true).select('l.listingId'),
  )
  return row?.listingId ?? null
}

/**
 * Lets a listing hold a unit, whether it once did or not; false when another listing holds it, whoever asks and however
 * often: of two rivals the second waits for the first.
 */
export async function holdStockUnit(tx: Tx, listingId: string, unit: Omit<StockUnit, 'holding'>): Promise<boolean> {
  const holder = await holderOf(tx, unit.unitId)
  if (holder !== null) return holder === listingId
  const { unitId, inspectionId, skuId } = unit
  // taking the row first makes the rival wait; a row that is there already is taken by the update
  const inserted = await tx.run(
    db
      .insertInto('listingUnit')
      .values({ merchantId: tx.merchantId, listingId, unitId, inspectionId, skuId, holding: true })
      .onConflict((conflict) => conflict.doNothing()),
  )
  if (inserted === 1) return true
  const again = db
    .updateTable('listingUnit')
    .where('merchantId', '=', tx.merchantId)
    .where('listingId', '=', listingId)
    .where('unitId', '=', unitId)
    .where('holding', '=', false)
    .set({ holding: true, inspectionId, skuId })
  return (await unlessHeld(tx, () => tx.run(again))) === 1
}

/** Remembers that a unit went through a listing without being offered in it: picked for one of its orders. */
export async function noteUnit(tx: Tx, listingId: string, unit: Omit<StockUnit, 'holding'>): Promise<void> {
  const { unitId, inspectionId, skuId } = unit
  const row = { merchantId: tx.merchantId, listingId, unitId, inspectionId, skuId, holding: false }
  await tx.run(
    db
      .insertInto('listingUnit')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['merchantId', 'listingId', 'unitId']).doUpdateSet({ inspectionId, skuId, holding: false }),
      ),
  )
}

/** Which of these records came in with a batch. */
export async function recordsOfBatch(tx: Tx, batchId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.rows(
    db
      .selectFrom('inspection')
      .where('merchantId', '=', tx.merchantId)
      .where('batchId', '=', batchId)
      .where('id', '=', anyOf(ids))
      .select('id'),
  )
  return rows.map((row) => row.id)
}

/** The phones of a batch that can be offered on reports since `validFrom`, oldest first, at most `limit`. */
export async function listableOfBatch(tx: Tx, batchId: string, validFrom: Date, limit: number): Promise<string[]> {
  const rows = await tx.rows(
    db
      .selectFrom('inspection')
      .where('merchantId', '=', tx.merchantId)
      .where('batchId', '=', batchId)
      .where('state', '=', 'listable')
      .where('editedAt', '>=', validFrom.toISOString())
      .orderBy('createdAt')
      .orderBy('id')
      .limit(limit)
      .select('id'),
  )
  return rows.map((row) => row.id)
}

const listingOf = (tx: Tx, listingId: string) =>
  db.updateTable('listing').where('merchantId', '=', tx.merchantId).where('id', '=', listingId)

/** Counts another change of a listing's stock, which the marketplace has to be told. */
export async function writeStockRequest(tx: Tx, listingId: string, now: Date): Promise<void> {
  await tx.run(listingOf(tx, listingId).set(({ eb }) => ({ stockWish: eb('stockWish', '+', 1), updatedAt: now })))
}

/** The marketplace shows the stock as of this generation of the request; an older answer changes nothing. */
export async function settleStockRequest(tx: Tx, listingId: string, generation: number): Promise<void> {
  await tx.run(
    listingOf(tx, listingId).where('stockKnown', '<', generation).set({ stockKnown: generation, stockProblem: '' }),
  )
}

/** What the sentence of a refusal begins with. */
export const STOCK_REFUSED = '库存未同步：'

/** Why the marketplace does not show the stock yet. */
export async function recordStockProblem(tx: Tx, listingId: string, problem: string): Promise<void> {
  await tx.run(listingOf(tx, listingId).where('stockProblem', '<>', problem).set({ stockProblem: problem }))
}

/** Listings whose stock has waited since before `before` to be shown: those whose turn it is, at most `limit`. */
export async function openStockRequests(tx: Tx, before: Date, turn: Turn, limit: number): Promise<string[]> {
  const open = db
    .selectFrom('listing')
    .where('merchantId', '=', tx.merchantId)
    .where(({ eb, ref }) => eb('stockWish', '<>', ref('stockKnown')))
    .where('updatedAt', '<', before.toISOString())
  const all = await tx.one(open.select(sql<number>`count(*)::int`.as('count')))
  const page = open
    .orderBy('updatedAt')
    .orderBy('id')
    .offset(offsetOfTurn(turn, all?.count ?? 0, limit))
    .limit(limit)
  return (await tx.rows(page.select('id'))).map((row) => row.id)
}
