/** ISO/IEC 15417: the widths of bars and gaps, in modules, of the values 0–105, bar first. */
const WIDTHS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232'
).split(' ')
const STOP_WIDTHS = '2331112'

const START_B = 104
const START_C = 105
const CODE_B = 100
const CODE_C = 99

/** Two digits take one symbol in set C; switching there pays from four digits on. */
const DIGITS_WORTH_SWITCHING = 4

/** The digits at the start of a text that set C can take: an even number of them, or none where it does not pay. */
function digitsAhead(text: string): string {
  const digits = /^\d*/.exec(text)?.[0] ?? ''
  return digits.length < DIGITS_WORTH_SWITCHING ? '' : digits.slice(0, digits.length - (digits.length % 2))
}

/** The symbol values of a text without start, check and stop, beginning in set B. */
function valuesOf(text: string): number[] {
  const values: number[] = []
  let rest = text
  let isInC = false
  while (rest !== '') {
    const digits = digitsAhead(rest)
    if (digits !== '') {
      if (!isInC) values.push(CODE_C)
      for (let at = 0; at < digits.length; at += 2) values.push(Number(digits.slice(at, at + 2)))
      rest = rest.slice(digits.length)
      isInC = true
      continue
    }
    if (isInC) values.push(CODE_B)
    isInC = false
    values.push(rest.charCodeAt(0) - 32)
    rest = rest.slice(1)
  }
  return values
}

/**
 * A text as Code 128: the widths of bars and gaps in modules, bar first, without the quiet zones (10 modules a side).
 * Long runs of digits are packed two to a symbol.
 * @throws RangeError for a character outside printable ASCII, or an empty text
 */
export function code128(text: string): number[] {
  if (!/^[ -~]+$/.test(text)) throw new RangeError(`Code 128 cannot hold: ${text}`)
  const values = valuesOf(text)
  const startsInC = values[0] === CODE_C
  const symbols = startsInC ? [START_C, ...values.slice(1)] : [START_B, ...values]
  const sum = symbols.reduce((total, value, index) => total + value * Math.max(1, index), 0)
  const patterns = [...symbols, sum % 103].map((value) => WIDTHS[value] ?? '')
  return [...patterns.join(''), ...STOP_WIDTHS].map(Number)
}
