import type { CallSpec } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { LIVE_TOPICS, type LiveTopic, STREAM_HEADERS, STREAM_PATH } from '@huanji/contract/live'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ChangeFeed } from '../database/changes.ts'
import { TransportRefusal } from '../errors/transport-refusal.ts'
import type { Metrics } from '../ops/metrics.ts'
import { isGranted } from '../platform/access.ts'
import type { Actor } from '../platform/actor.ts'
import { isId } from '../platform/ids.ts'
import type { CallDependencies } from './execute-call.ts'
import { createLiveStreams, type Hearer } from './live-streams.ts'

const HEADER_LENGTH_MAX = 400
const SINCE_MS_MAX = 24 * 3_600_000

/** A proxy hands each event on as it comes, and keeps none of it. */
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
}

/**
 * The stream of events of a signed-in person (docs/architecture.md): what changed for their merchant, as far as they may
 * see it. The session is checked like that of a call, at the start and from time to time.
 */
export function registerStream(
  server: FastifyInstance,
  { db, services, sessionReader, rates }: CallDependencies,
  feed: ChangeFeed,
  calls: readonly CallSpec[],
  metrics: Metrics,
): void {
  const { clock, log, settings } = services
  const topicsOf = topicRights(calls)

  async function read(login: LoginContext): Promise<Hearer | null> {
    if (!isId(login.merchantId)) return null
    const actor = await db.tenant(login.merchantId, (tx) => sessionReader(tx, login, clock.now()))
    return actor && { employeeId: actor.employeeId, topics: topicsOf(actor) }
  }

  const streams = createLiveStreams({ feed, read, log, ...settings.streams })
  metrics.addGauge({ name: 'huanji_streams', help: 'Open event streams.', read: () => streams.count })
  // a stream never ends by itself, so the server would wait for it in vain
  server.addHook('preClose', async () => streams.close())
  // a worker has nobody to tell: it hears nothing, and its silence is no alarm
  if (settings.part !== 'worker') hearOthers(feed, metrics)

  server.get(STREAM_PATH, {
    exposeHeadRoute: false,
    onRequest: async (request) => rates.takeForAddress(request.ip, 'read'),
    handler: async (request, reply) => {
      streams.requireRoom()
      const login = loginOf(request)
      const hearer = await read(login)
      if (hearer === null) throw new TransportRefusal('sessionInvalid')
      await rates.takeForEmployee(hearer.employeeId, 'read')
      const { raw } = reply
      const forget = streams.open(login, hearer, sinceMsOf(request), () => beginAnswer(reply))
      raw.on('error', () => raw.destroy())
      if (raw.destroyed) forget()
      else raw.once('close', forget)
    },
  })
}

function hearOthers(feed: ChangeFeed, metrics: Metrics): void {
  feed.hearOthers()
  metrics.addGauge({
    name: 'huanji_changes_whole',
    help: '1 while the changes of all processes are heard.',
    read: () => Number(feed.isWhole()),
  })
}

/** What an actor may hear of: the topics of which some read is granted. */
function topicRights(calls: readonly CallSpec[]): (actor: Actor) => ReadonlySet<LiveTopic> {
  const accessOf = new Map(calls.map(({ path, access }) => [path, access]))
  const topics = Object.entries(LIVE_TOPICS).map(([topic, paths]) => ({
    topic: topic as LiveTopic,
    accesses: paths.flatMap((path) => accessOf.get(path) ?? []),
  }))
  return (actor) =>
    new Set(
      topics.filter(({ accesses }) => accesses.some((access) => isGranted(access, actor))).map(({ topic }) => topic),
    )
}

function beginAnswer(reply: FastifyReply) {
  reply.hijack()
  reply.raw.writeHead(200, { ...reply.getHeaders(), ...HEADERS } as Record<string, string>)
  return reply.raw
}

function loginOf({ headers }: FastifyRequest): LoginContext {
  const text = (name: string): string => {
    const value = headers[name]
    return typeof value === 'string' && value.length <= HEADER_LENGTH_MAX ? value : ''
  }
  const [, loginToken = ''] = /^Bearer (\S+)$/.exec(text('authorization')) ?? []
  return {
    loginToken,
    loginPhone: text(STREAM_HEADERS.phone),
    employeeId: text(STREAM_HEADERS.employeeId),
    merchantId: text(STREAM_HEADERS.merchantId),
  }
}

/** How far back the caller wants to hear; whoever does not say hears of everything. */
function sinceMsOf({ headers }: FastifyRequest): number {
  const given = headers[STREAM_HEADERS.sinceMs]
  return typeof given === 'string' && /^\d{1,8}$/.test(given) ? Math.min(Number(given), SINCE_MS_MAX) : SINCE_MS_MAX
}
