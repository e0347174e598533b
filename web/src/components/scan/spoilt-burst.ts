import { STALL_MS } from './burst.ts'
import { type Field, fieldOf, restoreField } from './fields.ts'
import type { ScanReceiver } from './receivers.ts'

/** A box as it was before keys came that may have to be taken out of it again. */
export interface Held {
  readonly field: Field
  readonly value: string
}

interface Spoilt {
  readonly receiver: ScanReceiver
  readonly held: Held | null
  readonly message: string
}

/** A person's own words before this pause stay in a box for words when a spoilt burst is taken out of it. */
const WORDS_PAUSE_MS = 250

/**
 * A burst of which keys were lost, to an input method or to a key that was held down. What comes behind is a part of a code for certain, so all of it is kept from
 * the page until it ends; then it is refused aloud, and the box is put back to what it held.
 */
export class SpoiltBurst {
  private spoilt: Spoilt | null = null
  private silence: ReturnType<typeof setTimeout> | undefined

  get isOpen(): boolean {
    return this.spoilt !== null
  }

  open(spoilt: Spoilt): void {
    this.spoilt = spoilt
    this.wait()
  }

  /** Goes on until nothing has come for so long that the burst must be over. */
  wait(): void {
    clearTimeout(this.silence)
    const startMs = performance.now()
    this.silence = setTimeout(() => {
      // a page that was busy all the while may have further keys waiting
      if (performance.now() - startMs > 2 * STALL_MS) this.wait()
      else this.end()
    }, STALL_MS)
  }

  end(): void {
    clearTimeout(this.silence)
    const { spoilt } = this
    this.spoilt = null
    if (!spoilt) return
    if (spoilt.held) restoreField(spoilt.held.field, spoilt.held.value)
    spoilt.receiver.tell({ ok: false, message: spoilt.message })
  }

  /** Forgets it without a word. */
  forget(): void {
    clearTimeout(this.silence)
    this.spoilt = null
  }
}

/** Remembers what the box at hand held before the keys that come one behind the other. */
export class HeldText {
  private held: Held | null = null
  private lastMs = Number.NEGATIVE_INFINITY
  private isWriting = false

  /** A key, or what an input method writes, is about to change the box. */
  note(target: EventTarget | null, atMs: number): void {
    const field = fieldOf(target)
    const isSame = field === (this.held?.field ?? null)
    const pauseMs = field?.dataset.codeBox === undefined ? WORDS_PAUSE_MS : STALL_MS
    // what is being composed stands in the box already
    if (!isSame || (!this.isWriting && atMs - this.lastMs > pauseMs)) {
      this.held = field ? { field, value: field.value } : null
    }
    this.lastMs = atMs
  }

  /** An input method begins to write into the box, or has ended. */
  compose(isWriting: boolean): void {
    this.isWriting = isWriting
  }

  get before(): Held | null {
    return this.held
  }
}
