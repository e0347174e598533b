import { IMEI_LENGTH } from '../validation.ts'
import { isLuhnValid, meidCheckDigit } from './luhn.ts'
import {
  IMEI_DIGITS_MESSAGE,
  IMEI_LENGTH_MESSAGE,
  IMEI_LUHN_MESSAGE,
  MEID_CHECK_MESSAGE,
  MEID_FORM_MESSAGE,
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

/** An ICCID (19 or 20 digits) or an EID (32 digits): both start with 89 and stand beside the IMEI on the box. */
export function isSimCode(code: string): boolean {
  return /^89(?:\d{17,18}|\d{30})$/.test(code)
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
  const imei = normaliseCode(raw)
  if (imei !== '' && !/^\d+$/.test(imei)) return refuse('digits', IMEI_DIGITS_MESSAGE)
  if (isSimCode(imei)) return refuse('sim', SIM_CODE_MESSAGE)
  if (isProductCode(imei)) return refuse('product', PRODUCT_CODE_MESSAGE)
  if (imei.length !== IMEI_LENGTH) return refuse('length', IMEI_LENGTH_MESSAGE)
  if (/^(\d)\1*$/.test(imei)) return refuse('same', IMEI_LUHN_MESSAGE)
  if (!isLuhnValid(imei)) return refuse('luhn', IMEI_LUHN_MESSAGE)
  return { ok: true, imei }
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
 * says nothing about the phone. Gives it in upper case.
 */
export function checkSerialNumber(
  raw: string,
): { readonly ok: true; readonly serialNumber: string } | { readonly ok: false; readonly message: string } {
  const serialNumber = normaliseCode(raw)
  if (!/^[A-Z0-9]{8,20}$/.test(serialNumber)) return { ok: false, message: SERIAL_NUMBER_MESSAGE }
  return { ok: true, serialNumber }
}
