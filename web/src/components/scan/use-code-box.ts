import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '../../api/refusal.ts'
import { cx } from '../class-names.ts'
import { isComposed } from '../input-method.ts'
import type { CodeBoxName } from './code-boxes.ts'
import type { CodeFieldElement } from './code-field/code-field-element.ts'
import { beep, type ScanOutcome, type ScanTone, toneOf } from './feedback.ts'
import { isTextBox, type TextBox } from './fields.ts'
import { listenIfNeeded } from './listener.ts'
import { addBox } from './receivers.ts'
import styles from './scan.module.css'

/** How a code came: read by a scanner, typed and ended with Enter, or typed and left standing. */
export type CodeWay = 'scanned' | 'entered' | 'left'

interface CodeBoxOptions {
  readonly name: CodeBoxName
  /**
   * Checks one code. A code of the right kind takes the place of what stands in the box, whether it may be used or not; one of
   * another kind changes nothing (`wrongKind`). Throwing is a refusal.
   */
  readonly onCode: (code: string, way: CodeWay) => ScanOutcome | Promise<ScanOutcome>
  /** The emptied box was left or ended with Enter. */
  readonly onEmpty?: () => void
  /** Puts the focus where the next scan goes after a code that was taken; it stays in the box unless said otherwise. */
  readonly next?: () => void
}

/** What the box's element needs besides its value. */
export interface CodeBoxProps<Box extends TextBox> {
  readonly ref: RefObject<Box | null>
  readonly className: string
  readonly 'data-code-box': CodeBoxName
  readonly 'data-outcome': ScanTone | undefined
  readonly onFocus: (event: FocusEvent<Box>) => void
  readonly onBlur: (event: FocusEvent<Box>) => void
  readonly onKeyDown: (event: KeyboardEvent<Box>) => void
}

/** Puts the focus into a box or on a button; what stands in a box is replaced by what comes next. */
export function focusBox(element: HTMLElement | null): void {
  element?.focus()
  if (!isTextBox(element)) return
  element.select()
  // A text that React writes after this would put the cursor behind it.
  setTimeout(() => {
    if (document.activeElement === element) element.select()
  }, 0)
}

/** What `useCodeBox` gives. */
interface CodeBoxParts<Box extends TextBox> {
  readonly box: CodeBoxProps<Box>
  readonly outcome: ScanOutcome | null
  /** Shows and sounds an outcome that comes later; null takes the last one back, as when something else is typed. */
  readonly tell: (outcome: ScanOutcome | null) => void
  /** Gives the box a code that was scanned while something else had the focus. */
  readonly scan: (code: string) => void
}

/** What stood in the box when it was entered or checked, and the code that was checked last. */
interface Known {
  readonly text: string
  readonly code: string
}

/** Checks one code after the other, and tells what the last one came to. */
function useTaking(latest: RefObject<CodeBoxOptions>, element: RefObject<TextBox | null>) {
  const turn = useRef(0)
  const known = useRef<Known>({ text: '', code: '' })
  const [outcome, setOutcome] = useState<ScanOutcome | null>(null)
  const tell = (next: ScanOutcome | null) => {
    setOutcome(next)
    if (next) beep(toneOf(next))
  }
  const finish = (told: ScanOutcome, way: CodeWay) => {
    tell(told)
    if (way === 'left') return
    if (told.ok && latest.current.next) latest.current.next()
    else focusBox(element.current)
  }
  const take = (code: string, way: CodeWay) => {
    const mine = ++turn.current
    // Moving the focus on leaves the box before React has written the code into it.
    known.current = { text: element.current?.value.trim() ?? '', code }
    const refuse = (error: unknown): ScanOutcome => ({ ok: false, message: errorText(error) })
    const result = latest.current.onCode(code, way)
    if (!(result instanceof Promise)) return finish(result, way)
    void result.catch(refuse).then((told) => {
      // What was scanned or typed since has an outcome of its own.
      if (mine === turn.current) finish(told, way)
    })
  }
  const takeTyped = (typed: string, way: CodeWay) => {
    if (typed !== '') return take(typed, way)
    turn.current += 1
    known.current = { text: '', code: '' }
    setOutcome(null)
    latest.current.onEmpty?.()
  }
  return { outcome, known, tell, take, takeTyped }
}

/** Receives what is scanned while the element has the focus. */
function useReceiver(
  element: RefObject<TextBox | null>,
  { take, tell }: Pick<ReturnType<typeof useTaking>, 'take' | 'tell'>,
): void {
  const latest = useRef({ take, tell })
  latest.current = { take, tell }
  // Before the paint: whoever sees the box can scan into it.
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const remove = addBox(current, {
      onScan: (code) => latest.current.take(code, 'scanned'),
      tell: (told) => latest.current.tell(told),
    })
    listenIfNeeded()
    return () => {
      remove()
      listenIfNeeded()
    }
  }, [element])
}

/**
 * A box that takes a code, by the one contract of docs/scanning.md:
 *
 *     const { box, outcome } = useCodeBox({ name: 'waybill', onCode: takeWaybill, next: () => focusBox(ship.current) })
 *     <CodeField {...box} value={waybill} onChange={…} />
 *
 * A scan while it has the focus comes to `onCode`, and so does what is typed, with Enter or on leaving. No Enter in it
 * submits a form. The outcome sounds, colours the box, and moves the focus on when the code was taken.
 */
export function useCodeBox<Box extends TextBox = CodeFieldElement>(options: CodeBoxOptions): CodeBoxParts<Box> {
  const latest = useRef(options)
  latest.current = options
  const element = useRef<Box>(null)
  const { outcome, known, tell, take, takeTyped } = useTaking(latest, element)
  useReceiver(element, { take, tell })
  const box: CodeBoxProps<Box> = {
    ref: element,
    className: cx('code', styles.codeBox),
    'data-code-box': options.name,
    'data-outcome': outcome ? toneOf(outcome) : undefined,
    onFocus: ({ currentTarget }) => {
      known.current = { ...known.current, text: currentTarget.value.trim() }
      // What comes next takes its place, from a scanner too slow to be told from a person as well.
      currentTarget.select()
    },
    onBlur: ({ currentTarget }) => {
      const typed = currentTarget.value.trim()
      if (typed !== known.current.text && typed !== known.current.code) takeTyped(typed, 'left')
    },
    onKeyDown: (event) => {
      if (event.key !== 'Enter' || isComposed(event) || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      takeTyped(event.currentTarget.value.trim(), 'entered')
    },
  }
  return { box, outcome, tell, scan: (code) => take(code, 'scanned') }
}
