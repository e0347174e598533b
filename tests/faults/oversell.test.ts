import path from 'node:path'
import { goods } from '@huanji/contract/features/listing/goods'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { ORDER_STATUS } from '@huanji/marketplace/protocol/orders'
import type { OrderDocument, ProductDocument } from '@huanji/marketplace/sandbox/documents'
import { cleanBatch, enterBatch, imeiOf, photographRecord } from '@huanji/server/demo/trade/inspecting'
import { eventually } from '@huanji/server/demo/trade/person'
import { onSale, orderIn, publishCurated, usableShop } from '@huanji/server/demo/trade/selling'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, signIn } from '../contract/fixtures/client.ts'
import { differences } from '../simulation/books.ts'
import { type Facts, readFacts, shownOf } from '../simulation/facts.ts'
import { breaches } from '../simulation/rules.ts'
import { openFolder, temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess, marketplaceSettings } from './gateway-process.ts'
import { clientWithKills, seededRandom } from './killer.ts'
import { type MarketplaceProcess, startMarketplace } from './marketplace-process.ts'

const SEED = Number(process.env.FAULT_SEED ?? 20261123)
const KILLS = { write: { count: 4, among: 14 }, read: { count: 1, among: 30 } }
const PHONES = 6
const BUYERS = 5
const SKUS = [{ skuId: '128GB/午夜色', priceFen: 132_000 }]
const TEST_TIMEOUT_MS = 600_000

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let gateway: GatewayProcess
let marketplace: MarketplaceProcess
let merchant: Awaited<ReturnType<typeof withMerchant>>

beforeAll(async () => {
  folder = await temporaryFolder()
  const dataFolder = path.join(folder.folder, 'data')
  merchant = await withMerchant(dataFolder, '13800131009')
  gateway = await gatewayProcess({ dataFolder })
  marketplace = await startMarketplace(path.join(folder.folder, 'sandbox.sqlite'), `${gateway.url}/marketplace/push`)
  await marketplace.quietBuyers()
  await marketplace.control.openShop({ sellerId: merchant.sellerId, userName: 'oversell', nick: '库存手机行' })
  await gateway.start(marketplaceSettings(marketplace))
}, TEST_TIMEOUT_MS)

afterAll(async () => {
  if (gateway?.isRunning) await gateway.killHard()
  await marketplace?.running.killHard()
  await folder?.remove()
})

/** Phones of one batch, ready to be offered; gives their reports. */
async function inspectBatch(client: Client, shopAccountId: string): Promise<string[]> {
  const imeis = Array.from({ length: PHONES + 1 }, (_, index) => imeiOf('35', 7_500_000 + index))
  const { records } = await enterBatch(client, { ...cleanBatch(imeis, 'curated'), shopAccountId })
  await photographRecord(client, records[0]?.inspectionId ?? '')
  return records.map(({ inspectionId }) => inspectionId)
}

/** The one product of the marketplace, as buyers see it. */
async function product(): Promise<ProductDocument | undefined> {
  const { product: products = {} } = await marketplace.control.dump()
  return Object.values(products as Record<string, ProductDocument>)[0]
}

/** A buyer takes one while there is one; gives the order's number. */
async function buyOne(client: Client): Promise<string> {
  return eventually(client, 'something to buy', async () => {
    const shown = await product()
    if (!shown || shownOf(shown) === 0) return null
    return marketplace.control.buyProduct(shown.productId)
  })
}

/** Waits until the marketplace knows of every shipment: one that a kill cut off is sent again once its lease is over. */
async function allShippedThere(client: Client, orderNos: readonly string[]): Promise<void> {
  await eventually(client, 'every shipment at the marketplace', async () => {
    const { order = {} } = await marketplace.control.dump()
    const orders = order as Record<string, OrderDocument>
    return orderNos.every((orderNo) => orders[orderNo]?.status === ORDER_STATUS.shipped) || null
  })
}

