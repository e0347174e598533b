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

/** Thousands are parted by commas wherever one stands, so that a comma typed for a point is no amount. */
const AMOUNT = /^(-?)(\d{1,12}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/

/**
 * Reads an amount typed in yuan ("1234.5", "¥1,234.50", "￥1234", "1234元") into fen.
 * @returns null when the text is not an amount with at most two decimals
 */
export function parseYuan(text: string): Fen | null {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^¥\s*/, '')
    .replace(/\s*元$/, '')
  const match = AMOUNT.exec(plain)
  if (!match) return null
  const fen = Number(match[2]?.replaceAll(',', '')) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -fen : fen
}

/** What a formula leaves of an amount in binary: `3456.7800000000002`. */
const withoutBinaryRest = (text: string): string =>
  /^-?\d+\.\d{9,}$/.test(text) && Math.abs(Number(text) * 100 - Math.round(Number(text) * 100)) < 1e-4
    ? String(Math.round(Number(text) * 100) / 100)
    : text

/** `1.2万` in yuan, as a text of yuan; any other text as it is. */
function withoutWan(text: string): string {
  const match = /^(\d{1,4}(?:\.\d{1,4})?)\s*[万wW](?:元|块)?$/.exec(text)
  return match ? String(Math.round(Number(match[1]) * 1_000_000) / 100) : text
}

/**
 * Reads an amount as people and spreadsheets write it in a cell: `1234.5`, `¥1,234.00`, `１２３４`, `1234元`, `1234块`,
 * `RMB 1234`, `1.2万`, `3456.7800000000002`. Null for what is none, an empty cell too.
 */
export function readAmount(text: string): Fen | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\s/g, '')
    .replace(/^(?:RMB|CNY|人民币)/i, '')
    .replace(/^¥/, '')
    .replace(/(?:块钱?|元整)$/, '元')
  return parseYuan(withoutBinaryRest(withoutWan(plain)))
}

/**
 * Splits an amount over weights so that the parts sum to it: each gets its share rounded down, and what is left goes fen
 * by fen to those that lost most, of equal ones to the first. Without any weight all parts are alike.
 * @param weights at least one, whole and not negative
 */
export function splitFen(amountFen: Fen, weights: readonly number[]): Fen[] {
  const isEven = weights.every((weight) => weight === 0)
  const shares = weights.map((weight) => BigInt(isEven ? 1 : weight))
  const whole = shares.reduce((sum, share) => sum + share, 0n)
  if (whole === 0n) return []
  const amount = BigInt(Math.abs(amountFen))
  const parts = shares.map((share, place) => ({ place, fen: (amount * share) / whole, lost: (amount * share) % whole }))
  const left = amount - parts.reduce((sum, { fen }) => sum + fen, 0n)
  const first = parts.toSorted((a, b) => (a.lost === b.lost ? a.place - b.place : a.lost > b.lost ? -1 : 1))
  const raised = new Set(first.slice(0, Number(left)).map(({ place }) => place))
  const sign = amountFen < 0 ? -1 : 1
  return parts.map(({ place, fen }) => sign * (Number(fen) + (raised.has(place) ? 1 : 0)) || 0)
}
