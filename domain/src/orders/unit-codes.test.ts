import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasCode, type UnitCodes, unitWithCode } from './unit-codes.ts'

const NO_CODES: UnitCodes = { imei: '', imei2: '', meid: '', sn: '', barCode: '' }
const PHONE: UnitCodes = {
  imei: '490154203237518',
  imei2: '352099001761481',
  meid: 'A10000009296F2',
  sn: 'F17DGK2QKXK4',
  barCode: 'HJ0000000001',
}
const OTHER: UnitCodes = { ...NO_CODES, imei: '356938035643809', barCode: 'HJ0000000002' }

describe('what belongs to an order', () => {
  test.each(Object.entries(PHONE))('a phone is known by its %s', (_, code) => {
    expect(unitWithCode([OTHER, PHONE], code)).toBe(PHONE)
  })

  test('however the code was written', () => {
    expect(hasCode(PHONE, ' 49-015420-323751-8 ')).toBe(true)
    expect(hasCode(PHONE, 'hj0000000001')).toBe(true)
    expect(hasCode(PHONE, 'f17dgk2qkxk4')).toBe(true)
  })

  test('a MEID counts with its check digit too, if that is right', () => {
    const digits = '0123456789ABCDEF'.split('')
    const taken = digits.filter((digit) => hasCode(PHONE, `${PHONE.meid}${digit}`))
    expect(taken).toHaveLength(1)
  })

  test('another phone’s code, and no code at all, are none of theirs', () => {
    expect(unitWithCode([PHONE, OTHER], '352099001761408')).toBeUndefined()
    expect(unitWithCode([PHONE, NO_CODES], '')).toBeUndefined()
    expect(unitWithCode([PHONE, NO_CODES], ' - ')).toBeUndefined()
  })

  test('nothing that is not one of its codes names a phone', () => {
    const own = new Set(Object.values(PHONE))
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{8,20}$/), (code) => {
        fc.pre(!own.has(code) && !code.startsWith(PHONE.meid))
        expect(hasCode(PHONE, code)).toBe(false)
      }),
    )
  })
})
