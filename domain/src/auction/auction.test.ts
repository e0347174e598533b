import { describe, expect, test } from 'vitest'
import { AUCTION_CLOCKS } from './clocks.ts'
import { bidStepsFor } from './increments.ts'
import {
  checkAuctionPrices,
  isPriceInRange,
  lowPriceConfirmation,
  suggestedReserveFen,
  suggestedStartFen,
} from './pricing.ts'

describe('bid steps', () => {
  test.each([
    [1, []],
    [1500, []],
    [1600, [500, 1000, 1500]],
    [9900, [500, 1000, 1500]],
    [10_000, [1000, 1500, 2000]],
    [49_900, [1000, 1500, 2000]],
    [50_000, [1500, 3000, 4500]],
    [99_900, [1500, 3000, 4500]],
    [100_000, [2000, 4000, 6000]],
    [199_900, [2000, 4000, 6000]],
    [200_000, [3000, 6000, 9000]],
    [349_900, [3000, 6000, 9000]],
    [350_000, [4000, 7000, 10_000]],
    [499_900, [4000, 7000, 10_000]],
    [500_000, [5000, 10_000, 15_000]],
    [9_999_999_900, [5000, 10_000, 15_000]],
  ])('at %i fen', (priceFen, steps) => {
    expect(bidStepsFor(priceFen)).toEqual(steps)
  })
})

test('clocks are in milliseconds', () => {
  expect(AUCTION_CLOCKS.extensionMs).toBe(120_000)
  expect(AUCTION_CLOCKS.payWithinMs).toBe(86_400_000)
  expect(AUCTION_CLOCKS.autoReceiveReturnMs).toBe(1_296_000_000)
})

describe('prices', () => {
  test('start at 75 % and reserve at 92 % of the worth, in whole yuan', () => {
    expect([suggestedStartFen(132_000), suggestedReserveFen(132_000)]).toEqual([99_000, 121_400])
    expect(suggestedStartFen(50)).toBe(100)
  })

  test('the range is one fen to 99,999,999 yuan', () => {
    expect([0, 1, 9_999_999_900, 9_999_999_901, 1.5].map(isPriceInRange)).toEqual([false, true, true, false, false])
  })

  const SOUND = { startFen: 99_000, reserveFen: 121_000, buyNowFen: null, referenceFen: 132_000 }

  test('sound prices have no problem', () => {
    expect(checkAuctionPrices(SOUND)).toEqual([])
    expect(checkAuctionPrices({ ...SOUND, buyNowFen: 140_000 })).toEqual([])
    expect(checkAuctionPrices({ ...SOUND, referenceFen: null, reserveFen: 99_000 })).toEqual([])
  })

  test.each([
    [{ startFen: 0 }, 'startFen', 'block'],
    [{ reserveFen: 98_999 }, 'reserveFen', 'block'],
    [{ buyNowFen: 121_000 }, 'buyNowFen', 'block'],
    [{ reserveFen: 118_799 }, 'reserveFen', 'confirm'],
    [{ reserveFen: null }, 'startFen', 'confirm'],
  ] as const)('%j', (change, field, level) => {
    expect(checkAuctionPrices({ ...SOUND, ...change })).toEqual([expect.objectContaining({ field, level })])
  })

  test('exactly ten percent below the reference needs no second look', () => {
    expect(lowPriceConfirmation(118_800, 132_000)).toBeNull()
    expect(lowPriceConfirmation(11_880, 132_000)).toBe('¥118.80比参考价¥1,320.00少91%，是不是少输了一位？')
  })
})
