import { cx } from '../class-names.ts'
import styles from './grid.module.css'
import type { Column } from './list-types.ts'

/** The classes of a column's cells; the first column sticks beside the tick box. */
export const cellClass = <Row>(column: Column<Row>, index: number): string =>
  cx(column.align && styles.right, index === 0 && styles.first)
