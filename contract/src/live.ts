import type { Features } from './features/index.ts'

/** Where the event stream of a signed-in person is; the login context travels in headers, never in the address. */
export const STREAM_PATH = '/api/ext/stream'

/** The headers of the login context; the token stands in `authorization: Bearer …`. */
export const STREAM_HEADERS = {
  phone: 'x-login-phone',
  employeeId: 'x-employee-id',
  merchantId: 'x-merchant-id',
  /** How old the caller's knowledge is, in milliseconds: what changed since then is told at once. */
  sinceMs: 'x-since-ms',
} as const

/** What the stream tells of. */
export type LiveTopic = {
  [F in keyof Features]: Features[F] extends { readonly topics: readonly (infer Topic)[] } ? Topic & string : never
}[keyof Features]

export { LIVE_TOPICS } from './tables.ts'

/** The stream's events. */
export interface StreamEvents {
  /** The stream stands; with `isWhole` false some process's changes may not be heard, and whoever shows rows asks for them now and then. */
  standing: { isWhole: boolean }
  /** What changed, the newest of it `ageMs` milliseconds before this was sent. */
  changed: { topics: readonly LiveTopic[]; ageMs: number }
  /** The session is over; it is no use to come again with it. */
  ended: Record<never, never>
}
