/** A key's time that lies no further behind the one before it counts as the same moment. */
const TOGETHER_MS = 100

/**
 * Gives steady times to keys. Behind some input methods, in their English layout too, the browser's own times go back by
 * up to 1.3 s although the keys come in order: a key a little behind came together with the one before it, and of one far
 * behind the arrival counts, and is remembered.
 */
export class KeyClock {
  private lastMs = Number.NEGATIVE_INFINITY

  /**
   * When a key was pressed or let go, in milliseconds of the page's clock. Never earlier than the key before, unless that
   * one's time lay ahead of the page's own clock: then the keys before it say nothing of this one.
   * @param event each key once, in order
   * @param nowMs when it arrived
   */
  timeOf(event: Pick<KeyboardEvent, 'timeStamp'>, nowMs: number): number {
    const behindMs = this.lastMs - event.timeStamp
    if (behindMs <= 0) this.lastMs = event.timeStamp
    else if (behindMs > TOGETHER_MS)
      this.lastMs = nowMs > this.lastMs - TOGETHER_MS ? Math.max(nowMs, this.lastMs) : nowMs
    return this.lastMs
  }
}

const clock = new KeyClock()
let known: { readonly event: KeyboardEvent; readonly timeMs: number } | undefined

/** When the page's key at hand was pressed or let go: the same for everything that asks, and steady (`KeyClock`). */
export function keyTimeMs(event: KeyboardEvent): number {
  if (known?.event !== event) known = { event, timeMs: clock.timeOf(event, performance.now()) }
  return known.timeMs
}

// Every key counts, also where nobody asks: a key that was let go may have the newest time.
if (typeof window !== 'undefined') {
  for (const name of ['keydown', 'keyup'] as const) addEventListener(name, keyTimeMs, { capture: true })
}
