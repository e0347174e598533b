import { IMEI_LENGTH } from '../validation.ts'
import { isLuhnValid, meidCheckDigit } from './luhn.ts'
import {
  BAG_UNKNOWN_MESSAGE,
  IMEI_DIGITS_MESSAGE,
  IMEI_LENGTH_MESSAGE,
  IMEI_LUHN_MESSAGE,
  MEID_CHECK_MESSAGE,
  MEID_FORM_MESSAGE,
  PART_NUMBER_MESSAGE,
  PRODUCT_CODE_MESSAGE,
  SAME_IMEI_MESSAGE,
  SERIAL_NUMBER_MESSAGE,
  SIM_CODE_MESSAGE,
} from './messages.ts'
import { normaliseCode } from './normalise.ts'

export type ImeiFault = 'length' | 'digits' | 'luhn' | 'sim' | 'product' | 'same'

export type ImeiCheck =
  | { readonly ok: true; readonly imei: string }
  | { readonly ok: false; readonly reason: ImeiFault; readonly message: string }

export type ImeiPairCheck =
  | { readonly ok: true; readonly imei1: string; readonly imei2: string | null }
  | { readonly ok: false; readonly field: 'imei1' | 'imei2'; readonly reason: ImeiFault; readonly message: string }

/**
 * An ICCID (19 or 20 digits, or filled up with an F; of Chinese carriers with letters in it) or an EID (32 digits): both
 * start with 89 and stand beside the IMEI on the box.
 */
export function isSimCode(code: string): boolean {
  return /^89(?:\d{17,18}|\d{30}|\d{16,17}F|86(?=(?:[0-9A-Z]*\d){13})[0-9A-F]{15,16})$/.test(code)
}

/** Apple's part number on the box (`MLPF3CH/A`), mostly with the `1P` that says so in a bar code. */
export function isPartNumber(code: string): boolean {
  return /^(?:1P)?[MNFP3][A-Z0-9]{3,4}[A-Z]{1,2}\/[A-Z]$|^1P[A-Z0-9]{4,8}\/[A-Z]$/.test(code)
}

/** A serial number of Apple's: ten signs, or twelve with the half year and the week of its making; neither has an I or an O. */
const APPLE_SERIAL = /^(?=[^IO]*$)(?:[A-Z0-9]{3}[C-Z][1-9C-Y][A-Z0-9]{7}|(?=.*\d)(?=(?:.*[A-Z]){2})[A-Z0-9]{10})$/

/** The serial number behind the `S` that stands before Apple's in the bar codes of a box; any other code as it is. */
export const withoutSerialSign = (code: string): string =>
  code.startsWith('S') && APPLE_SERIAL.test(code.slice(1)) ? code.slice(1) : code

/**
 * The IMEI of a GS1 code that has one: application identifier 8002, alone, behind a trade item's number or among others.
 * Null for any other text.
 */
export function imeiOfGs1(raw: string): string | null {
  const parts = raw
    .normalize('NFKC')
    .trim()
    .replace(/^\][A-Za-z]\d/, '')
    .replace(/[()]/g, '')
    .split('\u001d')
  const [imei] = parts.flatMap((part) => /^(?:01\d{14})?8002(\d{15})$/.exec(part.trim())?.[1] ?? [])
  return imei !== undefined && isLuhnValid(imei) && !/^(\d)\1*$/.test(imei) ? imei : null
}

/** The form of an EAN-13 or UPC-A, whatever its check digit. */
export function isProductCode(code: string): boolean {
  return /^\d{12,13}$/.test(code)
}

function refuse(reason: ImeiFault, message: string): ImeiCheck {
  return { ok: false, reason, message }
}

/**
 * Checks a typed or scanned IMEI (docs/domain.md §3.1): 15 digits with a right check digit, not all the same digit.
 * Gives the normalised IMEI, or the reason with a message that says what to do; a SIM or product code scanned by
 * mistake is named as such.
 */
