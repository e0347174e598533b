import { useEffect, useLayoutEffect, useRef } from 'react'
import { isComposed } from '../input-method.ts'
import { isOverlayOpen } from '../overlay/overlay-host.tsx'
import { LONE_KEY_MS } from '../scan/burst.ts'
import { isTextBox } from '../scan/fields.ts'
import { keyTimeMs } from '../scan/key-clock.ts'

/** One key and what it does; `?` shows the list of those that work on the page. */
export interface Shortcut {
  /** As `KeyboardEvent.key` gives it: `j`, `/`, `Enter`, `?`. */
  readonly key: string
  /** What it does, for the help dialog. */
  readonly label: string
  readonly run: () => void
  /** Where it says no, the key is left to the browser. */
  readonly isOn?: () => boolean
}

const scopes: (() => readonly Shortcut[])[] = []
let pending: ReturnType<typeof setTimeout> | undefined
let lastKeyMs = Number.NEGATIVE_INFINITY

/** Every shortcut that works now, the innermost scope first; a key that is taken twice belongs to the innermost. */
export function activeShortcuts(): Shortcut[] {
  const seen = new Set<string>()
  return scopes
    .toReversed()
    .flatMap((scope) => scope())
    .filter((shortcut) => !seen.has(shortcut.key) && seen.add(shortcut.key))
}

/** So long a page may take to come before what was to be done there is given up. */
const ARRIVAL_MS = 10_000
let wanted: string | undefined
let giveUp: ReturnType<typeof setTimeout> | undefined

/** Does what a shortcut of another page does, by its label, as soon as that page is there. */
export function runOnArrival(label: string): void {
  wanted = label
  clearTimeout(giveUp)
  giveUp = setTimeout(() => {
    wanted = undefined
  }, ARRIVAL_MS)
}

/** True where keys are typed into what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return isTextBox(target)
}

function isPressing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement || target instanceof HTMLInputElement
  )
}

function onKeyDown(event: KeyboardEvent): void {
  // Any further key within the gap means a scanner is typing: its first letter was no shortcut.
  const atMs = keyTimeMs(event)
  const isBurst = atMs >= lastKeyMs && atMs - lastKeyMs < LONE_KEY_MS
  lastKeyMs = atMs
  clearTimeout(pending)
  if (isBurst && !event.repeat) return
  if (event.defaultPrevented || isComposed(event) || event.ctrlKey || event.metaKey || event.altKey) return
  if (isTyping(event.target) || isOverlayOpen()) return
  if ((event.key === 'Enter' || event.key === ' ') && isPressing(event.target)) return
  const shortcut = activeShortcuts().find((candidate) => candidate.key === event.key)
  if (!shortcut || shortcut.isOn?.() === false) return
  event.preventDefault()
  if (event.key.length > 1 || event.repeat) {
    shortcut.run()
    return
  }
  pending = setTimeout(shortcut.run, LONE_KEY_MS)
}

/**
 * Makes keys work while the component is on screen, unless the person is typing in a field or a dialog is open.
 * A letter waits a moment before it counts, so that a scanner's burst never triggers one.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  // Before the paint: whoever sees the page can press its keys.
  useLayoutEffect(() => {
    const scope = () => latest.current
    if (scopes.length === 0) addEventListener('keydown', onKeyDown)
    scopes.push(scope)
    return () => {
      scopes.splice(scopes.indexOf(scope), 1)
      if (scopes.length === 0) removeEventListener('keydown', onKeyDown)
    }
  }, [])
  useEffect(() => {
    const shortcut = wanted && latest.current.find(({ label }) => label === wanted)
    if (!shortcut) return
    wanted = undefined
    // Once everything has seen the new page: going elsewhere closes the dialogs of the page before.
    setTimeout(shortcut.run, 0)
  }, [])
}
