import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import type { Channel } from '@huanji/domain/channel'
import { randomOf } from '@huanji/marketplace/sandbox/random'
import { markReturned } from '../modules/inspection/commands.ts'
import { moveListing } from '../modules/listing/store.ts'
import { ownerOf, personAt } from './merchants.ts'
import { pickByShare } from './phones.ts'
import {
  conclude,
  enter,
  type HandledPhone,
  operate,
  ownerAt,
  publish,
  type Run,
  remoteEntryId,
  ship,
  takePhotos,
} from './steps.ts'
import { orderIn } from './trade/selling.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SHANGHAI_MS = 8 * HOUR_MS
/** Sealed sessions of the stand-in marketplace follow each other without a gap, so that one is always running. */
const SEALED_EVERY_MS = 2 * HOUR_MS
/** The stand-in marketplace looks at a publication within this time. */
const REVIEW_MS = 30_000
/** After everything else that happens. */
const AT_LAST = Number.POSITIVE_INFINITY

/**
 * What becomes of a phone. Of a large number, `share` in a hundred go each way; the first phones go one way each, in this
 * order. `session` is how many hours before the end its auction begins, at least and at most; negative lies ahead.
 */
const SCENARIOS = table({
  completed: { share: 14, session: [84, 672] },
  draft: { share: 4 },
  awaitingPhotos: { share: 6 },
  awaitingSeal: { share: 6 },
  listable: { share: 24 },
  scheduled: { share: 10, session: [-40, -2] },
  bidding: { share: 7, session: 'running' },
  awaitingPayment: { share: 4, session: [3, 22] },
  awaitingShipment: { share: 8, session: [3, 22] },
  shipped: { share: 5, session: [14, 24] },
  unsettled: { share: 3, session: [26, 40] },
  unsold: { share: 4, session: [24, 480] },
  defaulted: { share: 2, session: [48, 480] },
  publishRefused: { share: 1, session: [-20, -4] },
  offShelf: { share: 1, session: [-30, -6] },
  returned: { share: 1, session: [168, 480] },
  negotiating: { share: 1, session: 'running' },
  curatedListable: { share: 2 },
  curatedDraft: { share: 0 },
  deleted: { share: 0, session: [-30, -6] },
  corrected: { share: 0, session: [-20, -4] },
  resealed: { share: 0 },
  takeOffRefused: { share: 0, session: 'running' },
  shipmentRefused: { share: 0, session: [5, 22] },
  publishPending: { share: 0, session: [-30, -6] },
  takeOffPending: { share: 0, session: [-30, -6] },
  shipmentPending: { share: 0, session: [5, 22] },
  claimedMoney: { share: 0, session: [14, 22] },
  claimedReturn: { share: 0, session: [40, 60] },
  claimedVerdict: { share: 0, session: [32, 40] },
})

interface Course {
  readonly share: number
  readonly session?: readonly [least: number, most: number] | 'running'
}

function table<Name extends string>(courses: Readonly<Record<Name, Course>>): Readonly<Record<Name, Course>> {
  return courses
}

export type Scenario = keyof typeof SCENARIOS
export const ALL_SCENARIOS = Object.keys(SCENARIOS) as Scenario[]

/** The scenario of the phone with this number. */
export function scenarioOf(seed: number, number: number): Scenario {
  const likely = ALL_SCENARIOS.map((scenario) => ({ scenario, share: SCENARIOS[scenario].share }))
  return ALL_SCENARIOS[number] ?? pickByShare(randomOf(seed, `scenario:${number}`), likely).scenario
}

/** A length of time between two numbers of hours, in milliseconds. */
type Hours = (least: number, most: number) => number

/** Where a phone of the scenario is to be sold. */
export const channelOf = (scenario: Scenario): Channel => (scenario.startsWith('curated') ? 'curated' : 'auction')

/** When a phone is inspected, put on sale and auctioned, in milliseconds since 1970. */
function timesOf(scenario: Scenario, endMs: number, hours: Hours) {
  const { session }: Course = SCENARIOS[scenario]
  if (session === undefined) return { inspectMs: endMs - hours(0.5, 36), publishMs: endMs, sessionMs: endMs }
  const runningMs = Math.floor((endMs + SHANGHAI_MS) / SEALED_EVERY_MS) * SEALED_EVERY_MS - SHANGHAI_MS
  // what has just begun has no offer yet
  const hasBegun = scenario !== 'negotiating' || endMs - runningMs > 45 * MINUTE_MS
  const sessionMs =
    session === 'running' ? runningMs - (hasBegun ? 0 : SEALED_EVERY_MS) : endMs - hours(session[0], session[1])
  const publishMs = Math.min(sessionMs, endMs) - hours(1, 4)
  return { inspectMs: publishMs - hours(1, 20), publishMs, sessionMs }
}

/**
 * Takes a phone through its scenario by the product's calls and the stand-in marketplace's control. Each value it yields
 * is a moment that it waits for, in milliseconds since 1970; between two of them nothing else happens.
 */
