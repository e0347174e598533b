import { useCallback, useRef, useState } from 'react'
import { type BenchAction, type BenchState, benchReducer, EMPTY_BENCH } from './bench-state.ts'

export interface Bench {
  readonly state: BenchState
  readonly dispatch: (action: BenchAction) => void
  /** The state at this very moment: a save that has just ended is in it before the screen shows it. */
  readonly now: () => BenchState
}

/** The bench of this page. */
export function useBench(): Bench {
  const [state, setState] = useState(EMPTY_BENCH)
  const latest = useRef(state)
  const dispatch = useCallback((action: BenchAction) => {
    latest.current = benchReducer(latest.current, action)
    setState(latest.current)
  }, [])
  const now = useCallback(() => latest.current, [])
  return { state, dispatch, now }
}
