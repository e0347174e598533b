import { type Envelope, IDEMPOTENCY_HEADER, LOGIN_CONTEXT_KEYS, type LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'

/** A gateway under test, reached as any client reaches it: by its address. */
export interface Target {
  /** Scheme, host and port. */
  readonly url: string
  /** Lets so many seconds of the gateway's time pass, when a rate limit asks for it. */
  readonly letPass: (seconds: number) => Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The text as JSON, or null when it is not JSON. */
  readonly body: unknown
}

/** The login context of somebody who is not signed in. */
export const SIGNED_OUT: LoginContext = { loginToken: '', loginPhone: '', employeeId: '', merchantId: '' }

const MAX_WAITS = 5

/** Sends one request as it is; a rate limit's answer is waited out a few times, because it says nothing about the call. */
export async function request(target: Target, path: string, init: RequestInit): Promise<Answer> {
  for (let waits = 0; ; waits += 1) {
    const response = await fetch(`${target.url}${path}`, init)
    const answer = await readAnswer(response)
    if (codeOf(answer) !== ERR.tooMany || waits === MAX_WAITS) return answer
    await target.letPass(secondsToWait(answer))
  }
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function secondsToWait(answer: Answer): number {
  const header = Number(answer.headers.get('retry-after'))
  return Number.isFinite(header) && header > 0 ? header : Number(/(\d+)秒/.exec(answer.text)?.[1] ?? 1)
}

export interface SendOptions {
  readonly idempotencyKey?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends raw text as the body of a call. */
export function sendText(target: Target, path: string, text: string, options: SendOptions = {}): Promise<Answer> {
  const headers: Record<string, string> = { 'content-type': 'application/json', ...options.headers }
  if (options.idempotencyKey !== undefined) headers[IDEMPOTENCY_HEADER] = options.idempotencyKey
  return request(target, path, { method: 'POST', headers, body: text })
}

/** Makes a call as `who`: the payload with the login context beside it. */
export function send(
  target: Target,
  path: string,
  who: LoginContext,
  payload: unknown,
  options: SendOptions = {},
): Promise<Answer> {
  return sendText(target, path, bodyOf(who, payload), options)
}

/** The body of a call as the web client writes it: a payload's own field wins over the context's, and one that is no object is sent alone. */
export function bodyOf(who: LoginContext, payload: unknown): string {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return JSON.stringify(payload)
  const context = Object.fromEntries(LOGIN_CONTEXT_KEYS.map((key) => [key, who[key]]))
  return JSON.stringify({ ...context, ...payload })
}

/** The envelope of an answer, or null when what came back is none. */
export function envelopeOf(answer: Answer): Envelope<unknown> | null {
  const { body } = answer
  if (typeof body !== 'object' || body === null || !('_errCode' in body)) return null
  return body as Envelope<unknown>
}

export const codeOf = (answer: Answer): string | null => envelopeOf(answer)?._errCode ?? null

/** What tells two answers apart for their reader: everything but the numbers that name the request itself. */
export function comparable(answer: Answer, ...ids: readonly string[]): string {
  const headers = [...answer.headers].filter(([name]) => !ABOUT_THE_REQUEST.has(name))
  const text = ids.reduce((sofar, id) => sofar.replaceAll(id, '<id>'), answer.text)
  return JSON.stringify([answer.status, headers, text])
}

const ABOUT_THE_REQUEST = new Set([
  'x-request-id',
  'x-server-time',
  'date',
  'keep-alive',
  'connection',
  'content-length',
])
