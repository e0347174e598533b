import { useState } from 'react'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { ApiRefusal, keptText } from '../../api/refusal.ts'
import { toast } from '../../components/toast/toast.ts'

/** Makes one call at a time from a dialog: a refusal stays to be read, a lost connection keeps what was typed. */
export function useSending() {
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState('')
  const sendWithKey = useIdempotencyKey()

  /** Gives what the call answers, or null when it was refused or no answer came. */
  async function send<Output>(
    input: object,
    call: (options: { idempotencyKey: string; handles: 'all' }) => Promise<Output>,
  ): Promise<Output | null> {
    if (isSending) return null
    setRefusal('')
    setSending(true)
    try {
      return await sendWithKey(input, call)
    } catch (error) {
      if (error instanceof ApiRefusal) setRefusal(error.message)
      else toast('error', keptText(error))
      return null
    } finally {
      setSending(false)
    }
  }
  return { send, isSending, refusal }
}
