import { useEffect } from 'react'

/** A code that was put into a list's filter and waits for the list's answer. */
interface Asked {
  readonly code: string
  readonly answer: (count: number | null) => void
}

let asked: Asked | null = null
/** What the list on screen was filtered by, and how many rows that gave. */
interface Shown {
  readonly values: readonly string[]
  readonly count: number | null
}

const NOTHING: Shown = { values: [], count: null }
let shown = NOTHING

/**
 * Gives how many rows the list on screen finds by a code, once it has answered; null when it could not.
 * @param filter puts the code into the list's filter
 */
export function countFound(code: string, filter: () => void): Promise<number | null> {
  asked?.answer(null)
  if (shown.values.includes(code)) return Promise.resolve(shown.count)
  return new Promise((resolve) => {
    asked = { code, answer: resolve }
    filter()
  })
}

/**
 * Tells what a list found to the filter that asked for it.
 * @param values what the list is filtered by
 * @param count its rows; null when it could not be read, undefined before it has answered
 */
export function useFound(values: Readonly<Record<string, string>>, count: number | null | undefined): void {
  useEffect(() => {
    if (count === undefined) return
    shown = { values: Object.values(values), count }
    if (asked && shown.values.includes(asked.code)) {
      asked.answer(count)
      asked = null
    }
    return () => {
      shown = NOTHING
    }
  }, [values, count])
}
