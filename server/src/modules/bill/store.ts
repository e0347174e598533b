import type { Channel } from '@huanji/domain/channel'
import type { BillTypeCode } from '@huanji/domain/fees/bill-types'
import { BILL_STATES, type BillAction, type BillState } from '@huanji/domain/states/bill'
import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOf, type RowOfQuery } from '../../database/query.ts'
import { markBill, markMoments } from '../figure/mark-store.ts'
import { moveState } from '../history/state-store.ts'
import type { MovedBy } from '../history/store.ts'

/** A row to add. */
export interface NewBill {
  readonly billId: string
  readonly billNo: string
  readonly type: BillTypeCode
  readonly direction: 'in' | 'out'
  /** Null for what moved about no order. */
  readonly channel: Channel | null
  /**
   * Where the row came from: an order that expects it, a settlement that moved the money, a movement on the account, or
   * a person who booked it. With the type it is unique.
   */
  readonly source: 'order' | 'settlement' | 'flow' | 'manual'
  readonly sourceId: string
  /** Null where there is no order, or none that is known. */
  readonly orderId: string | null
  readonly orderNo: string
  readonly shopAccountId: string
  readonly title: string
  readonly imei: string
  readonly dealPriceFen: number | null
  readonly amountFen: number
  readonly refundNo: string
  /** The employee who booked it. */
  readonly madeBy?: string
  readonly formula: string
  readonly occurredAt: string
  readonly remark: string
  readonly now: Date
}

/** Adds a row in the first state of its table; false when its source has brought one of the type already. */
export async function insertBill(tx: Tx, { billId, now, ...bill }: NewBill): Promise<boolean> {
  const row = {
    merchantId: tx.merchantId,
    id: billId,
    state: BILL_STATES.initial,
    ...bill,
    createdAt: now,
    updatedAt: now,
  }
  const added = db
    .insertInto('bill')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchantId', 'source', 'sourceId', 'type']).doNothing())
  await markMoments(tx, [bill.occurredAt])
  if ((await tx.run(added)) !== 1) return false
  if (bill.orderId !== null) await markBilled(tx, bill.orderId)
  return true
}

/** An order has rows from now on. */
async function markBilled(tx: Tx, orderId: string): Promise<void> {
  const order = db.updateTable('saleOrder').set({ isBilled: true }).where('merchantId', '=', tx.merchantId)
  await tx.run(order.where('id', '=', orderId).where('isBilled', '=', false))
}

const ORDER_BILL_COLUMNS = [
  'id as billId',
  'type',
  'direction',
  'state',
  'amountFen',
  'source',
  'settlementNo',
  'refundNo',
  'remark',
] as const satisfies ColumnsOf<'bill'>

/** A row of an order as settling needs it. */
export type OrderBill = RowOf<'bill', typeof ORDER_BILL_COLUMNS>

const billsOf = (tx: Tx) => db.selectFrom('bill').where('merchantId', '=', tx.merchantId)

const ofOrders = (tx: Tx, orderIds: readonly string[]) =>
  billsOf(tx)
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('id')
    .select(ORDER_BILL_COLUMNS)
    .select(({ ref }) => [ref('orderId').$notNull().as('orderId'), 'billNo', 'occurredAt', 'settledAt'])

/** A row of one of several orders. */
export type BillOfOrder = RowOfQuery<typeof ofOrders>

/** The rows of these orders, oldest first. */
export const billsOfOrders = (tx: Tx, orderIds: readonly string[]): Promise<BillOfOrder[]> =>
  tx.rows(ofOrders(tx, orderIds))

/** The rows of an order, locked until the transaction ends. */
export const lockBillsOfOrder = (tx: Tx, orderId: string): Promise<OrderBill[]> =>
  tx.rows(ofOrders(tx, [orderId]).forUpdate())

/** The rows of a settlement, locked until the transaction ends. */
export const lockBillsOfSettlement = (tx: Tx, settlementNo: string): Promise<OrderBill[]> =>
  tx.rows(
    billsOf(tx)
      .where('settlementNo', '<>', '')
      .where('settlementNo', '=', settlementNo)
      .orderBy('id')
      .select(ORDER_BILL_COLUMNS)
      .forUpdate(),
  )

/** What the marketplace's settlement says about a row. */
export interface SettledAmount {
  readonly direction: 'in' | 'out'
  readonly amountFen: number
  /** How the amount comes about; left out where that is said already. */
  readonly formula?: string
  readonly remark: string
  readonly settlementNo: string
  readonly refundNo: string
  readonly settledAt: string
}

/** Writes the settled amount into a row. */
export async function setSettledAmount(tx: Tx, billId: string, settled: SettledAmount): Promise<void> {
  await markBill(tx, billId)
  await tx.run(db.updateTable('bill').set(settled).where('merchantId', '=', tx.merchantId).where('id', '=', billId))
}

/** Writes another amount into a row that is awaited. */
export async function setExpectedAmount(
  tx: Tx,
  billId: string,
  { direction, amountFen, formula }: Pick<NewBill, 'direction' | 'amountFen' | 'formula'>,
  now: Date,
): Promise<void> {
  await markBill(tx, billId)
  const bill = db.updateTable('bill').where('merchantId', '=', tx.merchantId).where('id', '=', billId)
  await tx.run(bill.set({ direction, amountFen, formula, updatedAt: now }))
}

/** Moves a row along its table and writes its history. Refuses as `moveState` does. */
export async function moveBill(tx: Tx, billId: string, action: BillAction, by: MovedBy): Promise<BillState> {
  if (action === 'cancel') await markBill(tx, billId)
  return moveState(tx, { table: 'bill', id: billId, states: BILL_STATES, action, set: { updatedAt: by.now }, ...by })
}

/** When a row that no settlement settled was. */
export async function setSettledAt(tx: Tx, billId: string, settledAt: string): Promise<void> {
  const bill = db.updateTable('bill').set({ settledAt }).where('merchantId', '=', tx.merchantId)
  await tx.run(bill.where('id', '=', billId))
}

/** An order that money was told of before it was known here. */
export interface AttachedOrder {
  readonly orderId: string
  readonly orderNo: string
  readonly channel: Channel
  readonly title: string
  readonly imei: string
  readonly dealPriceFen: number
}

/**
 * Gives an order the rows and settlements that came before it. Says how many rows there were. Those that had no channel
 * count from now on among what theirs moved on the day.
 */
export async function attachToOrder(tx: Tx, order: AttachedOrder, now: Date): Promise<number> {
  const { orderId, orderNo, channel, title, imei, dealPriceFen } = order
  await tx.run(
    db
      .updateTable('settlement')
      .set({ orderId })
      .where('merchantId', '=', tx.merchantId)
      .where('orderId', 'is', null)
      .where('orderNo', '=', orderNo),
  )
  const attached = await tx.rows(
    db
      .updateTable('bill')
      .set({ orderId, channel, title, imei, dealPriceFen, updatedAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('orderId', 'is', null)
      .where('orderNo', '<>', '')
      .where('orderNo', '=', orderNo)
      .returning('occurredAt'),
  )
  await markMoments(
    tx,
    attached.map(({ occurredAt }) => occurredAt),
  )
  if (attached.length > 0) await markBilled(tx, orderId)
  return attached.length
}
