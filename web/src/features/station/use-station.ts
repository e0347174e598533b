import type { Channel } from '@huanji/domain/channel'
import { useCallback, useRef, useState } from 'react'
import { EMPTY_STATION, type StationAction, type StationState, stationReducer } from './station-state.ts'

export interface Station {
  /** Where its phones are to be sold: everything that is asked, kept and remembered here is of this channel. */
  readonly channel: Channel
  readonly state: StationState
  readonly dispatch: (action: StationAction) => void
  /** The state at this very moment: a save that has just ended is in it before the screen shows it. */
  readonly now: () => StationState
}

/** The station of this page, which inspects for one channel. */
export function useStation(channel: Channel): Station {
  const [state, setState] = useState(EMPTY_STATION)
  const latest = useRef(state)
  const dispatch = useCallback((action: StationAction) => {
    latest.current = stationReducer(latest.current, action)
    setState(latest.current)
  }, [])
  const now = useCallback(() => latest.current, [])
  return { channel, state, dispatch, now }
}
