import { act } from '@testing-library/react'

let clockMs = 0

/**
 * The time of a key, in milliseconds of the page's clock: `afterMs` behind the key before, whichever helper pressed that.
 * Keys of two clocks would come out of order.
 */
export function nextKeyMs(afterMs: number): number {
  clockMs += afterMs
  return clockMs
}

/** Lets time pass until the next key, which never comes before one that a test pressed otherwise and that bears the page's own time. */
export function restBeforeKeys(restMs: number): void {
  clockMs = Math.max(clockMs, performance.now()) + restMs
}

/** Presses one key where the focus is, `gapMs` after the one before, and types it there unless something prevented that. */
function press(key: string, gapMs: number): void {
  const timeStamp = nextKeyMs(gapMs)
  const target = document.activeElement ?? document.body
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: timeStamp })
  const isTyped = target.dispatchEvent(event)
  if (isTyped && key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
  if (!isTyped || key.length !== 1 || !(target instanceof HTMLInputElement)) return
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  write?.call(target, target.value + key)
  target.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Types a code as a keyboard scanner does, into whatever has the focus, and ends it with Enter: which submits the form around it, like a browser, unless it is kept from that.
 * @param gapsMs the time before each key; the last one counts for all further keys
 * @param isEnded false leaves the Enter out
 * @param restMs the time since the keys before
 */
export function scanKeys(code: string, gapsMs: readonly number[] = [12], isEnded = true, restMs = 5000): void {
  restBeforeKeys(restMs)
  for (const [index, key] of [...code, ...(isEnded ? ['Enter'] : [])].entries()) {
    act(() => press(key, index === 0 ? 0 : (gapsMs[Math.min(index - 1, gapsMs.length - 1)] ?? 12)))
  }
}

/** Types a text as a person does, far too slowly for a scanner. */
export function typeKeys(text: string): void {
  restBeforeKeys(5000)
  for (const key of text) act(() => press(key, 150))
}
