import { carrierNamed, parcelsOfTable } from '@huanji/domain/tables/parcel-table'
import { linesOf } from '@huanji/domain/tables/table'
import { describe, expect, test } from 'vitest'
import { added, codesOf, faultOf, isReady, type ParcelLine, problemOf, rewritten, scanParcel } from './parcel-lines.ts'

const ORDER = '3800000000000000001'
const WAYBILL = 'SF1234567890123'
const parcels = (...table: string[][]) => {
  const read = parcelsOfTable({ lines: linesOf(table), notes: [] })
  return read.ok ? read.parcels : read.message
}

describe('a pasted list', () => {
  const LINE = { code: ORDER, waybill: WAYBILL, carrierCode: '' }

  test.each([
    ['two columns', [[ORDER, WAYBILL]]],
    ['the other way round', [[WAYBILL, ORDER]]],
    ['parted by blanks', [[`${ORDER}   ${WAYBILL}`]]],
    [
      'with a head line',
      [
        ['运单号', '订单号'],
        [WAYBILL, ORDER],
      ],
    ],
    ['among empty lines', [[''], [ORDER, ` ${WAYBILL.toLowerCase()} `], ['', '']]],
  ])('%s', (_, table) => {
    expect(parcels(...table)).toEqual([LINE])
  })

  test.each([
    ['顺丰', 'SF'],
    ['中通快递', 'ZTO'],
    ['yto', 'YTO'],
    ['某某快递', ''],
    ['', ''],
  ])('names the carrier %s', (name, carrierCode) => {
    expect(carrierNamed(name)).toBe(carrierCode)
    expect(parcels([ORDER, WAYBILL, name])).toEqual([{ ...LINE, carrierCode }])
  })

  test('with the phone and its bag beside the number', () => {
    const line = { code: 'HJ0000000001 FD00000001', waybill: WAYBILL, carrierCode: 'SF' }
    expect(parcels(['HJ0000000001', 'FD00000001', WAYBILL, '顺丰'])).toEqual([line])
    expect(parcels(['条码', '封袋码', '快递公司', '运单号'], ['HJ0000000001', 'FD00000001', '顺丰', WAYBILL])).toEqual([
      line,
    ])
    expect(codesOf(line)).toEqual({ code: 'HJ0000000001', scans: ['FD00000001'] })
  })

  test('without a number, or without an order', () => {
    expect(parcels([ORDER, ''])).toEqual([{ code: ORDER, waybill: '', carrierCode: '' }])
    expect(parcels(['', WAYBILL])).toEqual([{ code: '', waybill: WAYBILL, carrierCode: '' }])
  })

  test('defect: a line without any digit was taken as an empty one, and what it said was lost', () => {
    expect(parcels([ORDER, WAYBILL], ['王先生的那台', '顺丰'])).toEqual([
      LINE,
      { code: '王先生的那台', waybill: '', carrierCode: 'SF' },
    ])
  })

  test('says what is missing', () => {
    expect(parcels(['', ' '])).toContain('每行写订单号')
    expect(parcels(['订单号', '买家'], [ORDER, '小王'])).toContain('“运单号”')
  })
})

describe('a line', () => {
  const lines = added(
    [],
    [
      { code: ORDER, waybill: WAYBILL, carrierCode: '' },
      { code: ` ${ORDER} `, waybill: 'SF1234567890124', carrierCode: '' },
      { code: 'HJ0000000001', waybill: '', carrierCode: '' },
      { code: 'HJ0000000002', waybill: '12', carrierCode: '' },
      { code: 'HJ0000000003', waybill: 'ABCDE-FGHIJ', carrierCode: '' },
      { code: '', waybill: WAYBILL, carrierCode: '' },
    ],
  )

  test('is faulty by itself before anybody is asked', () => {
    expect(lines.map((line) => faultOf(line, lines))).toEqual([
      '',
      '与第 1 行是同一单，请删去一行',
      '缺少运单号',
      '请输入5到30位运单号，只能包含字母、数字和短横线',
      '认不出快递公司，请选择',
      '缺少订单号或条码',
    ])
  })

  test('is asked anew once it was mended', () => {
    const refused = { ok: false, message: '订单已关闭', orderNo: '', title: '' }
    const [first] = lines as [ParcelLine]
    const told = lines.map((line) => (line === first ? { ...line, answer: refused } : line))
    expect(problemOf(told[0] as ParcelLine, told)).toBe('订单已关闭')
    const mended = rewritten(told, first.key, { code: 'HJ0000000009' })
    expect(mended[0]).toMatchObject({ code: 'HJ0000000009', answer: null })
    expect(problemOf(mended[0] as ParcelLine, mended)).toBe('')
    expect(isReady(mended[0] as ParcelLine, mended)).toBe(false)
  })
})

describe('scanning', () => {
  test('a phone, its bag, then the number, one line after the other', () => {
    const one = scanParcel([], 'hj0000000001')
    expect(one.outcome).toEqual({ ok: true, message: '请扫封袋码或运单号' })
    const sealed = scanParcel(one.lines, 'FD00000001')
    expect(sealed.outcome).toEqual({ ok: true, message: '已加入这一单，请扫运单号' })
    expect(scanParcel(sealed.lines, 'FD00000001').outcome.ok).toBe(false)
    const two = scanParcel(sealed.lines, WAYBILL)
    expect(two.outcome).toEqual({ ok: true, message: '顺丰速运，请扫下一单' })
    expect(two.lines).toMatchObject([{ code: 'HJ0000000001 FD00000001', waybill: WAYBILL }])
    expect(scanParcel(two.lines, 'HJ0000000001').outcome).toEqual({ ok: false, message: '第 1 行已有这一单' })
  })
})
