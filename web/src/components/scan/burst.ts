import { isWhole, PrefixFilter } from './code-text.ts'

/** Most scanners' keys come closer together than this. */
export const FAST_GAP_MS = 50
/** A slow scanner's keys do; a person needs 80 ms and more (docs/scanning.md). */
export const SLOW_GAP_MS = 75
/** A key alone for this long belongs to a person. */
export const LONE_KEY_MS = SLOW_GAP_MS + 3
/** Shorter bursts are fast typing; every code of the trade is longer. From here on keys are kept out of boxes. */
const SHORTEST_CODE = 5
/** So many keys at a slow scanner's pace are no person's. */
const SHORTEST_SLOW_CODE = 8
/**
 * A code that is whole by its form is over after this silence, also when no Enter or Tab comes. It is long, so that a
 * busy machine that holds up some of the keys does not cut it in two.
 */
const SILENCE_MS = 600
/** The same for a scanner that is known to send no ending key: nobody waits for one. */
const SHORT_SILENCE_MS = 120
/** The rest of a code that stopped in the middle may come this late; then what was read is a fragment. */
export const STALL_MS = 1000
/** Who sends no ending key is given the code early: what comes within this time is still its rest. */
const EARLY_REST_MS = 400
/** After a fragment was refused, its rest may still come, and is no code of its own. */
const LATE_REST_MS = 2000
/** A single key this long before a burst is its beginning: nobody presses a key and scans as quickly. */
const HELD_UP_MS = 250
/** Two or more fast keys this long before a burst are its beginning. */
const SHORT_HEAD_MS = 700
/** An ending key this soon after a code that was given without one belongs to it. */
const LATE_END_MS = 250
/** The same label read again within this time is the same reading. */
const REPEAT_MS = 1500
/** What IMEIs begin with (3GPP TS 23.003): two keys that came alone and are these may be the beginning of one. */
const IMEI_BEGINNINGS = /^(01|35|86|99)$/
/** A fragment that is read once more like that is no fragment. */
const SAME_AGAIN_MS = 15_000

export const ENDING_KEYS: ReadonlySet<string> = new Set(['Enter', 'Tab'])

/** What a burst came to. */
export interface BurstResult {
  readonly kind: 'code' | 'fragment'
  readonly text: string
}

/**
 * What a key means to the reader: a burst has begun (with what the one before it came to, and whether it goes on with
 * what stands before it), may be one, is certain, has ended, or ends what has ended already; or it is nothing of this.
 */
export type Reading =
  | { readonly kind: 'start'; readonly ended: readonly BurstResult[]; readonly goesOn: 'surely' | 'maybe' | 'not' }
  | { readonly kind: 'maybe' }
  | { readonly kind: 'certain' }
  | { readonly kind: 'ended'; readonly results: readonly BurstResult[] }
  | { readonly kind: 'spent' }
  | { readonly kind: 'nothing' }

/**
 * What was read before the burst at hand and not ended by a key: one key or two that came alone, a few fast ones, a burst that stopped, one
 * that was given as a code already, or one that was refused as a fragment.
 */
interface Head {
  readonly text: string
  readonly how: 'key' | 'short' | 'burst' | 'given' | 'refused'
}

interface Result extends BurstResult {
  /** As it was sent. */
  readonly raw: string
}

const NOTHING: Reading = { kind: 'nothing' }
const NEVER = { text: '', atMs: Number.NEGATIVE_INFINITY }
const NO_HEAD: Head = { text: '', how: 'key' }
/** Until when each kind of head may go on, in milliseconds after its last key. */
const HEAD_LIVES_MS = {
  key: STALL_MS,
  short: SHORT_HEAD_MS,
  burst: STALL_MS,
  given: EARLY_REST_MS,
  refused: LATE_REST_MS,
} as const

/** Tells a scanner's bursts from typing by the time between keys, and joins what a stall has cut. Knows nothing of the page. */
export class BurstReader {
  private chunk = ''
  private isSlow = false
  private head: Head = NO_HEAD
  private lastMs = Number.NEGATIVE_INFINITY
  /** Until when an ending key belongs to what has ended. */
  private spentUntilMs = Number.NEGATIVE_INFINITY
  private refused = NEVER
  private lastCode: { readonly text: string; readonly atMs: number; readonly receiver?: object } = NEVER
  private readonly prefixes = new PrefixFilter()
  /** Whether the scanner was last seen to send a key after its codes. */
  private sendsEnd = true

