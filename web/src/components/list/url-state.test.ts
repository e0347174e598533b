import { afterEach, expect, test, vi } from 'vitest'
import type { Filter } from './list-types.ts'
import {
  chosenOf,
  chosenValues,
  inputOf,
  readListState,
  withoutTyped,
  withValues,
  writeListState,
} from './url-state.ts'

const OPTIONS = [
  { value: 'shipped', label: '已发货' },
  { value: 'closed', label: '已关闭' },
]
const FILTERS: readonly Filter[] = [
  { kind: 'select', name: 'state', label: '状态', options: OPTIONS },
  { kind: 'text', name: 'code', label: '编号' },
  { kind: 'search', name: 'modelId', label: '机型', search: async () => [] },
  { kind: 'day', name: 'scheduleDate', label: '场次日期' },
  { kind: 'days', name: 'orderedFrom', to: 'orderedTo', label: '下单时间' },
]

afterEach(() => {
  vi.useRealTimers()
})

test('an empty URL is the first page without filters, and is written as one', () => {
  const state = readListState('', FILTERS)
  expect(state).toEqual({ values: {}, page: 1, pageSize: 20, cursor: '', sort: '', view: '' })
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
    sort: 'orderedAt.asc',
    view: '01890000-0000-7000-8000-000000000001',
  }
  expect(readListState(`?${writeListState(state)}`, FILTERS, 20, ['orderedAt.asc'])).toEqual(state)
})

test('impossible values and unknown keys are passed over', () => {
  const search = '?state=lost&scheduleDate=2026-13-40&orderedTo=yesterday&page=-2&pageSize=7&colour=red&modelId.label=x'
  expect(readListState(search, FILTERS)).toEqual({ values: {}, page: 1, pageSize: 20, cursor: '', sort: '', view: '' })
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

test('several values stand behind each other, unknown and doubled ones are passed over', () => {
  const state = readListState('?state=shipped,lost,closed,shipped&modelId=m1,m2', FILTERS)
  expect(state.values).toEqual({ state: 'shipped,closed', modelId: 'm1,m2' })
  expect(writeListState(state)).toBe('state=shipped,closed&modelId=m1,m2')
  expect(inputOf(state, FILTERS)).toMatchObject({ state: ['shipped', 'closed'], modelId: ['m1', 'm2'] })
  expect(inputOf(readListState('?state=shipped', FILTERS), FILTERS).state).toBe('shipped')
})

test('a filter that takes one value takes the first one', () => {
  const [first, ...others] = FILTERS
  const single = [{ ...first, single: true } as Filter, ...others]
  expect(readListState('?state=closed,shipped', single).values.state).toBe('closed')
})

test('defect: a filter that can only be yes was asked for as a word, which its call refused', () => {
  const asked: Filter = {
    kind: 'select',
    name: 'asked',
    label: '重拍',
    options: [{ value: 'true', label: '有' }],
    single: true,
  }
  expect(inputOf(readListState('?asked=true', [asked]), [asked])).toMatchObject({ asked: true })
  expect(inputOf(readListState('?asked=no', [asked]), [asked])).not.toHaveProperty('asked')
})

test('no more than 50 values are asked for', () => {
  const ids = Array.from({ length: 60 }, (_, at) => `m${at}`)
  expect(inputOf(readListState(`?modelId=${ids}`, FILTERS), FILTERS).modelId).toEqual(ids.slice(0, 50))
})

test('labels of searched values keep their own commas', () => {
  const chosen = [
    { value: 'm1', label: '小米 14, 100%' },
    { value: 'm2', label: 'iPhone 13' },
  ]
  const changed = chosenValues({ kind: 'search', name: 'modelId', label: '机型', search: async () => [] }, chosen)
  const state = readListState(`?${writeListState(withValues(readListState('', FILTERS), changed))}`, FILTERS)
  expect(chosenOf(state.values, 'modelId')).toEqual(chosen)
})

test('a value without a label, or with one that was cut, is called as far as it goes', () => {
  const values = readListState('?modelId=m1,m2,m3&modelId.label=A,%25E8%25', FILTERS).values
  expect(chosenOf(values, 'modelId').map(({ label }) => label)).toEqual(['A', '%E8%', 'm3'])
})

test('a reversed range of days was accepted', () => {
  const state = readListState('?orderedFrom=2026-11-10&orderedTo=2026-11-01', FILTERS)
  expect(state.values).toEqual({ orderedFrom: '2026-11-01', orderedTo: '2026-11-10' })
})

test('a preset is a word in the address and the days of today in the call', () => {
  // half past midnight in Shanghai, and still the day before in UTC
  vi.useFakeTimers({ now: new Date('2026-11-21T16:30:00Z') })
  const state = readListState('?orderedFrom=last7&orderedTo=2026-11-01&scheduleDate=tomorrow', FILTERS)
  expect(writeListState(state)).toBe('scheduleDate=tomorrow&orderedFrom=last7')
  expect(inputOf(state, FILTERS)).toMatchObject({
    scheduleDate: '2026-11-23',
    orderedFrom: '2026-11-15T16:00:00.000Z',
    orderedTo: '2026-11-22T15:59:59.999Z',
  })
})

test('an order is accepted where the list has it', () => {
  expect(readListState('?sort=price.asc', FILTERS, 20, ['price.asc']).sort).toBe('price.asc')
  expect(readListState('?sort=price.asc', FILTERS).sort).toBe('')
})

test('what is remembered holds nothing typed', () => {
  const state = readListState('?code=861234&state=closed&page=3&cursor=c', FILTERS)
  expect(writeListState(withoutTyped(state, FILTERS))).toBe('state=closed')
})

test('a box for codes asks for each of several, any other box for what stands there', () => {
  const code: Filter = { kind: 'text', name: 'code', label: '扫码或输号', codeBox: 'orders-code' }
  const words: Filter = { kind: 'text', name: 'keyword', label: '关键字' }
  const state = (values: Record<string, string>) => ({ ...readListState('', [code, words]), values })
  expect(inputOf(state({ code: 'FD00000001,FD00000002', keyword: '一,二' }), [code, words])).toMatchObject({
    code: ['FD00000001', 'FD00000002'],
    keyword: '一,二',
  })
  expect(inputOf(state({ code: 'FD 00000001' }), [code])).toMatchObject({ code: 'FD 00000001' })
})