export async function* runScenario(phone: HandledPhone, scenario: Scenario): AsyncGenerator<number, void, void> {
  const { world, plan } = phone
  const random = randomOf(world.seed, `times:${plan.number}`)
  const hours: Hours = (least, most) => Math.round((least + random.share() * (most - least)) * 60) * MINUTE_MS
  const times = timesOf(scenario, world.endMs, hours)
  yield times.inspectMs
  const isDraft = scenario === 'draft' || scenario === 'curatedDraft'
  // a bag that is scanned before the photographs are complete is held
  const isSealed = !isDraft && scenario !== 'awaitingSeal'
  const saved = await enter(phone, isSealed ? phone.bagCode : '', isDraft ? { mode: 'draft' } : {})
  if (!isDraft) await takePhotos(phone, saved, scenario === 'awaitingPhotos' ? random.whole(0, 3) : undefined)
  if (scenario === 'resealed') {
    const exchange = { inspectionId: saved.inspectionId, bagCode: phone.spareBagCode, replaceReason: '封袋破损' }
    await phone.inspector.call(bagRoll.bind, exchange)
  }
  if (SCENARIOS[scenario].session === undefined) return
  yield scenario === 'publishPending' ? AT_LAST : times.publishMs
  const isRefused = scenario === 'publishRefused' || scenario === 'corrected'
  if (isRefused) await refuseNextPublication(phone)
  const run = await publish(phone, saved.inspectionId, times.sessionMs)
  if (scenario === 'publishPending') return
  await world.access.deliver()
  await world.control.advance(isRefused ? REVIEW_MS : 0)
  if (scenario === 'corrected') await correct(phone, run)
  if (isRefused) return
  if (SOLD.includes(scenario)) yield* sell(phone, saved.inspectionId, run, scenario, hours)
  else yield* keep(phone, run, scenario)
}

const SOLD: readonly Scenario[] = [
  ...(['completed', 'awaitingPayment', 'awaitingShipment', 'shipped', 'unsettled', 'defaulted', 'returned'] as const),
  ...(['shipmentRefused', 'shipmentPending', 'claimedMoney', 'claimedReturn', 'claimedVerdict'] as const),
]

/** The marketplace refuses the next publication; those before it are judged first. */
async function refuseNextPublication({ world: { control } }: HandledPhone): Promise<void> {
  await control.advance(REVIEW_MS)
  control.failPublish('10001', '商品主图不清晰')
}

/** A refused listing is corrected and waits to be published again. */
function correct({ world: { services }, merchant }: HandledPhone, { listingId }: Run): Promise<unknown> {
  const by = { who: ownerOf(merchant), now: services.clock.now() }
  return services.db.tenant(merchant.merchantId, (tx) => moveListing(tx, listingId, 'edit', by))
}

/** What becomes of a listing that nobody buys. */
async function* keep(phone: HandledPhone, run: Run, scenario: Scenario): AsyncGenerator<number, void, void> {
  const { control, access, endMs } = phone.world
  const beforeTheEndMs = run.endsMs - 3 * MINUTE_MS
  if (scenario === 'unsold') {
    yield beforeTheEndMs
    await conclude(phone, run, { priceFen: null })
  } else if (scenario === 'negotiating') {
    yield Math.min(beforeTheEndMs, endMs - 20 * MINUTE_MS)
    await conclude(phone, run, { priceFen: Math.round(run.reserveFen * 0.0095) * 100, isOffer: true })
  } else if (scenario === 'offShelf' || scenario === 'deleted') {
    yield control.nowMs() + 40 * MINUTE_MS
    await operate(phone, run, 'off_shelf')
    await access.deliver()
    if (scenario === 'offShelf') return
    await operate(phone, run, 'delete')
    await access.deliver()
  } else if (scenario === 'takeOffRefused') {
    yield control.nowMs() + 5 * MINUTE_MS
    await operate(phone, run, 'off_shelf')
    // bidders are there before the marketplace hears of it
    control.startEntry(await remoteEntryId(phone, run))
    await access.deliver()
    await control.advance(0)
  } else if (scenario === 'takeOffPending') {
    yield AT_LAST
    await operate(phone, run, 'off_shelf')
  }
}

