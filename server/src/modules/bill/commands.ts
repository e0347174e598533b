import { formatBillNo } from '@huanji/domain/codes/formats'
import { BILL_TYPES, type BillTypeCode, billTypeLabel } from '@huanji/domain/fees/bill-types'
import { expectedProceeds, mergeByType, type OrderDeal, signedFen } from '@huanji/domain/fees/proceeds'
import type { SettlementRow } from '@huanji/domain/fees/settlement'
import { type Fen, formatFen } from '@huanji/domain/money'
import { BILL_STATES } from '@huanji/domain/states/bill'
import { stateLabel } from '@huanji/domain/states/transition'
import { shanghaiDate } from '@huanji/domain/time'
import type { Settlement, SettlementLine } from '@huanji/marketplace/protocol/trade'
import { type AuditEntry, type AuditFacts, differingFacts, systemOrigin } from '../../audit/entry.ts'
import { recordAudit } from '../../audit/store.ts'
import { nextNumber } from '../../database/counter.ts'
import type { Tx } from '../../database/database.ts'
import { reachedMomentOf } from '../../integration/marketplace/times.ts'
import { newId } from '../../platform/ids.ts'
import {
  billsOfOrder,
  insertBill,
  insertSettlement,
  lockBillsOfOrder,
  moveBill,
  type NewBill,
  type OrderBill,
  type OrderWithBills,
  ordersWithBills,
  setSettledAmount,
} from './store.ts'

/** What bills are made from: an order that the caller holds locked. Money in fen, times ISO 8601. */
export interface BillableOrder extends OrderDeal {
  readonly orderId: string
  readonly orderNo: string
  readonly shopAccountId: string
  readonly title: string
  readonly imei: string
  readonly completedAt: string | null
}

/** What brings a row: with its type it is unique, so that nothing counts twice. */
type BillSource = Pick<NewBill, 'source' | 'sourceId'>

async function addRow(
  tx: Tx,
  order: BillableOrder,
  from: BillSource,
  row: SettlementRow,
  when: { occurredAt: string; now: Date },
) {
  const billId = newId()
  const yyMMdd = shanghaiDate(when.now.toISOString()).slice(2).replaceAll('-', '')
  await insertBill(tx, {
    billId,
    billNo: formatBillNo(yyMMdd, await nextNumber(tx, `bill:${yyMMdd}`)),
    type: row.type,
    direction: row.direction,
    channel: order.channel,
    ...from,
    orderId: order.orderId,
    orderNo: order.orderNo,
    shopAccountId: order.shopAccountId,
    title: order.title,
    imei: order.imei,
    dealPriceFen: order.dealPriceFen,
    amountFen: row.amountFen,
    formula: row.formula,
    occurredAt: when.occurredAt,
    remark: '',
    now: when.now,
  })
  return billId
}

/** The rows of an order as the audit log shows them: type → amount and state. */
function billFacts(bills: readonly Pick<OrderBill, 'type' | 'direction' | 'amountFen' | 'state'>[]): AuditFacts {
  return Object.fromEntries(
    bills.map((bill) => [
      billTypeLabel(bill.type),
      `${formatFen(signedFen(bill))} ${stateLabel(BILL_STATES, bill.state) ?? bill.state}`,
    ]),
  )
}

/**
 * Writes the rows a completed order is expected to be settled with, by the fee table, each 待结算. An order that has
 * rows already gets none. Gives the audit entry for the end of the transaction, or null. The caller holds the order.
 */
export async function expectBills(tx: Tx, order: BillableOrder, now: Date): Promise<AuditEntry | null> {
  const { orderId } = order
  if ((await lockBillsOfOrder(tx, orderId)).length > 0) return null
  const occurredAt = order.completedAt ?? now.toISOString()
  const from = { source: 'order', sourceId: orderId } as const
  for (const row of expectedProceeds(order).rows) await addRow(tx, order, from, row, { occurredAt, now })
  const after = billFacts(await lockBillsOfOrder(tx, orderId))
  return { subject: 'bill', subjectId: orderId, subjectLabel: order.orderNo, before: null, after }
}

/** Which bill type a line of the marketplace is; a fee given back is a correction of one that is settled. */
const TYPE_OF_LINE: Readonly<Record<SettlementLine['type'], BillTypeCode>> = {
  deal: 'orderSettlement',
  freight: 'freight',
  serviceFee: 'serviceFee',
  inspectionFee: 'inspectionFee',
  refund: 'refund',
  feeReturn: 'adjustment',
  penalty: 'penalty',
}

function lineRows(settlement: Settlement): SettlementRow[] {
  return mergeByType(
    settlement.lines.map((line) => {
      const type = TYPE_OF_LINE[line.type]
      const formula = `${billTypeLabel(type)} ${formatFen(line.amount)}（闲鱼结算单${settlement.settlement_no}）`
      return { type, direction: line.direction, amountFen: line.amount, formula }
    }),
  )
}

function remarkOf(expected: OrderBill, row: SettlementRow): string {
  if (signedFen(expected) === signedFen(row)) return expected.remark
  return `按费率应为${formatFen(expected.amountFen)}，闲鱼结算为${formatFen(row.amountFen)}`
}

async function settleRow(
  tx: Tx,
  billId: string,
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
    settledAt: reachedMomentOf(settlement.settled_at),
  })
  await moveBill(tx, billId, 'startSettling', by)
  await moveBill(tx, billId, 'settle', by)
}

