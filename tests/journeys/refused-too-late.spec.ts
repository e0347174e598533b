import { auctionSessions, goods } from '@huanji/contract/features/listing/goods'
import { PLATFORM_CODES } from '@huanji/marketplace/protocol/errors'
import { offerAtAuction, PRICES } from '@huanji/server/demo/trade/selling'
import { OWNER } from './fixtures/accounts.ts'
import { signIn } from './fixtures/api-client.ts'
import { curatedBatch } from './fixtures/batches.ts'
import { curatedStock, sellCurated } from './fixtures/curated-steps.ts'
import { expect, test } from './fixtures/journey.ts'
import { control, IN_BACKGROUND, nextMarketSecond, productOf, scheduledEntry } from './fixtures/marketplace.ts'
import { type OwnTime, startOwnTime } from './fixtures/own-time.ts'
import { inspectPhone, newBags } from './fixtures/phones.ts'
import { packing } from './pages/packing.ts'
import { openPublishing, publishing } from './pages/publish-drawer.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** For so long a report can be shipped on. */
const REPORT_DAYS = 30

let time: OwnTime

test.beforeAll(async () => {
  time = await startOwnTime()
})
test.afterAll(async () => time.end())

test('what was sold while stock was shown too high is taken and says 缺货', { tag: '@nightly' }, async ({
  userWithSession,
}) => {
  const owner = await signIn(OWNER)
  const batch = await curatedBatch(owner, 3)
  const [added, ...shown] = batch.phones
  const listing = await curatedStock(owner, { batch, phones: shown })
  // one piece is bought a moment before the marketplace takes the new stock, which knows nothing of it and stands
  const path = '/api/open/product/edit/stock'
  await control('failNext', { kind: 'overtaken', path, by: 'purchase' })
  const busy = { code: PLATFORM_CODES.wrongState, msg: '商品发布中，请稍后再试' }
  await control('failNext', { kind: 'refuse', path, ...busy, times: 1_000 })
  const { listingId } = listing
  const { version } = await owner.call(goods.detail, { listingId })
  const row = { listingId, version, inspectionIds: [added?.inspectionId ?? ''], priceConfirmed: true }
  await owner.call(goods.operate, { action: 'restock', rows: [row] })
  await expect.poll(async () => (await productOf(listingId)).stock, IN_BACKGROUND).toBe(batch.phones.length)
  // who bought first is served first
  await nextMarketSecond()

  const short = await sellCurated(owner, listing, batch.phones.length)
  const { page } = await userWithSession(owner)
  await page.goto('/sale/yxorder?isShort=true')
  await expect(page.getByRole('row').filter({ hasText: short.orderNo })).toContainText('缺货')
  await page.goto(`/sale/yxorder/detail?orderId=${short.orderId}`)
  await expect(page.getByText(`还差 ${batch.phones.length} 台。请补足同规格、同成色的手机`)).toBeVisible()
  await page.getByRole('button', { name: '选手机' }).click()
  await expect(page.getByText(/^缺货：卖出的比库存多/)).toBeVisible()
})

test('what comes too late is refused: for a session, for an offer, and with a report of a month ago', {
  tag: '@nightly',
}, async ({ userWithSession }) => {
  const owner = await signIn(OWNER)
  const bags = await newBags(owner, 3)
  const [entered, offered, late] = await Promise.all(bags.map((bag) => inspectPhone(owner, bag)))
  if (!entered || !offered || !late) throw new Error('too few phones')
  const [enteredId, offeredId] = [await offerAtAuction(owner, entered), await offerAtAuction(owner, offered)]
  await scheduledEntry(enteredId)
  const offer = { entryId: await scheduledEntry(offeredId), priceFen: PRICES.startPriceFen, isOffer: true }
  await control('concludeEntry', offer)
  const listing = await curatedStock(owner, { count: 1 })
  const order = await sellCurated(owner, listing)
  const { sessions } = await owner.call(auctionSessions.sessions, {})
  const cutOffMs = Date.parse(sessions[1]?.cutOffAt ?? '')

  const [publisher, pricer, answerer] = [
    await userWithSession(owner),
    await userWithSession(owner),
    await userWithSession(owner),
  ]
  const drawer = await openPublishing(publisher, '鱼市竞拍', [late.imei])
  await drawer.getByLabel('场次').selectOption({ index: 1 })
  await pricer.page.goto(`/sale/product?code=${entered.imei}`)
  await pricer.page.getByRole('row').filter({ hasText: entered.imei }).getByRole('button', { name: '改价' }).click()
  const prices = pricer.page.getByRole('dialog', { name: '改价（1件）' })
  await prices.getByRole('textbox', { name: /^保底价/ }).fill(String((PRICES.reservePriceFen + 100) / 100))
  await answerer.page.goto(`/sale/product/detail?listingId=${offeredId}`)
  await expect(answerer.page.getByText(/^待议价：/)).toBeVisible(IN_BACKGROUND)
  await answerer.page.getByRole('button', { name: '同意议价' }).click()
  const question = answerer.page.getByRole('dialog', { name: '同意议价？' })

  // hours go by at once
  for (const { monitor } of [publisher, pricer, answerer]) monitor.expectOldPictures()
  // the second session takes no entries any more, and the hour of the offer is over
  await time.pass(cutOffMs + MINUTE_MS - Date.now())
  await publishing.send(drawer).click()
  await expect(drawer).toContainText('场次已截止报名，请选择其他场次')
  await prices.getByRole('button', { name: '改价' }).click()
  await pricer.page.getByRole('button', { name: '价格没错，继续' }).click()
  await expect(prices).toContainText('场次已截止报名，不能改价，请等本场结束')
  await question.getByRole('button', { name: '同意' }).click()
  await expect(answerer.page.getByText('议价已超时，本次竞拍流拍，可重新上架').first()).toBeVisible()

  // pages that nobody would leave open for a month, with pictures whose addresses do not hold so long
  for (const { page } of [publisher, pricer, answerer]) await page.close()
  await time.pass(REPORT_DAYS * DAY_MS)
  const { page, keyboard } = await userWithSession(await signIn(OWNER))
  await page.goto(`/sale/yxorder/detail?orderId=${order.orderId}`)
  await page.getByRole('button', { name: '选手机' }).click()
  await expect(page.getByRole('textbox', { name: '扫描要发的手机' })).toBeFocused()
  const imei = listing.phones[0]?.imei ?? ''
  await keyboard.scan(imei)
  await expect(packing.message(page)).toHaveText(`${imei} 质检已过期，请重新质检`)
})
