import type { Column } from '@huanji/contract/columns/column'

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
