import { expect, test } from 'vitest'
import { allFilters } from '../../../components/list/all-filters.ts'
import { readListState } from '../../../components/list/url-state.ts'
import { listInput } from '../../../components/list/use-list-query.ts'
import { queueOf, refundList, unnamedTab } from './refund-list.tsx'

const asked = (input: Parameters<typeof queueOf>[0]) => JSON.parse(JSON.stringify(queueOf(input)))

/** What the list asks for at an address, but for its page. */
const askedAt = (search: string) => {
  const { page: _, pageSize: __, ...input } = listInput(refundList, readListState(search, allFilters(refundList)))
  return JSON.parse(JSON.stringify(input))
}

test('without a state the queue is what waits for the merchant, by its deadline', () => {
  expect(asked({})).toEqual({ awaitsMerchant: true, sort: 'deadline.asc' })
})

test('what was scanned or typed is looked for in every state', () => {
  expect(asked({ code: '490154203237518' })).toEqual({})
  expect(asked({ keyword: '划痕' })).toEqual({})
  expect(asked({ awaitsApproval: true })).toEqual({})
})

test('defect: rows of every state stood under 待处理 with its number', () => {
  for (const name of ['code', 'keyword', 'awaitsApproval', 'approvable', 'notReceived']) {
    expect([name, unnamedTab({ [name]: 'true' })]).toEqual([name, 'all'])
  }
  expect(unnamedTab({})).toBe('waiting')
  // what was looked for can be narrowed to the queue
  expect(asked({ state: 'waiting' as never, keyword: '划痕' })).toEqual({ awaitsMerchant: true, sort: 'deadline.asc' })
  const answer = { counts: { '': 3, awaiting_merchant: 4, closed: 2 } }
  expect(refundList.tabs?.counts?.(answer as never)).toEqual({ waiting: 3, awaiting_merchant: 4, closed: 2, all: 6 })
})

test('a card leads to the payments that the person may agree to, and to the parcels that were not received', () => {
  expect(askedAt('?approvable=true')).toEqual({ approvable: true })
  expect(askedAt('?notReceived=true&state=awaiting_receipt')).toEqual({
    state: 'awaiting_receipt',
    sort: 'deadline.asc',
    notReceived: true,
  })
})

test('defect: the cases that the marketplace refused could not be filtered for', () => {
  expect(askedAt('?refused=true')).toMatchObject({ refused: true })
})

test('states that run out are by their deadline, and those that are over are not', () => {
  expect(asked({ state: 'awaiting_return' })).toEqual({ state: 'awaiting_return', sort: 'deadline.asc' })
  expect(asked({ state: 'closed' })).toEqual({ state: 'closed' })
  expect(asked({ state: 'awaiting_return', sort: 'amount.desc' })).toMatchObject({ sort: 'amount.desc' })
})
