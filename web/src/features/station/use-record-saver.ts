import type { Channel } from '@huanji/domain/channel'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { isDefinite, newIdempotencyKey } from '../../api/idempotency-key.ts'
import { ApiRefusal, isRefusal } from '../../api/refusal.ts'
import type { Saved } from '../inspection/types.ts'
import { keepStationDraft } from './station-draft.ts'
import { mainCode, type OpenPhone, saveInputOf, type UnansweredSave } from './station-state.ts'
import type { Station } from './use-station.ts'

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
  /** Saves what is not saved yet, before the phone is left. False when something would be lost. */
  readonly flush: () => Promise<boolean>
  /**
   * Submits the open phone, once a draft under way has been answered; null when none is open.
   * @throws ApiRefusal, TypeError
   */
  readonly submit: () => Promise<{ phone: OpenPhone; saved: Saved } | null>
  /** Goes on saving drafts after a submission, for which they were held. */
  readonly resume: () => void
}

interface SaverInput {
  readonly station: Station
  /** Model and SKU are complete, so that a record can be made. */
  readonly isReady: boolean
  /** While a submit is under way, no draft goes out. */
  readonly isHeld: () => boolean
  /** Settles a colleague's edit. True: saving goes on from what the station holds then; false waits for the next change. */
  readonly onConflict: (message: string) => Promise<boolean>
}

const isUnsaved = ({ record, revision, savedRevision }: OpenPhone): boolean =>
  record === null || (record.state === 'draft' && revision > savedRevision)

const isSamePhone = (one: OpenPhone | null, other: OpenPhone): boolean =>
  one !== null && mainCode(one.code) === mainCode(other.code)

/**
 * What goes out now. A draft whose answer was lost goes first, as it was: only its answer tells which version a newer
 * one builds on. A submission is repeated only as the same submission.
 */
function nextSave(channel: Channel, phone: OpenPhone, mode: 'draft' | 'submit'): UnansweredSave {
  const { unanswered, revision } = phone
  const input = saveInputOf(channel, phone, mode)
  const isRepeat = unanswered?.input.mode === 'draft' || JSON.stringify(unanswered?.input) === JSON.stringify(input)
  return unanswered && isRepeat ? unanswered : { input, idempotencyKey: newIdempotencyKey(), revision }
}

/** Sends one save, which counts as unanswered, also after a reload, until it is done or finally refused. */
function useSend({ channel, dispatch, now }: Station): (phone: OpenPhone, save: UnansweredSave) => Promise<Saved> {
  return async (phone, save) => {
    dispatch({ type: 'sent', save })
    const sent = now().phone
    if (sent) keepStationDraft(channel, sent)
    try {
      return await api.detRecord.addDetectRecord(save.input, { idempotencyKey: save.idempotencyKey, handles: 'all' })
    } catch (error) {
      if (isDefinite(error) && isSamePhone(now().phone, phone)) dispatch({ type: 'notSaved' })
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
export function useRecordSaver({ station, isReady, isHeld, onConflict }: SaverInput): RecordSaver {
  const { channel, state, dispatch, now } = station
  const [status, setStatus] = useState<SaveStatus>({ kind: 'idle', message: '' })
  const [attempt, tryAgain] = useAttempts()
  const running = useRef<Promise<unknown> | null>(null)
  const refused = useRef(-1)
  const send = useSend(station)

  const settleError = async (error: unknown, revision: number) => {
    if (isRefusal(error, 'VERSION_CONFLICT') && (await onConflict(error.message))) {
      setStatus({ kind: 'idle', message: '' })
      tryAgain()
    } else if (isDefinite(error)) {
      refused.current = revision
      setStatus({ kind: 'refused', message: error.message })
    } else {
      setStatus({ kind: 'offline', message: error instanceof ApiRefusal ? error.message : '' })
      setTimeout(tryAgain, RETRY_MS)
    }
  }
  const accept = (phone: OpenPhone, saved: Saved, { revision }: UnansweredSave) => {
    // The station may hold another phone by now: what was saved then is not about it.
    if (isSamePhone(now().phone, phone)) dispatch({ type: 'saved', saved, revision })
  }
  /** Gives false when it was refused, or nobody knows. */
  const save = async (phone: OpenPhone): Promise<boolean> => {
    const next = nextSave(channel, phone, 'draft')
    setStatus({ kind: 'saving', message: '' })
    try {
      accept(phone, await send(phone, next), next)
      setStatus({ kind: 'saved', message: '' })
      return true
    } catch (error) {
      await settleError(error, next.revision)
      return false
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
        const saving = save(latest)
        const sent = now().phone
        running.current = saving.finally(() => {
          running.current = null
          if (now().phone !== sent) tryAgain()
        })
      },
      phone.record === null ? 0 : SAVE_PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [phone?.revision, phone?.record, isReady, attempt])
  const flush = async () => {
    await running.current
    let latest = now().phone
    while (latest && isReady && isUnsaved(latest) && (await save(latest))) latest = now().phone
    const after = now().phone
    return after === null || after.modelId === null || after.revision === after.savedRevision
  }
  const submit = async () => {
    await running.current
    for (let latest = now().phone; latest; latest = now().phone) {
      const next = nextSave(channel, latest, 'submit')
      const saved = await send(latest, next)
      if (next.input.mode === 'submit') return { phone: latest, saved }
      accept(latest, saved, next)
    }
    return null
  }
  return { status, flush, submit, resume: tryAgain }
}
