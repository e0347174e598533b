import { expect, test } from 'vitest'
import { newPriceRow, priceObstacle, sheetLines, withPriceEdits } from './price-rows.ts'
import { LISTING } from './testing/listing.ts'
import type { ListingRow } from './types.ts'

const SPAN = {
  referencePriceFen: 400_000,
  bandLowFen: 280_000,
  bandHighFen: 520_000,
  referenceSource: 'catalogue',
} as const
const fixed = (listingId: string, priceFen: number): ListingRow => ({
  ...LISTING,
  ...SPAN,
  listingId,
  channel: 'curated',
  priceFen,
})

test('defect: a price that stands and left its band kept the others from being changed', () => {
  const rows = [newPriceRow(fixed('old', 200_000)), newPriceRow(fixed('new', 390_000))]
  const edited = withPriceEdits(rows, [{ key: 'new', amount: 'priceFen', fen: 385_000 }])
  const change = sheetLines('change_price', edited, new Map())
  expect(priceObstacle('change_price', edited, change, null)).toBe('')
  // put on sale again it would go out with that price
  const again = sheetLines('relist', edited, new Map())
  expect(again.map(({ verdict }) => verdict.question)).toEqual([
    expect.stringContaining('比参考价¥4,000.00少50%'),
    null,
  ])
})
