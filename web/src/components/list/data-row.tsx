import { memo, type ReactNode } from 'react'
import { type Action, actionsForRow } from '../actions/action.ts'
import { CopyButton } from '../copy/copy-button.tsx'
import { cellClass } from './cell-class.ts'
import styles from './grid.module.css'
import type { Column } from './list-types.ts'
import { type Peek, useIsPeeked } from './peek.ts'
import { RowActions } from './row-actions.tsx'
import { RowLink } from './row-link.tsx'
import { type Selection, useIsSelected } from './selection.ts'

interface DataRowProps<Row> {
  row: Row
  /** Its place in the table, the head being 1. */
  ordinal: number
  list: {
    readonly key: string
    readonly rowKey: (row: Row) => string
    readonly rowLabel: (row: Row) => string
    readonly link?: (row: Row) => string
  }
  columns: readonly Column<Row>[]
  actions: readonly Action<Row>[]
  hasActions: boolean
  selection: Selection<Row>
  peek: Peek
  start: (action: Action<Row>, rows: readonly Row[]) => void
}

interface CellContentProps<Row> {
  column: Column<Row>
  row: Row
  listKey: string
  href: string | null
}

function CellContent<Row>({ column, row, listKey, href }: CellContentProps<Row>): ReactNode {
  const copied = column.copy?.(row) ?? ''
  const cell = column.cell(row)
  const content = href ? (
    <RowLink listKey={listKey} href={href}>
      {cell}
    </RowLink>
  ) : (
    cell
  )
  // Most cells hold their content and nothing else: with a hundred rows every further element costs time.
  if (copied === '') return content
  return (
    <div className={styles.cell}>
      <span className={styles.text}>{content}</span>
      <CopyButton text={copied} what={column.title} />
    </div>
  )
}

function PlainRow<Row>({ row, list, columns, actions, hasActions, start }: DataRowProps<Row>) {
  return (
    <>
      {columns.map((column, index) => (
        <td key={column.key} className={cellClass(column, index)}>
          <CellContent
            column={column}
            row={row}
            listKey={list.key}
            href={index === 0 && list.link ? list.link(row) : null}
          />
        </td>
      ))}
      {hasActions ? (
        <td className={styles.actions}>
          <RowActions actions={actionsForRow(actions, row)} start={(action) => start(action, [row])} />
        </td>
      ) : null}
    </>
  )
}

/** The cells apart from the tick box: ticking a row must not render them again. */
const Cells = memo(PlainRow) as typeof PlainRow

function Row<Row>(props: DataRowProps<Row>) {
  const { row, list, selection } = props
  const key = list.rowKey(row)
  const isTicked = useIsSelected(selection, key)
  const isPeeked = useIsPeeked(props.peek, key)
  return (
    <tr
      data-key={key}
      aria-rowindex={props.ordinal}
      aria-current={isPeeked ? 'true' : undefined}
      tabIndex={-1}
      data-ticked={isTicked ? '' : undefined}
    >
      <td className={styles.tick}>
        <input
          type="checkbox"
          checked={isTicked}
          aria-label={`选择${list.rowLabel(row)}`}
          onChange={() => selection.toggle(key)}
        />
      </td>
      <Cells {...props} />
    </tr>
  )
}

/** One row of a list; renders again only when the row itself, its columns, its own tick or its preview changed. */
export const DataRow = memo(Row) as typeof Row
