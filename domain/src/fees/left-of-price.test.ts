import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lossAt, lossQuestion } from '../listing/cost-floor.ts'
import { leftOfPrice, type SaleTerms } from './left-of-price.ts'
import { expectedProceeds, NOTHING_REPAID } from './proceeds.ts'

const AT = '2026-11-28T00:00:00.000Z'
const AUCTION: SaleTerms = { channel: 'auction', unitCount: 1, at: AT }

test('defect: an offer said to bring 59 yuan, and its order then lost 6', () => {
  expect(leftOfPrice(175_900, 170_000, AUCTION)).toMatchObject({ feesFen: 6_518, netFen: 169_382, fen: -618 })
  expect(lossQuestion(175_900, 170_000, AUCTION)).toBe('会亏¥6.18：卖¥1,759.00，到手¥1,693.82，成本¥1,700.00')
})

test('without a cost there is what comes in, and no margin', () => {
  expect(leftOfPrice(330_000, null, AUCTION)).toEqual({ feesFen: 9_600, netFen: 320_400, fen: null, percent: null })
  expect(lossAt(330_000, null, AUCTION)).toBeNull()
})

test('every phone of a lot is inspected, and the freight that the buyer pays comes in', () => {
  expect(leftOfPrice(330_000, null, { ...AUCTION, unitCount: 3 }).netFen).toBe(314_400)
  expect(leftOfPrice(330_000, null, { ...AUCTION, freightFen: 1_200 })).toMatchObject({
    feesFen: 9_600,
    netFen: 321_600,
  })
})

test('what is left of a price is what an order at that price is expected to leave, whatever it is', () => {
  const terms = fc.record({
    channel: fc.constantFrom('auction' as const, 'curated' as const),
    unitCount: fc.integer({ min: 1, max: 20 }),
    at: fc.constant(AT),
    freightFen: fc.integer({ min: 0, max: 5_000 }),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2_000_000 }),
      fc.integer({ min: 1, max: 2_000_000 }),
      terms,
      (price, cost, of) => {
        const deal = { ...of, dealPriceFen: price, orderedAt: of.at }
        const marginFen = expectedProceeds(deal, NOTHING_REPAID).netFen - cost
        expect(leftOfPrice(price, cost, of).fen).toBe(marginFen)
        expect(lossAt(price, cost, of)).toBe(marginFen < 0 ? -marginFen : null)
      },
    ),
  )
})
