import { type Column, valuesOf } from '@huanji/contract/columns/column'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import type { Grade } from '@huanji/domain/template/types'
import { formatShanghai } from '@huanji/domain/time'
import { changeSummary, type Facts } from '../changes.ts'
import { heldFields, joined, namesOf, wordOf } from '../text-of.ts'

const yuan = (fen: number): string => (fen / 100).toFixed(2)

/**
 * What a column says of a row in words and figures alone: money in yuan with two decimals, moments in Asia/Shanghai,
 * the words of states; empty where there is nothing.
 */
export function textOf(column: Column, row: unknown): string {
  const values = valuesOf(column, row)
  const [first, second] = values
  switch (column.kind) {
    case 'money':
      return first === null ? '' : yuan(first as number)
    case 'moment':
      return first === null ? '' : formatShanghai(first as string)
    case 'choice':
    case 'state':
      return wordOf(column, values)
    case 'grade':
      return first === null ? '' : GRADE_LABELS[first as Grade]
    case 'names':
      return namesOf(first)
    case 'flags':
      return heldFields(column, values)
        .map((field) => column.labels?.[field] ?? field)
        .join('、')
    case 'changes':
      return changeSummary({ before: first as Facts, after: second as Facts })
    case 'text':
    case 'code':
    case 'count':
      return joined(values)
  }
}
