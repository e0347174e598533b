import { extAuction, goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { createMarketplaceClient } from '@huanji/marketplace/client/client'
import { createSandboxClock } from '@huanji/marketplace/sandbox/clock'
import { createSandbox } from '@huanji/marketplace/sandbox/sandbox'
import { TEST_START } from '../../../../tests/support/gateway.ts'
import { addAddress } from '../../modules/address/commands.ts'
import { auditGroup } from '../../modules/audit/calls.ts'
import { billGroups } from '../../modules/bill/calls.ts'
import { demoGroup } from '../../modules/demo-corner/calls.ts'
import { overviewGroup } from '../../modules/figure/calls.ts'
import { homeGroup } from '../../modules/home/calls.ts'
import { firstStepsGroup } from '../../modules/home/first-steps.ts'
import { batchGroups } from '../../modules/inspection/batch/calls.ts'
import { detRecordGroup } from '../../modules/inspection/calls.ts'
import { detConfigGroup } from '../../modules/inspection/config-calls.ts'
import { photoGroups } from '../../modules/inspection/photo/calls.ts'
import { photoJobs } from '../../modules/inspection/photo/jobs.ts'
import { recordGroups } from '../../modules/inspection/record-calls.ts'
import { sealedBagGroups } from '../../modules/inspection/sealed-bag/calls.ts'
import { type SignedInEmployee, startInspectionGateway } from '../../modules/inspection/testing/inspection-gateway.ts'
import { extAuctionCalls, extListingCalls, goodsCalls } from '../../modules/listing/calls.ts'
import { merchantGroup } from '../../modules/merchant/calls.ts'
import { modelMappingGroups } from '../../modules/model-mapping/calls.ts'
import { orderGroups } from '../../modules/order/calls.ts'
import { costGroup, phoneGroup } from '../../modules/phone/calls.ts'
import { reconciliationGroups } from '../../modules/reconciliation/calls.ts'
import { checkJobs } from '../../modules/reconciliation/check.ts'
import { refundGroups } from '../../modules/refund/calls.ts'
import { refundJobs } from '../../modules/refund/evidence.ts'
import { repostGroup } from '../../modules/repost/calls.ts'
import { searchGroup } from '../../modules/search/calls.ts'
import { shopGroup } from '../../modules/shop/calls.ts'
import { stockImportGroup } from '../../modules/stock-import/calls.ts'
import { stockImportJobs } from '../../modules/stock-import/jobs.ts'
import { settableClock, systemClock } from '../../platform/clock.ts'
import { pollAccountFlows, pollSettlements } from '../account.ts'
import { refetchJobs } from '../bill-refetch.ts'
import { pollEntries, pollOrders, pollSessions } from '../polls.ts'
import { marketplacePushHandlers } from '../pushes.ts'
import type { SellerAtWork } from '../refresh.ts'
import { requestJobs } from '../requests/index.ts'
import { refreshShops } from '../shops.ts'

const ACCESS = { appKey: '200001', appSecret: 'a secret of the trading tests' }
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

let bagSerial = 0
const nextBag = () => `BAG${String(++bagSerial).padStart(9, '0')}`

/** A marketplace without buyers of its own and a gateway connected to it, on one clock, with the steps of trading. */
export async function startTradingGateway({ timeoutMs = 10_000 } = {}) {
  const clock = settableClock(TEST_START)
  // Each side has to know the other's address before it starts: the client learns the marketplace's when it calls.
  const marketplace = { url: '' }
  const send = globalThis.fetch
  // Failures are asked for by the tests; the client must not hide them behind retries, nor stop after a few.
  const client = createMarketplaceClient({
    ...ACCESS,
    baseUrl: 'http://marketplace.test',
    fetch: (address, init) => send(String(address).replace('http://marketplace.test', marketplace.url), init),
    now: () => systemClock.now().getTime(),
    timeoutMs,
    retry: { attempts: 1 },
    breaker: { failuresToOpen: 1000 },
  })
  const gateway = await startInspectionGateway({
    clock,
    marketplace: { ...ACCESS, url: 'http://marketplace.test' },
    marketplaceClient: client,
    modules: {
      groups: [
        detRecordGroup,
        detConfigGroup,
        ...photoGroups,
        ...batchGroups,
        ...sealedBagGroups,
        ...recordGroups,
        ...modelMappingGroups,
        searchGroup,
        phoneGroup,
        costGroup,
        shopGroup,
        repostGroup,
        goodsCalls,
        extAuctionCalls,
        ...orderGroups,
        ...refundGroups,
        extListingCalls,
        merchantGroup,
        overviewGroup,
        ...billGroups,
        ...reconciliationGroups,
        auditGroup,
        homeGroup,
        firstStepsGroup,
        demoGroup,
        stockImportGroup,
      ],
      jobHandlers: {
        ...photoJobs,
        ...refundJobs,
        ...requestJobs,
        ...checkJobs,
        ...refetchJobs,
        ...stockImportJobs,
      },
      pushHandlers: marketplacePushHandlers,
      schedules: [],
    },
  })
  const sandbox = createSandbox({
    ...ACCESS,
    port: 0,
    dataFile: null,
    pushUrl: `${gateway.url}/marketplace/push`,
    seed: 7,
    clock: createSandboxClock({ startMs: clock.now().getTime(), speed: 0 }),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    behaviour: { bid: false, shop: false, defaultShare: 1, refundShare: 0 },
  })
  await sandbox.start()
  marketplace.url = sandbox.url
  const services = { ...gateway.app.services, db: gateway.db }
  const { control } = sandbox

  /** Lets time pass on both sides and runs the jobs that fall due. */
  async function pass(durationMs: number): Promise<void> {
    clock.advance(durationMs)
    await control.advance(durationMs)
    await gateway.runJobs()
  }

  /** Lets so much time pass in steps that every job that waits for another attempt gets it. */
  async function retryUntilQuiet(): Promise<void> {
    for (let turn = 0; turn < 4; turn += 1) await pass(MINUTE_MS)
  }

  async function poll(seller: SellerAtWork): Promise<void> {
    await pollEntries(services, seller)
    await pollOrders(services, seller)
    await pollSettlements(services, seller)
    await pollAccountFlows(services, seller)
  }

  async function shopOwner(name: string): Promise<ShopOwner> {
    const owner = await gateway.merchant(name)
    const { merchantId } = owner.actor
    const [row] = (
      await gateway.database.open.ownerQuery('select seller_id from merchant where merchant_id = $1', [merchantId])
    ).rows as { seller_id: number }[]
    const seller = { merchantId, sellerId: Number(row?.seller_id) }
    control.openShop({ sellerId: seller.sellerId, userName: `shop${seller.sellerId}`, nick: `${name}小店` })
    await refreshShops(services, merchantId)
    await pollSessions(services, seller)
    await gateway.db.tenant(merchantId, (tx) =>
      addAddress(tx, {
        kind: 'ship',
        contactName: '发货员',
        contactPhone: '13800138002',
        regionCode: '440305',
        detail: '科技园一号',
        isDefault: true,
        now: clock.now(),
      }),
    )
    const shops = (
      await gateway.database.open.ownerQuery('select id from shop_account where merchant_id = $1', [merchantId])
    ).rows as { id: string }[]
    return { ...owner, seller, shopAccountId: shops[0]?.id ?? '' }
  }

  /** The next session that takes entries, as the gateway knows it. */
  async function session(by: ShopOwner, mode: 'sealed' | 'open' = 'open') {
    const { sessions } = await gateway.data(extAuction.sessions, {}, by.login)
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
    const bagCode = nextBag()
    const submission = gateway.submission()
    const { inspectionId } = await gateway.listable(by, bagCode, submission)
    return { inspectionId, imei: submission.code.imei ?? '', bagCode }
  }

  /** Publishes a new unit and gives it while it is on its way. */
  async function published(by: ShopOwner, change: Record<string, unknown> = {}): Promise<OnSale> {
    const unit = await inspected(by)
    const listings = [await row(by, [unit.inspectionId], change)]
    const { results } = await gateway.data(goods.publish, { channel: 'auction', listings }, by.login)
    const [result] = results
    if (!result?.ok || result.listingId === null) throw new Error(`not published: ${result?.message}`)
    return { ...unit, listingId: result.listingId }
  }

  /** A unit that the marketplace has accepted. */
  async function onSale(by: ShopOwner, change: Record<string, unknown> = {}): Promise<OnSale> {
    const unit = await published(by, change)
    await gateway.runJobs()
    await pass(MINUTE_MS)
    return unit
  }

  const listing = (by: ShopOwner, { listingId }: { listingId: string }) =>
    gateway.data(goods.detail, { listingId }, by.login)

  /** The sandbox's number of the entry that runs for a listing. */
  function remoteEntry({ listingId }: { listingId: string }): number {
    const { entry = {}, product = {} } = control.dump()
    const productId = Object.values(
      product as Record<string, { productId: number; fields: { outer_id?: string } }>,
    ).find((one) => one.fields.outer_id === listingId)?.productId
    const running = Object.values(entry as Record<string, { entryId: number; productId: number; createdMs: number }>)
      .filter((one) => one.productId === productId)
      .sort((a, b) => b.entryId - a.entryId)[0]
    if (!running) throw new Error(`no entry for ${listingId}`)
    return running.entryId
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
    const { list } = await gateway.data(auctionOrder.list, { code: imei }, by.login)
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

  const detail = (by: SignedInEmployee, orderId: string) => gateway.data(auctionOrder.detail, { orderId }, by.login)

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

  const close = async () => {
    await gateway.close()
    await sandbox.stop()
  }
  const acts = { pass, retryUntilQuiet, poll, shopOwner, session, row, inspected, published, onSale, listing }
  const reads = { remoteEntry, countAtMarket, sold, orderOf, paid, detail, shipmentInput }
  const marketplaceUrl = () => sandbox.url
  return { ...gateway, ...acts, ...reads, services, control, clock, marketplaceUrl, close }
}

export type TradingGateway = Awaited<ReturnType<typeof startTradingGateway>>
