import { type Fen, formatFen } from '../money.ts'
import type { OrderState } from '../states/order.ts'
import { billTypeLabel } from './bill-types.ts'
import { type CountedBill, counts, netOf } from './equation.ts'
import { expectedProceeds, type OrderDeal, signedFen } from './proceeds.ts'
import type { StatementItem } from './statement.ts'

/** What two books can differ in (docs/domain.md §8.6). */
export type DifferenceKind = 'noBills' | 'billsWithoutOrder' | 'settlementDiffers' | 'formulaDiffers' | 'fileDiffers'

export interface Difference {
  readonly kind: DifferenceKind
  /** An order number, or the number of a settlement or flow of a file. */
  readonly subject: string
  readonly expectedFen: Fen
  readonly actualFen: Fen
  /** One Chinese sentence: what differs, with both amounts. */
  readonly detail: string
  /** A file names it, and nothing is known of it here. */
  readonly isMissing?: boolean
}

/** A row of an order; `source` says who made it. */
export interface BookedBill extends CountedBill {
  readonly source: 'order' | 'settlement' | 'flow' | 'manual'
}

export interface SettlementPart {
  readonly type: StatementItem
  readonly direction: 'in' | 'out'
  readonly amount: Fen
}

/** What the marketplace paid; `lines` is empty where only the net is known. */
export interface KnownSettlement {
  readonly settlementNo: string
  readonly netFen: Fen
  readonly lines: readonly SettlementPart[]
}

/** All that is known of an order's money. */
export interface OrderBooks extends OrderDeal {
  readonly orderNo: string
  readonly state: OrderState
  readonly bills: readonly BookedBill[]
  readonly settlements: readonly KnownSettlement[]
}

/** Bookings by hand that come to just what differs explain it. */
const isExplained = (differenceFen: Fen, manualFen: Fen): boolean =>
  differenceFen === 0 || differenceFen + manualFen === 0

const signedPart = ({ direction, amount }: SettlementPart): Fen => signedFen({ direction, amountFen: amount })

/** What the fee table says of a settled order: the parts that follow from the deal alone. */
const OF_DEAL: readonly StatementItem[] = ['deal', 'freight', 'serviceFee', 'inspectionFee']
const ITEM_TYPES = {
  deal: 'orderSettlement',
  freight: 'freight',
  serviceFee: 'serviceFee',
  inspectionFee: 'inspectionFee',
} as const

interface DealPart {
  readonly item: keyof typeof ITEM_TYPES
  readonly expectedFen: Fen
  readonly actualFen: Fen
}

/** Freight that goes out is no part of the deal: it is that of a return. */
const isOfDeal = ({ type, direction }: SettlementPart): boolean =>
  OF_DEAL.includes(type) && !(type === 'freight' && direction === 'out')

function dealParts(books: OrderBooks, lines: readonly SettlementPart[]): DealPart[] {
  const { rows } = expectedProceeds(books)
  return (Object.keys(ITEM_TYPES) as DealPart['item'][]).map((item) => ({
    item,
    expectedFen: rows.filter(({ type }) => type === ITEM_TYPES[item]).reduce((sum, row) => sum + signedFen(row), 0),
    actualFen: lines
      .filter((line) => line.type === item && isOfDeal(line))
      .reduce((sum, line) => sum + signedPart(line), 0),
  }))
}

const wordsOf = ({ item, expectedFen, actualFen }: DealPart): string =>
  `${item === 'deal' ? '成交价' : billTypeLabel(ITEM_TYPES[item])}应为${formatFen(Math.abs(expectedFen))}，闲鱼结算为${formatFen(Math.abs(actualFen))}`

/** A settled deal against the formula: the marketplace may be wrong, or its rates may have changed. */
function settledAgainstFormula(books: OrderBooks, manualFen: Fen): Difference | null {
  const lines = books.settlements.flatMap((one) => one.lines)
  if (!lines.some(({ type }) => type === 'deal')) return dealOfRows(books, manualFen)
  const parts = dealParts(books, lines)
  const expectedFen = parts.reduce((sum, part) => sum + part.expectedFen, 0)
  const actualFen = parts.reduce((sum, part) => sum + part.actualFen, 0)
  const different = parts.filter((part) => part.expectedFen !== part.actualFen)
  if (different.length === 0 || (actualFen !== expectedFen && isExplained(actualFen - expectedFen, manualFen))) {
    return null
  }
  const detail = different.map(wordsOf).join('；')
  return { kind: 'formulaDiffers', subject: books.orderNo, expectedFen, actualFen, detail }
}

