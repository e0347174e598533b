import type { Channel } from '@huanji/domain/channel'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '../../components/toast/toast.ts'
import { keepBatchDraft, readBatchDraft } from './batch-draft.ts'
import { type BatchAction, type BatchState, batchReducer, EMPTY_BATCH } from './batch-state.ts'

export interface Batch {
  readonly channel: Channel
  readonly state: BatchState
  readonly dispatch: (action: BatchAction) => void
  /** The state at this very moment, also before the screen shows it. */
  readonly now: () => BatchState
  /** Writes the draft at once, for what must not be lost with a page that goes before it is painted. */
  readonly keep: () => void
  /** True when the page began with what was kept of the last visit. */
  readonly isRestored: boolean
}

/**
 * The batch at work on this page: what was kept of the last visit, else a new one.
 * @param joinedId the stored batch that phones are added to; null for a new one
 */
export function useBatch(channel: Channel, joinedId: string | null): Batch {
  const [restored] = useState(() => readBatchDraft(channel, joinedId))
  const [state, setState] = useState(restored ?? EMPTY_BATCH)
  const latest = useRef(state)
  const dispatch = useCallback((action: BatchAction) => {
    latest.current = batchReducer(latest.current, action)
    setState(latest.current)
  }, [])
  const now = useCallback(() => latest.current, [])
  const keep = useCallback(() => keepBatchDraft(channel, joinedId, latest.current), [channel, joinedId])
  useEffect(() => {
    if (restored) toast('info', '已恢复上次未提交的批次')
  }, [restored])
  // biome-ignore lint/correctness/useExhaustiveDependencies: kept with every change
  useEffect(keep, [state, keep])
  return { channel, state, dispatch, now, keep, isRestored: restored !== null }
}
