import { refundUnit } from '@huanji/contract/features/refund/rows'
import { emptyRow } from '@huanji/contract/testing/empty-row'
import { expect, test } from 'vitest'
import type { RefundUnit } from '../types.ts'
import { type Receiving, scanBag, scanReturn, takesScans } from './receiving.ts'

const UNIT: RefundUnit = {
  ...emptyRow(refundUnit),
  unitId: 'unit-1',
  imei: '490154203237518',
  barCode: 'HJ0000000001',
  soldBagCode: 'FD00000001',
}
const OTHER_IMEI = '352099001761481'
const OPEN = { unitId: 'unit-1', unitCode: UNIT.imei, isOther: false }
const waiting = (units: readonly RefundUnit[] = [UNIT]): Receiving => ({
  refund: { units: [...units], returnWaybill: 'SF1234567890123', refusedParcel: null },
  open: null,
})

test('the parcel is confirmed, and another parcel is refused with both numbers', () => {
  expect(scanReturn(waiting(), 'sf1234567890123').outcome).toEqual({ ok: true, message: '退货运单一致，请扫手机' })
  const other = scanReturn(waiting(), 'SF9999999999999')
  expect(other.outcome).toEqual({ ok: false, message: '与登记的退货运单不一致（登记 SF1234567890123）' })
  expect(other.receipt).toBeUndefined()
})

test('the phone that was sold waits for its bag, and goes with it', () => {
  const step = scanReturn(waiting(), UNIT.barCode)
  expect(step.open).toEqual({ unitId: 'unit-1', unitCode: UNIT.barCode, isOther: false })
  expect(scanBag(waiting(), OPEN, 'FD00000001').receipt).toEqual({
    unitId: 'unit-1',
    unitCode: UNIT.imei,
    bagCode: 'FD00000001',
    confirmDifferent: false,
  })
})

test('a phone that was sold without a bag needs none', () => {
  const bare = { ...UNIT, soldBagCode: null }
  expect(scanReturn(waiting([bare]), UNIT.imei).receipt).toMatchObject({ bagCode: '', confirmDifferent: false })
})

test('another phone is held with both values, and nothing is sent', () => {
  const step = scanReturn(waiting(), OTHER_IMEI)
  expect(step.outcome.isHeld).toBe(true)
  expect(step.mismatch).toMatchObject({ sold: UNIT.imei, scanned: OTHER_IMEI })
  expect(step.receipt).toBeUndefined()
})

test('another phone among several cannot be told apart, and is refused', () => {
  const second = { ...UNIT, unitId: 'unit-2', imei: '861047230000092', barCode: 'HJ0000000002' }
  expect(scanReturn(waiting([UNIT, second]), OTHER_IMEI).outcome.ok).toBe(false)
})

test('another bag, and none, are held until a person agrees', () => {
  const other = scanBag(waiting(), OPEN, 'FD00000009')
  expect(other.mismatch).toMatchObject({ sold: 'FD00000001', scanned: 'FD00000009' })
  expect(other.mismatch?.next).toMatchObject({ receipt: { confirmDifferent: true } })
  expect(scanBag(waiting(), OPEN, '').mismatch).toMatchObject({ title: '退回时没有封袋', scanned: '无封袋' })
})

test('the same phone again, instead of its bag, changes nothing', () => {
  const step = scanBag(waiting(), OPEN, UNIT.imei)
  expect(step).toEqual({ outcome: { ok: true, message: '这台已扫到，请扫封袋码' } })
})

test('a phone that is here already is refused', () => {
  const received = { at: '', by: '', code: UNIT.imei, isSamePhone: true, bagCode: '', isSameBag: true }
  expect(scanReturn(waiting([{ ...UNIT, received }]), UNIT.imei).outcome).toEqual({
    ok: false,
    message: '这台已经签收',
  })
})

const RECEIVED = { at: '', by: '', code: OTHER_IMEI, isSamePhone: false, bagCode: 'FD00000001', isSameBag: true }

test('defect: a wrong scan that was agreed to could not be put right', () => {
  const wrong = waiting([{ ...UNIT, received: RECEIVED }])
  expect(takesScans(wrong.refund)).toBe(true)
  expect(scanReturn(wrong, UNIT.imei).open).toMatchObject({ unitId: 'unit-1', isOther: false })
  const right = waiting([{ ...UNIT, received: { ...RECEIVED, isSamePhone: true } }])
  expect(takesScans(right.refund)).toBe(false)
  expect(scanReturn(right, UNIT.imei).outcome).toEqual({ ok: false, message: '这台已经签收' })
})

test('defect: a phone that was sent to its buyer again could not be taken in again', () => {
  const { refund } = waiting([{ ...UNIT, received: { ...RECEIVED, isSamePhone: true } }])
  const away = {
    refund: { ...refund, refusedParcel: { carrierCode: 'SF', carrierName: '', waybill: 'SF1' } },
    open: null,
  }
  expect(scanReturn(away, UNIT.imei).open).toMatchObject({ unitId: 'unit-1' })
})

test('defect: an IMEI with a wrong check digit was called another parcel', () => {
  const step = scanReturn(waiting(), '490154203237519')
  expect(step.outcome).toEqual({ ok: false, message: 'IMEI不对，请核对是否录错' })
  expect(step.receipt).toBeUndefined()
})
