import { expect, it } from 'vitest'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import { settableClock } from '../platform/clock.ts'
import { createRates } from './rates.ts'

const until = (take: () => void): number => {
  for (let count = 0; count < 10_000; count += 1) {
    try {
      take()
    } catch (error) {
      if (error instanceof TransportRefusal && error.code === 'tooMany') return count
      throw error
    }
  }
  return Number.POSITIVE_INFINITY
}

it('lets a burst through, then as many as time gives back, and says how long to wait', () => {
  const clock = settableClock('2026-11-20T02:00:00.000Z')
  const rates = createRates(clock, 1)
  const take = () => rates.takeForEmployee('e', 'code')
  expect(until(take)).toBe(10)
  expect(take).toThrow('操作过于频繁，请5秒后再试')
  clock.advance(4_999)
  expect(until(take)).toBe(0)
  clock.advance(1)
  expect(until(take)).toBe(1)
  clock.advance(3_600_000)
  expect(until(take)).toBe(10)
})

it('counts callers, addresses and classes apart', () => {
  const rates = createRates(settableClock('2026-11-20T02:00:00.000Z'), 1)
  expect(until(() => rates.takeForEmployee('a', 'code'))).toBe(10)
  expect(until(() => rates.takeForEmployee('b', 'code'))).toBe(10)
  expect(until(() => rates.takeForEmployee('a', 'signIn'))).toBe(20)
  expect(until(() => rates.takeForAddress('10.0.0.1', 'code'))).toBe(30)
})

it('multiplies the budgets by the factor, and lifts them for 0', () => {
  const clock = settableClock('2026-11-20T02:00:00.000Z')
  const threefold = createRates(clock, 3)
  expect(until(() => threefold.takeForEmployee('a', 'code'))).toBe(30)
  const lifted = createRates(clock, 0)
  expect(until(() => lifted.takeForEmployee('a', 'code'))).toBe(Number.POSITIVE_INFINITY)
})

it('remembers a bounded number of callers, and forgets the one that called longest ago', () => {
  const rates = createRates(settableClock('2026-11-20T02:00:00.000Z'), 1)
  expect(until(() => rates.takeForEmployee('first', 'code'))).toBe(10)
  for (let number = 0; number < 20_000; number += 1) rates.takeForEmployee(String(number), 'code')
  expect(until(() => rates.takeForEmployee('19999', 'code'))).toBe(9)
  expect(until(() => rates.takeForEmployee('first', 'code'))).toBe(10)
})

it('does not hold anybody up for a clock that was put back', () => {
  const clock = settableClock('2026-11-20T02:00:00.000Z')
  const rates = createRates(clock, 1)
  const take = () => rates.takeForEmployee('e', 'code')
  expect(until(take)).toBe(10)
  clock.set('2026-10-20T02:00:00.000Z')
  expect(until(take)).toBe(10)
})
