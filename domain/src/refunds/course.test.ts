import { describe, expect, test } from 'vitest'
import type { RefundAction } from '../states/refund.ts'
import { type KnownRefund, type RefundReport, refundCourse } from './course.ts'

const HOUR_MS = 3_600_000
const known = (change: Partial<KnownRefund> = {}): KnownRefund => ({
  ...{ state: 'awaiting_merchant', verdict: null, atMs: 0, deadlineMs: 48 * HOUR_MS },
  ...{ isSentBack: false, isRefused: false },
  ...change,
})
const report = (change: Partial<RefundReport> = {}): RefundReport => ({
  ...{ kind: 'returnAndRefund', state: 'awaiting_merchant', verdict: null, decidedPlan: null, hasPlans: false },
  ...{ atMs: HOUR_MS, refusedAtMs: null, isSentBack: false, isResent: false },
  ...change,
})

describe('the course of a case that was not watched', () => {
  test.each<[string, Partial<KnownRefund>, Partial<RefundReport>, readonly RefundAction[] | null]>([
    ['nothing new', {}, { atMs: 0 }, []],
    [
      'a return to its end',
      {},
      { state: 'succeeded', isSentBack: true },
      ['agreeReturn', 'sendBack', 'confirmReceipt'],
    ],
    ['refused and taken back', {}, { state: 'closed', refusedAtMs: HOUR_MS }, ['refuse', 'cancel']],
    ['refused and appealed', {}, { verdict: 'judging', refusedAtMs: HOUR_MS }, ['refuse', 'appeal']],
    [
      'refused with the phone, appealed and judged',
      { state: 'awaiting_return' },
      { state: 'succeeded', verdict: 'decided', refusedAtMs: HOUR_MS, isSentBack: true },
      ['sendBack', 'refuse', 'appeal', 'ruleRefund'],
    ],
    ['paid by the clock', {}, { kind: 'refundOnly', state: 'succeeded', atMs: 48 * HOUR_MS }, ['refundAutomatically']],
    ['paid by hand', {}, { kind: 'refundOnly', state: 'succeeded' }, ['agreeRefund']],
    [
      'an exchange',
      { state: 'awaiting_receipt', isSentBack: true },
      { kind: 'exchange', state: 'awaiting_resend', isSentBack: true },
      ['confirmExchange'],
    ],
    ['what was known before the refusal', { state: 'refused', isRefused: true }, { atMs: 0 }, null],
    ['what was known before the end', { state: 'closed' }, {}, null],
  ])('%s', (_name, mine, theirs, course) => {
    expect(refundCourse(known(mine), report(theirs), [])).toEqual(course)
  })

  test('a step that was asked for here and is behind others is ours, however late it is heard of', () => {
    const late = report({ state: 'awaiting_receipt', atMs: 60 * HOUR_MS, isSentBack: true })
    expect(refundCourse(known(), late, [])).toEqual(['agreeReturnAutomatically', 'sendBack'])
    expect(refundCourse(known(), late, ['agreeReturn'])).toEqual(['agreeReturn', 'sendBack'])
  })
})
