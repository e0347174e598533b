import { merchant } from '@huanji/contract/features/merchant/calls'
import { daysOf, PERIOD_DAYS_MAX } from '@huanji/domain/overview/period'
import { describe, expect, it } from 'vitest'
import { type OverviewState, overviewInput, RANGES, readOverviewState, writeOverviewState } from './overview-state.ts'

const TODAY = '2026-11-24'
const LAST7 = { first: 'last7', last: '' }
const AS_USUAL: OverviewState = { days: LAST7, shopAccountId: '', channel: '' }

const read = (search: string) => readOverviewState(new URLSearchParams(search))
const days = (first: string, last = '') => ({ ...AS_USUAL, days: { first, last } })

describe('the address of the overview', () => {
  it('is bare as usual, and says what is otherwise', () => {
    expect(read('')).toEqual(AS_USUAL)
    expect(writeOverviewState(AS_USUAL).toString()).toBe('')
    const state: OverviewState = { days: { first: 'today', last: '' }, shopAccountId: 'shop-1', channel: 'curated' }
    expect(writeOverviewState(state).toString()).toBe('from=today&shopAccountId=shop-1&channel=curated')
  })

  it.each([
    ...RANGES.map((word) => days(word)),
    days('2026-11-01', '2026-11-05'),
    { ...days('thisMonth'), shopAccountId: 'shop-1' },
    { ...AS_USUAL, channel: 'auction' as const },
  ])('is read as it was written: %o', (state) => {
    expect(readOverviewState(writeOverviewState(state))).toEqual(state)
  })

  it('that was cut or edited counts as not said', () => {
    expect(read('from=2026-02-30&to=2026-03-01')).toEqual(AS_USUAL)
    expect(read('from=2026-11-01')).toEqual(AS_USUAL)
    expect(read('to=2026-11-01')).toEqual(AS_USUAL)
    expect(read('from=ever')).toEqual(AS_USUAL)
    expect(read('channel=plain')).toEqual(AS_USUAL)
    // a preset has an end of its own
    expect(read('from=today&to=2026-11-01').days).toEqual({ first: 'today', last: '' })
  })
})

describe('what the call is asked', () => {
  it('is both days, with shop and channel where one is chosen', () => {
    expect(overviewInput(AS_USUAL, TODAY)).toEqual({ from: '2026-11-18', to: TODAY })
    expect(overviewInput(days('today'), TODAY)).toEqual({ from: TODAY, to: TODAY })
    expect(overviewInput(days('last30'), TODAY)).toEqual({ from: '2026-10-26', to: TODAY })
    expect(overviewInput({ ...days('lastMonth'), shopAccountId: 'shop-1', channel: 'auction' }, TODAY)).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
      shopAccountId: 'shop-1',
      channel: 'auction',
    })
  })

  it('ends today at the latest, and is in order', () => {
    expect(overviewInput(days('2026-11-20', '2026-12-31'), TODAY)).toEqual({ from: '2026-11-20', to: TODAY })
    expect(overviewInput(days('2026-12-01', '2026-12-31'), TODAY)).toEqual({ from: TODAY, to: TODAY })
    expect(overviewInput(days('2026-11-05', '2026-11-01'), TODAY)).toEqual({ from: '2026-11-01', to: '2026-11-05' })
    expect(overviewInput(days('tomorrow'), TODAY)).toEqual({ from: TODAY, to: TODAY })
  })

  it.each([
    days('2020-01-01', TODAY),
    days('2026-11-05', '2026-11-01'),
    days('2027-01-01', '2027-02-01'),
    ...RANGES.map((word) => days(word)),
  ])('is always one that the call takes: %o', (state) => {
    const input = overviewInput(state, TODAY)
    expect(merchant.business.input.safeParse(input).success).toBe(true)
    expect(daysOf(input)).toBeLessThanOrEqual(PERIOD_DAYS_MAX)
    expect(input.to <= TODAY).toBe(true)
  })
})
