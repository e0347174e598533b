import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { isDefinite, newIdempotencyKey } from '../../api/idempotency-key.ts'
import { refresh } from '../../api/queries.ts'
import { ApiRefusal } from '../../api/refusal.ts'
import { refreshInspections } from '../inspection/queries.ts'
import { addInput, nextToSend, sendable } from './batch-input.ts'
import type { SentPart } from './batch-state.ts'
import type { Batch } from './use-batch.ts'

/** How soon a part whose answer was lost is repeated. */
const RETRY_MS = 5000

/** How far a submission has come, in phones. */
export interface SendProgress {
  readonly done: number
  readonly total: number
}

/** What a submission came to. */
interface Outcome {
  readonly took: number
  readonly refused: number
}

interface SubmitInput {
  readonly batch: Batch
  readonly onDone: (outcome: Outcome) => void
  readonly onFailed: (message: string) => void
}

/** The part to send: one whose answer was lost as it was, else the next phones. */
function nextPart({ channel, now }: Batch): SentPart | null {
  const state = now()
  if (state.sent) return state.sent
  const units = nextToSend(state)
  if (units.length === 0) return null
  return {
    input: addInput(channel, state, units),
    idempotencyKey: newIdempotencyKey(),
    keys: units.map(({ key }) => key),
  }
}

/** Sends one part, which counts as unanswered, also after a reload, until it is taken or finally refused. */
async function sendPart({ dispatch, keep }: Batch, part: SentPart): Promise<Outcome> {
  dispatch({ type: 'sent', part })
  keep()
  try {
    const answer = await api.batch.addMultiCommodity(part.input, {
      idempotencyKey: part.idempotencyKey,
      handles: 'all',
    })
    dispatch({ type: 'took', part, answer })
    const took = answer.rows.filter(({ ok }) => ok).length
    return { took, refused: answer.rows.length - took }
  } catch (error) {
    if (isDefinite(error)) dispatch({ type: 'notSent' })
    throw error
  }
}

/**
 * Sends the phones in parts, each with a key of its own. A part whose answer was lost is repeated with its key, by itself
 * and before anything else, so that nothing is sent twice.
 */
export function useBatchSubmit({ batch, onDone, onFailed }: SubmitInput) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<SendProgress | null>(null)
  const isRunning = useRef(false)
  const latest = useRef({ batch, onDone, onFailed })
  latest.current = { batch, onDone, onFailed }

  const sendAll = useCallback(async (isWhole: boolean): Promise<Outcome> => {
    const all = { took: 0, refused: 0 }
    const { now } = latest.current.batch
    const total = new Set([...(now().sent?.keys ?? []), ...(isWhole ? sendable(now()).map(({ key }) => key) : [])]).size
    for (let part = nextPart(latest.current.batch); part; part = nextPart(latest.current.batch)) {
      setProgress({ done: all.took + all.refused, total })
      const { took, refused } = await sendPart(latest.current.batch, part)
      all.took += took
      all.refused += refused
      if (!isWhole) break
    }
    return all
  }, [])
  const submit = useCallback(
    async (isWhole = true): Promise<void> => {
      if (isRunning.current) return
      isRunning.current = true
      try {
        latest.current.onDone(await sendAll(isWhole))
      } catch (error) {
        const isLost = !(error instanceof ApiRefusal)
        latest.current.onFailed(isLost ? '网络中断，已存在本机，恢复后自动确认' : error.message)
      } finally {
        isRunning.current = false
        setProgress(null)
      }
      const { batch: query } = api
      await Promise.all([
        refresh(client, query.getMultiDetRecordList, query.getDetRecordDetailsByDetRecordId),
        refreshInspections(client),
      ])
    },
    [client, sendAll],
  )
  const isLost = batch.state.sent !== null && progress === null
  useEffect(() => {
    if (!isLost) return
    const again = () => void submit(false)
    const timer = setTimeout(again, RETRY_MS)
    addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [isLost, submit])
  return { submit: () => void submit(), progress, isLost }
}
