import { BODY_LIMIT_BYTES } from '@huanji/contract/constants'
import { PUSH_ACCEPTED } from '@huanji/marketplace/protocol/envelope'
import type { FastifyInstance } from 'fastify'
import type { PushReceiver, ReceivedPush } from '../integration/marketplace/push-receiver.ts'
import type { Rates } from './rates.ts'

/** Where the marketplace sends its messages, and where the results of calls with a `notify_url` go. */
export const PUSH_PATHS: Readonly<Record<ReceivedPush['route'], string>> = {
  push: '/marketplace/push',
  callback: '/marketplace/callback',
}

/**
 * Takes the marketplace's messages in: verified over their raw bytes, stored, and acknowledged at once, because the
 * sender waits three seconds and tries three times (docs/open-platform.md §7). A job applies them.
 */
export async function registerPushes(server: FastifyInstance, receiver: PushReceiver, rates: Rates): Promise<void> {
  await server.register(async (pushes) => {
    pushes.removeAllContentTypeParsers()
    pushes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    for (const route of ['push', 'callback'] as const) {
      pushes.post<{ Querystring: Record<string, unknown> }>(PUSH_PATHS[route], {
        onRequest: async (request) => rates.takeForAddress(request.ip, 'write'),
        handler: async (request, reply) => {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const reason = await receiver.receive(route, body, request.query)
          return reply.send(reason === null ? PUSH_ACCEPTED : { result: 'fail', msg: reason })
        },
      })
    }
  })
}
