import { STOCK_FIELDS } from '@huanji/domain/stock/stock-row'
import { fieldsOfHeads } from '@huanji/domain/tables/heads'
import { linesOf } from '@huanji/domain/tables/table'
import { describe, expect, test } from 'vitest'
import { fieldsFault, readStockTable as readTable } from './table-columns.ts'

const readStockTable = (rows: string[][]) => readTable({ lines: linesOf(rows), notes: [] })

const IMEI = '490154203237518'

describe('what columns hold', () => {
  test.each([
    [
      ['IMEI', '型号', '内存', '颜色', '成色', '进价', '入库日期', '供应商', '备注'],
      ['imei', 'model', 'storage', 'colour', 'grade', 'cost', 'stockedOn', 'supplier', 'remark'],
    ],
    [
      ['序号', '串号（15位）', '机 型', '规格', '收购价(元)', '来源'],
      [null, 'imei', 'model', 'storage', 'cost', 'supplier'],
    ],
    [
      ['手机IMEI码', 'IMEI2', '商品名称', '建议售价', '采购成本', '采购日期'],
      ['imei', 'imei2', 'model', null, 'cost', 'stockedOn'],
    ],
    [
      ['*序列号：', '产品', '等级', '成本'],
      ['sn', 'model', 'grade', 'cost'],
    ],
    [
      ['副IMEI', 'ｉｍｅｉ'],
      ['imei2', 'imei'],
    ],
    [
      ['客户', '电话'],
      [null, null],
    ],
  ])('%j', (heads, fields) => expect(fieldsOfHeads(heads, STOCK_FIELDS).fields).toEqual(fields))
})

describe('a table', () => {
  test('has its heads below titles, and keeps the numbers of its lines', () => {
    const read = readStockTable([
      ['2026年11月库存表', '', ''],
      ['', '', ''],
      ['手机信息', '', '价格'],
      ['IMEI', '机型', '进价'],
      [IMEI, ' 苹果13 ', '1000'],
      ['', '', ''],
      ['490154203237526', '苹果14', '2000'],
    ])
    expect(read).toEqual({
      ok: true,
      table: {
        heads: ['IMEI', '机型', '进价'],
        guessed: ['imei', 'model', 'cost'],
        notes: [],
        lines: [
          { line: 5, cells: [IMEI, '苹果13', '1000'] },
          { line: 7, cells: ['490154203237526', '苹果14', '2000'] },
        ],
      },
    })
  })

  test('without heads has numbered columns, and the one of IMEIs is seen', () => {
    const read = readStockTable([
      ['1', IMEI, '苹果13'],
      ['2', IMEI, '苹果14'],
    ])
    if (!read.ok) throw new Error(read.message)
    expect(read.table.heads).toEqual(['第1列', '第2列', '第3列'])
    expect(read.table.guessed).toEqual([null, 'imei', null])
  })

  test.each([
    [[['IMEI', '机型']], '没有可导入的行'],
    [[['IMEI', '机型'], ...Array.from({ length: 5001 }, () => [IMEI, '苹果13'])], '共 5001 行'],
  ])('is refused', (rows, part) => {
    expect(readStockTable(rows)).toMatchObject({ ok: false, message: expect.stringContaining(part) })
  })

  test('needs a column of codes, and no two of one thing', () => {
    expect(fieldsFault(['model', 'cost'])).toContain('IMEI')
    expect(fieldsFault(['imei', 'cost', 'cost'])).toContain('两列')
    expect(fieldsFault(['sn', null])).toBeNull()
  })
})
