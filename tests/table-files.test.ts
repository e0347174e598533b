import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openStatement, type Statement, statementOf } from '@huanji/domain/fees/statement'
import { readStockRow, STOCK_FIELDS, type StockField, type WrittenStock } from '@huanji/domain/stock/stock-row'
import { describe, expect, it } from 'vitest'
import { unitsOfTable } from '../web/src/features/batch/table-units.ts'
import { costRowsOf } from '../web/src/features/phone/cost-rows.ts'
import { readStockTable } from '../web/src/features/stock-import/table-columns.ts'
import { TableUnreadable, tableOfFile, tableOfText, textOfFile } from '../web/src/features/tables/read-table.ts'

const FOLDER = path.join(import.meta.dirname, 'fixtures/tables')
const NOW = '2026-11-27T04:00:00.000Z'

const bytesOf = (name: string) => new Uint8Array(readFileSync(path.join(FOLDER, name)))
const fileOf = (name: string) => new File([bytesOf(name)], name)
const tableOf = (name: string) => tableOfFile(fileOf(name))
const textOf = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8')

type Table = Awaited<ReturnType<typeof tableOf>>

/** What stock import reads of a table: each line with its phone, or why it is refused. */
function stockOf(table: Table) {
  const read = readStockTable(table)
  if (!read.ok) throw new Error(read.message)
  const { guessed, lines, notes } = read.table
  const rows = lines.map(({ line, cells }) => {
    const at = (field: StockField) => cells[guessed.indexOf(field)] ?? ''
    const written = Object.fromEntries(STOCK_FIELDS.map((field) => [field, at(field)])) as WrittenStock
    const row = readStockRow(written, NOW)
    return { line, written, row: row.ok ? row.row : null, message: row.ok ? '' : row.message }
  })
  return { rows, notes, guessed }
}

function costsOf(table: Table) {
  const read = costRowsOf(table)
  if (!read.ok) throw new Error(read.message)
  return read
}

function batchOf(table: Table) {
  const read = unitsOfTable(table)
  if (!read.ok) throw new Error(read.message)
  return read.units
}

const imeisOf = (table: Table) => ({
  stock: stockOf(table).rows.map(({ row }) => row?.codes.imei),
  cost: costsOf(table).rows.map(({ code }) => code),
  batch: batchOf(table).map(({ code, fault }) => (fault === '' ? code.imei : fault)),
})
const inAll = (...imeis: string[]) => ({ stock: imeis, cost: imeis, batch: imeis })

const GUARDED = ['860123450000012', '860123450000020', '860123450000038']
const PASTED = ['860123450000319', '860123450000327', '860123450000335', '860123450000343']

/** A settlement file with all its rows read. @throws Error for a text that is none */
function statementIn(text: string): Statement {
  const opened = openStatement(text)
  if (typeof opened === 'string') throw new Error(opened)
  return statementOf(opened, opened.rows.map(opened.readRow))
}

