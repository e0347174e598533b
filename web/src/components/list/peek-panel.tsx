import type { Columns } from '@huanji/contract/columns/column'
import type { RefObject } from 'react'
import { type Action, actionsForRow } from '../actions/action.ts'
import { Button } from '../button/button.tsx'
import { buttonClass } from '../button/button-class.ts'
import { Facts } from '../detail/detail.tsx'
import { useShortcuts } from '../shortcuts/shortcuts.ts'
import { factsOf } from './facts-of.tsx'
import type { Cell, Cells, ListAnswer, ListDefinition, ListInput } from './list-types.ts'
import type { Peek } from './peek.ts'
import styles from './peek-panel.module.css'
import { focusedRow, focusRow, stepFocus } from './row-focus.ts'
import { RowLink } from './row-link.tsx'

interface PeekPanelProps<Input extends ListInput, Row, Output extends ListAnswer<Row>> {
  list: ListDefinition<Input, Row, Output>
  /** Those whose values the row has. */
  columns: Columns<Row>
  row: Row
  actions: readonly Action<Row>[]
  peek: Peek
  /** The list's page, whose rows have the focus. */
  page: RefObject<HTMLElement | null>
  start: (action: Action<Row>, rows: readonly Row[]) => void
}

/** Within the preview the arrows scroll. */
const isOnRow = (): boolean => focusedRow() !== null

/** The looks of facts: a cell that says what other columns say too gives way to them. */
const looksOf = <Row,>(cells: Cells<Row>): Cells<Row> =>
  Object.fromEntries(
    Object.entries<Cell<Row> | undefined>(cells).map(([key, look = {}]) => {
      const { cell: _, ...rest } = look
      return [key, look.shows ? rest : look]
    }),
  )

/**
 * Everything that the list knows of one row, beside it: hidden columns too where their values came with it, its photograph, and what can be done with
 * it. The focus stays with the rows, so that ↑ ↓ go on to the next one.
 */
export function PeekPanel<Input extends ListInput, Row, Output extends ListAnswer<Row>>({
  list,
  columns,
  row,
  actions,
  peek,
  page,
  start,
}: PeekPanelProps<Input, Row, Output>) {
  const key = list.rowKey(row)
  const label = list.rowLabel(row)
  const close = () => {
    peek.close()
    focusRow(page.current, key)
  }
  useShortcuts([
    { key: 'ArrowDown', label: '预览下一行', isOn: isOnRow, run: () => stepFocus(page.current, 1, key) },
    { key: 'ArrowUp', label: '预览上一行', isOn: isOnRow, run: () => stepFocus(page.current, -1, key) },
    {
      key: 'ArrowRight',
      label: '进入预览',
      isOn: isOnRow,
      run: () => page.current?.querySelector<HTMLElement>('[data-peek]')?.focus(),
    },
    { key: 'Escape', label: '关闭预览', run: close },
  ])
  const cover = list.rowCover?.(row) ?? null
  const allowed = actionsForRow(actions, row)
  return (
    <section className={styles.panel} aria-label={`预览${label}`}>
      <header className={styles.head}>
        <h2 aria-live="polite">{label}</h2>
        {list.link ? (
          <RowLink className={buttonClass({ tone: 'link' })} listKey={list.key} href={list.link(row)}>
            打开
          </RowLink>
        ) : null}
        <Button tone="quiet" small icon="close" aria-label="关闭预览" onClick={close} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.body} tabIndex={0} data-peek="" aria-label={`${label}的内容`}>
        {cover ? <img className={styles.cover} src={cover} alt="" /> : null}
        <Facts items={factsOf(columns, row, looksOf(list.cells ?? {}))} />
      </section>
      {allowed.length > 0 ? (
        <footer className={styles.foot}>
          {allowed.map((action) => (
            <Button key={action.key} small tone={action.tone ?? 'plain'} onClick={() => start(action, [row])}>
              {action.name}
            </Button>
          ))}
        </footer>
      ) : null}
    </section>
  )
}
