import { useContext, useLayoutEffect, useRef } from 'react'
import { OverlayLayer } from '../overlay/overlay-layer.ts'
import { toast } from '../toast/toast.ts'
import { beep, type ScanOutcome, toneOf } from './feedback.ts'
import { listenIfNeeded } from './listener.ts'
import { addPage, type ScanReach } from './receivers.ts'

export interface ScannerOptions {
  /** Gets every code once; readings of the same label within 1.5 s are one. */
  readonly onScan: (code: string) => void
  /** Says how something came out that is no code; a sound and a message unless said otherwise. */
  readonly tell?: (outcome: ScanOutcome) => void
  /** False leaves the keys to the page. True unless said otherwise. */
  readonly active?: boolean
  /** `everywhere` unless said otherwise. */
  readonly reach?: ScanReach
}

/** Tells an outcome where no box stands for it: aloud, and with a message over the page. */
export function tellAloud(outcome: ScanOutcome): void {
  const tone = toneOf(outcome)
  beep(tone)
  toast(tone === 'ok' ? 'success' : tone === 'held' ? 'info' : 'error', outcome.message)
}

/**
 * Listens for a keyboard scanner anywhere on the page, without any box having the focus:
 *
 *     useScanner({ onScan: (code) => void verify(code), active: step === 'scan' })
 *
 * docs/scanning.md says what a burst is. Its Enter neither submits a form nor presses a button, and what it typed into
 * another box is taken out again. A box that takes codes itself (`useCodeBox`) goes before the page while it has the
 * focus. Of several active pages that of the topmost dialog wins, also before what the page under it loads later; within
 * a layer the one that came last.
 */
export function useScanner({ onScan, tell = tellAloud, active = true, reach = 'everywhere' }: ScannerOptions): void {
  const latest = useRef({ onScan, tell })
  latest.current = { onScan, tell }
  const layer = useContext(OverlayLayer)
  // Before the paint: whoever sees the page can scan.
  useLayoutEffect(() => {
    if (!active) return
    const page = {
      reach,
      onScan: (code: string) => latest.current.onScan(code),
      tell: (outcome: ScanOutcome) => latest.current.tell(outcome),
    }
    const remove = addPage(page, layer)
    listenIfNeeded()
    return () => {
      remove()
      listenIfNeeded()
    }
  }, [active, reach, layer])
}
