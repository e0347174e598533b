import { refusedRequest } from '@huanji/contract/refused-requests'
import type { requestWant } from '@huanji/contract/shapes'
import type { Channel } from '@huanji/domain/channel'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import { findListing } from '../../modules/listing/store.ts'
import { raiseNotice } from '../../modules/notice/raise.ts'
import { findOrder } from '../../modules/order/store.ts'
import { findRefund } from '../../modules/refund/store.ts'
import {
  findRequest,
  markRefused,
  type RequestKey,
  type RequestRow,
  type RequestSubject,
  rewordRefusal,
} from '../../modules/request/store.ts'

type Want = z.output<typeof requestWant>

/** The listing, order or case of a request, as a notice names it. */
interface Thing {
  readonly channel: Channel
  readonly label: string
}

async function thingOf(tx: Tx, subject: RequestSubject, subjectId: string): Promise<Thing | null> {
  if (subject === 'listing') {
    const listing = await findListing(tx, subjectId)
    return listing && { channel: listing.channel, label: listing.modelName || listing.title }
  }
  if (subject === 'refund') {
    const refund = await findRefund(tx, { refundId: subjectId })
    return refund && { channel: refund.channel, label: refund.title }
  }
  const order = await findOrder(tx, { orderId: subjectId })
  return order && { channel: order.channel, label: order.title }
}

/** Tells of a refusal, once for each time that it was asked; what a publication fails by is told with the listing's own move. */
async function tellOfRefusal(tx: Tx, request: RequestRow, now: Date, turn = ''): Promise<void> {
  const { subject, subjectId, generation, problem } = request
  const { want = 'shipped' } = request.desired as { readonly want?: Want }
  const said = refusedRequest(subject, want)
  if (said === undefined) throw new Error(`nobody hears of a refused ${subject} ${want}`)
  const thing = await thingOf(tx, subject, subjectId)
  if (thing === null || said.notice === 'publicationFailed') return
  const about = { kind: said.notice, subjectId, source: `${subject}:${subjectId}:${generation}${turn}` } as const
  await raiseNotice(tx, { ...about, ...thing, detail: problem }, now)
}

/**
 * The marketplace refused a request for good: why is written down, and those who may decide about it are told. False when
 * another request has taken its place. The only way to a refusal, so that none is left unseen.
 */
export async function refuseRequest(
  tx: Tx,
  key: RequestKey & Pick<RequestRow, 'generation'>,
  problem: string,
  now: Date,
): Promise<boolean> {
  if (!(await markRefused(tx, key, key.generation, problem))) return false
  const request = await findRequest(tx, key)
  if (request) await tellOfRefusal(tx, request, now)
  return true
}

/** What was refused is to be decided otherwise by now: why is written anew, and told once more. False where nothing is refused. */
export async function changeRefusal(tx: Tx, key: RequestKey, problem: string, now: Date): Promise<boolean> {
  if (!(await rewordRefusal(tx, key, problem))) return false
  const request = await findRequest(tx, key)
  if (request) await tellOfRefusal(tx, request, now, ':anew')
  return true
}
