import type { OutputOf } from '@huanji/contract/call'
import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { extAuction, goods } from '@huanji/contract/calls/goods'
import { expect } from '@playwright/test'
import type { Caller } from './caller.ts'
import type { InspectedPhone } from './phones.ts'

interface Entry {
  readonly entryId: number
  readonly productId: number
  readonly status: string
}

interface Dump {
  readonly product?: Readonly<
    Record<string, { readonly productId: number; readonly fields: { readonly outer_id?: string } }>
  >
  readonly entry?: Readonly<Record<string, Entry>>
}

/** What happens in the background shows within this time, also on a slow machine. */
const BACKGROUND_MS = 60_000

/** Asks the stand-in marketplace for one of its control actions. @throws Error with its refusal */
export async function control<Answer>(action: string, body: object = {}): Promise<Answer> {
  const url = process.env.JOURNEY_SANDBOX_URL
  if (!url) throw new Error('JOURNEY_SANDBOX_URL is not set: the product was not started')
  const response = await fetch(`${url}/sandbox/control/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { code: number; msg: string; data: Answer }
  if (answer.code !== 0) throw new Error(`${action}: ${answer.code} ${answer.msg}`)
  return answer.data
}

async function entryOf(listingId: string): Promise<Entry | undefined> {
  const { product = {}, entry = {} } = await control<Dump>('dump')
  const productId = Object.values(product).find(({ fields }) => fields.outer_id === listingId)?.productId
  return Object.values(entry).find((one) => one.productId === productId)
}

/** Waits until the auction market has accepted a listing, and gives its entry there. */
export async function scheduledEntry(listingId: string): Promise<number> {
  await expect
    .poll(async () => (await entryOf(listingId))?.status, {
      timeout: BACKGROUND_MS,
      message: 'the market to accept the entry',
    })
    .toBe('scheduled')
  const entry = await entryOf(listingId)
  if (!entry) throw new Error('the entry is gone')
  return entry.entryId
}

/** A listing's prices in fen. */
export interface Prices {
  readonly startPriceFen: number
  readonly reservePriceFen: number
}

export const PRICES: Prices = { startPriceFen: 200_000, reservePriceFen: 220_000 }

/** Lists a phone in the session after the next, by calls. */
export async function publishPhone(caller: Caller, phone: InspectedPhone): Promise<string> {
  const { sessions } = await caller.call(extAuction.sessions, {})
  const session = sessions[1]
  if (!session) throw new Error('there is no session to list in')
  const { results } = await caller.call(goods.publish, {
    channel: 'auction',
    listings: [
      {
        inspectionIds: [phone.inspectionId],
        shopAccountId: phone.shopAccountId,
        scheduleDate: session.scheduleDate,
        scheduleNumber: session.scheduleNumber,
        ...PRICES,
        priceConfirmed: true,
      },
    ],
  })
  const [result] = results
  if (!result?.listingId) throw new Error(`not listed: ${result?.message ?? ''}`)
  return result.listingId
}

type OrderRow = OutputOf<typeof auctionOrder.list>['list'][number]

/** Waits until the order of a phone is in a state, and gives it. */
export async function orderOf(caller: Caller, imei: string, state: OrderRow['state']): Promise<OrderRow> {
  const find = async () => (await caller.call(auctionOrder.list, { code: imei })).list[0]
  await expect
    .poll(async () => (await find())?.state, { timeout: BACKGROUND_MS, message: `the order of ${imei} to be ${state}` })
    .toBe(state)
  const order = await find()
  if (!order) throw new Error(`no order of ${imei}`)
  return order
}

/** Sells a phone to a simulated buyer who pays: it awaits shipment afterwards. */
export async function sellPhone(caller: Caller, phone: InspectedPhone, priceFen: number): Promise<OrderRow> {
  const entryId = await scheduledEntry(await publishPhone(caller, phone))
  await control('concludeEntry', { entryId, priceFen })
  const { orderNo } = await orderOf(caller, phone.imei, 'awaiting_payment')
  await control('payOrder', { orderNo })
  return orderOf(caller, phone.imei, 'awaiting_shipment')
}
