import { cx } from '../class-names.ts'
import styles from './grid.module.css'
import type { Column } from './list-types.ts'

/** The classes of a column's cells; the first column sticks beside the tick box. */
export function cellClass<Row>(column: Column<Row>, index: number, canTick: boolean): string {
  const isFirst = index === 0
  return cx(column.align && styles.right, isFirst && styles.first, isFirst && canTick && styles.afterTick)
}
