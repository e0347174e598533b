import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import type { CallSpec } from '../call.ts'
import { allCalls } from '../calls.ts'
import { EXPORT_KINDS, type ExportKind, type ExportKindKey } from '../export-kinds.ts'
import type { FeatureSpec } from '../feature.ts'
import { declared } from '../features/index.ts'
import { EXPORT_COLUMNS } from '../list-columns.ts'
import { MENU } from '../menu.ts'
import { flattenMenu } from '../menu-tree.ts'
import { askingFor, type Column, valuesOf } from './column.ts'
import { type ColumnDraft, defineColumns } from './define-columns.ts'
import { type FieldRight, rightsOfField, withRight } from './field-rights.ts'

const ofLists: NonNullable<FeatureSpec['lists']> = declared('lists')
const facts: NonNullable<FeatureSpec['facts']> = declared('facts')

/** The row that a list's call answers. */
function rowOf({ call }: { readonly call: CallSpec }): z.ZodObject {
  const rows = call.output instanceof z.ZodObject ? call.output.shape.list : null
  const row = rows instanceof z.ZodArray ? rows.element : null
  if (!(row instanceof z.ZodObject)) throw new Error(`${call.path} answers no rows`)
  return row
}

/** Every declaration of columns with the row that they stand beside: of two lists of the same columns the first. */
const DECLARED: ReadonlyMap<object, readonly [name: string, row: z.ZodObject]> = new Map(
  [
    ...Object.entries(ofLists).map(([name, list]) => [list.columns, [name, rowOf(list)]] as const),
    ...Object.entries(facts).map(([name, { of, columns }]) => [columns, [`${name}-facts`, of]] as const),
  ].toReversed(),
)
const lists: Readonly<Record<string, Readonly<Record<string, Column>>>> = Object.fromEntries(
  [...DECLARED].map(([columns, [name]]) => [name, columns as Readonly<Record<string, Column>>]),
)
const ROWS: Readonly<Record<string, z.ZodObject>> = Object.fromEntries(DECLARED.values())

type Schema = z.core.$ZodType

/** A schema without what lets it be null. */
const inner = (schema: Schema): Schema => (schema instanceof z.ZodNullable ? inner(schema.unwrap()) : schema)

/** The schema of a field by its dotted path, with what lets it be null. */
function fieldOf(row: z.ZodObject, path: string): Schema | undefined {
  let at: Schema | undefined = row
  for (const name of path.split('.')) {
    const whole: Schema | undefined = at && inner(at)
    at = whole instanceof z.ZodObject ? whole.shape[name] : undefined
  }
  return at
}

interface Place {
  readonly list: string
  readonly key: string
  readonly column: Column
  readonly fields: readonly (Schema | undefined)[]
}

const PLACES: readonly Place[] = Object.entries(lists).flatMap(([list, columns]) =>
  Object.entries(columns).map(([key, column]) => ({
    list,
    key,
    column,
    fields: column.fields.map((path) => fieldOf(ROWS[list] as z.ZodObject, path)),
  })),
)
const byName = PLACES.map((place) => [`${place.list}.${place.key}`, place] as const)

