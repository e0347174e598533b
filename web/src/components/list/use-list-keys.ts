import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import { type Action, actionsForRow, actionsForRows } from '../actions/action.ts'
import { type Shortcut, useShortcuts } from '../shortcuts/shortcuts.ts'
import type { Selection } from './selection.ts'

interface ListKeys<Row> {
  readonly page: RefObject<HTMLElement | null>
  readonly rows: readonly Row[] | undefined
  readonly list: {
    readonly rowKey: (row: Row) => string
    readonly link?: (row: Row) => string
    readonly open?: (row: Row) => void
  }
  readonly actions: readonly Action<Row>[]
  readonly selection: Selection
  readonly start: (action: Action<Row>, rows: readonly Row[]) => void
}

/** The row that has the focus, as an element; the browser's focus is the only cursor there is. */
const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('tr[data-key]') ?? null

function moveFocus(page: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(page?.querySelectorAll<HTMLElement>('tr[data-key]') ?? [])]
  const at = focusedRow()
  const next = at ? rows.indexOf(at) + step : 0
  rows[Math.max(0, Math.min(rows.length - 1, next))]?.focus()
}

/** The keys of every list: / j k x Enter, and those of its actions for the ticked rows or else the focused one. */
export function useListKeys<Row>({ page, rows = [], list, actions, selection, start }: ListKeys<Row>): void {
  const navigate = useNavigate()
  const focused = () => {
    const key = focusedRow()?.dataset.key
    return rows.find((row) => list.rowKey(row) === key)
  }
  const act = (action: Action<Row>) => {
    const ticked = rows.filter((row) => selection.has(list.rowKey(row)))
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
    { key: 'j', label: '下一行', run: () => moveFocus(page.current, 1) },
    { key: 'k', label: '上一行', run: () => moveFocus(page.current, -1) },
    {
      key: 'x',
      label: '勾选当前行',
      run: () => {
        const row = focused()
        if (row) selection.toggle(list.rowKey(row))
      },
    },
    {
      key: 'Enter',
      label: '打开当前行',
      run: () => {
        const row = focused()
        if (row && list.link) void navigate(list.link(row))
        else if (row) list.open?.(row)
      },
    },
    ...actions.flatMap((action) =>
      action.shortcut ? [{ key: action.shortcut, label: action.name, run: () => act(action) }] : [],
    ),
  ]
  useShortcuts(shortcuts)
}
