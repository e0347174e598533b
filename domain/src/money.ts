/** An amount of money in fen (1/100 yuan): a safe integer, negative only where a direction is meant. */
export type Fen = number

/** True when `value` is a whole number of fen that arithmetic can hold exactly. */
export function isFen(value: unknown): value is Fen {
  return typeof value === 'number' && Number.isSafeInteger(value)
}

/**
 * A share of an amount, rounded half up to the fen.
 * @param rateBasisPoints hundredths of a percent: 60 is 0.6 %
 */
export function shareOfFen(amountFen: Fen, rateBasisPoints: number): Fen {
  return Math.floor((amountFen * rateBasisPoints + 5000) / 10000)
}

/** Keeps an amount between a floor and a ceiling, both in fen. */
export function clampFen(amountFen: Fen, minFen: Fen, maxFen: Fen): Fen {
  return Math.min(Math.max(amountFen, minFen), maxFen)
}

/** What a person reads: `¥1,234.00`, with a leading minus for negative amounts. */
export function formatFen(amountFen: Fen): string {
  const whole = Math.floor(Math.abs(amountFen) / 100)
  const cents = String(Math.abs(amountFen) % 100).padStart(2, '0')
  return `${amountFen < 0 ? '-' : ''}¥${whole.toLocaleString('en-US')}.${cents}`
}

/**
 * Reads an amount typed in yuan ("1234.5", "¥1,234.50") into fen.
 * @returns null when the text is not an amount with at most two decimals
 */
export function parseYuan(text: string): Fen | null {
  const plain = text.trim().replace(/^¥/, '').replaceAll(',', '')
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(plain)
  if (!match) return null
  const fen = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -fen : fen
}
