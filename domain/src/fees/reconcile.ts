import { type Fen, formatFen } from '../money.ts'
import type { OrderState } from '../states/order.ts'
import { billTypeLabel } from './bill-types.ts'
import { type CountedBill, counts, netOf } from './equation.ts'
import type { Sides } from './gap.ts'
import { expectedProceeds, NOTHING_REPAID, type OrderDeal, type Repaid, signedFen } from './proceeds.ts'
import type { StatementItem } from './statement.ts'

/** What two books can differ in (docs/domain.md §8.6). */
export type DifferenceKind = 'noBills' | 'billsWithoutOrder' | 'settlementDiffers' | 'formulaDiffers' | 'fileDiffers'

export interface Difference extends Sides {
  readonly kind: DifferenceKind
  /** An order number, or the number of a settlement or flow of a file. */
  readonly subject: string
  /** What bookings go by: what there should be, and what there is of it. Either may be the marketplace's number. */
  readonly expectedFen: Fen
  readonly actualFen: Fen
  /** One Chinese sentence: what differs, with both amounts, and what was booked by hand. */
  readonly detail: string
  /** A file names all of it, and nothing is known of it here. */
  readonly isMissing?: boolean
  /** A booking by hand can settle it. */
  readonly isBookable?: boolean
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
  /** When it last changed at the marketplace, ISO 8601: not before it was completed, nor before its case ended. */
  readonly remoteUpdatedAt: string
  readonly repaid: Repaid
  readonly bills: readonly BookedBill[]
  readonly settlements: readonly KnownSettlement[]
}

/**
 * Days after which a completed order's money should be there: the marketplace pays within a working day (docs/domain.md
 * §8.3), and the longest holidays have nine days.
 */
export const PAID_WITHIN_DAYS = 10

const DAY_MS = 86_400_000

const differenceOf = ({ actualFen, expectedFen }: Difference): Fen => actualFen - expectedFen

const signedPart = ({ direction, amount }: SettlementPart): Fen => signedFen({ direction, amountFen: amount })

const bySide = (theirsFen: Fen, oursFen: Fen): Sides => ({ theirsFen, oursFen })

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
  // what follows from the deal alone
  const { rows } = expectedProceeds(books, NOTHING_REPAID)
  return (Object.keys(ITEM_TYPES) as DealPart['item'][]).map((item) => ({
    item,
    expectedFen: rows.filter(({ type }) => type === ITEM_TYPES[item]).reduce((sum, row) => sum + signedFen(row), 0),
    actualFen: lines
      .filter((line) => line.type === item && isOfDeal(line))
      .reduce((sum, line) => sum + signedPart(line), 0),
  }))
}

const wordsOf = ({ item, expectedFen, actualFen }: DealPart): string =>
  `${billTypeLabel(ITEM_TYPES[item])}闲鱼结算${formatFen(actualFen)}，按费率是${formatFen(expectedFen)}`

/** A settled deal against the formula: the marketplace may be wrong, or its rates may have changed. */
function settledAgainstFormula(books: OrderBooks): Difference | null {
  const lines = books.settlements.flatMap((one) => one.lines)
  if (!lines.some(({ type }) => type === 'deal')) return dealOfRows(books)
  const parts = dealParts(books, lines)
  const different = parts.filter((part) => part.expectedFen !== part.actualFen)
  if (different.length === 0) return null
  const expectedFen = parts.reduce((sum, part) => sum + part.expectedFen, 0)
  const actualFen = parts.reduce((sum, part) => sum + part.actualFen, 0)
  const detail = different.map(wordsOf).join('；')
  const sides = bySide(actualFen, expectedFen)
  return { kind: 'formulaDiffers', subject: books.orderNo, expectedFen, actualFen, ...sides, detail }
}

/** The same where only the net of the settlement is known: the deal as it is billed. */
function dealOfRows({ orderNo, dealPriceFen: expectedFen, bills }: OrderBooks): Difference | null {
  // of an order that was undone the deal is cancelled, whatever was settled of it besides
  const deals = bills.filter((row) => row.type === 'orderSettlement' && counts(row))
  const actualFen = netOf(deals)
  if (deals.length === 0 || actualFen === expectedFen) return null
  const detail = `${billTypeLabel('orderSettlement')}闲鱼结算${formatFen(actualFen)}，订单是${formatFen(expectedFen)}`
  const sides = bySide(actualFen, expectedFen)
  return { kind: 'formulaDiffers', subject: orderNo, expectedFen, actualFen, ...sides, detail }
}

