import { COUNT_CAP } from '@huanji/contract/constants'
import type { Channel } from '@huanji/domain/channel'
import type { Sought } from '@huanji/domain/codes/sought'
import { ORDER_STATES, type OrderAction, type OrderState, WAITING_ORDER_STATES } from '@huanji/domain/states/order'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOf, type RowOfQuery } from '../../database/query.ts'
import { moveState } from '../history/state-store.ts'
import type { MovedBy } from '../history/store.ts'
import { anyWhole, unitIdsByAnyCode } from '../inspection/unit-store.ts'
import type { RequestView } from '../request/store.ts'
import { type OrderRequests, openRequest } from './request.ts'

/** How far the marketplace knows of a shipment. */
export type DeliverySync = 'none' | 'pending' | 'done' | 'failed'

/** One way to name an order. */
export type OrderKey = { readonly orderId: string } | { readonly orderNo: string }

/**
 * An order with what only an auction gives it (`a`), and what is asked of the marketplace for it: its shipment (`d`),
 * another price (`p`), to be closed (`c`).
 */
export const ORDERS = db
  .selectFrom('saleOrder as o')
  .leftJoin('saleOrderAuction as a', (join) =>
    join.onRef('a.merchantId', '=', 'o.merchantId').onRef('a.orderId', '=', 'o.id'),
  )
  .leftJoin('desiredState as d', (join) =>
    join.onRef('d.merchantId', '=', 'o.merchantId').on('d.subject', '=', 'shipment').onRef('d.subjectId', '=', 'o.id'),
  )
  .leftJoin('desiredState as p', (join) =>
    join
      .onRef('p.merchantId', '=', 'o.merchantId')
      .on('p.subject', '=', 'order_price')
      .onRef('p.subjectId', '=', 'o.id'),
  )
  .leftJoin('desiredState as c', (join) =>
    join
      .onRef('c.merchantId', '=', 'o.merchantId')
      .on('c.subject', '=', 'order_close')
      .onRef('c.subjectId', '=', 'o.id'),
  )

/** What is asked of the marketplace for an order, as `openRequest` reads it. */
export const REQUEST_COLUMNS = [
  'd.state as shipmentState',
  'd.requestedAt as shipmentAt',
  'd.problem as shipmentProblem',
  'd.isGivenUp as shipmentGivenUp',
  'p.state as priceState',
  'p.requestedAt as priceAt',
  'p.problem as priceProblem',
  'c.state as closeState',
  'c.requestedAt as closeAt',
  'c.problem as closeProblem',
] as const

/**
 * Until when an order must be paid or shipped; never where nothing says, and before everything else where it is short. An
 * index keeps waiting orders in this order.
 */
export const DEADLINE = sql<string>`case when ${sql.ref('o.isShort')} then '-infinity'
  else coalesce(${sql.ref('o.deadlineAt')}, 'infinity') end`

const ordersOf = (tx: Tx) => ORDERS.where('o.merchantId', '=', tx.merchantId)

const hasEnded = (state: OrderState): boolean => state === 'closed' || state === 'refunded'

/** A shipment as it was asked of the marketplace, and when and how far its order went. */
export interface RequestedShipment extends Pick<OrderRequests, 'shipmentState' | 'shipmentGivenUp'> {
  readonly state: OrderState
  readonly shippedAt: string | null
}

/**
 * How far the marketplace knows of the shipment of an order, from what was asked of it and when the parcel left: 'done'
 * too for a parcel that was sent in the marketplace's own app. Of what was given up it never heard.
 */
export function deliverySyncOf({ shipmentState, shipmentGivenUp, state, shippedAt }: RequestedShipment): DeliverySync {
  if (shipmentState === 'pending') return 'pending'
  if (shipmentState === 'refused') return 'failed'
  const isGivenUp = shipmentState === 'settled' && shipmentGivenUp === true
  if (isGivenUp && hasEnded(state)) return 'none'
  return (shipmentState === 'settled' && !isGivenUp) || shippedAt !== null ? 'done' : 'none'
}

const RECORD_COLUMNS = [
  'o.id as orderId',
  'o.channel',
  'o.orderNo',
  'o.state',
  'o.inRefund',
  'o.listingId',
  'o.shopAccountId',
  'o.buyerId',
  'o.buyerNick',
  'o.title',
  'o.imei',
  'o.unitCount',
  'o.dealPriceFen',
  'o.originalPriceFen',
  'o.pickedCount',
  'o.isShort',
  'o.grade',
  'o.modelId',
  'o.freightFen',
  'o.remark',
  'o.orderedAt',
  'o.paidAt',
  'o.shippedAt',
  'o.completedAt',
  'o.deadlineAt',
  'o.carrierCode',
  'o.waybill',
  'o.shipAddressId',
  'o.remoteUpdatedAt',
  'o.version',
  'o.updatedAt',
] as const satisfies ColumnsOf<'saleOrder', 'o'>

