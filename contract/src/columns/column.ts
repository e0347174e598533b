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

/** How a list can be put in the order of a column. */
export interface ColumnSort {
  /** The direction that a person mostly wants, and gets first. */
  readonly first: 'asc' | 'desc'
  /** The values of the list's tab filter under which there is this order; absent: under each, and without one. */
  readonly in?: readonly string[]
}

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
  /** Whoever lacks one of them has no such column; the server leaves its fields null for them. */
  readonly rights?: readonly FieldRight[]
  /** Where the list can be sorted by it; whoever lacks the column's rights cannot. */
  readonly sort?: ColumnSort
  /** Amounts that come to something together: a file to print sums them up. */
  readonly isSummed?: true
  /** The field that counts the things of a row: of several a file has their number in the place of the first one's code. */
  readonly countedIn?: string
  /** The field of the call's input that asks for its values, where they cost more than a page mostly needs: null else. */
  readonly askedWith?: string
}

/** What a list's call is told so that it answers the values of these columns. */
export const askingFor = (columns: readonly Pick<Column, 'askedWith'>[]): Readonly<Record<string, true>> =>
  Object.fromEntries(columns.flatMap(({ askedWith }) => (askedWith === undefined ? [] : [[askedWith, true]])))

declare const declaredFor: unique symbol
declare const sortable: unique symbol

/**
 * The columns of a list in their order, by the key that people's settings remember, for rows of one type. `Sorted` are
 * the keys of those that it can be sorted by.
 */
export type Columns<Row, Key extends string = string, Sorted extends string = string> = {
  readonly [K in Key]: Column
} & {
  /** Never there: it ties the columns to their row's type. */
  readonly [declaredFor]?: (row: Row) => void
  /** Never there either: it keeps which of them have `sort`. */
  readonly [sortable]?: Sorted
}

/** Columns of any row, of which these can be sorted by. */
export type SortedColumns<Sorted extends string> = Readonly<Record<string, Column>> & { readonly [sortable]?: Sorted }

/** A list's order as a call names it: `orderedAt.desc`. */
export type SortWord<Sorted extends string> = `${Sorted}.${'asc' | 'desc'}`

/** The values of a column's fields in a row; null where a field is empty or what it belongs to is not there. */
export function valuesOf({ fields }: Pick<Column, 'fields'>, row: unknown): unknown[] {
  return fields.map((path) => path.split('.').reduce<unknown>(fieldOf, row) ?? null)
}

const fieldOf = (whole: unknown, name: string): unknown =>
  typeof whole === 'object' && whole !== null ? (whole as Readonly<Record<string, unknown>>)[name] : null
