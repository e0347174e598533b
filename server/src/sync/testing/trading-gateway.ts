import type { CallSpec, InputOf } from '@huanji/contract/call'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { defectPhoto, realPhoto } from '@huanji/contract/features/inspection/photo'
import { bagRoll } from '@huanji/contract/features/inspection/sealed-bag'
import { auctionSessions, goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { createMarketplaceClient } from '@huanji/marketplace/client/client'
import { createSandboxClock } from '@huanji/marketplace/sandbox/clock'
import type { Sandbox, SandboxControl } from '@huanji/marketplace/sandbox/options'
import { createSandbox } from '@huanji/marketplace/sandbox/sandbox'
import {
  startTestGateway,
  TEST_START,
  type TestGateway,
  type TestGatewayOptions,
} from '../../../../tests/support/gateway.ts'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { photoSender, plainPicture, type Sender, uploadPicture } from '../../../../tests/support/photo-sender.ts'
import { ownPort } from '../../../../tests/support/ports.ts'
import { cleanPhone, type Inspection, imeiOf, inspect } from '../../demo/trade/inspecting.ts'
import { entryIn } from '../../demo/trade/market.ts'
import type { Observer, Photographer } from '../../demo/trade/person.ts'
import { publishAuction } from '../../demo/trade/selling.ts'
import { addAddress } from '../../modules/address/commands.ts'
import { settableClock, systemClock } from '../../platform/clock.ts'
import { pollAccountFlows, pollSettlements } from '../account.ts'
import { pollEntries, pollOrders, pollSessions } from '../polls.ts'
import type { SellerAtWork } from '../refresh.ts'
import { refreshShops } from '../shops.ts'

const ACCESS = { appKey: '200001', appSecret: 'a secret of the trading tests' }
const MARKETPLACE = 'http://marketplace.test'
export const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** A merchant with a shop on the marketplace and an address to ship from. */
export interface ShopOwner extends SignedInEmployee {
  readonly seller: SellerAtWork
  readonly shopAccountId: string
}

/** A unit on sale. */
export interface OnSale {
  readonly inspectionId: string
  readonly imei: string
  readonly bagCode: string
  readonly listingId: string
}

let lastImei = 0
/** An IMEI that no other test has. */
export const nextImei = (): string => imeiOf('86024604', ++lastImei)

let lastBag = 0
const nextBag = () => `BAG${String(++lastBag).padStart(9, '0')}`

interface TradingOptions extends TestGatewayOptions {
  /** How long the marketplace may take to answer. */
  readonly timeoutMs?: number
}

/** A marketplace without buyers of its own and a gateway connected to it, on one clock, with the steps of trading. */
export async function startTradingGateway({ timeoutMs = 10_000, ...options }: TradingOptions = {}) {
  const clock = settableClock(TEST_START)
  // Each side has to know the other's address before it starts: the client learns the marketplace's when it calls.
  const marketplace = { url: '' }
  const send = globalThis.fetch
  // Failures are asked for by the tests; the client must not hide them behind retries, nor stop after a few.
  const marketplaceClient = createMarketplaceClient({
    ...ACCESS,
    baseUrl: MARKETPLACE,
    fetch: (address, init) => send(String(address).replace(MARKETPLACE, marketplace.url), init),
    now: () => systemClock.now().getTime(),
    timeoutMs,
    retry: { attempts: 1 },
    breaker: { failuresToOpen: 1000 },
  })
  const gateway = await startTestGateway({
    clock,
    marketplace: { ...ACCESS, url: MARKETPLACE },
    marketplaceClient,
    ...options,
  })
  const sandbox = createSandbox({
    ...ACCESS,
    port: await ownPort(),
    dataFile: null,
    pushUrl: `${gateway.url}/marketplace/push`,
    seed: 7,
    clock: createSandboxClock({ startMs: clock.now().getTime(), speed: 0 }),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    behaviour: { bid: false, shop: false, defaultShare: 1, refundShare: 0 },
  })
  await sandbox.start()
  marketplace.url = sandbox.url
  const time = passing(gateway, sandbox.control)
  const inspecting = inspectingSteps(gateway, time.pass)
  return {
    ...gateway,
    ...time,
    ...inspecting,
    ...sellingSteps(gateway, sandbox, { ...time, ...inspecting }),
    services: { ...gateway.app.services, db: gateway.db },
    control: sandbox.control,
    marketplaceUrl: () => sandbox.url,
    close: async () => {
      await gateway.close()
      await sandbox.stop()
    },
  }
}

export type TradingGateway = Awaited<ReturnType<typeof startTradingGateway>>

function passing({ clock, runJobs }: TestGateway, control: SandboxControl) {
  /** Lets time pass on both sides and runs the jobs that fall due. */
  async function pass(durationMs: number): Promise<void> {
    clock.advance(durationMs)
    await control.advance(durationMs)
    await runJobs()
  }

  /** Lets so much time pass in steps that every job that waits for another attempt gets it. */
  async function retryUntilQuiet(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) await pass(MINUTE_MS)
  }

  return { pass, retryUntilQuiet }
}

