import type { Table } from '@huanji/domain/tables/table'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test, vi } from 'vitest'
import { readStockTable } from '../stock-import/table-columns.ts'
import { decodeText } from './decode-text.ts'
import { tableOfFile, tableOfText } from './read-table.ts'
import { gb18030Of, xlsxOf } from './testing/sheet.ts'
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

test('defect: a workbook that cannot be read was rejected a second time, with nobody to hear it', async () => {
  vi.useFakeTimers()
  try {
    await expect(tableOfFile(fileOf('坏.xlsx', new Uint8Array([0x50, 0x4b, 3, 4, 0])))).rejects.toThrow('文件无法读取')
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

/** A workbook with one of its parts written anew. */
function changed(bytes: Uint8Array, part: string, change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(new Uint8Array(bytes))
  return zipSync({ ...parts, [part]: strToU8(change(strFromU8(parts[part] ?? new Uint8Array()))) })
}

test('says which rows are hidden, and that there are further sheets', async () => {
  const bytes = xlsxOf([['IMEI'], [IMEI], ['356938035643809'], [null]])
  const hidden = changed(bytes, 'xl/worksheets/sheet1.xml', (xml) =>
    xml.replace('<row r="3">', '<row r="3" hidden="1">').replace('<row r="4">', '<row r="4" hidden="true">'),
  )
  const several = changed(hidden, 'xl/workbook.xml', (xml) =>
    xml.replace(
      '</sheets>',
      '<sheet name="备份" sheetId="2" r:id="rId1"/><sheet name="旧" state="hidden" sheetId="3" r:id="rId1"/></sheets>',
    ),
  )
  const { lines, notes } = await tableOfFile(fileOf('a.xlsx', several))
  expect(lines).toHaveLength(3)
  expect(notes).toEqual([
    '只读取了第一个工作表“Sheet1”，另有1个工作表没有读取',
    '有1行在表格里是隐藏的（第3行），也在其中',
  ])
})

test('a number with more digits than a number keeps has all that the file has', async () => {
  const bytes = changed(xlsxOf([['订单号'], [1]]), 'xl/worksheets/sheet1.xml', (xml) =>
    xml.replace('<v>1</v>', '<v>3800000000000030021</v>'),
  )
  expect(cellsOf(await tableOfFile(fileOf('a.xlsx', bytes)))).toEqual([['订单号'], ['3800000000000030021']])
})

test('text with a mark is what the mark says, and UTF-16 without one shows by its zeros', () => {
  const of = (encoding: BufferEncoding, text: string) =>
    new Uint8Array(Buffer.from(text, encoding)).buffer as ArrayBuffer
  expect(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x49, 0xe5, 0xb1]).buffer)).toBe('I\uFFFD')
  expect(decodeText(of('utf16le', `\uFEFF串号,备注\n${IMEI}`))).toBe(`串号,备注\n${IMEI}`)
  expect(decodeText(of('utf16le', `串号,备注\n${IMEI}`))).toBe(`串号,备注\n${IMEI}`)
})

test('what is typed below a code’s title in a template is a text', () => {
  const sheet = strFromU8(
    unzipSync(
      workbookOf(
        '模板',
        [
          { title: 'IMEI', form: 'code' },
          { title: '备注', form: 'text' },
        ],
        [],
      ),
    )['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
  )
  expect(sheet).toContain('<col min="1" max="1" width="21" customWidth="1" style="2"/><col min="2"')
})

test('defect: text in CDATA, and what stood before a comment, was lost without a word', async () => {
  const parts = unzipSync(
    xlsxOf([
      ['串号', '型号'],
      [IMEI, '苹果13'],
    ]),
  )
  const marked = Object.entries(parts).map(([name, bytes]) => {
    const xml = strFromU8(bytes)
      .replace('苹果13', '苹果<!-- 机型 -->13')
      .replace(IMEI, `<![CDATA[${IMEI}]]>`)
      .replace('型号', '<![CDATA[型号 <&>]]>')
    return [name, strToU8(xml)] as const
  })
  const read = await tableOfFile(fileOf('a.xlsx', zipSync(Object.fromEntries(marked))))
  expect(cellsOf(read)).toEqual([
    ['串号', '型号 <&>'],
    [IMEI, '苹果13'],
  ])
})
