import pg from 'pg'

const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

/** `bigint` as a number. @throws Error when it is too large to be held exactly */
function exactNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`a bigint is too large for a number: ${text}`)
  return value
}

/**
 * `2026-11-20 10:30:00.1+00` as `2026-11-20T10:30:00.100Z`, by cutting text: a Date for each cell of a list would cost
 * as much again as the rest of reading it. Connections work in UTC, so the offset is always +00.
 */
export function isoMoment(text: string): string {
  if (!text.endsWith('+00')) throw new Error(`not a moment in UTC: ${text}`)
  const fraction = text.length > 22 ? text.slice(20, -3) : ''
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

type Parse = (text: string) => unknown

const PARSERS: Readonly<Record<number, Parse>> = {
  [INT8]: exactNumber,
  [DATE]: (text) => text,
  [TIMESTAMPTZ]: isoMoment,
}

/** How values of the database become values of the language; anything not named here is read as the driver reads it. */
export const VALUE_TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format ?? 'text') === 'text' && PARSERS[oid]
      ? PARSERS[oid]
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}
