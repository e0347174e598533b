import { describe, expect, test } from 'vitest'
import { fileFault, fileKindOf } from './file-kind.ts'
import { dayIn, momentIn } from './moments.ts'
import { readSheet } from './sheet.ts'
import { linesOf, plainCell } from './table.ts'
import { tableOfText, textOfTable } from './text-table.ts'

const IMEI = '490154203237518'
const OTHER = '356938035643809'
const cellsOf = (text: string) => tableOfText(text).lines.map(({ cells }) => cells)

describe('a text', () => {
  test.each([
    ['tabs', '\t'],
    ['commas', ','],
    ['semicolons', ';'],
    ['bars', '|'],
  ])('is parted by %s', (_, sign) => {
    expect(cellsOf(`IMEI${sign}备注\n${IMEI}${sign}好`)).toEqual([
      ['IMEI', '备注'],
      [IMEI, '好'],
    ])
  })

  test('defect: one tab in one cell parted a whole file by tabs', () => {
    expect(cellsOf(`型号,IMEI,备注\n苹果13,${IMEI},"屏\t小花"\n苹果14,${OTHER},屏\t小花`)).toEqual([
      ['型号', 'IMEI', '备注'],
      ['苹果13', IMEI, '屏 小花'],
      ['苹果14', OTHER, '屏 小花'],
    ])
  })

  test.each([
    ['with heads', `IMEI,成本价\n\t${IMEI},1000`],
    ['in quotes', `IMEI,成本价\n"\t${IMEI}",1000`],
    ['without heads', `成本价,IMEI\n1000,\t${IMEI}`],
  ])('defect: the tab that guards a code parted the line, %s', (_, text) => {
    expect(cellsOf(text).at(-1)).toContain(IMEI)
    expect(cellsOf(text).at(-1)).toContain('1000')
  })

  test('parted by guards alone is parted by its commas', () => {
    expect(cellsOf(`\t${IMEI},1000\n\t${OTHER},2000`)).toEqual([
      [IMEI, '1000'],
      [OTHER, '2000'],
    ])
  })

  test.each(['\n', '\r\n', '\r', '\u2028'])('has lines that end with %j', (end) => {
    expect(tableOfText(`IMEI${end}${end}${IMEI}${end}`).lines).toEqual([
      { line: 1, cells: ['IMEI'] },
      { line: 3, cells: [IMEI] },
    ])
  })

  test('without heads, below a title with commas, is parted by what parts its codes', () => {
    expect(cellsOf(`11月,采购\n${IMEI}\t一,二\n${OTHER}\t三`).slice(1)).toEqual([
      [IMEI, '一,二'],
      [OTHER, '三'],
    ])
  })

  test('names what parts it in a line of its own, as spreadsheets ask for', () => {
    expect(cellsOf(`sep=;\nIMEI;备注\n${IMEI};一,二`)).toEqual([
      ['IMEI', '备注'],
      [IMEI, '一,二'],
    ])
    expect(tableOfText(`"sep=,"\r\nIMEI,备注`).lines).toEqual([{ line: 2, cells: ['IMEI', '备注'] }])
  })

  test('keeps cells with line breaks that a spreadsheet has put in quotes', () => {
    expect(tableOfText(`IMEI\t备注\n${IMEI}\t"第一行\n他说""好"""\n${OTHER}\t好`).lines).toEqual([
      { line: 1, cells: ['IMEI', '备注'] },
      { line: 2, cells: [IMEI, '第一行 他说"好"'] },
      { line: 4, cells: [OTHER, '好'] },
    ])
  })

  test.each([
    ['in a paste', '\t'],
    ['in a CSV file', ','],
  ])('defect: lines vanished between two quotes that quote nothing, %s', (_, sign) => {
    const lines = [`"全新${sign}1`, `一${sign}2`, `二${sign}3`, `尺寸5"${sign}4`].map((line, at) => {
      const [remark, no] = line.split(sign)
      return [`86012345000031${at}`, no, remark].join(sign)
    })
    const text = [['IMEI', '成本价', '备注'].join(sign), ...lines].join('\n')
    expect(cellsOf(text)).toHaveLength(5)
    expect(cellsOf(text)[1]?.[2]).toBe('"全新')
  })

  test('defect: a quote that closes nowhere took the rest of the text', () => {
    const read = tableOfText(`IMEI,备注\n${IMEI},"全新"未激活\n${OTHER},"好`)
    expect(read.lines.map(({ cells }) => cells[1])).toEqual(['备注', '"全新"未激活', '"好'])
    expect(read.openQuoteLine).toBe(3)
  })

  test('with very many quotes is read in no time', () => {
    const begun = performance.now()
    expect(tableOfText('"""\n'.repeat(200_000)).lines.length).toBeGreaterThan(0)
    expect(tableOfText('""",'.repeat(200_000)).lines.length).toBeGreaterThan(0)
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  test('of a table reads as the table', () => {
    const { lines } = tableOfText(`IMEI\t备注\n\n${IMEI}\t"一,""二"""`)
    expect(tableOfText(textOfTable({ lines, notes: [] })).lines).toEqual(lines)
  })
})

describe('a cell', () => {
  test.each([
    [`="${IMEI}"`, IMEI],
    [`'${IMEI}`, IMEI],
    [`\t${IMEI}`, IMEI],
    ["'=1+1", '=1+1'],
    ["'95新'", "'95新'"],
    ['第一行\r\n第二行', '第一行 第二行'],
    ['=1+1', '=1+1'],
  ])('%j says %j', (raw, says) => expect(plainCell(raw)).toBe(says))
})

describe('heads', () => {
  const ASKED = { fields: ['imei', 'model', 'cost'], codes: ['imei'] } as const
  const read = (...rows: string[][]) => readSheet({ lines: linesOf(rows), notes: [] }, ASKED)

  test('stand below titles and notes', () => {
    const { heads, fields, lines } = read(['11月库存表'], ['制表人：小王'], ['序号', 'IMEI', '进价'], ['1', IMEI, '1'])
    expect(heads).toEqual(['序号', 'IMEI', '进价'])
    expect(fields).toEqual([null, 'imei', 'cost'])
    expect(lines.map(({ line }) => line)).toEqual([4])
  })

  test('stand in two lines, and a price below 售价 is no cost', () => {
    expect(read(['IMEI', '价格', ''], ['', '售价', '进价'], [IMEI, '2', '1'])).toMatchObject({
      heads: ['IMEI', '售价', '进价'],
      fields: ['imei', null, 'cost'],
    })
    expect(read(['IMEI', '销售', '采购'], [IMEI, '2', '1']).fields).toEqual(['imei', null, null])
    expect(read(['手机', '销售', '采购'], ['IMEI', '价格', '价格'], [IMEI, '2', '1']).fields).toEqual([
      'imei',
      null,
      'cost',
    ])
  })

  test('of several costs let a person choose, and of another amount alone make no cost', () => {
    expect(read(['IMEI', '成本价', '采购价'], [IMEI, '1', '2'])).toMatchObject({
      fields: ['imei', null, null],
      rivalCosts: ['成本价', '采购价'],
    })
    expect(read(['IMEI', '退款金额'], [IMEI, '1']).fields).toEqual(['imei', null])
    expect(read(['IMEI', '价格'], [IMEI, '1']).fields).toEqual(['imei', 'cost'])
  })

  test('that come again, sums and notes are no lines, and are named', () => {
    const { lines, notes } = read(
      ['IMEI', '进价'],
      [IMEI, '1'],
      ['IMEI', '进价'],
      [OTHER, '2'],
      ['合计', '3'],
      ['共 2 台', ''],
    )
    expect(lines.map(({ line }) => line)).toEqual([2, 4])
    expect(notes).toEqual(['已略过不是明细的行：第5行“合计”、第6行“共 2 台”'])
    // a line that holds a code is never passed over
    expect(read(['备注', 'IMEI'], ['备注：合计', IMEI]).lines).toHaveLength(1)
  })
})

describe('a file', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const OLE = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)

  test.each([
    ['表.xls', OLE, '这是旧版 Excel 文件（.xls），请用'],
    ['表.et', OLE, '这是WPS 表格（.et），请用'],
    ['表.csv', OLE, '这是旧版 Excel 文件（.xls），文件名却是 .csv，请用'],
    ['表.xls', bytesOf('<html><table>'), '这是网页格式的表格，文件名却是 .xls，请用'],
    ['表.xlsx', bytesOf('\uFEFF<table border="1">'), '这是网页格式的表格，文件名却是 .xlsx，请用'],
    ['表.xls', bytesOf('<?xml version="1.0"?><Workbook>'), '这是XML 格式的表格，文件名却是 .xls，请用'],
    ['表.ods', bytesOf('PK\u0003\u0004'), '这是OpenDocument 表格（.ods），请用'],
    ['表.csv', bytesOf('PK\u0003\u0004'), '这是 Excel 工作簿，文件名却是 .csv：请把文件名改为 .xlsx'],
    ['表.pdf', bytesOf('%PDF-1.4'), '只能导入 .xlsx 或 .csv 文件'],
    ['表.csv', bytesOf('%PDF-1.4'), '只能导入 .xlsx 或 .csv 文件'],
  ])('%s that cannot be read says how to save it', (name, bytes, words) => {
    expect(fileFault(name, fileKindOf(bytes))).toContain(words)
  })

  test.each([
    ['表.csv', bytesOf('IMEI')],
    ['表.txt', bytesOf('IMEI')],
    ['表.xlsx', bytesOf('PK\u0003\u0004')],
  ])('%s may be read', (name, bytes) => expect(fileFault(name, fileKindOf(bytes))).toBeNull())
})

describe('days and moments', () => {
  test.each([
    ['2026-11-03', '2026-11-03', '2026-11-02T16:00:00.000Z'],
    ['2026/11/3 18:09', '2026-11-03', '2026-11-03T10:09:00.000Z'],
    ['2026-11-03 18:09:07', '2026-11-03', '2026-11-03T10:09:07.000Z'],
    ['2026年11月3日', '2026-11-03', '2026-11-02T16:00:00.000Z'],
    ['46329.75625', null, '2026-11-03T10:09:00.000Z'],
    ['2026-02-31', null, null],
    ['18:09', null, null],
    ['去年', null, null],
  ])('%s', (text, day, moment) => {
    expect(dayIn(text)).toBe(day)
    expect(momentIn(text)).toBe(moment)
  })
})
