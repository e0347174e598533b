import { type RefObject, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { isComposed } from '../input-method.ts'
import { LONE_KEY_MS } from './burst.ts'
import { isTextBox } from './fields.ts'
import { keyTimeMs } from './key-clock.ts'

/** What a fast person presses in one go: one key, or the keys of an item and its option. A scanner sends more. */
const PRESSED_IN_ONE_GO = /^(.|[a-z]{2}|[a-z]{1,2}\d)$/

/** Marks a box that takes digits alone: other keys belong to the screen. */
export const DIGITS_ONLY = { 'data-digits': '' } as const

function isTyping(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  if (!isTextBox(target)) return false
  return !isDigitsOnly(target) || /\d/.test(key)
}

const isDigitsOnly = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.dataset.digits !== undefined

/** True while no dialog lies over the part, the one it may stand in itself aside. */
export function isUncovered(part: Element | null): boolean {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? null
  return top === null || (part !== null && top.contains(part))
}

/** The key as the screen takes it, or null for one that is meant for something else. */
function keyOf(event: KeyboardEvent, part: Element | null): string | null {
  const { key, target } = event
  if (event.repeat || event.defaultPrevented || isComposed(event)) return null
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target, key) || !isUncovered(part)) return null
  return key.toLowerCase()
}

/** Keys that only change what others mean, or belong to an input method: they end nothing. */
const SILENT_KEYS = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|NumLock|Fn|Process|Dead|Unidentified)$/

/**
 * Single keys of a whole screen, for work where every key counts: letters and digits that are neither typed into a box
 * nor part of a scanner's burst. They wait for a pause (`LONE_KEY_MS`), because a burst's first key looks like any other. Caps
 * Lock and Shift make no difference. Into a box that is marked with `DIGITS_ONLY` no other key gets. What is pressed before
 * Enter, Esc and the like is done before them, also where the end of the pause has not come yet.
 *
 * A busy machine may hold up a burst behind its first key, which then looks like a person's: what that key did is taken
 * back once the next one comes and its time shows that both were sent together.
 * @param onKey gets each key, letters in lower case; keys with Ctrl, Alt or the system key never come. Gives what takes
 *   back what the key did, where it did something
 * @param within a part of the dialog that the keys belong to; without one they are the page's
 */
export function useQuietKeys(
  onKey: (key: string) => (() => void) | undefined,
  active: boolean,
  within?: RefObject<HTMLElement | null>,
): void {
  const latest = useRef(onKey)
  latest.current = onKey
  // with what is shown: a key that comes with the first sight of it is taken
  useLayoutEffect(() => {
    if (!active) return
    let pressed: (string | null)[] = []
    let given: { readonly keys: readonly (string | null)[]; readonly takeBack: () => void } | undefined
    let lastMs = Number.NEGATIVE_INFINITY
    let waiting: ReturnType<typeof setTimeout> | undefined
    const give = () => {
      clearTimeout(waiting)
      const keys = pressed
      pressed = []
      if (keys.includes(null) || !PRESSED_IN_ONE_GO.test(keys.join(''))) return
      // each key meets the screen as the one before has left it
      const done = keys.map((key) => flushSync(() => latest.current(key ?? '')))
      const takeBack = () => {
        for (const undo of done.reverse()) flushSync(() => undo?.())
      }
      given = { keys, takeBack }
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.length !== 1) return
      // a page that was busy may have held up the end of the pause
      const atMs = keyTimeMs(event)
      if (atMs - lastMs >= LONE_KEY_MS || atMs < lastMs) give()
      else if (given) {
        given.takeBack()
        pressed = [...given.keys]
      }
      given = undefined
      lastMs = atMs
      clearTimeout(waiting)
      const key = keyOf(event, within?.current ?? null)
      if (key !== null && isDigitsOnly(event.target)) event.preventDefault()
      pressed.push(key)
      waiting = setTimeout(give, LONE_KEY_MS)
    }
    const onOtherKey = ({ key }: KeyboardEvent) => {
      if (key.length !== 1 && pressed.length > 0 && !SILENT_KEYS.test(key)) give()
    }
    addEventListener('keydown', onOtherKey, { capture: true })
    addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(waiting)
      removeEventListener('keydown', onOtherKey, { capture: true })
      removeEventListener('keydown', onKeyDown)
    }
  }, [active, within])
}
