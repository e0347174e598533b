import { askingFor } from '@huanji/contract/columns/column'
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import { askEarly } from '../../api/early-answers.ts'
import { pollMs, queryOf, refresh, updateListRow } from '../../api/queries.ts'
import { allFilters } from './all-filters.ts'
import { askedColumns } from './column-order.ts'
import type { ListAnswer, ListDefinition, ListInput } from './list-types.ts'
import { sortWords } from './sorting.ts'
import { storedSettings, type TableSettings } from './table-settings.ts'
import { inputOf, type ListState } from './url-state.ts'
import { startState } from './use-list-state.ts'

/**
 * The list's call with what the URL, the definition's `fixed` part and its `derive` ask for.
 * The filters' names are checked against the call's input where the list is defined; here they are only put together.
 */
export function listInput<Input extends ListInput, Row, Output extends ListAnswer<Row>>(
  list: ListDefinition<Input, Row, Output>,
  state: ListState,
): Input {
  const asked = { ...inputOf(state, allFilters(list)), ...list.fixed } as Partial<Input>
  return { ...asked, ...list.derive?.(asked) } as Input
}

/** The same with what asks for the values of the columns that the person has on screen. */
export function rowsInput<Input extends ListInput, Row, Output extends ListAnswer<Row>>(
  list: ListDefinition<Input, Row, Output>,
  state: ListState,
  { shown }: Pick<TableSettings, 'shown'> = storedSettings(list, state.values),
): Input {
  return { ...listInput(list, state), ...askingFor(Object.values(askedColumns(list.columns, shown))) }
}

/**
 * Asks for the rows that the window's address names before the page is there; a list page's module exports it as
 * `preload`.
 */
export function askListEarly<Input extends ListInput, Row, Output extends ListAnswer<Row>>(
  list: ListDefinition<Input, Row, Output>,
): void {
  const state = startState(list.key, location.search, allFilters(list), list.pageSize, sortWords(list.columns))
  askEarly(list.call, rowsInput(list, state))
}

/** The page of rows that the state asks for; the rows before stay until the new ones are there. */
export function useListQuery<Input extends ListInput, Row, Output extends ListAnswer<Row>>(
  list: ListDefinition<Input, Row, Output>,
  state: ListState,
  settings: TableSettings,
) {
  return useQuery({
    ...queryOf(list.call, rowsInput(list, state, settings)),
    placeholderData: keepPreviousData,
    refetchInterval: () => list.refreshEveryMs !== undefined && pollMs(list.refreshEveryMs),
  })
}

/** What actions need to keep the list true: one row changed in place, or all of it asked again. */
export function listChanges<Input extends ListInput, Row, Output extends ListAnswer<Row>>(
  list: ListDefinition<Input, Row, Output>,
  queries: QueryClient,
) {
  return {
    updateRow: (row: Row, change: (row: Row) => Row) => {
      const key = list.rowKey(row)
      updateListRow<Input, Row, Output>(queries, list.call, (other) => list.rowKey(other) === key, change)
    },
    refresh: () => refresh(queries, list.call),
  }
}
