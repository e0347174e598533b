import { carrierNamed, parcelsOfTable } from '@huanji/domain/tables/parcel-table'
import { linesOf } from '@huanji/domain/tables/table'
import { describe, expect, test } from 'vitest'
import type { ParcelLine } from './parcel-line.ts'
import {
  added,
  codesOf,
  faultOf,
  isReady,
  linesOfOrders,
  problemOf,
  rewritten,
  scanCode,
  scanNumber,
  waitOf,
} from './parcel-lines.ts'

const ORDER = '3800000000000000001'
const WAYBILL = 'SF1234567890123'
const SECOND = '3800000000000000002'
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
      { code: 'HJ0000000003', waybill: 'ABCDEFGHIJ', carrierCode: '' },
      { code: 'HJ0000000004', waybill: 'SF-123456789', carrierCode: '' },
      { code: '', waybill: WAYBILL, carrierCode: '' },
    ],
  )

  test('is faulty by itself before anybody is asked', () => {
    expect(lines.map((line) => faultOf(line, lines))).toEqual([
      '',
      '与第 1 行是同一单，请删去一行',
      '缺少运单号',
      '闲鱼只接受10位以上的运单号，现在是2位，请核对是否完整',
      '认不出快递公司，请选择',
      '闲鱼只接受字母和数字组成的运单号，请去掉短横线后核对',
      '缺少订单号或条码',
    ])
  })

  test('defect: what Excel had made of a number was not named', () => {
    const spoilt = added(
      [],
      [
        { code: '3.80E+18', waybill: WAYBILL, carrierCode: '' },
        { code: ORDER, waybill: '7.35123E+13', carrierCode: '' },
      ],
    )
    const faults = spoilt.map((line) => faultOf(line, spoilt))
    expect(faults[0]).toMatch(/^订单号或条码被表格软件改成了3\.80E\+18，.*不要用Excel另存/)
    expect(faults[1]).toMatch(/^运单号被表格软件改成了7\.35123E\+13，/)
  })

  test('is asked anew once it was mended', () => {
    const refused = { ok: false, refusal: 'ORDER_CLOSED', message: '订单已关闭', orderNo: '', title: '', beside: [] }
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
    const one = scanCode([], 'hj0000000001', ORDER)
    expect(one.outcome).toEqual({ ok: true, message: '请扫封袋码或运单号' })
    const sealed = scanCode(one.lines, 'FD00000001', ORDER)
    expect(sealed.outcome).toEqual({ ok: true, message: '已加入这一单，请扫运单号' })
    expect(scanCode(sealed.lines, 'FD00000001', ORDER).outcome.ok).toBe(false)
    expect(scanCode(sealed.lines, 'HJ0000000002', SECOND).outcome.message).toBe('第 1 行还没有运单号，请先扫运单号')
    const two = scanNumber(sealed.lines, WAYBILL)
    expect(two.outcome).toEqual({ ok: true, message: '顺丰速运，请扫下一单' })
    expect(two.lines).toMatchObject([{ code: 'HJ0000000001 FD00000001', waybill: WAYBILL }])
    expect(scanCode(two.lines, 'HJ0000000001', ORDER).outcome).toEqual({ ok: false, message: '第 1 行已有这一单' })
  })

  const said = (refusal: string) => ({ ok: refusal === '', refusal, message: 'x', orderNo: '', title: '', beside: [] })

  test('defect: a pasted order with its number was refused, and nothing could be scanned into it', () => {
    const pasted = added(
      [],
      [
        { code: ORDER, waybill: WAYBILL, carrierCode: '' },
        { code: SECOND, waybill: 'SF1234567890124', carrierCode: '' },
      ],
    )
    const waiting = pasted.map((line) => ({ ...line, answer: said('UNITS_NOT_CHECKED') }))
    expect(waiting.map((line) => [waitOf(line, waiting), problemOf(line, waiting)])).toEqual([
      ['units', ''],
      ['units', ''],
    ])
    const phone = scanCode(waiting, 'HJ0000000002', SECOND)
    expect(phone.outcome).toEqual({ ok: true, message: '已加入第 2 行' })
    const unsealed = phone.lines.map((line) =>
      line.key === phone.key ? { ...line, answer: said('BAG_MISSING') } : line,
    )
    expect(unsealed.map((line) => waitOf(line, unsealed))).toEqual(['units', 'bag'])
    const bag = scanCode(unsealed, 'FD00000002', SECOND)
    expect(bag.lines.map(({ code }) => code)).toEqual([ORDER, `${SECOND} HJ0000000002 FD00000002`])
  })

  test('into ticked orders: phone, bag and number, each in its own line', () => {
    const ticked = linesOfOrders([ORDER, SECOND])
    expect(ticked.map((line) => waitOf(line, ticked))).toEqual(['waybill', 'waybill'])
    const phone = scanCode(ticked, 'HJ0000000002', SECOND)
    const number = scanNumber(phone.lines, WAYBILL)
    expect(number.lines).toMatchObject([
      { code: ORDER, waybill: '' },
      { code: `${SECOND} HJ0000000002`, waybill: WAYBILL },
    ])
  })

  test('a confirmation that two buyers share a parcel ends with its number', () => {
    const [line] = rewritten(added([], [{ code: ORDER, waybill: WAYBILL, carrierCode: '' }]), 1, {
      confirmSharedWaybill: true,
    })
    expect(line?.confirmSharedWaybill).toBe(true)
    expect(rewritten([line as ParcelLine], 1, { waybill: 'SF1234567890124' })[0]?.confirmSharedWaybill).toBe(false)
  })
})

test('defect: one code that was too long refused the whole list', () => {
  const [line] = added([], [{ code: '机'.repeat(65), waybill: WAYBILL, carrierCode: '' }])
  expect(line && problemOf(line, [line])).toBe('编号太长，请核对')
})
