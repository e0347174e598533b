import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Filter } from './list-types.ts'
import { chosenValues, inputOf, type ListState, PAGE_SIZES, readListState, writeListState } from './url-state.ts'

const STATES = ['sealed', 'draft']
const SORTS = ['at.asc', 'at.desc', 'price.desc']
const PRESETS = ['today', 'yesterday', 'last7', 'last30', 'thisMonth', 'lastMonth']
const models = { kind: 'search', name: 'modelId', label: '机型', search: async () => [] } as const
const filters: readonly Filter[] = [
  { kind: 'text', name: 'code', label: '编号' },
  { kind: 'select', name: 'state', label: '状态', options: STATES.map((value) => ({ value, label: value })) },
  models,
  { kind: 'day', name: 'day', label: '场次' },
  { kind: 'days', name: 'from', to: 'until', label: '时间' },
]

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const text = fc.string({ minLength: 1, maxLength: 64 }).filter((word) => word.trim() === word)
const id = fc.stringMatching(/^[\w-]{1,30}$/)
const options = fc.uniqueArray(fc.record({ value: id, label: text }), {
  minLength: 1,
  maxLength: 50,
  selector: ({ value }) => value,
})
const some = fc.uniqueArray(fc.constantFrom(...STATES), { minLength: 1 }).map((chosen) => chosen.join(','))
/** A span as an address holds it: in order, or the word of a preset. */
const span = fc.oneof(
  fc.tuple(day, day).map((days) => ({ from: days.sort()[0] ?? '', until: days[1] ?? '' })),
  fc.constantFrom(...PRESETS).map((from) => ({ from })),
  day.map((until) => ({ until })),
)
const values = fc
  .tuple(
    fc.record({ code: text, state: some, day: fc.oneof(day, fc.constant('tomorrow')) }, { requiredKeys: [] }),
    fc.option(span),
    fc.option(options),
  )
  .map(([simple, days, chosen]) => ({ ...simple, ...days, ...(chosen ? chosenValues(models, chosen) : {}) }))
const deepPage = fc.record({ page: fc.integer({ min: 2, max: 100_000 }), cursor: fc.base64String({ maxLength: 40 }) })
const states: fc.Arbitrary<ListState> = fc
  .record({
    values,
    at: fc.option(deepPage),
    pageSize: fc.constantFrom(...PAGE_SIZES),
    sort: fc.constantFrom('', ...SORTS),
    view: fc.oneof(fc.constant(''), fc.uuid()),
  })
  .map(({ at, ...state }) => ({ ...state, page: at?.page ?? 1, cursor: at?.cursor ?? '' }))

const keys = [
  'code',
  'state',
  'modelId',
  'modelId.label',
  'day',
  'from',
  'until',
  'page',
  'pageSize',
  'cursor',
  'sort',
  'view',
  'other',
]
const queries = fc
  .dictionary(fc.constantFrom(...keys), fc.oneof(fc.string(), fc.double().map(String), day))
  .map((entries) => `?${new URLSearchParams(entries)}`)

test('any state that is written into the URL is read back, whatever the list’s own page size', async () => {
  await fc.assert(
    fc.asyncProperty(states, fc.constantFrom(...PAGE_SIZES), async (state, standard) => {
      expect(readListState(`?${writeListState(state, standard)}`, filters, standard, SORTS)).toEqual(state)
    }),
  )
})

test('any query at all gives a state that can be shown and asked for', async () => {
  await fc.assert(
    fc.asyncProperty(queries, async (query) => {
      const state = readListState(query, filters)
      expect(Number.isSafeInteger(state.page) && state.page > 0).toBe(true)
      expect(PAGE_SIZES).toContain(state.pageSize)
      expect(inputOf(state, filters)).toMatchObject({ page: state.page, pageSize: state.pageSize })
    }),
  )
})

test('a day that the month does not have is none', () => {
  expect(readListState('?day=2026-02-30&from=2027-02-29&until=2028-02-29', filters).values).toEqual({
    until: '2028-02-29',
  })
})
