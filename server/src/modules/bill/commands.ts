import { BILL_TYPES, type BillTypeCode, billTypeLabel } from '@huanji/domain/fees/bill-types'
import { counts } from '@huanji/domain/fees/equation'
import { expectedProceeds, NOTHING_REPAID, type OrderDeal, signedFen } from '@huanji/domain/fees/proceeds'
import type { SettlementRow } from '@huanji/domain/fees/settlement'
import { type Fen, formatFen } from '@huanji/domain/money'
import { AWAITED_BILL_STATES, BILL_STATES, type BillAction } from '@huanji/domain/states/bill'
import type { OrderState } from '@huanji/domain/states/order'
import { nextState } from '@huanji/domain/states/transition'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import type { Actor } from '../../platform/actor.ts'
import { newId } from '../../platform/ids.ts'
import { repaidOfOrder, repaidOfOrders } from './repaid-store.ts'
import { addRow, type BillableOrder, billFacts } from './rows.ts'
import { attachLoose } from './settlements.ts'
import { billsOfOrders, lockBillsOfOrder, moveBill, type OrderBill, setExpectedAmount, setSettledAt } from './store.ts'

/** Whether the rows of an order say what its sale brings: as it was expected, or as it was settled. */
const saysDeal = ({ source, type }: OrderBill): boolean => source === 'order' || type === 'orderSettlement'

/**
 * Writes the rows a completed order is expected to be settled with, by the fee table, each 待结算. An order that has
 * them, or was settled before, gets none. Gives the audit entry for the end of the transaction, or null. The caller
 * holds the order.
 */
export async function expectBills(tx: Tx, order: BillableOrder, now: Date): Promise<AuditEntry | null> {
  const { orderId } = order
  await attachLoose(tx, order, now)
  if ((await lockBillsOfOrder(tx, orderId)).some(saysDeal)) return null
  const occurredAt = order.completedAt ?? now.toISOString()
  const from = { source: 'order', sourceId: orderId } as const
  const { rows } = expectedProceeds(order, await repaidOfOrder(tx, orderId))
  for (const row of rows) await addRow(tx, order, from, row, { occurredAt, now })
  const after = billFacts(await lockBillsOfOrder(tx, orderId))
  return { subject: 'bill', subjectId: orderId, subjectLabel: order.orderNo, before: null, after }
}

const isExpectedRow = ({ source, state }: OrderBill): boolean =>
  source === 'order' && AWAITED_BILL_STATES.includes(state)

/**
 * Takes what the cases of an order have cost over into what is awaited of it, until its deal is settled: the settlement
 * has it from then on. The caller holds the order; the same twice changes nothing.
 */
export async function expectRepaid(tx: Tx, order: BillableOrder, now: Date): Promise<void> {
  const bills = await lockBillsOfOrder(tx, order.orderId)
  if (!bills.some((bill) => bill.type === 'orderSettlement' && isExpectedRow(bill))) return
  const repaid = await repaidOfOrder(tx, order.orderId)
  const { rows } = expectedProceeds(order, repaid)
  const from = { source: 'order', sourceId: order.orderId } as const
  const when = { occurredAt: repaid.repaidAt ?? now.toISOString(), now }
  const mine = bills.filter(isExpectedRow)
  for (const row of rows) {
    const bill = mine.find(({ type }) => type === row.type)
    if (bill === undefined) await addRow(tx, order, from, row, when)
    else if (signedFen(bill) !== signedFen(row)) await setExpectedAmount(tx, bill.billId, row, now)
  }
  for (const { billId, direction } of mine.filter((bill) => !rows.some(({ type }) => type === bill.type))) {
    const none = { direction, amountFen: 0, formula: '售后金额已更正，不再预计这一项' }
    await setExpectedAmount(tx, billId, none, now)
  }
}

/**
 * Takes over for the awaited rows of an order how its case stands: held back while one runs, free when it ends, cancelled
 * once the order is undone. What is settled stays. The caller holds the order; the same twice changes nothing.
 */
export async function followCase(
  tx: Tx,
  orderId: string,
  { inRefund, isUndone }: { readonly inRefund: boolean; readonly isUndone: boolean },
  now: Date,
): Promise<void> {
  const action: BillAction = isUndone ? 'cancel' : inRefund ? 'freeze' : 'unfreeze'
  const note = isUndone ? '订单已退款或关闭' : inRefund ? '售后处理中' : '售后已结束'
  for (const { billId, state, source } of await lockBillsOfOrder(tx, orderId)) {
    if (source !== 'order' || nextState(BILL_STATES, state, action) === null) continue
    await moveBill(tx, billId, action, { who: 'marketplace', now, note })
  }
}

