import { BAR_CODE_PATTERN, BILL_NO_PATTERN, INSPECTION_NO_PATTERN } from '@huanji/domain/codes/formats'
import { checkImei } from '@huanji/domain/codes/imei'
import { normaliseCode } from '@huanji/domain/codes/normalise'

/** The AIM symbology identifier that a scanner may send before a code: `]C1` for Code 128, `]Q3` for a QR code. */
const AIM_IDENTIFIER = /^\][A-Za-z][0-9A-Za-z]/
/** Marks around a code, such as the `*` of Code 39 or a scanner's own `~`: no code of the trade begins or ends with one. */
const MARKS = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu
/** One of our own numbers behind something that a scanner put before it. */
const PREFIXED_OWN = /^([A-Z0-9]{1,6}?)(?:HJ\d{10}|ZJ\d{12}|PC\d{10,14}|ZD\d{14})$/i
/** An IMEI behind something that ends in a letter, so that it is clear where it begins. */
const PREFIXED_IMEI = /^([A-Z0-9]{0,4}[A-Z])(\d{15})$/i

/** A code without what a scanner may put around it: the AIM identifier, marks, control characters, blanks. */
export function withoutMarks(raw: string): string {
  return raw
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .replace(AIM_IDENTIFIER, '')
    .replace(MARKS, '')
}

/**
 * Whether a code shows by itself that nothing of it is missing: an IMEI by its check digit, our own numbers by their
 * form. Of a bag's code, a waybill or a serial number nobody can tell.
 */
export function isWhole(text: string): boolean {
  const code = normaliseCode(text)
  return (
    BAR_CODE_PATTERN.test(code) || INSPECTION_NO_PATTERN.test(code) || BILL_NO_PATTERN.test(code) || checkImei(code).ok
  )
}

/** The IMEI that stands behind a scanner's own letters; null for any other text. */
export function imeiBehindLetters(text: string): string | null {
  const imei = PREFIXED_IMEI.exec(withoutMarks(text))?.[2] ?? ''
  return checkImei(imei).ok ? imei : null
}

/** True for a code that is a beginning or an end of one of the others: most likely what is left of it. */
export function isPartOf(scanned: string, wholes: readonly string[]): boolean {
  const part = normaliseCode(scanned)
  return wholes.some((whole) => whole.length > part.length && (whole.startsWith(part) || whole.endsWith(part)))
}

/** Knows the letters that a scanner is set to put before every code, and takes them away. */
export class PrefixFilter {
  private prefix = ''
  /** What stood before the last IMEI, and that IMEI. */
  private seen = { prefix: '', imei: '' }

  /** The code as it was printed. Before one of our own numbers a prefix shows at once, otherwise once it was learned. */
  strip(raw: string): string {
    const text = withoutMarks(raw)
    const own = PREFIXED_OWN.exec(text)?.[1]
    if (own !== undefined) return text.slice(own.length)
    const isPrefixed = this.prefix !== '' && text.toUpperCase().startsWith(this.prefix.toUpperCase())
    return isPrefixed ? text.slice(this.prefix.length) : text
  }

  /** Learns from a finished reading: from one of our own numbers, or from two IMEIs behind the same letters. */
  learn(raw: string): void {
    const text = withoutMarks(raw)
    const own = PREFIXED_OWN.exec(text)?.[1]
    if (own !== undefined || isWhole(text)) this.prefix = own ?? ''
    const [, prefix = '', imei = ''] = PREFIXED_IMEI.exec(text) ?? []
    if (imei === '' || !checkImei(imei).ok) return
    if (this.seen.prefix === prefix && this.seen.imei !== imei) this.prefix = prefix
    this.seen = { prefix, imei }
  }
}
