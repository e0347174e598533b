import { type Fen, formatFen } from '@huanji/domain/money'

/** What an order costs the buyer: the goods together, and the freight. */
export interface OrderPrice {
  readonly priceFen: Fen
  readonly freightFen: Fen
}

/** What was typed; null for a box that is empty or holds no amount. */
export interface TypedPrice {
  readonly priceFen: Fen | null
  readonly freightFen: Fen | null
}

/** What is wrong with a new price, by its boxes; empty where nothing is. */
export function priceErrors({ priceFen, freightFen }: TypedPrice): { price: string; freight: string } {
  return {
    price: priceFen === null ? '请输入新价' : priceFen < 1 ? '新价必须大于 0' : '',
    freight: freightFen === null ? '请输入运费，包邮填 0' : freightFen < 0 ? '运费不能小于 0' : '',
  }
}

/** The new price where it can be asked for: both boxes hold an amount. */
export function priceOf(typed: TypedPrice): OrderPrice | null {
  const { price, freight } = priceErrors(typed)
  if (price !== '' || freight !== '' || typed.priceFen === null || typed.freightFen === null) return null
  return { priceFen: typed.priceFen, freightFen: typed.freightFen }
}

/** All that the buyer pays. */
export const totalOf = ({ priceFen, freightFen }: OrderPrice): Fen => priceFen + freightFen

export const isSamePrice = (one: OrderPrice, other: OrderPrice | null): boolean =>
  other !== null && one.priceFen === other.priceFen && one.freightFen === other.freightFen

/** What an order costs now; null for whoever may not see it. */
export const knownPrice = ({ dealPriceFen, freightFen }: Nullable<'dealPriceFen' | 'freightFen'>): OrderPrice | null =>
  dealPriceFen === null || freightFen === null ? null : { priceFen: dealPriceFen, freightFen }

type Nullable<Key extends string> = { readonly [key in Key]: Fen | null }

/** What is asked where nobody here can tell how large the change is. */
export const blindQuestion = (next: OrderPrice): string =>
  `买家应付将改为 ${formatFen(totalOf(next))}。您看不到现在的价格，请核对没有多输或少输一位。`
