import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { errorText } from '../../api/refusal.ts'
import { cx } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { isOverlayOpen } from '../overlay/overlay-host.tsx'
import { beep, type ScanOutcome } from './feedback.ts'
import styles from './scan.module.css'
import { useScanner } from './use-scanner.ts'

export interface ScanBoxHandle {
  readonly focus: () => void
  /** Shows and sounds an outcome that did not come from a scan, such as a finished submit. */
  readonly tell: (outcome: ScanOutcome) => void
}

interface ScanBoxProps {
  /** What to scan now: 扫描 IMEI 或条码. */
  label: string
  /** Handles one code and says how it went; while it runs, further codes wait. Throwing is a failure. */
  onScan: (code: string) => Promise<ScanOutcome> | ScanOutcome
  active?: boolean
  /** False leaves a free focus where it is, while single keys mean something to the page. True unless said otherwise. */
  takesFocus?: boolean
  placeholder?: string
  ref?: Ref<ScanBoxHandle>
}

const TOLD = { ok: styles.ok, failed: styles.failed }

/** True when nothing else uses the keyboard, so that the box may take the focus. */
function isFocusFree(): boolean {
  return (document.activeElement === null || document.activeElement === document.body) && !isOverlayOpen()
}

/**
 * The box that a scanning place works with:
 *
 *     <ScanBox label="扫描 IMEI 或条码" onScan={async (code) => {
 *       const found = await api.detRecord.verifyBarCode({ code }, { handles: 'all' })
 *       return { ok: found.result === 'free', message: found.message }
 *     }} />
 *
 * It receives a scanner's codes whatever has the focus, takes the focus back whenever nothing else has it (after a dialog, after
 * a click on the page), accepts typing with Enter, and answers each code with a sound, a colour and a sentence.
 */
export function ScanBox(props: ScanBoxProps) {
  const { label, onScan, active = true, takesFocus = true, placeholder = '扫码或输入后按回车', ref } = props
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const queue = useRef<Promise<void>>(Promise.resolve())
  const [typed, setTyped] = useState('')
  const [outcome, setOutcome] = useState<(ScanOutcome & { code: string }) | null>(null)
  const [isBusy, setBusy] = useState(false)

  const show = (code: string, result: ScanOutcome) => {
    setOutcome({ ...result, code })
    beep(result.ok)
  }
  const handle = async (code: string) => {
    setBusy(true)
    try {
      show(code, await onScan(code))
    } catch (error) {
      show(code, { ok: false, message: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  const scan = (code: string) => {
    setTyped('')
    queue.current = queue.current.then(() => handle(code))
  }
  useScanner({ onScan: scan, active })
  useImperativeHandle(ref, () => ({ focus: () => box.current?.focus(), tell: (result) => show('', result) }))

  useEffect(() => {
    if (!active || !takesFocus) return
    const takeBack = () => {
      if (isFocusFree()) box.current?.focus({ preventScroll: true })
    }
    takeBack()
    // The focus is on nothing for a moment on its way from one element to the next: look again when it has settled.
    const later = () => setTimeout(takeBack, 0)
    addEventListener('focusout', later)
    addEventListener('click', later)
    return () => {
      removeEventListener('focusout', later)
      removeEventListener('click', later)
    }
  }, [active, takesFocus])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const code = typed.trim()
    if (code !== '') scan(code)
  }
  const told = outcome === null ? undefined : outcome.ok ? 'ok' : 'failed'
  return (
    <div className={cx(styles.scan, told && TOLD[told])} data-outcome={told}>
      <label className="sr-only" htmlFor={id}>
        {label}
      </label>
      <div className={styles.line}>
        <Icon name="scan" size={22} />
        <input
          ref={box}
          id={id}
          className="code"
          type="text"
          data-scan=""
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          disabled={!active}
          placeholder={`${label}（${placeholder}）`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className={styles.said} role="status" aria-live="assertive">
        {isBusy ? '正在核对…' : outcome ? `${outcome.code} ${outcome.message}`.trim() : '等待扫码'}
      </p>
    </div>
  )
}
