import { describe, expect, test } from 'vitest'
import { mergeByType, type PaidCase, repaidBy } from './proceeds.ts'

const CASE: PaidCase = {
  kind: 'returnAndRefund',
  decidedPlan: null,
  state: 'succeeded',
  reasonCode: 'quality',
  amountFen: 120_000,
  returnWaybill: 'SF1234567890123',
}

describe('what the cases of an order paid back', () => {
  test('the freight of the way back is the seller’s where goods came back by the seller’s fault, and nowhere else', () => {
    expect(repaidBy([CASE]).sellerReturns).toBe(1)
    expect(repaidBy([{ ...CASE, reasonCode: 'notWanted' }]).sellerReturns).toBe(0)
    expect(repaidBy([{ ...CASE, returnWaybill: '' }]).sellerReturns).toBe(0)
    expect(repaidBy([{ ...CASE, state: 'closed' }]).sellerReturns).toBe(0)
    expect(repaidBy([{ ...CASE, state: 'awaiting_resend' }]).sellerReturns).toBe(1)
  })

  test('what was paid for keeping the phone is no refund', () => {
    const kept: PaidCase = { ...CASE, kind: 'priceDifference', amountFen: 5_000 }
    expect(repaidBy([CASE, kept])).toMatchObject({ refundFen: 120_000, priceDifferenceFen: 5_000 })
  })

  test('counts what was paid once it has succeeded', () => {
    expect(repaidBy([CASE, { ...CASE, state: 'awaiting_receipt' }]).refundFen).toBe(120_000)
  })
})

test('rows of one type become one, whose direction says which way its sum goes', () => {
  const row = { type: 'freight', formula: '一' } as const
  const merged = mergeByType([
    { ...row, direction: 'in', amountFen: 1_000 },
    { ...row, direction: 'out', amountFen: 2_500, formula: '二' },
  ])
  expect(merged).toEqual([{ type: 'freight', direction: 'out', amountFen: 1_500, formula: '一；二' }])
})
