import path from 'node:path'
import { cleanPhone, imeiOf, inspectStepByStep, registerBags } from '@huanji/server/demo/trade/inspecting'
import * as selling from '@huanji/server/demo/trade/selling'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, signIn } from '../contract/fixtures/client.ts'
import { IS_NIGHTLY } from '../support/depth.ts'
import { openFolder, temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess, marketplaceSettings } from './gateway-process.ts'
import { clientWithKills, type Killer, seededRandom } from './killer.ts'
import { type MarketplaceProcess, startMarketplace } from './marketplace-process.ts'
import { expectAllOf, expectOnceEach, settle } from './sold-phones.ts'

const SEED = Number(process.env.FAULT_SEED ?? 20260107)
/** A phone takes about 23 writes from scan to bill, and reads without number while it waits. */
const KILLS = IS_NIGHTLY
  ? { write: { count: 8, among: 65 }, read: { count: 2, among: 40 } }
  : { write: { count: 3, among: 20 }, read: { count: 1, among: 13 } }
const PHONES = IS_NIGHTLY ? 3 : 1
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
async function sellOne(client: Client, shopAccountId: string, index: number, bagCode: string) {
  const phone = { imei: imeiOf('35', 7_310_000 + index), bagCode, shopAccountId }
  const { inspectionId } = await inspectStepByStep(client, cleanPhone(phone.imei, { bagCode, shopAccountId }))
  const sold = await selling.sellAtAuction(client, marketplace.control, { ...phone, inspectionId })
  // The answer to the shipment is lost once: asking again blindly would ship twice.
  await marketplace.loseAnswers('/api/open/order/ship', 1)
  await selling.ship(client, 'auction', selling.parcelOf(sold.orderId, sold))
  return sold
}

test(
  `${KILLS.write.count + KILLS.read.count} kills in the middle of a journey lose nothing and double nothing (seed ${SEED})`,
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

async function sellAll({ client }: Killer): Promise<selling.SoldPhone[]> {
  const shopAccountId = await selling.usableShop(client)
  const bags = await registerBags(client, 'FAULT', PHONES)
  const sold: selling.SoldPhone[] = []
  for (const [index, bagCode] of bags.entries()) sold.push(await sellOne(client, shopAccountId, index, bagCode))
  // Last of all, because the marketplace's clock runs ahead of ours from here on.
  await settle(marketplace.control, [{ client, phones: sold }])
  return sold
}

/** Read from the tables, past every rule of the program: one row where there must be one. */
async function expectNothingTwice(sold: readonly selling.SoldPhone[]): Promise<void> {
  const { product = {}, order = {} } = await marketplace.control.dump()
  expect(Object.keys(product), 'products at the marketplace').toHaveLength(sold.length)
  expect(Object.keys(order), 'orders at the marketplace').toHaveLength(sold.length)
  expect((await gateway.terminate()).code).toBe(0)
  const home = await openFolder(gateway.settings.HUANJI_DATA ?? '')
  try {
    await expectOnceEach(home.ownerQuery, sold.length)
  } finally {
    await home.close()
  }
}