describe('the tables that merchants keep', () => {
  it('defect: lines vanished behind a pasted cell that begins with a quote', async () => {
    const name = 'quote-at-cell-start.txt'
    for (const table of [await tableOf(name), tableOfText(textOf(name))]) {
      expect(imeisOf(table)).toEqual(inAll(...PASTED))
      expect(stockOf(table).rows[1]?.written.remark).toBe('"全新"未激活')
      expect(costsOf(table).rows.map(({ price }) => price)).toEqual(['1200', '1300', '1400', '1500'])
    }
  })

  it('defect: lines with another line end than the head were glued into one', async () => {
    const table = await tableOf('mixed-line-ends.csv')
    expect(imeisOf(table)).toEqual(inAll(...PASTED.slice(0, 3)))
    expect(stockOf(table).rows.map(({ row }) => row?.costFen)).toEqual([120_000, 130_000, 140_000])
  })

  it.each(['tab-guard.csv', 'equals-guard.csv'])(
    'defect: the guards of codes in %s were taken for the codes',
    async (name) => {
      const table = await tableOf(name)
      expect(imeisOf({ ...table })).toEqual(inAll(...GUARDED))
      expect(stockOf(table).rows[0]).toMatchObject({
        written: { model: 'iPhone 13', storage: '128G', colour: '午夜色' },
        row: { costFen: 123_400, stockedOn: '2026-11-01' },
      })
    },
  )

  it('defect: of two heading rows the selling price became the cost', async () => {
    const table = await tableOf('two-heading-rows.xlsx')
    const { rows } = stockOf(table)
    expect(rows.map(({ line, row }) => [line, row?.codes.imei, row?.costFen, row?.stockedOn])).toEqual([
      [4, '860123450000012', 150_000, '2026-11-01'],
    ])
    expect(costsOf(table).rows).toEqual([{ line: 4, code: '860123450000012', price: '1500' }])
    expect(batchOf(table)).toHaveLength(1)
  })

  it('defect: codes that a spreadsheet has rounded became phones', async () => {
    const table = await tableOf('spoilt-as-numbers.xlsx')
    const spoilt = expect.stringContaining('设为“文本”格式')
    expect(stockOf(table).rows.map(({ message }) => message)).toEqual(Array.from({ length: 10 }, () => spoilt))
    expect(batchOf(table).map(({ fault }) => fault)).toEqual(Array.from({ length: 10 }, () => spoilt))
  })

  it('defect: the second IMEI of a cell was dropped, or kept the phone out', async () => {
    const table = await tableOf('two-imeis-in-a-cell.xlsx')
    const read = stockOf(table).rows.map(({ row, message }) => [row?.codes.imei ?? message, row?.codes.imei2 ?? ''])
    expect(read).toEqual([
      ['860123450000012', '860123450000020'],
      ['860123450000038', '860123450000046'],
      ['860123450000053', '860123450000061'],
      ['860123450000079', '860123450000087'],
      ['860123450000095', '860123450000103'],
      ['860123450000111', ''],
      ['860123450000129', '860123450000137'],
      ['860123450000145', '860123450000152'],
      ['副IMEI：IMEI只能是数字', ''],
    ])
    expect(
      batchOf(table)
        .map(({ code }) => [code.imei, code.imei2])
        .slice(0, 8),
    ).toEqual(read.slice(0, 8))
  })

  it('defect: days of a workbook that counts from 1904 were four years off where LibreOffice kept it', async () => {
    expect(stockOf(await tableOf('dates-1904-by-libreoffice.xlsx')).rows[0]?.row?.stockedOn).toBe('2026-11-01')
  })

  it('defect: a hidden first sheet was read', async () => {
    expect(imeisOf(await tableOf('first-sheet-hidden.xlsx')).stock).toEqual(['860123450000012'])
  })

  it('defect: titles, sums and notes were taken for phones, or kept the heads from being found', async () => {
    const table = await tableOf('title-rows-and-totals.xlsx')
    expect(imeisOf({ ...table })).toEqual(inAll(...GUARDED))
    expect(costsOf(table).rows.map(({ line, price }) => [line, price])).toEqual([
      [4, '1234'],
      [5, '1234'],
      [6, '1234'],
    ])
    expect(costsOf(table).notes).toEqual(['已略过不是明细的行：第7行“合计”、第8行“备注：以上价格含税”'])
  })

  it('a cost that a formula made is the amount that it shows', async () => {
    const table = await tableOf('formula-costs.xlsx')
    expect(stockOf(table).rows[1]?.row).toMatchObject({ codes: { imei: '860123450000020' }, costFen: 132_000 })
    expect(costsOf(table).rows[1]).toEqual({ line: 3, code: '860123450000020', price: '1320.0000000000002' })
  })

  it('defect: one sign that was cut made other signs of all', async () => {
    const { rows } = stockOf(await tableOf('utf8-bom-one-cut-character.csv'))
    expect(rows.map(({ written, row }) => [written.remark, row?.costFen])).toEqual([
      ['屏幕换\uFFFD', 120_000],
      ['正常', 130_000],
    ])
  })

  it.each([
    ['xlsx-named.csv', '这是 Excel 工作簿，文件名却是 .csv：请把文件名改为 .xlsx 后再导入'],
    [
      'xls-named.csv',
      '这是旧版 Excel 文件（.xls），文件名却是 .csv，请用 Excel 或 WPS 打开，另存为“Excel 工作簿（.xlsx）”后再导入',
    ],
  ])('defect: the workbook %s was read as a text', async (name, message) => {
    await expect(tableOf(name)).rejects.toThrow(TableUnreadable)
    await expect(tableOf(name)).rejects.toThrow(message)
  })

  it('defect: a day in the place of the cost was taken as millions', async () => {
    const table = await tableOf('cost-in-the-wrong-column.csv')
    expect(stockOf(table).rows[0]?.message).toContain('超过¥99,999.00，请核对是否填错列')
  })

  it('defect: a settlement file that a spreadsheet has kept was half read', async () => {
    const statement = statementIn(await textOfFile(fileOf('settlement-resaved-by-libreoffice.csv')))
    expect(statement).toMatchObject({ unread: [], looksRounded: false })
    expect(statement.lines.map(({ orderNo, amountFen }) => [orderNo, amountFen])).toEqual([
      ...[253_700, 5_074, 3_000].map((fen) => ['3800000000000030021', fen]),
      ...[202_800, 4_056, 3_000].map((fen) => ['3800000000000080056', fen]),
      ...[179_100, 3_582, 3_000].map((fen) => ['3800000000000170119', fen]),
      ...[289_400, 5_788].map((fen) => ['3800000000000210147', fen]),
    ])
    expect(statement.lines[0]?.occurredAt).toBe('2026-11-03T10:09:00.000Z')
  })

  it('defect: a settlement file whose order numbers had lost their last digits was taken', async () => {
    expect(statementIn(await textOfFile(fileOf('settlement-lost-digits.csv')))).toMatchObject({ looksRounded: true })
  })
})
