import { FALLBACK_ERROR_TEXT, REQUEST_TIMEOUT_MS } from '@huanji/contract/constants'
import { IDEMPOTENCY_HEADER, SERVER_TIME_HEADER } from '@huanji/contract/envelope'
import { ERR, type RefusalCode } from '@huanji/contract/errors'
import { elapsedMs, learnServerTime } from '../platform/clock.ts'
import { loginContext } from '../session/session.ts'
import { takeBootAnswer } from './boot-answers.ts'
import { ApiRefusal, ForeignAnswer } from './refusal.ts'
import { reportTiming } from './timing.ts'

export interface CallOptions {
  /** Repeats with the same key get the first result again (`platform/idempotency-key.ts`). Writes only. */
  idempotencyKey?: string
  /** Refusals the caller shows itself: these codes, or `'all'`. Any other one is shown as a toast. */
  handles?: readonly RefusalCode[] | 'all'
  signal?: AbortSignal
}

/** What the transport leaves to the application: where a lost session or right leads, and how an error is shown. */
export interface SendPolicy {
  /** @param text the server's sentence */
  onSessionInvalid: (text: string) => void
  /** The rights are no longer those that the menu told. */
  onNotGranted: () => void
  showError: (text: string) => void
}

let policy: SendPolicy = { onSessionInvalid: () => {}, onNotGranted: () => {}, showError: () => {} }

/** Set once by the application before the first call. */
export function setSendPolicy(next: SendPolicy): void {
  policy = next
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/**
 * The request's body: the login context and the payload without top-level empty strings (unless the call keeps them).
 * The payload comes last: choosing a merchant names an employee while the context's own is still empty.
 */
function bodyOf(input: Fields, keepsEmpties: boolean): string {
  const kept = Object.entries(input).filter(([, value]) => keepsEmpties || value !== '')
  return JSON.stringify({ ...loginContext(), ...Object.fromEntries(kept) })
}

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/**
 * The refusal that an envelope carries, at its top or nested in `_data`; null on success. Only the top code ends a
 * session: nested, it is another system's, and an error like any other (docs/specification.md §8).
 */
function refusalIn(envelope: unknown): ApiRefusal | null {
  if (!isFields(envelope)) return new ApiRefusal(ERR.internal, FALLBACK_ERROR_TEXT, '', null)
  for (const level of [envelope, envelope._data]) {
    if (!isFields(level)) continue
    const code = textOf(level._errCode)
    if (code === '' || code === ERR.ok) continue
    return new ApiRefusal(code, textOf(level._errStr) || FALLBACK_ERROR_TEXT, textOf(level._bizErrCode), envelope._data)
  }
  return null
}

function settle(refusal: ApiRefusal, { handles }: CallOptions, sent: { loginToken: string; isTop: boolean }): void {
  if (sent.isTop && refusal.errCode === ERR.sessionInvalid) {
    // A late answer to the session before says nothing about the one that is stored now.
    if (sent.loginToken === loginContext().loginToken) policy.onSessionInvalid(refusal.message)
    return
  }
  if (sent.isTop && refusal.errCode === ERR.notGranted) policy.onNotGranted()
  const isHandled = handles === 'all' || handles?.some((code) => code === refusal.bizErrCode)
  if (!isHandled) policy.showError(refusal.message)
}

function post(path: string, body: string, { idempotencyKey, signal }: CallOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  return fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(idempotencyKey ? { [IDEMPOTENCY_HEADER]: idempotencyKey } : {}),
    },
    body,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  })
}

/** True when a call had no answer in time: that is an answer, and asking again would only take as long again. */
export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

/** An answer, with when its request left and when it came, by `elapsedMs`. */
interface Answered {
  readonly response: Response
  readonly leftMs: number
  readonly arrivedMs: number
}

/** Takes up the answer that the boot script asked for, or asks. */
async function answerTo(path: string, body: string, options: CallOptions, leftMs: number): Promise<Answered> {
  const asked = takeBootAnswer(path, body)
  const response = await (asked?.answer ?? post(path, body, options))
  return { response, leftMs: asked?.askedMs ?? leftMs, arrivedMs: asked?.arrivedMs ?? elapsedMs() }
}

/**
 * The envelope in an answer.
 * @throws ForeignAnswer when it is no answer of the gateway
 */
async function envelopeOf(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    // it stopped the request on its way, so that the gateway has seen nothing of it
    if (response.status === 413) return { _errCode: ERR.tooLarge, _errStr: TOO_LARGE_ON_THE_WAY }
    throw new ForeignAnswer(response.status)
  }
}

const TOO_LARGE_ON_THE_WAY = '文件太大，超过了服务器入口的上限。请减少内容，或联系安装人员调高上限'

/**
 * Makes one call and gives what `_data` holds.
 * @throws ApiRefusal when the answer says no; it has been shown already unless the caller said it handles it
 * @throws ForeignAnswer, unshown, when something on the way answered in the gateway's place
 * @throws TypeError or DOMException, unshown, when no answer came: network failure, time-out, abort
 */
export async function send(
  path: string,
  keepsEmpties: boolean,
  input: Fields,
  options: CallOptions = {},
): Promise<unknown> {
  const startedMs = elapsedMs()
  const { loginToken } = loginContext()
  let outcome = 'failed'
  let answered: Answered | undefined
  try {
    answered = await answerTo(path, bodyOf(input, keepsEmpties), options, startedMs)
    const { response, leftMs, arrivedMs } = answered
    const serverMs = Number(response.headers.get(SERVER_TIME_HEADER))
    if (serverMs > 0) learnServerTime(serverMs, leftMs, arrivedMs)
    const envelope = await envelopeOf(response)
    const refusal = refusalIn(envelope)
    outcome = refusal?.errCode ?? ERR.ok
    if (refusal) {
      settle(refusal, options, {
        loginToken,
        isTop: isFields(envelope) && textOf(envelope._errCode) === refusal.errCode,
      })
      throw refusal
    }
    return isFields(envelope) ? envelope._data : null
  } finally {
    // what the boot script asked for has taken its time before it was taken up here
    const tookMs =
      !answered || answered.leftMs === startedMs ? elapsedMs() - startedMs : answered.arrivedMs - answered.leftMs
    reportTiming(path, tookMs, outcome)
  }
}
