import { bounded, widthName } from './column-widths.ts'

const STEP_PX = 8
const LONG_STEP_PX = 40

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
export interface Drag {
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
export function dragOf(handle: Element, index: number, fromX: number): Drag | null {
  const parts = partsOf(handle)
  if (!parts) return null
  const { table, head, columns } = parts
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

/** How wide the column at a place would be with all of its content on screen in one line, in px. */
function fittingPx(table: HTMLTableElement, column: HTMLTableColElement, cell: HTMLElement): number {
  const before = { table: table.style.cssText, column: column.style.width }
  table.style.tableLayout = 'auto'
  table.style.width = 'max-content'
  table.style.minWidth = '0'
  column.style.width = 'auto'
  const { width } = cell.getBoundingClientRect()
  table.style.cssText = before.table
  column.style.width = before.column
  return bounded(Math.ceil(width))
}

/** The width that a column has with all of its content on screen in one line; null where the handle stands in no table. */
export function fittedPx(handle: Element): number | null {
  const parts = partsOf(handle)
  const column = parts?.columns[parts.head.cellIndex]
  return parts && column ? fittingPx(parts.table, column, parts.head) : null
}

/** The width that a column has after one step of the keys. */
export function steppedPx(handle: Element, way: 1 | -1, isLong: boolean): number | null {
  const parts = partsOf(handle)
  return parts && bounded(parts.head.offsetWidth + way * (isLong ? LONG_STEP_PX : STEP_PX))
}

/** The width at a place of the pointer. */
export const draggedPx = ({ fromPx, fromX }: Drag, x: number): number => bounded(fromPx + x - fromX)
