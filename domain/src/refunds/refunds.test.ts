import { describe, expect, test } from 'vitest'
import { REFUND_STATES, type RefundState } from '../states/refund.ts'
import { allowedActions } from '../states/transition.ts'
import { expiryOf } from './expiry.ts'
import { REFUND_KINDS, type RefundKindCode, refundKind, refundKindOfWire } from './kinds.ts'
import { REFUND_REASONS, reasonOfDetail } from './reasons.ts'

const STATES = REFUND_STATES.states.map(({ code }) => code)
const KINDS = REFUND_KINDS.map(({ code }) => code)

describe('kinds of after-sale', () => {
  test('are the five of the trade, each with a number and a wire number of its own', () => {
    expect(REFUND_KINDS.map(({ number, label }) => `${number} ${label}`).join(' · ')).toBe(
      '1 仅退款 · 2 退货退款 · 3 换货 · 4 补差 · 5 补发/维修',
    )
    for (const { code, wireType } of REFUND_KINDS) expect(refundKindOfWire(wireType)).toBe(code)
    expect(refundKindOfWire(2)).toBeNull()
    expect(refundKind('exchange')).toMatchObject({ travels: true, pays: false })
  })
})

describe('the end of a step by the clock', () => {
  test.each<[RefundKindCode, RefundState, string | null]>([
    ['refundOnly', 'awaiting_merchant', 'refundAutomatically'],
    ['priceDifference', 'awaiting_merchant', 'refundAutomatically'],
    ['returnAndRefund', 'awaiting_merchant', 'agreeReturnAutomatically'],
    ['exchange', 'awaiting_merchant', 'agreeReturnAutomatically'],
    ['resend', 'awaiting_merchant', 'agreeResendAutomatically'],
    ['returnAndRefund', 'awaiting_address', 'confirmAddressAutomatically'],
    ['returnAndRefund', 'awaiting_return', 'missReturn'],
    ['returnAndRefund', 'awaiting_receipt', 'refundAutomatically'],
    ['exchange', 'awaiting_receipt', 'confirmExchangeAutomatically'],
    ['exchange', 'awaiting_resend', 'refundAutomatically'],
    ['resend', 'awaiting_resend', 'refundAutomatically'],
    ['refundOnly', 'refused', 'letAppealLapse'],
    ['refundOnly', 'closed', null],
    ['refundOnly', 'succeeded', null],
  ])('%s in %s: %s', (kind, state, action) => {
    expect(expiryOf({ kind, state, verdict: null })?.action ?? null).toBe(action)
  })

  test.each(KINDS)('of %s is always a move that its state allows, and is said in words', (kind) => {
    for (const state of STATES) {
      const expiry = expiryOf({ kind, state, verdict: null })
      if (expiry === null) continue
      expect(allowedActions(REFUND_STATES, state)).toContain(expiry.action)
      expect(expiry.words).not.toBe('')
    }
  })

  test('brings nothing while the marketplace judges', () => {
    expect(expiryOf({ kind: 'refundOnly', state: 'awaiting_merchant', verdict: 'judging' })).toMatchObject({
      turn: 'marketplace',
      action: null,
    })
  })
})

test('a plan that is not chosen is that of returning', () => {
  expect(expiryOf({ kind: 'priceDifference', state: 'awaiting_merchant', verdict: 'awaitingSeller' })?.action).toBe(
    'takeReturnAutomatically',
  )
  expect(expiryOf({ kind: 'returnAndRefund', state: 'awaiting_receipt', verdict: 'decided' })?.action).toBe(
    'refundAutomatically',
  )
})

describe('reasons', () => {
  test('stand once each and are found by either level', () => {
    const details = REFUND_REASONS.flatMap((reason) => reason.details)
    expect(new Set(details).size).toBe(details.length)
    expect(reasonOfDetail('电池健康不符').code).toBe('notAsDescribed')
    expect(reasonOfDetail('不想要了').fault).toBe('buyer')
    expect(reasonOfDetail('没见过的原因').code).toBe('other')
  })
})