/** An order as commands need it; times are ISO 8601, money in fen. */
export type OrderRecord = RowOf<'saleOrder', typeof RECORD_COLUMNS, 'o'> & {
  /** The run in a session that it came of; null for an order that no auction made. */
  readonly entryId: string | null
  readonly deliverySync: DeliverySync
  /** The shipment was recorded here, not in the marketplace's own app. */
  readonly isShippedHere: boolean
  /** What is asked of the marketplace for it and not so yet, or refused; null where nothing is. */
  readonly desired: RequestView | null
}

type Derived = Pick<OrderRecord, 'deliverySync' | 'isShippedHere' | 'desired'>

/** What is worked out of the requests that stand beside an order. */
export function derivedOf(row: OrderRequests & RequestedShipment): Derived {
  const { shipmentState, shipmentGivenUp, state } = row
  return {
    deliverySync: deliverySyncOf(row),
    // one that was taken back before its order ended may leave in the marketplace's own app yet
    isShippedHere: shipmentState !== null && !(shipmentState === 'settled' && shipmentGivenUp && !hasEnded(state)),
    desired: openRequest(row),
  }
}

/** An order as its version is compared. */
export const editedOrder = ({ orderId, version, updatedAt }: OrderRecord) =>
  ({ subject: 'order', subjectId: orderId, version, updatedAt }) as const

/** An order, or null when the merchant has no such one. */
export async function findOrder(tx: Tx, key: OrderKey): Promise<OrderRecord | null> {
  const orders = ordersOf(tx).select([...RECORD_COLUMNS, ...REQUEST_COLUMNS, 'a.entryId'])
  const named = 'orderId' in key ? orders.where('o.id', '=', key.orderId) : orders.where('o.orderNo', '=', key.orderNo)
  const row = await tx.one(named)
  if (!row) return null
  const order: Omit<OrderRecord, keyof Derived> & OrderRequests = row
  return { ...order, ...derivedOf(order) }
}

/** An order, locked until the transaction ends: whoever else moves it waits. Its listing and entry are locked before it. */
export async function lockOrder(tx: Tx, key: OrderKey): Promise<OrderRecord | null> {
  const orders = db.selectFrom('saleOrder').where('merchantId', '=', tx.merchantId).select('id').forUpdate()
  const named = 'orderId' in key ? orders.where('id', '=', key.orderId) : orders.where('orderNo', '=', key.orderNo)
  const locked = await tx.one(named)
  return locked && findOrder(tx, { orderId: locked.id })
}

/** Moves an order along its table and writes its history; every move makes a new version. Refuses as `moveState` does. */
export function moveOrder(tx: Tx, orderId: string, action: OrderAction, by: MovedBy): Promise<OrderState> {
  return moveState(tx, {
    table: 'saleOrder',
    id: orderId,
    states: ORDER_STATES,
    action,
    who: by.who,
    now: by.now,
    note: by.note ?? '',
    set: ({ eb }) => ({ updatedAt: by.now, version: eb('version', '+', 1) }),
  })
}

const unitRows = (tx: Tx, orderIds: readonly string[]) =>
  db
    .selectFrom('saleOrderUnit as u')
    .innerJoin('unit as n', (join) => join.onRef('n.merchantId', '=', 'u.merchantId').onRef('n.id', '=', 'u.unitId'))
    .innerJoin('inspection as i', (join) =>
      join.onRef('i.merchantId', '=', 'u.merchantId').onRef('i.id', '=', 'u.inspectionId'),
    )
    .where('u.merchantId', '=', tx.merchantId)
    .where('u.orderId', '=', anyOf(orderIds))
    .select([
      'u.orderId',
      'u.unitId',
      'u.lineNo',
      'u.barCode',
      'u.imei',
      'n.imei2',
      'n.meid',
      'n.sn',
      'i.modelName',
      'i.skuText',
      'i.finalGrade as grade',
      'u.inspectionId',
      'i.inspectionNo',
      'i.state as inspectionState',
      'u.dealPriceFen',
      'u.dispatchState',
      'n.costPriceFen',
    ])
    // it never left, or it came back: as the unit that it was, or as another
    .select(({ exists, ref, selectFrom }) => {
      const later = selectFrom('unit as l')
        .where('l.merchantId', '=', tx.merchantId)
        .where('l.previousUnitId', '=', ref('u.unitId'))
        .select(sql.lit(1).as('one'))
      return sql<boolean>`not ${ref('u.holding')} or ${ref('u.dispatchState')} = 'returned' or ${exists(later)}`.as(
        'isOurs',
      )
    })
    // the bag bound when the unit was sold, or the one it shipped in
    .select(({ ref }) =>
      sql<string | null>`case when ${ref('u.dispatchState')} in ('pending', 'checked')
        then coalesce(${ref('i.bagCode')}, ${ref('u.bagCode')}) else ${ref('u.bagCode')} end`.as('bagCode'),
    )
    .orderBy('u.barCode')