/** What is still awaited against the formula: the whole of a completed order, and nothing of one that was undone. */
function awaitedAgainstFormula(books: OrderBooks, awaited: readonly BookedBill[]): Difference | null {
  const isDealSettled = books.bills.some(({ type, state }) => type === 'orderSettlement' && state === 'settled')
  const expectedFen = books.state === 'completed' && !isDealSettled ? expectedProceeds(books, books.repaid).netFen : 0
  const actualFen = netOf(awaited)
  if (actualFen === expectedFen) return null
  const detail = `按费率闲鱼还会结算${formatFen(expectedFen)}，待结算账单合计${formatFen(actualFen)}`
  const sides = bySide(expectedFen, actualFen)
  return { kind: 'formulaDiffers', subject: books.orderNo, expectedFen, actualFen, ...sides, detail }
}

/** Two differences of a kind as one: an order has one finding of each. */
function together(one: Difference | null, other: Difference | null): Difference | null {
  if (one === null || other === null) return one ?? other
  const sum = (part: 'expectedFen' | 'actualFen' | keyof Sides) => one[part] + other[part]
  const sides = bySide(sum('theirsFen'), sum('oursFen'))
  const amounts = { expectedFen: sum('expectedFen'), actualFen: sum('actualFen'), ...sides }
  return { ...one, ...amounts, detail: `${one.detail}；${other.detail}` }
}

/** Rows of a completed order that the marketplace should have paid by `now`; none while a case holds them back. */
function isOverdue(
  { state, remoteUpdatedAt }: OrderBooks,
  awaited: readonly BookedBill[],
  now: string | null,
): boolean {
  if (now === null || state !== 'completed' || awaited.some((row) => row.state === 'frozen')) return false
  return Date.parse(now) - Date.parse(remoteUpdatedAt) > PAID_WITHIN_DAYS * DAY_MS
}

/** What the marketplace paid, and should have paid, against the rows that say so. */
function paidAgainstRows(
  { subject, settledFen }: { readonly subject: string; readonly settledFen: Fen },
  { bookedFen, overdueFen }: { readonly bookedFen: Fen; readonly overdueFen: Fen },
): Difference | null {
  const expectedFen = settledFen + overdueFen
  if (bookedFen === expectedFen) return null
  const paid = `闲鱼结算${formatFen(settledFen)}，已结算账单合计${formatFen(bookedFen)}`
  const late = `订单完成超过${PAID_WITHIN_DAYS}天，闲鱼仍未结算${formatFen(overdueFen)}`
  const detail = [...(overdueFen === 0 ? [] : [late]), ...(bookedFen === settledFen ? [] : [paid])].join('；')
  // no booking brings the money that is awaited: its rows count already
  const isBookable = overdueFen === 0
  const sides = bySide(settledFen, bookedFen + overdueFen)
  return { kind: 'settlementDiffers', subject, expectedFen, actualFen: bookedFen, ...sides, detail, isBookable }
}

/** An order without rows: the marketplace paid what nobody counts on, or nobody awaits what it still has to pay. */
function withoutRows(books: OrderBooks, settledFen: Fen): Difference | null {
  const { orderNo: subject, state, settlements } = books
  const about = { kind: 'noBills', subject, actualFen: 0, isBookable: true } as const
  if (settlements.length > 0) {
    if (settledFen === 0) return null
    const detail = `闲鱼结算了${formatFen(settledFen)}，这个订单没有账单`
    return { ...about, expectedFen: settledFen, ...bySide(settledFen, 0), detail }
  }
  const expectedFen = state === 'completed' ? expectedProceeds(books, books.repaid).netFen : 0
  if (expectedFen === 0) return null
  const detail = `订单已完成，没有账单；按费率闲鱼应结算${formatFen(expectedFen)}，还没有结算`
  return { ...about, expectedFen, ...bySide(0, expectedFen), detail }
}

