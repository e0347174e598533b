import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { errorText } from '../../api/refusal.ts'
import { cx } from '../class-names.ts'
import { Icon, type IconName } from '../icon/icon.tsx'
import { isComposed } from '../input-method.ts'
import { isOverlayOpen } from '../overlay/overlay-host.tsx'
import type { CodeBoxName } from './code-boxes.ts'
import { CodeField } from './code-field/code-field.tsx'
import type { CodeFieldElement } from './code-field/code-field-element.ts'
import { beep, type ScanOutcome, type ScanTone, toneOf } from './feedback.ts'
import styles from './scan.module.css'
import { useScanner } from './use-scanner.ts'
import { wrongKind } from './wrong-kind.ts'

export interface ScanBoxHandle {
  readonly focus: () => void
  /** Shows and sounds an outcome that did not come from a scan, such as a finished submit. */
  readonly tell: (outcome: ScanOutcome) => void
  /** Says something newer instead of a sentence, silently, where that one still stands there. */
  readonly replace: (said: string, outcome: ScanOutcome) => void
  /** Takes back a refusal that does not hold any more. */
  readonly clearRefusal: () => void
  /** Handles a code that was scanned before the box was there (`ScanHold`). */
  readonly scan: (code: string) => void
}

interface ScanBoxProps {
  /** Which of `CODE_BOXES` it is. */
  name: CodeBoxName
  /** What to scan now: 扫描 IMEI 或条码. */
  label: string
  /** Handles one code and says how it went; while it runs, further codes wait. Throwing is a failure. */
  onScan: (code: string) => Promise<ScanOutcome> | ScanOutcome
  /** False refuses codes aloud, as while something is being sent. */
  active?: boolean
  /** False leaves a free focus where it is, while single keys mean something to the page. True unless said otherwise. */
  takesFocus?: boolean
  /** What the empty box says, where it is too narrow for the label and how a code is entered. */
  placeholder?: string
  ref?: Ref<ScanBoxHandle>
}

const TOLD = { ok: styles.ok, refused: styles.refused, held: styles.held }
const ICONS: Readonly<Record<ScanTone, IconName>> = { ok: 'check', refused: 'alert', held: 'info' }

const BUSY: ScanOutcome = { ok: false, message: '正在提交，请稍后再扫' }
const UNDER_DIALOG: ScanOutcome = { ok: false, message: '请先完成弹出的窗口，再扫码' }

/** True when nothing else uses the keyboard, so that the box may take the focus. */
function isFocusFree(): boolean {
  return (document.activeElement === null || document.activeElement === document.body) && !isOverlayOpen()
}

/** True for the link or button of the frame that led here: the page's own box may take the focus from it. */
const isOutsidePage = (element: Element | null): boolean =>
  element instanceof HTMLElement && element.matches('a, button') && element.closest('main, dialog') === null

/** True while a dialog that the box is no part of lies over it. */
function isUnderDialog(box: HTMLElement | null): boolean {
  const dialogs = document.querySelectorAll('dialog[open]')
  const top = dialogs[dialogs.length - 1]
  return top !== undefined && !top.contains(box)
}

/** Takes the focus on arrival and whenever nothing else has it. */
function useFreeFocus(box: React.RefObject<CodeFieldElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const takeBack = () => {
      if (isFocusFree()) box.current?.focus({ preventScroll: true })
    }
    if (isOutsidePage(document.activeElement) && !isOverlayOpen()) box.current?.focus({ preventScroll: true })
    takeBack()
    // The focus is on nothing for a moment on its way from one element to the next: look again when it has settled.
    const later = () => setTimeout(takeBack, 0)
    addEventListener('focusout', later)
    addEventListener('click', later)
    return () => {
      removeEventListener('focusout', later)
      removeEventListener('click', later)
    }
  }, [box, isWanted])
}

/** The codes that were scanned, handled one after the other, and what the last one came to. */
function useCodes(name: CodeBoxName, onScan: ScanBoxProps['onScan']) {
  const queue = useRef<Promise<void>>(Promise.resolve())
  const [told, setTold] = useState<(ScanOutcome & { readonly code: string }) | null>(null)
  const [isBusy, setBusy] = useState(false)
  const tell = (outcome: ScanOutcome, code = '') => {
    setTold({ ...outcome, code })
    beep(toneOf(outcome))
  }
  const handle = async (code: string) => {
    const wrong = wrongKind(name, code)
    if (wrong !== '') return tell({ ok: false, message: wrong }, code)
    setBusy(true)
    try {
      tell(await onScan(code), code)
    } catch (error) {
      tell({ ok: false, message: errorText(error) }, code)
    } finally {
      setBusy(false)
    }
  }
  const latest = useRef(handle)
  latest.current = handle
  const add = (code: string) => {
    queue.current = queue.current.then(() => latest.current(code))
  }
  const replace = (said: string, outcome: ScanOutcome) =>
    setTold((last) => (last?.message === said ? { ...outcome, code: last.code } : last))
  const clearRefusal = () => setTold((last) => (last?.ok === false ? null : last))
  return { told, isBusy, tell, replace, clearRefusal, add }
}

/**
 * The box that a scanning place works with:
 *
 *     <ScanBox name="station" label="扫描 IMEI 或条码" onScan={async (code) => {
 *       const found = await api.detRecord.verifyBarCode({ code }, { handles: 'all' })
 *       return { ok: found.result === 'free', message: found.message }
 *     }} />
 *
 * It receives a scanner's codes whatever has the focus, takes the focus back whenever nothing else has it (after a dialog, after
 * a click on the page), accepts typing with Enter, and answers each code with a sound, a colour and a sentence, which stay in
 * sight when the page is scrolled.
 */
export function ScanBox(props: ScanBoxProps) {
  const {
    name,
    label,
    onScan,
    active = true,
    takesFocus = true,
    placeholder = `${label}（扫码或输入后按回车）`,
    ref,
  } = props
  const id = useId()
  const box = useRef<CodeFieldElement>(null)
  const [typed, setTyped] = useState('')
  const { told, isBusy, tell, replace, clearRefusal, add } = useCodes(name, onScan)
  const scan = (code: string) => {
    setTyped('')
    if (!active) return tell(BUSY, code)
    if (isUnderDialog(box.current)) return tell(UNDER_DIALOG, code)
    add(code)
  }
  useScanner({ onScan: scan, tell })
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus(), tell, replace, clearRefusal, scan }))
  useFreeFocus(box, active && takesFocus)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposed(event) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const code = typed.trim()
    if (code !== '') scan(code)
  }
  const tone = told === null ? undefined : toneOf(told)
  return (
    <div className={cx(styles.scan, tone && TOLD[tone])} data-outcome={tone}>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <div className={styles.line}>
        <Icon name="scan" size={22} />
        <CodeField
          ref={box}
          id={id}
          className="code"
          data-code-box={name}
          disabled={!active}
          placeholder={placeholder}
          value={typed}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className={styles.said} role="status" aria-live="assertive">
        {tone && !isBusy ? <Icon name={ICONS[tone]} size={20} /> : null}
        <span>{isBusy ? '正在核对…' : told ? `${told.code} ${told.message}`.trim() : '等待扫码'}</span>
      </p>
    </div>
  )
}
