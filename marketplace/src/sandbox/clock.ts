/** The sandbox's two clocks: virtual time, in which the simulation runs, and the wall clock, which signatures and time-outs use. */
export interface SandboxClock {
  /** Virtual milliseconds since the Unix epoch. */
  now(): number
  /** Wall clock in milliseconds. */
  wallNow(): number
  /** Virtual milliseconds per real one. */
  readonly speed: number
  setSpeed(speed: number): void
  /** Moves virtual time forward. */
  advance(durationMs: number): void
  /** Moves virtual time to a later moment; an earlier one changes nothing. */
  advanceTo(momentMs: number): void
  /** Calls back after so many real milliseconds; gives what cancels it. Never keeps the process alive. */
  wake(delayMs: number, action: () => void): () => void
}

export interface SandboxClockOptions {
  /** Virtual start; the wall clock's present when left out. May lie in the past or the future. */
  startMs?: number
  /** 1 when left out; 0 moves only by `advance`. */
  speed?: number
  /** The wall clock; the machine's when left out. */
  wallNow?: () => number
}

/** A clock that runs `speed` times as fast as the wall clock and can be moved forward by hand. */
export function createSandboxClock(options: SandboxClockOptions = {}): SandboxClock {
  const wallNow = options.wallNow ?? Date.now
  let speed = options.speed ?? 1
  let anchorWallMs = wallNow()
  let anchorVirtualMs = options.startMs ?? anchorWallMs

  function now(): number {
    return anchorVirtualMs + Math.floor((wallNow() - anchorWallMs) * speed)
  }
  function anchor(virtualMs: number): void {
    anchorVirtualMs = virtualMs
    anchorWallMs = wallNow()
  }

  return {
    now,
    wallNow,
    get speed() {
      return speed
    },
    setSpeed(newSpeed) {
      if (!(newSpeed >= 0)) throw new RangeError('speed must be 0 or more')
      anchor(now())
      speed = newSpeed
    },
    advance(durationMs) {
      if (!(durationMs >= 0)) throw new RangeError('time only moves forward')
      anchor(now() + durationMs)
    },
    advanceTo(momentMs) {
      if (momentMs > now()) anchor(momentMs)
    },
    wake(delayMs, action) {
      const timer = setTimeout(action, delayMs)
      timer.unref()
      return () => clearTimeout(timer)
    },
  }
}

export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

const SHANGHAI_OFFSET_MS = 8 * HOUR_MS

/** The day in China of a moment, `yyyy-MM-dd`. */
export function shanghaiDateOf(momentMs: number): string {
  return new Date(momentMs + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10)
}

/** Midnight in China of a day `yyyy-MM-dd`; NaN when there is no such day. */
export function startOfShanghaiDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) - SHANGHAI_OFFSET_MS
}
