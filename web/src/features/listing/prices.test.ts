import { expect, test } from 'vitest'
import { judgeFixedPrice, judgePrices, judgeStanding } from './prices.ts'

const terms = { channel: 'auction', unitCount: 1, at: '2026-11-28T00:00:00.000Z' } as const
const MEASURE = { referenceFen: 400_000, beforeFen: null, costFen: null, terms }
const NOTHING = { referenceFen: null, beforeFen: null, costFen: null, terms }

test('asks for both prices', () => {
  expect(judgePrices({ startFen: null, reserveFen: 1 }, MEASURE).errors.startFen).toBe('请填写起拍价')
  expect(judgePrices({ startFen: 1, reserveFen: null }, MEASURE).errors.reserveFen).toBe('请填写保底价')
})

test('blocks a reserve below the start', () => {
  expect(judgePrices({ startFen: 300_000, reserveFen: 299_900 }, MEASURE).errors.reserveFen).toBe(
    '保底价不能低于起拍价',
  )
})

test('a digit too few has to be confirmed, with both numbers shown', () => {
  const { question, errors } = judgePrices({ startFen: 30_000, reserveFen: 36_800 }, MEASURE)
  expect(errors).toEqual({})
  expect(question).toContain('¥368.00')
  expect(question).toContain('¥4,000.00')
})

test('a usual price raises no question, and none is asked where nothing is known', () => {
  expect(judgePrices({ startFen: 300_000, reserveFen: 368_000 }, MEASURE).question).toBeNull()
  expect(judgePrices({ startFen: 1, reserveFen: 1 }, NOTHING).question).toBeNull()
})

test('a change by more than 30 % has to be confirmed', () => {
  const measure = { ...NOTHING, beforeFen: 100_000 }
  expect(judgePrices({ startFen: 1, reserveFen: 130_000 }, measure).question).toBeNull()
  expect(judgePrices({ startFen: 1, reserveFen: 130_100 }, measure).question).toContain('多30%，对吗？')
})

test('a fixed price outside its band is asked about with the reference, and what looks wrong besides', () => {
  expect(judgeFixedPrice(null, MEASURE).errors.priceFen).toBe('请填写售价')
  expect(judgeFixedPrice(279_900, MEASURE).question).toBe('¥2,799.00比参考价¥4,000.00少30%，对吗？')
  expect(judgeFixedPrice(530_000, MEASURE).question).toBe('¥5,300.00比参考价¥4,000.00多33%，对吗？')
  expect(judgeFixedPrice(400_000, MEASURE)).toEqual({ errors: {}, question: null })
  expect(judgeFixedPrice(300_000, MEASURE).question).toContain('¥4,000.00')
  expect(judgeFixedPrice(500_000, { ...MEASURE, beforeFen: 360_000 }).question).toContain(
    '由¥3,600.00改为¥5,000.00，多39%',
  )
  expect(judgeFixedPrice(400_000, { ...MEASURE, costFen: 420_000 }).question).toContain('会亏¥310.00')
})

test('defect: a price that the fees make a loss was said to bring something', () => {
  expect(judgePrices({ startFen: 1, reserveFen: 330_000 }, { ...NOTHING, costFen: 328_000 }).question).toBe(
    '会亏¥76.00：卖¥3,300.00，到手¥3,204.00，成本¥3,280.00',
  )
})

test('defect: a price that stands at a loss was marked only once somebody had touched it', () => {
  expect(judgeStanding(330_000, { costFen: 328_000, terms })).toMatchObject({
    errors: {},
    question: null,
    warning: '会亏¥76.00：卖¥3,300.00，到手¥3,204.00，成本¥3,280.00',
  })
  expect(judgeStanding(330_000, { costFen: 320_400, terms })).toEqual({ errors: {}, question: null })
})
