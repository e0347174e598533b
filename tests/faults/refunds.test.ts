import path from 'node:path'
import { createMarketplaceClient, type MarketplaceClient } from '@huanji/marketplace/client/client'
import type { OrderDocument, RefundDocument } from '@huanji/marketplace/sandbox/documents'
import { curatedReport, phoneProduct } from '@huanji/marketplace/sandbox/testing/goods'
import type { RefundRequest } from '@huanji/server/modules/refund/request'
import { findRefund } from '@huanji/server/modules/refund/store'
import { makeRequest } from '@huanji/server/modules/request/commands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFolder, temporaryFolder, withMerchant } from './data-folder.ts'
import { type GatewayProcess, gatewayProcess, marketplaceSettings } from './gateway-process.ts'
import { type MarketplaceProcess, startMarketplace } from './marketplace-process.ts'

const AGREE = '/api/open/trade/refund/operate/agree'
const RESEND = '/api/sandbox/trade/refund/operate/resend'
const PRICE_FEN = 200_000
const SHOP = 'refunds'
const PATIENCE_MS = 60_000
const TEST_TIMEOUT_MS = 600_000
const RETURN_TO = {
  name: '退货仓',
  mobile: '13800138003',
  prov_name: '浙江省',
  city_name: '杭州市',
  area_name: '余杭区',
  address: '文一西路1号',
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let gateway: GatewayProcess
let marketplace: MarketplaceProcess
let merchant: Awaited<ReturnType<typeof withMerchant>>
let client: MarketplaceClient

beforeAll(async () => {
  folder = await temporaryFolder()
  const dataFolder = path.join(folder.folder, 'data')
  merchant = await withMerchant(dataFolder, '13800131021')
  gateway = await gatewayProcess({ dataFolder })
  marketplace = await startMarketplace(path.join(folder.folder, 'sandbox.sqlite'), `${gateway.url}/marketplace/push`)
  await marketplace.quietBuyers()
  await marketplace.control.setBehaviour({ keepGoodsShare: 1 })
  await marketplace.control.openShop({ sellerId: merchant.sellerId, userName: SHOP, nick: '售后手机行' })
  const { appKey, appSecret, url: baseUrl } = marketplace
  client = createMarketplaceClient({ appKey, appSecret, baseUrl, now: () => Date.now() })
}, TEST_TIMEOUT_MS)

afterAll(async () => {
  if (gateway?.isRunning) await gateway.killHard()
  await marketplace?.running.killHard()
  await folder?.remove()
})

/** An order that its buyer has received. */
async function receivedOrder(): Promise<string> {
  const request = phoneProduct({ item_biz_type: 19, report_data: { yx_3c: curatedReport }, price: PRICE_FEN })
  const publish_shop = request.publish_shop.map((one) => ({ ...one, user_name: SHOP }))
  const { product_id } = await client.createProduct(merchant.sellerId, { ...request, publish_shop })
  const notify_url = `${gateway.url}/marketplace/push`
  await client.publishProduct(merchant.sellerId, { product_id, user_name: [SHOP], notify_url })
  await marketplace.control.advance(60_000)
  const orderNo = await marketplace.control.buyProduct(product_id)
  await marketplace.control.payOrder(orderNo)
  const parcel = { waybill_no: 'SF1002001234567', express_code: 'shunfeng', express_name: '顺丰速运' }
  await client.shipOrder(merchant.sellerId, { order_no: orderNo, ...parcel })
  await marketplace.control.confirmReceipt(orderNo)
  return orderNo
}

const agree = (order_no: string, more: object = {}) => client.agreeRefund(merchant.sellerId, { order_no, ...more })

/** A case of each step that pays or ends one, as its seller finds it. */
async function openCases(): Promise<{ paid: string; returned: string; resent: string }> {
  const [paid, returned, resent] = [await receivedOrder(), await receivedOrder(), await receivedOrder()]
  await marketplace.control.openRefund({ orderNo: paid, kind: 'refundOnly', detail: '成色不符' })
  await marketplace.control.openRefund({ orderNo: returned, kind: 'returnAndRefund', detail: '成色不符' })
  await agree(returned, { return_address: RETURN_TO })
  await marketplace.control.returnGoods(returned)
  await marketplace.control.openRefund({ orderNo: resent, kind: 'resend', detail: '少件/漏发' })
  await agree(resent)
  return { paid, returned, resent }
}

const refunds = async () => ((await marketplace.control.dump()).refund ?? {}) as Record<string, RefundDocument>

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Does something with the database of the server, which does not run. */
async function atHome<T>(work: (home: Awaited<ReturnType<typeof openFolder>>) => Promise<T>): Promise<T> {
  const home = await openFolder(gateway.settings.HUANJI_DATA ?? '')
  try {
    return await work(home)
  } finally {
    await home.close()
  }
}

/** Writes down what is asked for a case, as the call of a person does: this is our commit. */
const ask = (orderNo: string, wanted: RefundRequest) =>
  atHome(async ({ db }) => {
    const refundNo = (await refunds())[orderNo]?.refundNo ?? ''
    await db.tenant(merchant.merchantId, async (tx) => {
      const refund = await findRefund(tx, { refundNo })
      expect(refund, `the case of ${orderNo}`).toMatchObject({ state: wanted.state })
      const subjectId = refund?.refundId ?? ''
      await makeRequest(tx, { subject: 'refund', subjectId, desired: wanted, requestedBy: null, now: new Date() })
    })
  })

/** Runs the server until it has looked at the marketplace once. */
async function lookOnce(): Promise<void> {
  await gateway.start(marketplaceSettings(marketplace))
  await until('the cases are known', async () => gateway.output().includes('焕机已启动'))
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  expect((await gateway.terminate()).code).toBe(0)
}

const money = { amountFen: PRICE_FEN } as const

test(
  'a kill between our commit and the answer of the marketplace moves money once',
  async () => {
    const { paid, returned, resent } = await openCases()
    await lookOnce()
    await ask(paid, { want: 'refund_agreed', state: 'awaiting_merchant', kind: 'refundOnly', address: null, ...money })
    await ask(returned, { want: 'return_confirmed', state: 'awaiting_receipt', kind: 'returnAndRefund', ...money })
    const parcel = { carrierCode: 'SF', waybill: 'SF1002007654321' }
    await ask(resent, { want: 'goods_resent', state: 'awaiting_resend', ...parcel })

    // it is killed while the marketplace has not begun, and once more while the answer is on its way
    for (const [afterEffect, times] of [
      [false, 2],
      [true, 2],
    ] as const) {
      await marketplace.control.failNext({ kind: 'hang', path: AGREE, afterEffect, times })
      await marketplace.control.failNext({ kind: 'hang', path: RESEND, afterEffect, times: 1 })
      await gateway.start()
      if (afterEffect) {
        await until('it was carried out', async () => {
          const all = await refunds()
          return [paid, returned, resent].every((orderNo) => all[orderNo]?.status === 5)
        })
      } else await new Promise((resolve) => setTimeout(resolve, 3_000))
      await gateway.killHard()
    }
    await gateway.start()
    const { order = {} } = await marketplace.control.dump()
    const refundedOn = (orderNo: string) => (order[orderNo] as OrderDocument | undefined)?.refundedFen
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    expect((await gateway.terminate()).code).toBe(0)
    expect([paid, returned, resent].map(refundedOn)).toEqual([PRICE_FEN, PRICE_FEN, 0])
    await atHome(async ({ ownerQuery }) => {
      const rows = async (statement: string) => (await ownerQuery(statement)).rows
      expect(await rows('select state, count(*)::int as count from refund group by state')).toEqual([
        { state: 'succeeded', count: 3 },
      ])
      expect(await rows("select state from desired_state where subject = 'refund'")).toEqual(
        Array.from({ length: 3 }, () => ({ state: 'settled' })),
      )
      const moves = `select subject_id from history where subject = 'refund' and to_state = 'succeeded'
        and from_state is distinct from to_state group by 1 having count(*) > 1`
      expect(await rows(moves), 'a case that ended twice').toEqual([])
      expect(await rows("select kind, last_error from outbox where state = 'dead'")).toEqual([])
    })
  },
  TEST_TIMEOUT_MS,
)
