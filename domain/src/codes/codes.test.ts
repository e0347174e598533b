import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codesInCell } from './cell-codes.ts'
import { classifyCode, codesToFind, storedCode } from './classify.ts'
import {
  BATCH_NO_PATTERN,
  checkBagCode,
  formatBarCode,
  formatBatchNo,
  formatBillNo,
  formatInspectionNo,
} from './formats.ts'
import { checkImei, checkImeiPair, checkMeid, checkSerialNumber, unknownBagMessage } from './imei.ts'
import { imeiCheckDigit, isLuhnValid, meidCheckDigit } from './luhn.ts'
import { DEVICE_ON_SALE_MESSAGE, openInspectionMessage } from './messages.ts'
import { normaliseCode } from './normalise.ts'
import { hasLostDigits, imeiDoubt, isSpoiltCode, spoiltOrderMessage, spoiltStatementMessage } from './spoilt.ts'
import { readWrittenCodes } from './written-phone.ts'

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
    ['490154203237519', 'luhn', 'IMEI不对，请核对是否录错'],
    ['000000000000000', 'same', 'IMEI不对，请核对是否录错'],
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
    expect(openInspectionMessage('ZJ261120000001')).toBe('这台检过一半（单号ZJ261120000001）')
    expect(DEVICE_ON_SALE_MESSAGE).toBe('该手机已在售，不能重复质检')
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

describe('a code that a spreadsheet has spoilt', () => {
  test.each([
    ...['3.5E+14', '3,5E+14', '3.52E 14', '3.52123E14', '4.01234567890123E+018', '３．５２Ｅ＋１４', ' 3.52123e+14 '],
    ...['350003000000000', '35212300000000*', '2026-11-22', '2026/1/2', '2026-11-03 18:09:00'],
  ])('%s is told', (text) => expect(isSpoiltCode(text)).toBe(true))

  test.each(['490154203237518', '350003120000000', 'FD00000000', '1000000000', 'HJ0000000000', '3E12345', ''])(
    '%j may be one',
    (text) => expect(isSpoiltCode(text)).toBe(false),
  )

  test('of six zeros and more one is asked about, and of long numbers fifteen digits show', () => {
    expect(imeiDoubt('350003120000000')).toContain('末尾有7个0')
    expect(imeiDoubt('490154203237518')).toBe('')
    expect(hasLostDigits('3800000000000030000')).toBe(true)
    expect(hasLostDigits('3800000000000030021')).toBe(false)
    expect(hasLostDigits('350003120000000')).toBe(false)
  })
})

test('defect: a number that Excel had spoilt was called malformed: it is named, with what to do', () => {
  expect(spoiltStatementMessage('订单号', ' 3.80E+18')).toBe(
    '订单号被表格软件改成了3.80E+18，末尾几位已丢失：请在闲鱼后台重新下载结算单，直接导入，不要用Excel另存',
  )
  expect(spoiltOrderMessage('运单号', '7.35123E+13')).toContain('运单号被表格软件改成了7.35123E+13，')
})

describe('codes in one cell', () => {
  const [ONE, TWO] = ['490154203237518', '356938035643809']

  test.each([
    [`${ONE}/${TWO}`, [ONE, TWO]],
    [`${ONE} / ${TWO}`, [ONE, TWO]],
    [`${ONE} ${TWO}`, [ONE, TWO]],
    [`${ONE}、${TWO}`, [ONE, TWO]],
    [`${ONE}，${TWO}`, [ONE, TWO]],
    [`IMEI1:${ONE} IMEI2：${TWO}`, [ONE, TWO]],
    [`IMEI1 ${ONE} IMEI2 ${TWO}`, [ONE, TWO]],
    [`${ONE}/01`, [ONE]],
    [`${ONE}/${ONE}`, [ONE]],
    ['49 015420 323751 8', ['49 015420 323751 8']],
    [`${ONE}/C39ABC12HG7F`, [ONE, 'C39ABC12HG7F']],
    ['F2LX1234/ABCD', ['F2LX1234/ABCD']],
  ])('%s', (cell, codes) => expect(codesInCell(cell)).toEqual(codes))

  const read = (imei: string, imei2 = '', sn = '') => readWrittenCodes({ imei, imei2, sn })

  test('go to their places', () => {
    expect(read(`${ONE}/${TWO}`)).toMatchObject({ codes: { imei: ONE, imei2: TWO, sn: '' } })
    expect(read(`${ONE}/${TWO}`, TWO)).toMatchObject({ codes: { imei: ONE, imei2: TWO } })
    expect(read(`${ONE} / C39ABC12HG7F`)).toMatchObject({ codes: { imei: ONE, imei2: '', sn: 'C39ABC12HG7F' } })
  })

  test('that have no place are refused, and none is dropped', () => {
    expect(read(`${ONE}/${TWO}`, '860246040000018')).toMatchObject({ message: expect.stringContaining('又有另一个') })
    expect(read(`${ONE}/${TWO}/860246040000018`)).toMatchObject({ message: expect.stringContaining('3个编码') })
    expect(read(ONE, `${TWO}/860246040000018`)).toMatchObject({ message: expect.stringContaining('副IMEI') })
  })
})