/** Pays, picks and ships one order with the phone that is given. */
async function fulfil(client: Client, orderNo: string, inspectionId: string, step: string): Promise<void> {
  await marketplace.control.payOrder(orderNo)
  const { orderId } = await orderIn(client, 'curated', orderNo, 'awaiting_shipment')
  const picked = await client.call(curatedOrder.setDeliveryStock, { orderId, inspectionId, confirmBetter: true })
  const scans = picked.units.map(({ barCode: unitCode }) => ({ unitCode, bagCode: '' }))
  await marketplace.loseAnswers('/api/open/order/ship', 1)
  const parcel = {
    orderId,
    carrierCode: 'SF',
    waybill: `SF12345678901${step.length}${step.at(-1)}`,
    scans,
    confirmSharedWaybill: true,
  }
  await client.call(curatedOrder.delivery, parcel)
}

test(
  `kills while stock is sold leave no phone sold twice and none shown that is not there (seed ${SEED})`,
  async () => {
    const who = await signIn({ url: gateway.url, letPass: async () => {} }, merchant.phone, merchant.password)
    const plain = clientWithKills({
      gateway,
      who,
      random: seededRandom(SEED),
      withinMs: 0,
      kills: { write: { count: 0, among: 0 }, read: { count: 0, among: 0 } },
    }).client
    const shopAccountId = await usableShop(plain)
    const [spare = '', ...phones] = await inspectBatch(plain, shopAccountId)
    const killer = clientWithKills({ gateway, who, random: seededRandom(SEED), kills: KILLS, withinMs: 60 })
    const { client } = killer
    const listing = { kind: 'stock' as const, inspectionIds: phones, shopAccountId, skus: SKUS, priceConfirmed: true }
    const listingId = await publishCurated(client, listing)

    const unpaid = await buyOne(client)
    const bought: string[] = []
    for (let buyer = 0; buyer < BUYERS; buyer += 1) {
      const orderNo = await buyOne(client)
      bought.push(orderNo)
      await fulfil(client, orderNo, phones[buyer] ?? '', `buyer-${buyer}`)
    }
    const restocked = {
      action: 'restock' as const,
      rows: [{ listingId, inspectionIds: [spare], priceConfirmed: true }],
    }
    await client.call(goods.operate, restocked)
    const { orderId } = await orderIn(client, 'curated', unpaid, 'awaiting_payment')
    await client.call(curatedOrder.changePrice, { orderId, priceFen: 120_000, freightFen: 0 })
    await eventually(client, 'the new price at the marketplace', async () => {
      const { order = {} } = await marketplace.control.dump()
      return (order[unpaid] as { goodsFen: number }).goodsFen === 120_000 || null
    })
    await marketplace.control.payOrder(unpaid)
    await orderIn(client, 'curated', unpaid, 'awaiting_shipment')
    await eventually(client, 'the spare phone on sale', async () => {
      const shown = await product()
      return shown && shownOf(shown) === 1 ? true : null
    })
    await allShippedThere(client, bought)
    await onSale(client, listingId)
    expect(killer.kills.length, `seed ${SEED}`).toBeGreaterThan(2)
    process.stdout.write(`seed ${SEED}, killed after: ${killer.kills.join(', ')}\n`)
    const facts = await factsAfterwards()
    expect(breaches(facts)).toEqual([])
    expect(differences(facts)).toEqual([])
    expect(facts.orders).toHaveLength(BUYERS + 1)
    expect(facts.sales.filter(({ state }) => state === 'shipped')).toHaveLength(BUYERS)
  },
  TEST_TIMEOUT_MS,
)

/** Both sides, read from the tables once the server has stopped. */
async function factsAfterwards(): Promise<Facts> {
  expect((await gateway.terminate()).code).toBe(0)
  const home = await openFolder(gateway.settings.HUANJI_DATA ?? '')
  try {
    return await readFacts({
      merchantId: merchant.merchantId,
      rows: async <Row>(text: string) => (await home.ownerQuery(text)).rows as Row[],
      dump: () => marketplace.control.dump(),
    })
  } finally {
    await home.close()
  }
}
