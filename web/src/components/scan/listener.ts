import { toast } from '../toast/toast.ts'
import { BurstReader, type BurstResult, type Reading } from './burst.ts'
import { FRAGMENT_MESSAGE } from './feedback.ts'
import { boxReceiver, hasReceivers, pageReceiver, type ScanReceiver } from './receivers.ts'

export const INPUT_METHOD_TEXT = '请切换到英文输入法后再扫码'
const NOTICE_EVERY_MS = 2400
/** What some scanners send for LF and CR. */
const CONTROL_ENDINGS: ReadonlySet<string> = new Set(['j', 'm'])
const NO_TEXT_TYPES: ReadonlySet<string> = new Set(['checkbox', 'radio', 'button', 'submit', 'file'])

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The box that keys change: a select's choice is changed by letters too. */
function fieldOf(target: EventTarget | null): Field | null {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return target
  return target instanceof HTMLInputElement && !NO_TEXT_TYPES.has(target.type) ? target : null
}

/** Writes a box's value past React's own tracking, so that React sees a change and its state follows. */
export function writeField(field: Field, value: string): void {
  if (field.value === value) return
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

const reader = new BurstReader()
/** What a box held before a burst began to type into it. */
let held: { readonly field: Field; readonly value: string } | null = null
/** Who gets the burst at hand; null leaves it to the box it is typed into. */
let receiver: ScanReceiver | null = null
let silence: ReturnType<typeof setTimeout> | undefined
let lastNoticeMs = Number.NEGATIVE_INFINITY

/** The box that has the focus where it takes codes, else the page; nobody where a person put the cursor into another box of a list. */
function receiverAt(target: EventTarget | null): ScanReceiver | null {
  const box = boxReceiver(target)
  if (box) return box
  const page = pageReceiver()
  return page?.reach !== 'everywhere' && fieldOf(target) ? null : (page ?? null)
}

function deliver(results: readonly BurstResult[], atMs: number): void {
  if (results.length === 0 || !receiver) return
  const to = receiver
  if (held) writeField(held.field, held.value)
  held = null
  for (const { kind, text } of results) {
    if (kind === 'fragment') to.tell({ ok: false, message: `${text} ${FRAGMENT_MESSAGE}` })
    else if (!reader.isRepeat(text, atMs, to)) to.onScan(text)
  }
}

function settleLater(atMs: number): void {
  clearTimeout(silence)
  const waitMs = reader.waitMs()
  if (waitMs === null) return
  const startMs = performance.now()
  silence = setTimeout(() => {
    // A page that was busy all the while may have further keys waiting.
    if (performance.now() - startMs > 2 * waitMs) settleLater(atMs)
    else deliver(reader.settle(), atMs)
  }, waitMs)
}

function noticeInputMethod(event: KeyboardEvent): void {
  reader.drop()
  const isTyped = fieldOf(event.target) && !boxReceiver(event.target) && !isCodeBox(event.target)
  if (isTyped || event.timeStamp - lastNoticeMs < NOTICE_EVERY_MS) return
  lastNoticeMs = event.timeStamp
  toast('info', INPUT_METHOD_TEXT)
}

const isCodeBox = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset.codeBox !== undefined

function keep(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The key as the reader knows it; null for one that a person presses with Ctrl, Alt or the system key. */
function keyOf(event: KeyboardEvent): string | null {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) return event.key
  const isEnding = event.ctrlKey && CONTROL_ENDINGS.has(event.key.toLowerCase()) && reader.isReading(event.timeStamp)
  return isEnding ? 'Enter' : null
}

function begin(target: EventTarget | null): void {
  receiver = receiverAt(target)
  const field = fieldOf(target)
  held = field ? { field, value: field.value } : null
}

function onKeyDown(event: KeyboardEvent): void {
  const key = keyOf(event)
  if (key === null) return
  if (event.isComposing || key === 'Process' || event.keyCode === 229) noticeInputMethod(event)
  // A key held down repeats as fast as a scanner types.
  else if (event.repeat) reader.drop()
  else follow(reader.take(key, event.timeStamp), event)
}

function follow(reading: Reading, event: KeyboardEvent): void {
  if (reading.kind === 'nothing') return
  if (reading.kind === 'start') {
    deliver(reading.ended, event.timeStamp)
    if (reading.goesOn === 'not' || held?.field !== fieldOf(event.target)) begin(event.target)
  }
  if (!receiver) {
    leaveToField(event, reading.kind === 'ended')
    return
  }
  if (reading.kind === 'start' ? reading.goesOn === 'surely' : reading.kind !== 'maybe') keep(event)
  if (reading.kind === 'ended') {
    clearTimeout(silence)
    deliver(reading.results, event.timeStamp)
  } else settleLater(event.timeStamp)
}

/** What is scanned into a box of another kind stays there; its Enter does not send off the dialog around the box. */
function leaveToField(event: KeyboardEvent, isEnd: boolean): void {
  clearTimeout(silence)
  if (isEnd && event.target instanceof Element && event.target.closest('dialog')) event.preventDefault()
}

let isListening = false

/** Listens while anybody receives; called whenever a receiver has come or gone. */
export function listenIfNeeded(): void {
  if (hasReceivers() === isListening) return
  isListening = !isListening
  if (isListening) addEventListener('keydown', onKeyDown, { capture: true })
  else {
    clearTimeout(silence)
    reader.forget()
    held = null
    removeEventListener('keydown', onKeyDown, { capture: true })
  }
}
