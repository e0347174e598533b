import { describe, expect, test } from 'vitest'
import { UNIT as PHONE } from '../testing/order.ts'
import type { OrderUnit } from '../types.ts'
import {
  newPacking,
  type Packing,
  scanInto,
  scansOf,
  stepOf,
  uncheckedCount,
  withCarrier,
  withWaybill,
} from './packing.ts'

const UNIT: OrderUnit = { ...PHONE, imei2: '352099001761481', dealPriceFen: 320_000 }
const SECOND: OrderUnit = {
  ...UNIT,
  unitId: 'unit-2',
  barCode: 'HJ0000000002',
  imei: '356938035643809',
  imei2: '',
  bagCode: 'FD00000002',
}

/** Scans one code after the other; gives the packing and the outcome of the last one. */
function scanAll(packing: Packing, ...codes: string[]) {
  let at = { packing, outcome: { ok: true, message: '' } }
  for (const code of codes) at = scanInto(at.packing, code)
  return at
}

describe('checking units', () => {
  test.each([UNIT.imei, UNIT.imei2, UNIT.barCode, ' 49-015420-323751-8 ', 'hj0000000001'])(
    'finds a unit by %s',
    (code) => {
      const { packing, outcome } = scanInto(newPacking([UNIT, SECOND]), code)
      expect(outcome.ok).toBe(true)
      expect(packing.open?.unitId).toBe('unit-1')
      expect(stepOf(packing)).toBe('bag')
    },
  )

  test.each(['F17DGK2QKXK4', 'A10000009296F2'])('a phone known by its serial number is accepted: %s', (code) => {
    const known = { ...UNIT, sn: 'F17DGK2QKXK4', meid: 'A10000009296F2' }
    const { packing, outcome } = scanAll(newPacking([SECOND, known]), code, UNIT.bagCode ?? '')
    expect(outcome).toMatchObject({ ok: true })
    expect(scansOf(packing)).toEqual([{ unitCode: code, bagCode: UNIT.bagCode }])
  })

  test('refuses a foreign phone and changes nothing', () => {
    const empty = newPacking([UNIT])
    const { packing, outcome } = scanInto(empty, '352099001761408')
    expect(outcome).toEqual({ ok: false, message: '这台不是这一单的。请放回去，拿尾号 7518 的 iPhone 13' })
    expect(packing).toBe(empty)
  })

  test('refuses a bag that is another unit’s', () => {
    const { packing, outcome } = scanAll(newPacking([UNIT, SECOND]), UNIT.imei, 'FD00000002')
    expect(outcome).toEqual({ ok: false, message: '这个袋子不是这台的，这台的封袋码是 FD00000001。请找到那个袋子再扫' })
    expect(uncheckedCount(packing)).toBe(2)
    expect(stepOf(packing)).toBe('bag')
  })

  test('names a foreign phone for what it is while a bag is awaited', () => {
    const { outcome } = scanAll(newPacking([UNIT]), UNIT.imei, 'HJ0000000009')
    expect(outcome).toEqual({ ok: false, message: '这台不是这一单的。请放回去，拿尾号 7518 的 iPhone 13' })
  })

  test('takes the second reading of the same label as the same phone', () => {
    const { packing, outcome } = scanAll(newPacking([UNIT]), UNIT.imei, UNIT.barCode)
    expect(outcome.ok).toBe(true)
    expect(stepOf(packing)).toBe('bag')
  })

  test('does not go on to the next phone before the bag', () => {
    const { packing, outcome } = scanAll(newPacking([UNIT, SECOND]), UNIT.imei, SECOND.imei)
    expect(outcome.ok).toBe(false)
    expect(packing.open?.unitId).toBe('unit-1')
  })

  test('refuses a phone that is checked already, and a bag without its phone', () => {
    const { packing, outcome } = scanAll(newPacking([UNIT, SECOND]), UNIT.imei, 'FD00000001', UNIT.imei)
    expect(outcome.ok).toBe(false)
    expect(uncheckedCount(packing)).toBe(1)
    expect(scanInto(packing, 'FD00000002').outcome).toEqual({ ok: false, message: '请先扫手机，再扫封袋码' })
  })

  test('asks for no bag where the seal was waived', () => {
    const { packing } = scanInto(newPacking([{ ...UNIT, bagCode: null }]), UNIT.imei)
    expect(stepOf(packing)).toBe('waybill')
    expect(scansOf(packing)).toEqual([{ unitCode: UNIT.imei, bagCode: '' }])
  })

  test('gives the scans in the units’ order, whichever came first', () => {
    const { packing } = scanAll(newPacking([UNIT, SECOND]), SECOND.imei, 'FD00000002', UNIT.barCode, 'FD00000001')
    expect(scansOf(packing)).toEqual([
      { unitCode: 'HJ0000000001', bagCode: 'FD00000001' },
      { unitCode: SECOND.imei, bagCode: 'FD00000002' },
    ])
    expect(stepOf(packing)).toBe('waybill')
  })

  test('keeps what was packed when the marketplace refused the shipment', () => {
    const packing = newPacking([{ ...UNIT, dispatchState: 'shipped' }])
    expect(stepOf(packing)).toBe('waybill')
    expect(scansOf(packing)).toEqual([{ unitCode: 'HJ0000000001', bagCode: 'FD00000001' }])
  })
})

test('defect: a phone that was scanned when it was chosen, on an earlier day, counted as checked', () => {
  const chosen = { ...UNIT, dispatchState: 'checked' as const }
  expect(stepOf(newPacking([chosen]))).toBe('unit')
  expect(stepOf(newPacking([chosen], [UNIT.imei]))).toBe('waybill')
  expect(uncheckedCount(newPacking([chosen, SECOND], [UNIT.imei]))).toBe(1)
})

describe('the parcel', () => {
  const packed = scanAll(newPacking([UNIT]), UNIT.imei, 'FD00000001').packing

  test('guesses the carrier from the number', () => {
    const { packing, outcome } = scanInto(packed, 'sf1234567890123')
    expect(outcome.ok).toBe(true)
    expect([packing.waybill, packing.carrierCode, stepOf(packing)]).toEqual(['SF1234567890123', 'SF', 'ready'])
  })

  test('refuses one more phone, and the codes just scanned', () => {
    expect(scanInto(packed, 'HJ0000000009').outcome.message).toContain('这是另一台手机的码')
    expect(scanInto(packed, 'FD00000001').outcome.ok).toBe(false)
    expect(scanInto(packed, 'ab').outcome.ok).toBe(false)
  })

  test('a chosen carrier outlasts the number', () => {
    const chosen = withWaybill(withCarrier(packed, 'YTO'), 'SF1234567890123')
    expect(chosen.carrierCode).toBe('YTO')
    expect(withCarrier(chosen, '').carrierCode).toBe('SF')
  })
})