/**
 * What an order brings the seller: settled, awaiting settlement, or expected by the fee table while it has no bills. While
 * it stands and no row says its deal yet, what is expected is awaited beside the rows.
 */
export interface Proceeds {
  readonly state: 'expected' | 'pending' | 'settled'
  /** Signed, in fen: what goes out is negative. Rows that were cancelled or only freeze are left out. */
  readonly lines: { readonly type: BillTypeCode; readonly label: string; readonly amountFen: Fen }[]
  readonly netFen: Fen
}

/** What comes in before what goes out: rows of one moment have no order of their own. */
const placeOf = (type: BillTypeCode): number => BILL_TYPES.findIndex(({ code }) => code === type)

/** An order as its proceeds follow from it. */
export interface OrderToPay extends OrderDeal {
  readonly orderId: string
  readonly state: OrderState
}

/** The proceeds of orders by their bills, and by the fee table while these do not say the deal; by order. */
export async function proceedsOfOrders(tx: Tx, orders: readonly OrderToPay[]): Promise<ReadonlyMap<string, Proceeds>> {
  if (orders.length === 0) return new Map()
  const bills = await billsOfOrders(
    tx,
    orders.map(({ orderId }) => orderId),
  )
  const byOrder = Map.groupBy(bills, (bill) => bill.orderId)
  const rowsOf = ({ orderId }: OrderToPay) => (byOrder.get(orderId) ?? []).filter(counts)
  const expected = orders.filter((order) => isStillExpected(order, rowsOf(order)))
  const repaid = await repaidOfOrders(
    tx,
    expected.map(({ orderId }) => orderId),
  )
  return new Map(
    orders.map((order) => {
      const isExpected = expected.includes(order)
      const rows = isExpected ? expectedProceeds(order, repaid.get(order.orderId) ?? NOTHING_REPAID).rows : []
      return [order.orderId, proceedsBy(rowsOf(order), rows, isExpected)]
    }),
  )
}

/** Whether what an order brings is still to be worked out beside its rows that count. */
function isStillExpected({ state }: OrderToPay, bills: readonly OrderBill[]): boolean {
  const isOver = state === 'closed' || state === 'refunded'
  // what was booked by hand for a completed order stands for rows that it has not
  const isBooked = state === 'completed' && bills.some(({ source }) => source === 'manual')
  return bills.length === 0 || !(isOver || isBooked || bills.some(saysDeal))
}

/** The same from the rows of the order that count, and what is expected beside them. */
function proceedsBy(bills: readonly OrderBill[], expected: readonly SettlementRow[], isExpected: boolean): Proceeds {
  const lines = [...expected, ...bills]
    .toSorted((one, other) => placeOf(one.type) - placeOf(other.type))
    .map((row) => ({ type: row.type, label: billTypeLabel(row.type), amountFen: signedFen(row) }))
  const isAwaited = isExpected || bills.some(({ state }) => AWAITED_BILL_STATES.includes(state))
  return {
    state: bills.length === 0 ? 'expected' : isAwaited ? 'pending' : 'settled',
    lines,
    netFen: lines.reduce((sum, line) => sum + line.amountFen, 0),
  }
}

export interface Adjustment {
  readonly direction: 'in' | 'out'
  readonly amountFen: Fen
  readonly reason: string
}

/** Books an adjustment by hand: a row of its own, with who did it and why. The caller holds the order. */
export async function bookAdjustment(
  tx: Tx,
  order: BillableOrder,
  { direction, amountFen, reason }: Adjustment,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<void> {
  const sign = direction === 'in' ? '+' : '-'
  const row = { type: 'adjustment', direction, amountFen, formula: `手工调账 ${sign}${formatFen(amountFen)}` } as const
  const remark = `${actor.employeeName}：${reason}`
  const from = { source: 'manual', sourceId: newId(), madeBy: actor.employeeId, remark } as const
  const occurredAt = now.toISOString()
  const billId = await addRow(tx, order, from, row, { occurredAt, now })
  if (billId === null) throw new Error('a booking of its own was there before')
  await setSettledAt(tx, billId, occurredAt)
  await moveBill(tx, billId, 'book', { who: actor, now, note: reason })
}
