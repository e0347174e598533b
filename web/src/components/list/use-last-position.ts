import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { lateModule } from '../late/late-module.ts'
import { focusRow } from './row-focus.ts'
import type { Selection, StoredTicks } from './selection.ts'

/** Where a person stood in a list, as its entry in the browser's history keeps it. */
export interface Position<Row> {
  readonly top: number
  readonly left: number
  readonly focused: string | null
  readonly ticks: StoredTicks<Row> | null
}

export const FIELD = 'listPosition'
/** Rows below the first screenful are rendered a little later. */
const FRAMES_TO_WAIT = 30

/** By then the page has loaded what it shows. */
const SETTLED_MS = 300

let keeping: typeof import('./keep-position.ts') | null = null
const loadKeeping = lateModule(async () => {
  keeping ??= await import('./keep-position.ts')
})

type Entry = Readonly<Record<string, unknown>> | null

export const entry = (): Entry => window.history.state

/** The number of the entry that the window stands on; undefined where the router keeps its places elsewhere. */
export const entryNumber = (): unknown => entry()?.idx

export const tableBox = (page: HTMLElement | null): HTMLElement | null =>
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
  const hasRows = rows !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place in history has an entry of its own
  useEffect(() => {
    if (!hasRows) return
    let stop: (() => void) | undefined
    let isLeft = false
    const begin = () => {
      if (keeping && !isLeft) stop = keeping.keepPosition(page.current, selection)
    }
    // at once where it is there already: whoever goes on quickly is kept too
    begin()
    // Not called off where one goes on sooner: who pages quickly would never have it.
    if (!keeping) setTimeout(() => loadKeeping().then(begin, () => {}), SETTLED_MS)
    return () => {
      isLeft = true
      stop?.()
    }
  }, [hasRows, page, selection, location.key])
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
