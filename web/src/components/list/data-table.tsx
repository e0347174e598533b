import { useMemo } from 'react'
import { errorText } from '../../api/refusal.ts'
import type { Action } from '../actions/action.ts'
import { cx } from '../class-names.ts'
import { EmptyState } from '../empty/empty-state.tsx'
import { cellClass } from './cell-class.ts'
import { shownColumns } from './column-order.ts'
import { DataRow } from './data-row.tsx'
import styles from './grid.module.css'
import { HeadCheckbox } from './head-checkbox.tsx'
import type { Column, EmptyText } from './list-types.ts'
import type { Selection } from './selection.ts'
import type { TableSettings } from './table-settings.ts'
import { useRowWindow } from './use-row-window.ts'

const DENSITIES = { compact: styles.compact, normal: undefined, roomy: styles.roomy }
const TICK_PX = 40
const ACTION_PX = 168

interface Listed<Row> {
  readonly title: string
  readonly rowKey: (row: Row) => string
  readonly rowLabel: (row: Row) => string
  readonly link?: (row: Row) => string
  readonly empty?: EmptyText
}

interface DataTableProps<Row> {
  list: Listed<Row>
  /** All of them; the settings say which are shown, and in which order. */
  columns: readonly Column<Row>[]
  /** Undefined while the first answer is on its way. */
  rows: readonly Row[] | undefined
  actions: readonly Action<Row>[]
  settings: TableSettings
  selection: Selection
  start: (action: Action<Row>, rows: readonly Row[]) => void
  skeletonRows: number
  isStale: boolean
  error: Error | null
  retry: () => void
  isFiltered: boolean
  reset: () => void
}

/**
 * A plain HTML table with fixed widths, so that nothing moves when rows arrive; head, first column and actions are
 * sticky. Rows are memoised: ticking one renders that row only.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, rows, actions, settings, selection, start } = props
  const { order, shown } = settings
  // Kept while it is the same, as through a change of density: rows are memoised by it.
  const columns = useMemo(() => shownColumns(props.columns, { order, shown }), [props.columns, order, shown])
  const hasActions = actions.some((action) => action.single !== false)
  const canTick = actions.some((action) => action.bulk)
  const keys = useMemo(() => rows?.map(list.rowKey) ?? [], [rows, list])
  const widthPx =
    columns.reduce((sum, column) => sum + column.widthPx, 0) + (canTick ? TICK_PX : 0) + (hasActions ? ACTION_PX : 0)
  const seen = useRowWindow(rows?.length ?? 0, settings.density)
  const cellCount = columns.length + (canTick ? 1 : 0) + (hasActions ? 1 : 0)
  return (
    <section
      ref={seen.scroll}
      className={cx(styles.scroll, DENSITIES[settings.density])}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={`${list.title}表格`}
    >
      <table
        className={styles.grid}
        style={{ minWidth: widthPx }}
        aria-busy={rows === undefined || props.isStale}
        aria-rowcount={rows ? rows.length + 1 : -1}
      >
        <colgroup>
          {canTick ? <col style={{ width: TICK_PX }} /> : null}
          {columns.map((column) => (
            <col key={column.key} style={{ width: column.widthPx }} />
          ))}
          {hasActions ? <col style={{ width: ACTION_PX }} /> : null}
        </colgroup>
        <thead>
          <tr>
            {canTick ? (
              <th className={styles.tick}>
                <HeadCheckbox selection={selection} keys={keys} />
              </th>
            ) : null}
            {columns.map((column, index) => (
              <th key={column.key} scope="col" className={cellClass(column, index, canTick)}>
                {column.title}
              </th>
            ))}
            {hasActions ? (
              <th scope="col" className={styles.actions}>
                操作
              </th>
            ) : null}
          </tr>
        </thead>
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
              selection={canTick ? selection : null}
              start={start}
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

function TableMessage<Row>({ list, rows, error, retry, isFiltered, reset }: DataTableProps<Row>) {
  if (error && !rows) {
    return (
      <EmptyState tone="error" title="列表加载失败" hint={errorText(error)} action={{ name: '重试', run: retry }} />
    )
  }
  if (rows?.length !== 0) return null
  if (isFiltered) {
    return (
      <EmptyState
        title="没有符合条件的记录"
        hint="换个条件试试，或清空筛选。"
        action={{ name: '清空筛选', run: reset }}
      />
    )
  }
  return <EmptyState title={list.empty?.title ?? '还没有记录'} hint={list.empty?.hint ?? ''} />
}
