import { keptText, quotedCell } from '@huanji/contract/columns/csv-text'
import { shanghaiDate } from '@huanji/domain/time'
import { nowMs } from '../../platform/clock.ts'
import { textOf } from './cell-text.ts'
import type { Column } from './list-types.ts'

/**
 * Rows as CSV: UTF-8 with a byte order mark, lines ended by CR LF, a head of titles. A column that shows the facts of
 * others is followed by those that are not columns themselves.
 * @param columns those on screen, in their order
 * @param all every column that the person may see
 */
export function csvOf<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  all: readonly Column<Row>[] = columns,
): string {
  const onScreen = new Set(columns.map(({ key }) => key))
  const within = (key: string) => (onScreen.has(key) ? [] : all.filter((column) => column.key === key))
  const written = columns.flatMap((column) => [column, ...column.shows.flatMap(within)])
  const head = written.map(({ title }) => quotedCell(keptText(title, false)))
  const lines = rows.map((row) =>
    written.map(({ text, declared }) =>
      quotedCell(keptText(text?.(row) ?? textOf(declared, row), declared.kind === 'code')),
    ),
  )
  return `\uFEFF${[head, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')}`
}

/** Hands the rows to the person as a file, `鱼市订单-2026-11-22.csv`. */
export function downloadCsv<Row>(
  title: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  all: readonly Column<Row>[],
): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows, columns, all)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${title}-${shanghaiDate(new Date(nowMs()).toISOString())}.csv`
  link.click()
  // the browser has begun to read it by then
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
