import { NOTICE_DURATION_MS } from '@huanji/contract/constants'

export type ToastTone = 'success' | 'info' | 'error'

export interface Toast {
  readonly id: number
  readonly tone: ToastTone
  readonly text: string
}

const MOST_AT_ONCE = 4
let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/**
 * Shows a short message for 3 s, 16 px under the window's edge (docs/specification.md §9). The same message again only
 * prolongs the one on screen.
 */
export function toast(tone: ToastTone, text: string): void {
  const id = ++lastId
  const others = toasts.filter((item) => item.tone !== tone || item.text !== text)
  change([...others, { id, tone, text }].slice(-MOST_AT_ONCE))
  setTimeout(() => change(toasts.filter((item) => item.id !== id)), NOTICE_DURATION_MS)
}

/** Takes every message off the screen. */
export function dropToasts(): void {
  change([])
}

/** Tells whenever another set of messages is shown; gives the way to stop. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The messages on screen, oldest first. */
export const shownToasts = (): readonly Toast[] => toasts
