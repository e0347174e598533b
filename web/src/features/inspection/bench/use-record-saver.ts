import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { ApiRefusal, isRefusal } from '../../../api/refusal.ts'
import { newIntentKey } from '../../../platform/ids.ts'
import type { Saved, SaveInput } from '../types.ts'
import { mainCode, type OpenPhone, saveInputOf } from './bench-state.ts'
import type { Bench } from './use-bench.ts'

/** A pause in answering after which the draft is saved. */
const SAVE_PAUSE_MS = 900
/** How long after a lost connection saving is tried again. */
const RETRY_MS = 5000

export interface SaveStatus {
  readonly kind: 'idle' | 'saving' | 'saved' | 'offline' | 'refused'
  /** Why it was refused and what to do; empty otherwise. */
  readonly message: string
}

export interface RecordSaver {
  readonly status: SaveStatus
  /** Waits for a save under way, so that a submit goes on from its version. */
  readonly settle: () => Promise<void>
  /** Saves what is not saved yet, before the phone is left. False when something would be lost. */
  readonly flush: () => Promise<boolean>
  /** Sends one save. One content is one intent, however often it is tried. @throws ApiRefusal, TypeError */
  readonly send: (input: SaveInput) => Promise<Saved>
}

interface SaverInput {
  readonly bench: Bench
  /** Model and SKU are complete, so that a record can be made. */
  readonly isReady: boolean
  /** While a submit is under way, no draft goes out. */
  readonly isHeld: () => boolean
  /** Settles a colleague's edit. True: saving goes on from what the bench holds then; false waits for the next change. */
  readonly onConflict: (message: string) => Promise<boolean>
}

const isUnsaved = ({ record, revision, savedRevision }: OpenPhone): boolean =>
  record === null || (record.state === 'draft' && revision > savedRevision)

const isSamePhone = (one: OpenPhone | null, other: OpenPhone): boolean =>
  one !== null && mainCode(one.code) === mainCode(other.code)

/** One intent key a content: a retry after a lost connection repeats it, an answer of any kind ends it. */
function useSend(): RecordSaver['send'] {
  const intent = useRef({ content: '', key: '' })
  return async (input) => {
    const content = JSON.stringify(input)
    if (intent.current.content !== content) intent.current = { content, key: newIntentKey() }
    try {
      return await api.detRecord.addDetectRecord(input, { intentKey: intent.current.key, handles: 'all' })
    } catch (error) {
      if (error instanceof ApiRefusal) intent.current = { content: '', key: '' }
      throw error
    }
  }
}

/** Counts the tries; the network's return is a reason for another one. */
function useAttempts(): [number, () => void] {
  const [attempt, setAttempt] = useState(0)
  const tryAgain = useCallback(() => setAttempt((count) => count + 1), [])
  useEffect(() => {
    addEventListener('online', tryAgain)
    return () => removeEventListener('online', tryAgain)
  }, [tryAgain])
  return [attempt, tryAgain]
}

/**
 * Keeps the open phone saved as a draft on the server: the first time as soon as model and SKU are known, so that
 * photographs can go up, and after that with every pause in answering. One save at a time, each from the version
 * before; a lost connection is tried again, a refusal waits for the next change.
 */
export function useRecordSaver({ bench, isReady, isHeld, onConflict }: SaverInput): RecordSaver {
  const { state, dispatch, now } = bench
  const [status, setStatus] = useState<SaveStatus>({ kind: 'idle', message: '' })
  const [attempt, tryAgain] = useAttempts()
  const running = useRef<Promise<void> | null>(null)
  const refused = useRef(-1)
  const send = useSend()

  const settleError = async (error: unknown, revision: number) => {
    if (isRefusal(error, 'VERSION_CONFLICT') && (await onConflict(error.message))) {
      setStatus({ kind: 'idle', message: '' })
      tryAgain()
    } else if (error instanceof ApiRefusal) {
      refused.current = revision
      setStatus({ kind: 'refused', message: error.message })
    } else {
      setStatus({ kind: 'offline', message: '' })
      setTimeout(tryAgain, RETRY_MS)
    }
  }
  const save = async (phone: OpenPhone) => {
    setStatus({ kind: 'saving', message: '' })
    try {
      const saved = await send(saveInputOf(phone, 'draft'))
      // The bench may hold another phone by now: what was saved then is not about it.
      if (isSamePhone(now().phone, phone)) dispatch({ type: 'saved', saved, revision: phone.revision })
      setStatus({ kind: 'saved', message: '' })
    } catch (error) {
      await settleError(error, phone.revision)
    }
  }

  const { phone } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: the phone's revision stands for what it holds, `attempt` for another try
  useEffect(() => {
    if (!phone || !isReady || !isUnsaved(phone) || refused.current === phone.revision) return
    const timer = setTimeout(
      () => {
        const latest = now().phone
        if (running.current || isHeld() || !latest || !isUnsaved(latest)) return
        running.current = save(latest).finally(() => {
          running.current = null
          if (now().phone !== latest) tryAgain()
        })
      },
      phone.record === null ? 0 : SAVE_PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [phone?.revision, phone?.record, isReady, attempt])
  const settle = async () => {
    await running.current
  }
  const flush = async () => {
    await settle()
    const latest = now().phone
    if (latest && isReady && isUnsaved(latest)) await save(latest)
    const after = now().phone
    return after === null || after.modelId === null || after.revision === after.savedRevision
  }
  return { status, send, settle, flush }
}
