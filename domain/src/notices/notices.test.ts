import { describe, expect, it } from 'vitest'
import { minuteOf, NOTICE_KINDS, noticeTitle } from './kinds.ts'
import { isQuiet, STANDARD_QUIET_HOURS } from './quiet-hours.ts'
import { RECEIVER_GIVEN_UP_MS, RETRY_PLAN_MS, retryAfterMs } from './retry-plan.ts'

describe('a notice', () => {
  it('is named alone, and together with others where it can be', () => {
    expect(noticeTitle('newOrder', 1)).toBe('新订单')
    expect(noticeTitle('newOrder', 10)).toBe('10 笔新订单')
    expect(noticeTitle('exportFinished', 2)).toBe('导出完成')
    for (const { together } of Object.values(NOTICE_KINDS)) expect(together ?? '{count}').toContain('{count}')
  })

  it('belongs to the minute that it happened in', () => {
    expect(minuteOf('2026-11-26T09:10:59.999Z')).toBe('2026-11-26T09:10:00.000Z')
    expect(minuteOf('2026-11-26T09:11:00.000Z')).toBe('2026-11-26T09:11:00.000Z')
  })
})

describe('quiet hours', () => {
  const at = (hour: string) => `2026-11-26T${hour}+08:00`

  it('go over midnight, from the first hour to before the last', () => {
    const quiet = ['22:00', '23:59', '00:00', '07:59'].map((hour) => isQuiet(STANDARD_QUIET_HOURS, at(hour)))
    expect(quiet).toEqual([true, true, true, true])
    const loud = ['21:59', '08:00', '12:00'].map((hour) => isQuiet(STANDARD_QUIET_HOURS, at(hour)))
    expect(loud).toEqual([false, false, false])
  })

  it('may lie within a day, or be none', () => {
    expect(isQuiet({ quietFrom: 12, quietUntil: 14 }, at('13:30'))).toBe(true)
    expect(isQuiet({ quietFrom: 12, quietUntil: 14 }, at('14:00'))).toBe(false)
    expect(isQuiet({ quietFrom: 9, quietUntil: 9 }, at('09:30'))).toBe(false)
  })
})

describe('the plan of attempts', () => {
  it('ends a little after three days, each wait longer than the one before', () => {
    const wholeMs = RETRY_PLAN_MS.reduce((sum, one) => sum + one, 0)
    expect(wholeMs).toBeGreaterThan(RECEIVER_GIVEN_UP_MS)
    expect(wholeMs).toBeLessThan(RECEIVER_GIVEN_UP_MS * 1.1)
    expect(RETRY_PLAN_MS).toEqual(RETRY_PLAN_MS.toSorted((one, other) => one - other))
    expect(retryAfterMs(1)).toBe(5000)
    expect(retryAfterMs(RETRY_PLAN_MS.length + 1)).toBeNull()
  })
})
