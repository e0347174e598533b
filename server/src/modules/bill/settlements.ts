import { type BillTypeCode, billTypeLabel } from '@huanji/domain/fees/bill-types'
import { mergeByType, signedFen } from '@huanji/domain/fees/proceeds'
import type { SettlementRow } from '@huanji/domain/fees/settlement'
import { formatFen } from '@huanji/domain/money'
import { AWAITED_BILL_STATES } from '@huanji/domain/states/bill'
import type { Settlement, SettlementLine } from '@huanji/marketplace/protocol/trade'
import { type AuditEntry, differingFacts, systemOrigin } from '../../audit/entry.ts'
import { recordAudit } from '../../audit/store.ts'
import type { Tx } from '../../database/database.ts'
import { reachedMomentOf } from '../../integration/marketplace/times.ts'
import { addRow, type BillAbout, type BillableOrder, billFacts } from './rows.ts'
import { insertSettlement, type NewSettlement, updateSettlement } from './settlement-store.ts'
import { attachToOrder, lockBillsOfOrder, moveBill, type OrderBill, setSettledAmount } from './store.ts'

/** Which bill type a line of the marketplace is; a fee given back is a correction of one that is settled. */
const TYPE_OF_LINE: Readonly<Record<SettlementLine['type'], BillTypeCode>> = {
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
}

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
  const difference = `按费率应为${formatFen(expected.amountFen)}，闲鱼结算为${formatFen(row.amountFen)}`
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

async function settleRow(
  tx: Tx,
  { billId, state }: Pick<OrderBill, 'billId' | 'state'>,
  amount: { readonly row: SettlementRow; readonly remark: string },
  settlement: Settlement,
  now: Date,
): Promise<void> {
  const by = { who: 'marketplace' as const, now, note: settlement.settlement_no }
  await setSettledAmount(tx, billId, {
    direction: amount.row.direction,
    amountFen: amount.row.amountFen,
    remark: amount.remark,
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

/** Writes the rows of a settlement; those that were expected become its own where it settles the deal. */
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
  for (const row of rows) {
    const mine = bills.find((one) => one.type === row.type && one.settlementNo === settlement.settlement_no)
    const expected = settlesDeal ? bills.find((one) => one.type === row.type && isAwaited(one)) : undefined
    const known = mine ?? expected
    const added = known ? null : await addRow(tx, about, from, row, { occurredAt, now })
    const bill = known ?? (added === null ? null : ({ billId: added, state: 'pending' } as const))
    const remark = mine ? mine.remark : remarkOf(expected, row, settlement)
    if (bill) await settleRow(tx, bill, { row, remark }, settlement, now)
  }
  if (settlesDeal) {
    await cancelAwaited(
      tx,
      bills.filter((bill) => !rows.some((row) => row.type === bill.type)),
      now,
    )
  }
}

async function cancelAwaited(tx: Tx, bills: readonly OrderBill[], now: Date): Promise<void> {
  for (const { billId } of bills.filter(isAwaited)) {
    await moveBill(tx, billId, 'cancel', { who: 'marketplace', now, note: '闲鱼结算未收取' })
  }
}

/**
 * Takes over a settlement of the marketplace: its amounts win over the fee table's, and a difference is written into
 * the remark; a row that the settlement of the deal leaves out is cancelled, whether it was awaited, held back or free
 * again. The same settlement twice changes nothing, and settlements may come in any order. The caller holds the order;
 * the audit log is locked at last. Gives whether it was new.
 */
export async function takeSettlement(
  tx: Tx,
  order: BillableOrder,
  settlement: Settlement,
  now: Date,
): Promise<boolean> {
  await attachLoose(tx, order, now)
  if (!(await insertSettlement(tx, recordOf(settlement, order.orderId)))) return false
  const bills = await lockBillsOfOrder(tx, order.orderId)
  await writeRows(tx, order, settlement, { bills, now })
  await recordSettlement(tx, order, settlement, { before: bills, now })
  return true
}

/** Takes over a settlement of an order that nobody knows here: its rows stand without one until it is known. */
export async function takeLooseSettlement(
  tx: Tx,
  about: BillAbout,
  settlement: Settlement,
  now: Date,
): Promise<boolean> {
  if (!(await insertSettlement(tx, recordOf(settlement, null)))) return false
  await writeRows(tx, about, settlement, { bills: [], now })
  return true
}

/**
 * Writes once more what the marketplace says of a settlement that was taken over: rows that were lost or changed come to
 * it again. What is as it should be stays as it is.
 */
export async function retakeSettlement(tx: Tx, order: BillableOrder, settlement: Settlement, now: Date): Promise<void> {
  if (await takeSettlement(tx, order, settlement, now)) return
  await updateSettlement(tx, recordOf(settlement, order.orderId))
  const before = await lockBillsOfOrder(tx, order.orderId)
  await writeRows(tx, order, settlement, { bills: before.filter((bill) => bill.source !== 'manual'), now })
  const after = await lockBillsOfOrder(tx, order.orderId)
  if (JSON.stringify(billFacts(before)) === JSON.stringify(billFacts(after))) return
  await recordSettlement(tx, order, settlement, { before, now })
}

/** Gives an order the money that was told of before it was known; rows that were expected meanwhile are settled with it. */
export async function attachLoose(tx: Tx, order: BillableOrder, now: Date): Promise<boolean> {
  if ((await attachToOrder(tx, order)) === 0) return false
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
    after: { 结算单: settlement.settlement_no, 净额: formatFen(settlement.net_amount), ...changed.after },
  }
  await recordAudit(tx, systemOrigin('闲鱼'), { action: 'bill.settled', actionLabel: '闲鱼结算', now }, [entry])
}
