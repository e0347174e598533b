import { beforeEach, expect, it } from 'vitest'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import { settableClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { createRates, type Rates } from './rates.ts'
import { createLedger } from './rates-ledger.ts'
import type { Claim, Settlement } from './rates-store.ts'

const BURST = 200
const UNSETTLED = BURST / 20
const CODES = 10

/** What the processes share: how much is left of each subject; nothing comes back, because the clock stands still. */
let shared: Map<string, number>
let settlings: number
/** What stands in the way of an answer. */
let obstacle: () => Promise<void>
/** What an answer waits for once it is reckoned. */
let wayBack: () => Promise<void>
const clock = settableClock('2026-11-20T02:00:00.000Z')

beforeEach(() => {
  shared = new Map()
  settlings = 0
  obstacle = async () => undefined
  wayBack = async () => undefined
  clock.set('2026-11-20T02:00:00.000Z')
})

function settleOne({ subject, budget, used, wanted }: Claim): Settlement {
  const left = (shared.get(subject) ?? budget.burst) - used
  const granted = Math.min(wanted, Math.max(0, left))
  shared.set(subject, left - granted)
  return { granted, tokens: left - granted, atMs: clock.now().getTime() }
}

/** One process's limits. */
const newProcess = ({ patienceMs = 60_000 } = {}): Rates =>
  createRates(
    clock,
    1,
    createLedger({
      settle: async (claims) => {
        settlings += 1
        await obstacle()
        const settled = claims.map(settleOne)
        await wayBack()
        return settled
      },
      clock,
      log: createLog('silent'),
      patienceMs,
      retryMs: 5,
    }),
  )

/** Whether a call goes through. */
async function goes(take: Promise<void>): Promise<boolean> {
  try {
    await take
    return true
  } catch (error) {
    if (error instanceof TransportRefusal && error.code === 'tooMany') return false
    throw error
  }
}

/** How many of so many calls go through, made in turn at each process. */
async function grantedInTurn(processes: readonly Rates[], calls: number, take: (rates: Rates) => Promise<void>) {
  let granted = 0
  for (let made = 0; made < calls; made += 1) {
    const rates = processes[made % processes.length]
    if (rates !== undefined && (await goes(take(rates)))) granted += 1
    // lets an answer arrive that needs no time
    await new Promise(setImmediate)
  }
  return granted
}

const never = () => new Promise<void>(() => undefined)
const read = (rates: Rates) => rates.takeForEmployee('e', 'read')
const code = (rates: Rates) => rates.takeForEmployee('e', 'code')

it('defect: what came back while an answer was on its way was lost', async () => {
  const process = newProcess()
  const call = () => goes(process.takeForKey('k', 3))
  expect([await call(), await call()]).toEqual([true, true])
  await new Promise(setImmediate)
  const { promise, resolve } = Promise.withResolvers<void>()
  wayBack = () => promise
  expect([await call(), await call()]).toEqual([true, false])
  clock.set('2026-11-20T02:00:20.000Z')
  resolve()
  await new Promise(setImmediate)
  expect([await call(), await call()]).toEqual([true, false])
})

it('several processes granted the budget several times over', async () => {
  const processes = [newProcess(), newProcess(), newProcess()]
  const granted = await grantedInTurn(processes, 3 * BURST, read)
  expect(granted).toBeGreaterThanOrEqual(BURST)
  expect(granted).toBeLessThanOrEqual(BURST + 3 * UNSETTLED)
})

it('grants codes and sign-ins exactly, however many are asked for at once', async () => {
  const [one, other] = [newProcess(), newProcess()]
  const calls = Array.from({ length: 2 * CODES }, (_, number) => goes(code(number % 2 === 0 ? one : other)))
  expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(CODES)
  await expect(code(other)).rejects.toThrow('操作过于频繁，请5秒后再试')
})

it('takes what was used too much off what comes back', async () => {
  const rates = newProcess()
  obstacle = () => new Promise((resolve) => setTimeout(resolve, 1))
  shared.set('employee read e', -20)
  await grantedInTurn([rates], UNSETTLED, read)
  await expect.poll(() => shared.get('employee read e')).toBe(-20 - UNSETTLED)
  await expect(read(rates)).rejects.toThrow('请1秒后再试')
  clock.advance((20 + UNSETTLED) * 25)
  expect(await goes(read(rates))).toBe(false)
  clock.advance(25)
  expect(await goes(read(rates))).toBe(true)
})

it('asks nobody about a caller who stays below a twentieth of the burst', async () => {
  const rates = newProcess()
  expect(await grantedInTurn([rates], UNSETTLED - 1, read)).toBe(UNSETTLED - 1)
  expect(settlings).toBe(0)
  clock.advance(3_600_000)
  expect(await grantedInTurn([rates], UNSETTLED - 1, read)).toBe(UNSETTLED - 1)
  expect(settlings).toBe(0)
  expect(await grantedInTurn([rates], 1, read)).toBe(1)
  expect(settlings).toBe(1)
})

it('settles with one statement at a time, which carries everybody who is due', async () => {
  const rates = newProcess()
  let answer = () => undefined as unknown
  obstacle = () =>
    new Promise<void>((resolve) => {
      answer = resolve
    })
  for (let caller = 0; caller < 30; caller += 1) {
    for (let made = 0; made < UNSETTLED; made += 1) await rates.takeForEmployee(`e${caller}`, 'read')
  }
  expect(settlings).toBe(1)
  answer()
  await expect.poll(() => settlings).toBe(2)
  answer()
  await expect.poll(() => shared.size).toBe(30)
  expect(settlings).toBe(2)
})

it('a database that does not answer holds no call up: each process goes by its own bucket', async () => {
  const rates = newProcess({ patienceMs: 10 })
  obstacle = never
  expect(await grantedInTurn([rates], 2 * BURST, read)).toBe(BURST)
  expect(await grantedInTurn([rates], 2 * CODES, code)).toBe(CODES)
  expect(settlings).toBe(1)
})

it('a database that fails lets no call fail, and counts again once it answers', async () => {
  const rates = newProcess()
  obstacle = () => Promise.reject(new Error('no connection'))
  expect(await grantedInTurn([rates], 2 * BURST, read)).toBe(BURST)
  expect(await goes(code(rates))).toBe(true)
  obstacle = async () => undefined
  expect(await goes(code(rates))).toBe(true)
  await expect.poll(() => shared.get('employee code e')).toBeLessThan(CODES)
  // from here on it asks again
  shared.set('employee code e', 0)
  expect(await goes(code(rates))).toBe(false)
})

it('a call that waited for an answer that never came is counted by its own process', async () => {
  const rates = newProcess({ patienceMs: 10 })
  obstacle = never
  const calls = Array.from({ length: 2 * CODES }, () => goes(code(rates)))
  expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(CODES)
})
