import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classifyCode } from './classify.ts'
import {
  BATCH_NO_PATTERN,
  checkBagCode,
  formatBarCode,
  formatBatchNo,
  formatBillNo,
  formatInspectionNo,
} from './formats.ts'
import { checkImei, checkImeiPair, checkMeid, checkSerialNumber } from './imei.ts'
import { imeiCheckDigit, isLuhnValid, meidCheckDigit } from './luhn.ts'
import { DEVICE_ON_SALE_MESSAGE, openInspectionMessage } from './messages.ts'
import { normaliseCode } from './normalise.ts'

const DIGITS_14 = fc.stringMatching(/^\d{14}$/)

describe('Luhn', () => {
  test.each(['490154203237518', '356938035643809', '860246040000018', '358900110000022', '000000000000000'])(
    '%s is valid',
    (imei) => {
      expect(isLuhnValid(imei)).toBe(true)
    },
  )

  test.each(['490154203237519', '', '1', '49015420323751a'])('%j is not', (text) => {
    expect(isLuhnValid(text)).toBe(false)
  })

  test('the MEID check digit is base 16', () => {
    expect(meidCheckDigit('AF0123450ABCDE')).toBe('C')
    expect(meidCheckDigit('af0123450abcde')).toBe('C')
  })

  test('an added check digit makes a valid number', () => {
    fc.assert(
      fc.property(DIGITS_14, (body) => {
        expect(isLuhnValid(body + imeiCheckDigit(body))).toBe(true)
      }),
    )
  })

  test('every single wrong digit is caught', () => {
    const change = fc.record({ at: fc.nat(14), by: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(DIGITS_14, change, (body, { at, by }) => {
        const imei = body + imeiCheckDigit(body)
        const wrong = [...imei].map((digit, index) => (index === at ? String((Number(digit) + by) % 10) : digit))
        expect(isLuhnValid(wrong.join(''))).toBe(false)
      }),
    )
  })

  test('a body of another length is refused', () => {
    expect(() => imeiCheckDigit('123')).toThrow(RangeError)
    expect(() => meidCheckDigit('AF0123450ABCDG')).toThrow(RangeError)
  })
})

describe('normalising', () => {
  test.each([
    [' 490154203237518 ', '490154203237518'],
    ['４９０１５４２０３２３７５１８', '490154203237518'],
    ['49-015420-323751-8', '490154203237518'],
    ['49 015420 323751 8', '490154203237518'],
    ['490154203237518\r\n', '490154203237518'],
    ['\u001d490154203237518\t', '490154203237518'],
    ['490154203237518/01', '490154203237518'],
    ['IMEI:490154203237518', '490154203237518'],
    ['imei：490154203237518', '490154203237518'],
    ['IMEI1:490154203237518', '490154203237518'],
    ['IMEI1 490154203237518', '490154203237518'],
    ['IMEI2490154203237518', '490154203237518'],
    ['IMEI 190154203237518', '190154203237518'],
    ['hj0000000012', 'HJ0000000012'],
    ['', ''],
  ])('%j becomes %j', (raw, code) => {
    expect(normaliseCode(raw)).toBe(code)
  })
})

describe('IMEI', () => {
  test.each(['490154203237518', '356938035643809', '860246040000018', '358900110000022', 'IMEI1: 490154203237518/01'])(
    '%s passes',
    (raw) => {
      expect(checkImei(raw)).toMatchObject({ ok: true })
    },
  )

  test.each([
    ['', 'length', '请输入15位IMEI'],
    ['49015420323751', 'length', '请输入15位IMEI'],
    ['4901542032375181', 'length', '请输入15位IMEI'],
    ['49015420323751X', 'digits', 'IMEI只能是数字'],
    ['490154203237519', 'luhn', 'IMEI校验不通过，请核对是否录错'],
    ['000000000000000', 'same', 'IMEI校验不通过，请核对是否录错'],
    ['8986001234567890123', 'sim', '这是SIM卡号/EID，请扫描IMEI条码'],
    ['89860012345678901234', 'sim', '这是SIM卡号/EID，请扫描IMEI条码'],
    ['89049032000000000000000000000001', 'sim', '这是SIM卡号/EID，请扫描IMEI条码'],
    ['6901234567892', 'product', '这是商品条码，请扫描IMEI条码'],
    ['012345678905', 'product', '这是商品条码，请扫描IMEI条码'],
  ])('%j is refused as %s', (raw, reason, message) => {
    expect(checkImei(raw)).toEqual({ ok: false, reason, message })
  })

  test('a pair must differ, and the second may be empty', () => {
    expect(checkImeiPair('490154203237518', '356938035643809')).toEqual({
      ok: true,
      imei1: '490154203237518',
      imei2: '356938035643809',
    })
    expect(checkImeiPair('490154203237518', ' ')).toEqual({ ok: true, imei1: '490154203237518', imei2: null })
    expect(checkImeiPair('490154203237518', '490154203237518')).toEqual({
      ok: false,
      field: 'imei2',
      reason: 'same',
      message: '两个IMEI不能相同',
    })
    expect(checkImeiPair('490154203237518', '490154203237519')).toMatchObject({ field: 'imei2', reason: 'luhn' })
    expect(checkImeiPair('1', '356938035643809')).toMatchObject({ field: 'imei1', reason: 'length' })
  })

  test('the two messages about a known device', () => {
    expect(openInspectionMessage('ZJ261120000001')).toBe('该IMEI已有质检中的记录（单号ZJ261120000001）')
    expect(DEVICE_ON_SALE_MESSAGE).toBe('该设备已在售，不能重复质检')
  })
})

describe('MEID and serial number', () => {
  test.each([
    ['AF0123450ABCDE', 'AF0123450ABCDE'],
    ['af 0123450abcde c', 'AF0123450ABCDE'],
    ['99000011223344', '99000011223344'],
  ])('MEID %s passes', (raw, meid) => {
    expect(checkMeid(raw)).toEqual({ ok: true, meid })
  })

  test.each(['AF0123450ABCDED', '1F0123450ABCDE', 'AF0123450ABCD', 'GF0123450ABCDE'])('MEID %s is refused', (raw) => {
    expect(checkMeid(raw).ok).toBe(false)
  })

  test('serial numbers have 8 to 20 letters and digits', () => {
    expect(checkSerialNumber('c39abc12hg7f')).toEqual({ ok: true, serialNumber: 'C39ABC12HG7F' })
    expect(checkSerialNumber('ABC').ok).toBe(false)
    expect(checkSerialNumber('ABCDEFG_12').ok).toBe(false)
  })
})

describe('our own codes', () => {
  test('are written with their prefix and width', () => {
    expect(formatBarCode(12)).toBe('HJ0000000012')
    expect(formatInspectionNo('261120', 7)).toBe('ZJ261120000007')
    expect(formatBillNo('261120', 7)).toBe('ZD26112000000007')
    expect(formatBatchNo('261120', 7)).toBe('PC2611200007')
  })

  test('a batch number goes on past four digits, and never has a spare zero', () => {
    expect(formatBatchNo('261120', 9999)).toBe('PC2611209999')
    expect(formatBatchNo('261120', 10_000)).toBe('PC26112010000')
    expect(BATCH_NO_PATTERN.test('PC26112000007')).toBe(false)
    expect(BATCH_NO_PATTERN.test('PC261120007')).toBe(false)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (sequence) => {
        const batchNo = formatBatchNo('261120', sequence)
        expect(classifyCode(batchNo)).toMatchObject({ kind: 'batchNo', value: batchNo })
        expect(Number(batchNo.slice(8))).toBe(sequence)
      }),
    )
  })

  test('never overflow in silence', () => {
    expect(() => formatBarCode(10 ** 10)).toThrow(RangeError)
    expect(() => formatInspectionNo('261120', 1_000_000)).toThrow(RangeError)
    expect(() => formatInspectionNo('261320', 1)).toThrow(RangeError)
    expect(() => formatBatchNo('261120', 100_000_000)).toThrow(RangeError)
    expect(() => formatBatchNo('261120', -1)).toThrow(RangeError)
    expect(() => formatBatchNo('261100', 1)).toThrow(RangeError)
    expect(() => formatBarCode(-1)).toThrow(RangeError)
  })

  test('bag codes have 8 to 20 letters and digits', () => {
    expect(checkBagCode(' fd1234 5678')).toEqual({ ok: true, bagCode: 'FD12345678' })
    expect(checkBagCode('1234567')).toEqual({ ok: false, message: '请输入8到20位封袋码，只能包含大写字母和数字' })
  })
})

