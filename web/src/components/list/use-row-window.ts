import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type RowSpan, spanOf } from './row-span.ts'
import type { Density } from './table-settings.ts'

/** Up to this many rows all of them stand in the page, where the browser's own search finds them; beyond, it costs too much. */
const ALL_AT_ONCE = 50
/** What a screenful is taken for while the box has no height yet. */
const ASSUMED_PX = 900

/** The table has about this share of the window's height; rows beyond it are out of sight at first. */
const TABLE_SHARE = 2 / 3

const ROW_PX: Readonly<Record<Density, number>> = { compact: 34, normal: 44, roomy: 56 }

/** Which rows to render, and the heights that stand for the ones left out above and below. */
export interface RowWindow extends RowSpan {
  readonly scroll: RefObject<HTMLDivElement | null>
  readonly abovePx: number
  readonly belowPx: number
}

/**
 * How many of the rows to render: those in sight at first, so that they are there sooner, and all of them right after,
 * a little at a time.
 */
function useBegunCount(count: number, rowPx: number): number {
  const [hasBegun, setHasBegun] = useState(false)
  const isEmpty = count === 0
  useEffect(() => {
    if (!isEmpty) startTransition(() => setHasBegun(true))
  }, [isEmpty])
  return hasBegun ? count : Math.min(count, Math.ceil((innerHeight * TABLE_SHARE) / rowPx))
}

/**
 * The part of a long page of rows that is worth rendering: with a hundred rows of twelve columns a tick took twice as
 * long as with what is seen of them. All rows of a list are taken to be as high as the lowest one: a row that says
 * more is higher, and then a few more are rendered than are seen.
 */
export function useRowWindow(count: number, density: Density): RowWindow {
  const scroll = useRef<HTMLDivElement>(null)
  const [measuredPx, setMeasuredPx] = useState<number | null>(null)
  const [span, setSpan] = useState<RowSpan>({ first: 0, end: 0 })
  const isLong = count > ALL_AT_ONCE
  const rowPx = measuredPx ?? ROW_PX[density]

  const begunCount = useBegunCount(count, rowPx)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another density or other rows may have another height
  useLayoutEffect(() => {
    const heights = [...(scroll.current?.querySelectorAll<HTMLElement>('tr[data-key]') ?? [])].map(
      (row) => row.offsetHeight,
    )
    const lowest = Math.min(...heights)
    if (isLong && heights.length > 0 && lowest > 0) setMeasuredPx(lowest)
  }, [isLong, count, density])

  useEffect(() => {
    const box = scroll.current
    if (!box || !isLong) return
    const look = () => {
      const next = spanOf(box.scrollTop, box.clientHeight || ASSUMED_PX, rowPx, count)
      setSpan((now) => (now.first === next.first && now.end === next.end ? now : next))
    }
    look()
    box.addEventListener('scroll', look, { passive: true })
    const resizes = new ResizeObserver(look)
    resizes.observe(box)
    return () => {
      box.removeEventListener('scroll', look)
      resizes.disconnect()
    }
  }, [isLong, rowPx, count])

  if (!isLong) return { scroll, first: 0, end: begunCount, abovePx: 0, belowPx: (count - begunCount) * rowPx }
  const { first, end } = span.end > 0 ? span : spanOf(0, ASSUMED_PX, rowPx, count)
  const last = Math.min(end, begunCount)
  return { scroll, first: Math.min(first, last), end: last, abovePx: first * rowPx, belowPx: (count - last) * rowPx }
}