describe('the columns of the lists', () => {
  test('have a title each, once in a list, and the first one is not hidden', () => {
    for (const [list, columns] of Object.entries(lists)) {
      const titles = Object.values<Column>(columns).map(({ title }) => title)
      expect(new Set(titles).size, list).toBe(titles.length)
      expect(titles, list).not.toContain('')
      expect(Object.values<Column>(columns)[0]?.hidden, list).toBeUndefined()
    }
  })

  test.each(byName)('%s shows fields that its row has, of its kind', (_name, { column, fields }) => {
    expect(fields.length).toBeGreaterThan(0)
    expect(fields).not.toContain(undefined)
    const kinds = fields.map((field) => field && inner(field))
    if (column.kind === 'moment') expect(kinds.every((field) => field instanceof z.ZodISODateTime)).toBe(true)
    if (column.kind === 'money') expect(column.fields.every((path) => path.endsWith('Fen'))).toBe(true)
    if (column.kind === 'flags') expect(kinds.every((field) => field instanceof z.ZodBoolean)).toBe(true)
  })

  test.each(byName)('%s has the right of its fields, and the right can be granted', (_name, { column, fields }) => {
    const rights = fields.flatMap((field) => (field ? rightsOfField(field) : []))
    expect([...new Set(rights)]).toEqual(column.rights ?? [])
    expect(flattenMenu(MENU)).toEqual(expect.arrayContaining([...(column.rights ?? [])]))
  })

  test.each(byName.filter(([, { column }]) => column.kind === 'choice' || column.kind === 'state'))(
    '%s has a word for every value',
    (_name, { column, fields }) => {
      for (const field of fields.map((one) => one && inner(one))) {
        const values = field instanceof z.ZodEnum ? field.options.map(String) : []
        expect(Object.keys(column.labels ?? {})).toEqual(expect.arrayContaining(values))
        expect(Object.values(column.labels ?? {})).not.toContain('')
      }
    },
  )

  test('some have values only where the list is asked for them, by a field of its call, and are hidden at first', () => {
    const asked = PLACES.filter(({ column }) => column.askedWith !== undefined)
    expect(asked.map(({ list, key }) => `${list}.${key}`).sort()).toEqual([
      ...['auction-orders.cost', 'auction-orders.margin', 'curated-orders.cost', 'curated-orders.margin'],
    ])
    for (const [kind, { listPath }] of Object.entries(EXPORT_KINDS) as [ExportKindKey, ExportKind][]) {
      const call = allCalls.find(({ path }) => path === listPath)
      const columns = Object.values(EXPORT_COLUMNS[kind])
      const given = askingFor(columns)
      expect(call?.input.safeParse(given).data, kind).toMatchObject(given)
      expect(columns.every(({ askedWith, hidden }) => askedWith === undefined || hidden)).toBe(true)
    }
  })

  test('some columns need a right, and those are known', () => {
    const right = (key: FieldRight) =>
      PLACES.flatMap(({ key: name, column }) => (column.rights?.includes(key) ? [name] : [])).toSorted()
    expect(right('field:orderMoney')).toEqual([
      ...['amount', 'deal', 'deal', 'freight', 'margin', 'margin', 'original', 'start'],
    ])
    expect(right('field:costPrice')).toEqual(expect.arrayContaining(['cost', 'margin']))
    expect(right('field:reservePrice')).toEqual(['gap', 'reserve'])
  })
})

const row = z.strictObject({
  no: z.string(),
  soldAt: z.iso.datetime().nullable(),
  paidFen: withRight('field:orderMoney', z.int()),
  reserveFen: withRight('field:reservePrice', z.int()),
  buyer: z.strictObject({ name: z.string(), paidFen: withRight('field:orderMoney', z.int()) }).nullable(),
})
type Row = z.output<typeof row>

describe('declaring', () => {
  test('keeps the order, names the fields, and takes the right from them, within a part of the row too', () => {
    const columns = defineColumns(row, {
      no: { title: '编号', kind: 'code' },
      paid: { title: '实付', kind: 'money', value: 'buyer.paidFen', hidden: true },
    })
    expect(Object.entries<Column>(columns)).toEqual([
      ['no', { title: '编号', kind: 'code', fields: ['no'] }],
      ['paid', { title: '实付', kind: 'money', hidden: true, fields: ['buyer.paidFen'], rights: ['field:orderMoney'] }],
    ])
  })

  test('refuses a column whose fields need different rights', () => {
    const value = ['paidFen', 'reserveFen'] as const
    expect(() => defineColumns(row, { both: { title: '价格', kind: 'money', value } })).toThrow('both')
  })

  test('a column of a field that the row does not have, or of another kind, does not compile', () => {
    type Said<Kind, Value = undefined> = { title: string; kind: Kind } & (Value extends string
      ? { value: Value }
      : object)
    expectTypeOf<Said<'text'>>().toExtend<ColumnDraft<Row, 'no'>>()
    expectTypeOf<Said<'money', 'buyer.paidFen'>>().toExtend<ColumnDraft<Row, 'x'>>()
    expectTypeOf<Said<'text', 'nothing'>>().not.toExtend<ColumnDraft<Row, 'x'>>()
    expectTypeOf<Said<'text', 'buyer.nothing'>>().not.toExtend<ColumnDraft<Row, 'x'>>()
    expectTypeOf<Said<'text'>>().not.toExtend<ColumnDraft<Row, 'nothing'>>()
    expectTypeOf<Said<'money'>>().not.toExtend<ColumnDraft<Row, 'no'>>()
    expectTypeOf<Said<'state'>>().not.toExtend<ColumnDraft<Row, 'no'>>()
  })
})

test('the values of a column are those of its fields; nothing stands for what is not there', () => {
  const fields = ['no', 'soldAt', 'buyer.name']
  expect(valuesOf({ fields }, { no: 'A1', soldAt: null, buyer: { name: '陈' } })).toEqual(['A1', null, '陈'])
  expect(valuesOf({ fields }, { no: 'A1', soldAt: null, buyer: null })).toEqual(['A1', null, null])
})
