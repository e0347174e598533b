import type { Fen } from '../money.ts'

/** Where a reference price comes from: the merchant's own deals of late, or the catalogue's estimate (docs/domain.md §6.2). */
export type ReferenceSource = 'deals' | 'catalogue'

/** So many own deals of the same goods say more than the catalogue's estimate. */
export const OWN_DEALS_LEAST = 5

/** Own deals of so many days count. */
export const OWN_DEALS_DAYS = 30

/** What is said of a source on the screen. */
export const REFERENCE_SOURCES: Readonly<Record<ReferenceSource, string>> = {
  deals: `近${OWN_DEALS_DAYS}天本店成交`,
  catalogue: '机型目录估算',
}

/** What goods are worth, in fen, and by what; both null where nothing says. */
export interface Worth {
  readonly referenceFen: Fen | null
  readonly source: ReferenceSource | null
}

export const NO_WORTH: Worth = { referenceFen: null, source: null }

/** What several things are worth together; nothing where one is not known, and an estimate where one is. */
export function worthTogether(worths: readonly Worth[]): Worth {
  let referenceFen = 0
  for (const worth of worths) {
    if (worth.referenceFen === null) return NO_WORTH
    referenceFen += worth.referenceFen
  }
  const isOfDeals = worths.every(({ source }) => source === 'deals')
  return worths.length === 0 ? NO_WORTH : { referenceFen, source: isOfDeals ? 'deals' : 'catalogue' }
}
