import { AsyncLocalStorage } from 'node:async_hooks'

/** The one place of the server that asks the machine for the time; everything else is handed a clock. */
export interface Clock {
  /** The present moment. */
  now(): Date
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is moved: for tests, and for simulations that run in virtual time. */
export interface SettableClock extends Clock {
  /** Moves the clock forward by `ms` milliseconds. */
  advance(ms: number): void
  /** Puts the clock at a moment, given as ISO 8601. */
  set(moment: string): void
}

/** A clock that starts at `start` (ISO 8601) and moves only when told. */
export function settableClock(start: string): SettableClock {
  let nowMs = Date.parse(start)
  return {
    now: () => new Date(nowMs),
    advance: (ms) => {
      nowMs += ms
    },
    set: (moment) => {
      nowMs = Date.parse(moment)
    },
  }
}

/** The moment `ms` milliseconds after `moment`; negative values go back. */
export const later = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms)

/** A clock that runs at the pace of the machine's own, but may be put into the past: demo data gets a history that way. */
export interface ShiftingClock extends Clock {
  /** Goes on from `momentMs` (milliseconds since 1970). */
  shiftTo(momentMs: number): void
  /** Goes on from the machine's present. */
  catchUp(): void
  /** Does work, and all that follows from it, in the machine's present, wherever the clock was shifted to. */
  inPresent(work: () => void): void
}

/** A clock that shows the machine's time until it is shifted. */
export function shiftingClock(): ShiftingClock {
  let offsetMs = 0
  const present = new AsyncLocalStorage<true>()
  return {
    now: () => new Date(Date.now() + (present.getStore() === true ? 0 : offsetMs)),
    shiftTo: (momentMs) => {
      offsetMs = momentMs - Date.now()
    },
    catchUp: () => {
      offsetMs = 0
    },
    inPresent: (work) => present.run(true, work),
  }
}
