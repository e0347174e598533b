import { expect, test } from 'vitest'
import { judgeFixedPrice, judgePrices } from './prices.ts'

const MEASURE = { referenceFen: 400_000, beforeReserveFen: null }

test('asks for both prices', () => {
  expect(judgePrices({ startFen: null, reserveFen: 1 }, MEASURE).startError).toBe('请填写起拍价')
  expect(judgePrices({ startFen: 1, reserveFen: null }, MEASURE).reserveError).toBe('请填写保底价')
})

test('blocks a reserve below the start', () => {
  expect(judgePrices({ startFen: 300_000, reserveFen: 299_900 }, MEASURE).reserveError).toBe('保底价不能低于起拍价')
})

test('a digit too few has to be confirmed, with both numbers shown', () => {
  const { question, reserveError } = judgePrices({ startFen: 30_000, reserveFen: 36_800 }, MEASURE)
  expect(reserveError).toBe('')
  expect(question).toContain('¥368.00')
  expect(question).toContain('¥4,000.00')
})

test('a usual price raises no question, and none is asked where nothing is known', () => {
  expect(judgePrices({ startFen: 300_000, reserveFen: 368_000 }, MEASURE).question).toBeNull()
  expect(
    judgePrices({ startFen: 1, reserveFen: 1 }, { referenceFen: null, beforeReserveFen: null }).question,
  ).toBeNull()
})

test('a change by more than 30 % has to be confirmed', () => {
  const measure = { referenceFen: null, beforeReserveFen: 100_000 }
  expect(judgePrices({ startFen: 1, reserveFen: 130_000 }, measure).question).toBeNull()
  expect(judgePrices({ startFen: 1, reserveFen: 130_100 }, measure).question).toContain('变动超过30%')
})

const SPAN = { referenceFen: 400_000, lowFen: 280_000, highFen: 520_000 }

test('a fixed price outside its span is refused with both ends, and one well below the reference is asked about', () => {
  const judge = (priceFen: number | null, beforeFen: number | null = null) =>
    judgeFixedPrice(priceFen, { span: SPAN, beforeFen })
  expect(judge(null).errors.priceFen).toBe('请填写售价')
  expect(judge(279_900).errors.priceFen).toContain('¥2,800.00')
  expect(judge(530_000).errors.priceFen).toContain('¥5,200.00')
  expect(judge(400_000)).toEqual({ errors: {}, question: null })
  expect(judge(300_000).question).toContain('¥4,000.00')
  expect(judge(500_000, 360_000).question).toContain('变动超过30%')
})
