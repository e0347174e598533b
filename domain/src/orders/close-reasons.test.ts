import { expect, test } from 'vitest'
import { CLOSE_REASONS, closeRefusal, findCloseReason } from './close-reasons.ts'

test('eleven reasons of the seller, four of the system', () => {
  expect(CLOSE_REASONS.filter((reason) => reason.by === 'seller')).toHaveLength(11)
  expect(CLOSE_REASONS.filter((reason) => reason.by === 'system').map((reason) => reason.label)).toEqual([
    '超时未付款',
    '超时未发货',
    '买家违约',
    '闲鱼关闭',
  ])
  expect(new Set(CLOSE_REASONS.map((reason) => reason.code)).size).toBe(15)
  expect(findCloseReason('bag_fault')?.label).toBe('封袋异常需重检')
})

test.each([
  ['out_of_stock', '', null],
  ['other', '买家要求改期', null],
  ['other', '  ', '请填写关闭订单的说明'],
  ['payment_timeout', '', '请从列表中选择关闭原因'],
  ['nonsense', '', '请从列表中选择关闭原因'],
  ['out_of_stock', '长'.repeat(201), '说明不能超过200个字'],
])('%s with %j', (code, note, refusal) => {
  expect(closeRefusal(code, note)).toBe(refusal)
})
