import { expect, test } from 'vitest'
import { confirmedDifference, isSwapped, receiptDifferences } from './receipt.ts'

const SOLD = { soldCode: '861001380000287', soldBagCode: 'FD00000001' }
const SAME = { ...SOLD, receivedCode: SOLD.soldCode, receivedBagCode: SOLD.soldBagCode, isSamePhone: true }
const messages = (change: Partial<typeof SAME>) => receiptDifferences({ ...SAME, ...change }).map((one) => one.message)

test('defect: a swapped phone was told of by the number of the one that was sold, and of two differences one', () => {
  expect(messages({ receivedCode: '861001380099990', isSamePhone: false, receivedBagCode: '' })).toEqual([
    '收到 861001380099990，售出的是 861001380000287',
    '收到时没有封袋，售出时的封袋是 FD00000001',
  ])
})

test('a bag is told of by both its codes, and what is the same is not told of', () => {
  expect(messages({})).toEqual([])
  expect(messages({ receivedBagCode: 'FD00000002' })).toEqual(['收到的封袋是 FD00000002，售出时的封袋是 FD00000001'])
  const bare = { ...SAME, soldBagCode: null, receivedBagCode: 'FD00000002' }
  expect(receiptDifferences(bare)).toMatchObject([{ message: '收到的封袋是 FD00000002，售出时没有封袋' }])
})

test('a confirmed difference names who confirmed it', () => {
  const [one] = receiptDifferences({ ...SAME, receivedBagCode: '' })
  expect(one && confirmedDifference(one, '何佳')).toBe('收到时没有封袋，售出时的封袋是 FD00000001，何佳确认签收')
})

test('a phone is swapped by its scan or by whoever looked at it', () => {
  expect(isSwapped({ isSamePhone: false, outcomes: null })).toBe(true)
  expect(isSwapped({ isSamePhone: true, outcomes: ['newDamage', 'otherPhone'] })).toBe(true)
  expect(isSwapped({ isSamePhone: true, outcomes: ['newDamage'] })).toBe(false)
})
