import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { readJson, storeJson } from '../../session/storage.ts'
import type { Filter } from './list-types.ts'
import { employeeKey } from './table-settings.ts'
import { keysOf, type ListState, labelKey, readListState, withoutTyped, writeListState } from './url-state.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

const rememberedKeyOf = (listKey: string): string => employeeKey(`filters:${listKey}`)

/** What was filtered last, as a query; nothing that was typed, whoever stored it. */
function rememberedOf(
  listKey: string,
  filters: readonly Filter[],
  pageSize?: number,
  sorts?: readonly string[],
): string {
  const stored = readJson(rememberedKeyOf(listKey), '', isText)
  if (stored === '') return ''
  return writeListState(withoutTyped(readListState(stored, filters, pageSize, sorts), filters), pageSize)
}

/** The state that counts when the application starts at an address: its own, or of an empty one what was filtered last. */
export function startState(
  listKey: string,
  urlSearch: string,
  filters: readonly Filter[],
  pageSize?: number,
  sorts?: readonly string[],
): ListState {
  const search = urlSearch === '' ? rememberedOf(listKey, filters, pageSize, sorts) : urlSearch
  return readListState(search, filters, pageSize, sorts)
}

/** What an entry of the history says of its list beside the address. */
interface ListEntry {
  /** What a link brought, as far as it stands unchanged, by the keys of the address: nobody's choice, and not remembered. */
  readonly given?: Readonly<Record<string, string>>
  readonly isRestored?: true
}

const entryOf = (state: unknown): ListEntry => (typeof state === 'object' && state !== null ? state : {})

/** What a state asks for, apart from the place in it, by the keys of the address. */
const givenBy = (state: ListState): NonNullable<ListEntry['given']> =>
  Object.fromEntries(new URLSearchParams(writeListState({ ...state, page: 1, cursor: '' }, state.pageSize)))

/** The state as it is remembered: what was typed and what a link brought are nobody's habit. */
function ownPart(
  state: ListState,
  filters: readonly Filter[],
  pageSize: number | undefined,
  given: NonNullable<ListEntry['given']>,
): string {
  const own = new URLSearchParams(writeListState(withoutTyped(state, filters), pageSize))
  for (const filter of filters) {
    const keys = [...keysOf(filter), labelKey(filter.name)]
    if (keys.every((key) => (own.get(key) ?? '') === (given[key] ?? ''))) for (const key of keys) own.delete(key)
  }
  for (const key of ['sort', 'view']) if (own.get(key) === given[key]) own.delete(key)
  return own.toString().replaceAll('%2C', ',')
}

/** True on arrival and after a link; not where somebody went back to the address before they filtered. */
function useMayRestore(): boolean {
  const { key, search } = useLocation()
  const type = useNavigationType()
  const arrival = useRef(key)
  const hasMoved = useRef(false)
  useEffect(() => {
    if (key !== arrival.current) hasMoved.current = true
  }, [key])
  return search === '' && (type !== 'POP' || !hasMoved.current)
}

export interface ListStateControl {
  readonly state: ListState
  /** True where the filters were not chosen here but come from last time. */
  readonly isRestored: boolean
  /** Writes a new state into the URL; `push` makes it a step the back button undoes. */
  readonly go: (next: ListState, how?: 'push' | 'replace') => void
  /** Takes every filter away, the status tab's one and the remembered ones too. */
  readonly reset: () => void
}

/** A state's query behind the keys of the address that stay. */
function searchWith(kept: readonly string[], before: string, written: string): string {
  const known = new URLSearchParams(before)
  const staying = new URLSearchParams(kept.flatMap((key) => (known.has(key) ? [[key, known.get(key) ?? '']] : [])))
  return [staying.toString(), written].filter((part) => part !== '').join('&')
}

const NOTHING_KEPT: readonly string[] = []

/**
 * The state of a list, of which the URL is the only truth. The filters chosen last are restored only into an empty URL,
 * and at once written there; never what was typed or a link brought, nor page and cursor, because the rows have moved on.
 * @param kept keys of the address that are no filters and stay
 */
export function useListState(
  listKey: string,
  filters: readonly Filter[],
  defaultPageSize: number | undefined,
  sorts: readonly string[],
  kept: readonly string[] = NOTHING_KEPT,
): ListStateControl {
  const location = useLocation()
  const navigate = useNavigate()
  const rememberedKey = rememberedKeyOf(listKey)
  const mayRestore = useMayRestore()
  const search = mayRestore ? rememberedOf(listKey, filters, defaultPageSize, sorts) : location.search
  const isRestoring = mayRestore && search !== ''
  const state = useMemo(
    () => readListState(search, filters, defaultPageSize, sorts),
    [search, filters, defaultPageSize, sorts],
  )

  const entry = entryOf(location.state)
  const given = useMemo(
    // an address that nothing was chosen at came from a link
    () => entryOf(location.state).given ?? givenBy(readListState(location.search, filters, defaultPageSize, sorts)),
    [location, filters, defaultPageSize, sorts],
  )
  const remember = useCallback(
    (used: ListState) => storeJson(rememberedKey, ownPart(used, filters, defaultPageSize, given), 'local'),
    [rememberedKey, filters, defaultPageSize, given],
  )
  useEffect(() => {
    if (isRestoring) void navigate({ search }, { replace: true, state: { given: {}, isRestored: true } })
    else if (!mayRestore && Object.keys(given).length === 0) remember(state)
  }, [isRestoring, mayRestore, given, search, state, remember, navigate])

  const go = useCallback(
    (next: ListState, how: 'push' | 'replace' = 'push') => {
      // At once: whoever leaves the page with the next click finds the filter again.
      const asked = givenBy(next)
      const isChosen = JSON.stringify(asked) !== JSON.stringify(givenBy(state)) || next.pageSize !== state.pageSize
      if (isChosen) remember(next)
      const stillGiven = Object.fromEntries(Object.entries(given).filter(([key, value]) => asked[key] === value))
      const written = searchWith(kept, location.search, writeListState(next, defaultPageSize))
      void navigate({ search: written }, { replace: how === 'replace', state: { given: stillGiven } })
    },
    [navigate, remember, defaultPageSize, kept, location.search, state, given],
  )
  const reset = useCallback(() => go({ ...state, values: {}, page: 1, cursor: '', view: '' }), [go, state])
  const isFiltered = Object.keys(state.values).length > 0
  return { state, isRestored: isFiltered && (isRestoring || entry.isRestored === true), go, reset }
}
