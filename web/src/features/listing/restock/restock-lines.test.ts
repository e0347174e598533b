import { expect, test } from 'vitest'
import { listableUnit, STOCK_LISTING } from '../testing/listing.ts'
import { changedPrices, restockLines } from './restock-lines.ts'

const SMALL = '128GB/午夜色'
const NEW = '512GB/午夜色'

test('phones come to their variants, a new variant needs a price, and a price that stands is not sent', () => {
  const units = [listableUnit(1, { skuId: SMALL }), listableUnit(2, { skuId: NEW, skuText: '512GB 午夜色' })]
  const lines = restockLines(STOCK_LISTING, units, new Map())
  expect(lines.map(({ skuId, free, added }) => [skuId, free, added])).toEqual([
    [SMALL, 3, 1],
    ['256GB/午夜色', 2, 0],
    [NEW, 0, 1],
  ])
  expect(changedPrices(lines)).toEqual([{ skuId: NEW, priceFen: 400_000 }])
  const typed = restockLines(STOCK_LISTING, units, new Map([[NEW, 600_000]]))
  expect(typed[2]?.verdict.errors.priceFen).toContain('¥5,200.00')
})
