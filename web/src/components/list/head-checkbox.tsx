import { useEffect, useRef } from 'react'
import { type Selection, useSelected } from './selection.ts'

/** Ticks or unticks every row of the page; half ticked while only some are. */
export function HeadCheckbox({ selection, keys }: { selection: Selection; keys: readonly string[] }) {
  const selected = useSelected(selection)
  const box = useRef<HTMLInputElement>(null)
  const isAll = keys.length > 0 && keys.every((key) => selected.has(key))
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected.size > 0 && !isAll
  }, [selected, isAll])
  return (
    <input
      ref={box}
      type="checkbox"
      checked={isAll}
      disabled={keys.length === 0}
      aria-label="选择本页全部"
      onChange={() => selection.replace(isAll ? [] : keys)}
    />
  )
}
