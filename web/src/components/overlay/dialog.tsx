import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '../button/button.tsx'
import { cx } from '../class-names.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  /** `dialog` in the middle, `drawer` along the right edge, `palette` without padding or a visible title. */
  kind?: 'dialog' | 'drawer' | 'palette'
  widthPx?: number
  /** False while a submit is in flight, or to make the person choose: Esc and × then do nothing. */
  closable?: boolean
}

/**
 * A modal on the browser's own `<dialog>`: focus stays inside, Esc closes, focus goes back where it was.
 * The box marked `data-takes-focus` has it first, else the browser's choice, the first button. Usually opened with
 * `openOverlay`.
 */
export function Dialog({ title, onClose, children, footer, kind = 'dialog', widthPx, closable = true }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the effects of what it holds: a box inside that takes the focus must not lose it to the opening.
  useLayoutEffect(() => {
    const before = document.activeElement
    const dialog = element.current
    dialog?.showModal()
    const wanted = dialog?.querySelector('[data-takes-focus]')
    if (wanted instanceof HTMLElement) wanted.focus()
    return () => {
      // While it is open, nothing outside can have the focus.
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={element}
      className={cx(styles.dialog, kind === 'drawer' && styles.drawer, kind === 'palette' && styles.palette)}
      style={widthPx ? { width: widthPx } : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React shows cancels that bubble from inside, such as a file picker's; only the dialog's own closes it.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (closable) onClose()
      }}
    >
      <header className={kind === 'palette' ? 'sr-only' : styles.head}>
        <h2 id={titleId}>{title}</h2>
        {closable && kind !== 'palette' ? (
          <Button tone="quiet" small icon="close" aria-label="关闭" onClick={() => onClose()} />
        ) : null}
      </header>
      <div className={styles.body}>{children}</div>
      {footer ? <footer className={styles.foot}>{footer}</footer> : null}
    </dialog>
  )
}
