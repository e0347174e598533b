import type { InputOf } from '@huanji/contract/call'
import { auctionSessions, goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import type { Channel } from '@huanji/domain/channel'
import { ORDER_STATUS } from '@huanji/marketplace/protocol/orders'
import type { OrderDocument, ProductDocument } from '@huanji/marketplace/sandbox/documents'
import { ControlRefused } from '@huanji/marketplace/sandbox/options'
import type { Random } from '@huanji/marketplace/sandbox/random'
import { type Facts, isRunning, type Offer, phoneOf, productsOf, type Report, type Sale, shownOf } from './facts.ts'
import type { StockPhone } from './stock-room.ts'
import type { World } from './world.ts'

/** Phones of a merchant, what has become of them, and who decides what happens next. */
export interface Stall {
  readonly world: World
  readonly random: Random
  /** Of either channel: which it is now follows from its newest report. */
  readonly phones: readonly StockPhone[]
  /** Both sides as they were before the deed. */
  readonly facts: Facts
}

/** What somebody does: gives what became of it, or null when there is nothing to do it to. */
type Deed = (stall: Stall) => Promise<string | null> | string | null

/** Within the band of what the catalogue says such a phone is worth. */
const PRICES = [125_000, 132_000, 139_000] as const

function oneOf<T>(random: Random, among: readonly T[]): T | null {
  return among[random.whole(0, among.length - 1)] ?? null
}

/** Some of several, each at most once. */
function someOf<T>(random: Random, among: readonly T[], most: number): T[] {
  const rest = [...among]
  const count = Math.min(random.whole(1, most), rest.length)
  return Array.from({ length: count }, () => rest.splice(random.whole(0, rest.length - 1), 1)).flat()
}

const idsOf = (reports: readonly Report[]) => reports.map(({ inspectionId }) => inspectionId)

/** The newest reports of a stall's phones. */
const reportsOf = ({ facts, phones }: Stall): Report[] => phones.flatMap(({ imei }) => facts.newest.get(imei) ?? [])

/** The listings of a stall: those that its phones were ever offered with. */
function offersOf({ facts, phones }: Stall): Offer[] {
  const own = new Set(phones.map(({ imei }) => imei))
  return facts.offers.filter((offer) => offer.phones.some((report) => own.has(phoneOf(facts, report))))
}

function productsOfStall(stall: Stall): ProductDocument[] {
  return offersOf(stall).flatMap((offer) => productsOf(stall.facts, offer))
}

function ordersOf(stall: Stall, ...statuses: readonly number[]): OrderDocument[] {
  const own = new Set(productsOfStall(stall).map(({ productId }) => productId))
  return stall.facts.orders.filter((order) => own.has(order.productId) && statuses.includes(order.status))
}

function salesOf(stall: Stall, ...states: readonly string[]): Sale[] {
  const own = new Set(offersOf(stall).map(({ listingId }) => listingId))
  const { sales } = stall.facts
  return sales.filter(({ listingId, state }) => listingId !== null && own.has(listingId) && states.includes(state))
}

/** Phones that seem free for a channel, and sometimes any: what must not be is asked for too. */
function phonesToOffer(stall: Stall, channel: Channel): readonly Report[] {
  const { random, facts } = stall
  const all = reportsOf(stall)
  const ofChannel = all.filter((report) => report.channel === channel)
  if (random.chance(0.2)) return random.chance(0.3) ? all : ofChannel
  const held = new Set(facts.offers.flatMap((offer) => offer.held))
  const sold = new Set(facts.sales.flatMap((sale) => sale.phones))
  return ofChannel.filter(({ inspectionId }) => !held.has(inspectionId) && !sold.has(inspectionId))
}

async function publish(stall: Stall, payload: InputOf<typeof goods.publish>): Promise<string> {
  const { data, refusal } = await stall.world.ask(goods.publish, payload)
  return data === null ? refusal : data.results.map(({ ok, refusal: word }) => (ok ? 'ok' : word)).join(' ')
}

/** Offers one phone by itself, at auction or at a fixed price. */
async function offer(stall: Stall, inspectionId: string, channel: Channel): Promise<string | null> {
  const { world, random } = stall
  const common = {
    inspectionIds: [inspectionId],
    shopAccountId: oneOf(random, world.shopIds) ?? '',
    priceConfirmed: true,
  }
  if (channel === 'curated') {
    const listing = { ...common, kind: 'single' as const, priceFen: random.pick(PRICES) }
    return publish(stall, { channel, listings: [listing] })
  }
  const { data } = await world.ask(auctionSessions.sessions, {})
  const session = oneOf(random, data?.sessions.slice(0, 4) ?? [])
  if (!session) return null
  const { scheduleDate, scheduleNumber } = session
  const listing = { ...common, scheduleDate, scheduleNumber, startPriceFen: 150_000, reservePriceFen: 180_000 }
  return publish(stall, { channel, listings: [listing] })
}

const publishOne =
  (channel: Channel): Deed =>
  (stall) => {
    const phone = oneOf(stall.random, phonesToOffer(stall, channel))
    return phone && offer(stall, phone.inspectionId, channel)
  }

/**
 * A phone is inspected anew, mostly for the other channel: one that lies here on its record, and one that is said to
 * have just come in from its IMEI, whatever our books say of it. Mostly it is offered at once.
 */
const inspectAnew =
  (from: 'record' | 'imei'): Deed =>
  async (stall) => {
    const { world, random } = stall
    const all = reportsOf(stall)
    const likely = all.filter(({ state }) => state === (from === 'record' ? 'listable' : 'sold'))
    const report = oneOf(random, random.chance(0.2) ? all : likely)
    if (!report) return null
    const channel = random.chance(0.8) === (report.channel === 'curated') ? 'auction' : 'curated'
    const { inspectionId, refusal } = await world.inspect(report, channel, from)
    if (inspectionId === null) return `${report.state} ${refusal}`
    // mostly looked at because it is to be sold
    return `${report.state} ok, ${random.chance(0.6) ? await offer(stall, inspectionId, channel) : 'kept'}`
  }

const publishStock: Deed = (stall) => {
  const { world, random } = stall
  const phones = someOf(random, phonesToOffer(stall, 'curated'), 4)
  if (phones.length === 0) return null
  const shopAccountId = oneOf(random, world.shopIds) ?? ''
  const skus = skusOf(phones).map((skuId) => ({ skuId, priceFen: random.pick(PRICES) }))
  const listing = { kind: 'stock' as const, inspectionIds: idsOf(phones), shopAccountId, skus, priceConfirmed: true }
  return publish(stall, { channel: 'curated', listings: [listing] })
}

const skusOf = (reports: readonly Report[]): string[] => [...new Set(reports.map(({ skuId }) => skuId))]

type Operation = InputOf<typeof goods.operate>

async function operate(stall: Stall, action: Operation['action'], row: Operation['rows'][number]): Promise<string> {
  const { data, refusal } = await stall.world.ask(goods.operate, { action, rows: [row] })
  const [result] = data?.results ?? []
  return `${action} ${result === undefined ? refusal : result.ok ? 'ok' : result.refusal}`
}

const operateAny =
  (action: 'off_shelf' | 'relist' | 'delete'): Deed =>
  async (stall) => {
    const offer = oneOf(stall.random, offersOf(stall))
    if (!offer) return null
    const again = action === 'relist' && offer.channel === 'auction' ? await nextSession(stall) : {}
    return operate(stall, action, { listingId: offer.listingId, priceConfirmed: true, ...again })
  }

async function nextSession({ world }: Stall): Promise<object> {
  const { data } = await world.ask(auctionSessions.sessions, {})
  const { scheduleDate, scheduleNumber } = data?.sessions[0] ?? {}
  return { scheduleDate, scheduleNumber }
}

const restock: Deed = (stall) => {
  const offer = oneOf(
    stall.random,
    offersOf(stall).filter(({ kind }) => kind === 'stock'),
  )
  const phones = someOf(stall.random, phonesToOffer(stall, 'curated'), 2)
  if (!offer || phones.length === 0) return null
  return operate(stall, 'restock', { listingId: offer.listingId, inspectionIds: idsOf(phones), priceConfirmed: true })
}

const edit: Deed = async (stall) => {
  const { random, world } = stall
  const offer = oneOf(
    random,
    offersOf(stall).filter(({ channel }) => channel === 'curated'),
  )
  if (!offer) return null
  const priceFen = random.pick(PRICES)
  const reports = offer.phones.flatMap((report) => stall.facts.reports.get(report) ?? [])
  const skuId = oneOf(random, skusOf(reports)) ?? ''
  const price = offer.kind === 'stock' ? { skus: [{ skuId, priceFen }] } : { priceFen }
  const title = random.chance(0.5) ? { title: `苹果 iPhone 13 第${random.whole(1, 99)}号` } : {}
  const asked = { listingId: offer.listingId, version: offer.version, ...price, ...title, priceConfirmed: true }
  const { refusal } = await world.ask(goods.edit, asked)
  return refusal ?? 'ok'
}

/** A deed of the simulated buyers or of the market: what cannot be done any more is no failure. */
function atMarket(act: () => string | undefined): string {
  try {
    return act() ?? 'ok'
  } catch (error) {
    if (error instanceof ControlRefused) return error.message
    throw error
  }
}

const buy: Deed = (stall) => {
  const product = oneOf(
    stall.random,
    productsOfStall(stall).filter((one) => shownOf(one) > 0),
  )
  if (!product) return null
  const sku = oneOf(stall.random, product.skus ?? [])
  const quantity = stall.random.whole(1, Math.min(product.stock, 3))
  return atMarket(() => stall.world.control.buyProduct(product.productId, quantity, sku?.sku_id))
}

const conclude: Deed = (stall) => {
  const own = new Set(productsOfStall(stall).map(({ productId }) => productId))
  const entry = oneOf(
    stall.random,
    stall.facts.entries.filter((one) => own.has(one.productId) && isRunning(one)),
  )
  if (!entry) return null
  const priceFen = stall.random.chance(0.75) ? stall.random.whole(180_000, 260_000) : null
  return atMarket(() => stall.world.control.concludeEntry(entry.entryId, { priceFen }))
}

const { awaitingPayment, awaitingShipment, shipped } = ORDER_STATUS

const onOrder =
  (statuses: readonly number[], act: (world: World, orderNo: string) => void): Deed =>
  (stall) => {
    const order = oneOf(stall.random, ordersOf(stall, ...statuses))
    return order && atMarket(() => act(stall.world, order.orderNo) ?? undefined)
  }

const close: Deed = async (stall) => {
  const sale = oneOf(stall.random, salesOf(stall, 'awaiting_payment', 'awaiting_shipment'))
  if (!sale) return null
  const call = sale.channel === 'auction' ? auctionOrder.close : curatedOrder.close
  const { refusal } = await stall.world.ask(call, { orderId: sale.orderId, reasonCode: 'other', note: '模拟关闭' })
  return refusal ?? 'ok'
}

const changePrice: Deed = async (stall) => {
  const sale = oneOf(stall.random, salesOf(stall, 'awaiting_payment', 'awaiting_shipment'))
  if (!sale) return null
  const asked = { orderId: sale.orderId, priceFen: stall.random.whole(100_000, 138_000), freightFen: 1_200 }
  const { refusal } = await stall.world.ask(curatedOrder.changePrice, asked)
  return refusal ?? 'ok'
}

const pick: Deed = async (stall) => {
  const sale = oneOf(
    stall.random,
    salesOf(stall, 'awaiting_shipment').filter(({ channel }) => channel === 'curated'),
  )
  const stock = stall.facts.offers.find(({ listingId }) => listingId === sale?.listingId)?.held ?? []
  const phone = oneOf(stall.random, stall.random.chance(0.7) ? stock : idsOf(reportsOf(stall)))
  if (!sale || !phone) return null
  const undo = stall.random.chance(0.15)
  const asked = { orderId: sale.orderId, inspectionId: phone, undo, confirmBetter: true }
  const { refusal } = await stall.world.ask(curatedOrder.setDeliveryStock, asked)
  return `${undo ? 'undo ' : ''}${refusal ?? 'ok'}`
}

const ship: Deed = async (stall) => {
  const sale = oneOf(stall.random, salesOf(stall, 'awaiting_shipment'))
  if (!sale) return null
  const phones = sale.phones.flatMap((report) => stall.facts.reports.get(report) ?? [])
  const scans = phones.map(({ imei: unitCode, bagCode }) => ({ unitCode, bagCode }))
  const call = sale.channel === 'auction' ? auctionOrder.delivery : curatedOrder.delivery
  const waybill = `SF${stall.random.whole(1_000_000_000_000, 9_999_999_999_999)}`
  const { refusal } = await stall.world.ask(call, { orderId: sale.orderId, carrierCode: 'SF', waybill, scans })
  return refusal ?? 'ok'
}

/** What happens in a trade, and how often in a hundred or so. */
export const DEEDS: Readonly<Record<string, { readonly share: number; readonly act: Deed }>> = {
  inspectAnew: { share: 5, act: inspectAnew('record') },
  takeIn: { share: 12, act: inspectAnew('imei') },
  publishAuction: { share: 6, act: publishOne('auction') },
  publishSingle: { share: 7, act: publishOne('curated') },
  publishStock: { share: 12, act: publishStock },
  restock: { share: 6, act: restock },
  edit: { share: 6, act: edit },
  takeOff: { share: 4, act: operateAny('off_shelf') },
  relist: { share: 4, act: operateAny('relist') },
  delete: { share: 2, act: operateAny('delete') },
  buy: { share: 20, act: buy },
  conclude: { share: 10, act: conclude },
  pay: { share: 30, act: onOrder([awaitingPayment], ({ control }, orderNo) => control.payOrder(orderNo)) },
  callOff: { share: 2, act: onOrder([awaitingPayment, awaitingShipment], ({ control }, no) => control.closeOrder(no)) },
  close: { share: 3, act: close },
  changePrice: { share: 4, act: changePrice },
  pick: { share: 18, act: pick },
  ship: { share: 10, act: ship },
  receive: { share: 3, act: onOrder([shipped], ({ control }, orderNo) => control.confirmReceipt(orderNo)) },
}

const ALL = Object.entries(DEEDS)
const SHARES = ALL.reduce((sum, [, { share }]) => sum + share, 0)

/** One of them, as often as its share says. */
function byShare(random: Random): (typeof ALL)[number] | undefined {
  let left = random.share() * SHARES
  for (const deed of ALL) {
    left -= deed[1].share
    if (left < 0) return deed
  }
  return ALL[0]
}

/** Does something by chance that can be done, of the deeds named or of all. Gives what it was and what became of it. */
export async function doSomething(stall: Stall, among?: ReadonlySet<string>): Promise<string> {
  for (let tries = 0; tries < 20; tries += 1) {
    const [name, deed] = byShare(stall.random) ?? []
    if (name === undefined || deed === undefined || among?.has(name) === false) continue
    const end = await deed.act(stall)
    if (end !== null) return `${name}: ${end}`
  }
  return 'nothing'
}
