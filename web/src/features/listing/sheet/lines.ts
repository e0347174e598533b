import type { Channel } from '@huanji/domain/channel'
import type { Fen } from '@huanji/domain/money'
import type { Grade } from '@huanji/domain/template/types'

/** The amounts that are set in a sheet: of a run in a session, or of goods at a fixed price. */
export type AmountKey = 'startFen' | 'reserveFen' | 'priceFen'

/** What was typed, in fen; null while a box is empty or holds no amount. */
export type Amounts = Readonly<Partial<Record<AmountKey, Fen | null>>>

/** What is wrong with the amounts of a line, by box, and the question to say yes to before they go out. */
export interface LineVerdict {
  readonly errors: Readonly<Partial<Record<AmountKey, string>>>
  /** It shows both numbers; null without a doubt. */
  readonly question: string | null
}

/** The span of prices and what it is around, as the server told it; null where it does not know the goods. */
export interface PriceSpan {
  readonly lowFen: Fen
  readonly highFen: Fen
  readonly referenceFen: Fen
}

/** What the last deals are asked for. */
export interface PricedGoods {
  readonly modelId: string
  readonly skuId: string
  readonly grade: Grade
  readonly channel: Channel
}

/** One line of the sheet: what is priced, its amounts, and what is known and said of them. */
export interface SheetLine {
  readonly key: string
  /** What a person knows it by; names its boxes. */
  readonly name: string
  readonly amounts: Amounts
  readonly span: PriceSpan | null
  /** Null where it is not known, or the person may not see it. */
  readonly costFen: Fen | null
  readonly goods: PricedGoods | null
  readonly verdict: LineVerdict
  /** Why the server refused it; empty without. */
  readonly failure: string
}

/** An amount of a line, as a person changed it. */
export interface LineEdit {
  readonly key: string
  readonly amount: AmountKey
  readonly fen: Fen | null
}

export interface SheetColumn {
  readonly key: AmountKey
  readonly title: string
}

export const AUCTION_COLUMNS: readonly SheetColumn[] = [
  { key: 'startFen', title: '起拍价' },
  { key: 'reserveFen', title: '保底价' },
]
export const FIXED_COLUMNS: readonly SheetColumn[] = [{ key: 'priceFen', title: '售价' }]

/** What buyers pay at the least: the fixed price, or the reserve. */
export const dealAmount = ({ priceFen, reserveFen }: Amounts): Fen | null => priceFen ?? reserveFen ?? null

/** What is left over the cost and its share of the price, in whole percent; null where one of them is not known. */
export function marginOf(amounts: Amounts, costFen: Fen | null): { fen: Fen; percent: number } | null {
  const price = dealAmount(amounts)
  if (price === null || price <= 0 || costFen === null) return null
  return { fen: price - costFen, percent: Math.round(((price - costFen) * 100) / price) }
}

/** Where a line needs a person: an amount to mend, a refusal, or a doubt. */
export type LineTone = 'wrong' | 'doubt' | 'fine'

/** The lines that need a person, as a count of each kind. */
export const countTones = (tones: readonly LineTone[]): { wrong: number; doubt: number } => ({
  wrong: tones.filter((tone) => tone === 'wrong').length,
  doubt: tones.filter((tone) => tone === 'doubt').length,
})

/** True while a line needs nothing of a person. */
export const isFine = ({ verdict, failure }: SheetLine): boolean =>
  failure === '' && verdict.question === null && Object.values(verdict.errors).every((error) => !error)

/** The deal amounts of some lines together; null where one has none. */
export function sumOfLines(lines: readonly { readonly amounts: Amounts; readonly count: number }[]): Fen | null {
  let sum = 0
  for (const { amounts, count } of lines) {
    const amount = dealAmount(amounts)
    if (amount === null) return null
    sum += amount * count
  }
  return sum
}
