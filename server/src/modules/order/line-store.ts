import { skuIdOf } from '@huanji/domain/listing/sku-id'
import type { OrderState } from '@huanji/domain/states/order'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOf, type RowOfQuery } from '../../database/query.ts'
import { unitIdsByAnyCode } from '../inspection/unit-store.ts'
import type { DispatchState } from './store.ts'

const LINE_COLUMNS = [
  'orderId',
  'lineNo',
  'listingId',
  'skuId',
  'skuText',
  'grade',
  'quantity',
  'picked as pickedCount',
  'unitPriceFen',
  'amountFen',
] as const satisfies ColumnsOf<'saleOrderLine'>

/** So many phones of one SKU of a listing; `pickedCount` counts only what was picked of stock. */
export type OrderLine = RowOf<'saleOrderLine', typeof LINE_COLUMNS>

const lineRows = (tx: Tx, orderIds: readonly string[]) =>
  db
    .selectFrom('saleOrderLine')
    .where('merchantId', '=', tx.merchantId)
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('orderId')
    .orderBy('lineNo')
    .select(LINE_COLUMNS)

/** The lines of an order, in their order. */
export const linesOfOrder = (tx: Tx, orderId: string): Promise<OrderLine[]> => tx.rows(lineRows(tx, [orderId]))

