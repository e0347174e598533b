import { useEffect, useRef, useState } from 'react'
import { elapsedMs } from '../../platform/clock.ts'
import { Button } from '../button/button.tsx'
import { openOverlay } from '../overlay/overlay-host.tsx'
import { isTyping } from '../shortcuts/shortcuts.ts'
import styles from './results.module.css'

/** How long what was done can be taken back at a touch. */
export const UNDO_MS = 10_000

/** Something that can still be taken back, once. */
export interface UndoOffer {
  /** By `elapsedMs`. */
  readonly endsAtMs: number
  /** False once it was taken, the time is up, or a later one took its place. */
  readonly isOpen: () => boolean
  readonly take: () => Promise<void>
}

let current: UndoOffer | null = null

function onKeyDown(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'z' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
  // in a field the keys are the field's own
  if (!current?.isOpen() || isTyping(event.target)) return
  event.preventDefault()
  void current.take()
}

/** Offers to take something back until `UNDO_MS` from now, by the offer's button or Ctrl Z; only the latest stands. */
export function offerUndo(undo: () => Promise<void>): UndoOffer {
  let isTaken = false
  const endsAtMs = elapsedMs() + UNDO_MS
  const isOpen = () => !isTaken && current === offer && elapsedMs() < endsAtMs
  const offer: UndoOffer = {
    endsAtMs,
    isOpen,
    take: async () => {
      if (!isOpen()) return
      isTaken = true
      removeEventListener('keydown', onKeyDown)
      await undo()
    },
  }
  current = offer
  // the same listener again is the same listener
  addEventListener('keydown', onKeyDown)
  return offer
}

const LOOK_EVERY_MS = 250

/** The whole seconds that are left of an offer; null once it is closed. */
function useSecondsLeft(offer: UndoOffer): number | null {
  const left = () => (offer.isOpen() ? Math.ceil((offer.endsAtMs - elapsedMs()) / 1000) : null)
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  })
  return seconds
}

/** 撤销 with the seconds that are left; gone when there are none. */
export function UndoButton({ offer, onUndone }: { offer: UndoOffer; onUndone: () => void }) {
  const seconds = useSecondsLeft(offer)
  if (seconds === null) return null
  const undo = () => {
    void offer.take()
    onUndone()
  }
  return (
    <Button aria-keyshortcuts="Control+Z" onClick={undo}>
      撤销<span aria-hidden="true">（{seconds} 秒）</span>
    </Button>
  )
}

function UndoNotice({ offer, text, onEnd }: { offer: UndoOffer; text: string; onEnd: () => void }) {
  const host = useRef<HTMLDivElement>(null)
  const isOver = useSecondsLeft(offer) === null
  useEffect(() => host.current?.showPopover(), [])
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  return (
    <div ref={host} className={styles.undo} popover="manual" role="status">
      <span>{text}</span>
      <UndoButton offer={offer} onUndone={onEnd} />
      <span className="muted">Ctrl Z</span>
    </div>
  )
}

/** Keeps an open offer on screen, under what is worked on, until it is taken or over. */
export function showUndo(offer: UndoOffer, text: string): void {
  if (!offer.isOpen()) return
  void openOverlay((close) => <UndoNotice key={offer.endsAtMs} offer={offer} text={text} onEnd={close} />)
}
