import { BAR_CODE_PATTERN, BATCH_NO_PATTERN, BILL_NO_PATTERN, INSPECTION_NO_PATTERN } from './formats.ts'
import { isLuhnValid } from './luhn.ts'
import { normaliseCode } from './normalise.ts'

/** So many codes are looked for at once. */
export const SOUGHT_MAX = 50

/** Codes that are looked for: any of them whole, and phones by the ends of short ones. */
export interface Sought {
  readonly whole: readonly string[]
  /** Four to eight digits, of which a phone's code may be the end. */
  readonly ends: readonly string[]
}

/** The last digits of a code, as people read them from a label (尾号). */
const END = /^\d{4,8}$/

/** Forms that leave no doubt, orders' 19 digits among them: blanks within such a code part nothing. */
const CERTAIN = [BAR_CODE_PATTERN, BATCH_NO_PATTERN, BILL_NO_PATTERN, INSPECTION_NO_PATTERN, /^\d{19}$/]

const isImei = (code: string): boolean => /^\d{15}$/.test(code) && isLuhnValid(code)

const isCertain = (code: string): boolean => isImei(code) || CERTAIN.some((pattern) => pattern.test(code))

const SEPARATORS = /[,，、;；|\r\n\t]+/u
/** Every code that is worth looking for alone. */
const PART = /^(?=.*\d)[\p{L}\p{N}\p{Pd}/:]{4,64}$/u

/** The codes that stand in a line, which blanks part only where each part may be a code. */
function codesInLine(line: string): string[] {
  const parts = line.split(/\s+/u).filter((part) => part !== '' && normaliseCode(part) !== '')
  const isOne = parts.length < 2 || isCertain(normaliseCode(line)) || !parts.every((part) => PART.test(part))
  return isOne ? [line.trim()] : parts
}

/**
 * The codes of a text that somebody typed or pasted, each once and as it was written: parted by commas, semicolons, tabs,
 * line breaks, and by blanks where these do not stand within one code. Gives none of an empty text.
 */
export function codesIn(text: string): string[] {
  const codes = text
    .split(SEPARATORS)
    .flatMap(codesInLine)
    .filter((code) => code !== '')
  return [...new Map(codes.map((code) => [normaliseCode(code) || code, code])).values()]
}

/** What a list's filter looks for, parted where it was written in one; null where it is empty. */
export function soughtIn(given: string | readonly string[] | undefined): Sought | null {
  const codes = (typeof given === 'string' ? [given] : (given ?? [])).flatMap(codesIn)
  const whole = [...new Set(codes.map(normaliseCode).filter((code) => code !== ''))]
  return whole.length === 0 ? null : { whole, ends: whole.filter((code) => END.test(code)) }
}
