/** Spreadsheets count days from the end of 1899. */
const EPOCH_MS = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

/** A day with what may stand behind it: `2026-11-01`, `2026/11/1 18:09`, `2026年11月1日`, `20261101`. */
const DAY = /^(20\d{2})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T ]+(.*))?$/
const SOLID_DAY = /^(20\d{2})(\d{2})(\d{2})$/
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/

/**
 * The day that a text names, as `yyyy-MM-dd`: `2026-11-01`, `2026/11/1`, `2026年11月1日`, `20261101`, or the number that a
 * spreadsheet keeps for it; a time behind it is left aside. Null for what is no day.
 */
export function dayIn(text: string): string | null {
  if (/^\d{5}$/.test(text)) return new Date(EPOCH_MS + Number(text) * DAY_MS).toISOString().slice(0, 10)
  const [, year = '', month = '', date = ''] = DAY.exec(text) ?? SOLID_DAY.exec(text) ?? []
  if (year === '') return null
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = Date.parse(`${day}T00:00:00.000Z`)
  // there is no 31st of February
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? null : day
}

/**
 * The moment in Asia/Shanghai that a text names, as ISO 8601: `2026-11-03 18:09:00`, also without seconds, and with any
 * form of the day; a day alone is its beginning. A number of days is one as spreadsheets keep it. Null for what is none.
 */
export function momentIn(text: string): string | null {
  const plain = text.normalize('NFKC').trim()
  if (/^\d{5}\.\d+$/.test(plain)) {
    const ms = EPOCH_MS + Math.round(Number(plain) * 86_400) * 1_000
    return new Date(ms - 8 * 3_600_000).toISOString()
  }
  const day = dayIn(plain)
  const time = DAY.exec(plain)?.[4] ?? ''
  const [, hour = '', minute = '', second = '00'] = TIME.exec(time === '' ? '0:00' : time) ?? []
  if (day === null || hour === '') return null
  const at = Date.parse(`${day}T${hour.padStart(2, '0')}:${minute}:${second}+08:00`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
