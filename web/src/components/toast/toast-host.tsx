import { NOTICE_OFFSET_PX } from '@huanji/contract/constants'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './toast.module.css'
import { shownToasts, subscribe } from './toast.ts'

const ICONS = { success: 'check', info: 'info', error: 'alert' } as const

const TONES = { success: styles.success, info: styles.info, error: styles.error } as const

/** Where toasts appear; stands once at the root and is read out politely. */
export function ToastHost() {
  const shown = useSyncExternalStore(subscribe, shownToasts)
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
