import { NOTICE_DURATION_MS, NOTICE_OFFSET_PX } from '@huanji/contract/constants'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './toast.module.css'

export type ToastTone = 'success' | 'info' | 'error'

interface Toast {
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const ICONS = { success: 'check', info: 'info', error: 'alert' } as const

const TONES = { success: styles.success, info: styles.info, error: styles.error } as const

/** Where toasts appear; stands once at the root and is read out politely. */
export function ToastHost() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Shown afresh each time, a popover stands above a modal dialog that was opened in between.
    if (host.current?.matches(':popover-open')) host.current.hidePopover()
    if (shown.length > 0) host.current?.showPopover()
  }, [shown])
  return (
    <div
      ref={host}
      className={styles.host}
      style={{ top: NOTICE_OFFSET_PX }}
      popover="manual"
      role="status"
      aria-live="polite"
    >
      {shown.map((item) => (
        <div key={item.id} className={cx(styles.toast, TONES[item.tone])} data-toast={item.tone}>
          <Icon name={ICONS[item.tone]} />
          <span>{item.text}</span>
        </div>
      ))}
    </div>
  )
}
