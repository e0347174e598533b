import path from 'node:path'
import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { bill } from '@huanji/contract/calls/bill'
import { goods } from '@huanji/contract/calls/goods'
import { detRecord } from '@huanji/contract/calls/inspection'
import { sealBag } from '@huanji/contract/calls/sealed-bag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, signIn } from '../contract/fixtures/client.ts'
import { imeiOf } from '../contract/fixtures/imei.ts'
import * as steps from '../contract/fixtures/trading-steps.ts'
import { openFolder, temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess, marketplaceSettings } from './gateway-process.ts'
import { clientWithKills, type Killer, seededRandom } from './killer.ts'
import { type MarketplaceProcess, startMarketplace } from './marketplace-process.ts'

const SEED = Number(process.env.FAULT_SEED ?? 20260107)
/** A phone takes about 23 writes from scan to bill, and reads without number while it waits. */
const KILLS = { write: { count: 8, among: 65 }, read: { count: 2, among: 40 } }
const PHONES = 3
const TEST_TIMEOUT_MS = 600_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let gateway: GatewayProcess
let marketplace: MarketplaceProcess
let merchant: Awaited<ReturnType<typeof withMerchant>>

beforeAll(async () => {
  folder = await temporaryFolder()
  const dataFolder = path.join(folder.folder, 'data')
  merchant = await withMerchant(dataFolder, '13800131001')
  gateway = await gatewayProcess({ dataFolder })
  marketplace = await startMarketplace(path.join(folder.folder, 'sandbox.sqlite'), `${gateway.url}/marketplace/push`)
  await marketplace.quietBuyers()
  await marketplace.control.openShop({ sellerId: merchant.sellerId, userName: 'faults', nick: '耐摔手机行' })
  await gateway.start(marketplaceSettings(marketplace))
}, TEST_TIMEOUT_MS)

afterAll(async () => {
  if (gateway?.isRunning) await gateway.killHard()
  await marketplace?.running.killHard()
  await folder?.remove()
})

/** Takes one phone through the trade, up to the shipment. */
async function sellOne(client: Client, shopAccountId: string, index: number, bagCode: string): Promise<steps.Ordered> {
  const { control } = marketplace
  const step = `phone-${index}`
  const phone = { imei: imeiOf(7_310_000 + index), bagCode }
  const inspected = await steps.inspect(client, phone, shopAccountId, step)
  const listed = await steps.publish(client, inspected, shopAccountId, step)
  await steps.onSale(client, listed.listingId)
  const ordered = await steps.win(client, control, listed)
  await control.payOrder(ordered.orderNo)
  await steps.orderIn(client, ordered.orderId, 'awaiting_shipment')
  // The answer to the shipment is lost once: asking again blindly would ship twice.
  await marketplace.loseAnswers('/api/open/order/ship', 1)
  await steps.ship(client, ordered, step)
  return ordered
}

test(
  `ten kills in the middle of a journey lose nothing and double nothing (seed ${SEED})`,
  async () => {
    const who = await signIn({ url: gateway.url, letPass: async () => {} }, merchant.phone, merchant.password)
    const killer = clientWithKills({
      gateway,
      who,
      random: seededRandom(SEED),
      kills: KILLS,
      withinMs: 60,
    })
    const sold = await sellAll(killer)
    expect(killer.kills, `seed ${SEED}`).toHaveLength(KILLS.write.count + KILLS.read.count)
    process.stdout.write(`seed ${SEED}, killed after: ${killer.kills.join(', ')}\n`)
    for (const phone of sold) await expectAllOf(killer.client, phone)
    await expectNothingTwice(sold)
  },
  TEST_TIMEOUT_MS,
)

async function sellAll({ client }: Killer): Promise<steps.Ordered[]> {
  const shopAccountId = await steps.usableShop(client)
  const bags = await steps.registerBags(client, 'FAULT', PHONES, 'roll')
  const sold: steps.Ordered[] = []
  for (const [index, bagCode] of bags.entries()) sold.push(await sellOne(client, shopAccountId, index, bagCode))
  // Last of all, because the marketplace's clock runs ahead of ours from here on.
  await steps.settle(client, marketplace.control, sold)
  return sold
}

/** Everything that was acknowledged for a phone is still there, in the state it came to. */
async function expectAllOf(client: Client, phone: steps.Ordered): Promise<void> {
  const report = await client.call(detRecord.getDetRecordDetails, { inspectionId: phone.inspectionId })
  expect(report).toMatchObject({ state: 'sold', imei: phone.imei, bagCode: phone.bagCode })
  const positions = report.photos.map((photo) => photo.position)
  expect(new Set(positions).size).toBe(positions.length)
  const listing = await client.call(goods.detail, { listingId: phone.listingId })
  expect(listing).toMatchObject({ orderId: phone.orderId })
  const order = await client.call(auctionOrder.detail, { orderId: phone.orderId })
  expect(order).toMatchObject({ state: 'completed', deliverySync: 'done', orderNo: phone.orderNo })
  expect(order.units.map((unit) => unit.dispatchState)).toEqual(['shipped'])
  const acts = await client.call(sealBag.GetSealBagList, { bagCode: phone.bagCode })
  const ofTheBag = acts.list.map((act) => act.action).filter((action) => action !== 'register')
  expect(ofTheBag.sort()).toEqual(['bind', 'ship'])
  const bills = await client.call(bill.list, { orderNo: phone.orderNo })
  expect(bills.list.length).toBeGreaterThan(0)
  expect(new Set(bills.list.map((row) => row.type)).size).toBe(bills.list.length)
}

/** Read from the tables, past every rule of the program: one row where there must be one. */
async function expectNothingTwice(sold: readonly steps.Ordered[]): Promise<void> {
  const { product = {}, order = {} } = await marketplace.control.dump()
  expect(Object.keys(product), 'products at the marketplace').toHaveLength(sold.length)
  expect(Object.keys(order), 'orders at the marketplace').toHaveLength(sold.length)
  expect((await gateway.terminate()).code).toBe(0)
  const home = await openFolder(gateway.settings.HUANJI_DATA ?? '')
  try {
    for (const [what, statement] of Object.entries(DOUBLES)) {
      const { rows } = await home.ownerQuery(statement)
      expect(rows, what).toEqual([])
    }
    for (const table of ['unit', 'inspection', 'listing', 'sale_order', 'sale_order_unit']) {
      const { rows } = await home.ownerQuery(`select count(*)::int as count from ${table}`)
      expect(rows, table).toEqual([{ count: sold.length }])
    }
  } finally {
    await home.close()
  }
}

/** Statements that find what stands there twice. */
const DOUBLES: Readonly<Record<string, string>> = {
  'units of one IMEI': 'select imei from unit group by imei having count(*) > 1',
  'listings of one unit': 'select unit_id from listing_unit group by unit_id having count(*) > 1',
  'orders of one unit': 'select unit_id from sale_order_unit group by unit_id having count(*) > 1',
  'bills of one order and type': 'select order_id, type from bill group by order_id, type having count(*) > 1',
  'photos of one shot':
    "select inspection_id, position from photo where kind = 'real' and removed_at is null group by 1, 2 having count(*) > 1",
  'the same move of a thing twice':
    'select subject, subject_id, action, from_state from history where from_state is distinct from to_state group by 1, 2, 3, 4 having count(*) > 1',
  'dead jobs': "select kind, last_error from outbox where state = 'dead'",
}
