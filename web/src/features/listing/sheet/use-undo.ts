import { useMemo, useRef } from 'react'

/** How many changes of several boxes can be taken back. */
const UNDO_MAX = 20

/** Keeps what stood before each change of many boxes at once, so that one key takes it back. */
export function useUndo<Value>(apply: (value: Value) => void) {
  const earlier = useRef<Value[]>([])
  const put = useRef(apply)
  put.current = apply
  return useMemo(
    () => ({
      keep: (before: Value): void => {
        earlier.current = [...earlier.current, before].slice(-UNDO_MAX)
      },
      /** Takes the last change back; false where there is none. */
      undo: (): boolean => {
        const before = earlier.current.pop()
        if (before !== undefined) put.current(before)
        return before !== undefined
      },
      /** No key brings back what went out. */
      forget: (): void => {
        earlier.current = []
      },
    }),
    [],
  )
}