/** The lines of several orders, by order. */
export async function linesOfOrders(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderLine[]>> {
  const lines = orderIds.length === 0 ? [] : await tx.rows(lineRows(tx, orderIds))
  return Map.groupBy(lines, (line) => line.orderId)
}

const phoneRows = (tx: Tx) =>
  db
    .selectFrom('inspection as i')
    .innerJoin('unit as u', (join) => join.onRef('u.merchantId', '=', 'i.merchantId').onRef('u.id', '=', 'i.unitId'))
    .where('i.merchantId', '=', tx.merchantId)
    .select([
      'i.id as inspectionId',
      'i.inspectionNo',
      'i.unitId',
      'i.state',
      'i.channel',
      'i.barCode',
      'i.imei',
      'i.modelId',
      'i.modelName',
      'i.skuText',
      'i.finalGrade as grade',
      'i.shopAccountId',
      'i.bagCode',
      'i.editedAt as inspectedAt',
      'u.sku',
    ])
    .select(({ exists, ref, selectFrom }) => [
      selectFrom('shopAccount as a')
        .where('a.merchantId', '=', tx.merchantId)
        .where('a.id', '=', ref('i.shopAccountId'))
        .select('a.shopName')
        .as('shopName'),
      selectFrom('saleOrderUnit as s')
        .where('s.merchantId', '=', tx.merchantId)
        .where('s.unitId', '=', ref('i.unitId'))
        .where('s.holding', '=', sql.lit(true))
        .select('s.orderId')
        .as('heldByOrder'),
      selectFrom('listingUnit as l')
        .where('l.merchantId', '=', tx.merchantId)
        .where('l.unitId', '=', ref('i.unitId'))
        .where('l.holding', '=', sql.lit(true))
        .select('l.listingId')
        .as('heldByListing'),
      // sold on this very report before: either it went to a buyer, or the report ended with the sale
      exists(
        selectFrom('saleOrderUnit as s')
          .where('s.merchantId', '=', tx.merchantId)
          .where('s.unitId', '=', ref('i.unitId'))
          .where('s.inspectionId', '=', ref('i.id'))
          .where(({ and, eb, or }) =>
            or([
              eb('s.dispatchState', '=', 'returned'),
              and([eb('s.holding', '=', false), eb('s.dispatchState', '=', 'shipped')]),
              eb(ref('i.state'), '=', 'voided'),
            ]),
          )
          .select(sql.lit(1).as('one')),
      )
        .$castTo<boolean>()
        .as('cameBack'),
    ])

type PhoneRow = RowOfQuery<typeof phoneRows>

/** A phone with its report, and who holds it. */
export type Phone = Omit<PhoneRow, 'sku'> & { readonly skuId: string }

const phoneOf = ({ sku, ...row }: PhoneRow): Phone => ({ ...row, skuId: skuIdOf(sku) })

/** A phone by its report, or null. */
export async function phoneByReport(tx: Tx, inspectionId: string): Promise<Phone | null> {
  const row = await tx.one(phoneRows(tx).where('i.id', '=', inspectionId))
  return row && phoneOf(row)
}

/** The phone that a code of any kind points at, by its newest report; null for a code that we do not know. */
export async function phoneByCode(tx: Tx, code: string): Promise<Phone | null> {
  const row = await tx.one(
    phoneRows(tx)
      .where('i.unitId', 'in', unitIdsByAnyCode(tx, code))
      .orderBy('i.createdAt', 'desc')
      .orderBy('i.id', 'desc')
      .limit(1),
  )
  return row && phoneOf(row)
}

/**
 * The phones of a model that lie here with a finished report of the curated channel: those in the stock of `listingId`
 * first, then those that no listing offers, then the others; of each the oldest report first.
 */
export async function phonesOfModel(
  tx: Tx,
  {
    modelId,
    listingId,
    code,
  }: { readonly modelId: string; readonly listingId: string | null; readonly code: string | null },
  limit: number,
): Promise<Phone[]> {
  const ofModel = phoneRows(tx)
    .where('i.channel', '=', 'curated')
    .where('i.modelId', '=', modelId)
    .where(({ eb, or }) => or([eb('i.state', '=', 'listable'), eb('i.state', '=', 'listed')]))
  const named = code === null ? ofModel : ofModel.where('i.unitId', 'in', unitIdsByAnyCode(tx, code))
  const inTurn = named.orderBy(({ exists, ref, selectFrom }) => {
    const holder = selectFrom('listingUnit as h')
      .where('h.merchantId', '=', tx.merchantId)
      .where('h.unitId', '=', ref('i.unitId'))
      .where('h.holding', '=', sql.lit(true))
      .select(sql.lit(1).as('one'))
    const isOurs = exists(holder.where('h.listingId', '=', listingId))
    return sql`case when ${isOurs} then 0 when not ${exists(holder)} then 1 else 2 end`
  })
  return (await tx.rows(inTurn.orderBy('i.createdAt').orderBy('i.id').limit(limit))).map(phoneOf)
}

/** Counts phones into a line of a stock order, or out of it; its row names the first of them. */
export async function countPicked(
  tx: Tx,
  { orderId, lineNo }: { readonly orderId: string; readonly lineNo: number },
  by: 1 | -1,
  now: Date,
): Promise<void> {
  await tx.run(
    db
      .updateTable('saleOrderLine')
      .set(({ eb }) => ({ picked: eb('picked', '+', by) }))
      .where('merchantId', '=', tx.merchantId)
      .where('orderId', '=', orderId)
      .where('lineNo', '=', lineNo),
  )
  const first = await tx.one(
    db
      .selectFrom('saleOrderUnit')
      .where('merchantId', '=', tx.merchantId)
      .where('orderId', '=', orderId)
      .orderBy('barCode')
      .limit(1)
      .select(['imei', 'barCode', 'bagCode']),
  )
  await tx.run(
    db
      .updateTable('saleOrder')
      .set(({ eb, fn, val }) => ({
        pickedCount: eb(fn.coalesce('pickedCount', val(0)), '+', by),
        imei: first?.imei ?? '',
        barCode: first?.barCode ?? '',
        bagCode: first?.bagCode ?? null,
        updatedAt: now,
        version: eb('version', '+', 1),
      }))
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', orderId),
  )
}

const unitOf = (orderId: string, unitId: string, tx: Tx) =>
  db
    .updateTable('saleOrderUnit')
    .where('merchantId', '=', tx.merchantId)
    .where('orderId', '=', orderId)
    .where('unitId', '=', unitId)

/** Records how far a phone of an order is on its way out. */
export async function setDispatchState(tx: Tx, orderId: string, unitId: string, state: DispatchState): Promise<void> {
  await tx.run(unitOf(orderId, unitId, tx).set({ dispatchState: state }))
}

/** Takes a phone out of an order as if it had never been picked. */
export async function removeUnit(tx: Tx, orderId: string, unitId: string): Promise<void> {
  await tx.run(
    db
      .deleteFrom('saleOrderUnit')
      .where('merchantId', '=', tx.merchantId)
      .where('orderId', '=', orderId)
      .where('unitId', '=', unitId),
  )
}

const ENDED: readonly OrderState[] = ['refunded', 'closed']

/** An order that lacks phones; one that has ended lacks those that left unnamed, and waits for nothing any more. */
export interface LackingOrder {
  readonly orderId: string
  readonly missing: number
  readonly isShort: boolean
  readonly hasEnded: boolean
}

/** The orders that still lack phones of one SKU of a listing, who bought first first. */
export function waitingForStock(tx: Tx, listingId: string, skuId: string): Promise<LackingOrder[]> {
  return tx.rows(
    db
      .selectFrom('saleOrderLine as l')
      .innerJoin('saleOrder as o', (join) =>
        join.onRef('o.merchantId', '=', 'l.merchantId').onRef('o.id', '=', 'l.orderId'),
      )
      .where('l.merchantId', '=', tx.merchantId)
      .where('l.listingId', '=', listingId)
      .where('l.skuId', '=', skuId)
      .where('o.pickedCount', 'is not', null)
      .where(({ eb, or }) => or([eb('o.state', 'not in', ENDED), eb('o.shippedAt', 'is not', null)]))
      .whereRef('l.picked', '<', 'l.quantity')
      .orderBy('o.orderedAt')
      .orderBy('o.id')
      .select(({ eb, ref }) => [
        'o.id as orderId',
        'o.isShort',
        sql<number>`${ref('l.quantity')} - ${ref('l.picked')}`.as('missing'),
        eb('o.state', 'in', ENDED).$castTo<boolean>().as('hasEnded'),
      ]),
  )
}

/** Marks an order as short, or as not short any more. */
export async function setShort(tx: Tx, orderId: string, isShort: boolean, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('saleOrder')
      .set(({ eb }) => ({ isShort, updatedAt: now, version: eb('version', '+', 1) }))
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', orderId)
      .where('isShort', '<>', isShort),
  )
}