  /**
   * Takes one key.
   * @param key as `KeyboardEvent.key` gives it; keys that type nothing, such as Shift, are passed over
   * @param atMs when it was pressed, on any steady clock
   */
  take(key: string, atMs: number): Reading {
    if (atMs < this.lastMs) this.drop()
    if (ENDING_KEYS.has(key)) return this.end(atMs)
    if (key.length !== 1) return NOTHING
    const gapMs = atMs - this.lastMs
    this.lastMs = atMs
    if (this.chunk === '' || gapMs > SLOW_GAP_MS) {
      const ended = this.stop(gapMs)
      this.chunk = key
      this.isSlow = false
      const goesOn = this.isRest() ? 'surely' : this.head.how === 'short' ? 'maybe' : 'not'
      return { kind: 'start', ended, goesOn }
    }
    this.chunk += key
    if (gapMs > FAST_GAP_MS) this.isSlow = true
    return this.isScan() ? { kind: 'certain' } : { kind: 'maybe' }
  }

  /** True while keys come as a scanner sends them: a key that would mean something else may then be its ending. */
  isReading(atMs: number): boolean {
    return this.isScan() && atMs - this.lastMs <= STALL_MS
  }

  /** True for a time that lies before the last key's: the clock has begun anew, and what was read says nothing of what comes. */
  isBefore(atMs: number): boolean {
    return atMs < this.lastMs
  }

  /** How long to wait for further keys before `settle`, in milliseconds; null while nothing waits. */
  waitMs(): number | null {
    if (!this.isScan()) return null
    const { text } = this.last()
    if (isWhole(text)) return this.sendsEnd ? SILENCE_MS : SHORT_SILENCE_MS
    if (this.sendsEnd) return STALL_MS
    return text.length < SHORTEST_SLOW_CODE ? SILENCE_MS : SHORT_SILENCE_MS
  }

  /** Ends the burst because nothing more has come for `waitMs`. */
  settle(): readonly BurstResult[] {
    const waitedMs = this.waitMs()
    if (waitedMs === null) return this.drop()
    const results = this.finish()
    const last = results.at(-1)
    this.chunk = ''
    this.spentUntilMs = this.lastMs + waitedMs + LATE_END_MS
    if (!last || last.kind === 'fragment') return results
    const isSameAgain = last.text === this.refused.text && this.lastMs - this.refused.atMs < SAME_AGAIN_MS
    if (this.sendsEnd && !isWhole(last.text) && !isSameAgain) {
      this.refused = { text: last.text, atMs: this.lastMs }
      this.head = { text: last.raw, how: 'refused' }
      return [...results.slice(0, -1), { ...last, kind: 'fragment' }]
    }
    this.sendsEnd = false
    this.head = isWhole(last.text) ? NO_HEAD : { text: last.raw, how: 'given' }
    return results
  }

  /** True once keys of the burst at hand were kept out of the box: what stands there is no code by itself. */
  isCertain(): boolean {
    return this.chunk !== '' && this.isScan()
  }

  /** Forgets a burst that came to nothing, with the ending keys right behind it. */
  spend(atMs: number): void {
    this.drop()
    this.lastMs = atMs
    this.spentUntilMs = atMs + SLOW_GAP_MS
  }

  /** Forgets a burst that an input method or a held key has spoilt. */
  drop(): readonly BurstResult[] {
    this.chunk = ''
    this.head = NO_HEAD
    this.spentUntilMs = Number.NEGATIVE_INFINITY
    return []
  }

  /** Forgets everything but what is known of the scanner. */
  forget(): void {
    this.drop()
    this.refused = NEVER
    this.lastCode = NEVER
  }

  /**
   * True when this code was read a moment ago for the same receiver; otherwise it is remembered as the last one.
   * @param receiver whoever gets it: the same label may mean something else to another one
   */
  isRepeat(text: string, atMs: number, receiver: object): boolean {
    const { lastCode } = this
    const sinceMs = atMs - lastCode.atMs
    const isSame = text === lastCode.text && receiver === lastCode.receiver && sinceMs >= 0 && sinceMs < REPEAT_MS
    this.lastCode = { text, atMs, receiver }
    return isSame
  }

