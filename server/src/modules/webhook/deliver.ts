import { mayHear } from '@huanji/contract/notice-rights'
import { RECEIVER_GIVEN_UP_MS, retryAfterMs } from '@huanji/domain/notices/retry-plan'
import type { Tx } from '../../database/database.ts'
import { boundTo } from '../../database/shop-bound.ts'
import { type SendWebhook, type WebhookAnswer, webhookSender } from '../../integration/webhook/send.ts'
import type { JobServices } from '../../jobs/job.ts'
import type { Actor } from '../../platform/actor.ts'
import { later } from '../../platform/clock.ts'
import { noticeExists } from '../notice/store.ts'
import { actorOf } from '../people/acting.ts'
import {
  type Delivery,
  lockDelivery,
  lockDue,
  setDelivery,
  waitingEndpoints,
  waitingMerchants,
} from './delivery-store.ts'
import { type Endpoint, lockEndpoint, setFailingSince } from './endpoint-store.ts'
import { secretsOf } from './secrets.ts'
import { headersOf } from './sign.ts'
import { stopEndpoint } from './stopping.ts'

const MERCHANTS_AT_ONCE = 50
/** So many receivers are told at the same time. */
const LANES = 16
/** One attempt is over by then, whatever became of the process that made it. */
const LEASE_MS = 60_000
/** A turn takes no new deliveries after this long. */
const TURN_MS = 8_000

const GONE = 410
const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Nobody is asked for a right by this: it names no session of anybody's. */
const NO_SESSION = ''

/** A delivery that is to be sent now. */
interface Claimed {
  readonly delivery: Delivery
  readonly endpoint: Endpoint
}

/** Whether what is told of is of the shops that a person is bound to, or of none. */
async function meetsNotice(tx: Tx, { shops }: Actor, { noticeId }: Delivery['data']): Promise<boolean> {
  if (shops === undefined) return true
  return typeof noticeId === 'string' && (await noticeExists(boundTo(tx, shops), noticeId))
}

/** Why a delivery is not sent after all; null where it is. */
async function closedReason(tx: Tx, endpoint: Endpoint, { event, data }: Delivery): Promise<string | null> {
  if (event === 'test') return null
  const person = await actorOf(tx, endpoint.employeeId, NO_SESSION)
  const channel = data.channel === 'auction' || data.channel === 'curated' ? data.channel : null
  const mayKnow = person !== null && mayHear(person, { kind: event, channel }) && (await meetsNotice(tx, person, data))
  return mayKnow ? null : '保存人已没有查看这类消息的权限，未推送'
}

/**
 * Takes the delivery to a receiver that is due first, and counts the attempt; what may not be sent any more is dropped on
 * the way. Null when nothing is due. A receiver whose person does not work here any more is stopped.
 */
async function claim(tx: Tx, endpointId: string, now: Date): Promise<Claimed | null> {
  const endpoint = await lockEndpoint(tx, endpointId)
  if (endpoint?.state !== 'enabled') return null
  if ((await actorOf(tx, endpoint.employeeId, NO_SESSION)) === null) {
    await stopEndpoint(tx, endpoint, '保存人的账号已停用或删除，请由其他人重新保存并启用', now)
    return null
  }
  for (;;) {
    const delivery = await lockDue(tx, endpointId, now)
    if (delivery === null) return null
    const { deliveryId } = delivery
    const reason = await closedReason(tx, endpoint, delivery)
    if (reason === null) {
      const attempts = delivery.attempts + 1
      await setDelivery(tx, deliveryId, { attempts, dueAt: later(now, LEASE_MS) })
      return { delivery: { ...delivery, attempts }, endpoint }
    }
    await setDelivery(tx, deliveryId, { state: 'dropped', answer: reason, finishedAt: now })
  }
}

/** What is sent: the same text in each attempt. */
function bodyOf({ event, data, createdAt }: Delivery, publicUrl: string): string {
  const { path, at, ...rest } = data
  const link = path == null ? {} : { url: `${publicUrl}${path}` }
  return JSON.stringify({ type: event, timestamp: at ?? createdAt, data: { ...rest, ...link } })
}

