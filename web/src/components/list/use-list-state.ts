import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { readJson, storeJson } from '../../session/storage.ts'
import type { Filter } from './list-types.ts'
import { employeeKey } from './table-settings.ts'
import { type ListState, readListState, withoutTyped, writeListState } from './url-state.ts'

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

const isRestoredEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'isRestored' in state

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
 * The state of a list, of which the URL is the only truth. The filters used last are restored only into an empty URL,
 * and at once written there; never what was typed, nor page and cursor, because the rows have moved on.
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

  const remember = useCallback(
    (used: ListState) =>
      storeJson(rememberedKey, writeListState(withoutTyped(used, filters), defaultPageSize), 'local'),
    [rememberedKey, filters, defaultPageSize],
  )
  useEffect(() => {
    if (isRestoring) void navigate({ search }, { replace: true, state: { isRestored: true } })
    else if (!mayRestore) remember(state)
  }, [isRestoring, mayRestore, search, state, remember, navigate])

  const go = useCallback(
    (next: ListState, how: 'push' | 'replace' = 'push') => {
      // At once: whoever leaves the page with the next click finds the filter again.
      remember(next)
      const written = searchWith(kept, location.search, writeListState(next, defaultPageSize))
      void navigate({ search: written }, { replace: how === 'replace' })
    },
    [navigate, remember, defaultPageSize, kept, location.search],
  )
  const reset = useCallback(() => go({ ...state, values: {}, page: 1, cursor: '', view: '' }), [go, state])
  const isFiltered = Object.keys(state.values).length > 0
  return { state, isRestored: isFiltered && (isRestoring || isRestoredEntry(location.state)), go, reset }
}
