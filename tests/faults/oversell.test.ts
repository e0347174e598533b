import path from 'node:path'
import { batch } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { goods } from '@huanji/contract/features/listing/goods'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { ORDER_STATUS } from '@huanji/marketplace/protocol/orders'
import type { OrderDocument, ProductDocument } from '@huanji/marketplace/sandbox/documents'
import { batchPlan } from '@huanji/server/demo/phones'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, signIn } from '../contract/fixtures/client.ts'
import * as steps from '../contract/fixtures/trading-steps.ts'
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
const MODEL = {
  modelId: 'apple-iphone-13',
  sku: { regulatoryNo: 'A2634', ram: '', storage: '128GB', colour: '午夜色' },
}
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
  const plans = Array.from({ length: PHONES + 1 }, (_, index) =>
    batchPlan(1, 7_000 + index, { ...MODEL, answers: {}, channel: 'curated' }),
  )
  const common = { modelId: MODEL.modelId, sku: MODEL.sku, answers: plans[0]?.answers ?? {} }
  const units = plans.map(({ imei }) => ({ code: { kind: 'imei' as const, imei } }))
  const asked = { channel: 'curated' as const, common, units, shopAccountId }
  const { rows } = await client.call(batch.addMultiCommodity, asked, 'batch')
  const ids = rows.flatMap(({ inspectionId }) => inspectionId ?? [])
  expect(ids).toHaveLength(PHONES + 1)
  const { photoTaskId } = await client.call(detRecord.getDetRecordDetails, { inspectionId: ids[0] ?? '' })
  const { missingShots } = await client.call(realPhoto.getDetectRealPhoto, { photoTaskId })
  for (const [index, { code }] of missingShots.entries()) {
    await steps.takePhoto(client, photoTaskId, code, index, `photo:${code}`)
  }
  return ids
}

/** The one product of the marketplace, as buyers see it. */
async function product(): Promise<ProductDocument | undefined> {
  const { product: products = {} } = await marketplace.control.dump()
  return Object.values(products as Record<string, ProductDocument>)[0]
}

/** A buyer takes one while there is one; gives the order's number. */
async function buyOne(client: Client): Promise<string> {
  return steps.eventually(client, 'something to buy', async () => {
    const shown = await product()
    if (!shown || shownOf(shown) === 0) return null
    const { orderNo } = (await marketplace.act('buyProduct', { productId: shown.productId })) as { orderNo: string }
    return orderNo
  })
}

/** Waits until the marketplace knows of every shipment: one that a kill cut off is sent again once its lease is over. */
async function allShippedThere(client: Client, orderNos: readonly string[]): Promise<void> {
  await steps.eventually(client, 'every shipment at the marketplace', async () => {
    const { order = {} } = await marketplace.control.dump()
    const orders = order as Record<string, OrderDocument>
    return orderNos.every((orderNo) => orders[orderNo]?.status === ORDER_STATUS.shipped) || null
  })
}

async function orderIn(client: Client, orderNo: string, state: string) {
  return steps.eventually(client, `the order ${orderNo} in ${state}`, async () => {
    const { list } = await client.call(curatedOrder.list, { code: orderNo })
    return list.find((row) => row.orderNo === orderNo && row.state === state)
  })
}

/** Pays, picks and ships one order with the phone that is given. */
async function fulfil(client: Client, orderNo: string, inspectionId: string, step: string): Promise<void> {
  await marketplace.control.payOrder(orderNo)
  const { orderId } = await orderIn(client, orderNo, 'awaiting_shipment')
  const picked = await client.call(
    curatedOrder.setDeliveryStock,
    { orderId, inspectionId, confirmBetter: true },
    `${step}:pick`,
  )
  const scans = picked.units.map(({ barCode: unitCode }) => ({ unitCode, bagCode: '' }))
  await marketplace.loseAnswers('/api/open/order/ship', 1)
  const parcel = {
    orderId,
    carrierCode: 'SF',
    waybill: `SF12345678901${step.length}${step.at(-1)}`,
    scans,
    confirmSharedWaybill: true,
  }
  await client.call(curatedOrder.delivery, parcel, `${step}:ship`)
}

test(
  `kills while stock is sold leave no phone sold twice and none shown that is not there (seed ${SEED})`,
  async () => {
    const who = await signIn({ url: gateway.url, letPass: async () => {} }, merchant.phone, merchant.password)
    const plain = clientWithKills({
      ...{ gateway, who, random: seededRandom(SEED), withinMs: 0 },
      kills: { write: { count: 0, among: 0 }, read: { count: 0, among: 0 } },
    }).client
    const shopAccountId = await steps.usableShop(plain)
    const [spare = '', ...phones] = await inspectBatch(plain, shopAccountId)
    const killer = clientWithKills({ gateway, who, random: seededRandom(SEED), kills: KILLS, withinMs: 60 })
    const { client } = killer
    const listing = { kind: 'stock' as const, inspectionIds: phones, shopAccountId, skus: SKUS, priceConfirmed: true }
    const answer = await client.call(goods.publish, { channel: 'curated', listings: [listing] }, 'publish')
    const listingId = answer.results[0]?.listingId ?? ''
    expect(answer.results).toMatchObject([{ ok: true }])

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
    await client.call(goods.operate, restocked, 'restock')
    const { orderId } = await orderIn(client, unpaid, 'awaiting_payment')
    await client.call(curatedOrder.changePrice, { orderId, priceFen: 120_000, freightFen: 0 }, 'price')
    await steps.eventually(client, 'the new price at the marketplace', async () => {
      const { order = {} } = await marketplace.control.dump()
      return (order[unpaid] as { goodsFen: number }).goodsFen === 120_000 || null
    })
    await marketplace.control.payOrder(unpaid)
    await orderIn(client, unpaid, 'awaiting_shipment')
    await steps.eventually(client, 'the spare phone on sale', async () => {
      const shown = await product()
      return shown && shownOf(shown) === 1 ? true : null
    })
    await allShippedThere(client, bought)
    await steps.onSale(client, listingId)
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
