import {
  createContext,
  isValidElement,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { elapsedMs } from '../../platform/clock.ts'
import { OverlayLayer } from './overlay-layer.ts'

/** Asked before an overlay is given up; false keeps it open. */
type CloseGuard = () => Promise<boolean>

interface Overlay {
  readonly id: number
  readonly element: ReactNode
  /** Of the forms within it. */
  readonly guards: Set<CloseGuard>
  /** Since when it is on screen, by `elapsedMs`; null while its scripts are on their way. */
  shownMs: number | null
  /** Waits for it to be on screen, or gone. */
  readonly waiting: Set<() => void>
}

/** The second click of a double click comes within this, and is not meant for the window that the first one has opened. */
const DOUBLE_CLICK_MS = 500

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

function callAll(waiting: Set<() => void>): void {
  const calls = [...waiting]
  waiting.clear()
  for (const call of calls) call()
}

/** True while the topmost window was asked for and is not on screen yet. */
export const isOverlayComing = (): boolean => present.open.at(-1)?.shownMs === null

/** Does something once the topmost window is on screen or given up, at once where none is on its way. */
export function afterComing(run: () => void): void {
  const top = present.open.at(-1)
  if (top?.shownMs === null) top.waiting.add(run)
  else run()
}

/** True for two of the same component, unless their keys tell them apart. */
const isSame = (one: ReactNode, other: ReactNode): boolean =>
  isValidElement(one) && isValidElement(other) && one.type === other.type && one.key === other.key

/** True where the topmost window is the same, and cannot have been looked at yet: it was asked for twice. */
function isAskedTwice(element: ReactNode): boolean {
  const top = present.open.at(-1)
  if (!top || !isSame(top.element, element)) return false
  return top.shownMs === null || elapsedMs() - top.shownMs < DOUBLE_CLICK_MS
}

/**
 * Opens a dialog or drawer from anywhere and waits for its result. One that is asked for twice, as by a double
 * click, opens once; to the second asker it was given up:
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
    const waiting = new Set<() => void>()
    const done = (result?: Result) => {
      change(
        overlays,
        overlays.open.filter((overlay) => overlay.id !== id),
      )
      callAll(waiting)
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
    const element = render(close)
    if (isAskedTwice(element)) return resolve(undefined)
    change(overlays, [...overlays.open, { id, element, guards, shownMs: null, waiting }])
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

/** Stands beside what an overlay shows, and so comes on screen with it: once its scripts are there. */
function Shown({ overlay }: { overlay: Overlay }) {
  useEffect(() => {
    overlay.shownMs = elapsedMs()
    callAll(overlay.waiting)
  }, [overlay])
  return null
}

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
        <Suspense fallback={null}>
          {overlay.element}
          <Shown overlay={overlay} />
        </Suspense>
      </OverlayLayer>
    </GuardsOfOverlay>
  ))
}
