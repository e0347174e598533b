import { expect, test } from 'vitest'
import {
  CARRIERS,
  carrierMismatchMessage,
  checkSentWaybill,
  checkWaybill,
  findCarrier,
  findCarrierByPlatformCode,
  guessCarriers,
  verifyCarriers,
} from './carriers.ts'

test('sixteen carriers, the hot ones first', () => {
  expect(CARRIERS).toHaveLength(16)
  const firstUsual = CARRIERS.findIndex((row) => !row.hot)
  expect(CARRIERS.slice(firstUsual).some((row) => row.hot)).toBe(false)
})

test.each([
  ['SF1234567890123', 'SF'],
  ['sf 1234567890123', 'SF'],
  ['JDV012345678901', 'JD'],
  ['YT1234567890123', 'YTO'],
  ['JT1234567890123', 'JTSD'],
  ['EA123456789CN', 'EMS'],
  ['DPK12345678901', 'DBL'],
  ['KY1234567890', 'KYSY'],
  ['ZJS123456789012', 'ZJS'],
  ['78123456789012', 'ZTO'],
  ['773123456789012', 'STO'],
])('%s is guessed as %s first', (waybill, code) => {
  expect(guessCarriers(waybill)[0]?.code).toBe(code)
})

test('a number of 13 digits may belong to many carriers', () => {
  expect(guessCarriers('4350123456789').length).toBeGreaterThan(4)
  expect(guessCarriers('abc')).toEqual([])
})

// the usual forms of each carrier, the way that public recognisers of numbers know them
test.each([
  ['YT12345678901234', 'YTO'],
  ['YT123456789012345', 'YTO'],
  ['812345678901234567', 'YTO'],
  ['431234567890123', 'YD'],
  ['311234567890123', 'YD'],
  ['4312345678901', 'YD'],
  ['YD123456789012', 'YD'],
  ['ZTO123456789012', 'ZTO'],
  ['76123456789012', 'ZTO'],
  ['STO1234567890', 'STO'],
  ['881234567890123', 'STO'],
  ['DPL123456789012', 'DBL'],
  ['LP12345678901234', 'DNWL'],
  ['CNG12345678901234', 'DNWL'],
  ['KYE123456789012', 'KYSY'],
])('defect: %s was named by no carrier, or by another than %s', (waybill, code) => {
  expect(guessCarriers(waybill)[0]?.code).toBe(code)
  expect(carrierMismatchMessage(code, waybill)).toBeNull()
})

test.each([
  ['JDV012345678901-1-1-', 'JDV012345678901'],
  ['jdv012345678901-2-3', 'JDV012345678901'],
  ['JD0123456789012－1－1－', 'JD0123456789012'],
  ['DPK12345678901-1-2', 'DPK12345678901'],
])('defect: the label of a piece %s was taken whole for a waybill', (label, waybill) => {
  expect(checkWaybill(label)).toEqual({ ok: true, waybill })
  expect(checkSentWaybill(label)).toEqual({ ok: true, waybill })
  expect(guessCarriers(label)[0]?.code).toBe(waybill.slice(0, 2) === 'JD' ? 'JD' : 'DBL')
})

test.each([
  ['A-1234', '去掉短横线'],
  ['SF-12345678901', '去掉短横线'],
  ['12345678', '现在是8位'],
  ['', '请扫描或输入'],
  ['1'.repeat(31), '最多30位'],
  ['SF单号1234567', '去掉其他符号'],
])('defect: %s was sent, and the marketplace refused it', (waybill, said) => {
  const checked = checkSentWaybill(waybill)
  expect(checked).toMatchObject({ ok: false, message: expect.stringContaining(said) })
})

test.each(['SF1234567890123', 'sf 1234567890123', '1234567890', 'AB_1234567890'])('%s can be sent', (waybill) => {
  expect(checkSentWaybill(waybill)).toMatchObject({ ok: true })
})

test('a waybill is told by length and characters alone', () => {
  expect(checkWaybill(' sf-1234 5')).toEqual({ ok: true, waybill: 'SF-12345' })
  expect(checkWaybill('1234').ok).toBe(false)
  expect(checkWaybill('1'.repeat(31)).ok).toBe(false)
  expect(checkWaybill('SF_12345').ok).toBe(false)
})

test('a number of another carrier gives a warning', () => {
  expect(carrierMismatchMessage('SF', 'YT1234567890123')).toBe('单号与所选快递公司不符，请核对')
  expect(carrierMismatchMessage('SF', 'SF1234567890123')).toBeNull()
  expect(carrierMismatchMessage('OTHER', 'ABC12')).toBeNull()
})

test('carriers are found by either code', () => {
  expect(findCarrier('ZTO')?.name).toBe('中通快递')
  expect(findCarrierByPlatformCode('htky')?.code).toBe('JTSD')
  expect(findCarrierByPlatformCode('shunfeng')?.code).toBe('SF')
  expect(findCarrier('NONE')).toBeNull()
})

test('broken carrier data is refused', () => {
  const [first] = CARRIERS
  if (!first) throw new Error('no carriers')
  expect(() => verifyCarriers([first, first])).toThrow('SF stands twice')
  expect(() => verifyCarriers([{ ...first, patterns: [{ source: '\\d{3}', fit: 'loose' }] }])).toThrow('both ends')
})

test('defect: a label whose dashes an input method had made long was refused', () => {
  expect(checkSentWaybill('JDV012345678901—1—1—')).toEqual({ ok: true, waybill: 'JDV012345678901' })
})
