import type { z } from 'zod'
import { AnswerTooLarge, readAnswerText } from '../protocol/answer-text.ts'
import type { CallSpec } from '../protocol/calls.ts'
import { envelopeSchema } from '../protocol/envelope.ts'
import { isThrottled } from '../protocol/errors.ts'
import { parseExactJson } from '../protocol/json.ts'
import { signRequest } from '../protocol/signature.ts'
import { type BreakerOptions, createBreaker } from './breaker.ts'
import { isMarketplaceFailure, MarketplaceRefused, MarketplaceTimeout, MarketplaceUnavailable } from './errors.ts'

/**
 * The largest answer that is read. A page of a hundred orders with everything in it has well under a megabyte; what is
 * larger is an attempt to exhaust our memory.
 */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024

export interface RetryOptions {
  /** Tries in all, the first included. */
  attempts: number
  baseMs: number
  maxMs: number
}

export interface TransportOptions {
  /** Scheme, host and port, without a path. */
  baseUrl: string
  appKey: string
  appSecret: string
  fetch: typeof fetch
  /** Wall clock in milliseconds: signatures carry it. */
  now: () => number
  timeoutMs: number
  retry: RetryOptions
  breaker: BreakerOptions
  onRefused: (path: string, code: number, msg: string) => void
  sleep: (delayMs: number) => Promise<void>
}

export interface Transport {
  /**
   * Sends one call and gives its checked `data`.
   * @throws MarketplaceRefused, MarketplaceUnavailable or MarketplaceTimeout
   */
  send<Request extends z.ZodType, Data extends z.ZodType>(
    spec: CallSpec<Request, Data>,
    sellerId: number | null,
    request: z.input<Request>,
  ): Promise<z.output<Data>>
  breakerState(): 'closed' | 'open' | 'halfOpen'
}

/** A share between 0 and 1 taken from a signature: spreads retries of different calls without a source of randomness. */
function jitterShare(sign: string): number {
  return Number.parseInt(sign.slice(0, 8), 16) / 0xffffffff
}

/** What stands between a typed call and the network: signature, time-out, retry, circuit breaker, check of the answer. */
export function createTransport(options: TransportOptions): Transport {
  const breaker = createBreaker(options.breaker, options.now)

  async function post(path: string, query: URLSearchParams, body: string): Promise<{ status: number; text: string }> {
    const signal = AbortSignal.timeout(options.timeoutMs)
    try {
      const response = await options.fetch(`${options.baseUrl}${path}?${query}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal,
        // a signed call goes to the marketplace and nowhere else: a redirect is an answer that is not 200
        redirect: 'manual',
      })
      return { status: response.status, text: await readAnswerText(response, ANSWER_BYTES_MAX) }
    } catch (error) {
      if (signal.aborted) throw new MarketplaceTimeout(path, options.timeoutMs)
      if (error instanceof AnswerTooLarge) throw new MarketplaceUnavailable(path, error.message, true, error)
      throw new MarketplaceUnavailable(path, 'no connection', !isRefusedConnection(error), error)
    }
  }

  async function sendOnce<Request extends z.ZodType, Data extends z.ZodType>(
    spec: CallSpec<Request, Data>,
    sellerId: number | null,
    body: string,
  ): Promise<z.output<Data>> {
    if (!breaker.allow())
      throw new MarketplaceUnavailable(spec.path, 'too many failures, waiting before the next try', false)
    try {
      const data = readAnswer(spec, await post(spec.path, signedQuery(sellerId, body), body))
      breaker.succeeded()
      return data
    } catch (error) {
      // A refusal is an answer: the marketplace is reachable.
      if (error instanceof MarketplaceRefused && !isThrottled(error.code, error.msg)) {
        breaker.succeeded()
        options.onRefused(spec.path, error.code, error.msg)
      } else breaker.failed()
      throw error
    }
  }

  function signedQuery(sellerId: number | null, body: string): URLSearchParams {
    const { appKey, appSecret } = options
    const timestampS = Math.floor(options.now() / 1000)
    const seller = sellerId === null ? {} : { sellerId }
    const query = new URLSearchParams({ appid: appKey, timestamp: String(timestampS) })
    if (sellerId !== null) query.set('seller_id', String(sellerId))
    query.set('sign', signRequest({ appKey, appSecret, timestampS, body, ...seller }))
    return query
  }

  return {
    breakerState: () => breaker.state(),
    async send(spec, sellerId, request) {
      const body = JSON.stringify(request ?? {})
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await sendOnce(spec, sellerId, body)
        } catch (error) {
          if (attempt >= options.retry.attempts || !mayRepeat(spec.repeat, error)) throw error
          await options.sleep(
            retryDelayMs(options.retry, attempt, signedQuery(sellerId, `${body}${attempt}`).get('sign') ?? ''),
          )
        }
      }
    },
  }
}

/** Half of the growing delay is fixed, half spread by the jitter. */
function retryDelayMs(retry: RetryOptions, attempt: number, sign: string): number {
  const ceilingMs = Math.min(retry.maxMs, retry.baseMs * 2 ** (attempt - 1))
  return Math.round(ceilingMs / 2 + (ceilingMs / 2) * jitterShare(sign))
}

/**
 * A throttled call had no effect, so reads and writes that set a value are sent again. After a time-out or a broken connection the
 * outcome is unknown, and only reads are.
 */
function mayRepeat(repeat: 'read' | 'absolute' | 'once', error: unknown): boolean {
  if (!isMarketplaceFailure(error)) return false
  if (error instanceof MarketplaceRefused) return repeat !== 'once' && isThrottled(error.code, error.msg)
  return repeat === 'read'
}

function readAnswer<Request extends z.ZodType, Data extends z.ZodType>(
  spec: CallSpec<Request, Data>,
  answer: { status: number; text: string },
): z.output<Data> {
  if (answer.status === 429) throw new MarketplaceRefused(spec.path, 429, 'too many requests')
  if (answer.status !== 200) throw new MarketplaceUnavailable(spec.path, `HTTP ${answer.status}`, answer.status >= 500)
  let parsed: unknown
  try {
    parsed = parseExactJson(answer.text)
  } catch (error) {
    throw new MarketplaceUnavailable(spec.path, 'the answer is not JSON', true, error)
  }
  const envelope = envelopeSchema.safeParse(parsed)
  if (!envelope.success) throw new MarketplaceUnavailable(spec.path, 'the answer has no code', true, envelope.error)
  const { code, msg, data } = envelope.data
  if (code === 500) throw new MarketplaceUnavailable(spec.path, msg, true)
  if (code !== 0) throw new MarketplaceRefused(spec.path, code, msg)
  const checked = spec.data.safeParse(data)
  if (!checked.success) {
    throw new MarketplaceUnavailable(spec.path, `unexpected answer: ${checked.error.message}`, true, checked.error)
  }
  return checked.data
}

function isRefusedConnection(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND'
}
