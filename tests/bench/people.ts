import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { IDEMPOTENCY_HEADER, type LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { bill } from '@huanji/contract/features/bill/calls'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { goods } from '@huanji/contract/features/listing/goods'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { signIn } from '../contract/fixtures/client.ts'
import { bodyOf } from '../contract/gateway/target.ts'
import { PASSWORD, PHONE } from './databases.ts'
import { post } from './load.ts'
import { newDraft, OK, targetOf } from './measurements.ts'

/** People at work, each with a call after a pause; a call in three writes. */
export const PEOPLE = 25
export const PAUSE_MS = 100
/** Shed, with a sentence and the time to come back: no failure. */
const BUSY = `"_errCode":"${ERR.busy}"`

/** A call of the mix: where to, and its next body. */
interface Call {
  readonly path: string
  readonly body: () => string
  readonly isWrite: boolean
}

function mixOf(who: LoginContext, draft: { inspectionId: string; imei: string }): readonly Call[] {
  let bags = 0
  const read = (spec: { path: string }, payload: object): Call => {
    const body = bodyOf(who, payload)
    return { path: spec.path, body: () => body, isWrite: false }
  }
  const register: Call = {
    path: bagRoll.registerRoll.path,
    body: () => {
      bags += 1
      return bodyOf(who, { firstCode: `SOAK${String(bags).padStart(9, '0')}`, count: 1 })
    },
    isWrite: true,
  }
  return [
    read(auctionOrder.list, {}),
    register,
    read(goods.list, {}),
    read(auctionOrder.list, { state: 'awaiting_shipment', sort: 'deadline.asc' }),
    register,
    read(detRecord.getDetRecordDetails, { inspectionId: draft.inspectionId }),
    read(auctionOrder.list, { keyword: 'iPhone 14' }),
    register,
    read(bill.list, {}),
    read(merchant.business, {}),
  ]
}

/** How a call of theirs was answered. */
export interface Answered {
  readonly tookMs: number
  readonly isShed: boolean
}

/**
 * Lets people work at a gateway until `isOver`, one call of the mix after the other.
 * @throws Error when a call was neither done nor shed
 */
export async function peopleAtWork(
  url: string,
  isOver: () => boolean,
  note: (answered: Answered) => void,
): Promise<void> {
  const who = await signIn(targetOf(url), PHONE, PASSWORD)
  const mix = mixOf(who, await newDraft(url, who, 1))
  const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE })
  const failed: string[] = []
  async function person(number: number): Promise<void> {
    for (let turn = number; !isOver(); turn += 1) {
      const { path, body, isWrite } = mix[turn % mix.length] as Call
      const sentAt = performance.now()
      const headers = isWrite ? { [IDEMPOTENCY_HEADER]: randomUUID() } : {}
      const answer = await post(agent, { url: url + path, headers, body: body() })
      const isShed = answer.includes(BUSY)
      note({ tookMs: performance.now() - sentAt, isShed })
      if (!isShed && !answer.includes(OK)) failed.push(answer.slice(0, 200))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, (_, number) => person(number)))
  agent.destroy()
  if (failed.length > 0) throw new Error(`${failed.length} calls failed, first with ${failed[0]}`)
}