  private end(atMs: number): Reading {
    if (this.chunk === '') {
      if (atMs > this.spentUntilMs) return NOTHING
      // one ending key a code, and what the same scanner sends right behind it: the next Enter is a person's
      this.spentUntilMs = Math.min(this.spentUntilMs, atMs + SLOW_GAP_MS)
      return { kind: 'spent' }
    }
    if (!this.isScan()) {
      this.drop()
      return NOTHING
    }
    const results = this.finish()
    const last = results.at(-1)
    this.drop()
    this.spentUntilMs = atMs + SLOW_GAP_MS
    this.sendsEnd = true
    if (last?.kind === 'fragment') this.refused = { text: last.text, atMs }
    return { kind: 'ended', results }
  }

  /** A key has come after a pause: decides whether what was read before it is over, or goes on with it. */
  private stop(gapMs: number): readonly BurstResult[] {
    const { chunk } = this
    if (chunk === '') {
      if (gapMs > HEAD_LIVES_MS[this.head.how]) this.head = NO_HEAD
      return []
    }
    if (!this.isScan()) {
      this.head = this.unendedHead(gapMs)
      return []
    }
    const { raw, text } = this.last()
    if (!isWhole(text) && gapMs <= (this.sendsEnd ? STALL_MS : SHORT_SILENCE_MS)) {
      this.head = { text: raw, how: 'burst' }
      return []
    }
    const results = this.settle()
    if (gapMs > HEAD_LIVES_MS[this.head.how]) this.head = NO_HEAD
    return results
  }

  /** What a few keys, too few for a burst, are to what comes after them. */
  private unendedHead(gapMs: number): Head {
    const { head, chunk } = this
    const both = head.text + chunk
    const isPair = head.text.length === 1 && chunk.length === 1 && IMEI_BEGINNINGS.test(both)
    if (isPair && gapMs <= HEAD_LIVES_MS.key) return { text: both, how: 'key' }
    // alone, and yet too soon before what follows for anybody to have scanned in between: the scanner's, held up on its way
    const isHeldUp = gapMs <= HELD_UP_MS
    const text = (head.how === 'short' && (isHeldUp || chunk.length > 1) ? head.text : '') + chunk
    const how = chunk.length > 1 || isHeldUp ? 'short' : 'key'
    return gapMs <= HEAD_LIVES_MS[how] ? { text, how } : NO_HEAD
  }

  private isRest(): boolean {
    return this.head.how === 'burst' || this.head.how === 'given'
  }

  /** True for what only a scanner sends: fast keys, more of them at a slow pace, or the rest of such. */
  private isScan(): boolean {
    const { length } = this.chunk.trim()
    if (this.isRest()) return length > 0
    return length >= (this.isSlow ? SHORTEST_SLOW_CODE : SHORTEST_CODE)
  }

  /** The results for good: what they teach of the scanner counts for them already. */
  private finish(): readonly Result[] {
    this.prefixes.learn(this.last().raw)
    return this.results()
  }

  private last(): Result {
    return this.results().at(-1) ?? { kind: 'fragment', text: '', raw: '' }
  }

  /** What head and burst come to: the burst alone, both as one, or the burst behind a fragment. */
  private results(): Result[] {
    const { head, chunk } = this
    const result = (kind: BurstResult['kind'], raw: string) => ({ kind, raw, text: this.prefixes.strip(raw) })
    const own = result('code', chunk)
    if (head.text === '') return [own]
    const joined = result('code', head.text + chunk)
    const isOwnWhole = isWhole(own.text)
    const withLast = result('code', head.text.slice(-1) + chunk)
    if (head.how === 'key' && isWhole(withLast.text) && !isOwnWhole) return [withLast]
    if (isWhole(joined.text) && !isOwnWhole) return [joined]
    // The label was read again from its beginning, or the key before it was a person's.
    if (head.how === 'key' || chunk.startsWith(head.text)) return [own]
    if (isOwnWhole) return head.how === 'burst' ? [result('fragment', head.text), own] : [own]
    return head.how === 'refused' ? [result('fragment', chunk)] : [joined]
  }
}
