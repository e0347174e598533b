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
