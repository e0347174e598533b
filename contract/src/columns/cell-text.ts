import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import type { Grade } from '@huanji/domain/template/types'
import { formatShanghai } from '@huanji/domain/time'
import { type Column, valuesOf } from './column.ts'

/** The values as one text; what is empty is left out. */
export const joined = (values: readonly unknown[]): string =>
  values.filter((value) => value !== null && value !== '').join(' ')

/** What a choice's or a state's value is called. */
export function wordOf(column: Pick<Column, 'labels'>, values: readonly unknown[]): string {
  const code = joined(values)
  return column.labels?.[code] ?? code
}

/** The names of a list of things. */
export const namesOf = (list: unknown): string =>
  ((list ?? []) as readonly { readonly name: string }[]).map(({ name }) => name).join('、')

/** The fields of a column of flags that hold. */
export const heldFields = ({ fields }: Column, values: readonly unknown[]): string[] =>
  fields.filter((_, index) => values[index] === true)

/**
 * What a column says of a row in words and figures alone: money in yuan with two decimals, moments in Asia/Shanghai,
 * the words of states; empty where there is nothing. Changes need a sentence of their own, which they do not get here.
 */
export function cellText(column: Column, row: unknown): string {
  const [count = null] = column.countedIn === undefined ? [] : valuesOf({ fields: [column.countedIn] }, row)
  if (typeof count === 'number' && count > 1) return `${count}台`
  const values = valuesOf(column, row)
  const [first] = values
  switch (column.kind) {
    case 'money':
      return first === null ? '' : ((first as number) / 100).toFixed(2)
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
    default:
      return joined(values)
  }
}
