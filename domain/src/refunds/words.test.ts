import { expect, test } from 'vitest'
import { REFUND_KINDS } from './kinds.ts'
import { paidToBuyer, refundMoveText, refundStateText } from './words.ts'

test('defect: an exchange was called a refund from beginning to end', () => {
  const ended = REFUND_KINDS.map(({ code, pays }) =>
    refundStateText({ kind: code, state: 'succeeded', amountFen: pays ? 134_600 : 0 }),
  )
  expect(ended).toEqual(['退款成功', '退款成功', '换货完成', '退款成功', '补发完成'])
  expect(refundMoveText('agreeReturn', 'exchange')).toBe('同意换货')
  expect(refundMoveText('agreeReturn', 'returnAndRefund')).toBe('同意退货')
  expect(refundMoveText('confirmExchange', 'exchange')).toBe('确认收货（换货）')
})

test('defect: a case whose phone was here still waited for its parcel', () => {
  const open = { kind: 'returnAndRefund', state: 'awaiting_receipt', amountFen: 134_600 } as const
  const textOf = (receivedCount: number, recheckedCount: number, kind: 'returnAndRefund' | 'exchange' = open.kind) =>
    refundStateText({ ...open, kind, goods: { unitCount: 2, receivedCount, recheckedCount } })
  expect(refundStateText(open)).toBe('等您收货')
  expect([textOf(0, 0), textOf(1, 1)]).toEqual(['等您收货', '等您收货'])
  expect([textOf(2, 1), textOf(2, 2), textOf(2, 2, 'exchange')]).toEqual(['等您复检', '等您退款', '等您确认收货'])
})

test('an exchange pays nothing, until it ends with the money in place of a phone', () => {
  const open = { kind: 'exchange', state: 'awaiting_receipt', amountFen: 134_600 } as const
  expect(paidToBuyer(open)).toBeNull()
  expect(paidToBuyer({ ...open, state: 'succeeded', amountFen: 0 })).toBeNull()
  const paid = { ...open, state: 'succeeded' } as const
  expect(paidToBuyer(paid)).toBe(134_600)
  expect(refundStateText(paid)).toBe('退款成功')
  expect(paidToBuyer({ ...open, kind: 'returnAndRefund' })).toBe(134_600)
})
