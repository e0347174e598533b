import { describe, expect, test } from 'vitest'
import type { RefundAction } from '../states/refund.ts'
import { ageOf, type KnownRefund, type RefundReport, refundCourse } from './course.ts'

const HOUR_MS = 3_600_000
const known = (change: Partial<KnownRefund> = {}): KnownRefund => ({
  state: 'awaiting_merchant',
  verdict: null,
  atMs: 0,
  deadlineMs: 48 * HOUR_MS,
  isSentBack: false,
  isRefused: false,
  ...change,
})
const report = (change: Partial<RefundReport> = {}): RefundReport => ({
  kind: 'returnAndRefund',
  state: 'awaiting_merchant',
  verdict: null,
  decidedPlan: null,
  hasPlans: false,
  atMs: HOUR_MS,
  isDated: true,
  deadlineMs: 49 * HOUR_MS,
  refusedAtMs: null,
  isSentBack: false,
  isResent: false,
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
    [
      'refused with the phone, and left at that',
      { state: 'awaiting_receipt', isSentBack: true },
      { state: 'closed', isSentBack: true, refusedAtMs: HOUR_MS / 2, atMs: 49 * HOUR_MS },
      ['refuse', 'letAppealLapse'],
    ],
    ['asked anew after a refusal that was missed', {}, { refusedAtMs: HOUR_MS / 2 }, ['refuse', 'appeal']],
    ['asked anew and agreed to', { state: 'refused' }, { state: 'awaiting_return' }, ['appeal', 'agreeReturn']],
    [
      'what was known before the refusal, by the end of the step',
      { state: 'refused' },
      { atMs: 0, isDated: false, deadlineMs: 48 * HOUR_MS },
      null,
    ],
    ['the same second, whatever the end of the step', { state: 'refused' }, { atMs: 0 }, null],
  ])('%s', (_name, mine, theirs, course) => {
    expect(refundCourse(known(mine), report(theirs), [])).toEqual(course)
  })

  test('a step that was asked for here and is behind others is ours, however late it is heard of', () => {
    const late = report({ state: 'awaiting_receipt', atMs: 60 * HOUR_MS, isSentBack: true })
    expect(refundCourse(known(), late, [])).toEqual(['agreeReturnAutomatically', 'sendBack'])
    expect(refundCourse(known(), late, ['agreeReturn'])).toEqual(['agreeReturn', 'sendBack'])
  })

  test.each<[string, Partial<KnownRefund>, Partial<RefundReport>, readonly RefundAction[]]>([
    ['after a refusal', { state: 'refused', isRefused: true }, { refusedAtMs: 0 }, ['appeal']],
    ['after a verdict', { verdict: 'decided' }, {}, []],
    ['where only the end of the step tells it', { state: 'refused' }, { atMs: 0, isDated: false }, ['appeal']],
  ])('defect: who asked anew was taken for an older report: %s', (_name, mine, theirs, course) => {
    expect(refundCourse(known(mine), report(theirs), [])).toEqual(course)
  })

  test('defect: of an agreement in the second of the claim the buyer was said to have appealed', () => {
    expect(refundCourse(known({ state: 'awaiting_return' }), report({ atMs: 0 }), [])).toBeNull()
  })

  test.each<[string, Partial<KnownRefund>, Partial<RefundReport>, readonly RefundAction[]]>([
    ['while the parcel is here', { state: 'awaiting_receipt' }, { state: 'closed' }, ['cancel']],
    [
      'with a parcel that was missed',
      { state: 'awaiting_return' },
      { state: 'closed', isSentBack: true },
      ['sendBack', 'cancel'],
    ],
    [
      'before the other phone went out',
      { state: 'awaiting_resend' },
      { kind: 'exchange', state: 'closed' },
      ['cancel'],
    ],
  ])('defect: a claim that its buyer took back was refused or stood on: %s', (_name, mine, theirs, course) => {
    expect(refundCourse(known(mine), report(theirs), [])).toEqual(course)
  })
})

describe('the age of a report', () => {
  test.each<[string, Partial<KnownRefund>, Partial<RefundReport>, ReturnType<typeof ageOf>]>([
    ['is told by its time', {}, {}, 'later'],
    ['is the same within a second', {}, { atMs: 0 }, 'same'],
    ['is that of a beginning, whatever came of it', { state: 'awaiting_return' }, { atMs: 0 }, 'older'],
    ['is told by its time also where its step ends later', {}, { atMs: -1 }, 'older'],
    ['is told by the end of the step where it has no time', {}, { atMs: -1, isDated: false }, 'later'],
    ['is not told by the end of another step', {}, { state: 'awaiting_receipt', atMs: -1, isDated: false }, 'older'],
    ['is not told by an end that nothing compares with', { deadlineMs: null }, { atMs: 0, isDated: false }, 'same'],
  ])('%s', (_name, mine, theirs, age) => {
    expect(ageOf(known(mine), report(theirs))).toBe(age)
  })
})
