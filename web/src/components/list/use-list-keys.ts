import type { RefObject } from 'react'
import { type Action, actionsForRow, actionsForRows } from '../actions/action.ts'
import { type Shortcut, useShortcuts } from '../shortcuts/shortcuts.ts'
import type { Peek } from './peek.ts'
import { focusedRow, stepFocus } from './row-focus.ts'
import { useNavigateFrom } from './row-link.tsx'
import type { Selection } from './selection.ts'

interface ListKeys<Row> {
  readonly page: RefObject<HTMLElement | null>
  readonly rows: readonly Row[] | undefined
  readonly list: {
    readonly key: string
    readonly rowKey: (row: Row) => string
    readonly link?: (row: Row) => string
    readonly open?: (row: Row) => void
  }
  readonly actions: readonly Action<Row>[]
  readonly selection: Selection<Row>
  readonly peek: Peek
  readonly start: (action: Action<Row>, rows: readonly Row[]) => void
}

/** The keys of every list: / j k x Space Enter, and those of its actions for the ticked rows or else the focused one. */
export function useListKeys<Row>({ page, rows = [], list, actions, selection, peek, start }: ListKeys<Row>): void {
  const navigate = useNavigateFrom(list.key)
  const focused = () => {
    const key = focusedRow()?.dataset.key
    return rows.find((row) => list.rowKey(row) === key)
  }
  const onFocused = (run: (row: Row) => void) => () => {
    const row = focused()
    if (row !== undefined) run(row)
  }
  const act = (action: Action<Row>) => {
    const ticks = selection.all()
    // what everything found is done for is said in the bar, and asked there
    if (ticks.allBut) return
    const ticked = [...ticks.rows.values()].map(({ row }) => row)
    if (ticked.length > 0 && actionsForRows([action], ticked).length > 0) start(action, ticked)
    const row = focused()
    if (ticked.length === 0 && row && actionsForRow([action], row).length > 0) start(action, [row])
  }
  const shortcuts: Shortcut[] = [
    {
      key: '/',
      label: '输入筛选条件',
      run: () => page.current?.querySelector<HTMLElement>('[data-main-filter]')?.focus(),
    },
    { key: 'j', label: '下一行', run: () => stepFocus(page.current, 1) },
    { key: 'k', label: '上一行', run: () => stepFocus(page.current, -1) },
    { key: 'x', label: '勾选当前行', run: onFocused((row) => selection.toggle(list.rowKey(row))) },
    {
      key: ' ',
      label: '预览当前行',
      isOn: () => focusedRow() !== null,
      run: onFocused((row) => (peek.now() === list.rowKey(row) ? peek.close() : peek.show(list.rowKey(row)))),
    },
    {
      key: 'Enter',
      label: '打开当前行',
      run: onFocused((row) => {
        if (list.link) void navigate(list.link(row))
        else list.open?.(row)
      }),
    },
    ...actions.flatMap((action) =>
      action.shortcut ? [{ key: action.shortcut, label: action.name, run: () => act(action) }] : [],
    ),
  ]
  useShortcuts(shortcuts)
}