describe('what else stands on a box', () => {
  test.each([
    ['SF2LX1234ABCD', 'F2LX1234ABCD'],
    ['SK7XV2L9QH4', 'K7XV2L9QH4'],
    ['F2LX1234ABCD', 'F2LX1234ABCD'],
    ['SAMSUNGSN1', 'SAMSUNGSN1'],
  ])('defect: the S before a serial number of Apple was kept: %s', (raw, serialNumber) => {
    expect(checkSerialNumber(raw)).toEqual({ ok: true, serialNumber })
  })

  test.each(['1PMLPF3CH/A', 'MLPF3CH/A', '1PMU6Y3ZP/A'])('defect: the part number %s was a serial number', (raw) => {
    expect(checkSerialNumber(raw)).toEqual({ ok: false, message: '这是型号部件号，请扫描IMEI或序列号条码' })
    expect(checkImei(raw)).toMatchObject({ ok: false, message: '这是型号部件号，请扫描IMEI或序列号条码' })
  })

  test.each(['8986012012345678901F', '898600A1234567890123', '8986032412345678901F'])(
    'defect: the ICCID %s was a serial number',
    (raw) => expect(checkSerialNumber(raw)).toEqual({ ok: false, message: '这是SIM卡号/EID，请扫描IMEI条码' }),
  )

  test('defect: a serial number was cut at its slash', () => {
    expect(normaliseCode('F2LX1234/ABCD')).toBe('F2LX1234/ABCD')
    expect(checkSerialNumber('F2LX12345/ABCD').ok).toBe(false)
  })

  test.each([
    '8002490154203237518',
    ']C18002490154203237518',
    '(8002)490154203237518',
    '01069012345678928002490154203237518',
  ])('defect: the IMEI of the GS1 code %s was not read', (raw) => {
    expect(checkImei(raw)).toEqual({ ok: true, imei: '490154203237518' })
    expect(classifyCode(raw)).toMatchObject({ kind: 'imei', value: '490154203237518' })
    expect(storedCode(raw)).toBe('490154203237518')
  })

  test('an order number that reads as a GS1 code is looked for as well', () => {
    expect(codesToFind('8002490154203237518')).toEqual(['490154203237518', '8002490154203237518'])
    expect(classifyCode('8002490154203237518').candidates).toEqual(['imei', 'orderNo'])
    expect(classifyCode('8002490154203237519').kind).toBe('orderNo')
    expect(codesToFind('SF2LX1234ABCD')).toEqual(['SF2LX1234ABCD', 'F2LX1234ABCD'])
  })

  test.each([
    ['4901542032375181', '不是已登记的封袋码；请输入15位IMEI'],
    ['268435456002235123', '不是已登记的封袋码；请输入15位IMEI'],
    ['012345678905', '不是已登记的封袋码；这是商品条码，请扫描IMEI条码'],
    ['FD00001001', '封袋码不存在或不属于本商家'],
  ])('defect: with a phone open %s was a bag that does not exist, and nothing else', (code, message) => {
    expect(unknownBagMessage(code)).toBe(message)
  })
})
