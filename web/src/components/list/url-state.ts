import { dayEdge } from '../../platform/clock.ts'
import type { Filter } from './list-types.ts'

/** What the URL says of a list: its filters as plain texts, and where in it the person is. */
export interface ListState {
  readonly values: Readonly<Record<string, string>>
  readonly page: number
  readonly pageSize: number
  readonly cursor: string
  /** A column's key with `.asc` or `.desc`; empty for the list's own order. */
  readonly sort: string
}

export const PAGE_SIZES = [20, 50, 100, 200] as const
export const DEFAULT_PAGE_SIZE = 20
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const MAX_TEXT = 64

/** The label of a searched value travels beside it, so that a pasted link can show it without asking. */
export const labelKey = (name: string): string => `${name}.label`

/** The URL keys of a filter: one, or two for a span of days. */
export const keysOf = (filter: Filter): string[] => (filter.kind === 'days' ? [filter.name, filter.to] : [filter.name])

/** Some engines read the 30th of February as a day in March: only what reads back the same is a day. */
function isDay(text: string): boolean {
  const ms = DAY.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** A value as this filter can hold it, or empty: a link that was cut or edited must not break the list. */
function accepted(filter: Filter, text: string): string {
  const value = text.trim().slice(0, MAX_TEXT)
  if (filter.kind === 'day' || filter.kind === 'days') return isDay(value) ? value : ''
  if (filter.kind === 'select' && Array.isArray(filter.options)) {
    return filter.options.some((option) => option.value === value) ? value : ''
  }
  return value
}

function positive(text: string | null, fallback: number): number {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : fallback
}

/**
 * Reads a list's state from the URL's query; unknown keys and impossible values are passed over.
 * @param filters every filter, the status tabs' one included
 * @param sorts the orders that the list can be put in
 */
export function readListState(
  search: string,
  filters: readonly Filter[],
  defaultPageSize: number = DEFAULT_PAGE_SIZE,
  sorts: readonly string[] = [],
): ListState {
  const query = new URLSearchParams(search)
  const values: Record<string, string> = {}
  for (const filter of filters) {
    for (const key of keysOf(filter)) {
      const value = accepted(filter, query.get(key) ?? '')
      if (value !== '') values[key] = value
    }
    const label = query.get(labelKey(filter.name))
    if (filter.kind === 'search' && label && values[filter.name]) values[labelKey(filter.name)] = label
  }
  const pageSize = positive(query.get('pageSize'), defaultPageSize)
  return {
    values,
    page: positive(query.get('page'), 1),
    pageSize: PAGE_SIZES.some((size) => size === pageSize) ? pageSize : defaultPageSize,
    cursor: query.get('cursor') ?? '',
    sort: sorts.find((sort) => sort === query.get('sort')) ?? '',
  }
}

/** Writes a list's state as a URL query without `?`; what equals the default is left out. */
export function writeListState(state: ListState, defaultPageSize: number = DEFAULT_PAGE_SIZE): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(state.values)) if (value !== '') query.set(key, value)
  if (state.sort !== '') query.set('sort', state.sort)
  if (state.page > 1) query.set('page', String(state.page))
  if (state.pageSize !== defaultPageSize) query.set('pageSize', String(state.pageSize))
  if (state.page > 1 && state.cursor !== '') query.set('cursor', state.cursor)
  return query.toString()
}

/** The state with some filters changed, back on the first page. */
export function withValues(state: ListState, changed: Readonly<Record<string, string>>): ListState {
  return { ...state, values: { ...state.values, ...changed }, page: 1, cursor: '' }
}

/** The call's input that the state asks for; days of Asia/Shanghai become the moments they begin and end at. */
export function inputOf(state: ListState, filters: readonly Filter[]): Record<string, string | number> {
  const input: Record<string, string | number> = { page: state.page, pageSize: state.pageSize }
  if (state.cursor !== '') input.cursor = state.cursor
  if (state.sort !== '') input.sort = state.sort
  for (const filter of filters) {
    const value = state.values[filter.name]
    if (filter.kind === 'days') {
      const last = state.values[filter.to]
      if (value) input[filter.name] = dayEdge(value, 'start')
      if (last) input[filter.to] = dayEdge(last, 'end')
    } else if (value) {
      input[filter.name] = value
    }
  }
  return input
}
