import { inflateRawSync } from 'node:zlib'
import type { Column } from '@huanji/contract/columns/column'
import { lettersOf, workbookParts } from '@huanji/contract/columns/sheet-xml'
import readXlsxFile from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { csvWriter } from './csv.ts'
import { fileColumn } from './file-column.ts'
import { type FileWriter, NOTHING_WRITTEN, withRow } from './writer.ts'
import { xlsxWriter } from './xlsx.ts'

const column = (title: string, kind: Column['kind'], fields: readonly string[], more: Partial<Column> = {}) =>
  fileColumn({ title, kind, fields, ...more })

const COLUMNS = [
  column('商品', 'text', ['title']),
  column('IMEI', 'code', ['imei']),
  column('成交价', 'money', ['priceFen'], { isSummed: true }),
  column('台数', 'count', ['count']),
  column('下单时间', 'moment', ['at']),
  column('状态', 'state', ['state'], { labels: { shipped: '已发货' } }),
]
const ROW = {
  title: 'iPhone 15, "黑"',
  imei: '860123456789012',
  priceFen: 123_405,
  count: 2,
  at: '2026-11-23T16:30:05.000Z',
  state: 'shipped',
}

const CAPTION = '焕新数码 · 鱼市订单 · 2026-11'

/** The file of some rows, written in parts of so many. */
async function written(writer: FileWriter, rows: readonly unknown[], partRows: number): Promise<Buffer> {
  let state = NOTHING_WRITTEN
  const parts: Buffer[] = []
  let sums: readonly number[] = []
  for (let at = 0; at === 0 || at < rows.length; at += partRows) {
    const some = rows.slice(at, at + partRows)
    const place = { isFirst: at === 0, isLast: at + partRows >= rows.length }
    sums = some.reduce<readonly number[]>((sum, row) => withRow(sum, writer.columns, row), sums)
    const body = some.map((row, index) => writer.row(row, at + index)).join('')
    const part = await writer.pack(
      (place.isFirst ? writer.head(CAPTION) : '') + body + (place.isLast ? writer.tail(rows.length, sums) : ''),
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
    const [caption, titles, ...read] = sheet?.data ?? []
    expect(caption?.[0]).toBe(CAPTION)
    expect(titles).toEqual(COLUMNS.map(({ title }) => title))
    const sums = read.pop()
    expect(sums).toEqual(['合计（23行）', null, 28_383.15, null, null, null])
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
    expect(sheet).toContain('<c r="A3" s="6" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
  })

  it('has a title and no rows where nothing is there any more', async () => {
    const [sheet] = await readXlsxFile(await written(xlsxWriter(COLUMNS, '商品'), [], 10))
    expect(sheet?.data.map(([first]) => first)).toEqual([CAPTION, '商品', '合计（0行）'])
  })

  it('defect: it was printed three columns to a sheet, with the heads on the first alone and no filter', async () => {
    const bytes = await written(xlsxWriter(COLUMNS, "张三's"), [ROW, ROW], 1)
    const sheet = sheetOf(bytes)
    expect(sheet).toContain('<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>')
    expect(sheet).toContain('orientation="portrait" fitToWidth="1" fitToHeight="1"')
    const wide = await written(xlsxWriter([...COLUMNS, ...COLUMNS], '商品'), [ROW], 1)
    expect(sheetOf(wide)).toContain('orientation="landscape" fitToWidth="1" fitToHeight="0"')
    // the heads and the rows, and not the sums
    expect(sheet).toContain('<autoFilter ref="A2:F4"/>')
    const parts = Object.values(workbookParts("张三's", 2)).join('')
    expect(parts).toContain(`<definedName name="_xlnm.Print_Titles" localSheetId="0">'张三''s'!$1:$2</definedName>`)
  })

  it('defect: a long text was cut off on paper: its row is as high as it wants', async () => {
    const bytes = await written(
      xlsxWriter([column('商品', 'text', ['title'])], '商品'),
      [{ title: '货'.repeat(40) }, ROW],
      1,
    )
    const heights = [...sheetOf(bytes).matchAll(/<row r="(\d+)"(?: ht="(\d+)" customHeight="1")?>/g)].map(
      ([, r, ht]) => [r, ht],
    )
    // 40 characters of two places each in a column of 22
    expect(heights.slice(2, 4)).toEqual([
      ['3', '68'],
      ['4', undefined],
    ])
  })

  it('defect: the titles of amounts stood at the other side of their columns', async () => {
    const sheet = sheetOf(await written(xlsxWriter(COLUMNS, '月结单'), [ROW], 1))
    const styles = [...sheet.matchAll(/<c r="[ACD]2" s="(\d+)"/g)].map(([, style]) => Number(style))
    const [, kept = ''] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(Object.values(workbookParts('月结单', 2)).join('')) ?? []
    const alignments = kept.split('<xf ').slice(1)
    expect(styles.map((style) => alignments[style]?.includes('horizontal="right"'))).toEqual([false, true, true])
  })

  it('has the lines that sum up others in bold', async () => {
    const rows = [ROW, { ...ROW, isTotal: true }]
    const sheet = sheetOf(await written(xlsxWriter(COLUMNS, '月结单'), rows, 1))
    const styles = [...sheet.matchAll(/<c r="[ACD]([34])" s="(\d+)"/g)].map(([, row, style]) => [row, style])
    expect(styles).toEqual([
      ...[
        ['3', '8'],
        ['3', '3'],
        ['3', '4'],
      ],
      ...[
        ['4', '12'],
        ['4', '9'],
        ['4', '11'],
      ],
    ])
  })

  it('sums up what comes to something together, and says so in the first cell where that is one', async () => {
    const [money, text] = [COLUMNS[2], COLUMNS[0]].flatMap((one) => one ?? [])
    if (!money || !text) throw new Error('no columns')
    const [sheet] = await readXlsxFile(await written(xlsxWriter([money, text], '商品'), [ROW, ROW], 1))
    expect(sheet?.data.at(-1)).toEqual(['合计（2行）2468.10', null])
    const [bare] = await readXlsxFile(await written(xlsxWriter([text], '商品'), [ROW], 1))
    expect(bare?.data).toHaveLength(3)
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
