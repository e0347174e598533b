import type { BareStatement, Value } from './bare-server.ts'
import type { Recorded } from './recorder.ts'

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** What the values of a recorded statement stand for. */
export interface Meaning {
  /** Values of that one request by name; wherever one stands, each request brings its own. */
  readonly named: Readonly<Record<string, unknown>>
  /** Ids made after this moment (ms) were made for that request, so each request makes its own. */
  readonly sinceMs: number
}

/** Turns recorded statements into ones that can be run again and again, each time for another request. */
export function repeatable(statements: readonly Recorded[], meaning: Meaning): BareStatement[] {
  return statements.map(({ text, name, values, rowCount }) => ({
    text,
    name,
    rowCount,
    values: values.map((value) => meaningOf(value, meaning)),
  }))
}

function meaningOf(value: unknown, meaning: Meaning): Value {
  if (Array.isArray(value)) return { list: value.map((item) => meaningOf(item, meaning)) }
  const name = Object.entries(meaning.named).find(([, named]) => named === value)?.[0]
  if (name !== undefined) return { named: name }
  return typeof value === 'string' && UUID_V7.test(value) && momentOf(value) >= meaning.sinceMs
    ? { fresh: 'id' }
    : { constant: value }
}

/** When a UUIDv7 was made, in milliseconds since 1970. */
const momentOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** The statements that read or write `table`, out of a whole call's. */
export const about = (statements: readonly Recorded[], table: string): Recorded[] =>
  statements.filter(({ text }) => /^\s*(?:with|select)\b/i.test(text) && text.includes(table))
