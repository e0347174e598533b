import type { Column } from './list-types.ts'

/** The classes of a column's cells; the first column sticks beside the tick box. */
export function cellClass<Row>(column: Column<Row>, index: number, canTick: boolean): string {
  const stick = index === 0 ? `grid-first${canTick ? ' grid-after-tick' : ''}` : ''
  return `${column.align ? `grid-${column.align}` : ''} ${stick}`.trim()
}
