import { type Fen, splitFen } from '../money.ts'

/** So many phones of an order at one price each, or together at one amount. */
export interface SoldLine {
  readonly lineNo: number
  readonly quantity: number
  /** Null where they were sold together at one price. */
  readonly unitPriceFen: Fen | null
  readonly amountFen: Fen
}

/** A phone of an order, by any name, and the line that it is of. */
export interface SoldPhone {
  readonly unitId: string
  readonly lineNo: number
  /** True once it came back; another phone may have gone out for it. */
  readonly isReturned: boolean
}

/** An amount of what an order brings; what goes out is negative. */
export interface ProceedsLine {
  readonly type: string
  readonly label: string
  readonly amountFen: Fen
}

/** What one phone of an order has of it. */
export interface PhoneShare {
  /** What it was sold for. */
  readonly dealFen: Fen
  /** Its part of each amount, in their order. */
  readonly lines: readonly ProceedsLine[]
  /** What its parts sum to. */
  readonly netFen: Fen
}

/** What each phone of a line weighs, those that nobody has named yet as well. */
function weightsOf({ quantity, unitPriceFen, amountFen }: SoldLine, count: number): Fen[] {
  const places = Array.from({ length: Math.max(quantity, count) }, () => 1)
  return unitPriceFen === null ? splitFen(amountFen, places) : places.map(() => unitPriceFen)
}

/**
 * The phones that have a part of a line. Of the phones beyond its quantity as many came back and were replaced: the deal is
 * the replacement's, so that they have none.
 */
function holdersOf({ quantity }: SoldLine, phones: readonly SoldPhone[]): SoldPhone[] {
  const returned = phones.filter(({ isReturned }) => isReturned)
  const replaced = new Set(returned.slice(0, Math.max(0, phones.length - quantity)))
  return phones.filter((phone) => !replaced.has(phone))
}

/**
 * What each of the phones of an order has of its deal and of what it brings, both split by deal price to the fen: the
 * parts of all its phones, those that are not named yet among them, sum to the order's own amounts.
 * @param order its lines as they are known; without any the phones share alike
 * @returns by the phone's id; a phone that was replaced is not among them
 */
export function phoneShares(
  order: { readonly dealPriceFen: Fen; readonly lines: readonly SoldLine[]; readonly phones: readonly SoldPhone[] },
  proceeds: readonly ProceedsLine[],
): ReadonlyMap<string, PhoneShare> {
  const { dealPriceFen, lines, phones } = order
  const known = new Set(lines.map(({ lineNo }) => lineNo))
  const strays = phones.filter(({ lineNo }) => !known.has(lineNo))
  const places = [
    ...lines.flatMap((line) => {
      const mine = holdersOf(
        line,
        phones.filter(({ lineNo }) => lineNo === line.lineNo),
      )
      return weightsOf(line, mine.length).map((weight, place) => ({ phone: mine[place], weight }))
    }),
    ...strays.map((phone) => ({ phone, weight: 0 })),
  ]
  const deals = splitFen(
    dealPriceFen,
    places.map(({ weight }) => weight),
  )
  const parts = proceeds.map(({ amountFen }) => splitFen(amountFen, deals))
  return new Map(
    places.flatMap(({ phone }, place) => {
      if (phone === undefined) return []
      const own = proceeds.map((line, index) => ({ ...line, amountFen: parts[index]?.[place] ?? 0 }))
      const netFen = own.reduce((sum, { amountFen }) => sum + amountFen, 0)
      return [[phone.unitId, { dealFen: deals[place] ?? 0, lines: own, netFen }]]
    }),
  )
}

/** What is known of the money of a phone that was sold. */
export interface PhoneMoney {
  /** What it has of what its order brings; null where that is not known. */
  readonly netFen: Fen | null
  readonly costFen: Fen | null
  /** True for a phone that is the merchant's still, or again: its cost was not spent on this sale. */
  readonly isOurs: boolean
}

/** What is left of what a phone brings over what it cost; null where one of them is not known. */
export function phoneMargin({ netFen, costFen, isOurs }: PhoneMoney): Fen | null {
  if (netFen === null || isOurs) return netFen
  return costFen === null ? null : netFen - costFen
}
