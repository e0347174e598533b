import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../button/button.tsx'
import { useShortcuts } from '../shortcuts/shortcuts.ts'
import { allFilters } from './all-filters.ts'
import type { ListAnswer, ListDefinition, ListInput } from './list-types.ts'
import styles from './neighbours.module.css'
import { openedFrom, openedIn } from './opened-from.ts'
import { type ListState, readListState, writeListState } from './url-state.ts'
import { rowsInput } from './use-list-query.ts'

type List<Input extends ListInput, Row, Output extends ListAnswer<Row>> = ListDefinition<Input, Row, Output>

/** A row of the list, and the query of the page it stands on. */
interface Place<Row> {
  readonly row: Row
  readonly search: string
}

interface Neighbours<Row> {
  readonly before: (() => Promise<Place<Row> | null>) | null
  readonly after: (() => Promise<Place<Row> | null>) | null
  /** Its place among all rows of the list, from 1. */
  readonly position: number
  readonly total: string
}

/**
 * The rows before and after one of a list, over the borders of its pages. The page as it was last seen counts: a row
 * that left the list meanwhile, as a shipped order leaves those to ship, still has its neighbours.
 * @returns null where the row is not on that page
 */
async function neighboursOf<Input extends ListInput, Row, Output extends ListAnswer<Row>>(
  client: QueryClient,
  list: List<Input, Row, Output>,
  search: string,
  key: string,
): Promise<Neighbours<Row> | null> {
  const state = readListState(search, allFilters(list), list.pageSize)
  const ask = (at: ListState) => client.ensureQueryData(queryOf(list.call, rowsInput(list, at)))
  const page = await ask(state)
  const index = page.list.findIndex((row) => list.rowKey(row) === key)
  if (index < 0) return null
  const here = (row: Row): Place<Row> => ({ row, search })
  const there = (at: ListState, edge: 0 | -1) => async () => {
    const row = (await ask(at)).list.at(edge)
    return row === undefined ? null : { row, search: writeListState(at, list.pageSize) }
  }
  const stepBack = { ...state, page: state.page - 1, cursor: state.page > 2 ? (page.previousCursor ?? '') : '' }
  const stepOn = { ...state, page: state.page + 1, cursor: page.nextCursor ?? '' }
  const [before, after] = [page.list[index - 1], page.list[index + 1]]
  return {
    before: before ? async () => here(before) : state.page > 1 ? there(stepBack, -1) : null,
    after: after ? async () => here(after) : page.nextCursor !== null ? there(stepOn, 0) : null,
    position: (state.page - 1) * page.pageSize + index + 1,
    total: page.totalIsCapped ? `${page.total}+` : String(page.total),
  }
}

interface NeighboursProps<Input extends ListInput, Row, Output extends ListAnswer<Row>> {
  /** Loads the list that the page may have been opened from. */
  load: () => Promise<List<Input, Row, Output>>
  /** The key of the row that is shown. */
  current: string
  /** What it is counted by: 单, 件, 台. */
  unit: string
}

/** 上一单 and 下一单 of the list that the page was opened from; nothing when it was opened otherwise. */
export function Neighbours<Input extends ListInput, Row, Output extends ListAnswer<Row>>({
  load,
  current,
  unit,
}: NeighboursProps<Input, Row, Output>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const opened = openedIn(useLocation().state)
  const [found, setFound] = useState<Neighbours<Row> | null>(null)
  const [list, setList] = useState<List<Input, Row, Output> | null>(null)
  const [name, search] = [opened?.list, opened?.search ?? '']
  useEffect(() => {
    if (name === undefined) return
    let isWanted = true
    const find = async () => {
      const loaded = await load()
      const neighbours = loaded.key === name ? await neighboursOf(client, loaded, search, current) : null
      if (!isWanted) return
      setList(loaded)
      setFound(neighbours)
    }
    // Without its neighbours the page is whole all the same.
    void find().catch(() => {})
    return () => {
      isWanted = false
    }
  }, [client, load, name, search, current])

  const go = async (step: Neighbours<Row>['before']) => {
    const place = await step?.().catch(() => null)
    if (!place || !list?.link) return
    // Going back leads to the list, however many were leafed through.
    const state = openedFrom(list.key, place.search, opened?.path)
    void navigate(list.link(place.row), { replace: true, state })
  }
  const [before, after] = [`上一${unit}`, `下一${unit}`]
  useShortcuts(
    found === null
      ? []
      : [
          { key: 'k', label: before, run: () => void go(found.before) },
          { key: 'j', label: after, run: () => void go(found.after) },
        ],
  )
  if (found === null) return null
  return (
    <nav className={styles.neighbours} aria-label="所在列表">
      <Button small icon="left" disabled={!found.before} title={`${before}（K）`} onClick={() => void go(found.before)}>
        {before}
      </Button>
      <span className="muted num">
        {found.position} / {found.total}
      </span>
      <Button small icon="right" disabled={!found.after} title={`${after}（J）`} onClick={() => void go(found.after)}>
        {after}
      </Button>
    </nav>
  )
}
