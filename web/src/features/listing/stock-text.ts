import { sellableOf } from '@huanji/domain/listing/stock'
import type { ListingRow } from './types.ts'

type Stock = NonNullable<ListingRow['stock']>

/** Where the phones of a stock are, as people count them: the parts add up to all of them. */
export interface StockParts {
  readonly all: number
  /** Could be bought now. */
  readonly sellable: number
  /** Bought, and no phone given yet. */
  readonly waiting: number
  readonly gone: number
  readonly expired: number
}

/** The parts of a stock. Of an oversell more wait than lie here. */
export function stockParts({ free, expired, reserved, sold }: Omit<Stock, 'shown'>): StockParts {
  const gone = Math.max(0, sold - reserved)
  return {
    all: Math.max(free, reserved) + expired + gone,
    sellable: sellableOf({ free, reserved }),
    waiting: reserved,
    gone,
    expired,
  }
}

/** 共8台：可售2，待发3，已发3; with what the marketplace still shows where that is not what could be bought. */
export function stockWords(stock: Stock): string {
  const { all, sellable, waiting, gone, expired } = stockParts(stock)
  const parts = [`可售${sellable}`, `待发${waiting}`, `已发${gone}`]
  if (expired > 0) parts.push(`质检过期${expired}`)
  const shown = stock.shown === sellable ? '' : `；闲鱼显示${stock.shown}`
  return `共${all}台：${parts.join('，')}${shown}`
}
