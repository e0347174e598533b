import { type BillTypeCode, billTypeLabel } from '@huanji/domain/fees/bill-types'
import { mergeByType, signedFen } from '@huanji/domain/fees/proceeds'
import type { SettlementPart } from '@huanji/domain/fees/reconcile'
import type { SettlementRow } from '@huanji/domain/fees/settlement'
import type { StatementItem } from '@huanji/domain/fees/statement'
import { formatFen } from '@huanji/domain/money'
import { AWAITED_BILL_STATES } from '@huanji/domain/states/bill'
import type { Settlement } from '@huanji/marketplace/protocol/trade'
import { type AuditEntry, differingFacts, systemOrigin } from '../../audit/entry.ts'
import { recordAudit } from '../../audit/store.ts'
import type { Tx } from '../../database/database.ts'
import { reachedMomentOf } from '../../integration/marketplace/times.ts'
import { addRow, type BillAbout, type BillableOrder, billFacts } from './rows.ts'
import {
  insertSettlement,
  type NewSettlement,
  type SettlementRecord,
  settlementsByNo,
  updateSettlement,
} from './settlement-store.ts'
import {
  attachToOrder,
  lockBillsOfOrder,
  lockBillsOfSettlement,
  moveBill,
  type OrderBill,
  setSettledAmount,
} from './store.ts'

/** Which bill type a line of the marketplace, or of its file, is; a fee given back is a correction of one that is settled. */
const TYPE_OF_LINE: Readonly<Record<StatementItem, BillTypeCode>> = {
  deal: 'orderSettlement',
  freight: 'freight',
  serviceFee: 'serviceFee',
  inspectionFee: 'inspectionFee',
  refund: 'refund',
  priceDifference: 'priceDifference',
  compensation: 'compensation',
  feeReturn: 'adjustment',
  penalty: 'penalty',
  adjustment: 'adjustment',
  depositFreeze: 'depositFreeze',
  depositUnfreeze: 'depositUnfreeze',
  withdrawal: 'withdrawal',
  topUp: 'topUp',
}

/** What a settlement is made of, as its bills are called, in the order of its lines: 货款、平台服务费. */
export const settledForText = (lines: readonly SettlementPart[]): string =>
  [...new Set(lines.map(({ type }) => billTypeLabel(TYPE_OF_LINE[type])))].join('、')

function lineRows(settlement: Settlement): SettlementRow[] {
  return mergeByType(
    settlement.lines.map((line) => {
      const type = TYPE_OF_LINE[line.type]
      const label = line.type === 'feeReturn' ? '服务费退回' : billTypeLabel(type)
      const formula = `${label} ${formatFen(line.amount)}（闲鱼结算单${settlement.settlement_no}）`
      return { type, direction: line.direction, amountFen: line.amount, formula }
    }),
  )
}

/** What the marketplace says of why, and how it differs from what was expected. */
function remarkOf(expected: OrderBill | undefined, row: SettlementRow, { remark = '' }: Settlement): string {
  if (expected === undefined || signedFen(expected) === signedFen(row)) return remark
  const difference = `按费率应该是${formatFen(signedFen(expected))}，闲鱼结的是${formatFen(signedFen(row))}`
  return remark === '' ? difference : `${remark}；${difference}`
}

const recordOf = (settlement: Settlement, orderId: string | null): NewSettlement => ({
  settlementNo: settlement.settlement_no,
  orderId,
  orderNo: settlement.order_no,
  netFen: settlement.net_amount,
  settledAt: reachedMomentOf(settlement.settled_at),
  refundNo: settlement.refund_no ?? '',
  remark: settlement.remark ?? '',
  lines: settlement.lines,
})

type SettledRow = Pick<OrderBill, 'billId' | 'state' | 'direction' | 'amountFen'>