/** What becomes of a listing that somebody wins. */
async function* sell(
  phone: HandledPhone,
  inspectionId: string,
  run: Run,
  scenario: Scenario,
  hours: Hours,
): AsyncGenerator<number, void, void> {
  const { control, access } = phone.world
  yield run.endsMs - 3 * MINUTE_MS
  const priceFen = Math.round((run.reserveFen * (1 + 0.12 * phone.random.share())) / 100) * 100
  await conclude(phone, run, { priceFen })
  const order = await orderIn(ownerAt(phone.world, phone.merchant), 'auction', phone.plan.imei, 'awaiting_payment')
  // a winner who does not pay defaults a day later
  if (scenario === 'awaitingPayment' || scenario === 'defaulted') return
  yield control.nowMs() + hours(0.2, 0.9)
  control.payOrder(order.orderNo)
  await control.advance(0)
  if (scenario === 'awaitingShipment') return
  yield scenario === 'shipmentPending' ? AT_LAST : control.nowMs() + hours(1, 6)
  await ship(phone, order.orderId)
  if (scenario === 'shipmentPending') return
  if (scenario === 'shipmentRefused') await shipElsewhere(phone, order.orderNo)
  await access.deliver()
  await control.advance(0)
  if (scenario === 'shipped' || scenario === 'shipmentRefused') return
  if (scenario === 'claimedMoney') yield* askForMoney(phone, order.orderNo)
  if (scenario === 'claimedMoney') return
  yield control.nowMs() + hours(8, 14)
  if (scenario === 'claimedReturn') yield* askToReturn(phone, order.orderNo)
  if (scenario === 'claimedVerdict') yield* askForDifference(phone, order.orderNo)
  if (scenario === 'claimedReturn' || scenario === 'claimedVerdict') return
  if (scenario === 'returned') yield* takeBack(phone, inspectionId, order.orderNo)
  else {
    control.confirmReceipt(order.orderNo)
    await control.advance(0)
  }
}

/** Somebody has sent the order in the marketplace's own app with another waybill, so that ours is refused. */
async function shipElsewhere({ world, merchant }: HandledPhone, orderNo: string): Promise<void> {
  const parcel = {
    order_no: orderNo,
    waybill_no: `YT${orderNo.slice(-13)}`,
    express_code: 'yuantong',
    express_name: '圆通速递',
  }
  await world.services.marketplace.shipOrder(merchant.sellerId, parcel)
}

/** A buyer whose phone is on its way wants the money back: the case waits for the merchant. */
async function* askForMoney({ world: { control, access, endMs } }: HandledPhone, orderNo: string) {
  yield endMs - 2 * HOUR_MS
  control.openRefund({ orderNo, kind: 'refundOnly', detail: '未按时发货', description: '等了两天还没收到，不想要了' })
  await control.advance(0)
  await access.deliver()
}

/** A buyer sends the phone back with the merchant's consent: its parcel has arrived and is to be scanned. */
async function* askToReturn({ world, merchant }: HandledPhone, orderNo: string) {
  const { control, access, services } = world
  control.openRefund({ orderNo, kind: 'returnAndRefund', detail: '屏幕显示问题', description: '屏幕边缘有一条亮线' })
  await control.advance(0)
  await access.deliver()
  yield control.nowMs() + HOUR_MS
  await services.marketplace.agreeRefund(merchant.sellerId, {
    order_no: orderNo,
    return_address: returnPlace(merchant),
  })
  await control.advance(0)
  await access.deliver()
  yield control.nowMs() + 3 * HOUR_MS
  control.returnGoods(orderNo, `SF90${orderNo.slice(-11)}`)
  await control.advance(0)
  await access.deliver()
}

/** A buyer keeps the phone and wants a part of its price back: the market has judged, and the merchant chooses. */
async function* askForDifference({ world: { control, access } }: HandledPhone, orderNo: string) {
  control.confirmReceipt(orderNo)
  await control.advance(0)
  yield control.nowMs() + HOUR_MS
  control.openRefund({ orderNo, kind: 'priceDifference', detail: '成色不符', description: '边框有磕碰，报告没写' })
  await control.advance(0)
  await access.deliver()
  yield control.nowMs() + HOUR_MS
  control.giveVerdict(orderNo, 'buyer')
  await control.advance(0)
  await access.deliver()
}

/** The merchant's return address as the marketplace takes it. */
function returnPlace(merchant: HandledPhone['merchant']) {
  const [address] = merchant.addresses.filter(({ kind }) => kind === 'return')
  const place = { prov_name: '广东省', city_name: '深圳市', area_name: '福田区' }
  const { contactName: name = '', contactPhone: mobile = '', detail = '' } = address ?? {}
  return { ...place, name, mobile, address: detail }
}

/** The buyer sends the phone back, the marketplace repays, and the warehouse takes it in. */
async function* takeBack(
  { world: { control, services }, merchant }: HandledPhone,
  inspectionId: string,
  orderNo: string,
): AsyncGenerator<number, void, void> {
  const { marketplace, db, clock } = services
  control.openRefund({ orderNo, kind: 'returnAndRefund', reason: '成色不符' })
  await control.advance(0)
  yield control.nowMs() + 5 * HOUR_MS
  await marketplace.agreeRefund(merchant.sellerId, { order_no: orderNo, return_address: returnPlace(merchant) })
  await control.advance(0)
  // the parcel leaves within three days
  yield control.nowMs() + 75 * HOUR_MS
  await marketplace.agreeRefund(merchant.sellerId, { order_no: orderNo })
  await control.advance(0)
  const who = personAt(merchant, merchant.shipper)
  await db.tenant(merchant.merchantId, (tx) => markReturned(tx, [inspectionId], who, clock.now(), '退货入库'))
}
