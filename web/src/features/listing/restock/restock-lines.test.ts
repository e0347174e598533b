import { expect, test } from 'vitest'
import { listableUnit, STOCK_LISTING } from '../testing/listing.ts'
import { changedPrices, restockLines } from './restock-lines.ts'

const SMALL = '128GB/午夜色'
const NEW = '512GB/午夜色'
const BIG = '256GB/午夜色'
const SPANS = new Map([
  [BIG, { referenceFen: 290_000, lowFen: 203_000, highFen: 377_000, source: 'catalogue' as const }],
])

test('phones come to their variants, a new variant needs a price, and a price that stands is not sent', () => {
  const units = [listableUnit(1, { skuId: SMALL }), listableUnit(2, { skuId: NEW, skuText: '512GB 午夜色' })]
  const lines = restockLines(STOCK_LISTING, units, new Map(), SPANS)
  expect(lines.map(({ skuId, free, added }) => [skuId, free, added])).toEqual([
    [SMALL, 3, 1],
    [BIG, 2, 0],
    [NEW, 0, 1],
  ])
  expect(changedPrices(lines)).toEqual([{ skuId: NEW, priceFen: 400_000 }])
  const typed = restockLines(STOCK_LISTING, units, new Map([[NEW, 600_000]]), SPANS)
  expect(typed[2]?.verdict.question).toContain('比参考价¥4,000.00多50%')
})

test('defect: a variant that the listing had showed no reference, and its new price was judged by nothing', () => {
  const [, big] = restockLines(STOCK_LISTING, [listableUnit(1, { skuId: SMALL })], new Map([[BIG, 29_000]]), SPANS)
  expect(big?.span?.referenceFen).toBe(290_000)
  expect(big?.verdict.question).toContain('比参考价¥2,900.00少90%')
})
