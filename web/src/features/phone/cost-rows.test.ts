import { describe, expect, test } from 'vitest'
import { costRowsOf } from './cost-rows.ts'

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
