import { describe, expect, it } from 'vitest'
import { startOfShanghaiDay } from '../time.ts'
import { daysOf, eachDay, growthOf, lastDays, periodBefore, shareOf, stretchOf } from './period.ts'
import { daysInStock, stockedBefore } from './stock-age.ts'

describe('a period of the overview', () => {
  it('has both its days, and before it lies one of as many', () => {
    const period = { from: '2026-02-27', to: '2026-03-02' }
    expect(daysOf(period)).toBe(4)
    expect(eachDay(period)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
    expect(periodBefore(period)).toEqual({ from: '2026-02-23', to: '2026-02-26' })
    expect(lastDays('2026-01-03', 7)).toEqual({ from: '2025-12-28', to: '2026-01-03' })
    expect(daysOf({ from: '2026-01-02', to: '2026-01-01' })).toBe(0)
  })

  it('begins at midnight in Shanghai', () => {
    expect(startOfShanghaiDay('2026-11-24')).toBe('2026-11-23T16:00:00.000Z')
  })

  it('is drawn by days, by weeks from its first day, or by months', () => {
    expect(stretchOf({ from: '2026-01-01', to: '2026-01-31' }, '2026-01-20')).toBe('2026-01-20')
    expect(stretchOf({ from: '2026-01-01', to: '2026-02-01' }, '2026-01-14')).toBe('2026-01-08')
    const year = { from: '2026-01-15', to: '2026-12-31' }
    expect(stretchOf(year, '2026-01-20')).toBe('2026-01-15')
    expect(stretchOf(year, '2026-02-20')).toBe('2026-02-01')
  })
})

describe('rates', () => {
  it('are no number where there is no whole, or nothing before', () => {
    expect([shareOf(1, 4), shareOf(3, 0)]).toEqual([0.25, null])
    expect([growthOf(150, 100), growthOf(50, 100), growthOf(5, 0), growthOf(-50, -100)]).toEqual([0.5, -0.5, null, 0.5])
  })
})

describe('how long a phone lies here', () => {
  it('is told in whole days, and more than so many days is past the moment', () => {
    const now = new Date('2026-11-24T00:00:00.000Z')
    expect(stockedBefore(now, 7)).toBe('2026-11-17T00:00:00.000Z')
    expect([daysInStock('2026-11-16T23:59:59.000Z', now), daysInStock('2026-11-25T00:00:00.000Z', now)]).toEqual([7, 0])
  })
})
