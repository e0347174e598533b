import { cellText } from '@huanji/contract/columns/cell-text'
import { type Column, valuesOf } from '@huanji/contract/columns/column'
import { changeSummary, type Facts } from './changes.ts'

/** What a column says of a row in words and figures alone; of changes in one sentence. */
export function textOf(column: Column, row: unknown): string {
  if (column.kind !== 'changes') return cellText(column, row)
  const [before, after] = valuesOf(column, row)
  return changeSummary({ before: before as Facts, after: after as Facts })
}
