import { parseYuan } from '@huanji/domain/money'
import { linesOf } from '@huanji/domain/tables/table'
import { describe, expect, test } from 'vitest'
import { costRowsOf as readRows } from './cost-rows.ts'

/** What is read of these lines, without their places. */
function costRowsOf(rows: string[][]) {
  const read = readRows({ lines: linesOf(rows), notes: [] })
  return read.ok ? { ok: true as const, rows: read.rows.map(({ code, price }) => ({ code, price })) } : read
}

const IMEI = '490154203237518'
const LINE = { code: IMEI, price: '1,234.5' }

describe('a list of costs', () => {
  test.each([
    ['in two columns', [[IMEI, '1,234.5']]],
    ['with blanks and empty lines', [[''], [` ${IMEI} `, ' 1,234.5 '], ['', '']]],
    ['in one cell, as from a chat', [[`${IMEI}  1,234.5`]]],
    [
      'under a head line, in any order',
      [
        ['机型', '成本价(元)', 'IMEI号'],
        ['iPhone 13', '1,234.5', IMEI],
      ],
    ],
  ])('%s', (_, table) => {
    expect(costRowsOf(table)).toEqual({ ok: true, rows: [LINE] })
  })

  test.each([
    ['售价', '成本价'],
    ['成本价', '售价'],
    ['销售价', '采购价'],
    ['参考价', '进价'],
  ])('defect: took what phones were sold for as their costs: %s, %s', (...prices) => {
    const cells = prices.map((name) => (/售|参考/.test(name) ? '9,999' : '1,234.5'))
    const table = [
      ['IMEI', ...prices, '采购日期'],
      [IMEI, ...cells, '2026-01-02'],
    ]
    expect(costRowsOf(table)).toEqual({ ok: true, rows: [LINE] })
  })

  test('defect: chose one of several prices, or the only one although it is no cost', () => {
    const message = (...prices: string[]) => {
      const read = costRowsOf([
        ['IMEI', ...prices],
        [IMEI, ...prices.map(() => '1')],
      ])
      return read.ok ? '' : read.message
    }
    const many = (names: string) => `表头中有多个价格列（${names}），请只保留成本价一列，并命名为“成本价”`
    expect(message('成本价', '采购价')).toBe(many('“成本价”“采购价”'))
    expect(message('售价', '金额')).toBe(many('“售价”“金额”'))
    expect(message('售价')).toContain('“成本价”两列')
    expect(message('价格')).toBe('')
  })

  test.each([
    ['without a head line', [[IMEI, '1', '234.5']]],
    [
      'under a head line',
      [
        ['IMEI', '成本价', ''],
        [IMEI, '1', '234.5'],
      ],
    ],
  ])('defect: a price that its comma parted was read up to the comma, %s', (_, table) => {
    const read = costRowsOf(table)
    expect(read).toEqual({ ok: true, rows: [{ code: IMEI, price: '1 | 234.5' }] })
    expect(parseYuan(read.ok ? (read.rows[0]?.price ?? '') : '')).toBeNull()
  })

  test('keeps what cannot be read, for the server to say what is wrong with it', () => {
    expect(costRowsOf([[IMEI, '一千'], [IMEI]])).toEqual({
      ok: true,
      rows: [
        { code: IMEI, price: '一千' },
        { code: IMEI, price: '' },
      ],
    })
  })

  test('says what is missing', () => {
    expect(costRowsOf([['', ' ']])).toMatchObject({ ok: false, message: expect.stringContaining('两列') })
    expect(
      costRowsOf([
        ['IMEI', '机型'],
        [IMEI, 'x'],
      ]),
    ).toMatchObject({ message: expect.stringContaining('成本价') })
    const long = Array.from({ length: 2_001 }, () => [IMEI, '1'])
    expect(costRowsOf(long)).toMatchObject({ message: '一次最多导入 2,000 行，共 2001 行，请分批导入' })
  })
})
