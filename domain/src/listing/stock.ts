/** What lies here of one SKU of a listing, and what of it is promised to buyers. */
export interface StockCount {
  /** Phones that the listing holds, no order has and can be shipped. */
  readonly free: number
  /** What open orders have bought and not been given yet. */
  readonly reserved: number
}

/** The marketplace takes no larger stock of one SKU (docs/open-platform.md §3.3). */
export const SKU_STOCK_MAX = 9_999

/** How many the marketplace may show: never more than can be shipped, never below none. */
export function sellableOf({ free, reserved }: StockCount): number {
  return Math.min(SKU_STOCK_MAX, Math.max(0, free - reserved))
}

/** How many phones are missing to ship what was sold: an oversell. */
export function missingOf({ free, reserved }: StockCount): number {
  return Math.max(0, reserved - free)
}

/** What a shown stock asks for: nothing, less at once, or more once the marketplace's orders were read. */
export function stockMove(shown: number, sellable: number): 'none' | 'lower' | 'raise' {
  if (shown === sellable) return 'none'
  return sellable < shown ? 'lower' : 'raise'
}

/**
 * How many of a SKU's phones a listing that is off the shelf may let go: what open orders wait for stays.
 */
export function surplusOf({ free, reserved }: StockCount): number {
  return Math.max(0, free - reserved)
}
