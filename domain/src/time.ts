/** Shanghai keeps UTC+8 all year, without daylight saving, for every date this product can hold. */
const SHANGHAI_OFFSET_MS = 8 * 60 * 60 * 1000

function shanghaiIso(iso: string): string {
  const utcMs = Date.parse(iso)
  if (Number.isNaN(utcMs)) throw new RangeError(`not an ISO 8601 time: ${iso}`)
  return new Date(utcMs + SHANGHAI_OFFSET_MS).toISOString()
}

/**
 * What a person reads: the moment in Asia/Shanghai as `2026-11-20 18:30`, or with `:05` seconds when asked.
 * @param iso an ISO 8601 time with its zone
 * @throws RangeError when `iso` is not a time
 */
export function formatShanghai(iso: string, withSeconds = false): string {
  return shanghaiIso(iso)
    .slice(0, withSeconds ? 19 : 16)
    .replace('T', ' ')
}

/**
 * The calendar day in Asia/Shanghai of a moment, as `yyyy-MM-dd`.
 * @param iso an ISO 8601 time with its zone
 * @throws RangeError when `iso` is not a time
 */
export function shanghaiDate(iso: string): string {
  return shanghaiIso(iso).slice(0, 10)
}

/** The hour of the day in Asia/Shanghai of a moment, 0 to 23. @param iso an ISO 8601 time with its zone */
export function shanghaiHour(iso: string): number {
  return Number(shanghaiIso(iso).slice(11, 13))
}

const DAY_MS = 24 * 60 * 60 * 1000

/** The moment at which a Shanghai day begins, as ISO 8601 in UTC. @param day `yyyy-MM-dd` */
export function startOfShanghaiDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - SHANGHAI_OFFSET_MS).toISOString()
}

/** The calendar day so many days later, earlier with a negative number. @param day `yyyy-MM-dd` */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** How many calendar days lie between two, 0 for the same. @param from `yyyy-MM-dd` */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00.000Z`) - Date.parse(`${from}T00:00:00.000Z`)) / DAY_MS)
}