export function checkImei(raw: string): ImeiCheck {
  const imei = imeiOfGs1(raw) ?? normaliseCode(raw)
  if (isSimCode(imei)) return refuse('sim', SIM_CODE_MESSAGE)
  if (isPartNumber(imei)) return refuse('product', PART_NUMBER_MESSAGE)
  if (imei !== '' && !/^\d+$/.test(imei)) return refuse('digits', IMEI_DIGITS_MESSAGE)
  if (isProductCode(imei)) return refuse('product', PRODUCT_CODE_MESSAGE)
  if (imei.length !== IMEI_LENGTH) return refuse('length', IMEI_LENGTH_MESSAGE)
  if (/^(\d)\1*$/.test(imei)) return refuse('same', IMEI_LUHN_MESSAGE)
  if (!isLuhnValid(imei)) return refuse('luhn', IMEI_LUHN_MESSAGE)
  return { ok: true, imei }
}

/**
 * What to say of a code that might be a bag's and was registered as none: of so many digits it is more likely an IMEI that
 * was misread, an IMEISV, a MEID in decimals or a product code.
 */
export function unknownBagMessage(bagCode: string): string {
  const checked = checkImei(bagCode)
  return /^\d{12,18}$/.test(bagCode) && !checked.ok ? `不是已登记的封袋码；${checked.message}` : BAG_UNKNOWN_MESSAGE
}

/**
 * Checks the one or two IMEIs of a phone. The second may be empty; both must pass `checkImei` and differ.
 * Refuses with the field at fault.
 */
export function checkImeiPair(imei1: string, imei2: string | null | undefined): ImeiPairCheck {
  const first = checkImei(imei1)
  if (!first.ok) return { ...first, field: 'imei1' }
  if (imei2 === null || imei2 === undefined || normaliseCode(imei2) === '') {
    return { ok: true, imei1: first.imei, imei2: null }
  }
  const second = checkImei(imei2)
  if (!second.ok) return { ...second, field: 'imei2' }
  if (first.imei === second.imei) return { ok: false, field: 'imei2', reason: 'same', message: SAME_IMEI_MESSAGE }
  return { ok: true, imei1: first.imei, imei2: second.imei }
}

/**
 * Checks a MEID: 14 hexadecimal digits whose first byte is A0–FF, or 99 for numbers shared with an IMEI, and the
 * 15th check digit where it was written too. Gives the 14 digits.
 */
export function checkMeid(
  raw: string,
): { readonly ok: true; readonly meid: string } | { readonly ok: false; readonly message: string } {
  const code = normaliseCode(raw)
  if (!/^(?:[A-F][0-9A-F]|99)[0-9A-F]{12,13}$/.test(code)) return { ok: false, message: MEID_FORM_MESSAGE }
  const meid = code.slice(0, 14)
  if (code.length === 15 && meidCheckDigit(meid) !== code.slice(14)) return { ok: false, message: MEID_CHECK_MESSAGE }
  return { ok: true, meid }
}

/**
 * Checks a maker's serial number: 8 to 20 letters and digits, whatever the maker. There is no check digit, so a pass
 * says nothing about the phone. Gives it in upper case, without the `S` of Apple's bar codes; names what else stands beside
 * it on a box.
 */
export function checkSerialNumber(
  raw: string,
): { readonly ok: true; readonly serialNumber: string } | { readonly ok: false; readonly message: string } {
  const serialNumber = withoutSerialSign(normaliseCode(raw))
  if (isPartNumber(serialNumber)) return { ok: false, message: PART_NUMBER_MESSAGE }
  if (isSimCode(serialNumber)) return { ok: false, message: SIM_CODE_MESSAGE }
  if (!/^[A-Z0-9]{8,20}$/.test(serialNumber)) return { ok: false, message: SERIAL_NUMBER_MESSAGE }
  return { ok: true, serialNumber }
}