describe('classifying', () => {
  test.each([
    ['490154203237518', 'imei', '490154203237518'],
    ['IMEI: 490154203237518', 'imei', '490154203237518'],
    ['AF0123450ABCDEC', 'meid', 'AF0123450ABCDE'],
    ['hj0000000012', 'barCode', 'HJ0000000012'],
    ['ZJ261120000012', 'inspectionNo', 'ZJ261120000012'],
    [' pc261120-0012', 'batchNo', 'PC2611200012'],
    ['PC2613200012', 'bagCode', 'PC2613200012'],
    ['ZD26112000000012', 'billNo', 'ZD26112000000012'],
    ['3456789012345678901', 'orderNo', '3456789012345678901'],
    ['8986001234567890123', 'simCard', '8986001234567890123'],
    ['6901234567892', 'product', '6901234567892'],
    ['SF1234567890123', 'waybill', 'SF1234567890123'],
    ['78123456789012', 'waybill', '78123456789012'],
    ['FD12345678', 'bagCode', 'FD12345678'],
    ['iPhone 13', 'unknown', 'iPhone 13'],
    ['苹果', 'unknown', '苹果'],
    ['', 'unknown', ''],
  ])('%j is %s', (raw, kind, value) => {
    expect(classifyCode(raw)).toMatchObject({ kind, value })
  })

  test('an ambiguous text keeps every reading, likeliest first', () => {
    expect(classifyCode('435012345678').candidates).toEqual(['waybill', 'bagCode', 'product'])
    expect(classifyCode('苹果').candidates).toEqual([])
  })

  test('the kind is always the first candidate', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9-]{0,33}$/), (raw) => {
        const { kind, candidates } = classifyCode(raw)
        expect(kind).toBe(candidates[0] ?? 'unknown')
        expect(new Set(candidates).size).toBe(candidates.length)
      }),
    )
  })
})
