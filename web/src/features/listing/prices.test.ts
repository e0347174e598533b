import { expect, test } from 'vitest'
import { judgeFixedPrice, judgePrices } from './prices.ts'

const MEASURE = { referenceFen: 400_000, beforeFen: null, costFen: null }
const NOTHING = { referenceFen: null, beforeFen: null, costFen: null }

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
  expect(judgePrices({ startFen: 1, reserveFen: 130_100 }, measure).question).toContain('请核对没有多输或少输一位')
})

test('a fixed price outside its band is asked about with both ends, and what looks wrong besides', () => {
  expect(judgeFixedPrice(null, MEASURE).errors.priceFen).toBe('请填写售价')
  expect(judgeFixedPrice(279_900, MEASURE).question).toContain('¥2,800.00')
  expect(judgeFixedPrice(530_000, MEASURE).question).toContain('¥5,200.00')
  expect(judgeFixedPrice(400_000, MEASURE)).toEqual({ errors: {}, question: null })
  expect(judgeFixedPrice(300_000, MEASURE).question).toContain('¥4,000.00')
  expect(judgeFixedPrice(500_000, { ...MEASURE, beforeFen: 360_000 }).question).toContain('请核对没有多输或少输一位')
  expect(judgeFixedPrice(400_000, { ...MEASURE, costFen: 420_000 }).question).toContain('低于成本')
})
