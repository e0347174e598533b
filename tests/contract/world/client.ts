import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import { auth } from '@huanji/contract/calls/auth'
import type { LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { envelopeOf, SIGNED_OUT, send, type Target } from '../gateway/target.ts'

/** Somebody at work: makes calls and gets what they answer. `step` names the intent, so that a repeat is one. */
export interface Client {
  readonly who: LoginContext
  /** Where the gateway is: addresses in answers may be relative to it. */
  readonly url: string
  /** @throws CallRefused when the call does not succeed */
  call<S extends CallSpec>(spec: S, payload: InputOf<S>, step?: string): Promise<OutputOf<S>>
  /** Waits a moment between two looks at something that happens in the background. */
  rest(): Promise<void>
}

const REST_MS = 100

/** Rests on the wall clock, where the server works by itself. */
export const restAWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS))

/** A call of a journey that was refused; journeys expect to succeed. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
  readonly errCode: string
  readonly word: string

  constructor(path: string, errCode: string, word: string, text: string) {
    super(`${path} was refused: ${errCode} ${word} ${text}`)
    this.errCode = errCode
    this.word = word
  }
}

/** Reads `_data` out of an answer. @throws CallRefused, or an error for what is no envelope */
export function dataOf<S extends CallSpec>(spec: S, answer: { body: unknown; text: string }): OutputOf<S> {
  const envelope = envelopeOf({ ...answer, status: 200, headers: new Headers() })
  if (!envelope) throw new Error(`${spec.path} answered no envelope: ${answer.text.slice(0, 200)}`)
  if (envelope._errCode !== ERR.ok)
    throw new CallRefused(spec.path, envelope._errCode, envelope._bizErrCode, envelope._errStr)
  return envelope._data as OutputOf<S>
}

/** Signs somebody in by password. */
export async function signIn(target: Target, phone: string, password: string): Promise<LoginContext> {
  const answer = await send(target, auth.login.path, SIGNED_OUT, { phone, password })
  const data = dataOf(auth.login, answer)
  if (!('loginToken' in data)) throw new Error(`${phone} works for several merchants`)
  const { loginToken, loginPhone, employeeId, merchantId } = data
  return { loginToken, loginPhone, employeeId, merchantId }
}

/** A client that makes each call once, its writes under a key of their step. */
export function plainClient(target: Target, who: LoginContext): Client {
  return {
    who,
    url: target.url,
    rest: restAWhile,
    call: async (spec, payload, step) => {
      const options = step !== undefined && spec.kind === 'write' ? { idempotencyKey: step } : {}
      return dataOf(spec, await send(target, spec.path, who, payload, options))
    },
  }
}