/** The steps from the scan to the sealed phone; `by` are people of a merchant. */
function inspectingSteps(gateway: TestGateway, pass: (durationMs: number) => Promise<void>) {
  const { call, data } = gateway

  /** Posts a form to this gateway as a browser does. */
  async function postForm(url: string, form: FormData): Promise<Response> {
    const sent = new Response(form)
    const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
    const { pathname } = new URL(url, gateway.url)
    return gateway.post(pathname, Buffer.from(await sent.arrayBuffer()), headers)
  }

  /** Somebody as the steps of the trade take them. */
  function personOf({ login }: SignedInEmployee): Sender & Photographer & Observer {
    const sender: Sender = { call: (spec, input) => data(spec, input, login), post: postForm }
    return { ...sender, savePhotos: photoSender(sender), pause: () => pass(1_000) }
  }

  const submission = (change: Partial<Inspection> = {}): Inspection => cleanPhone(nextImei(), change)
  /** Submits a clean iPhone 13, but for what is said otherwise. */
  const save = (by: SignedInEmployee, change: Partial<Inspection> = {}) =>
    data(detRecord.addDetectRecord, submission(change), by.login)
  /** A record in 待封袋: submitted, with every photograph it must have. */
  const photographed = (by: SignedInEmployee, change: Partial<Inspection> = {}) =>
    inspect(personOf(by), submission(change))

  /** A record in 可上架, in a bag of its own. */
  async function listable(by: SignedInEmployee, bagCode: string, change: Partial<Inspection> = {}) {
    const record = await photographed(by, change)
    await data(bagRoll.registerRoll, { firstCode: bagCode, count: 1 }, by.login)
    await data(bagRoll.bind, { inspectionId: record.inspectionId, bagCode }, by.login)
    return record
  }

  /** Sends a picture and gives the upload's id. */
  const upload = async (by: SignedInEmployee, photoTaskId: string, bytes?: Buffer): Promise<string> =>
    uploadPicture(personOf(by), photoTaskId, bytes ?? (await plainPicture()))

  async function shoot(by: SignedInEmployee, photoTaskId: string, positions: readonly string[]) {
    const photos = await Promise.all(
      positions.map(async (position) => ({ uploadId: await upload(by, photoTaskId), position })),
    )
    return data(realPhoto.saveRealPhoto, { photoTaskId, photos }, by.login)
  }

  async function shootDefect(by: SignedInEmployee, photoTaskId: string, itemCode: string, optionCode: string) {
    const photos = [{ uploadId: await upload(by, photoTaskId), itemCode, optionCode }]
    return data(defectPhoto.save, { photoTaskId, photos }, by.login)
  }

  /** The stable word of a refusal, or an empty text; a refusal of the transport is an error. */
  async function refusalOf<S extends CallSpec>(spec: S, payload: InputOf<S>, by: SignedInEmployee): Promise<string> {
    const { _errCode, _errStr, _bizErrCode } = await call(spec, payload, by.login)
    if (_errCode !== '0' && _bizErrCode === '') throw new Error(`${spec.path}: ${_errCode} ${_errStr}`)
    return _bizErrCode
  }

  return { personOf, submission, save, postForm, upload, shoot, shootDefect, photographed, listable, refusalOf }
}

