import { useState } from 'react'
import { type SendWithKey, useIdempotencyKey } from '../../api/idempotency-key.ts'
import { ApiRefusal, isRefusal, keptText } from '../../api/refusal.ts'
import { toast } from '../toast/toast.ts'
import { InputFault } from './input-fault.ts'

/** Why something was not done, and whether it has to be looked at anew before it can be. */
export interface WriteFault {
  readonly message: string
  /** The input's field that it is about, where it names one. */
  readonly field: string | null
  /** A colleague, the buyer or the marketplace changed the thing meanwhile. */
  readonly isStale: boolean
  /** No answer came: whether it was done is unknown. */
  readonly isLost: boolean
}

/** What stands in the way of every further try until the thing was looked at anew. */
const STALE = [
  'VERSION_CONFLICT',
  'STATE_CHANGED',
  'REFUND_AMOUNT_CHANGED',
  'REFUND_PLAN_CHANGED',
  'REFUND_APPROVAL_GONE',
] as const

/** A fault that no call has answered. */
export const ownFault = (message: string, field: string | null = null): WriteFault => ({
  message,
  field,
  isStale: false,
  isLost: false,
})

const faultOf = (error: unknown, wordsOf: (error: unknown) => string): WriteFault => ({
  message: error instanceof InputFault ? error.message : wordsOf(error),
  field: error instanceof ApiRefusal ? error.field : null,
  isStale: isRefusal(error, ...STALE),
  isLost: !(error instanceof ApiRefusal),
})

export type WriteOptions = Parameters<Parameters<SendWithKey>[1]>[0]

/** Sends, and where the answer is a question asks the person and sends once more with what was confirmed. */
type Ask = <Answer>(send: (isConfirmed: boolean) => Promise<Answer>) => Promise<Answer>

const withoutQuestion: Ask = (send) => send(false)

interface WriteWays {
  /** What the call may ask of the person before it is carried out. */
  readonly ask?: Ask
  /** Whether a fault is told in a toast; else it is given back to stand beside the form. */
  readonly isToast?: (fault: WriteFault) => boolean
}

/** For a form that has no place for a fault. */
export const BY_TOAST: WriteWays = { isToast: () => true }
/** For a form whose refusals stay to be read. */
export const LOST_BY_TOAST: WriteWays = { isToast: ({ isLost }) => isLost }

/** One write: made once however often it is asked for, with what was refused given back or told. */
export function useWrite({ ask = withoutQuestion, isToast }: WriteWays = {}) {
  const sendWithKey = useIdempotencyKey()
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<WriteFault | null>(null)

  const tell = (fault: WriteFault) => {
    if (isToast?.(fault)) toast('error', fault.message)
    else setFault(fault)
  }
  /**
   * Does what takes several calls, or a look before the write; gives what it came to, or null where something of it failed.
   * @param wordsOf what the person is told then
   */
  const during = async <Result>(
    work: (sendWithKey: SendWithKey) => Promise<Result>,
    wordsOf: (error: unknown) => string = keptText,
  ): Promise<Result | null> => {
    setSending(true)
    setFault(null)
    try {
      return await work(sendWithKey)
    } catch (error) {
      tell(faultOf(error, wordsOf))
      return null
    } finally {
      setSending(false)
    }
  }
  /** Gives the answer, or null where it was refused. */
  const send = <Answer>(
    input: object,
    call: (options: WriteOptions, isConfirmed: boolean) => Promise<Answer>,
  ): Promise<Answer | null> =>
    during(() => ask((isConfirmed) => sendWithKey({ ...input, isConfirmed }, (options) => call(options, isConfirmed))))
  /** The thing as it is now, for going on after a colleague's change; null where it cannot be had, which is said. */
  const latest = async <Detail>(read: () => Promise<Detail>): Promise<Detail | null> => {
    try {
      const detail = await read()
      setFault(null)
      return detail
    } catch (error) {
      setFault({ ...faultOf(error, keptText), isStale: true })
      return null
    }
  }
  return { send, during, latest, isSending, fault, setFault }
}
