import type { Fen } from '@huanji/domain/money'
import { listingName, type PriceOperation, spanOfListing } from './listing-facts.ts'
import { judgeFixedPrice, judgePrices, judgeStanding } from './prices.ts'
import { termsOfListing } from './sale-terms.ts'
import {
  type Amounts,
  dealAmount,
  isWrong,
  type LineEdit,
  type LineVerdict,
  likeOf,
  type PricedGoods,
  type PriceSpan,
  type SheetLine,
} from './sheet/lines.ts'
import { type RuleAnswer, type RuleRow, withRules } from './sheet/price-rules.ts'
import type { ListingRow, OperateInput, RowResult, Session } from './types.ts'

/** What is priced of a listing by itself: all of it, or one of its variants. */
export interface PriceLine {
  readonly key: string
  readonly skuId: string
  readonly skuText: string
  /** What it was until now. */
  readonly before: Amounts
  readonly amounts: Amounts
  readonly span: PriceSpan | null
  readonly goods: PricedGoods | null
}

/** One listing whose prices are being set anew. */
export interface PriceRow {
  readonly listing: ListingRow
  readonly lines: readonly PriceLine[]
  readonly failure: string
  /** A doubt of the server's that this side did not have. */
  readonly serverQuestion: string | null
}

const isAuction = ({ channel }: Pick<ListingRow, 'channel'>): boolean => channel === 'auction'

/** The amounts that a listing has now. */
export function amountsOf({ channel, entry, priceFen }: ListingRow): Amounts {
  if (channel === 'curated') return { priceFen }
  return { startFen: entry?.startPriceFen ?? null, reserveFen: entry?.reservePriceFen ?? null }
}

/** A row of one line that begins with the prices it has. */
export function newPriceRow(listing: ListingRow, goods: PricedGoods | null = null): PriceRow {
  const before = amountsOf(listing)
  const line = {
    key: listing.listingId,
    skuId: '',
    skuText: '',
    before,
    amounts: before,
    span: spanOfListing(listing),
    goods,
  }
  return { listing, lines: [line], failure: '', serverQuestion: null }
}

/** What is wrong with the new prices of a line as this side knows the rules, and what has to be confirmed. */
export function judgePriceLine(listing: ListingRow, { amounts, before, span }: PriceLine): LineVerdict {
  const { startFen = null, reserveFen = null, priceFen = null } = amounts
  const measure = {
    referenceFen: span?.referenceFen ?? null,
    beforeFen: dealAmount(before),
    costFen: listing.costPriceFen,
    terms: termsOfListing(listing),
  }
  return isAuction(listing) ? judgePrices({ startFen, reserveFen }, measure) : judgeFixedPrice(priceFen, measure)
}

/** True while a line has the prices that it began with. */
const isSame = ({ amounts, before }: PriceLine): boolean =>
  (['startFen', 'reserveFen', 'priceFen'] as const).every((key) => (amounts[key] ?? null) === (before[key] ?? null))

/** A price that stands is neither asked about nor in the way of the others; where it loses, that is said. */
const standing = (listing: ListingRow, { amounts }: PriceLine): LineVerdict =>
  judgeStanding(dealAmount(amounts), { costFen: listing.costPriceFen, terms: termsOfListing(listing) })

/** True while a row has the prices that it began with. */
export const isUnchanged = ({ lines }: PriceRow): boolean => lines.every(isSame)

/** A line of the sheet with the row it belongs to. */
export interface PriceSheetLine extends SheetLine {
  readonly row: PriceRow
  readonly line: PriceLine
}

/** The lines of the sheet, with what this side and the server say of them; a change of price leaves what stands alone. */
export function sheetLines(
  operation: PriceOperation,
  rows: readonly PriceRow[],
  answers: ReadonlyMap<string, RuleAnswer>,
): PriceSheetLine[] {
  return rows.flatMap((row) =>
    row.lines.map((line): PriceSheetLine => {
      const { listing, serverQuestion, failure } = row
      const verdict =
        operation === 'change_price' && isSame(line)
          ? standing(listing, line)
          : withRules(judgePriceLine(listing, line), dealAmount(line.amounts), answers.get(line.key))
      return {
        key: line.key,
        name: `${listingName(listing)} ${line.skuText}`.trim(),
        like: likeOf(listing.modelName, line.skuText || listing.skuText),
        amounts: line.amounts,
        span: line.span,
        costFen: listing.costPriceFen,
        terms: termsOfListing(listing),
        goods: line.goods,
        verdict: { ...verdict, question: verdict.question ?? serverQuestion },
        failure,
        row,
        line,
      }
    }),
  )
}

