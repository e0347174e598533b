/** Where a telephone number was taken out of the text. */
export const PHONE_CUT = '\ue000'
/** Where a label, a name or a region was taken out. */
export const CUT = '\ue001'

const FULL_WIDTH = { first: 0xff01, last: 0xff5e, offset: 0xfee0 } as const

/** What people type for the same sign, one character for one. */
const SAME_SIGN = new Map<string, string>([
  ...[...'‐‑‒–—―−－─━'].map((sign) => [sign, '-'] as const),
  ...[...'【〔［「『'].map((sign) => [sign, '['] as const),
  ...[...'】〕］」』'].map((sign) => [sign, ']'] as const),
  ['。', ';'],
  ['、', ','],
  ['︰', ':'],
  ['•', '·'],
  ['・', '·'],
])

/** One UTF-16 unit, so that every place in the result is the same place in the text. */
function plainUnit(unit: string): string {
  const known = SAME_SIGN.get(unit)
  if (known !== undefined) return known
  const code = unit.charCodeAt(0)
  if (code >= FULL_WIDTH.first && code <= FULL_WIDTH.last) return String.fromCharCode(code - FULL_WIDTH.offset)
  if (unit === '\n' || unit === '\r') return '\n'
  // Control signs and spaces without width come along from web pages; a text that has the marks above must not pass them on.
  if (code < 0x20 || (code >= 0x7f && code <= 0xa0)) return ' '
  if (/[\s\u200b-\u200f\u2060\ufeff\ue000\ue001]/.test(unit)) return ' '
  return unit
}

/**
 * The text with full-width letters, digits and signs made half-width, dashes and brackets of every kind made alike, and
 * every other white space made a space. It is as long as the text, place for place.
 */
export function plain(text: string): string {
  let result = ''
  for (let at = 0; at < text.length; at += 1) result += plainUnit(text.charAt(at))
  return result
}

/** A stretch of the text, `end` excluded. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The text with a stretch replaced by as many marks. */
export function cutOut(text: string, { start, end }: Span, mark: string): string {
  return text.slice(0, start) + mark.repeat(end - start) + text.slice(end)
}

const BREAK = /[\s,;:|/>[\]()<"'\ue000\ue001]/

/** True when a word may begin here: at the start, or after white space, a sign or something taken out. */
export const isWordStart = (text: string, at: number): boolean => at === 0 || BREAK.test(text.charAt(at - 1))

/** True when a word ends here. */
export const isWordEnd = (text: string, at: number): boolean =>
  at >= text.length || /[-·]/.test(text.charAt(at)) || BREAK.test(text.charAt(at))