/** The same where only the net of the settlement is known: the deal as it is billed. */
function dealOfRows({ orderNo, dealPriceFen: expectedFen, bills }: OrderBooks, manualFen: Fen): Difference | null {
  const deals = bills.filter(({ type }) => type === 'orderSettlement')
  const actualFen = netOf(deals)
  if (deals.length === 0 || isExplained(actualFen - expectedFen, manualFen)) return null
  const detail = `成交价应为${formatFen(expectedFen)}，账单为${formatFen(actualFen)}`
  return { kind: 'formulaDiffers', subject: orderNo, expectedFen, actualFen, detail }
}

/** What is still awaited against the formula: the whole of a completed order, and nothing of one that was undone. */
function awaitedAgainstFormula(books: OrderBooks, awaited: readonly BookedBill[], manualFen: Fen): Difference | null {
  const isDealSettled = books.bills.some(({ type, state }) => type === 'orderSettlement' && state === 'settled')
  if (books.state === 'completed' && isDealSettled && awaited.length === 0) return null
  const expectedFen = books.state === 'completed' && !isDealSettled ? expectedProceeds(books).netFen : 0
  const actualFen = netOf(awaited)
  if (isExplained(actualFen - expectedFen, manualFen)) return null
  const detail = `待结算账单应合计${formatFen(expectedFen)}，现为${formatFen(actualFen)}`
  return { kind: 'formulaDiffers', subject: books.orderNo, expectedFen, actualFen, detail }
}

/**
 * What is wrong with an order's rows (rule R4): they are not there, they have no sale, they do not come to what the
 * marketplace paid, or what it paid and still has to pay is not what the formula says.
 */
export function differencesOf(books: OrderBooks): Difference[] {
  const { orderNo: subject, state, settlements } = books
  const rows = books.bills.filter(counts)
  const manualFen = netOf(rows.filter(({ source }) => source === 'manual'))
  const told = rows.filter(({ source }) => source !== 'manual')
  const settledFen = settlements.reduce((sum, { netFen }) => sum + netFen, 0)
  if (told.length === 0) {
    if (settlements.length === 0 && state !== 'completed') return []
    const expectedFen = settlements.length > 0 ? settledFen : expectedProceeds(books).netFen
    if (isExplained(-expectedFen, manualFen)) return []
    return [{ kind: 'noBills', subject, expectedFen, actualFen: manualFen, detail: '订单没有账单' }]
  }
  if (settlements.length === 0 && state !== 'completed' && state !== 'refunded') {
    const detail = '账单没有对应的成交：订单未完成，也没有结算'
    return [{ kind: 'billsWithoutOrder', subject, expectedFen: 0, actualFen: netOf(told), detail }]
  }
  const awaited = told.filter((row) => row.state !== 'settled')
  const bookedFen = netOf(told.filter((row) => row.state === 'settled'))
  const paid = paidAgainstRows(subject, settledFen, { bookedFen, manualFen })
  const formula =
    (settlements.length > 0 ? settledAgainstFormula(books, manualFen) : null) ??
    awaitedAgainstFormula(books, awaited, manualFen)
  return [paid, formula].filter((one) => one !== null)
}

/** What the marketplace paid against the rows that say so. */
function paidAgainstRows(
  subject: string,
  expectedFen: Fen,
  { bookedFen: actualFen, manualFen }: { readonly bookedFen: Fen; readonly manualFen: Fen },
): Difference | null {
  if (isExplained(actualFen - expectedFen, manualFen)) return null
  const detail = `闲鱼结算${formatFen(expectedFen)}，已结算账单合计${formatFen(actualFen)}`
  return { kind: 'settlementDiffers', subject, expectedFen, actualFen, detail }
}
