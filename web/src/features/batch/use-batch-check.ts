import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { isDefinite } from '../../api/idempotency-key.ts'
import { errorText } from '../../api/refusal.ts'
import { checkInput, nextToCheck } from './batch-input.ts'
import type { BatchState, Verdict } from './batch-state.ts'
import type { Batch } from './use-batch.ts'

/** How soon a question that had no answer is asked again. */
const RETRY_MS = 5000

export interface BatchCheck {
  /** Why nobody answers at present; empty otherwise. */
  readonly failure: string
  /** What the server says of a phone; null when it changed or went meanwhile, or nobody answers. */
  readonly verdictOf: (key: number) => Promise<Verdict | null>
}

/** An answer counts for the common part and the batch it was asked about. */
const isSameQuestion = (one: BatchState, other: BatchState): boolean =>
  one.common === other.common && one.batchId === other.batchId

/**
 * Asks about every phone of the list that was not asked about as it stands, in parts, one after the other.
 * @param isReady whether the common part is complete, without which nobody can say
 */
export function useBatchCheck({ channel, state, dispatch, now }: Batch, isReady: boolean): BatchCheck {
  const running = useRef<Promise<void> | null>(null)
  const ready = useRef(isReady)
  ready.current = isReady
  const [failure, setFailure] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const askAll = useCallback(async () => {
    while (ready.current) {
      const asked = now()
      const units = nextToCheck(asked)
      if (units.length === 0) break
      const { rows } = await api.batchEdit.check(checkInput(channel, asked, units), { handles: 'all' })
      if (isSameQuestion(asked, now())) dispatch({ type: 'checked', asked: units, rows })
    }
  }, [channel, dispatch, now])
  const run = useCallback(() => {
    clearTimeout(timer.current)
    running.current ??= askAll()
      .then(
        () => setFailure(''),
        (error) => {
          setFailure(errorText(error))
          if (!isDefinite(error)) timer.current = setTimeout(() => void run(), RETRY_MS)
        },
      )
      .finally(() => {
        running.current = null
      })
    return running.current
  }, [askAll])

  const { units, common, batchId } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list or common part is a new question
  useEffect(() => {
    if (isReady) void run()
  }, [units, common, batchId, isReady, run])
  useEffect(() => {
    const again = () => void run()
    addEventListener('online', again)
    return () => {
      removeEventListener('online', again)
      clearTimeout(timer.current)
    }
  }, [run])
  const verdictOf = useCallback(
    async (key: number) => {
      await run()
      return now().units.find((unit) => unit.key === key)?.verdict ?? null
    },
    [run, now],
  )
  return { failure, verdictOf }
}
