import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { bounded, fittingPx, NARROWEST_PX, WIDEST_PX, widthName } from './column-widths.ts'
import styles from './grid.module.css'

const STEP_PX = 8
const LONG_STEP_PX = 40

interface ResizeHandleProps {
  /** What the column is called. */
  title: string
  /** Its place among the columns. */
  index: number
  widthPx: number
  /** Called when the width is settled: on release, not while dragging. */
  onChange: (px: number) => void
}

interface Parts {
  readonly table: HTMLTableElement
  readonly head: HTMLTableCellElement
  readonly columns: readonly HTMLTableColElement[]
}

function partsOf(handle: Element): Parts | null {
  const head = handle.closest('th')
  const table = handle.closest('table')
  return head && table ? { table, head, columns: [...table.querySelectorAll('col')] } : null
}

/** A column that is being drawn wider or narrower. */
interface Drag {
  readonly fromX: number
  readonly fromPx: number
  readonly show: (px: number) => void
  /** Puts the table back to what it was drawn with. */
  readonly end: () => void
}

/**
 * Holds the table still but for one column, so that its edge follows the pointer: nothing is rendered and nothing else
 * takes or gives width until it is released.
 */
function dragOf({ table, head, columns }: Parts, index: number, fromX: number): Drag {
  const before = { table: table.style.cssText, columns: columns.map(({ style }) => style.width) }
  const heads = [...(head.parentElement?.children ?? [])]
  const widths = heads.map((cell) => `${cell.getBoundingClientRect().width}px`)
  for (const [at, column] of columns.entries()) column.style.width = widths[at] ?? ''
  const own = columns[head.cellIndex]
  const others = widths.filter((_, at) => at !== head.cellIndex).join(' + ')
  return {
    fromX,
    fromPx: head.offsetWidth,
    show: (px) => {
      table.style.setProperty(widthName(index), `${px}px`)
      if (own) own.style.width = `var(${widthName(index)})`
      table.style.width = table.style.minWidth = `calc(${others} + var(${widthName(index)}))`
    },
    end: () => {
      table.style.cssText = before.table
      for (const [at, column] of columns.entries()) column.style.width = before.columns[at] ?? ''
    },
  }
}

/** The edge of a column: drawn or moved with ← → it resizes, a double click or Enter fits the column to what it holds. */
export function ResizeHandle({ title, index, widthPx, onChange }: ResizeHandleProps) {
  const drag = useRef<Drag | null>(null)
  const begin = (event: PointerEvent<HTMLElement>) => {
    const parts = partsOf(event.currentTarget)
    if (event.button !== 0 || !parts) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = dragOf(parts, index, event.clientX)
  }
  const pxAt = ({ fromPx, fromX }: Drag, event: PointerEvent<HTMLElement>) => bounded(fromPx + event.clientX - fromX)
  const move = (event: PointerEvent<HTMLElement>) => {
    if (drag.current && event.clientX !== drag.current.fromX) drag.current.show(pxAt(drag.current, event))
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    const ended = drag.current
    drag.current = null
    ended?.end()
    if (ended && event.type === 'pointerup' && event.clientX !== ended.fromX) onChange(pxAt(ended, event))
  }
  const fitColumn = (handle: Element) => {
    const parts = partsOf(handle)
    const column = parts?.columns[parts.head.cellIndex]
    if (parts && column) onChange(fittingPx(parts.table, column, parts.head))
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const way = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
    const parts = partsOf(event.currentTarget)
    if (way === 0 && event.key !== 'Enter') return
    event.preventDefault()
    if (way === 0) fitColumn(event.currentTarget)
    else if (parts) onChange(bounded(parts.head.offsetWidth + way * (event.shiftKey ? LONG_STEP_PX : STEP_PX)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line of the document's text cannot be moved; this one is a splitter
    <span
      role="separator"
      tabIndex={0}
      className={styles.handle}
      aria-orientation="vertical"
      aria-label={`调整${title}列宽`}
      aria-valuenow={widthPx}
      aria-valuemin={NARROWEST_PX}
      aria-valuemax={WIDEST_PX}
      aria-valuetext={`${widthPx}像素`}
      title="拖动调整列宽，双击适应内容"
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={(event) => fitColumn(event.currentTarget)}
      onKeyDown={press}
    />
  )
}
