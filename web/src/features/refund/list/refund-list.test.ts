import { expect, test } from 'vitest'
import { queueOf } from './refund-list.tsx'

const asked = (input: Parameters<typeof queueOf>[0]) => JSON.parse(JSON.stringify(queueOf(input)))

test('without a state the queue is what waits for the merchant, by its deadline', () => {
  expect(asked({})).toEqual({ awaitsMerchant: true, sort: 'deadline.asc' })
})

test('what was scanned or typed is looked for in every state', () => {
  expect(asked({ code: '490154203237518' })).toEqual({})
  expect(asked({ keyword: '划痕' })).toEqual({})
  expect(asked({ awaitsApproval: true })).toEqual({ awaitsApproval: true })
})

test('states that run out are by their deadline, and those that are over are not', () => {
  expect(asked({ state: 'awaiting_return' })).toEqual({ state: 'awaiting_return', sort: 'deadline.asc' })
  expect(asked({ state: 'closed' })).toEqual({ state: 'closed' })
  expect(asked({ state: 'awaiting_return', sort: 'amount.desc' })).toMatchObject({ sort: 'amount.desc' })
})
