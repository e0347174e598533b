import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { allCalls } from '../calls.ts'
import { EXPORT_COLUMNS } from '../export-columns.ts'
import { EXPORT_KINDS, type ExportKind, type ExportKindKey } from '../export-kinds.ts'
import { addressRow } from '../features/address/calls.ts'
import { apiKeyRow } from '../features/api-key/calls.ts'
import { auditRow } from '../features/audit/calls.ts'
import { accountFlowRow, billedOrderRow, billMonthRow, billRow } from '../features/bill/calls.ts'
import { exportRow } from '../features/export/calls.ts'
import { batchRow, batchUnitRow } from '../features/inspection/batch.ts'
import { inspectionRow } from '../features/inspection/inspection.ts'
import { bagRecordRow } from '../features/inspection/sealed-bag.ts'
import { listingRow } from '../features/listing/listing.ts'
import { orderDetail, orderRow } from '../features/order/order.ts'
import { employeeRow } from '../features/people/employee.ts'
import { roleRow } from '../features/people/role.ts'
import { findingRow } from '../features/reconciliation/calls.ts'
import { refundRow } from '../features/refund/refund.ts'
import { shopRow } from '../features/shop/calls.ts'
import { stockImportRow } from '../features/stock-import/calls.ts'
import { MENU } from '../menu.ts'
import { flattenMenu } from '../menu-tree.ts'
import { askingFor, type Column, valuesOf } from './column.ts'
import { type ColumnDraft, defineColumns } from './define-columns.ts'
import { type FieldRight, rightsOfField, withRight } from './field-rights.ts'
import * as declared from './lists.ts'

const lists = { ...declared }

/** The row that each list's columns stand beside. */
const ROWS: Readonly<Record<keyof typeof lists, z.ZodObject>> = {
  accountFlowColumns: accountFlowRow,
  addressColumns: addressRow,
  apiKeyColumns: apiKeyRow,
  auditColumns: auditRow,
  bagRecordColumns: bagRecordRow,
  batchColumns: batchRow,
  batchUnitColumns: batchUnitRow,
  billColumns: billRow,
  billedOrderColumns: billedOrderRow,
  billMonthColumns: billMonthRow,
  curatedOrderColumns: orderRow,
  employeeColumns: employeeRow,
  exportColumns: exportRow,
  findingColumns: findingRow,
  inspectionColumns: inspectionRow,
  listingColumns: listingRow,
  orderColumns: orderRow,
  orderFacts: orderDetail,
  refundColumns: refundRow,
  roleColumns: roleRow,
  shopColumns: shopRow,
  stockImportColumns: stockImportRow,
}

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

const PLACES: readonly Place[] = (Object.keys(ROWS) as (keyof typeof lists)[]).flatMap((list) =>
  Object.entries<Column>(lists[list]).map(([key, column]) => ({
    list,
    key,
    column,
    fields: column.fields.map((path) => fieldOf(ROWS[list], path)),
  })),
)
const byName = PLACES.map((place) => [`${place.list}.${place.key}`, place] as const)

describe('the columns of the lists', () => {
  test('stand beside rows that a list call answers', () => {
    expect(Object.keys(lists).sort()).toEqual(Object.keys(ROWS).sort())
    const rows = allCalls.flatMap(({ output }) => (output instanceof z.ZodObject ? (output.shape.list ?? []) : []))
    const answered = new Set(rows.map((list) => (list instanceof z.ZodArray ? list.element : null)))
    for (const [list, row] of Object.entries(ROWS)) {
      if (list !== 'orderFacts') expect(answered, list).toContain(row)
    }
  })

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
      ...['curatedOrderColumns.cost', 'curatedOrderColumns.margin', 'orderColumns.cost', 'orderColumns.margin'],
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
      PLACES.filter(({ column }) => column.rights?.includes(key)).map(({ key: name }) => name)
    expect(right('field:orderMoney')).toEqual([
      ...['deal', 'margin', 'original', 'freight', 'start', 'deal', 'margin', 'amount'],
    ])
    expect(right('field:costPrice')).toEqual(expect.arrayContaining(['cost', 'margin']))
    expect(right('field:reservePrice')).toEqual(['reserve', 'gap'])
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
