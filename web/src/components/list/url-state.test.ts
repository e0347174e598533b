import { expect, test } from 'vitest'
import type { Filter } from './list-types.ts'
import { inputOf, readListState, withValues, writeListState } from './url-state.ts'

const FILTERS: readonly Filter[] = [
  { kind: 'select', name: 'state', label: '状态', options: [{ value: 'shipped', label: '已发货' }] },
  { kind: 'text', name: 'code', label: '编号' },
  { kind: 'search', name: 'modelId', label: '机型', search: async () => [] },
  { kind: 'day', name: 'scheduleDate', label: '场次日期' },
  { kind: 'days', name: 'orderedFrom', to: 'orderedTo', label: '下单时间' },
]

test('an empty URL is the first page without filters, and is written as one', () => {
  const state = readListState('', FILTERS)
  expect(state).toEqual({ values: {}, page: 1, pageSize: 20, cursor: '', sort: '' })
  expect(writeListState(state)).toBe('')
})

test('what is written is read back', () => {
  const state = {
    values: {
      state: 'shipped',
      code: '4 9&0=?',
      modelId: 'm1',
      'modelId.label': 'Apple 手机',
      orderedFrom: '2026-11-01',
    },
    page: 3,
    pageSize: 50,
    cursor: 'abc+/=',
    sort: '',
  }
  expect(readListState(`?${writeListState(state)}`, FILTERS)).toEqual(state)
})

test('impossible values and unknown keys are passed over', () => {
  const search = '?state=lost&scheduleDate=2026-13-40&orderedTo=yesterday&page=-2&pageSize=7&colour=red&modelId.label=x'
  expect(readListState(search, FILTERS)).toEqual({ values: {}, page: 1, pageSize: 20, cursor: '', sort: '' })
})

test('an order is taken that the list has, and no other', () => {
  const sorts = ['orderedAt.asc', 'orderedAt.desc']
  const state = readListState('?sort=orderedAt.desc', FILTERS, 20, sorts)
  expect(state.sort).toBe('orderedAt.desc')
  expect(writeListState(state)).toBe('sort=orderedAt.desc')
  expect(inputOf(state, FILTERS)).toEqual({ page: 1, pageSize: 20, sort: 'orderedAt.desc' })
  expect(readListState('?sort=buyer.desc', FILTERS, 20, sorts).sort).toBe('')
})

test('text is trimmed and kept short', () => {
  expect(readListState(`?code=%20${'9'.repeat(90)}`, FILTERS).values.code).toBe('9'.repeat(64))
})

test('a changed filter leads back to the first page and keeps the page size', () => {
  const state = readListState('?page=4&cursor=c&pageSize=100&code=a', FILTERS)
  const next = withValues(state, { code: '', state: 'shipped' })
  expect(writeListState(next)).toBe('state=shipped&pageSize=100')
})

test('a list with its own page size leaves that one out', () => {
  const state = readListState('', FILTERS, 50)
  expect(state.pageSize).toBe(50)
  expect(writeListState(state, 50)).toBe('')
  expect(writeListState({ ...state, pageSize: 20 }, 50)).toBe('pageSize=20')
})

test('the call gets moments for days of Asia/Shanghai, days as they are, and no labels', () => {
  const state = readListState(
    '?orderedFrom=2026-11-01&orderedTo=2026-11-02&scheduleDate=2026-11-03&modelId=m1&modelId.label=A&page=2&cursor=c',
    FILTERS,
  )
  expect(inputOf(state, FILTERS)).toEqual({
    page: 2,
    pageSize: 20,
    cursor: 'c',
    modelId: 'm1',
    scheduleDate: '2026-11-03',
    orderedFrom: '2026-10-31T16:00:00.000Z',
    orderedTo: '2026-11-02T15:59:59.999Z',
  })
})
