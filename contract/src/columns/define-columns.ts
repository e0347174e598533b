import type { Grade } from '@huanji/domain/template/types'
import * as z from 'zod'
import type { Column, ColumnKind, ColumnSort, Columns, SortedColumns, SortWord } from './column.ts'
import { type FieldRight, rightsOfField } from './field-rights.ts'

/** The type that a field of a column's kind has; any of them may be null. */
interface ValueOfKind {
  text: string
  code: string
  money: number
  moment: string
  count: number
  choice: string
  state: string
  grade: Grade
  names: readonly { readonly name: string }[]
  flags: boolean
  changes: Readonly<Record<string, string>>
}

type Inner<Value> = Value extends readonly unknown[]
  ? never
  : Value extends object
    ? string extends keyof Value
      ? never
      : keyof Value & string
    : never

/** The fields of a row by name, and those of the things in it as `entry.state`. */
type Path<Row> = {
  [Name in keyof Row & string]: Name | `${Name}.${Inner<NonNullable<Row[Name]>>}`
}[keyof Row & string]

type ValueAt<Row, At extends string> = At extends keyof Row
  ? Row[At]
  : At extends `${infer Name}.${infer Rest}`
    ? Name extends keyof Row
      ? ValueAt<NonNullable<Row[Name]>, Rest>
      : never
    : never

/** The paths of a row's fields that a kind of column can show. */
type FieldFor<Row, Kind extends ColumnKind> = {
  [At in Path<Row>]: NonNullable<ValueAt<Row, At>> extends ValueOfKind[Kind] ? At : never
}[Path<Row>]

/** One field, or several; the column's key names it where nothing is said. */
type Shows<Key, Field extends string> = Key extends Field
  ? { readonly value?: Field | readonly Field[] }
  : { readonly value: Field | readonly Field[] }

type Labelled = { readonly labels: Readonly<Record<string, string>> }

type Content<Row, Key, Kind extends ColumnKind> = Kind extends 'flags'
  ? { readonly labels: { readonly [Field in FieldFor<Row, 'flags'>]?: string } }
  : Shows<Key, FieldFor<Row, Kind>> & (Kind extends 'choice' | 'state' ? Labelled : unknown)

/** What is declared of a column of a row, by its key. */
export type ColumnDraft<Row, Key> = {
  [Kind in ColumnKind]: {
    readonly title: string
    readonly kind: Kind
    readonly hidden?: true
    readonly sort?: ColumnSort
    readonly askedWith?: string
    readonly isSummed?: Kind extends 'money' ? true : never
    readonly countedIn?: FieldFor<Row, 'count'>
  } & Content<Row, Key, Kind>
}[ColumnKind]

/** The keys of the drafts that have `sort`. */
type SortedIn<Drafts> = { [K in keyof Drafts]: Drafts[K] extends { readonly sort: object } ? K : never }[keyof Drafts] &
  string

interface AnyDraft extends Omit<Column, 'fields' | 'rights'> {
  readonly value?: string | readonly string[]
}

/**
 * Declares the columns of a list beside its row: in their order, each by the key that people's settings remember. A
 * column whose fields do not exist in the row, or hold something of another kind, does not compile. A column has the
 * rights of its fields. The bundler is told that nothing happens here: a form that loads a call's schema goes without the
 * columns beside it.
 * @throws Error where a column's fields need different rights
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineColumns<Shape extends z.ZodObject, const Drafts extends Readonly<Record<string, object>>>(
  row: Shape,
  drafts: Drafts & { readonly [K in keyof Drafts]: ColumnDraft<z.output<Shape>, K> },
): Columns<z.output<Shape>, keyof Drafts & string, SortedIn<Drafts>> {
  const columns = Object.entries(drafts as Readonly<Record<string, AnyDraft>>).map(([key, draft]) => {
    const { value = draft.kind === 'flags' ? Object.keys(draft.labels ?? {}) : key, ...said } = draft
    const fields = typeof value === 'string' ? [value] : value
    const rights = rightsOfAll(
      key,
      fields.map((path) => rightsOfField(fieldAt(row, path))),
    )
    return [key, { ...said, fields, ...(rights.length === 0 ? {} : { rights }) }]
  })
  return Object.fromEntries(columns)
}

/**
 * The words for the orders of a list: `<key>.asc` and `<key>.desc` of every column with `sort`. A list call takes one,
 * and answers the one its rows are in: null where they are in the list's own order, because none was asked for or the
 * list has it not under these filters or not for this person.
 * @throws Error where no column has one
 */
/* @__NO_SIDE_EFFECTS__ */
export function sortOf<Sorted extends string>(
  columns: SortedColumns<Sorted>,
): z.ZodEnum<{ [Word in SortWord<Sorted>]: Word }> {
  const keys = Object.keys(columns).filter((key) => columns[key]?.sort !== undefined)
  if (keys.length === 0) throw new Error('no column of the list has a sort')
  const words = keys.flatMap((key) => [`${key}.asc`, `${key}.desc`])
  return z.enum(Object.fromEntries(words.map((word) => [word, word])) as { [Word in SortWord<Sorted>]: Word })
}

/** The schema of a row's field by its dotted path. */
function fieldAt(row: z.ZodObject, path: string): z.core.$ZodType {
  let at: z.core.$ZodType = row
  for (const name of path.split('.')) {
    if (at instanceof z.ZodNullable) at = at.unwrap()
    const field = at instanceof z.ZodObject ? at.shape[name] : undefined
    if (field === undefined) throw new Error(`a column shows ${path}, which its row does not have`)
    at = field
  }
  return at
}

/** The rights of a column: those of its fields, which open fields may stand beside. */
function rightsOfAll(key: string, ofFields: readonly (readonly FieldRight[])[]): readonly FieldRight[] {
  const [rights = [], ...others] = ofFields.filter((one) => one.length > 0)
  if (others.some((other) => other.toSorted().join() !== rights.toSorted().join())) {
    throw new Error(`the fields of the column ${key} need different rights`)
  }
  return rights
}

/** What the states of a table are called, or the types of a list, by their codes. */
/* @__NO_SIDE_EFFECTS__ */
export const labelsOf = (
  rows: readonly { readonly code: string; readonly label: string }[],
): Readonly<Record<string, string>> => Object.fromEntries(rows.map(({ code, label }) => [code, label]))
