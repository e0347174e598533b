import { setTimeout as pause } from 'node:timers/promises'
import type { CallSpec, InputOf, OutputOf } from '@huanji/contract/call'
import { auth } from '@huanji/contract/calls/auth'
import { detConfig } from '@huanji/contract/calls/detect-config'
import { type Envelope, IDEMPOTENCY_HEADER, type LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import type { Clock } from '../platform/clock.ts'
import { DEMO_PASSWORD, type Post } from './people.ts'

const NOBODY: LoginContext = { loginToken: '', loginPhone: '', employeeId: '', merchantId: '' }
/** A session lives for 12 idle hours and seven days; a new one is opened in good time. */
const IDLE_MS = 11 * 3_600_000
const ABSOLUTE_MS = 6.5 * 24 * 3_600_000
const PATIENCE = 30

/** The gateway said no to a call of the demo data. */
export class CallRefused extends Error {
  readonly code: string
  constructor(path: string, code: string, message: string) {
    super(`${path}: ${code} ${message}`)
    this.code = code
  }
}

/** Makes the product's calls as the people of the demo merchants, over HTTP like any browser. */
export interface Caller {
  /** Makes a call as the holder of a post. `key` makes a write repeatable. @throws CallRefused */
  call<S extends CallSpec>(post: Post, spec: S, payload: InputOf<S>, key?: string): Promise<OutputOf<S>>
  /** Who the holder of a post is at the product. */
  whoIs(post: Post): Promise<LoginContext>
  /** Sends one picture for a photo task; gives the upload's id. */
  upload(post: Post, photoTaskId: string, jpeg: Buffer): Promise<string>
}

interface Signed {
  readonly login: LoginContext
  readonly openedMs: number
  usedMs: number
}

export interface CallerOptions {
  readonly url: string
  readonly clock: Clock
  /** Headers that every call carries. */
  readonly headers: Readonly<Record<string, string>>
}

/** A caller against the server at `url`; sessions are opened when they are needed and renewed before they end. */
export function createCaller({ url, clock, headers }: CallerOptions): Caller {
  const sessions = new Map<string, Signed>()
  const opening = new Map<string, Promise<Signed>>()

  async function send(path: string, body: string | FormData, more: Record<string, string>): Promise<Response> {
    for (let turn = 0; ; turn += 1) {
      const response = await fetch(new URL(path, url), { method: 'POST', body, headers: { ...headers, ...more } })
      const isBusy = response.status === 429 || response.status === 503
      if (!isBusy || turn === PATIENCE) return response
      await response.body?.cancel()
      await pause(200 + 100 * turn)
    }
  }

  async function ask<S extends CallSpec>(spec: S, payload: unknown, login: LoginContext, key?: string) {
    const more = { 'content-type': 'application/json', ...(key ? { [IDEMPOTENCY_HEADER]: key } : {}) }
    const response = await send(spec.path, JSON.stringify({ ...login, ...(payload as object) }), more)
    return (await response.json()) as Envelope<OutputOf<S>>
  }

  async function must<S extends CallSpec>(spec: S, payload: InputOf<S>, login: LoginContext, key?: string) {
    const envelope = await ask(spec, payload, login, key)
    if (envelope._errCode !== ERR.ok || envelope._data === null) {
      const { _errCode, _bizErrCode, _errStr } = envelope
      throw new CallRefused(spec.path, _bizErrCode || _errCode, _errStr)
    }
    return envelope._data
  }

  async function signIn({ phone, merchantName }: Post): Promise<Signed> {
    const first = await must(auth.login, { phone, password: DEMO_PASSWORD }, NOBODY)
    let session = 'ticket' in first ? null : first
    if ('ticket' in first) {
      const chosen = first.candidates.find((one) => one.merchantName === merchantName)
      if (chosen === undefined) throw new Error(`${phone} does not work for ${merchantName}`)
      session = await must(auth.loginAffirm, { ticket: first.ticket, employeeId: chosen.employeeId }, NOBODY)
    }
    if (session === null) throw new Error(`${phone} could not sign in`)
    const { loginToken, loginPhone, employeeId, merchantId } = session
    const nowMs = clock.now().getTime()
    return { login: { loginToken, loginPhone, employeeId, merchantId }, openedMs: nowMs, usedMs: nowMs }
  }

  async function loginOf(post: Post): Promise<LoginContext> {
    const name = `${post.phone}@${post.merchantName}`
    const nowMs = clock.now().getTime()
    let signed = sessions.get(name)
    if (!signed || nowMs - signed.usedMs > IDLE_MS || nowMs - signed.openedMs > ABSOLUTE_MS) {
      const isOpening = opening.get(name) ?? signIn(post).finally(() => opening.delete(name))
      opening.set(name, isOpening)
      signed = await isOpening
      sessions.set(name, signed)
    }
    signed.usedMs = nowMs
    return signed.login
  }

  const call: Caller['call'] = async (post, spec, payload, key) => must(spec, payload, await loginOf(post), key)

  return {
    call,
    whoIs: loginOf,
    upload: async (post, photoTaskId, jpeg) => {
      const wanted = { photoTaskId, contentType: 'image/jpeg' as const, sizeBytes: jpeg.length }
      const form = await call(post, detConfig.getUploadSign, wanted)
      const body = new FormData()
      for (const [name, value] of Object.entries(form.fields)) body.append(name, value)
      body.append('file', new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }), 'photo.jpg')
      const response = await send(form.url, body, {})
      if (!response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`)
      return form.uploadId
    },
  }
}
