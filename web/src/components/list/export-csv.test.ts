import type { Columns } from '@huanji/contract/columns/column'
import * as fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { storePermissions } from '../../session/session.ts'
import { shownColumns } from './column-order.ts'
import { columnsOf } from './columns-of.ts'
import { csvOf } from './export-csv.ts'
import type { Cells } from './list-types.ts'

type Row = Readonly<Record<string, unknown>>

const COLUMNS: Columns<Row> = {
  goods: { title: '商品', kind: 'text', fields: ['title'] },
  grade: { title: '成色', kind: 'grade', fields: ['grade'] },
  imei: { title: 'IMEI', kind: 'code', fields: ['imei'] },
  state: { title: '状态', kind: 'state', fields: ['state'], labels: { won: '已成交' } },
  deal: { title: '成交价', kind: 'money', fields: ['dealFen'], rights: ['field:orderMoney'] },
  at: { title: '时间', kind: 'moment', fields: ['at'] },
  flags: { title: '标记', kind: 'flags', fields: ['urgent', 'held'], labels: { urgent: '急', held: '冻结' } },
  who: { title: '角色', kind: 'names', fields: ['roles'] },
  remark: { title: '备注', kind: 'text', fields: ['remark'], hidden: true },
}
const CELLS: Cells<Row> = { goods: { shows: ['grade'] } }
const ROW: Row = {
  title: 'iPhone 13, 128G',
  grade: '95',
  imei: '861005310000242',
  state: 'won',
  dealFen: 123_450,
  at: '2026-11-20T10:30:00.000Z',
  urgent: true,
  held: true,
  roles: [{ name: '客服' }, { name: '仓库' }],
  remark: '看不见的',
}

/** The lines of the file that a person with untouched settings gets, head first. */
function linesOf(rows: readonly Row[], columns: Columns<Row> = COLUMNS, cells: Cells<Row> = CELLS): string[] {
  const all = columnsOf(columns, cells)
  return csvOf(rows, shownColumns(all, { order: [], shown: {} }), all).split('\r\n')
}

const alone = (kind: 'text' | 'code' | 'money', value: unknown): string =>
  linesOf([{ value }], { only: { title: '列', kind, fields: ['value'] } }, {})[1] ?? ''

beforeEach(() => storePermissions(['field:orderMoney']))

test('a file holds what is on screen in the words of the screen, and begins as spreadsheets want it', () => {
  const [head, line, rest] = linesOf([ROW])
  expect(head).toBe('\uFEFF商品,成色,IMEI,状态,成交价,时间,标记,角色')
  expect(line).toBe('"iPhone 13, 128G",95新,"\t861005310000242",已成交,1234.50,2026-11-20 18:30,急、冻结,客服、仓库')
  expect(rest).toBe('')
})

test('a column that a person has no right to is not in the file', () => {
  storePermissions([])
  expect(linesOf([ROW]).join()).not.toMatch(/成交价|1234/)
})

test('the person’s columns are written in the person’s order, facts of a hidden cell with the cell that shows them', () => {
  const all = columnsOf(COLUMNS, CELLS)
  const shown = shownColumns(all, { order: ['at', 'grade'], shown: { grade: true, state: false, remark: true } })
  expect(csvOf([], shown, all).trim()).toBe('\uFEFF商品,时间,成色,IMEI,成交价,标记,角色,备注'.trim())
})

test('the text that a list gives for a cell goes before its fields', () => {
  const cells: Cells<Row> = { state: { text: () => '已成交 售后中' } }
  expect(linesOf([ROW], COLUMNS, cells)[1]).toContain('已成交 售后中')
})

test.each([
  ['=1+1', "'=1+1"],
  ['+86 138', "'+86 138"],
  ['-留言', "'-留言"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1', "'＝1"],
  ['\t=1', `"'\t=1"`],
  ['说"好"', '"说""好"""'],
  ['-12.50', '-12.50'],
  ['一二', '一二'],
])('%j is no formula in a spreadsheet', (value, written) => expect(alone('text', value)).toBe(written))

test.each([
  ['861005310000242', '"\t861005310000242"'],
  ['13800138000', '"\t13800138000"'],
  ['0012', '"\t0012"'],
  ['12E34', '"\t12E34"'],
  ['HJ0000000018', 'HJ0000000018'],
  ['-12', "'-12"],
  ['', ''],
])('the code %j is read as text', (value, written) => expect(alone('code', value)).toBe(written))

test('no text at all begins a cell as a formula, and every cell is read back as it was but for its mark', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (value) => {
      const written = alone('text', value).replace(/^"|"$/g, '').replaceAll('""', '"')
      expect(written).not.toMatch(/^[=+@＝＋－＠]/)
      expect(/^-/.test(written)).toBe(/^-(0|[1-9]\d{0,10})(\.\d+)?$/.test(value))
    }),
  )
})
