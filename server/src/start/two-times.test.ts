import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { shiftingClock, systemClock } from '../platform/clock.ts'
import { twoTimes } from './two-times.ts'

const LAST_YEAR_MS = Date.parse('2025-11-20T02:00:00.000Z')

function shifted() {
  const clock = shiftingClock()
  clock.shiftTo(LAST_YEAR_MS)
  const times = twoTimes(clock)
  const yearOf = (url: string, headers: Record<string, string>) =>
    new Promise<string>((resolve, reject) => {
      times.aroundRequests({ url, headers }, () => {
        // whatever a request waits for, it stays in its time
        pause(5).then(() => resolve(clock.now().getTime() - LAST_YEAR_MS < 60_000 ? 'past' : 'present'), reject)
      })
    })
  return { clock, times, yearOf }
}

it('lets visitors live in the present, and the data’s own calls and messages in the past', async () => {
  const { times, yearOf } = shifted()
  const answers = await Promise.all([
    yearOf('/api/mch/menu', {}),
    yearOf('/api/goods/publish', times.headers),
    yearOf('/marketplace/push?sign=1', {}),
    yearOf('/api/mch/menu', { 'x-huanji-demo': 'guessed' }),
  ])
  expect(answers).toEqual(['present', 'past', 'past', 'present'])
})

it('is one time again once the clock has caught up', () => {
  const { clock } = shifted()
  expect(clock.now().getTime()).toBeLessThan(LAST_YEAR_MS + 60_000)
  clock.catchUp()
  expect(Math.abs(clock.now().getTime() - systemClock.now().getTime())).toBeLessThan(1_000)
})
