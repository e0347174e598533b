import { wordOf } from '@huanji/contract/columns/cell-text'
import { valuesOf } from '@huanji/contract/columns/column'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useLayoutEffect, useMemo, useState } from 'react'
import { type Action, type ActionContext, isGranted, type RowWords } from '../actions/action.ts'
import { lateModule } from '../late/late-module.ts'
import { columnsOf } from './columns-of.ts'
import type { ListAnswer, ListDefinition, ListInput } from './list-types.ts'
import { Peek } from './peek.ts'
import { useNavigateFrom } from './row-link.tsx'
import { Selection } from './selection.ts'
import type { ListState } from './url-state.ts'
import { listChanges, listInput, type useListQuery } from './use-list-query.ts'

const loadRun = lateModule(() => import('../actions/run-action.tsx'))

/** The input of the list's call that says which rows there are, whatever page of them and in whatever order. */
export function filterOf<Input extends ListInput, Row, Output extends ListAnswer<Row>>(
  list: ListDefinition<Input, Row, Output>,
  state: ListState,
): Partial<Input> {
  const { page, pageSize, cursor, ...filter } = listInput(list, state)
  return filter as Partial<Input>
}

/** The word of a row's state, from the first column of states; undefined where the list has none. */
function stateWord<Input extends ListInput, Row, Output extends ListAnswer<Row>>({
  columns,
  rowState,
}: ListDefinition<Input, Row, Output>): RowWords<Row>['state'] {
  if (rowState) return rowState
  const column = Object.values(columns).find(({ kind }) => kind === 'state')
  return column && ((row) => wordOf(column, valuesOf(column, row)))
}

/**
 * What a list's table is made of beside its settings: the rows with what is ticked and previewed of them, the columns
 * and actions that the person may have, and how an action is started.
 */
export function useListTable<Input extends ListInput, Row, Output extends ListAnswer<Row>>(
  list: ListDefinition<Input, Row, Output>,
  state: ListState,
  { data }: ReturnType<typeof useListQuery<Input, Row, Output>>,
) {
  const [selection] = useState(() => new Selection<Row>())
  const [peek] = useState(() => new Peek())
  const navigate = useNavigateFrom(list.key)
  const queries = useQueryClient()
  const columns = useMemo(() => columnsOf(list.columns, list.cells), [list])
  const actions = useMemo(() => (list.actions ?? []).filter(isGranted), [list])
  const words = useMemo(() => ({ label: list.rowLabel, state: stateWord(list) }), [list])

  // Of the answer that is there: while another one is on its way, the rows on screen are those of the state before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state has no rows until its answer is there
  const answered = useMemo(() => {
    if (!data) return undefined
    const { sort: _, ...filter } = filterOf(list, state) as Partial<Input> & { sort?: unknown }
    return {
      rows: data.list,
      scope: JSON.stringify(filter),
      place: `${state.sort} ${state.pageSize} ${state.page}`,
    }
  }, [data])
  // Deferred, so that rendering a hundred rows is cut into slices and never holds up a key or a click.
  const shown = useDeferredValue(answered)
  const rows = shown?.rows

  // Before the rows are painted: no action may reach a row that is no longer there.
  useLayoutEffect(() => {
    if (!shown) return
    const byKey = new Map(shown.rows.map((row) => [list.rowKey(row), row]))
    selection.show({ ...shown, rows: byKey })
    const peeked = peek.now()
    if (peeked !== null && !byKey.has(peeked)) peek.close()
  }, [shown, selection, peek, list])

  const start = useMemo(() => {
    const context: ActionContext<Row> = { navigate, queries, ...listChanges(list, queries) }
    const run = async (action: Action<Row>, chosen: readonly Row[]) => {
      const { runAction } = await loadRun()
      await runAction(action, chosen, context, words)
    }
    return (action: Action<Row>, chosen: readonly Row[]) => void run(action, chosen)
  }, [list, navigate, queries, words])

  return { rows, columns, actions, words, selection, peek, start }
}
