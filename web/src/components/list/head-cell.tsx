import { cx } from '../class-names.ts'
import { cellClass } from './cell-class.ts'
import styles from './grid.module.css'
import type { Column } from './list-types.ts'
import { ResizeHandle } from './resize-handle.tsx'
import { nextSort, type SortWay } from './sorting.ts'

interface HeadCellProps<Row> {
  column: Column<Row>
  /** Its place among the columns that are shown. */
  index: number
  widthPx: number
  /** How the list is sorted by it now; null where it is not, undefined where it cannot be. */
  sorted: SortWay | null | undefined
  /** Takes the list's new `sort`; empty for its own order. */
  onSort: (sort: string) => void
  onWidth: (key: string, px: number) => void
}

const ARIA_SORTS = { asc: 'ascending', desc: 'descending' } as const

/** A column's title: a button where the list can be sorted by it, and the edge that resizes it. */
export function HeadCell<Row>({ column, index, widthPx, sorted, onSort, onWidth }: HeadCellProps<Row>) {
  const { key, title, declared } = column
  const ariaSort = sorted === undefined ? undefined : sorted === null ? 'none' : ARIA_SORTS[sorted]
  return (
    <th scope="col" className={cellClass(column, index)} abbr={title} aria-sort={ariaSort}>
      {sorted === undefined || !declared.sort ? (
        title
      ) : (
        <button
          type="button"
          className={cx(styles.sort, sorted === 'asc' && styles.asc, sorted === 'desc' && styles.desc)}
          onClick={() => onSort(nextSort(key, sorted, declared.sort?.first ?? 'asc'))}
        >
          <span>{title}</span>
        </button>
      )}
      <ResizeHandle title={title} index={index} widthPx={widthPx} onChange={(px) => onWidth(key, px)} />
    </th>
  )
}
