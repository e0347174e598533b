import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusedRow, focusRow } from './row-focus.ts'
import type { Selection, StoredTicks } from './selection.ts'

/** Where a person stood in a list, as its entry in the browser's history keeps it. */
interface Position<Row> {
  readonly top: number
  readonly left: number
  readonly focused: string | null
  readonly ticks: StoredTicks<Row> | null
}

const FIELD = 'listPosition'
/** Browsers refuse more than a hundred changes of an entry within half a minute. */
const SETTLE_MS = 400
/** Rows below the first screenful are rendered a little later. */
const FRAMES_TO_WAIT = 30

type Entry = Readonly<Record<string, unknown>> | null

const entry = (): Entry => window.history.state

/** The number of the entry that the window stands on; undefined where the router keeps its places elsewhere. */
const entryNumber = (): unknown => entry()?.idx

/** Browsers keep an entry of some megabytes at the most. */
const MOST_TICKS = 500

function keptTicks<Row>(selection: Selection<Row>): StoredTicks<Row> | null {
  const ticks = selection.stored()
  return ticks !== null && ticks.rows.length <= MOST_TICKS ? ticks : null
}

const tableBox = (page: HTMLElement | null): HTMLElement | null =>
  page?.querySelector('table')?.closest<HTMLElement>('section') ?? null

interface LastPosition<Row> {
  readonly page: RefObject<HTMLElement | null>
  readonly rows: readonly Row[] | undefined
  readonly selection: Selection<Row>
  /** The rows are still those of the state before. */
  readonly isStale: boolean
}

/**
 * Puts a person who comes back to a list where they left it: scrolled there, on the same row, with the same ticks. It
 * is kept in the history's entry, so it ends with the window and never comes up elsewhere. A page that is gone to for
 * the first time begins at its top.
 */
export function useLastPosition<Row>({ page, rows, selection, isStale }: LastPosition<Row>): void {
  const location = useLocation()
  usePositionKept(page, selection, location.key)
  const placed = useRef<string | null>(null)
  const isReady = rows !== undefined && !isStale
  // After the rows were told to the selection: ticks are taken up for those that are there.
  useLayoutEffect(() => {
    if (!isReady || placed.current === location.key) return
    const isFirst = placed.current === null
    placed.current = location.key
    const position = entryNumber() === undefined ? undefined : (entry()?.[FIELD] as Position<Row> | undefined)
    const box = tableBox(page.current)
    if (!box) return
    if (position) takeUp(page.current, box, position, selection)
    else if (!isFirst) box.scrollTop = 0
  }, [isReady, location.key, page, selection])
}

function takeUp<Row>(
  page: HTMLElement | null,
  box: HTMLElement,
  { top, left, focused, ticks }: Position<Row>,
  selection: Selection<Row>,
): void {
  box.scrollTop = top
  box.scrollLeft = left
  if (ticks) selection.restore(ticks)
  const focus = (framesLeft: number) => {
    const isFree = document.activeElement === document.body || document.activeElement?.id === 'main'
    if (focused === null || framesLeft === 0 || !isFree) return
    if (box.scrollTop !== top) box.scrollTop = top
    if (!focusRow(page, focused, { preventScroll: true })) requestAnimationFrame(() => focus(framesLeft - 1))
  }
  focus(FRAMES_TO_WAIT)
}

/** Writes down where the person stands, a moment after it changed and before anything is pressed that may lead away. */
function usePositionKept<Row>(
  page: RefObject<HTMLElement | null>,
  selection: Selection<Row>,
  locationKey: string,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place in history has an entry of its own
  useEffect(() => {
    const number = entryNumber()
    const name = entry()?.key
    const isHere = () => number !== undefined && entryNumber() === number && entry()?.key === name
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      const box = tableBox(page.current)
      // gone elsewhere: the entry is no longer the list's
      if (!box || !isHere()) return
      const position: Position<Row> = {
        top: box.scrollTop,
        left: box.scrollLeft,
        focused: focusedRow()?.dataset.key ?? null,
        ticks: keptTicks(selection),
      }
      window.history.replaceState({ ...entry(), [FIELD]: position }, '')
    }
    const keepSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(keep, SETTLE_MS)
    }
    const isOpening = (event: KeyboardEvent) => event.key === 'Enter' && keep()
    const element = page.current
    element?.addEventListener('scroll', keepSoon, { capture: true, passive: true })
    element?.addEventListener('focusin', keepSoon)
    element?.addEventListener('click', keep, { capture: true })
    addEventListener('keydown', isOpening, { capture: true })
    const stop = selection.subscribe(keepSoon)
    return () => {
      clearTimeout(timer)
      stop()
      element?.removeEventListener('scroll', keepSoon, { capture: true })
      element?.removeEventListener('focusin', keepSoon)
      element?.removeEventListener('click', keep, { capture: true })
      removeEventListener('keydown', isOpening, { capture: true })
    }
  }, [page, selection, locationKey])
}