/** The steps from the listing to the parcel at the auction market. */
function sellingSteps(
  gateway: TestGateway,
  { control }: Sandbox,
  steps: ReturnType<typeof passing> & ReturnType<typeof inspectingSteps>,
) {
  const { clock, data, db } = gateway
  const { pass } = steps
  const services = { ...gateway.app.services, db }
  const query = async <Row>(text: string, merchantId: string) =>
    (await gateway.database.open.ownerQuery(text, [merchantId])).rows as Row[]

  async function poll(seller: SellerAtWork): Promise<void> {
    for (const look of [pollEntries, pollOrders, pollSettlements, pollAccountFlows]) await look(services, seller)
  }

  async function shopOwner(name: string): Promise<ShopOwner> {
    const owner = await gateway.merchant(name)
    const { merchantId } = owner.actor
    const [row] = await query<{ seller_id: number }>(
      'select seller_id from merchant where merchant_id = $1',
      merchantId,
    )
    const seller = { merchantId, sellerId: Number(row?.seller_id) }
    control.openShop({ sellerId: seller.sellerId, userName: `shop${seller.sellerId}`, nick: `${name}小店` })
    await refreshShops(services, merchantId)
    await pollSessions(services, seller)
    await db.tenant(merchantId, (tx) => addAddress(tx, { ...SHIP_FROM, now: clock.now() }))
    const [shop] = await query<{ id: string }>('select id from shop_account where merchant_id = $1', merchantId)
    return { ...owner, seller, shopAccountId: shop?.id ?? '' }
  }

  /** The next session that takes entries, as the gateway knows it. */
  async function session(by: ShopOwner, mode: 'sealed' | 'open' = 'open') {
    const { sessions } = await data(auctionSessions.sessions, {}, by.login)
    const found = sessions.find((one) => one.mode === mode)
    if (!found) throw new Error('no session takes entries')
    return found
  }

  /** A row of a publish call for inspected units. */
  async function row(by: ShopOwner, inspectionIds: string[], change: Record<string, unknown> = {}) {
    const { scheduleDate, scheduleNumber } = await session(by)
    const prices = { startPriceFen: 150_000, reservePriceFen: 180_000, priceConfirmed: true }
    return { inspectionIds, shopAccountId: by.shopAccountId, scheduleDate, scheduleNumber, ...prices, ...change }
  }

  async function inspected(by: ShopOwner): Promise<Omit<OnSale, 'listingId'>> {
    const [bagCode, imei] = [nextBag(), nextImei()]
    const { inspectionId } = await steps.listable(by, bagCode, { code: { kind: 'imei', imei } })
    return { inspectionId, imei, bagCode }
  }

  /** Publishes a new unit and gives it while it is on its way. */
  async function published(by: ShopOwner, change: Record<string, unknown> = {}): Promise<OnSale> {
    const unit = await inspected(by)
    const listing = await row(by, [unit.inspectionId], change)
    return { ...unit, listingId: await publishAuction(steps.personOf(by), listing) }
  }

  /** A unit that the marketplace has accepted. */
  async function onSale(by: ShopOwner, change: Record<string, unknown> = {}): Promise<OnSale> {
    const unit = await published(by, change)
    await gateway.runJobs()
    await pass(MINUTE_MS)
    return unit
  }

  const listing = (by: ShopOwner, { listingId }: { listingId: string }) => data(goods.detail, { listingId }, by.login)

  /** The sandbox's number of the entry that runs for a listing. */
  function remoteEntry({ listingId }: { listingId: string }): number {
    const entry = entryIn(control.dump(), listingId)
    if (entry === null) throw new Error(`no entry for ${listingId}`)
    return entry.entryId
  }

  /** How many documents of a kind the marketplace has. */
  const countAtMarket = (kind: string): number => Object.keys(control.dump()[kind] ?? {}).length

  /** Sells a unit by auction; gives the order once it is known here. */
  async function sold(by: ShopOwner, unit: OnSale, priceFen = 200_000) {
    control.concludeEntry(remoteEntry(unit), { priceFen })
    await pass(1_000)
    return orderOf(by, unit)
  }

  async function orderOf(by: ShopOwner, { imei }: { imei: string }) {
    const { list } = await data(auctionOrder.list, { code: imei }, by.login)
    const [order] = list
    if (!order) throw new Error(`no order for ${imei}`)
    return order
  }

  async function paid(by: ShopOwner, unit: OnSale, priceFen = 200_000) {
    const { orderNo } = await sold(by, unit, priceFen)
    control.payOrder(orderNo)
    await pass(1_000)
    return orderOf(by, unit)
  }

  const detail = (by: SignedInEmployee, orderId: string) => data(auctionOrder.detail, { orderId }, by.login)

  /** The input of a shipment with everything right, as packing sends it. */
  const shipmentInput = (order: { orderId: string }, unit: OnSale, change: Record<string, unknown> = {}) => ({
    orderId: order.orderId,
    carrierCode: 'SF',
    waybill: 'SF1234567890123',
    // the buyers of a test share one number
    confirmSharedWaybill: true,
    scans: [{ unitCode: unit.imei, bagCode: unit.bagCode }],
    ...change,
  })

  const acts = { poll, shopOwner, session, row, inspected, published, onSale, listing }
  return { ...acts, remoteEntry, countAtMarket, sold, orderOf, paid, detail, shipmentInput }
}

const SHIP_FROM = {
  kind: 'ship',
  contactName: '发货员',
  contactPhone: '13800138002',
  regionCode: '440305',
  detail: '科技园一号',
  isDefault: true,
} as const
