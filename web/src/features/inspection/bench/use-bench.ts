import type { Channel } from '@huanji/domain/channel'
import { useCallback, useRef, useState } from 'react'
import { type BenchAction, type BenchState, benchReducer, EMPTY_BENCH } from './bench-state.ts'

export interface Bench {
  /** Where its phones are to be sold: everything that is asked, kept and remembered here is of this channel. */
  readonly channel: Channel
  readonly state: BenchState
  readonly dispatch: (action: BenchAction) => void
  /** The state at this very moment: a save that has just ended is in it before the screen shows it. */
  readonly now: () => BenchState
}

/** The bench of this page, which inspects for one channel. */
export function useBench(channel: Channel): Bench {
  const [state, setState] = useState(EMPTY_BENCH)
  const latest = useRef(state)
  const dispatch = useCallback((action: BenchAction) => {
    latest.current = benchReducer(latest.current, action)
    setState(latest.current)
  }, [])
  const now = useCallback(() => latest.current, [])
  return { channel, state, dispatch, now }
}
