import { expect, it } from 'vitest'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import { settableClock } from '../platform/clock.ts'
import { createRates } from './rates.ts'

const START = '2026-11-20T02:00:00.000Z'

/** How many calls one after the other go through before one is refused. */
const until = async (take: () => Promise<void>): Promise<number> => {
  for (let count = 0; count < 1_000; count += 1) {
    try {
      await take()
    } catch (error) {
      if (error instanceof TransportRefusal && error.code === 'tooMany') return count
      throw error
    }
  }
  return Number.POSITIVE_INFINITY
}

it('lets a burst through, then as many as time gives back, and says how long to wait', async () => {
  const clock = settableClock(START)
  const rates = createRates(clock, 1)
  const take = () => rates.takeForEmployee('e', 'code')
  expect(await until(take)).toBe(10)
  await expect(take()).rejects.toThrow('操作过于频繁，请5秒后再试')
  clock.advance(4_999)
  expect(await until(take)).toBe(0)
  clock.advance(1)
  expect(await until(take)).toBe(1)
  clock.advance(3_600_000)
  expect(await until(take)).toBe(10)
})

it('counts callers, addresses and classes apart', async () => {
  const rates = createRates(settableClock(START), 1)
  expect(await until(() => rates.takeForEmployee('a', 'code'))).toBe(10)
  expect(await until(() => rates.takeForEmployee('b', 'code'))).toBe(10)
  expect(await until(() => rates.takeForEmployee('a', 'signIn'))).toBe(20)
  expect(await until(() => rates.takeForAddress('a', 'code'))).toBe(30)
})

it('an IPv6 line had a budget for each of its addresses: all of its /64 share one', async () => {
  const rates = createRates(settableClock(START), 1)
  expect(await until(() => rates.takeForAddress('2001:db8:1:2::7', 'code'))).toBe(30)
  expect(await until(() => rates.takeForAddress('2001:db8:1:2:aaaa::8', 'code'))).toBe(0)
  expect(await until(() => rates.takeForAddress('2001:db8:1:3::7', 'code'))).toBe(30)
})

it('multiplies the budgets by the factor, and lifts them for 0', async () => {
  const clock = settableClock(START)
  const threefold = createRates(clock, 3)
  expect(await until(() => threefold.takeForEmployee('a', 'code'))).toBe(30)
  const lifted = createRates(clock, 0)
  expect(await until(() => lifted.takeForEmployee('a', 'code'))).toBe(Number.POSITIVE_INFINITY)
})

it('remembers a bounded number of callers, and forgets the one that called longest ago', async () => {
  const rates = createRates(settableClock(START), 1)
  expect(await until(() => rates.takeForEmployee('first', 'code'))).toBe(10)
  for (let number = 0; number < 20_000; number += 1) await rates.takeForEmployee(String(number), 'code')
  expect(await until(() => rates.takeForEmployee('19999', 'code'))).toBe(9)
  expect(await until(() => rates.takeForEmployee('first', 'code'))).toBe(10)
})

it('does not hold anybody up for a clock that was put back', async () => {
  const clock = settableClock(START)
  const rates = createRates(clock, 1)
  const take = () => rates.takeForEmployee('e', 'code')
  expect(await until(take)).toBe(10)
  clock.set('2026-10-20T02:00:00.000Z')
  expect(await until(take)).toBe(10)
})
