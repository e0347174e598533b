import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type ClockModule = typeof import('./clock.ts')

const SERVER = '2026-11-20T10:00:00.000Z'
const HOUR_MS = 3_600_000

let clock: ClockModule

/** Opens a page on a machine whose clock is out by so much. */
async function openPage(aheadMs: number): Promise<void> {
  vi.useFakeTimers({ now: Date.parse(SERVER) + aheadMs })
  vi.resetModules()
  clock = await import('./clock.ts')
}

/** An answer of the server, which was underway for so long each way. */
function answer(serverMs: number, [thereMs, backMs]: readonly [number, number] = [20, 20]): void {
  const arrivedMs = clock.elapsedMs()
  clock.learnServerTime(serverMs - backMs, arrivedMs - thereMs - backMs, arrivedMs)
}

const shown = () => new Date(clock.nowMs()).toISOString()
const pass = (ms: number) => vi.advanceTimersByTime(ms)
/** The machine sleeps, or its clock is set: only the one that people read moves. */
const setWall = (byMs: number) => vi.setSystemTime(Date.now() + byMs)

beforeEach(() => openPage(0))
afterEach(() => vi.useRealTimers())

test.each([
  ['three hours slow', -3 * HOUR_MS],
  ['a day fast', 24 * HOUR_MS],
])('defect: deadlines were told by the machine’s clock, %s', async (_how, aheadMs) => {
  await openPage(aheadMs)
  expect(shown()).toBe(new Date(Date.parse(SERVER) + aheadMs).toISOString())
  answer(Date.parse(SERVER))
  expect(shown()).toBe(SERVER)
  pass(1_500)
  expect(shown()).toBe('2026-11-20T10:00:01.500Z')
})

test('answers whose ways differ leave it as it is, so that no second is shown twice or left out', () => {
  answer(Date.parse(SERVER))
  for (const ways of [
    [5, 900],
    [900, 5],
    [1, 1],
    [3_000, 3_000],
  ] as const) {
    pass(1_000)
    const before = clock.nowMs()
    answer(before + 300, ways)
    expect(clock.nowMs()).toBe(before)
  }
})

test('an answer that was long underway is put right by the next one', () => {
  answer(Date.parse(SERVER), [0, 4_000])
  expect(shown()).toBe('2026-11-20T09:59:58.000Z')
  answer(Date.parse(SERVER))
  expect(shown()).toBe(SERVER)
})

test('a clock that is set back while the page stands moves nothing', () => {
  answer(Date.parse(SERVER))
  pass(1_000)
  setWall(-3 * HOUR_MS)
  expect(shown()).toBe('2026-11-20T10:00:01.000Z')
  expect(clock.elapsedMs()).toBeGreaterThanOrEqual(1_000)
})

test('a clock that is set forward is put right by the next answer, and sleep is time that passed', () => {
  answer(Date.parse(SERVER))
  setWall(HOUR_MS)
  expect(shown()).toBe('2026-11-20T11:00:00.000Z')
  answer(Date.parse(SERVER))
  expect(shown()).toBe(SERVER)
})

test('whoever watches hears of sleep and of a clock that was set, and of nothing else', async () => {
  const jumped = vi.fn()
  const forget = clock.watchJumps(jumped)
  for (let seconds = 0; seconds < 60; seconds += 1) {
    pass(1_000)
    setWall(2)
    clock.nowMs()
  }
  await Promise.resolve()
  expect(jumped).not.toHaveBeenCalled()
  for (const byMs of [60_000, -60_000]) {
    setWall(byMs)
    clock.nowMs()
  }
  await Promise.resolve()
  expect(jumped).toHaveBeenCalledTimes(2)
  forget()
  setWall(60_000)
  clock.nowMs()
  await Promise.resolve()
  expect(jumped).toHaveBeenCalledTimes(2)
})

test('defect: time that the machine slept did not count, where its steady clock stood still', () => {
  const beforeMs = clock.elapsedMs()
  setWall(HOUR_MS)
  pass(5_000)
  expect(clock.elapsedMs() - beforeMs).toBe(HOUR_MS + 5_000)
})