/** Writes down what became of an attempt. A result that comes after a person took the delivery up again is left out. */
async function record(tx: Tx, { delivery, endpoint }: Claimed, told: WebhookAnswer, now: Date): Promise<void> {
  const held = await lockEndpoint(tx, endpoint.endpointId)
  const mine = await lockDelivery(tx, delivery.deliveryId)
  if (held === null || mine?.state !== 'pending' || mine.attempts !== delivery.attempts) return
  const { deliveryId, attempts } = delivery
  if (isTaken(told.status)) {
    await setDelivery(tx, deliveryId, { ...told, state: 'delivered', finishedAt: now })
    if (held.failingSince !== null && delivery.event !== 'test') await setFailingSince(tx, held.endpointId, null)
    return
  }
  if (delivery.event === 'test') {
    // somebody looks at it: one attempt, and it says nothing of how the receiver is
    return setDelivery(tx, deliveryId, { ...told, state: 'failed', finishedAt: now })
  }
  const waitMs = retryAfterMs(attempts)
  const next = waitMs === null ? { state: 'failed' as const, finishedAt: now } : { dueAt: later(now, waitMs) }
  await setDelivery(tx, deliveryId, { ...told, ...next })
  await countFailure(tx, held, told, now)
}

async function countFailure(tx: Tx, endpoint: Endpoint, { status }: WebhookAnswer, now: Date): Promise<void> {
  const { endpointId, failingSince, state } = endpoint
  if (failingSince === null) await setFailingSince(tx, endpointId, now)
  if (state !== 'enabled') return
  if (status === GONE) return stopEndpoint(tx, endpoint, '接收方应答 410，表示不再接收', now)
  const isGivenUp = failingSince !== null && Date.parse(failingSince) <= now.getTime() - RECEIVER_GIVEN_UP_MS
  if (isGivenUp) await stopEndpoint(tx, endpoint, '连续三天没有一条送达', now)
}

interface Lane {
  readonly merchantId: string
  readonly endpointId: string
}

/** Sends what is due to a receiver, one after the other, until one fails: whoever is away is not asked again at once. */
async function workLane(services: JobServices, { merchantId, endpointId }: Lane, send: SendWebhook): Promise<void> {
  const { db, clock, log, settings } = services
  const startMs = performance.now()
  while (performance.now() - startMs < TURN_MS) {
    const claimed = await db.tenant(merchantId, (tx) => claim(tx, endpointId, clock.now()))
    if (claimed === null) return
    const { delivery, endpoint } = claimed
    const now = clock.now()
    const message = { id: delivery.deliveryId, now, body: bodyOf(delivery, settings.publicUrl) }
    const secrets = secretsOf(services, endpoint, now)
    if (secrets.length === 0)
      log.error({ merchantId, endpointId }, 'the key of a webhook was sealed with another secret')
    const told: WebhookAnswer =
      secrets.length === 0
        ? { status: null, answer: '密钥无法读取，请更换密钥', tookMs: 0 }
        : await send({ url: endpoint.url, headers: headersOf(message, secrets), body: message.body })
    await db.tenant(merchantId, (tx) => record(tx, claimed, told, clock.now()))
    if (!isTaken(told.status)) return
  }
}

/** Does the work of each lane, so many at a time; a failure of one holds up no other. */
async function inLanes(services: JobServices, lanes: Lane[], send: SendWebhook): Promise<void> {
  const work = async () => {
    for (let lane = lanes.shift(); lane !== undefined; lane = lanes.shift()) {
      const { merchantId, endpointId } = lane
      await workLane(services, lane, send).catch((error: unknown) =>
        services.log.error({ err: error, merchantId, endpointId }, 'webhooks could not be delivered'),
      )
    }
  }
  await Promise.all(Array.from({ length: LANES }, work))
}

/** Delivers what is due to receivers, at least once each; the receivers of all merchants at the same time. */
export async function deliverWebhooks(services: JobServices, given?: SendWebhook): Promise<void> {
  const { db, clock, settings } = services
  const send = given ?? webhookSender({ allowsLocal: settings.webhookLocal })
  const merchants = await db.worker((tx) => waitingMerchants(tx, clock.now(), MERCHANTS_AT_ONCE))
  const lanes: Lane[] = []
  for (const merchantId of merchants) {
    const waiting = await db.tenant(merchantId, (tx) => waitingEndpoints(tx, clock.now()))
    lanes.push(...waiting.map((endpointId) => ({ merchantId, endpointId })))
  }
  await inLanes(services, lanes, send)
}
