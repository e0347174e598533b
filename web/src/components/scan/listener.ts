import { isComposed } from '../input-method.ts'
import { afterComing, isOverlayComing } from '../overlay/overlay-host.tsx'
import { BurstReader, type BurstResult, ENDING_KEYS, type Reading } from './burst.ts'
import { ComposedRun } from './composed-run.ts'
import { FRAGMENT_MESSAGE } from './feedback.ts'
import { fieldOf, writeField } from './fields.ts'
import { keyTimeMs } from './key-clock.ts'
import { boxReceiver, giveToPage, hasReceivers, pageReceiver, type ScanReceiver } from './receivers.ts'
import { type Held, HeldText, SpoiltBurst } from './spoilt-burst.ts'

/** Said of a burst that an input method has taken keys from. */
export const INPUT_METHOD_MESSAGE = '请切换到英文输入法后再扫一次'
/** What some scanners send for LF and CR. */
const CONTROL_ENDINGS: ReadonlySet<string> = new Set(['j', 'm'])

const reader = new BurstReader()
/** What a box held before a burst began to type into it. */
let held: Held | null = null
/** Who gets the burst at hand; null leaves it to the box it is typed into. */
let receiver: ScanReceiver | null = null
let silence: ReturnType<typeof setTimeout> | undefined
const composed = new ComposedRun()
const spoilt = new SpoiltBurst()
const heldText = new HeldText()
let typedInto: EventTarget | null = null

/** Who has opened a window scans into it, though it is not on screen yet: it gets the code as soon as it is. */
const COMING: ScanReceiver = {
  onScan: (code) => afterComing(() => giveToPage(code)),
  tell: (outcome) => afterComing(() => pageReceiver()?.tell(outcome)),
}

/** The box that has the focus where it takes codes, else the page; nobody where a person put the cursor into another box of a list. */
function receiverAt(target: EventTarget | null): ScanReceiver | null {
  if (isOverlayComing()) return COMING
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

function keep(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The key as the reader knows it; null for one that a person presses with Ctrl, Alt or the system key. */
function keyOf(event: KeyboardEvent, atMs: number): string | null {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) return event.key
  const isReading = spoilt.isOpen || reader.isReading(atMs)
  return event.ctrlKey && CONTROL_ENDINGS.has(event.key.toLowerCase()) && isReading ? 'Enter' : null
}

function begin(target: EventTarget | null): void {
  receiver = receiverAt(target)
  const field = fieldOf(target)
  held = field ? { field, value: field.value } : null
}

/** Keys of the burst were lost: what is left of it is refused once it is over. */
function spoil(target: EventTarget | null, message: string, before: Held | null): void {
  const to = receiverAt(target)
  clearTimeout(silence)
  reader.drop()
  held = null
  if (to) spoilt.open({ receiver: to, held: before, message })
}

/** A key of a burst that is to be refused; a composed one cannot be kept from the box, which is put back in the end. */
function sink(event: KeyboardEvent, key: string, atMs: number): void {
  if (!isComposed(event)) keep(event)
  if (!isComposed(event) && ENDING_KEYS.has(key)) {
    composed.forget()
    reader.spend(atMs)
    spoilt.end()
  } else spoilt.wait()
}

function onKeyDown(event: KeyboardEvent): void {
  const atMs = keyTimeMs(event)
  const key = keyOf(event, atMs)
  if (key === null) return
  heldText.note(event.target, atMs)
  // what an input method did to another box says nothing of this one
  if (event.target !== typedInto) composed.forget()
  typedInto = event.target
  composed.take(event, isComposed(event), atMs)
  if (spoilt.isOpen) sink(event, key, atMs)
  else if (isComposed(event)) onComposed(event)
  // A key held down repeats as fast as a scanner types.
  else if (event.repeat || (reader.isBefore(atMs) && reader.isCertain())) onBroken(event)
  else if (composed.isDoubtful(atMs) && receiverAt(event.target)) readDoubtful(event, key, atMs)
  else follow(reader.take(key, atMs), event, atMs)
}

/** An input method has taken a key. What it swallows looks like a pause, and what it writes like typing. */
function onComposed(event: KeyboardEvent): void {
  if (reader.isCertain() || composed.isScan())
    spoil(event.target, INPUT_METHOD_MESSAGE, reader.isCertain() ? held : heldText.before)
  else reader.drop()
}

/** The burst cannot be read on: where keys of it were kept out of the box already, what stands there is no code. */
function onBroken(event: KeyboardEvent): void {
  if (!reader.isCertain()) {
    reader.drop()
    return
  }
  spoil(event.target, FRAGMENT_MESSAGE, held)
  if (spoilt.isOpen) keep(event)
}

/** A plain key behind one that an input method has taken: a burst that begins so has lost its beginning. */
function readDoubtful(event: KeyboardEvent, key: string, atMs: number): void {
  const reading = reader.take(key, atMs)
  if (reading.kind === 'spent') keep(event)
  if (reading.kind !== 'certain' && reading.kind !== 'ended' && !composed.isScan()) return
  spoil(event.target, INPUT_METHOD_MESSAGE, heldText.before)
  sink(event, key, atMs)
}

/** Some keys that an input method swallows show only when they are let go. */
function onKeyUp(event: KeyboardEvent): void {
  const atMs = keyTimeMs(event)
  composed.take(event, isComposed(event), atMs)
  if (spoilt.isOpen) spoilt.wait()
  else if (composed.isScan()) spoil(event.target, INPUT_METHOD_MESSAGE, heldText.before)
}

/** What an input method writes may come before any key of it does. */
function onWriting(event: Event): void {
  heldText.note(event.target, performance.now())
  if (event.type !== 'beforeinput') heldText.compose(event.type === 'compositionstart')
}

function follow(reading: Reading, event: KeyboardEvent, atMs: number): void {
  if (reading.kind === 'nothing') return
  if (reading.kind === 'start') {
    deliver(reading.ended, atMs)
    if (reading.goesOn === 'not' || held?.field !== fieldOf(event.target)) begin(event.target)
  }
  if (!receiver) {
    leaveToField(event, reading.kind === 'ended')
    return
  }
  if (reading.kind === 'start' ? reading.goesOn === 'surely' : reading.kind !== 'maybe') keep(event)
  if (reading.kind === 'ended') {
    clearTimeout(silence)
    deliver(reading.results, atMs)
  } else settleLater(atMs)
}

/** What is scanned into a box of another kind stays there; its Enter does not send off the dialog around the box. */
function leaveToField(event: KeyboardEvent, isEnd: boolean): void {
  clearTimeout(silence)
  if (isEnd && event.target instanceof Element && event.target.closest('dialog')) event.preventDefault()
}

const LISTENERS = [
  ['keydown', onKeyDown],
  ['keyup', onKeyUp],
  ['beforeinput', onWriting],
  ['compositionstart', onWriting],
  ['compositionend', onWriting],
] as const

let isListening = false

/** Listens while anybody receives; called whenever a receiver has come or gone. */
export function listenIfNeeded(): void {
  if (hasReceivers() === isListening) return
  isListening = !isListening
  for (const [name, listener] of LISTENERS) {
    if (isListening) addEventListener(name, listener as EventListener, { capture: true })
    else removeEventListener(name, listener as EventListener, { capture: true })
  }
  if (isListening) return
  clearTimeout(silence)
  reader.forget()
  composed.forget()
  spoilt.forget()
  held = null
}
