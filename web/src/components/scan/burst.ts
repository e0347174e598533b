/** A scanner's keys come closer together than this; a person's do not (docs/domain.md §3.3). */
export const BURST_GAP_MS = 50
/** The same label read again within this time is the same reading. */
export const REPEAT_MS = 1500
/**
 * A burst that just stops, without Enter or Tab, is over after this silence. It is long, so that a busy machine that
 * holds up some of the keys does not cut a code in two.
 */
export const SILENCE_MS = 600
/** The same for a scanner that is known to send no ending key: nobody waits for one. */
export const SHORT_SILENCE_MS = 120
/** Shorter bursts are fast typing; every code of the trade is longer. From here on keys are kept out of boxes. */
export const SHORTEST_CODE = 5

/**
 * What a key means to the reader: a burst has begun (and `ended` the one before it, which nothing else had), may be one,
 * is certain, ended with a code, or nothing of this.
 */
export type Reading =
  | { readonly kind: 'start'; readonly ended: string | null }
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
    if (key === 'Enter' || key === 'Tab') {
      const code = this.end()
      return code === null ? NOTHING : { kind: 'code', code }
    }
    if (key.length !== 1) return NOTHING
    const isClose = atMs - this.lastMs <= BURST_GAP_MS
    this.lastMs = atMs
    if (!isClose) {
      const ended = this.end()
      this.text = key
      return { kind: 'start', ended }
    }
    this.text += key
    return this.code() === null ? { kind: 'maybe' } : { kind: 'certain' }
  }

  /** Ends the burst and gives its code; null when there was none. */
  end(): string | null {
    const code = this.code()
    this.text = ''
    return code
  }

  /** Forgets a burst that an input method has spoilt. */
  drop(): void {
    this.text = ''
  }

  private code(): string | null {
    const code = this.text.trim()
    return code.length < SHORTEST_CODE ? null : code
  }

  /** True when this code was read a moment ago; otherwise it is remembered as the last one. */
  isRepeat(code: string, atMs: number): boolean {
    const isSame = code === this.lastCode && atMs - this.lastCodeMs < REPEAT_MS
    this.lastCode = code
    this.lastCodeMs = atMs
    return isSame
  }
}
