import { useEffect, useRef } from 'react'
import { toast } from '../toast/toast.tsx'
import { BurstReader, SHORT_SILENCE_MS, SILENCE_MS } from './burst.ts'

export const INPUT_METHOD_TEXT = '请切换到英文输入法后再扫码'
const NOTICE_EVERY_MS = 2400

export interface ScannerOptions {
  /** Gets every code once; readings of the same label within 1.5 s are one. */
  readonly onScan: (code: string) => void
  /** False leaves the keys to the page, as while a dialog with boxes of its own is open. True unless said otherwise. */
  readonly active?: boolean
  /**
   * `everywhere` takes bursts out of whatever box has the focus, for pages that work by scanner;
   * `outsideFields` leaves a burst to the box a person put the cursor in, and gives way to any other scanner: the shell's.
   */
  readonly reach?: 'everywhere' | 'outsideFields'
}

type Field = HTMLInputElement | HTMLTextAreaElement

function fieldOf(target: EventTarget | null): Field | null {
  if (target instanceof HTMLTextAreaElement) return target
  const isBox = target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type)
  return isBox ? target : null
}

/** Writes a box's value past React's own tracking, so that React sees a change and its state follows. */
function writeField(field: Field, value: string): void {
  const owner = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The active scanners; only the last one receives codes. */
const listening: object[] = []

/** True when the scanner was last seen to send a code and no key after it. */
let endsWithoutKey = false

/**
 * Listens for a keyboard scanner anywhere on the page, without any box having the focus:
 *
 *     useScanner({ onScan: (code) => void verify(code), active: step === 'scan' })
 *
 * A burst is keys at most 50 ms apart, ended by Enter, Tab or a pause. Its Enter neither submits a form nor presses a
 * button, and what it typed into another box is taken out again. While an input method composes, a notice asks for
 * another one. Of several active scanners the one that came last wins, so a dialog's goes before its page's.
 */
export function useScanner({ onScan, active = true, reach = 'everywhere' }: ScannerOptions): void {
  const latest = useRef(onScan)
  latest.current = onScan
  useEffect(() => {
    if (!active) return
    const me = {}
    if (reach === 'everywhere') listening.push(me)
    else listening.unshift(me)
    const stop = listen(
      (code) => latest.current(code),
      reach,
      () => listening.at(-1) === me,
    )
    return () => {
      listening.splice(listening.indexOf(me), 1)
      stop()
    }
  }, [active, reach])
}

/** What a box held before a burst began to type into it. */
interface Held {
  readonly field: Field
  readonly value: string
}

function listen(onScan: (code: string) => void, reach: 'everywhere' | 'outsideFields', isMyTurn: () => boolean) {
  const reader = new BurstReader()
  let held: Held | null = null
  let silence: ReturnType<typeof setTimeout> | undefined
  let lastNoticeMs = Number.NEGATIVE_INFINITY

  const give = (code: string, atMs: number, isEndedByKey: boolean) => {
    endsWithoutKey = !isEndedByKey
    if (held) writeField(held.field, held.value)
    held = null
    if (!reader.isRepeat(code, atMs)) onScan(code)
  }
  const giveAfterSilence = (atMs: number) => {
    const waitMs = endsWithoutKey ? SHORT_SILENCE_MS : SILENCE_MS
    const startMs = performance.now()
    silence = setTimeout(() => {
      // A page that was busy all the while may have further keys waiting.
      if (performance.now() - startMs > 2 * waitMs) return giveAfterSilence(atMs)
      const code = reader.end()
      if (code !== null) give(code, atMs, false)
    }, waitMs)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isMyTurn() || event.ctrlKey || event.metaKey || event.altKey) return
    const field = fieldOf(event.target)
    const isMine = field?.dataset.scan !== undefined
    if (field && !isMine && reach === 'outsideFields') return
    if (event.isComposing || event.key === 'Process' || event.keyCode === 229) {
      reader.drop()
      if (event.timeStamp - lastNoticeMs > NOTICE_EVERY_MS && (isMine || !field)) {
        lastNoticeMs = event.timeStamp
        toast('info', INPUT_METHOD_TEXT)
      }
      return
    }
    // A key held down repeats as fast as a scanner types.
    if (event.repeat) {
      reader.drop()
      return
    }
    const reading = reader.take(event.key, event.timeStamp)
    if (reading.kind === 'nothing') return
    clearTimeout(silence)
    if (reading.kind === 'start') {
      if (reading.ended !== null) give(reading.ended, event.timeStamp, false)
      held = field ? { field, value: field.value } : null
    }
    if (reading.kind === 'certain') {
      event.preventDefault()
      event.stopPropagation()
    }
    if (reading.kind === 'code') {
      event.preventDefault()
      event.stopImmediatePropagation()
      give(reading.code, event.timeStamp, true)
    }
    if (reading.kind === 'certain') giveAfterSilence(event.timeStamp)
  }
  addEventListener('keydown', onKeyDown, { capture: true })
  return () => {
    clearTimeout(silence)
    removeEventListener('keydown', onKeyDown, { capture: true })
  }
}
