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

/** A roll as its record names it, both ends with it. */
export interface Roll {
  readonly firstCode: string
  readonly lastCode: string
  readonly count: number
}

/** What the record of a roll says. */
export const noteOfRoll = ({ firstCode, lastCode, count }: Roll): string => `${firstCode} – ${lastCode}，共${count}个`

const NOTE = /^(\S+) – (\S+)，共(\d+)个$/

/** The roll that a note names, as `noteOfRoll` wrote it; null for another note. */
export function rollOfNote(note: string): Roll | null {
  const [, firstCode = '', lastCode = '', count = ''] = NOTE.exec(note) ?? []
  return firstCode === '' ? null : { firstCode, lastCode, count: Number(count) }
}
