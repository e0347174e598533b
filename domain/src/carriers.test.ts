import { expect, test } from 'vitest'
import {
  CARRIERS,
  carrierMismatchMessage,
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

test('a waybill is refused by length and characters alone', () => {
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