/** What the server is asked about: changed amounts that this side has nothing against. */
export function ruleRowsOf(rows: readonly PriceRow[]): RuleRow[] {
  return rows.flatMap(({ listing, lines }) =>
    lines.flatMap((line) => {
      const priceFen = dealAmount(line.amounts)
      const oldPriceFen = dealAmount(line.before)
      if (!line.goods || priceFen === null || isWrong({ verdict: judgePriceLine(listing, line) })) return []
      const cost = listing.costPriceFen
      return [
        {
          key: line.key,
          ...line.goods,
          priceFen,
          ...(oldPriceFen === null ? {} : { oldPriceFen }),
          ...(cost === null ? {} : { costPriceFen: cost }),
        },
      ]
    }),
  )
}

/** The rows with amounts that a person changed; what was said of the old ones no longer holds. */
export function withPriceEdits(rows: readonly PriceRow[], edits: readonly LineEdit[]): readonly PriceRow[] {
  const byLine = Map.groupBy(edits, ({ key }) => key)
  return rows.map((row) => {
    if (!row.lines.some(({ key }) => byLine.has(key))) return row
    const lines = row.lines.map((line) => {
      const changed = byLine.get(line.key)
      if (!changed) return line
      return {
        ...line,
        amounts: { ...line.amounts, ...Object.fromEntries(changed.map(({ amount, fen }) => [amount, fen])) },
      }
    })
    return { ...row, lines, failure: '', serverQuestion: null }
  })
}

/** True where a run in a session is needed to do it. */
export const needsSession = (operation: PriceOperation, rows: readonly PriceRow[]): boolean =>
  operation === 'relist' && rows.some(({ listing }) => isAuction(listing))

/** What keeps the rows from being sent, said once, or empty. */
export function priceObstacle(
  operation: PriceOperation,
  rows: readonly PriceRow[],
  lines: readonly SheetLine[],
  session: Session | null,
): string {
  if (needsSession(operation, rows) && session === null) return '请选择场次'
  if (lines.some(isWrong)) return '有价格需要修改，请看标红的一行'
  return operation === 'change_price' && rows.every(isUnchanged) ? '价格没有变化，请先修改' : ''
}

type OperateRow = OperateInput['rows'][number]

const some = <Key extends string>(key: Key, fen: Fen | null | undefined): Partial<Record<Key, Fen>> =>
  fen === null || fen === undefined ? {} : ({ [key]: fen } as Record<Key, Fen>)

/** The prices of a row as the call takes them: of a run, of single goods, or of the variants that changed. */
function pricesOf({ listing, lines }: PriceRow): Partial<OperateRow> {
  const [first] = lines
  if (listing.kind === 'stock') {
    const skus = lines.flatMap(({ skuId, amounts: { priceFen } }) => (priceFen ? [{ skuId, priceFen }] : []))
    return { skus }
  }
  const { startFen, reserveFen, priceFen } = first?.amounts ?? {}
  return {
    ...some('startPriceFen', startFen),
    ...some('reservePriceFen', reserveFen),
    ...some('priceFen', priceFen),
  }
}

/** The rows as the operate call takes them; for a change of price those that changed nothing are left out. */
export function toOperate(
  operation: PriceOperation,
  rows: readonly PriceRow[],
  session: Session | null,
  isDoubtful: (row: PriceRow) => boolean,
): OperateInput {
  const sent = operation === 'change_price' ? rows.filter((row) => !isUnchanged(row)) : rows
  return {
    action: operation,
    rows: sent.map((row) => ({
      listingId: row.listing.listingId,
      version: row.listing.version,
      ...(session && isAuction(row.listing)
        ? { scheduleDate: session.scheduleDate, scheduleNumber: session.scheduleNumber }
        : {}),
      ...pricesOf(row),
      priceConfirmed: isDoubtful(row),
    })),
  }
}

/** The rows that the server refused, with its reasons; those it took, and those not sent, are gone. */
export function refusedRows(rows: readonly PriceRow[], results: readonly RowResult[]): PriceRow[] {
  return rows.flatMap((row) => {
    const result = results.find((one) => one.listingId === row.listing.listingId)
    if (!result || result.ok) return []
    const isQuestion = result.refusal === 'PRICE_NEEDS_CONFIRMATION'
    return [{ ...row, failure: isQuestion ? '' : result.message, serverQuestion: isQuestion ? result.message : null }]
  })
}
