import { type Action, actionsForRows } from '../actions/action.ts'
import { Button } from '../button/button.tsx'
import styles from './list.module.css'
import { type Selection, useSelected } from './selection.ts'

interface BulkBarProps<Row> {
  selection: Selection
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  actions: readonly Action<Row>[]
  start: (action: Action<Row>, rows: readonly Row[]) => void
}

/** What can be done with the ticked rows; it covers the tabs' line while rows are ticked, so nothing moves. */
export function BulkBar<Row>({ selection, rows = [], rowKey, actions, start }: BulkBarProps<Row>) {
  const selected = useSelected(selection)
  if (selected.size === 0) return null
  const ticked = rows.filter((row) => selected.has(rowKey(row)))
  return (
    <section className={styles.bulkBar} aria-label="批量操作">
      <span>
        已选 <b className="num">{ticked.length}</b> 项
      </span>
      {actionsForRows(actions, ticked).map((action) => (
        <Button
          key={action.key}
          small
          tone={action.tone ?? 'plain'}
          {...(action.icon ? { icon: action.icon } : {})}
          onClick={() => start(action, ticked)}
        >
          批量{action.name}
        </Button>
      ))}
      <Button small tone="quiet" onClick={() => selection.replace([])}>
        取消选择
      </Button>
    </section>
  )
}
