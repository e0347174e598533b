import { FALLBACK_ERROR_TEXT, REQUEST_TIMEOUT_MS } from '@huanji/contract/constants'
import { IDEMPOTENCY_HEADER } from '@huanji/contract/envelope'
import { ERR, type RefusalCode } from '@huanji/contract/errors'
import { elapsedMs } from '../platform/clock.ts'
import { loginContext } from '../session/session.ts'
import { takeBootAnswer } from './boot-answers.ts'
import { ApiRefusal } from './refusal.ts'
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

/** What a proxy before the server says of a body that is larger than it lets through: no envelope, and no lost network. */
const isTurnedAway = ({ status, headers }: Response): boolean =>
  status === 413 && !(headers.get('content-type') ?? '').includes('json')

const TOO_LARGE = { _errCode: ERR.tooLarge, _errStr: '提交的内容过大，没有送到，请分成几次提交或联系管理员' }

/** True when a call had no answer in time: that is an answer, and asking again would only take as long again. */
export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

/**
 * Makes one call and gives what `_data` holds.
 * @throws ApiRefusal when the answer says no; it has been shown already unless the caller said it handles it
 * @throws TypeError, SyntaxError or DOMException, unshown, when no answer came: network failure, time-out, abort
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
  try {
    const body = bodyOf(input, keepsEmpties)
    const response = await (takeBootAnswer(path, body) ?? post(path, body, options))
    const envelope: unknown = isTurnedAway(response) ? TOO_LARGE : await response.json()
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
    reportTiming(path, elapsedMs() - startedMs, outcome)
  }
}
