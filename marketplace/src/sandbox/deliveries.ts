import { readAnswerText } from '../protocol/answer-text.ts'
import { pushAnswerSchema } from '../protocol/envelope.ts'
import { signRequest } from '../protocol/signature.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './clock.ts'
import type { PushEvent } from './events.ts'
import type { SandboxLog, StandingFaults } from './options.ts'

/** The platform's time-out of a push (docs/open-platform.md §7). */
export const PUSH_TIMEOUT_MS = 3_000

/** Virtual delays before each of the platform's three retries; the intervals are not published. */
export const PUSH_RETRY_DELAYS_MS: readonly number[] = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS]

const PUSH_ANSWER_BYTES_MAX = 64 * 1024

export interface DeliveryOptions {
  appKey: string
  appSecret: string
  /** The merchant whose own application it is: pushes are signed without one then. */
  ownSellerId?: number | undefined
  timeoutMs: number
  wallNow: () => number
  faults: () => Pick<StandingFaults, 'pushTwice'>
  log: SandboxLog
}

/** Gives what tries a push once: signed, with a time-out; true when the receiver answered `success`. */
export function createDelivery(options: DeliveryOptions): (push: PushEvent) => Promise<boolean> {
  async function send(push: PushEvent): Promise<boolean> {
    try {
      const body = JSON.stringify(push.body)
      const response = await fetch(signedUrl(options, push, body), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(options.timeoutMs),
        redirect: 'manual',
      })
      const answer = pushAnswerSchema.safeParse(JSON.parse(await readAnswerText(response, PUSH_ANSWER_BYTES_MAX)))
      if (answer.success && answer.data.result === 'success') return true
      options.log.warn({ status: response.status, attempt: push.attempts + 1 }, 'a push was not accepted')
    } catch (error) {
      options.log.warn({ error: String(error), attempt: push.attempts + 1 }, 'a push failed')
    }
    return false
  }

  return async (push) => {
    const isAccepted = await send(push)
    if (isAccepted && options.faults().pushTwice) await send(push)
    return isAccepted
  }
}

function signedUrl(options: DeliveryOptions, push: PushEvent, body: string): URL {
  const { appKey, appSecret } = options
  const timestampS = Math.floor(options.wallNow() / 1000)
  const url = new URL(push.url)
  url.searchParams.set('appid', appKey)
  url.searchParams.set('timestamp', String(timestampS))
  const seller = options.ownSellerId === undefined ? { sellerId: push.sellerId } : {}
  if (seller.sellerId !== undefined) url.searchParams.set('seller_id', String(seller.sellerId))
  url.searchParams.set('sign', signRequest({ appKey, appSecret, timestampS, ...seller, body }))
  return url
}

interface Planner {
  nowMs(): number
  schedule(dueMs: number, event: PushEvent): number
  reschedule(sequence: number, dueMs: number): void
}

/** Gives what plans a push for now, with the standing faults applied: dropped, or held back until the next one has gone. */
export function createPushPlan(
  planner: Planner,
  pushUrl: string,
  faults: () => StandingFaults,
): (sellerId: number, body: Record<string, unknown>, notifyUrl?: string | null) => void {
  let held: number | null = null
  return (sellerId, body, notifyUrl) => {
    if (faults().dropPushes) return
    const event: PushEvent = { type: 'push', sellerId, url: notifyUrl ?? pushUrl, body, attempts: 0 }
    const nowMs = planner.nowMs() + faults().pushDelayMs
    if (faults().pushOutOfOrder && held === null) {
      held = planner.schedule(nowMs + HOUR_MS, event)
      return
    }
    planner.schedule(nowMs, event)
    if (held !== null) planner.reschedule(held, nowMs)
    held = null
  }
}
