import { FAST_GAP_MS, SLOW_GAP_MS, STALL_MS } from './burst.ts'

/** So many keys at a scanner's pace are no person's; at a slow scanner's it takes more. */
const SHORTEST = 5
const SHORTEST_SLOW = 8
const MODIFIERS = /^(Shift|Control|Alt|Meta|CapsLock)/

/** Keys of one direction that came close together. */
interface Run {
  readonly count: number
  readonly isSlow: boolean
  readonly code: string
  readonly atMs: number
}

const NO_RUN: Run = { count: 0, isSlow: false, code: '', atMs: Number.NEGATIVE_INFINITY }

/** What is asked of a key, pressed or let go. */
type RunKey = Pick<KeyboardEvent, 'type' | 'key' | 'code' | 'repeat'>

/** The run with one key more. The same key again does not count: one that is held down repeats as fast as a scanner types. */
function withKey(run: Run, { code, repeat }: RunKey, atMs: number): Run {
  const gapMs = atMs - run.atMs
  if (gapMs > SLOW_GAP_MS || gapMs < 0) return { count: 1, isSlow: false, code, atMs }
  if (repeat || code === run.code) return { ...run, atMs }
  return { count: run.count + 1, isSlow: run.isSlow || gapMs > FAST_GAP_MS, code, atMs }
}

/**
 * Watches the keys around one that an input method has taken, and tells whether a scanner sends them. Input methods swallow
 * some keys when they are pressed and others when they are let go, so both ways are counted and either is enough.
 */
export class ComposedRun {
  private down = NO_RUN
  private up = NO_RUN
  private lastMs = Number.NEGATIVE_INFINITY
  private hasComposed = false

  /**
   * Takes one key, pressed or let go.
   * @param atMs when, on a steady clock
   */
  take(event: RunKey, isComposed: boolean, atMs: number): void {
    if (MODIFIERS.test(event.key)) return
    if (atMs - this.lastMs > STALL_MS || atMs < this.lastMs) this.forget()
    this.lastMs = atMs
    if (isComposed) this.hasComposed = true
    if (event.type === 'keyup') this.up = withKey(this.up, event, atMs)
    else this.down = withKey(this.down, event, atMs)
  }

  /** True while what comes may have lost its beginning to an input method. */
  isDoubtful(atMs: number): boolean {
    return this.hasComposed && atMs - this.lastMs <= STALL_MS
  }

  /** True once a scanner is certain to have sent the keys, of which an input method took some. */
  isScan(): boolean {
    const isLong = ({ count, isSlow }: Run) => count >= (isSlow ? SHORTEST_SLOW : SHORTEST)
    return this.hasComposed && (isLong(this.down) || isLong(this.up))
  }

  forget(): void {
    this.down = NO_RUN
    this.up = NO_RUN
    this.hasComposed = false
  }
}
