/**
 * The codes of a roll: the first one and those that follow when its last digits are counted up, keeping their width.
 * Null when the code does not end in digits, or the digits are too few for the count.
 */
export function rollOf(firstCode: string, count: number): string[] | null {
  const match = /^(.*?)(\d+)$/.exec(firstCode)
  if (!match) return null
  const [, prefix = '', digits = ''] = match
  const first = BigInt(digits)
  const last = first + BigInt(count - 1)
  if (last.toString().length > digits.length) return null
  return Array.from(
    { length: count },
    (_, index) => prefix + (first + BigInt(index)).toString().padStart(digits.length, '0'),
  )
}
