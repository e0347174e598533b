import { inflateRawSync } from 'node:zlib'
import type { Column } from '@huanji/contract/columns/column'
import { lettersOf } from '@huanji/contract/columns/sheet-xml'
import readXlsxFile from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { csvWriter } from './csv.ts'
import { fileColumn } from './file-column.ts'
import { type FileWriter, NOTHING_WRITTEN } from './writer.ts'
import { xlsxWriter } from './xlsx.ts'

const column = (title: string, kind: Column['kind'], fields: readonly string[], labels = {}) =>
  fileColumn({ title, kind, fields, labels })

const COLUMNS = [
  column('商品', 'text', ['title']),
  column('IMEI', 'code', ['imei']),
  column('成交价', 'money', ['priceFen']),
  column('台数', 'count', ['count']),
  column('下单时间', 'moment', ['at']),
  column('状态', 'state', ['state'], { shipped: '已发货' }),
]
const ROW = {
  ...{ title: 'iPhone 15, "黑"', imei: '860123456789012', priceFen: 123_405, count: 2 },
  ...{ at: '2026-11-23T16:30:05.000Z', state: 'shipped' },
}

/** The file of some rows, written in parts of so many. */
async function written(writer: FileWriter, rows: readonly unknown[], partRows: number): Promise<Buffer> {
  let state = NOTHING_WRITTEN
  const parts: Buffer[] = []
  for (let at = 0; at === 0 || at < rows.length; at += partRows) {
    const some = rows.slice(at, at + partRows)
    const place = { isFirst: at === 0, isLast: at + partRows >= rows.length }
    const body = some.map((row, index) => writer.row(row, at + index)).join('')
    const part = await writer.pack(
      (place.isFirst ? writer.head : '') + body + (place.isLast ? writer.tail : ''),
      state,
      place,
    )
    // as it lies in the database between two processes
    state = JSON.parse(JSON.stringify({ ...part.state, rows: state.rows + some.length }))
    parts.push(part.bytes)
  }
  return Buffer.concat(parts)
}

describe('a CSV file', () => {
  it('begins with a BOM, and has codes as text, money in yuan and times of Shanghai', async () => {
    expect((await written(csvWriter(COLUMNS), [ROW], 10)).toString()).toBe(
      '\uFEFF商品,IMEI,成交价,台数,下单时间,状态\r\n"iPhone 15, ""黑""","\t860123456789012",1234.05,2,2026-11-24 00:30:05,已发货\r\n',
    )
  })

  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1'])('does not calculate %j', async (title) => {
    const text = (await written(csvWriter([column('商品', 'text', ['title'])]), [{ title }], 10)).toString()
    expect(text.split('\r\n')[1]?.replace(/^"/, '').startsWith("'")).toBe(true)
  })
})

describe('an Excel file', () => {
  it.each([1, 2, 7, 100])('written in parts of %i rows is one workbook with each row once', async (partRows) => {
    const rows = Array.from({ length: 23 }, (_, index) => ({ ...ROW, title: `第${index}台 <&>`, count: index }))
    const [sheet] = await readXlsxFile(await written(xlsxWriter(COLUMNS, '鱼市订单'), rows, partRows))
    expect(sheet?.sheet).toBe('鱼市订单')
    const [titles, ...read] = sheet?.data ?? []
    expect(titles).toEqual(COLUMNS.map(({ title }) => title))
    expect(read.map((cells) => cells[3])).toEqual(rows.map(({ count }) => count))
    // a reader may lose a millisecond of a fraction of a day
    const whole = (cell: unknown) => (cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : cell)
    expect(read[4]?.map(whole)).toEqual([
      '第4台 <&>',
      '860123456789012',
      1234.05,
      4,
      new Date('2026-11-24T00:30:05.000Z'),
      '已发货',
    ])
  })

  it('holds no formula, and marks what looks like one as text', async () => {
    const bytes = await written(xlsxWriter([column('商品', 'text', ['title'])], '商品'), [{ title: '=1+1\u0000' }], 10)
    const sheet = sheetOf(bytes)
    expect(sheet).not.toContain('<f>')
    expect(sheet).toContain('<c r="A2" s="6" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
  })

  it('has a title and no rows where nothing is there any more', async () => {
    const [sheet] = await readXlsxFile(await written(xlsxWriter(COLUMNS, '商品'), [], 10))
    expect(sheet?.data).toHaveLength(1)
  })

  it('names its columns as Excel does', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(lettersOf)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  })
})

/** The sheet's text: its packed content ends before the descriptor. */
function sheetOf(bytes: Buffer): string {
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const at = bytes.lastIndexOf(name, bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02])))
  const content = bytes.subarray(at + name.length, bytes.indexOf(Buffer.from([0x50, 0x4b, 0x07, 0x08]), at))
  return inflateRawSync(content).toString()
}
