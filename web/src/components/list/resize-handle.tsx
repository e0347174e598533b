import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { lateModule } from '../late/late-module.ts'
import { NARROWEST_PX, WIDEST_PX } from './column-widths.ts'
import styles from './grid.module.css'
import type { Drag } from './resizing.ts'

interface ResizeHandleProps {
  /** What the column is called. */
  title: string
  /** Its place among the columns. */
  index: number
  widthPx: number
  /** Called when the width is settled: on release, not while dragging. */
  onChange: (px: number) => void
}

type Resizing = typeof import('./resizing.ts')

let resizing: Resizing | null = null
const load = lateModule(async () => {
  resizing ??= await import('./resizing.ts')
  return resizing
})

const WAYS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The edge of a column: drawn or moved with ← → it resizes, a double click or Enter fits the column to what it holds. */
export function ResizeHandle({ title, index, widthPx, onChange }: ResizeHandleProps) {
  const begunAtX = useRef<number | null>(null)
  const latestX = useRef(0)
  const drag = useRef<Drag | null>(null)
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    begunAtX.current = event.clientX
    latestX.current = event.clientX
    const handle = event.currentTarget
    // What was drawn before the part was there is taken up.
    void load().then(() => show(handle))
  }
  const show = (handle: HTMLElement) => {
    const fromX = begunAtX.current
    if (fromX === null || !resizing || (drag.current === null && latestX.current === fromX)) return
    drag.current ??= resizing.dragOf(handle, index, fromX)
    if (drag.current) drag.current.show(resizing.draggedPx(drag.current, latestX.current))
  }
  const move = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    latestX.current = clientX
    show(currentTarget)
  }
  const end = ({ type, clientX }: PointerEvent<HTMLElement>) => {
    const ended = drag.current
    begunAtX.current = null
    drag.current = null
    ended?.end()
    if (ended && resizing && type === 'pointerup') onChange(resizing.draggedPx(ended, clientX))
  }
  const settle = async (pxOf: (resizing: Resizing) => number | null) => {
    const px = pxOf(await load())
    if (px !== null) onChange(px)
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, currentTarget } = event
    const way = WAYS[key]
    if (way === undefined && key !== 'Enter') return
    event.preventDefault()
    void settle((loaded) => (way ? loaded.steppedPx(currentTarget, way, shiftKey) : loaded.fittedPx(currentTarget)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line of the document's text cannot be moved; this one is a splitter
    <span
      role="separator"
      tabIndex={0}
      className={styles.handle}
      aria-orientation="vertical"
      aria-label={`调整${title}列宽`}
      aria-valuenow={widthPx}
      aria-valuemin={NARROWEST_PX}
      aria-valuemax={WIDEST_PX}
      aria-valuetext={`${widthPx}像素`}
      title="拖动调整列宽，双击适应内容"
      onPointerEnter={() => void load()}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={({ currentTarget }) => void settle((loaded) => loaded.fittedPx(currentTarget))}
      onKeyDown={press}
    />
  )
}
