import {
  Activity,
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react'
import { cx } from '../class-names.ts'
import { isComposed } from '../input-method.ts'
import { placeUnder } from './place.ts'
import styles from './popup.module.css'
import type { PopupControl } from './use-popup.ts'

interface PopupProps<Props> {
  /** From `usePopup`. */
  of: PopupControl<Props>
  /** What a screen reader calls it. */
  label: string
  role?: 'dialog' | 'menu'
  className?: string | undefined
  children: (Panel: ComponentType<Props>) => ReactNode
}

/**
 * What a button opens: in the top layer, so that neither a dialog nor a scrolling page cuts it, and in the page's order
 * right behind its button. Esc, a press outside and the focus going elsewhere close it. The element marked
 * `data-takes-focus` has the focus first.
 */
export function Popup<Props>({ of, children, ...shell }: PopupProps<Props>) {
  if (of.Panel === null) return null
  return (
    <Activity key={of.opening} mode={of.isOpen ? 'visible' : 'hidden'}>
      <Shell of={of} {...shell}>
        {children(of.Panel)}
      </Shell>
    </Activity>
  )
}

interface ShellProps extends Omit<PopupProps<never>, 'of' | 'children'> {
  of: Pick<PopupControl<never>, 'id' | 'trigger' | 'close'>
  children: ReactNode
}

function Shell({ of, label, role = 'dialog', className, children }: ShellProps) {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(of)
  latest.current = of
  // Runs whenever it comes into sight, after what it holds.
  useLayoutEffect(() => {
    const shell = element.current
    const anchor = latest.current.trigger.current
    if (!shell || !anchor) return
    const place = () => placeUnder(anchor, shell)
    const onPointerDown = ({ target }: Event) => {
      if (target instanceof Node && !shell.contains(target) && !anchor.contains(target)) latest.current.close(false)
    }
    const onScroll = ({ target }: Event) => {
      if (!(target instanceof Node && shell.contains(target))) place()
    }
    shell.showPopover()
    place()
    // It tells the first size too, for which it has just been placed.
    let isPlaced = true
    const watcher = new ResizeObserver(() => {
      if (!isPlaced) place()
      isPlaced = false
    })
    watcher.observe(shell)
    addEventListener('pointerdown', onPointerDown, true)
    addEventListener('resize', place)
    addEventListener('scroll', onScroll, true)
    shell.querySelector<HTMLElement>('[data-takes-focus]')?.focus({ preventScroll: true })
    return () => {
      watcher.disconnect()
      removeEventListener('pointerdown', onPointerDown, true)
      removeEventListener('resize', place)
      removeEventListener('scroll', onScroll, true)
      shell.hidePopover()
    }
  }, [])
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isComposed(event)) return
    event.preventDefault()
    event.stopPropagation()
    of.close()
  }
  // The page's shortcuts are not for whoever is in here, nor does Enter in a box send a form around it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const isInside = element.current?.contains(relatedTarget) || relatedTarget === of.trigger.current
    if (relatedTarget !== null && !isInside) of.close(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of what it holds
    <div
      ref={element}
      id={of.id}
      popover="manual"
      {...{ role, 'aria-label': label }}
      className={cx(styles.popup, className)}
      onKeyDownCapture={onKeyDownCapture}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      {children}
    </div>
  )
}
