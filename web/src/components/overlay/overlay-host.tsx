import { createContext, type ReactNode, Suspense, useContext, useEffect, useSyncExternalStore } from 'react'
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

let overlays: readonly Overlay[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Overlay[]): void {
  overlays = next
  for (const listener of listeners) listener()
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
    let isAsking = false
    const done = (result?: Result) => {
      change(overlays.filter((overlay) => overlay.id !== id))
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
    change([...overlays, { id, element: render(close), guards }])
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
  if (overlays.length > 0) change([])
}

export type Overlays = readonly Overlay[]

/** Takes what is open away without a result, to be put back later as it was. */
export function takeOverlays(): Overlays {
  const taken = overlays
  closeAllOverlays()
  return taken
}

export function putBackOverlays(taken: Overlays): void {
  change(taken)
}

/** True while a dialog or drawer is open: page shortcuts and scanners then stay quiet. */
export const isOverlayOpen = (): boolean => document.querySelector('dialog[open]') !== null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where overlays appear; stands once inside the router and the query cache, so that overlays have both. */
export function OverlayHost() {
  const open = useSyncExternalStore(subscribe, () => overlays)
  return open.map((overlay) => (
    <GuardsOfOverlay key={overlay.id} value={overlay.guards}>
      <OverlayLayer value={overlay.id}>
        <Suspense fallback={null}>{overlay.element}</Suspense>
      </OverlayLayer>
    </GuardsOfOverlay>
  ))
}
