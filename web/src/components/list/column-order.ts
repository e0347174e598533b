import type { Column, Columns } from '@huanji/contract/columns/column'
import type { TableSettings } from './table-settings.ts'

interface SettableColumn {
  readonly key: string
  readonly hidden?: boolean
}

/**
 * The columns in the person's order. The first one always stays first; those that were never placed, because they are
 * newer than the order, follow in their own; keys of columns that are gone count for nothing.
 */
export function inOrder<Column extends SettableColumn>(
  columns: readonly Column[],
  order: readonly string[],
): readonly Column[] {
  const first = columns.slice(0, 1)
  const placed = [...new Set(order)].flatMap((key) => columns.find((column) => column.key === key) ?? [])
  return [...new Set([...first, ...placed, ...columns])]
}

/** Whether the person wants to see a column; hidden ones only when asked for. */
export const isWanted = (column: SettableColumn, shown: TableSettings['shown']): boolean =>
  shown[column.key] ?? !column.hidden

/** The columns whose values the list's call is asked for: those that are shown, and those that come unasked. */
export const askedColumns = <Row>(columns: Columns<Row>, shown: TableSettings['shown']): Columns<Row> =>
  Object.fromEntries(
    Object.entries<Column>(columns).filter(
      ([key, column]) => column.askedWith === undefined || isWanted({ key, ...column }, shown),
    ),
  )

/** The columns to show, in the person's order; the first one is always among them. */
export function shownColumns<Column extends SettableColumn>(
  columns: readonly Column[],
  { order, shown }: Pick<TableSettings, 'order' | 'shown'>,
): readonly Column[] {
  return inOrder(columns, order).filter((column, index) => index === 0 || isWanted(column, shown))
}
