import { type Draws, drawsOf } from './random.ts'

/** How a phone of the demo data stands in the end. */
export type Fate =
  | 'draft'
  | 'awaitingPhotos'
  | 'awaitingSeal'
  | 'listable'
  | 'scheduled'
  | 'bidding'
  | 'unsold'
  | 'offShelf'
  | 'publishFailed'
  | 'awaitingPayment'
  | 'awaitingShipment'
  | 'shipped'
  | 'completed'
  | 'defaulted'

/** The first phones have these fates, so that a small demo shows every state too. */
export const GUARANTEED_FATES: readonly Fate[] = [
  'completed',
  'draft',
  'awaitingPhotos',
  'awaitingSeal',
  'listable',
  'scheduled',
  'bidding',
  'awaitingPayment',
  'awaitingShipment',
  'shipped',
  'unsold',
  'defaulted',
  'publishFailed',
  'offShelf',
]

/** A merchant's stock on an ordinary day: most of what went through it in a month is sold and settled. */
export const FATE_SHARES: readonly (readonly [Fate, number])[] = [
  ['completed', 46],
  ['shipped', 7],
  ['awaitingShipment', 8],
  ['awaitingPayment', 4],
  ['defaulted', 3],
  ['bidding', 5],
  ['scheduled', 6],
  ['unsold', 5],
  ['offShelf', 2],
  ['publishFailed', 2],
  ['listable', 5],
  ['awaitingSeal', 2],
  ['awaitingPhotos', 3],
  ['draft', 2],
]

const SELLING: readonly Fate[] = ['completed', 'shipped', 'awaitingShipment', 'awaitingPayment', 'defaulted']

/** The same in proportion, of phones that come to an order only. */
export const SELLING_SHARES = FATE_SHARES.filter(([fate]) => SELLING.includes(fate))

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const SHANGHAI_MS = 8 * HOUR_MS
/** Sealed sessions follow each other without a gap, so that one is always running. */
const SEALED_EVERY_MS = 2 * HOUR_MS
/** The present moves on while the data is made. */
const SEEDING_MS = 3 * MINUTE_MS

/** When things happen to one phone, in milliseconds since 1970; null for what never happens to it. */
export interface Course {
  readonly inspectMs: number
  readonly publishMs: number | null
  /** The start of the session to enter; the nearest one that takes entries is taken. */
  readonly sessionMs: number | null
  /** How long after the win the buyer pays. */
  readonly payAfterMs: number | null
  /** When the buyer pays instead, where the deadline is to lie near the end. */
  readonly payAtMs: number | null
  /** How long after payment the parcel leaves. */
  readonly shipAfterMs: number | null
  readonly sells: boolean
}

/** The start of the sealed session that is running at a moment. */
const runningSessionMs = (momentMs: number): number =>
  Math.floor((momentMs + SHANGHAI_MS) / SEALED_EVERY_MS) * SEALED_EVERY_MS - SHANGHAI_MS

/** Puts a moment into the working hours of its day, 9 to 21 o'clock in China. */
function atWork(momentMs: number): number {
  const dayMs = Math.floor((momentMs + SHANGHAI_MS) / DAY_MS) * DAY_MS - SHANGHAI_MS
  const share = (momentMs - dayMs) / DAY_MS
  return dayMs + 9 * HOUR_MS + share * 12 * HOUR_MS
}

function hoursOf(draws: Draws): (least: number, most: number) => number {
  return (least, most) => Math.round((least + draws.share() * (most - least)) * 60) * MINUTE_MS
}

function sessionOf(fate: Fate, endMs: number, draws: Draws, payAtMs: number): number | null {
  const hours = hoursOf(draws)
  switch (fate) {
    case 'completed':
      return endMs - hours(5 * 24, 28 * 24)
    case 'shipped':
      return endMs - hours(14, 24)
    case 'awaitingShipment':
      return payAtMs - hours(2.5, 8)
    case 'awaitingPayment':
      return endMs - hours(3, 22)
    case 'defaulted':
      return endMs - hours(2 * 24, 20 * 24)
    case 'unsold':
      return endMs - hours(24, 20 * 24)
    case 'bidding':
      return runningSessionMs(endMs + SEEDING_MS)
    case 'scheduled':
      return endMs + hours(2, 40)
    case 'offShelf':
      return endMs + hours(6, 30)
    case 'publishFailed':
      return endMs - hours(1, 40)
    default:
      return null
  }
}

const PAID: readonly Fate[] = ['completed', 'shipped']

/** When things happen to the phone with this number, so that its fate is reached by `endMs` and none goes before `startMs`. */
export function courseOf(
  fate: Fate,
  history: { readonly seed: number; readonly number: number; readonly startMs: number; readonly endMs: number },
): Course {
  const { seed, number, startMs, endMs } = history
  const draws = drawsOf(seed, `course:${number}`)
  const hours = hoursOf(draws)
  const payAtMs = endMs - hours(1, 22)
  const sessionMs = sessionOf(fate, endMs, draws, payAtMs)
  const notBefore = startMs + 2 * HOUR_MS
  if (sessionMs === null) {
    return { ...NOTHING_MORE, inspectMs: Math.max(notBefore, endMs - hours(0.5, 36)) }
  }
  const isAhead = sessionMs > endMs
  const publishMs = isAhead ? endMs - hours(1, 8) : sessionMs - hours(1, 4)
  const inspectMs = publishMs - hours(1, 20)
  const isOld = endMs - inspectMs > 2 * DAY_MS
  return {
    inspectMs: Math.max(notBefore, isOld ? Math.min(atWork(inspectMs), publishMs - HOUR_MS / 2) : inspectMs),
    publishMs: Math.max(notBefore + HOUR_MS, publishMs),
    sessionMs,
    payAfterMs: PAID.includes(fate) ? hours(0.2, fate === 'shipped' ? 3 : 5) : null,
    payAtMs: fate === 'awaitingShipment' ? payAtMs : null,
    shipAfterMs: PAID.includes(fate) ? hours(1, fate === 'shipped' ? 6 : 20) : null,
    sells: SELLING.includes(fate),
  }
}

const NOTHING_MORE = {
  publishMs: null,
  sessionMs: null,
  payAfterMs: null,
  payAtMs: null,
  shipAfterMs: null,
  sells: false,
} as const
