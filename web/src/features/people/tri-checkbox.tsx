import { type InputHTMLAttributes, useEffect, useRef } from 'react'
import type { Mark } from './grant-tree.ts'

interface TriCheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'checked' | 'type'> {
  mark: Mark
}

/** A box to tick for several things at once; half ticked while only some of them are. */
export function TriCheckbox({ mark, ...rest }: TriCheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = mark === 'some'
  }, [mark])
  return <input ref={box} type="checkbox" checked={mark === 'all'} {...rest} />
}
