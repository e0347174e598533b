import { ERR } from '@huanji/contract/errors'
import { useRef } from 'react'
import { randomId } from '../platform/ids.ts'
import { ApiRefusal } from './refusal.ts'

/**
 * Idempotency keys: the server carries a write out once for each key and answers its repeats with the first result. A
 * key stays while the answer is unknown, so that another try cannot do the work twice. It is renewed after a definite
 * answer, and when the input has changed.
 */

/** Refusals that say nothing about an earlier try with the same key, and pass. */
const UNDECIDED: ReadonlySet<string> = new Set([
  ERR.sessionInvalid,
  ERR.keyInFlight,
  ERR.tooMany,
  ERR.busy,
  ERR.storageUnavailable,
])

/** True when the server has decided about a call and refused it; false when it is unknown whether it was carried out. */
export const isDefinite = (error: unknown): error is ApiRefusal =>
  error instanceof ApiRefusal && !UNDECIDED.has(error.errCode)

/** A key for a write that nobody repeats, such as the action of a row. */
export const newIdempotencyKey = randomId

interface KeyedOptions {
  readonly idempotencyKey: string
  readonly handles: 'all'
}

/** Makes a write with the key of `input`. @throws whatever `call` throws */
export type SendWithKey = <Output>(input: unknown, call: (options: KeyedOptions) => Promise<Output>) => Promise<Output>

interface HeldKey {
  readonly key: string
  readonly input: string
}

/** Keeps the key of one write that can be tried again, by the rule above. One write at a time. */
export function keepIdempotencyKey(): SendWithKey {
  let held: HeldKey | null = null
  return async (input, call) => {
    const written = JSON.stringify(input)
    if (held?.input !== written) held = { key: newIdempotencyKey(), input: written }
    try {
      const output = await call({ idempotencyKey: held.key, handles: 'all' })
      held = null
      return output
    } catch (error) {
      if (isDefinite(error)) held = null
      throw error
    }
  }
}

/** `keepIdempotencyKey` for as long as a component is on the screen. */
export function useIdempotencyKey(): SendWithKey {
  const send = useRef<SendWithKey | null>(null)
  send.current ??= keepIdempotencyKey()
  return send.current
}
