import { useState } from 'react'
import { type SendWithKey, useIdempotencyKey } from '../../api/idempotency-key.ts'
import { ApiRefusal, isRefusal, keptText } from '../../api/refusal.ts'

/** Why something was not done, and whether it has to be looked at anew before it can be. */
export interface WriteFault {
  readonly message: string
  /** The input's field that it is about, where it names one. */
  readonly field: string | null
  /** A colleague, the buyer or the marketplace changed the thing meanwhile. */
  readonly isStale: boolean
}

/** What stands in the way of every further try until the thing was looked at anew. */
const STALE = [
  'VERSION_CONFLICT',
  'STATE_CHANGED',
  'REFUND_AMOUNT_CHANGED',
  'REFUND_PLAN_CHANGED',
  'REFUND_APPROVAL_GONE',
] as const

const faultOf = (error: unknown): WriteFault => ({
  message: keptText(error),
  field: error instanceof ApiRefusal ? error.field : null,
  isStale: isRefusal(error, ...STALE),
})

export type WriteOptions = Parameters<Parameters<SendWithKey>[1]>[0]

/** Sends, and where the answer is a question asks the person and sends once more with what was confirmed. */
export type Ask = <Answer>(send: (isConfirmed: boolean) => Promise<Answer>) => Promise<Answer>

const withoutQuestion: Ask = (send) => send(false)

/**
 * One write: made once however often it is asked for, with what was refused given back to stand beside the form.
 * @param ask what the call may ask of the person before it is carried out
 */
export function useWrite(ask: Ask = withoutQuestion) {
  const sendWithKey = useIdempotencyKey()
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<WriteFault | null>(null)

  /** Gives the answer, or null where it was refused. */
  const send = async <Answer>(
    input: object,
    call: (options: WriteOptions, isConfirmed: boolean) => Promise<Answer>,
  ): Promise<Answer | null> => {
    setSending(true)
    setFault(null)
    try {
      return await ask((isConfirmed) => sendWithKey({ ...input, isConfirmed }, (options) => call(options, isConfirmed)))
    } catch (error) {
      setFault(faultOf(error))
      return null
    } finally {
      setSending(false)
    }
  }
  /** The thing as it is now, for going on after a colleague's change; null where it cannot be had, which is said. */
  const latest = async <Detail>(read: () => Promise<Detail>): Promise<Detail | null> => {
    try {
      const detail = await read()
      setFault(null)
      return detail
    } catch (error) {
      setFault({ ...faultOf(error), isStale: true })
      return null
    }
  }
  return { send, latest, isSending, fault, setFault }
}
