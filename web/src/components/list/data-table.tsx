import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FocusEvent, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { can } from '../../session/session.ts'
import type { Action } from '../actions/action.ts'
import { cx } from '../class-names.ts'
import { EmptyState } from '../empty/empty-state.tsx'
import { FailedState } from '../empty/failed-state.tsx'
import { shownColumns } from './column-order.ts'
import { TICK_PX, tableWidths } from './column-widths.ts'
import { DataRow } from './data-row.tsx'
import styles from './grid.module.css'
import { HeadCell } from './head-cell.tsx'
import { HeadCheckbox } from './head-checkbox.tsx'
import type { Column, EmptyText } from './list-types.ts'
import type { Peek } from './peek.ts'
import type { Selection } from './selection.ts'
import { sortedBy } from './sorting.ts'
import type { TableSettings } from './table-settings.ts'
import { useRowWindow } from './use-row-window.ts'

const DENSITIES = { compact: styles.compact, normal: undefined, roomy: styles.roomy }
/** Wide only where nothing can hover: there the actions stand in a column of their own. */
const ACTIONS_WIDTH = 'var(--actions)'

interface Listed<Row> {
  readonly title: string
  readonly key: string
  readonly rowKey: (row: Row) => string
  readonly rowLabel: (row: Row) => string
  readonly link?: (row: Row) => string
  readonly empty?: EmptyText
}

interface DataTableProps<Row> {
  list: Listed<Row>
  /** All of them; the settings say which are shown, in which order and how wide. */
  columns: readonly Column<Row>[]
  /** Undefined while the first answer is on its way. */
  rows: readonly Row[] | undefined
  /** Theirs, in their order. */
  keys: readonly string[]
  actions: readonly Action<Row>[]
  settings: TableSettings
  onSettings: (settings: TableSettings) => void
  /** The rows' actions stand in a column of their own. */
  showsActions: boolean
  /** The list's order; empty for its own. */
  sort: string
  onSort: (sort: string) => void
  /** The value of the tabs' filter. */
  tab: string
  selection: Selection<Row>
  peek: Peek
  start: (action: Action<Row>, rows: readonly Row[]) => void
  skeletonRows: number
  isStale: boolean
  error: Error | null
  retry: () => void
  isFiltered: boolean
  /** Counts the rows there are without filters; null where these were chosen now and not last time. */
  countAll: (() => Promise<string>) | null
  reset: () => void
}

