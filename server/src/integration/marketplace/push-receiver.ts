import { createHash } from 'node:crypto'
import { readPush } from '@huanji/marketplace/client/push'
import { parseExactJson } from '@huanji/marketplace/protocol/json'
import { classifyPush, type Push } from '@huanji/marketplace/protocol/pushes'
import type { Database } from '../../database/database.ts'
import type { MessageHandler } from '../../jobs/inbox/source.ts'
import { insertMessage } from '../../jobs/inbox/store.ts'
import type { JobServices } from '../../jobs/job.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'

/** One message of the marketplace, verified and stored before it was acknowledged. */
export interface ReceivedPush {
  /** Stays the same over all attempts. */
  readonly id: string
  /** `push` for order, product and entry messages, `callback` for results sent to a call's `notify_url`. */
  readonly route: 'push' | 'callback'
  /** What it says, as the protocol reads it. */
  readonly push: Push
  /** ISO 8601. */
  readonly receivedAt: string
  /** 1 for the first attempt. */
  readonly attempt: number
}

/** Takes a stored message up; true when it was this handler's, false to offer it to the next. Throwing means "try again later". */
export type PushHandler = (push: ReceivedPush, services: JobServices) => Promise<boolean>

export interface PushReceiver {
  /**
   * Verifies and stores one message. Gives what to answer: null for "received", else the Chinese reason.
   * The same bytes twice are stored once.
   */
  receive(route: ReceivedPush['route'], rawBody: Buffer, query: Record<string, unknown>): Promise<string | null>
}

/** Takes messages in for the marketplace application with the given key. */
export function createPushReceiver(
  db: Database,
  clock: Clock,
  application: { readonly appKey: string; readonly appSecret: string },
): PushReceiver {
  return {
    receive: async (route, rawBody, query) => {
      const now = clock.now()
      const { appKey, appSecret } = application
      // the sender signs with the machine's time, whatever the server's clock says
      const reading = readPush({ rawBody, query, appKey, appSecret, nowMs: systemClock.now().getTime() })
      if (!reading.ok) return reading.message
      const body = rawBody.toString('utf8')
      // there is no number on a message: what has the same content is the same message (docs/open-platform.md §7)
      const dedupKey = createHash('sha256').update(`${route}\n`).update(rawBody).digest('base64url')
      await db.worker((tx) => insertMessage(tx, { route, dedupKey, body, now }))
      return null
    },
  }
}

/** Gives each stored message to the first handler that takes it up. */
export const handlePushes =
  (handlers: readonly PushHandler[]): MessageHandler =>
  async ({ id, route, body, receivedAt, attempts }, services) => {
    const push = classifyPush(parseExactJson(body))
    if (push === null) throw new Error('a stored message can no longer be read')
    for (const handler of handlers) {
      if (await handler({ id, route, push, receivedAt, attempt: attempts }, services)) return
    }
    services.log.warn({ id, kind: push.kind }, 'a message of the marketplace that nobody takes up')
  }
