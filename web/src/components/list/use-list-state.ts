import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readJson, storeJson } from '../../session/storage.ts'
import type { Filter } from './list-types.ts'
import { employeeKey } from './table-settings.ts'
import { type ListState, readListState, writeListState } from './url-state.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

const rememberedKeyOf = (listKey: string): string => employeeKey(`filters:${listKey}`)

/** The query that counts: the URL's, or that of the filters used last when the URL has none. */
export function searchOf(listKey: string, urlSearch: string): string {
  return urlSearch === '' ? readJson(rememberedKeyOf(listKey), '', isText) : urlSearch
}

export interface ListStateControl {
  readonly state: ListState
  /** Writes a new state into the URL; `push` makes it a step the back button undoes. */
  readonly go: (next: ListState, how?: 'push' | 'replace') => void
  /** Back to no filters at all, and forgets the remembered ones. */
  readonly reset: () => void
}

/**
 * The state of a list, of which the URL is the only truth. The filters used last are restored only into an empty URL,
 * and at once written there; page and cursor are never restored, because the rows have moved on.
 */
export function useListState(
  listKey: string,
  filters: readonly Filter[],
  defaultPageSize: number | undefined,
  sorts: readonly string[],
): ListStateControl {
  const location = useLocation()
  const navigate = useNavigate()
  const rememberedKey = rememberedKeyOf(listKey)
  const isBare = location.search === ''
  const search = searchOf(listKey, location.search)
  const state = useMemo(
    () => readListState(search, filters, defaultPageSize, sorts),
    [search, filters, defaultPageSize, sorts],
  )

  const remember = useCallback(
    (used: ListState) =>
      storeJson(rememberedKey, writeListState({ ...used, page: 1, cursor: '' }, defaultPageSize), 'local'),
    [rememberedKey, defaultPageSize],
  )
  useEffect(() => {
    if (isBare && search !== '') void navigate({ search }, { replace: true })
    if (!isBare) remember(state)
  }, [isBare, search, state, remember, navigate])

  const go = useCallback(
    (next: ListState, how: 'push' | 'replace' = 'push') => {
      // At once: whoever leaves the page with the next click finds the filter again.
      remember(next)
      void navigate({ search: writeListState(next, defaultPageSize) }, { replace: how === 'replace' })
    },
    [navigate, remember, defaultPageSize],
  )
  const reset = useCallback(() => {
    storeJson(rememberedKey, '', 'local')
    void navigate({ search: '' })
  }, [navigate, rememberedKey])
  return { state, go, reset }
}
