/** More than so many days here is long, longer and too long (R-FIGURES-7). */
export const STOCK_AGES = [7, 15, 30] as const

export type StockAge = (typeof STOCK_AGES)[number]

const DAY_MS = 24 * 60 * 60 * 1000

/** Before this moment a phone has to have come in to lie here for more than so many days, as ISO 8601. */
export const stockedBefore = (now: Date, days: StockAge): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString()

/** For how many whole days a phone lies here. @param since ISO 8601 */
export const daysInStock = (since: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / DAY_MS))
