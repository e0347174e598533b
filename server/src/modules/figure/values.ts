import type { Channel } from '@huanji/domain/channel'
import type { Tables } from '../../database/tables.ts'

/** What is counted (R-FIGURES-2), by the columns of `daily_figure`. Money in fen. */
export const FIGURE_VALUES = [
  'orders',
  'units',
  'salesFen',
  'refundedOrders',
  'closedOrders',
  'stockUnits',
  'stockSeconds',
  'pricedUnits',
  'pricedFen',
  'referenceFen',
  'costedUnits',
  'marginFen',
  'netFen',
  'shippedUnits',
  'cases',
  'reports',
  'singleReports',
  'offered',
  'sold',
] as const satisfies readonly (keyof Tables['dailyFigure'])[]

export type FigureValue = (typeof FIGURE_VALUES)[number]
export type FigureValues = Readonly<Record<FigureValue, number>>

/** What the parts of a day's figures are told apart by; `all` is the day as a whole. */
export type FigureKind = 'all' | 'model' | 'grade' | 'session' | 'reason' | 'inspector'

/** Stands for all shops together, in the row that also has what belongs to no shop. */
export const ALL_SHOPS = '00000000-0000-0000-0000-000000000000'

/** What a row of figures is about. */
export interface FigurePlace {
  /** `yyyy-MM-dd` in Shanghai. */
  readonly day: string
  /** Null for what belongs to no shop. */
  readonly shopAccountId: string | null
  readonly channel: Channel
  readonly kind: FigureKind
  /** Empty for `all`, and for a part that has no name. */
  readonly part: string
}

/** A row of figures as it is stored: of one shop, or of all. */
export type FigureRow = Omit<FigurePlace, 'shopAccountId'> & FigureValues & { readonly shopAccountId: string }

/** Nothing at all. */
export const NOTHING = Object.fromEntries(FIGURE_VALUES.map((name) => [name, 0])) as FigureValues

/** Adds up what was counted, each thing for its shop and for all of them. */
export class FigureSheet {
  readonly #rows = new Map<string, FigureRow>()

  add({ shopAccountId, ...place }: FigurePlace, values: Partial<FigureValues>): void {
    this.#addTo({ ...place, shopAccountId: ALL_SHOPS }, values)
    if (shopAccountId !== null) this.#addTo({ ...place, shopAccountId }, values)
  }

  #addTo(place: FigurePlace & { readonly shopAccountId: string }, values: Partial<FigureValues>): void {
    const key = keyOf(place)
    const row: FigureRow & Record<FigureValue, number> = this.#rows.get(key) ?? { ...place, ...NOTHING }
    for (const name of FIGURE_VALUES) row[name] += values[name] ?? 0
    this.#rows.set(key, row)
  }

  /** The rows by `keyOf`; what is nothing throughout has none. */
  rows(): ReadonlyMap<string, FigureRow> {
    return new Map([...this.#rows].filter(([, row]) => FIGURE_VALUES.some((name) => row[name] !== 0)))
  }
}

/** What tells a stored row from the others of its merchant. */
export const keyOf = ({ kind, shopAccountId, day, channel, part }: Omit<FigureRow, FigureValue>): string =>
  [kind, shopAccountId, day, channel, part].join('|')

/** True where two rows of a place say the same. */
export const isSame = (one: FigureValues, other: FigureValues): boolean =>
  FIGURE_VALUES.every((name) => one[name] === other[name])
