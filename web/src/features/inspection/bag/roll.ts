/** How many codes a roll may hold at once: the gateway's limit. */
export const ROLL_MAX = 2000

/**
 * The last code of a roll: the digits at the end of the first one counted up, keeping their width.
 * Null when the code does not end in digits, or when the digits are too few for the count.
 */
export function lastCodeOf(firstCode: string, count: number): string | null {
  const match = /^(.*?)(\d+)$/.exec(firstCode)
  const [, prefix = '', digits = ''] = match ?? []
  if (!match || !Number.isInteger(count) || count < 1) return null
  const last = (BigInt(digits) + BigInt(count - 1)).toString().padStart(digits.length, '0')
  return last.length > digits.length ? null : prefix + last
}
