import { createContext, type ReactNode, Suspense, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { OverlayLayer } from './overlay-layer.ts'

/** Asked before an overlay is given up; false keeps it open. */
type CloseGuard = () => Promise<boolean>

interface Overlay {
  readonly id: number
  readonly element: ReactNode
  /** Of the forms within it. */
  readonly guards: Set<CloseGuard>
}

const GuardsOfOverlay = createContext<Set<CloseGuard> | null>(null)

/** What is open over one page. A page that is put aside keeps its own, with everything that was typed there. */
export interface Overlays {
  open: readonly Overlay[]
  readonly listeners: Set<() => void>
}

const none = (): Overlays => ({ open: [], listeners: new Set() })

/** Those of the page on screen. */
let present = none()
let lastId = 0

function change(overlays: Overlays, open: readonly Overlay[]): void {
  overlays.open = open
  for (const listener of overlays.listeners) listener()
}

/**
 * Opens a dialog or drawer from anywhere and waits for its result:
 *
 *     const done = await openOverlay<boolean>((close) => <DeliverDrawer rows={rows} onClose={close} />)
 *
 * @param render gets `close`, to be called with the result, or with nothing when the person gives up: what was typed into
 *   its forms is then not thrown away without a question (`useCloseGuard`)
 * @returns what `close` was given
 */
export function openOverlay<Result>(
  render: (close: (result?: Result) => void) => ReactNode,
): Promise<Result | undefined> {
  return new Promise((resolve) => {
    const id = ++lastId
    const guards = new Set<CloseGuard>()
    const overlays = present
    let isAsking = false
    const done = (result?: Result) => {
      change(
        overlays,
        overlays.open.filter((overlay) => overlay.id !== id),
      )
      resolve(result)
    }
    const giveUp = async () => {
      if (isAsking) return
      isAsking = true
      for (const mayClose of guards) {
        if (!(await mayClose())) {
          isAsking = false
          return
        }
      }
      done()
    }
    const close = (result?: Result) => {
      if (result === undefined && guards.size > 0) void giveUp()
      else done(result)
    }
    change(overlays, [...overlays.open, { id, element: render(close), guards }])
  })
}

/**
 * Asks before the overlay around this component is given up; nothing outside of one.
 * @param mayClose asked at that moment; false keeps it open
 */
export function useCloseGuard(mayClose: CloseGuard): void {
  const guards = useContext(GuardsOfOverlay)
  useEffect(() => {
    guards?.add(mayClose)
    return () => void guards?.delete(mayClose)
  }, [guards, mayClose])
}

/** Takes every open overlay away without a result, as when the page under them goes. */
export function closeAllOverlays(): void {
  if (present.open.length > 0) change(present, [])
}

/** Gives what is open to the page on screen for good, which is about to be hidden; the next page begins with nothing open. */
export function putAsideOverlays(): Overlays {
  const aside = present
  present = none()
  return aside
}

/** The page that these belong to is on screen again. */
export function putBackOverlays(aside: Overlays): void {
  present = aside
}

/** True while a dialog or drawer is open: page shortcuts and scanners then stay quiet. */
export const isOverlayOpen = (): boolean => document.querySelector('dialog[open]') !== null

/** Where overlays appear; stands once inside the router and the query cache, so that overlays have both. */
export function OverlayHost() {
  const [overlays] = useState(() => present)
  const [subscribe] = useState(() => (listener: () => void) => {
    overlays.listeners.add(listener)
    return () => overlays.listeners.delete(listener)
  })
  const open = useSyncExternalStore(subscribe, () => overlays.open)
  return open.map((overlay) => (
    <GuardsOfOverlay key={overlay.id} value={overlay.guards}>
      <OverlayLayer value={overlay.id}>
        <Suspense fallback={null}>{overlay.element}</Suspense>
      </OverlayLayer>
    </GuardsOfOverlay>
  ))
}
