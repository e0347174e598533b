import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { bill } from '@huanji/contract/calls/bill'
import { goods } from '@huanji/contract/calls/goods'
import { detRecord } from '@huanji/contract/calls/inspection'
import { merchant } from '@huanji/contract/calls/merchant'
import { extSealBag } from '@huanji/contract/calls/sealed-bag'
import { IDEMPOTENCY_HEADER, type LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { signIn } from '../contract/fixtures/client.ts'
import { bodyOf } from '../contract/gateway/target.ts'
import { PASSWORD, PHONE } from './databases.ts'
import { post, quantile } from './load.ts'
import { ms, perSecond, ratio, thousands, verdict } from './markdown.ts'
import { type Measured, newDraft, OK, type Result, targetOf } from './measurements.ts'
import type { BenchOptions } from './options.ts'

/** People at work, each with a call after a pause; a call in three writes. */
const PEOPLE = 25
const PAUSE_MS = 100
/** The time is reported in so many parts of the same length. */
const PARTS = 10
const MEMORY_EVERY_MS = 1_000
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
    path: extSealBag.registerRoll.path,
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

/** What one part of the time came to. */
interface Part {
  readonly latencies: number[]
  shed: number
  failed: string[]
  memoryBytes: number
}

/** Whether the gateway stays as it is under people at work for as long as is asked: latencies, refusals, memory. */
export async function soak({ database, url, memory }: Measured, { soakMinutes }: BenchOptions): Promise<Result> {
  const who = await signIn(targetOf(url), PHONE, PASSWORD)
  const mix = mixOf(who, await newDraft(url, who, 1))
  const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE })
  const partMs = (soakMinutes * 60_000) / PARTS
  const parts = Array.from({ length: PARTS }, (): Part => ({ latencies: [], shed: 0, failed: [], memoryBytes: 0 }))
  const startedAt = performance.now()
  const present = (): Part | undefined => parts[Math.floor((performance.now() - startedAt) / partMs)]
  const timer = setInterval(() => {
    const part = present()
    if (part) part.memoryBytes = Math.max(part.memoryBytes, memory())
  }, MEMORY_EVERY_MS)

  async function person(number: number): Promise<void> {
    for (let turn = number; ; turn += 1) {
      const part = present()
      if (!part) return
      const { path, body, isWrite } = mix[turn % mix.length] as Call
      const sentAt = performance.now()
      const headers = isWrite ? { [IDEMPOTENCY_HEADER]: randomUUID() } : {}
      const answer = await post(agent, { url: url + path, headers, body: body() })
      part.latencies.push(performance.now() - sentAt)
      if (answer.includes(BUSY)) part.shed += 1
      else if (!answer.includes(OK)) part.failed.push(answer.slice(0, 200))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, (_, number) => person(number)))
  clearInterval(timer)
  agent.destroy()
  const failed = parts.flatMap((part) => part.failed)
  if (failed.length > 0) throw new Error(`${failed.length} calls failed, first with ${failed[0]}`)
  return reportOf(parts, { partMs, orders: database.orders })
}

function reportOf(parts: readonly Part[], { partMs, orders }: { partMs: number; orders: number }): Result {
  const measured = parts.map(({ latencies, shed, memoryBytes }) => {
    const sorted = latencies.sort((a, b) => a - b)
    return { calls: sorted.length, median: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), shed, memoryBytes }
  })
  // the first part warms up
  const [, early] = measured
  const late = measured.at(-1)
  if (!early || !late) throw new Error('there is nothing to compare')
  const memory = late.memoryBytes / early.memoryBytes
  return {
    note:
      `${thousands(orders)} orders; ${PEOPLE} people, each with a call ${PAUSE_MS} ms after the last, three in ten of them writes. ` +
      `Last part against the second: p99 ${ratio(late.p99 / early.p99)}, memory ${ratio(memory)} (${verdict(memory, { atMost: 1.25 })}).`,
    head: ['minutes', 'calls', 'median', 'p99', 'shed', 'memory'],
    rows: measured.map((part, index) => [
      ((index * partMs) / 60_000).toFixed(1),
      perSecond((part.calls * 1000) / partMs),
      ms(part.median),
      ms(part.p99),
      part.shed,
      `${Math.round(part.memoryBytes / 1024 / 1024)} MB`,
    ]),
  }
}
