import { focusedRow } from './row-focus.ts'
import type { Selection, StoredTicks } from './selection.ts'
import { entry, entryNumber, FIELD, type Position, tableBox } from './use-last-position.ts'

/** Browsers refuse more than a hundred changes of an entry within half a minute. */
const SETTLE_MS = 400
/** Browsers keep an entry of some megabytes at the most. */
const MOST_TICKS = 500

function keptTicks<Row>(selection: Selection<Row>): StoredTicks<Row> | null {
  const ticks = selection.stored()
  return ticks !== null && ticks.rows.length <= MOST_TICKS ? ticks : null
}

/**
 * Writes down where the person stands in the history's entry, a moment after it changed and before anything is pressed
 * that may lead away.
 * @returns what ends it
 */
export function keepPosition<Row>(page: HTMLElement | null, selection: Selection<Row>): () => void {
  const number = entryNumber()
  const name = entry()?.key
  const isHere = () => number !== undefined && entryNumber() === number && entry()?.key === name
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    clearTimeout(timer)
    const box = tableBox(page)
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
  page?.addEventListener('scroll', keepSoon, { capture: true, passive: true })
  page?.addEventListener('focusin', keepSoon)
  page?.addEventListener('click', keep, { capture: true })
  addEventListener('keydown', isOpening, { capture: true })
  const stop = selection.subscribe(keepSoon)
  // what was done before this was loaded is kept too
  keepSoon()
  return () => {
    clearTimeout(timer)
    stop()
    page?.removeEventListener('scroll', keepSoon, { capture: true })
    page?.removeEventListener('focusin', keepSoon)
    page?.removeEventListener('click', keep, { capture: true })
    removeEventListener('keydown', isOpening, { capture: true })
  }
}
