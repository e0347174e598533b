import { describe, expect, test } from 'vitest'
import { decodeText } from '../tables/decode-text.ts'
import { TableUnreadable, tableOfFile, tableOfText } from '../tables/read-table.ts'
import { gb18030Of, xlsxOf } from '../tables/testing/sheet.ts'
import { unitsOfTable } from './table-units.ts'

const IMEI = '490154203237518'
const OTHER = '356938035643809'

const read = (text: string) => unitsOfTable(tableOfText(text))
function unitsOf(text: string) {
  const result = read(text)
  if (!result.ok) throw new Error(result.message)
  return result.units
}

/** The simulated browser's own files cannot be read in parts. */
const fileOf = (name: string, bytes: Buffer): File => {
  const copy = new Uint8Array(bytes)
  const file = new File([copy], name)
  Object.defineProperty(file, 'arrayBuffer', { value: async () => copy.buffer })
  return file
}

describe('a table of phones', () => {
  test('is IMEIs alone, a line each, however they were copied', () => {
    const units = unitsOf(`${IMEI}\r\n\r\n IMEI: ${OTHER} \n`)
    expect(units.map(({ code }) => code.imei)).toEqual([IMEI, OTHER])
    expect(units.every(({ fault }) => fault === '')).toBe(true)
  })

  test('has the template’s columns without a head line', () => {
    const [unit] = unitsOf(`${IMEI}\t${OTHER}\tC39ABCDEFGH1\tFD12345678\t左下角`)
    expect(unit).toMatchObject({
      code: { kind: 'imei', imei: IMEI, imei2: OTHER, sn: 'C39ABCDEFGH1' },
      bagCode: 'FD12345678',
      remark: '左下角',
    })
  })

  test('is read by its head line in any order, other columns passed over', () => {
    const [unit] = unitsOf(`备注,颜色,封袋码,串号\n"有划痕,轻",蓝,fd12345678,${IMEI}`)
    expect(unit).toMatchObject({ code: { imei: IMEI, imei2: '' }, bagCode: 'FD12345678', remark: '有划痕,轻' })
  })

  test('knows phones by MEID or by serial number alone', () => {
    const units = unitsOf('IMEI,序列号\nA0000012345678,\n,C39ABCDEFGH1')
    expect(units.map(({ code }) => code.kind)).toEqual(['meid', 'sn'])
  })

  test('says what is wrong with each line and keeps the others', () => {
    const units = unitsOf(`${IMEI}\n490154203237519\n89860318740212345678\n${OTHER}`)
    expect(units.map(({ fault }) => fault)).toEqual([
      '',
      'IMEI不对，请核对是否录错',
      '这是SIM卡号/EID，请扫描IMEI条码',
      '',
    ])
    expect(units[1]?.written).toBe('490154203237519')
  })

  test.each(['4.90154E+14', '3.5E+14', '2026-11-22', '2026/1/2'])(
    'refuses %s, which Excel has made of a code',
    (text) => {
      expect(unitsOf(`IMEI\n${text}`)[0]?.fault).toContain('设为“文本”格式')
    },
  )

  test('refuses a table without phones, without a column of codes, or of more than 500 lines', () => {
    expect(read('IMEI,备注\n')).toEqual({ ok: false, message: '没有可导入的数据' })
    expect(read('备注,封袋码\n一,FD12345678')).toMatchObject({ ok: false, message: /表头中没有/ })
    const long = Array.from({ length: 501 }, () => IMEI).join('\n')
    expect(read(long)).toEqual({ ok: false, message: '一次最多导入 500 行，共 501 行，请分批导入' })
  })
})

describe('a file', () => {
  test('of Excel is read from its first sheet, numbers with all their digits', async () => {
    const file = fileOf(
      '手机.xlsx',
      xlsxOf([
        ['IMEI', '备注'],
        [Number(IMEI), '一'],
        [OTHER, null],
      ]),
    )
    const result = unitsOfTable(await tableOfFile(file))
    expect(result.ok && result.units.map(({ code, remark }) => [code.imei, remark])).toEqual([
      [IMEI, '一'],
      [OTHER, ''],
    ])
  })

  test('of CSV in GB18030 is read right', async () => {
    const file = fileOf('手机.csv', gb18030Of(`串号,备注\r\n${IMEI},左下角有划痕\r\n`))
    const result = unitsOfTable(await tableOfFile(file))
    expect(result.ok && result.units[0]).toMatchObject({ code: { imei: IMEI }, remark: '左下角有划痕' })
  })

  test('of CSV in UTF-8, with or without a mark, and in UTF-16 is read right', () => {
    const bytes = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
    expect(decodeText(bytes('\uFEFF封袋码'))).toBe('封袋码')
    expect(decodeText(bytes('封袋码'))).toBe('封袋码')
    expect(decodeText(new Uint8Array(Buffer.from('\uFEFF封袋码', 'utf16le')).buffer)).toBe('封袋码')
  })

  test.each([
    ['旧.xls', '另存为“Excel 工作簿（.xlsx）”'],
    ['图.png', '只能导入 .xlsx 或 .csv'],
    ['坏.xlsx', '文件无法读取'],
  ])('%s is refused with what to do', async (name, text) => {
    await expect(tableOfFile(fileOf(name, Buffer.from('no table')))).rejects.toThrow(TableUnreadable)
    await expect(tableOfFile(fileOf(name, Buffer.from('no table')))).rejects.toThrow(text)
  })
})
