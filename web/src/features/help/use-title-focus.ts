import { useCallback, useRef } from 'react'

/**
 * Gives the title of what is shown the focus when it takes the place of something else, so that keys and screen readers
 * go on from there. What is shown first leaves the focus where it is.
 * @param shown what is shown, by its key
 */
export function useTitleFocus(shown: string): (title: HTMLHeadingElement | null) => void {
  const before = useRef(shown)
  return useCallback(
    (title) => {
      if (!title || before.current === shown) return
      before.current = shown
      title.focus()
    },
    [shown],
  )
}