async function settleRow(
  tx: Tx,
  bill: SettledRow,
  amount: { readonly row: SettlementRow; readonly remark: string },
  settlement: Settlement,
  now: Date,
): Promise<void> {
  const { billId, state } = bill
  const by = { who: 'marketplace' as const, now, note: settlement.settlement_no }
  const { direction, amountFen, formula } = amount.row
  await setSettledAmount(tx, billId, {
    direction,
    amountFen,
    remark: amount.remark,
    // how it was expected to come about holds for what was expected
    ...(signedFen(bill) === signedFen(amount.row) ? {} : { formula }),
    settlementNo: settlement.settlement_no,
    refundNo: settlement.refund_no ?? '',
    settledAt: reachedMomentOf(settlement.settled_at),
  })
  if (state === 'settled') return
  // the marketplace has paid: what held the row back holds it no more
  if (state === 'frozen') await moveBill(tx, billId, 'unfreeze', by)
  await moveBill(tx, billId, 'startSettling', by)
  await moveBill(tx, billId, 'settle', by)
}

const isAwaited = ({ state }: OrderBill): boolean => AWAITED_BILL_STATES.includes(state)

/**
 * Writes the rows of a settlement; those that were expected become its own where it settles the deal. Rows of it that it
 * has no line for come to nothing.
 */
async function writeRows(
  tx: Tx,
  about: BillAbout,
  settlement: Settlement,
  { bills, now }: { readonly bills: readonly OrderBill[]; readonly now: Date },
): Promise<void> {
  const rows = lineRows(settlement)
  const settlesDeal = rows.some((row) => row.type === 'orderSettlement')
  const from = { source: 'settlement', sourceId: settlement.settlement_no } as const
  const occurredAt = reachedMomentOf(settlement.settled_at)
  const own = bills.filter((bill) => bill.settlementNo === settlement.settlement_no)
  const settled = new Set<string>()
  for (const row of rows) {
    const mine = own.find((one) => one.type === row.type)
    const expected = settlesDeal ? bills.find((one) => one.type === row.type && isAwaited(one)) : undefined
    const known = mine ?? expected
    const added = known ? null : await addRow(tx, about, from, row, { occurredAt, now })
    const bill = known ?? (added === null ? null : { ...row, billId: added, state: 'pending' as const })
    if (bill === null) continue
    settled.add(bill.billId)
    const remark = mine ? mine.remark : remarkOf(expected, row, settlement)
    await settleRow(tx, bill, { row, remark }, settlement, now)
  }
  for (const bill of own.filter(({ billId }) => !settled.has(billId))) {
    const { type, direction, remark } = bill
    const formula = `闲鱼结算单${settlement.settlement_no}没有这一项`
    await settleRow(tx, bill, { row: { type, direction, amountFen: 0, formula }, remark }, settlement, now)
  }
  if (!settlesDeal) return
  await cancelAwaited(
    tx,
    bills.filter(({ billId, settlementNo }) => !settled.has(billId) && settlementNo !== settlement.settlement_no),
    now,
  )
}

async function cancelAwaited(tx: Tx, bills: readonly OrderBill[], now: Date): Promise<void> {
  for (const { billId } of bills.filter(isAwaited)) {
    await moveBill(tx, billId, 'cancel', { who: 'marketplace', now, note: '闲鱼结算未收取' })
  }
}

/**
 * Takes over a settlement that is not known: its amounts win over the fee table's, and a difference is written into
 * the remark; a row that the settlement of the deal leaves out is cancelled, whether it was awaited, held back or free
 * again. Settlements may come in any order. The caller holds the order; the audit log is locked at last. False where it
 * is known, which changes nothing.
 */
export async function addSettlement(tx: Tx, order: BillableOrder, settlement: Settlement, now: Date): Promise<boolean> {
  await attachLoose(tx, order, now)
  if (!(await insertSettlement(tx, recordOf(settlement, order.orderId)))) return false
  const bills = await lockBillsOfOrder(tx, order.orderId)
  await writeRows(tx, order, settlement, { bills, now })
  await recordSettlement(tx, order, settlement, { before: bills, now })
  return true
}

