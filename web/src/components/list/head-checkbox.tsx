import { useEffect, useRef } from 'react'
import { type Selection, useTicks } from './selection.ts'

/** Ticks or unticks every row of the page; half ticked while only some of its rows are. */
export function HeadCheckbox<Row>({ selection, keys }: { selection: Selection<Row>; keys: readonly string[] }) {
  useTicks(selection)
  const box = useRef<HTMLInputElement>(null)
  const ticked = keys.filter((key) => selection.has(key)).length
  const isAll = keys.length > 0 && ticked === keys.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = ticked > 0 && !isAll
  }, [ticked, isAll])
  return (
    <input
      ref={box}
      type="checkbox"
      checked={isAll}
      disabled={keys.length === 0}
      aria-label="选择本页全部"
      onChange={() => selection.tickPage(!isAll)}
    />
  )
}
