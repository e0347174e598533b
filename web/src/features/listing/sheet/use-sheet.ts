import type { Fen } from '@huanji/domain/money'
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { isComposed } from '../../../components/input-method.ts'
import {
  type Cell,
  cellAfter,
  extended,
  fillDown,
  isTable,
  pasted,
  rowsOf,
  type SheetEdit,
  type SheetRange,
  type SheetSize,
} from './cells.ts'

/** What the keys of a sheet do, for the sheet of shortcuts and the line under the table. */
export const SHEET_KEYS: readonly (readonly [string, string])[] = [
  ['Enter / ↓', '下一行'],
  ['Tab', '下一格'],
  ['Shift ↓', '选中多格'],
  ['Ctrl D', '向下填充'],
  ['Ctrl V', '从表格粘贴'],
  ['Ctrl Z', '撤销'],
  ['Esc', '恢复原值'],
]

export interface SheetControl {
  readonly size: SheetSize
  readonly amountAt: (cell: Cell) => Fen | null
  /** @param isBulk true where several boxes change at once, so that it can be taken back at once */
  readonly edit: (edits: readonly SheetEdit[], isBulk: boolean) => void
  readonly undo: () => boolean
  /** What a paste came to, where not all of it fitted. */
  readonly tell: (message: string) => void
}

const cellOf = (element: EventTarget | null): Cell | null => {
  const { cell } = element instanceof HTMLInputElement ? element.dataset : {}
  if (cell === undefined) return null
  const [row = 0, column = 0] = cell.split(':').map(Number)
  return { row, column }
}

/** True where the caret has nothing more to pass in this direction, so that the arrow leads on to the next box. */
function isAtEdge({ selectionStart, selectionEnd, value }: HTMLInputElement, key: string): boolean {
  if (selectionStart === 0 && selectionEnd === value.length) return true
  return key === 'ArrowLeft' ? selectionEnd === 0 : selectionStart === value.length
}

/** What a paste left out, in words; empty when it all fitted. */
export function pasteNote(beyond: number, unread: number): string {
  const notes = [beyond > 0 ? `${beyond} 格超出表格，没有粘贴` : '', unread > 0 ? `${unread} 格不是金额，没有粘贴` : '']
  return notes.filter((note) => note !== '').join('；')
}

/** The keys, the range and the pasting of a sheet of amounts; the handlers belong to its `<tbody>`. */
export function useSheet(control: SheetControl) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [range, setRange] = useState<SheetRange | null>(null)
  const before = useRef<Fen | null>(null)
  const { size, amountAt, edit } = control
  const boxAt = ({ row, column }: Cell) =>
    body.current?.querySelector<HTMLInputElement>(`input[data-cell="${row}:${column}"]`)
  const go = (cell: Cell) => boxAt(cell)?.focus()

  const bulkKey = (event: KeyboardEvent, at: Cell): boolean => {
    const { key, shiftKey } = event
    const isCommand = event.ctrlKey || event.metaKey
    const isMany = range !== null && range.from !== range.to
    if (isCommand && key.toLowerCase() === 'd') edit(fillDown(at, amountAt(at), range, size), true)
    else if (isCommand && key.toLowerCase() === 'z') return control.undo()
    else if (shiftKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
      setRange(extended(range, at, key === 'ArrowDown' ? 1 : -1, size))
    } else if (isMany && (key === 'Delete' || key === 'Backspace')) {
      edit(
        rowsOf(range).map((row) => ({ row, column: range.column, fen: null })),
        true,
      )
    } else return false
    return true
  }
  const escaped = (at: Cell): boolean => {
    if (range !== null) {
      setRange(null)
      return true
    }
    if (amountAt(at) === before.current) return false
    edit([{ ...at, fen: before.current }], false)
    return true
  }
  const moved = (event: KeyboardEvent, at: Cell): boolean => {
    const { key, currentTarget: _, target } = event
    const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
    if (isSideways && !isAtEdge(target as HTMLInputElement, key)) return false
    const next = cellAfter(key, at, size, event.shiftKey)
    if (next) go(next)
    // Enter sends no form off, at the end of the sheet either; Tab leads out of it.
    return next !== null || key === 'Enter'
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = cellOf(event.target)
    if (!at || isComposed(event) || event.altKey) return
    const isCommand = event.ctrlKey || event.metaKey
    const isDone = bulkKey(event, at) || (!isCommand && (event.key === 'Escape' ? escaped(at) : moved(event, at)))
    if (!isDone) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onFocus = (event: FocusEvent) => {
    const at = cellOf(event.target)
    if (!at) return
    before.current = amountAt(at)
    ;(event.target as HTMLInputElement).select()
    setRange(null)
  }
  const onPaste = (event: ClipboardEvent) => {
    const at = cellOf(event.target)
    const text = event.clipboardData.getData('text/plain')
    if (!at || !isTable(text)) return
    event.preventDefault()
    const { edits, beyond, unread } = pasted(text, at, size)
    edit(edits, true)
    control.tell(pasteNote(beyond, unread))
  }
  return { body, range, go, handlers: { onKeyDown, onFocus, onPaste } }
}