/** The same of an order that nobody knows here: its rows stand without one until it is known. */
export async function addLooseSettlement(
  tx: Tx,
  about: BillAbout,
  settlement: Settlement,
  now: Date,
): Promise<boolean> {
  if (!(await insertSettlement(tx, recordOf(settlement, null)))) return false
  await writeRows(tx, about, settlement, { bills: [], now })
  return true
}

/** A settlement's lines in an order of their own, as a text: their order says nothing. */
const linesText = (lines: readonly SettlementPart[]): string =>
  lines
    .map(({ type, direction, amount }) => `${type} ${direction} ${amount}`)
    .sort()
    .join(',')

/** Whether what is known of a settlement is what the marketplace says of it: a file may have told a part of it before. */
const isAsTold = (known: SettlementRecord, told: Settlement): boolean =>
  known.netFen === told.net_amount &&
  known.refundNo === (told.refund_no ?? '') &&
  linesText(known.lines) === linesText(told.lines)

/**
 * Takes over what the marketplace says of a settlement, as `addSettlement` does. One that is known otherwise is written
 * once more, so that its rows come to what is said now; the same twice changes nothing. `isAgain` writes it in any case:
 * rows that were lost or changed come to it again.
 */
export async function takeSettlement(
  tx: Tx,
  order: BillableOrder,
  settlement: Settlement,
  now: Date,
  { isAgain = false } = {},
): Promise<void> {
  if (await addSettlement(tx, order, settlement, now)) return
  const [known] = await settlementsByNo(tx, [settlement.settlement_no])
  if (!isAgain && known !== undefined && isAsTold(known, settlement)) return
  await updateSettlement(tx, recordOf(settlement, order.orderId))
  const before = await lockBillsOfOrder(tx, order.orderId)
  await writeRows(tx, order, settlement, { bills: before.filter((bill) => bill.source !== 'manual'), now })
  const after = await lockBillsOfOrder(tx, order.orderId)
  if (JSON.stringify(billFacts(before)) === JSON.stringify(billFacts(after))) return
  await recordSettlement(tx, order, settlement, { before, now })
}

/** The same of an order that nobody knows here. */
export async function takeLooseSettlement(tx: Tx, about: BillAbout, settlement: Settlement, now: Date): Promise<void> {
  if (await addLooseSettlement(tx, about, settlement, now)) return
  const [known] = await settlementsByNo(tx, [settlement.settlement_no])
  // one that has an order by now is taken with it
  if (known === undefined || known.orderId !== null || isAsTold(known, settlement)) return
  await updateSettlement(tx, recordOf(settlement, null))
  const bills = await lockBillsOfSettlement(tx, settlement.settlement_no)
  await writeRows(tx, about, settlement, { bills, now })
}

/** Gives an order the money that was told of before it was known; rows that were expected meanwhile are settled with it. */
export async function attachLoose(tx: Tx, order: BillableOrder, now: Date): Promise<boolean> {
  if ((await attachToOrder(tx, order, now)) === 0) return false
  const bills = await lockBillsOfOrder(tx, order.orderId)
  const isDealSettled = bills.some(({ source, type }) => source === 'settlement' && type === 'orderSettlement')
  if (isDealSettled) await cancelAwaited(tx, bills, now)
  return true
}

async function recordSettlement(
  tx: Tx,
  { orderId, orderNo }: BillableOrder,
  settlement: Settlement,
  { before, now }: { readonly before: readonly OrderBill[]; readonly now: Date },
): Promise<void> {
  const changed = differingFacts(billFacts(before), billFacts(await lockBillsOfOrder(tx, orderId)))
  const entry: AuditEntry = {
    subject: 'bill',
    subjectId: orderId,
    subjectLabel: orderNo,
    before: before.length === 0 ? null : changed.before,
    after: { 结算单: settlement.settlement_no, 到手: formatFen(settlement.net_amount), ...changed.after },
  }
  await recordAudit(tx, systemOrigin('闲鱼'), { action: 'bill.settled', actionLabel: '闲鱼结算', now }, [entry])
}
