import type { InputOf, OutputOf } from '@huanji/contract/call'
import { bill } from '@huanji/contract/features/bill/calls'
import { auctionSessions, goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { shop } from '@huanji/contract/features/shop/calls'
import type { Channel } from '@huanji/domain/channel'
import { buy, entryIn, type Market } from './market.ts'
import { type Caller, eventually, type Observer } from './person.ts'

type Publication = InputOf<typeof goods.publish>
export type AuctionRow = Extract<Publication, { channel: 'auction' }>['listings'][number]
export type CuratedRow = Extract<Publication, { channel: 'curated' }>['listings'][number]
export type CuratedOrder = OutputOf<typeof curatedOrder.list>['list'][number]
interface OrderOf {
  readonly auction: OutputOf<typeof auctionOrder.list>['list'][number]
  readonly curated: CuratedOrder
}

/** The calls of a channel's orders. */
const callsOf = (channel: Channel) => (channel === 'auction' ? auctionOrder : curatedOrder)

/** Waits until the merchant has a shop that may sell on a channel, and gives its id. */
export function usableShop(person: Observer, channel: Channel = 'auction'): Promise<string> {
  return eventually(person, 'a usable shop', async () => {
    const { options } = await person.call(shop.options, { channel })
    return options.find(({ usable }) => usable)?.value
  })
}

/** Publishes one listing and gives its id; that the marketplace takes it is awaited by `onSale`. @throws Error when it is refused */
async function publish(person: Caller, publication: Publication): Promise<string> {
  const { results } = await person.call(goods.publish, publication)
  const [result] = results
  if (!result?.ok || result.listingId === null) throw new Error(`not published: ${result?.refusal} ${result?.message}`)
  return result.listingId
}

export const publishAuction = (person: Caller, row: AuctionRow): Promise<string> =>
  publish(person, { channel: 'auction', listings: [row] })
export const publishCurated = (person: Caller, row: CuratedRow): Promise<string> =>
  publish(person, { channel: 'curated', listings: [row] })

/** What is said of a phone in the session after the next, which does not close meanwhile. */
export async function inLaterSession(
  person: Observer,
  of: Pick<AuctionRow, 'shopAccountId' | 'inspectionIds' | 'startPriceFen' | 'reservePriceFen'>,
  mode?: 'open' | 'sealed',
): Promise<AuctionRow> {
  const { scheduleDate, scheduleNumber } = await eventually(person, 'a session that takes entries', async () => {
    const [, ...later] = (await person.call(auctionSessions.sessions, {})).sessions
    return later.find((one) => mode === undefined || one.mode === mode)
  })
  return { ...of, scheduleDate, scheduleNumber, priceConfirmed: true }
}

/** What a phone that can be listed at a fixed price is: its SKU, and what it is worth. */
export async function listable(person: Caller, filter: { readonly code?: string; readonly batchId?: string }) {
  const { list } = await person.call(goods.listable, { channel: 'curated', ...filter })
  const [row] = list
  if (!row) throw new Error('the phone cannot be listed')
  return { skuId: row.skuId, priceFen: row.referencePriceFen ?? 0 }
}

/** Waits until a listing is on sale and nothing is asked of the marketplace any more. @throws Error when it was refused there */
export async function onSale(person: Observer, listingId: string): Promise<void> {
  await eventually(person, `listing ${listingId} on sale`, async () => {
    const { state, desired, failure } = await person.call(goods.detail, { listingId })
    if (state === 'publish_failed') throw new Error(`the marketplace refused it: ${JSON.stringify(failure)}`)
    return state === 'on_sale' && (desired?.state ?? 'settled') === 'settled' ? true : null
  })
}

/** Waits until the order of a code is in a state and nothing is asked of it any more. */
export function orderIn<C extends Channel>(
  person: Observer,
  channel: C,
  code: string,
  state: OrderOf[C]['state'],
): Promise<OrderOf[C]> {
  return eventually(person, `the order of ${code} to be ${state}`, async () => {
    const { list } = await person.call(callsOf(channel).list, { code })
    const found = list.find((order) => order.state === state && order.desired?.state !== 'pending')
    return found as OrderOf[C] | undefined
  })
}

/** A phone that can be listed. */
export interface PhoneInStock {
  readonly imei: string
  /** Empty where it lies in none. */
  readonly bagCode: string
  readonly inspectionId: string
  readonly shopAccountId: string
}

/** The phone with its listing and the order that it is sold by. */
export interface SoldPhone extends PhoneInStock {
  readonly listingId: string
  readonly orderId: string
  readonly orderNo: string
}

export const PRICES = { startPriceFen: 200_000, reservePriceFen: 220_000 }
export const DEAL_FEN = 230_000

/** Lists a phone in the session after the next; gives the listing's id. */
export async function offerAtAuction(
  person: Observer,
  { inspectionId, shopAccountId }: Pick<PhoneInStock, 'inspectionId' | 'shopAccountId'>,
  mode?: 'open' | 'sealed',
): Promise<string> {
  const row = { inspectionIds: [inspectionId], shopAccountId, ...PRICES }
  return publishAuction(person, await inLaterSession(person, row, mode))
}

/** Sells a phone at auction: it is listed, won and paid for, and waits to be shipped. */
export async function sellAtAuction(
  person: Observer,
  market: Market,
  phone: PhoneInStock,
  priceFen = DEAL_FEN,
): Promise<SoldPhone> {
  const listingId = await offerAtAuction(person, phone)
  await onSale(person, listingId)
  const entry = await eventually(person, 'the entry at the marketplace', async () =>
    entryIn(await market.dump(), listingId),
  )
  await market.concludeEntry(entry.entryId, { priceFen })
  const { orderId, orderNo } = await orderIn(person, 'auction', phone.imei, 'awaiting_payment')
  await market.payOrder(orderNo)
  await orderIn(person, 'auction', phone.imei, 'awaiting_shipment')
  return { ...phone, listingId, orderId, orderNo }
}

/** Puts a phone on sale at a fixed price by its own report; gives the listing's id. */
export async function offerAlone(
  person: Observer,
  { inspectionId, shopAccountId }: Pick<PhoneInStock, 'inspectionId' | 'shopAccountId'>,
  priceFen: number,
): Promise<string> {
  const row = { kind: 'single' as const, inspectionIds: [inspectionId], shopAccountId, priceFen, priceConfirmed: true }
  const listingId = await publishCurated(person, row)
  await onSale(person, listingId)
  return listingId
}

/** Puts phones of a batch on sale as the stock of one listing, at what they are worth where no price is named. */
export async function offerStock(
  person: Observer,
  { batchId, inspectionIds, shopAccountId }: Omit<Extract<CuratedRow, { kind: 'stock' }>, 'kind' | 'skus'>,
  priceFen?: number,
): Promise<{ readonly listingId: string; readonly skuId: string }> {
  const { skuId, priceFen: worthFen } = await listable(person, { batchId: batchId ?? '' })
  const skus = [{ skuId, priceFen: priceFen ?? worthFen }]
  const row = { kind: 'stock' as const, batchId, inspectionIds, shopAccountId, skus, priceConfirmed: true }
  const listingId = await publishCurated(person, row)
  await onSale(person, listingId)
  return { listingId, skuId }
}

/** Lets a buyer order of a listing at a fixed price; the order waits to be paid for. */
export async function order(
  person: Observer,
  market: Market,
  listingId: string,
  quantity?: number,
): Promise<CuratedOrder> {
  return orderIn(person, 'curated', await buy(market, listingId, quantity), 'awaiting_payment')
}

/** The same, and the buyer pays: the order waits for its phones and its shipment. */
export async function sellOfStock(
  person: Observer,
  market: Market,
  listingId: string,
  quantity?: number,
): Promise<CuratedOrder> {
  const { orderNo } = await order(person, market, listingId, quantity)
  await market.payOrder(orderNo)
  return orderIn(person, 'curated', orderNo, 'awaiting_shipment')
}

/** Names the phone that an order at a fixed price is shipped with. @throws Error when the call asks whether it is meant */
export async function pick(person: Caller, orderId: string, unitCode: string): Promise<void> {
  const { warning } = await person.call(curatedOrder.setDeliveryStock, { orderId, unitCode })
  if (warning !== null) throw new Error(`picking asks: ${warning.message}`)
}

type Parcel = InputOf<typeof auctionOrder.delivery>

/** A parcel with a phone, and the bag that it lies in where it has one. */
export const parcelOf = (orderId: string, { imei, bagCode }: Pick<PhoneInStock, 'imei' | 'bagCode'>): Parcel => ({
  orderId,
  carrierCode: 'SF',
  waybill: `SF${imei.slice(-13)}`,
  scans: [{ unitCode: imei, ...(bagCode === '' ? {} : { bagCode }) }],
})

/** Ships an order, and waits until the marketplace knows of it, or has refused it where that is said. */
export async function ship(
  person: Observer,
  channel: Channel,
  parcel: Parcel,
  end: 'done' | 'failed' = 'done',
): Promise<void> {
  const { delivery, detail } = callsOf(channel)
  await person.call(delivery, parcel)
  await eventually(person, `the shipment to be ${end} at the marketplace`, async () => {
    const { deliverySync } = await person.call(detail, { orderId: parcel.orderId })
    return deliverySync === end ? true : null
  })
}

/** The buyer has the phone, and the order is over. */
export async function receive(person: Observer, market: Market, channel: Channel, orderNo: string): Promise<void> {
  await market.confirmReceipt(orderNo)
  await orderIn(person, channel, orderNo, 'completed')
}

/** The marketplace settles completed orders within this time. */
export const SETTLED_AFTER_MS = 2 * 24 * 60 * 60 * 1000

/** Waits for the bill rows of an order. */
export async function billed(person: Observer, orderNo: string): Promise<void> {
  await eventually(person, `bill rows of ${orderNo}`, async () => {
    const { list } = await person.call(bill.list, { orderNo })
    return list.length > 0 ? true : null
  })
}