/** What differs as if nothing had been booked by hand. */
function differencesWithoutBookings(
  books: OrderBooks,
  told: readonly BookedBill[],
  { settledFen, now }: { readonly settledFen: Fen; readonly now: string | null },
): Difference[] {
  const { orderNo: subject, state, settlements } = books
  if (told.length === 0) {
    const missing = withoutRows(books, settledFen)
    return missing === null ? [] : [missing]
  }
  if (settlements.length === 0 && state !== 'completed' && state !== 'refunded') {
    const detail = '账单没有对应的成交：订单未完成，也没有结算'
    const actualFen = netOf(told)
    return [{ kind: 'billsWithoutOrder', subject, expectedFen: 0, actualFen, ...bySide(0, actualFen), detail }]
  }
  const awaited = told.filter((row) => row.state !== 'settled')
  const bookedFen = netOf(told.filter((row) => row.state === 'settled'))
  const overdueFen = isOverdue(books, awaited, now) ? netOf(awaited) : 0
  const formula = together(
    settlements.length > 0 ? settledAgainstFormula(books) : null,
    awaitedAgainstFormula(books, awaited),
  )
  const paid = paidAgainstRows({ subject, settledFen }, { bookedFen, overdueFen })
  return [paid, formula && { ...formula, isBookable: differenceOf(formula) !== 0 }].filter((one) => one !== null)
}

/** The sides with what was booked by hand, where our side is the rows: neither the marketplace's number nor the formula follows it. */
function sidesWith({ kind, theirsFen, oursFen }: Difference, manualFen: Fen): Sides {
  const isOfRows = kind === 'settlementDiffers' || (kind === 'noBills' && oursFen === 0)
  return bySide(theirsFen, isOfRows ? oursFen + manualFen : oursFen)
}

/**
 * The differences that what was booked by hand leaves. Bookings that come to just what differs, in one kind or in all of
 * them, explain it; those that explain nothing count in what there is, so that a booking of what is left always settles it.
 */
function besideBookings(
  differences: readonly Difference[],
  { subject, settledFen, manualFen }: { readonly subject: string; readonly settledFen: Fen; readonly manualFen: Fen },
): Difference[] {
  if (manualFen === 0) return [...differences]
  const words = `手工调账合计${manualFen > 0 ? '+' : ''}${formatFen(manualFen)}`
  const bookable = differences.filter(({ isBookable }) => isBookable)
  const isWhole = bookable.reduce((sum, one) => sum + differenceOf(one), 0) + manualFen === 0
  const explained = bookable.filter((one) => isWhole || differenceOf(one) + manualFen === 0)
  const left = differences.filter((one) => !explained.includes(one))
  const named = left.map((one) => ({ ...one, detail: `${one.detail}；${words}` }))
  if (explained.length > 0) return named
  const isCounted = ({ kind }: Difference) => kind !== 'billsWithoutOrder'
  if (named.some(isCounted)) {
    return named.map((one) =>
      isCounted(one)
        ? { ...one, actualFen: one.actualFen + manualFen, ...sidesWith(one, manualFen), isBookable: true }
        : one,
    )
  }
  const detail = `${words}，没有与之对应的差异`
  const [expectedFen, actualFen] = [settledFen, settledFen + manualFen]
  const sides = bySide(expectedFen, actualFen)
  return [...named, { kind: 'settlementDiffers', subject, expectedFen, actualFen, ...sides, detail, isBookable: true }]
}

/**
 * What is wrong with an order's rows (rule R4): they are not there, they have no sale, they do not come to what the
 * marketplace paid, what it paid and still has to pay is not what the formula says, or a booking by hand explains nothing.
 * With `now` also money that should have come by then.
 */
export function differencesOf(books: OrderBooks, now: string | null = null): Difference[] {
  const rows = books.bills.filter(counts)
  const manualFen = netOf(rows.filter(({ source }) => source === 'manual'))
  const told = rows.filter(({ source }) => source !== 'manual')
  const settledFen = books.settlements.reduce((sum, { netFen }) => sum + netFen, 0)
  const differences = differencesWithoutBookings(books, told, { settledFen, now })
  return besideBookings(differences, { subject: books.orderNo, settledFen, manualFen })
}
