import type { Table } from '@huanji/domain/tables/table'
import { expect, test } from 'vitest'
import { readStockTable } from '../../stock-import/table-columns.ts'
import { gb18030Of, xlsxOf } from '../testing/sheet.ts'
import { tableOfFile, tableOfText } from './read-table.ts'
import { workbookOf } from './workbook.ts'

const IMEI = '490154203237518'
const fileOf = (name: string, bytes: Uint8Array) => new File([new Uint8Array(bytes)], name)

const cellsOf = ({ lines }: Table) => lines.map(({ cells }) => cells)

test('what is written is read again as it was, codes as texts', async () => {
  const columns = [
    { title: 'IMEI', form: 'code' },
    { title: '机型', form: 'text' },
    { title: '进价', form: 'text' },
  ] as const
  const rows = [
    [IMEI, '苹果 13 <&>', '¥1,234.00'],
    ['3569380356438099', '', '=1+1'],
  ]
  const read = await tableOfFile(fileOf('库存.xlsx', workbookOf('库存', columns, rows)))
  expect(cellsOf(read)).toEqual([['IMEI', '机型', '进价'], ...rows])
})

test('defect: a sheet of more than half a megabyte is read without a worker', async () => {
  const columns = Array.from({ length: 10 }, (_, at) => ({ title: `列${at}`, form: 'text' as const }))
  const rows = Array.from({ length: 3_000 }, (_, row) => columns.map((_column, at) => `第${row}行的第${at}个单元格`))
  const { Worker: before } = globalThis
  globalThis.Worker = class {
    constructor() {
      throw new Error('a worker was begun')
    }
  } as unknown as typeof Worker
  try {
    expect((await tableOfFile(fileOf('大表.xlsx', workbookOf('大表', columns, rows)))).lines).toHaveLength(3_001)
  } finally {
    globalThis.Worker = before
  }
})

test('a workbook with titles, numbers and empty lines keeps the places of its lines', async () => {
  const bytes = xlsxOf([
    ['11月库存', null, null],
    ['串号', '型号', '成本'],
    [Number(IMEI), '苹果13', 1234.5],
    [null, null, null],
    ['3.56938E+14', '苹果14', 2000],
  ])
  const read = readStockTable(await tableOfFile(fileOf('a.xlsx', bytes)))
  if (!read.ok) throw new Error(read.message)
  expect(read.table.lines).toEqual([
    { line: 3, cells: [IMEI, '苹果13', '1234.5'] },
    { line: 5, cells: ['3.56938E+14', '苹果14', '2000'] },
  ])
  expect(read.table.guessed).toEqual(['imei', 'model', 'cost'])
})

test('a csv as Excel writes it in China is read, and one from a chat', async () => {
  const csv = await tableOfFile(fileOf('a.csv', gb18030Of(`序列号,型号\r\n\r\n${IMEI},"苹果, 13"\r\n`)))
  expect(csv.lines).toEqual([
    { line: 1, cells: ['序列号', '型号'] },
    { line: 3, cells: [IMEI, '苹果, 13'] },
  ])
  expect(cellsOf(tableOfText(`串号\t进价\n${IMEI}\t1000`))).toEqual([
    ['串号', '进价'],
    [IMEI, '1000'],
  ])
})
