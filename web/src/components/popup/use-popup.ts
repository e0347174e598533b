import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useId,
  useReducer,
  useRef,
  useState,
} from 'react'
import type { LatePart } from '../late/late-part.ts'
import { toast } from '../toast/toast.ts'

/** `warm`: rendered out of sight, because a pointer or the focus is on the button and it may be opened next. */
type Stage = 'closed' | 'warm' | 'open'

/** A button and what opens under it. */
export interface PopupControl<Props> {
  readonly id: string
  readonly isOpen: boolean
  /** What stands in the popup; null while it is closed, or not loaded yet. */
  readonly Panel: ComponentType<Props> | null
  /** New for each opening: what the panel holds does not outlive it. */
  readonly opening: number
  /** Letters pressed after opening, before the panel was there to take them. */
  readonly typed: () => string
  readonly trigger: RefObject<HTMLButtonElement | null>
  /** @param back false leaves the focus where it went to */
  readonly close: (back?: boolean) => void
  /** For the `<button>`. */
  readonly triggerProps: {
    readonly ref: RefObject<HTMLButtonElement | null>
    readonly 'aria-expanded': boolean
    readonly 'aria-controls': string | undefined
    readonly 'aria-busy': boolean | undefined
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: () => void
    readonly onBlur: () => void
    readonly onClick: () => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
}

const LETTER = /^.$/u

/** Letters that come while the panel is still being loaded: kept for it, and no shortcuts of the page. */
function useEarlyKeys(isWaiting: boolean) {
  const kept = useRef('')
  const take = (event: KeyboardEvent): boolean => {
    if (!isWaiting || event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'Backspace') kept.current = kept.current.slice(0, -1)
    else if (LETTER.test(event.key)) kept.current += event.key
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { kept, take }
}

/**
 * What a button with something under it needs: the part is loaded while the pointer or the focus comes, rendered out of
 * sight, and shown with a click, Enter or ArrowDown. Shown by `<Popup>`.
 */
export function usePopup<Props>(part: LatePart<Props>): PopupControl<Props> {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [stage, setStage] = useState<Stage>('closed')
  const [opening, setOpening] = useState(0)
  const [, arrived] = useReducer((count: number) => count + 1, 0)
  const isOpen = stage === 'open'
  const Panel = stage === 'closed' ? null : part.current()
  const keys = useEarlyKeys(isOpen && Panel === null)

  const show = (next: Stage) => {
    setStage((now) => (now === 'open' ? now : next))
    if (part.current() === null) void part.load().then(arrived, failed)
  }
  const failed = () => {
    setStage('closed')
    toast('error', '没有加载成功，请检查网络后重试')
  }
  const { kept } = keys
  // The same ones for each rendering, or opening would render the panel anew.
  const close = useCallback(
    (back = true) => {
      kept.current = ''
      setStage('closed')
      setOpening((count) => count + 1)
      if (back) trigger.current?.focus({ preventScroll: true })
    },
    [kept],
  )
  const typed = useCallback(() => kept.current, [kept])
  const cool = () => setStage((now) => (now === 'warm' ? 'closed' : now))
  const toggle = () => (isOpen ? close() : show('open'))
  const onKeyDown = (event: KeyboardEvent) => {
    if (keys.take(event)) return
    const isAsked = event.key === 'ArrowDown' && !isOpen
    if (!isAsked && !(event.key === 'Escape' && isOpen)) return
    event.preventDefault()
    event.stopPropagation()
    toggle()
  }
  return {
    id,
    isOpen,
    Panel,
    opening,
    typed,
    trigger,
    close,
    triggerProps: {
      ref: trigger,
      'aria-expanded': isOpen,
      'aria-controls': isOpen && Panel ? id : undefined,
      'aria-busy': (isOpen && !Panel) || undefined,
      onPointerEnter: () => show('warm'),
      onPointerLeave: () => {
        if (document.activeElement !== trigger.current) cool()
      },
      onFocus: () => show('warm'),
      onBlur: cool,
      onClick: toggle,
      onKeyDown,
    },
  }
}
