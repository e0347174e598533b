import { createServer } from 'node:http'
import { readPush } from '../../client/push.ts'
import { PUSH_ACCEPTED, pushRefused } from '../../protocol/envelope.ts'
import type { Push } from '../../protocol/pushes.ts'
import { createSandboxClock } from '../clock.ts'
import { APP } from './merchant.ts'

const wallClock = createSandboxClock()

export interface PushReceiver {
  url: string
  /** Pushes read and accepted, in order of arrival. */
  accepted: Push[]
  /** What the receiver does with the next arrivals, in order; afterwards it accepts. */
  misbehave(...moods: ('refuse' | 'hang' | 'status500')[]): void
  arrivals(): number
  close(): Promise<void>
}

/** Starts a receiver that checks every push as the gateway does. */
export async function startPushReceiver(): Promise<PushReceiver> {
  const accepted: Push[] = []
  const moods: string[] = []
  let arrivals = 0
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    arrivals += 1
    const mood = moods.shift()
    if (mood === 'hang') return
    if (mood === 'status500') {
      response.writeHead(500).end('broken')
      return
    }
    const query = Object.fromEntries(new URL(request.url ?? '/', 'http://receiver').searchParams)
    const reading = readPush({ rawBody: Buffer.concat(parts), query, ...APP, nowMs: wallClock.wallNow() })
    if (mood !== 'refuse' && reading.ok) accepted.push(reading.push)
    const answer =
      reading.ok && mood !== 'refuse' ? PUSH_ACCEPTED : pushRefused(reading.ok ? '暂不接收' : reading.message)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no address')
  return {
    url: `http://127.0.0.1:${address.port}/push`,
    accepted,
    misbehave: (...next) => {
      moods.push(...next)
    },
    arrivals: () => arrivals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