/** What an order brings the seller: settled, awaiting settlement, or expected by the fee table while it has no bills. */
export interface Proceeds {
  readonly state: 'expected' | 'pending' | 'settled'
  /** Signed, in fen: what goes out is negative. Rows that were cancelled are left out. */
  readonly lines: { readonly type: BillTypeCode; readonly label: string; readonly amountFen: Fen }[]
  readonly netFen: Fen
}

/** What a line of the proceeds is called: the settlement of an order is its deal price. */
const lineLabel = (type: BillTypeCode): string => (type === 'orderSettlement' ? '成交价' : billTypeLabel(type))

/** What comes in before what goes out: rows of one moment have no order of their own. */
const placeOf = (type: BillTypeCode): number => BILL_TYPES.findIndex(({ code }) => code === type)

/** The proceeds of an order by its bills, or by the fee table while there are none. */
export async function proceedsOf(tx: Tx, order: OrderDeal & { readonly orderId: string }): Promise<Proceeds> {
  const bills = (await billsOfOrder(tx, order.orderId)).filter((bill) => bill.state !== 'cancelled')
  const rows = bills.length > 0 ? bills : expectedProceeds(order).rows
  const lines = rows
    .toSorted((one, other) => placeOf(one.type) - placeOf(other.type))
    .map((row) => ({ type: row.type, label: lineLabel(row.type), amountFen: signedFen(row) }))
  const isSettled = bills.every((bill) => bill.state === 'settled')
  return {
    state: bills.length === 0 ? 'expected' : isSettled ? 'settled' : 'pending',
    lines,
    netFen: lines.reduce((sum, line) => sum + line.amountFen, 0),
  }
}

/**
 * Takes over a settlement of the marketplace: its amounts win over the fee table's, and a difference is written into
 * the remark; a row that the settlement of the deal leaves out is cancelled. The same settlement twice changes nothing.
 * The caller holds the order; the audit log is locked at last.
 */
export async function takeSettlement(tx: Tx, order: BillableOrder, settlement: Settlement, now: Date): Promise<void> {
  const settlementNo = settlement.settlement_no
  const settledAt = reachedMomentOf(settlement.settled_at)
  const taken = { settlementNo, orderId: order.orderId, netFen: settlement.net_amount, settledAt }
  if (!(await insertSettlement(tx, taken))) return
  const bills = await lockBillsOfOrder(tx, order.orderId)
  const rows = lineRows(settlement)
  for (const row of rows) {
    const expected = bills.find((one) => one.type === row.type && one.state === 'pending')
    const from = { source: 'settlement', sourceId: settlementNo } as const
    const billId = expected?.billId ?? (await addRow(tx, order, from, row, { occurredAt: settledAt, now }))
    await settleRow(tx, billId, { row, remark: expected ? remarkOf(expected, row) : '' }, settlement, now)
  }
  if (rows.some((row) => row.type === 'orderSettlement')) {
    const left = bills.filter((bill) => bill.state === 'pending' && !rows.some((row) => row.type === bill.type))
    for (const { billId } of left) {
      await moveBill(tx, billId, 'cancel', { who: 'marketplace', now, note: '闲鱼结算未收取' })
    }
  }
  await recordSettlement(tx, order, settlement, { before: bills, now })
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

/** An order whose rows do not come to what they should. */
export interface OddOrder {
  readonly orderId: string
  readonly orderNo: string
  readonly problem: 'noBills' | 'billsWithoutSale' | 'dealDiffers' | 'sumDiffers'
  /** What the rows should sum to, and what they do, in fen. */
  readonly expectedFen: Fen
  readonly actualFen: Fen
}

/** What is wrong with the rows of an order, or null. */
function oddity(order: OrderWithBills): OddOrder | null {
  const { orderId, orderNo, rowsNetFen: actualFen } = order
  // What the marketplace paid wins over the formula; until it has paid, the formula is all there is.
  const expectedFen = order.settledNetFen ?? (order.state === 'completed' ? expectedProceeds(order).netFen : 0)
  const odd = (problem: OddOrder['problem']): OddOrder => ({ orderId, orderNo, problem, expectedFen, actualFen })
  if (order.state === 'completed' && order.rowCount === 0) return odd('noBills')
  if (order.settledNetFen === null && order.state !== 'completed' && order.state !== 'refunded') {
    return odd('billsWithoutSale')
  }
  if (order.state === 'completed' && order.billedDealFen !== order.dealPriceFen) return odd('dealDiffers')
  if (order.state === 'refunded' && order.settledNetFen === null) return null
  return actualFen === expectedFen ? null : odd('sumDiffers')
}

const BATCH = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/**
 * Compares the rows of every order that is completed or has any with what they must sum to: what the marketplace's
 * settlements came to or, before them, the formula. Gives the odd ones; empty is good.
 */
export async function reconcileBills(tx: Tx): Promise<OddOrder[]> {
  const odd: OddOrder[] = []
  let after: string = BEFORE_ALL
  for (;;) {
    const orders = await ordersWithBills(tx, after, BATCH)
    odd.push(...orders.map(oddity).filter((one) => one !== null))
    const last = orders.at(-1)
    if (!last || orders.length < BATCH) return odd
    after = last.orderId
  }
}
