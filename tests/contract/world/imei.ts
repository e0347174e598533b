import { imeiCheckDigit } from '@huanji/domain/codes/luhn'

/** A valid IMEI of a made-up phone. */
export function imeiOf(number: number): string {
  const body = `35${String(number).padStart(12, '0')}`
  return body + imeiCheckDigit(body)
}
