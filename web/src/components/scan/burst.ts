/** A scanner's keys come closer together than this; a person's do not (domain facts §3.3). */
export const BURST_GAP_MS = 50
/** The same label read again within this time is the same reading. */
export const REPEAT_MS = 1500
/** A burst that just stops, without Enter or Tab, is over after this silence. */
export const SILENCE_MS = 120
/** Shorter bursts are a person's quick fingers; every code of the trade is longer. From here on keys are kept out of boxes. */
export const SHORTEST_CODE = 5

/** What a key means to the reader: a burst has begun, may be one, is certain, ended with a code, or nothing of this. */
export type Reading =
  | { readonly kind: 'start' }
  | { readonly kind: 'maybe' }
  | { readonly kind: 'certain' }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'nothing' }

const NOTHING: Reading = { kind: 'nothing' }

/** Tells a scanner's bursts from typing by the time between keys. Knows nothing of the page. */
export class BurstReader {
  private text = ''
  private lastMs = Number.NEGATIVE_INFINITY
  private lastCode = ''
  private lastCodeMs = Number.NEGATIVE_INFINITY

  /**
   * Takes one key.
   * @param key as `KeyboardEvent.key` gives it; keys that type nothing, such as Shift, are passed over
   * @param atMs when it was pressed, on any steady clock
   */
  take(key: string, atMs: number): Reading {
    const isClose = atMs - this.lastMs <= BURST_GAP_MS
    if (key === 'Enter' || key === 'Tab') return this.end(isClose)
    if (key.length !== 1) return NOTHING
    this.lastMs = atMs
    if (!isClose) {
      this.text = key
      return { kind: 'start' }
    }
    this.text += key
    return this.text.trim().length >= SHORTEST_CODE ? { kind: 'certain' } : { kind: 'maybe' }
  }

  /** Ends a burst by silence: a code when it was one, nothing otherwise. */
  stop(): Reading {
    return this.end(true)
  }

  /** Forgets a burst that an input method has spoilt. */
  drop(): void {
    this.text = ''
  }

  private end(isClose: boolean): Reading {
    const code = this.text.trim()
    this.text = ''
    if (!isClose || code.length < SHORTEST_CODE) return NOTHING
    return { kind: 'code', code }
  }

  /** True when this code was read a moment ago; otherwise it is remembered as the last one. */
  isRepeat(code: string, atMs: number): boolean {
    const isSame = code === this.lastCode && atMs - this.lastCodeMs < REPEAT_MS
    this.lastCode = code
    this.lastCodeMs = atMs
    return isSame
  }
}
