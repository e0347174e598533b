import type { FieldRight } from './field-rights.ts'

/**
 * What a column holds, which says how a cell is shown and how an export writes it:
 * `text`; `code`: a number people paste elsewhere; `money` in fen; `moment` in ISO 8601; `count`; `choice`: one of a few
 * words; `state`: a thing's state; `grade`; `names`: a list of things by name; `flags`: the words of
 * those of its fields that are true; `changes`: facts before and after.
 */
export type ColumnKind =
  | 'text'
  | 'code'
  | 'money'
  | 'moment'
  | 'count'
  | 'choice'
  | 'state'
  | 'grade'
  | 'names'
  | 'flags'
  | 'changes'

/** A column of a list, as plain data: for the screens, and for an export. */
export interface Column {
  readonly title: string
  readonly kind: ColumnKind
  /** The row's fields that the cell is made of, as dotted paths; texts are joined by a space. */
  readonly fields: readonly string[]
  /** What the values of a choice or a state are called; of flags, what each field is called where it is true. */
  readonly labels?: Readonly<Record<string, string>>
  /** Not shown until a person turns it on. */
  readonly hidden?: true
  /** Whoever lacks it has no such column; the server leaves its fields null for them. */
  readonly right?: FieldRight
}

declare const declaredFor: unique symbol

/** The columns of a list in their order, by the key that people's settings remember, for rows of one type. */
export type Columns<Row, Key extends string = string> = { readonly [K in Key]: Column } & {
  /** Never there: it ties the columns to their row's type. */
  readonly [declaredFor]?: (row: Row) => void
}

/** The values of a column's fields in a row; null where a field is empty or what it belongs to is not there. */
export function valuesOf({ fields }: Pick<Column, 'fields'>, row: unknown): unknown[] {
  return fields.map((path) => path.split('.').reduce<unknown>(fieldOf, row) ?? null)
}

const fieldOf = (whole: unknown, name: string): unknown =>
  typeof whole === 'object' && whole !== null ? (whole as Readonly<Record<string, unknown>>)[name] : null
