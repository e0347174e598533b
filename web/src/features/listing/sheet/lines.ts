import type { Channel } from '@huanji/domain/channel'
import type { SaleTerms } from '@huanji/domain/fees/left-of-price'
import type { ReferenceSource } from '@huanji/domain/listing/price-reference'
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
  /** Said in the colour of a doubt, and not asked about: a price that stands loses. */
  readonly warning?: string
  /** Said and nothing more. */
  readonly note?: string
}

/** The span of prices and what it is around, as the server told it; null where it does not know the goods. */
export interface PriceSpan {
  readonly lowFen: Fen
  readonly highFen: Fen
  readonly referenceFen: Fen
  /** What it comes of. */
  readonly source: ReferenceSource
}

/** The span that the server told; null where nothing says what the goods are worth. */
export const spanOfWorth = (told: {
  readonly referenceFen: Fen | null
  readonly source: ReferenceSource | null
  readonly lowFen: Fen | null
  readonly highFen: Fen | null
}): PriceSpan | null => {
  const { referenceFen, source, lowFen, highFen } = told
  if (referenceFen === null || source === null || lowFen === null || highFen === null) return null
  return { referenceFen, source, lowFen, highFen }
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
  /** Equal for goods of one model and capacity. */
  readonly like: string
  readonly amounts: Amounts
  readonly span: PriceSpan | null
  /** Null where it is not known, or the person may not see it. */
  readonly costFen: Fen | null
  /** How its goods go away, for what is left of the price. */
  readonly terms: SaleTerms
  readonly goods: PricedGoods | null
  readonly verdict: LineVerdict
  /** Why the server refused it; empty without. */
  readonly failure: string
}

/** What goods of one model and capacity have in common, whatever their colour: the model, and the sizes of the variant. */
export const likeOf = (modelName: string, skuText: string): string =>
  [modelName, ...(skuText.match(/\d+(?:\.\d+)?[GT]B?/gi) ?? [])].join(' ').toUpperCase()

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

/** Where a line needs a person: an amount to mend or a refusal, or a doubt. */
export type LineTone = 'wrong' | 'doubt' | 'fine'

/** What is said of a line, and how it weighs. */
export interface LineWord {
  readonly text: string
  readonly tone: LineTone
}

/** What is said of a line: what to mend, why it was refused, the doubt that is asked about later, or a remark. */
export function wordOf(
  { amounts, verdict, failure }: SheetLine,
  showsErrors: boolean | ((key: AmountKey) => boolean),
): LineWord {
  const isShown = (key: AmountKey) => (typeof showsErrors === 'boolean' ? showsErrors : showsErrors(key))
  for (const [name, error] of Object.entries(verdict.errors)) {
    const key = name as AmountKey
    const isEmpty = (amounts[key] ?? null) === null
    if (error && (!isEmpty || isShown(key))) return { text: error, tone: 'wrong' }
  }
  if (failure !== '') return { text: failure, tone: 'wrong' }
  const doubt = verdict.question ?? verdict.warning ?? ''
  if (doubt !== '') return { text: doubt, tone: 'doubt' }
  return { text: verdict.note ?? '', tone: 'fine' }
}

/** True where an amount of the line has to be mended before it can go out. */
export const isWrong = ({ verdict }: Pick<SheetLine, 'verdict'>): boolean =>
  Object.values(verdict.errors).some((error) => Boolean(error))
