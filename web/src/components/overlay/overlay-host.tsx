import { Fragment, type ReactNode, Suspense, useSyncExternalStore } from 'react'

interface Overlay {
  readonly id: number
  readonly element: ReactNode
}

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
 * @param render gets `close`, to be called once with the result, or with nothing when the person gave up
 * @returns what `close` was given
 */
export function openOverlay<Result>(
  render: (close: (result?: Result) => void) => ReactNode,
): Promise<Result | undefined> {
  return new Promise((resolve) => {
    const id = ++lastId
    const close = (result?: Result) => {
      change(overlays.filter((overlay) => overlay.id !== id))
      resolve(result)
    }
    change([...overlays, { id, element: render(close) }])
  })
}

/** Takes every open overlay away without a result, as when the page under them goes. */
export function closeAllOverlays(): void {
  if (overlays.length > 0) change([])
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
    <Fragment key={overlay.id}>
      <Suspense fallback={null}>{overlay.element}</Suspense>
    </Fragment>
  ))
}
