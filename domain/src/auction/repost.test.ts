import { describe, expect, it } from 'vitest'
import { decideRepost, type RepostRule, repostPrices } from './repost.ts'

const NOW = new Date('2026-03-02T02:00:00.000Z')
const RULE: RepostRule = { maxTimes: 3, stepPercent: 5, floorPercent: 85, sessionNumbers: [] }
const FIRST = { startPriceFen: 150_000, reservePriceFen: 199_900 }
const session = (scheduleNumber: string, minutesLeft: number) => ({
  scheduleDate: '2026-03-02',
  scheduleNumber,
  cutOffAt: new Date(NOW.getTime() + minutesLeft * 60_000).toISOString(),
})
const SESSIONS = [session('05', 1), session('06', 61), session('07', 121)]

const decide = (times: number, changes: Partial<RepostRule> = {}, sessions = SESSIONS) =>
  decideRepost({ ...RULE, ...changes }, { times, first: FIRST }, sessions, NOW)

describe('listing again what was not sold', () => {
  it('takes the soonest session that an entry still reaches', () => {
    expect(decide(0)).toMatchObject({ kind: 'relist', times: 1, session: { scheduleNumber: '06' } })
  })

  it('keeps to the sessions that were chosen, and waits for them', () => {
    expect(decide(0, { sessionNumbers: ['07'] })).toMatchObject({ session: { scheduleNumber: '07' } })
    expect(decide(0, { sessionNumbers: ['09'] })).toMatchObject({
      kind: 'wait',
      reason: expect.stringContaining('报名'),
    })
    expect(decide(0, {}, [])).toMatchObject({ kind: 'wait' })
  })

  it('becomes cheaper by a share of the first price each time, in whole yuan', () => {
    const prices = [1, 2, 3].map((times) => repostPrices(RULE, FIRST, times))
    expect(prices).toEqual([
      { startPriceFen: 142_500, reservePriceFen: 190_000 },
      { startPriceFen: 135_000, reservePriceFen: 180_000 },
      { startPriceFen: 127_500, reservePriceFen: 170_000 },
    ])
  })

  it('never goes below the floor, and stops once it was offered there', () => {
    const rule = { floorPercent: 93, maxTimes: 9 }
    expect(decide(1, rule)).toMatchObject({ prices: { startPriceFen: 139_500, reservePriceFen: 186_000 } })
    expect(decide(2, rule)).toMatchObject({ kind: 'stop', reason: '已按最低价上架过，仍未成交，不再上架' })
  })

  it('stops when it was listed as often as the rule says', () => {
    expect(decide(2)).toMatchObject({ kind: 'relist', times: 3 })
    expect(decide(3)).toMatchObject({ kind: 'stop', reason: '已自动重新上架3次，达到上限，不再上架' })
  })

  it('keeps the price where no step is wanted', () => {
    const rule = { stepPercent: 0, floorPercent: 100 }
    expect(decide(2, rule)).toMatchObject({ kind: 'relist', prices: FIRST })
    expect(decide(3, rule)).toMatchObject({ kind: 'stop', reason: expect.stringContaining('上限') })
  })

  it.each([1, 99, 100, 150, 199, 12_345])(
    'keeps the start at or below the reserve and above nothing from %s fen',
    (fen) => {
      for (let times = 1; times <= 20; times += 1) {
        const first = { startPriceFen: fen, reservePriceFen: fen }
        const prices = repostPrices({ ...RULE, floorPercent: 50 }, first, times)
        expect(prices.startPriceFen).toBeGreaterThan(0)
        expect(prices.startPriceFen).toBeLessThanOrEqual(prices.reservePriceFen)
        expect(prices.reservePriceFen).toBeLessThanOrEqual(fen)
        expect(prices.reservePriceFen).toBeGreaterThanOrEqual(fen / 2)
      }
    },
  )
})
