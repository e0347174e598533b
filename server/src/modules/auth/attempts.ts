import type { GlobalTx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { later } from '../../platform/clock.ts'
import { networkLine } from '../../platform/network-line.ts'
import {
  type Attempts,
  attemptsOf,
  clearAttempts,
  isKnownPlace,
  lockAttempts,
  rememberPlace,
  saveAttempts,
} from './attempt-store.ts'

/**
 * Limits of failed sign-ins: 10 in 15 minutes a phone and 50 a network address, the image captcha after 3 in a row. A
 * stranger must not be able to lock a person out: a place the phone signed in from before has a budget of its own, which
 * nobody elsewhere can use up, and a code by SMS is open to the person from everywhere.
 */
const WINDOW_MS = 15 * 60_000
const PHONE_LIMIT = 10
const PLACE_LIMIT = 50
const STREAK_FOR_CAPTCHA = 3
/** A streak is forgotten this long after its last failure. */
const STREAK_MEMORY_MS = 24 * 3_600_000
const PLACE_MEMORY_MS = 30 * 24 * 3_600_000

/** Who is signing in from where, and the counters that limit it. */
export interface Attempt {
  readonly phone: string
  /** The network address; of IPv6 the first 64 bits, because a single line has all the rest. */
  readonly place: string
  /** The phone's counter, or the one of the phone at this known place. */
  readonly phoneSubject: string
  readonly placeSubject: string
}

/** True when the phone signed in from the address `ip` within the last thirty days. */
export const isAtKnownPlace = (tx: GlobalTx, phone: string, ip: string, now: Date): Promise<boolean> =>
  isKnownPlace(tx, phone, networkLine(ip), later(now, -PLACE_MEMORY_MS))

/** Finds out which counters limit a sign-in of `phone` from `ip`. */
export async function attemptFor(tx: GlobalTx, phone: string, ip: string, now: Date): Promise<Attempt> {
  const place = networkLine(ip)
  const isKnown = await isAtKnownPlace(tx, phone, ip, now)
  return {
    phone,
    place,
    phoneSubject: isKnown ? `phone:${phone}@${place}` : `phone:${phone}`,
    placeSubject: `place:${place}`,
  }
}

/** How long until fewer than `limit` failures lie within the window that ends now; the window slides. */
function waitSeconds(attempts: Attempts | null, limit: number, now: Date): number {
  const limiting = attempts?.failedAtMs.at(-limit)
  if (limiting === undefined) return 0
  return Math.max(0, Math.ceil((limiting + WINDOW_MS - now.getTime()) / 1000))
}

function refuseSlow(phone: Attempts | null, place: Attempts | null, now: Date): void {
  const seconds = Math.max(waitSeconds(phone, PHONE_LIMIT, now), waitSeconds(place, PLACE_LIMIT, now))
  if (seconds > 0) refuse('SLOWED_DOWN', { seconds })
}

const needsCaptcha = (attempts: Attempts | null, now: Date): boolean =>
  attempts !== null &&
  attempts.streak >= STREAK_FOR_CAPTCHA &&
  now.getTime() - Date.parse(attempts.lastFailedAt) < STREAK_MEMORY_MS

/**
 * Looks whether an attempt may go on, before anything costly is done for it. Gives whether a captcha is needed.
 * Refuses SLOWED_DOWN with the seconds to wait.
 */
export async function previewAttempt(tx: GlobalTx, attempt: Attempt, now: Date): Promise<{ needsCaptcha: boolean }> {
  const phone = await attemptsOf(tx, attempt.phoneSubject)
  refuseSlow(phone, await attemptsOf(tx, attempt.placeSubject), now)
  return { needsCaptcha: needsCaptcha(phone, now) }
}

/** The counters of an attempt, held until the transaction ends. */
export interface HeldAttempt extends Attempt {
  readonly needsCaptcha: boolean
  /** Counts a failure against the phone and the place. */
  fail(): Promise<void>
  /** Forgets the phone's failures and remembers the place. */
  succeed(): Promise<void>
}

/**
 * The same decision for good: it holds the counters, so that of many guesses made at once only as many as the limit
 * allows ever learn whether they were right. Refuses SLOWED_DOWN with the seconds to wait.
 */
export async function holdAttempt(tx: GlobalTx, attempt: Attempt, now: Date): Promise<HeldAttempt> {
  const phone = await lockAttempts(tx, attempt.phoneSubject, now)
  const place = await lockAttempts(tx, attempt.placeSubject, now)
  refuseSlow(phone, place, now)
  return {
    ...attempt,
    needsCaptcha: needsCaptcha(phone, now),
    fail: async () => {
      await saveAttempts(tx, attempt.phoneSubject, failedOnceMore(phone, now))
      await saveAttempts(tx, attempt.placeSubject, failedOnceMore(place, now))
    },
    succeed: async () => {
      await clearAttempts(tx, attempt.phoneSubject)
      await rememberPlace(tx, attempt.phone, attempt.place, now)
    },
  }
}

/** Looks whether an address may go on guessing, before anything costly is done for it. Refuses SLOWED_DOWN with the seconds to wait. */
export async function previewPlace(tx: GlobalTx, ip: string, now: Date): Promise<void> {
  refuseSlow(null, await attemptsOf(tx, `place:${networkLine(ip)}`), now)
}

/** The counter of a network address alone, held until the transaction ends: for guesses at SMS codes, which have tries of their own. */
export interface HeldPlace {
  /** Counts a failure against the place. */
  fail(): Promise<void>
}

/** Holds the counter of the address `ip`. Refuses SLOWED_DOWN with the seconds to wait. */
export async function holdPlace(tx: GlobalTx, ip: string, now: Date): Promise<HeldPlace> {
  const subject = `place:${networkLine(ip)}`
  const place = await lockAttempts(tx, subject, now)
  refuseSlow(null, place, now)
  return { fail: () => saveAttempts(tx, subject, failedOnceMore(place, now)) }
}

function failedOnceMore({ failedAtMs, streak, lastFailedAt }: Attempts, now: Date): Attempts {
  const isForgotten = now.getTime() - Date.parse(lastFailedAt) >= STREAK_MEMORY_MS
  return {
    failedAtMs: [...failedAtMs, now.getTime()].slice(-PLACE_LIMIT),
    streak: isForgotten ? 1 : streak + 1,
    lastFailedAt: now.toISOString(),
  }
}
