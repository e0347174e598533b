import { FILTER_VALUES_MAX } from '@huanji/contract/constants'
import { dayEdge } from '../../platform/clock.ts'
import { daysOn, inOrder, isDay, presetOf } from '../calendar/days.ts'
import { today } from '../calendar/today.ts'
import type { Filter, FilterOption } from './list-types.ts'

/** What the URL says of a list: its filters as plain texts, and where in it the person is. */
export interface ListState {
  /** By the filters' names. Several values of one filter stand behind each other with `,` between them (`valuesOf`). */
  readonly values: Readonly<Record<string, string>>
  readonly page: number
  readonly pageSize: number
  readonly cursor: string
  /** A column's key with `.asc` or `.desc`; empty for the list's own order. */
  readonly sort: string
  /** The saved view that was opened; empty for none. The filters stand in the URL all the same, and count. */
  readonly view: string
}

export const PAGE_SIZES = [20, 50, 100, 200] as const
export const DEFAULT_PAGE_SIZE = 20
const MAX_TEXT = 64
const VIEW = /^[\w-]{1,64}$/

/** The label of a searched value travels beside it, so that a pasted link can show it without asking. */
export const labelKey = (name: string): string => `${name}.label`

/** The URL keys of a filter: one, or two for a span of days. */
export const keysOf = (filter: Filter): string[] => (filter.kind === 'days' ? [filter.name, filter.to] : [filter.name])

/** The values of one filter. */
export const valuesOf = (value: string | undefined): string[] => (value ? value.split(',') : [])

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The values that a filter has, each with the label that stands beside it in the URL or else as its own label. */
export function chosenOf(values: ListState['values'], name: string): FilterOption[] {
  const labels = valuesOf(values[labelKey(name)])
  return valuesOf(values[name]).map((value, at) => ({ value, label: decoded(labels[at] ?? '') || value }))
}

/** What a filter's chosen options are in the state; labels are kept for those that are searched. */
export function chosenValues(filter: Filter, chosen: readonly FilterOption[]): Record<string, string> {
  const value = chosen.map((option) => option.value).join(',')
  if (filter.kind !== 'search') return { [filter.name]: value }
  return {
    [filter.name]: value,
    [labelKey(filter.name)]: chosen.map(({ label }) => label.replace(/[%,]/g, encodeURIComponent)).join(','),
  }
}

function acceptedValues(filter: Filter & { readonly kind: 'select' | 'search' }, text: string): string {
  const given = [...new Set(text.split(',').map((value) => value.trim().slice(0, MAX_TEXT)))]
  const options = filter.kind === 'select' && Array.isArray(filter.options) ? filter.options : null
  const known = given.filter((value) => value !== '' && (options?.some((option) => option.value === value) ?? true))
  return known.slice(0, filter.single ? 1 : FILTER_VALUES_MAX).join(',')
}

/** A value as this filter can hold it, or empty: a link that was cut or edited must not break the list. */
function accepted(filter: Filter, text: string): string {
  if (filter.kind === 'select' || filter.kind === 'search') return acceptedValues(filter, text)
  const value = text.trim().slice(0, MAX_TEXT)
  if (filter.kind === 'text') return value
  return isDay(value) || presetOf(value) ? value : ''
}

/** What a filter is in the URL's query. */
function readFilter(filter: Filter, query: URLSearchParams): Record<string, string> {
  const value = accepted(filter, query.get(filter.name) ?? '')
  if (filter.kind === 'days') {
    const last = query.get(filter.to) ?? ''
    const days = presetOf(value) ? { first: value, last: '' } : inOrder({ first: value, last: isDay(last) ? last : '' })
    return { [filter.name]: days.first, [filter.to]: days.last }
  }
  const labels = filter.kind === 'search' && value !== '' ? (query.get(labelKey(filter.name)) ?? '') : ''
  return { [filter.name]: value, [labelKey(filter.name)]: labels }
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
    for (const [key, value] of Object.entries(readFilter(filter, query))) if (value !== '') values[key] = value
  }
  const pageSize = positive(query.get('pageSize'), defaultPageSize)
  const view = query.get('view') ?? ''
  return {
    values,
    page: positive(query.get('page'), 1),
    pageSize: PAGE_SIZES.some((size) => size === pageSize) ? pageSize : defaultPageSize,
    cursor: query.get('cursor') ?? '',
    sort: sorts.find((sort) => sort === query.get('sort')) ?? '',
    view: VIEW.test(view) ? view : '',
  }
}

/** Writes a list's state as a URL query without `?`; what equals the default is left out. */
export function writeListState(state: ListState, defaultPageSize: number = DEFAULT_PAGE_SIZE): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(state.values)) if (value !== '') query.set(key, value)
  if (state.sort !== '') query.set('sort', state.sort)
  if (state.view !== '') query.set('view', state.view)
  if (state.page > 1) query.set('page', String(state.page))
  if (state.pageSize !== defaultPageSize) query.set('pageSize', String(state.pageSize))
  if (state.page > 1 && state.cursor !== '') query.set('cursor', state.cursor)
  // A comma may stand in a query as it is, and is easier to read.
  return query.toString().replaceAll('%2C', ',')
}

/** The state with some filters changed, back on the first page. */
export function withValues(state: ListState, changed: Readonly<Record<string, string>>): ListState {
  return { ...state, values: { ...state.values, ...changed }, page: 1, cursor: '' }
}

/** The state without what was typed, which is nobody's habit: on its first page, as it is remembered and restored. */
export function withoutTyped(state: ListState, filters: readonly Filter[]): ListState {
  const typed = filters.filter(({ kind }) => kind === 'text').map(({ name }) => [name, ''])
  return withValues(state, Object.fromEntries(typed))
}

type Asked = string | true | readonly string[]

/** Whether all that can be chosen is yes, which calls take as a boolean. */
const isFlag = (filter: Filter): boolean =>
  filter.kind === 'select' && Array.isArray(filter.options) && filter.options.every(({ value }) => value === 'true')

/** What a filter is in the call's input. */
function asked(filter: Filter, values: ListState['values']): Record<string, Asked> {
  const value = values[filter.name] ?? ''
  if (isFlag(filter)) return { [filter.name]: value === '' ? '' : true }
  if (filter.kind === 'text') {
    // several codes stand in their box parted by commas (components/scan/code-filter.tsx)
    return { [filter.name]: filter.codeBox && value.includes(',') ? valuesOf(value) : value }
  }
  if (filter.kind === 'select' || filter.kind === 'search') {
    const [first = '', ...others] = valuesOf(value)
    return { [filter.name]: others.length > 0 ? [first, ...others] : first }
  }
  const { first, last } = daysOn(today(), {
    first: value,
    last: filter.kind === 'days' ? (values[filter.to] ?? '') : '',
  })
  if (filter.kind === 'day') return { [filter.name]: first }
  return { [filter.name]: first && dayEdge(first, 'start'), [filter.to]: last && dayEdge(last, 'end') }
}

/** The call's input that the state asks for; days of Asia/Shanghai become the moments they begin and end at. */
export function inputOf(state: ListState, filters: readonly Filter[]): Record<string, Asked | number> {
  const input: Record<string, Asked | number> = { page: state.page, pageSize: state.pageSize }
  if (state.cursor !== '') input.cursor = state.cursor
  if (state.sort !== '') input.sort = state.sort
  for (const filter of filters) {
    for (const [key, value] of Object.entries(asked(filter, state.values))) if (value !== '') input[key] = value
  }
  return input
}
