import type { Fen } from '@huanji/domain/money'
import { judgePrices, type PriceVerdict, type TypedPrices } from './prices.ts'
import type { ListingRow, OperateInput, RowResult, Session } from './types.ts'

/** One listing whose prices are being set anew. */
export interface PriceRow {
  readonly listing: ListingRow
  readonly prices: TypedPrices
  readonly failure: string
  /** A doubt of the server's that this side did not have: it knows what the goods are worth. */
  readonly serverQuestion: string | null
}

/** What the two dialogs over several listings do. */
export type PriceOperation = 'relist' | 'change_price'

const beforeOf = ({ entry }: ListingRow): TypedPrices & { reserveFen: Fen | null } => ({
  startFen: entry?.startPriceFen ?? null,
  reserveFen: entry?.reservePriceFen ?? null,
})

/** A row that begins with the prices of the last run. */
export const newPriceRow = (listing: ListingRow): PriceRow => ({
  listing,
  prices: beforeOf(listing),
  failure: '',
  serverQuestion: null,
})

/** What a person knows a listing by. */
export const listingName = (listing: Pick<ListingRow, 'title' | 'imei' | 'barCode'>): string =>
  `${listing.title} ${listing.imei || listing.barCode}`.trim()

/** What is wrong with the new prices, and what has to be confirmed. */
export function judgePriceRow({ listing, prices, serverQuestion }: PriceRow): PriceVerdict {
  const verdict = judgePrices(prices, { referenceFen: null, beforeReserveFen: beforeOf(listing).reserveFen })
  return { ...verdict, question: verdict.question ?? serverQuestion }
}

/** True while a row has the prices that it began with. */
export const isUnchanged = ({ listing, prices }: PriceRow): boolean => {
  const before = beforeOf(listing)
  return before.startFen === prices.startFen && before.reserveFen === prices.reserveFen
}

/** What keeps the rows from being sent, said once, or empty. */
export function priceObstacle(operation: PriceOperation, rows: readonly PriceRow[], session: Session | null): string {
  if (operation === 'relist' && session === null) return '请选择场次'
  const isWrong = rows.some((row) => {
    const { startError, reserveError } = judgePriceRow(row)
    return startError !== '' || reserveError !== ''
  })
  if (isWrong) return '有价格需要修改，请看标红的一行'
  return operation === 'change_price' && rows.every(isUnchanged) ? '价格没有变化，请先修改' : ''
}

/** The rows as the operate call takes them; for a change of price those that changed nothing are left out. */
export function toOperate(operation: PriceOperation, rows: readonly PriceRow[], session: Session | null): OperateInput {
  const sent = operation === 'change_price' ? rows.filter((row) => !isUnchanged(row)) : rows
  return {
    action: operation,
    rows: sent.map((row) => ({
      listingId: row.listing.listingId,
      version: row.listing.version,
      ...(session ? { scheduleDate: session.scheduleDate, scheduleNumber: session.scheduleNumber } : {}),
      ...(row.prices.startFen === null ? {} : { startPriceFen: row.prices.startFen }),
      ...(row.prices.reserveFen === null ? {} : { reservePriceFen: row.prices.reserveFen }),
      priceConfirmed: judgePriceRow(row).question !== null,
    })),
  }
}

/** The rows that the server refused, with its reasons; those it took, and those not sent, are gone. */
export function refusedRows(rows: readonly PriceRow[], results: readonly RowResult[]): PriceRow[] {
  return rows.flatMap((row) => {
    const result = results.find((one) => one.listingId === row.listing.listingId)
    if (!result || result.ok) return []
    const isQuestion = result.refusal === 'PRICE_NEEDS_CONFIRMATION'
    return [{ ...row, failure: result.message, serverQuestion: isQuestion ? result.message : null }]
  })
}