/** A unit of an order. */
export type OrderUnit = RowOfQuery<typeof unitRows>
export type DispatchState = OrderUnit['dispatchState']

/**
 * The units of an order, by bar code; null when the merchant has no such order, empty when the marketplace sold
 * something we do not know or nothing was picked yet.
 */
export async function unitsOfOrder(tx: Tx, orderId: string): Promise<OrderUnit[] | null> {
  const units = await tx.rows(unitRows(tx, [orderId]))
  if (units.length > 0) return units
  const order = db.selectFrom('saleOrder').where('merchantId', '=', tx.merchantId).where('id', '=', orderId)
  return (await tx.one(order.select('id'))) === null ? null : []
}

/** The units of several orders, by order. */
export async function unitsOfOrders(tx: Tx, orderIds: readonly string[]): Promise<Map<string, OrderUnit[]>> {
  const units = orderIds.length === 0 ? [] : await tx.rows(unitRows(tx, orderIds))
  return Map.groupBy(units, (unit) => unit.orderId)
}

type WaitingState = (typeof WAITING_ORDER_STATES)[number]

/** How many orders stand in a state, counted up to the cap, and the nearest of their deadlines. */
export interface StateCount {
  readonly count: number
  /** ISO 8601, or null where nothing waits. */
  readonly nearestDeadline: string | null
}

const earlier = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a)

/** The orders of a channel that wait, by state. It is asked every minute, so it reads what waits and not what is done. */
export async function countWaitingOrders(
  tx: Tx,
  channel: Channel,
): Promise<Readonly<Partial<Record<WaitingState, StateCount>>>> {
  // the state as a literal, because only then the index over waiting orders is found to fit
  const waiting = (state: WaitingState) =>
    db
      .selectFrom('saleOrder as o')
      .where('o.merchantId', '=', tx.merchantId)
      .where('o.channel', '=', channel)
      .where('o.state', '=', sql.lit(state))
  const counts: Partial<Record<WaitingState, StateCount>> = {}
  for (const state of WAITING_ORDER_STATES) {
    const capped = waiting(state).select('o.id').limit(COUNT_CAP).as('capped')
    const row = await tx.one(
      db
        .selectFrom(capped)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .select(() => [
          waiting(state)
            .where('o.isShort', '=', false)
            .select(sql<string | null>`nullif(min(${DEADLINE}), 'infinity')`.as('nearest'))
            .as('nearest'),
          // what is short stands before every deadline in that order, and has one of its own
          waiting(state)
            .where('o.isShort', '=', sql.lit(true))
            .select(({ fn }) => fn.min('o.deadlineAt').as('nearest'))
            .as('nearestShort'),
        ]),
    )
    if (row) counts[state] = { count: row.count, nearestDeadline: earlier(row.nearest, row.nearestShort) }
  }
  return counts
}

/**
 * The ids of the orders that a code of any kind finds: order number, waybill, or a code of a unit in it. Each way has its
 * index, and joined by `union` each is used; joined by `or` they would read every order.
 */
export function orderIdsByCode(tx: Tx, code: string | Sought) {
  const whole = anyWhole(code)
  const orders = db.selectFrom('saleOrder').where('merchantId', '=', tx.merchantId).select('id')
  const units = db.selectFrom('saleOrderUnit').where('merchantId', '=', tx.merchantId).select('orderId as id')
  return orders
    .where('orderNo', '=', whole)
    .union(orders.where('waybill', '<>', '').where('waybill', '=', whole))
    .union(units.where('bagCode', '=', whole))
    .union(units.where('unitId', 'in', unitIdsByAnyCode(tx, code)))
}

const FOUND_COLUMNS = [
  'id as orderId',
  'channel',
  'orderNo',
  'state',
  'title',
  'unitCount',
  'buyerId',
  'buyerNick',
  'imei',
  'orderedAt',
] as const satisfies ColumnsOf<'saleOrder'>

/** An order as the quick search shows it. */
export type FoundOrder = RowOf<'saleOrder', typeof FOUND_COLUMNS>

/** The orders that a code of any kind points at (order number, waybill, IMEI, bar code, bag, serial number), newest first, at most 20. */
export function findOrdersByCode(tx: Tx, code: string | Sought): Promise<FoundOrder[]> {
  return tx.rows(
    db
      .selectFrom('saleOrder')
      .where('merchantId', '=', tx.merchantId)
      .where('id', 'in', orderIdsByCode(tx, code))
      .orderBy('orderedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(20)
      .select(FOUND_COLUMNS),
  )
}