/**
 * A plain HTML table with fixed widths, so that nothing moves when rows arrive; head and first column are sticky, and
 * a row's actions come over its end when they are wanted. Rows are memoised: ticking one renders that row only.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, rows, actions, settings, selection, peek } = props
  const { order, shown } = settings
  // Kept while it is the same, as through a change of density or width: rows are memoised by it.
  const columns = useMemo(() => shownColumns(props.columns, { order, shown }), [props.columns, order, shown])
  const hasActions = actions.some((action) => action.single !== false)
  const widths = tableWidths(columns, settings.widths, `${TICK_PX}px${hasActions ? ` + ${ACTIONS_WIDTH}` : ''}`)
  const seen = useRowWindow(rows?.length ?? 0, settings.density)
  const cellCount = columns.length + (hasActions ? 2 : 1)
  const follow = (event: FocusEvent<HTMLElement>) => {
    const { key } = event.target.dataset
    if (key !== undefined && peek.now() !== null) peek.show(key)
  }
  return (
    <section
      ref={seen.scroll}
      className={cx(styles.scroll, DENSITIES[settings.density])}
      data-acting={props.showsActions || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={`${list.title}表格`}
    >
      <table
        className={styles.grid}
        style={widths.table}
        aria-busy={rows === undefined || props.isStale}
        aria-rowcount={rows ? rows.length + 1 : -1}
        onFocus={follow}
      >
        <colgroup>
          <col style={{ width: TICK_PX }} />
          {columns.map((column, index) => (
            <col key={column.key} style={{ width: widths.columns[index] }} />
          ))}
          {hasActions ? <col style={{ width: ACTIONS_WIDTH }} /> : null}
        </colgroup>
        <TableHead {...props} columns={columns} widthsPx={widths.px} hasActions={hasActions} />
        <tbody className={props.isStale ? styles.stale : undefined}>
          <SpacerRow heightPx={seen.abovePx} cells={cellCount} />
          {rows?.slice(seen.first, seen.end).map((row, index) => (
            <DataRow
              key={list.rowKey(row)}
              row={row}
              ordinal={seen.first + index + 2}
              list={list}
              columns={columns}
              actions={actions}
              hasActions={hasActions}
              selection={selection}
              peek={peek}
              start={props.start}
            />
          ))}
          <SpacerRow heightPx={seen.belowPx} cells={cellCount} />
          {rows === undefined && !props.error ? <SkeletonRows count={props.skeletonRows} columns={cellCount} /> : null}
        </tbody>
      </table>
      <TableMessage {...props} />
    </section>
  )
}

interface TableHeadProps<Row> extends DataTableProps<Row> {
  widthsPx: readonly number[]
  hasActions: boolean
}

function TableHead<Row>({ columns, keys, widthsPx, hasActions, ...props }: TableHeadProps<Row>) {
  const { settings, onSettings, selection, sort, tab } = props
  const setWidth = (key: string, px: number) => onSettings({ ...settings, widths: { ...settings.widths, [key]: px } })
  return (
    <thead>
      <tr>
        <th className={styles.tick}>
          <HeadCheckbox selection={selection} keys={keys} />
        </th>
        {columns.map((column, index) => (
          <HeadCell
            key={column.key}
            column={column}
            index={index}
            widthPx={widthsPx[index] ?? column.widthPx}
            sorted={sortedBy(column, sort, tab)}
            onSort={props.onSort}
            onWidth={setWidth}
          />
        ))}
        {hasActions ? (
          <th scope="col" className={styles.actions}>
            <span>操作</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

/** Stands for rows that are scrolled out of sight. */
function SpacerRow({ heightPx, cells }: { heightPx: number; cells: number }) {
  if (heightPx <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table's row takes no focus; the rule takes it for a grid's
    <tr className={styles.spacer} data-stand-in="hidden" aria-hidden="true">
      <td colSpan={cells} style={{ height: heightPx }} />
    </tr>
  )
}

/** Place-holders of the rows' height, for eyes alone; one striped cell each, thrown away within a moment. */
function SkeletonRows({ count, columns }: { count: number; columns: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: place-holders have no other identity
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table's row takes no focus; the rule takes it for a grid's
    <tr key={row} className={styles.skeleton} data-stand-in="loading" aria-hidden="true">
      <td colSpan={columns}>
        <i />
      </td>
    </tr>
  ))
}

function TableMessage<Row>({ list, rows, error, retry, isFiltered, countAll, reset }: DataTableProps<Row>) {
  if (error && !rows) return <FailedState what="列表" error={error} retry={retry} />
  if (rows?.length !== 0) return null
  if (isFiltered) return <NothingFound listKey={list.key} countAll={countAll} reset={reset} />
  return <NothingYet empty={list.empty} />
}

interface NothingFoundProps {
  listKey: string
  countAll: (() => Promise<string>) | null
  reset: () => void
}

/** Filters of last time are easily overlooked: beside them stands how much they leave out. */
function NothingFound({ listKey, countAll, reset }: NothingFoundProps) {
  const { data: all = '0' } = useQuery({
    queryKey: ['rows without filters', listKey],
    queryFn: () => countAll?.() ?? '0',
    enabled: countAll !== null,
  })
  const left = countAll !== null && all !== '0' ? all : ''
  return (
    <EmptyState
      title={left ? '上次的筛选没有符合的记录' : '没有符合条件的记录'}
      hint={left ? `不筛选时共有 ${left} 条。` : '换个条件试试，或清空筛选。'}
      action={{ name: left ? `清空筛选，看全部 ${left} 条` : '清空筛选', run: reset }}
    />
  )
}

function NothingYet({ empty }: { empty: EmptyText | undefined }) {
  const queries = useQueryClient()
  const goTo = useNavigate()
  const lead = empty?.lead
  const action = lead && can(lead.grant) ? { name: lead.name, run: () => void lead.run({ queries, goTo }) } : undefined
  return (
    <EmptyState title={empty?.title ?? '还没有记录'} hint={empty?.hint ?? ''} {...(action ? { action } : undefined)} />
  )
}
