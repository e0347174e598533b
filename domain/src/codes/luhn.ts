/**
 * The check value of a code without its check digit, in a base of 10 or 16: from the right every second digit is
 * doubled, the digits of each product are added, and the check value fills the sum up to a multiple of the base.
 */
function checkValue(body: string, base: 10 | 16): number {
  let sum = 0
  for (const [index, digit] of [...body].reverse().entries()) {
    const value = Number.parseInt(digit, base)
    const product = index % 2 === 0 ? value * 2 : value
    sum += Math.floor(product / base) + (product % base)
  }
  return (base - (sum % base)) % base
}

/** True when a string of two or more decimal digits ends in its Luhn check digit; false for anything else. */
export function isLuhnValid(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false
  return checkValue(digits.slice(0, -1), 10) === Number(digits.slice(-1))
}

/**
 * The 15th digit of an IMEI from its first 14 (3GPP TS 23.003).
 * @throws RangeError unless given exactly 14 decimal digits
 */
export function imeiCheckDigit(digits14: string): string {
  if (!/^\d{14}$/.test(digits14)) throw new RangeError('an IMEI body has 14 digits')
  return String(checkValue(digits14, 10))
}

/**
 * The optional 15th digit of a MEID from its 14 hexadecimal digits: Luhn in base 16, upper case.
 * @throws RangeError unless given exactly 14 hexadecimal digits
 */
export function meidCheckDigit(hex14: string): string {
  if (!/^[0-9A-Fa-f]{14}$/.test(hex14)) throw new RangeError('a MEID has 14 hexadecimal digits')
  return checkValue(hex14, 16).toString(16).toUpperCase()
}
