import { realPhoto } from '@huanji/contract/features/inspection/photo'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { STREAM_PATH } from '@huanji/contract/live'
import { formatFen } from '@huanji/domain/money'
import { offerAtAuction } from '@huanji/server/demo/trade/selling'
import type { Locator, Page } from '@playwright/test'
import { MANAGER, NEIGHBOUR, OWNER } from './fixtures/accounts.ts'
import type { ApiClient } from './fixtures/api-client.ts'
import { expect, test } from './fixtures/journey.ts'
import { control, nextMarketSecond, scheduledEntry, sellPhone } from './fixtures/marketplace.ts'
import { draftPhone, inspectPhone, newBags } from './fixtures/phones.ts'
import { takePhotos } from './pages/inspection-station.ts'

const DEAL_FEN = 230_000
/** From the moment the server has it to the moment it is on screen. */
const SEEN_WITHIN_MS = 5_000
/** The list of orders asks this often without the stream. */
const POLL_MS = 30_000

const STREAM = `**${STREAM_PATH}`

/** How many requests of a path a page has made so far. */
function countOf(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

const streamOf = (page: Page) => page.waitForResponse((response) => new URL(response.url()).pathname === STREAM_PATH)

async function newPhone(client: ApiClient) {
  const [bagCode = ''] = await newBags(client, 1)
  return inspectPhone(client, bagCode)
}

const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text })
const badge = (page: Page): Locator =>
  page.getByRole('navigation').getByRole('link').filter({ hasText: '鱼市订单' }).locator('[data-badge]')

test('an order that is paid at the marketplace appears by itself, and its badge counts it', async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const first = await newPhone(owner)
  await sellPhone(owner, first, DEAL_FEN)
  const second = await newPhone(owner)
  const { page } = await signedInUser(OWNER)
  const stream = streamOf(page)
  const lists = countOf(page, auctionOrder.list.path)
  await page.goto('/sale/order?state=awaiting_shipment&pageSize=100')
  const firstRow = rowOf(page, first.imei)
  await expect(firstRow).toBeVisible()
  expect((await stream).headers()['content-type']).toContain('text/event-stream')
  await expect(badge(page)).toBeVisible()
  const before = (await badge(page).textContent()) ?? ''
  await firstRow.getByRole('link').first().focus()

  const { orderNo } = await sellPhone(owner, second, DEAL_FEN)
  await expect(rowOf(page, orderNo)).toBeVisible({ timeout: SEEN_WITHIN_MS })
  await expect(badge(page)).not.toHaveText(before, { timeout: before === '99+' ? 1 : SEEN_WITHIN_MS })
  await expect(firstRow.getByRole('link').first()).toBeFocused()
  expect(lists()).toBeGreaterThan(1)
})

test('a row that a colleague adds appears in a list that never asks by itself, and tick and focus stay', async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const { imei } = await draftPhone(owner)
  const { page } = await signedInUser(OWNER)
  const stream = streamOf(page)
  await page.goto('/check/ys/list?state=draft&pageSize=100')
  const row = rowOf(page, imei)
  await row.getByRole('checkbox').check()
  await stream
  await row.getByRole('link').first().focus()
  const { imei: added } = await draftPhone(owner)
  await expect(rowOf(page, added)).toBeVisible({ timeout: SEEN_WITHIN_MS })
  await expect(row.getByRole('checkbox')).toBeChecked()
  await expect(row.getByRole('link').first()).toBeFocused()
})

test('without the stream the list asks from time to time', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const phone = await newPhone(owner)
  const { page, monitor } = await signedInUser(OWNER)
  monitor.expectLostNetwork()
  await page.route(STREAM, (route) => route.abort())
  await page.clock.install()
  await page.goto('/sale/order?state=awaiting_shipment&pageSize=100')
  await expect(page.getByRole('region', { name: '鱼市订单表格' })).toBeVisible()
  const lists = countOf(page, auctionOrder.list.path)
  /** Lets the page's time pass until something holds: it begins to wait only once the answer before is there. */
  const passUntil = (holds: () => boolean | Promise<boolean>) =>
    expect
      .poll(async () => {
        await page.clock.fastForward(POLL_MS)
        return holds()
      })
      .toBe(true)
  await passUntil(() => lists() > 0)
  const { orderNo } = await sellPhone(owner, phone, DEAL_FEN)
  await passUntil(() => rowOf(page, orderNo).isVisible())
})

test('asking from time to time rests while the stream stands', { tag: '@nightly' }, async ({ signedInUser }) => {
  const [withStream, without] = [await signedInUser(NEIGHBOUR), await signedInUser(NEIGHBOUR)]
  without.monitor.expectLostNetwork()
  await without.page.route(STREAM, (route) => route.abort())
  const stream = streamOf(withStream.page)
  for (const { page } of [withStream, without]) {
    const answered = page.waitForResponse((response) => response.url().endsWith(goods.list.path))
    await page.goto('/sale/product?code=nothing-is-called-so')
    await answered
  }
  await stream
  const [ofStream, ofOther] = [withStream, without].map(({ page }) => countOf(page, goods.list.path))
  const otherAsks = (times: number) => expect.poll(() => ofOther?.(), { timeout: 60_000 }).toBeGreaterThanOrEqual(times)
  await otherAsks(1)
  const before = ofStream?.()
  await otherAsks(2)
  expect(ofStream?.()).toBe(before)
})

test('the price of an auction under way changes by itself', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  // in a sealed session nobody is told of offers before its end
  const listingId = await offerAtAuction(owner, await newPhone(owner), 'open')
  const entryId = await scheduledEntry(listingId)
  const { page } = await signedInUser(OWNER)
  const stream = streamOf(page)
  await page.goto(`/sale/product/detail?listingId=${listingId}`)
  await stream
  await expect(page.getByText('竞拍中')).toHaveCount(0)
  const entry = async () => (await owner.call(goods.detail, { listingId })).entry
  // the server asks for entries every half a minute: the beginning and the first offer come in one answer
  await control('startEntry', { entryId })
  for (const [count, amountFen] of [221_100, 232_200].entries()) {
    await control('placeBid', { entryId, buyer: count + 1, amountFen })
    await expect.poll(async () => (await entry())?.bidCount, { timeout: 60_000 }).toBe(count + 1)
    await expect(page.getByText(`${count + 1} 次`, { exact: true })).toBeVisible({ timeout: SEEN_WITHIN_MS })
    const highestFen = (await entry())?.highestBidFen ?? 0
    await expect(page.getByText(formatFen(highestFen)).first()).toBeVisible()
    await expect(page.getByText('竞拍中')).toBeVisible()
    await nextMarketSecond()
  }
})

test('a photograph that a colleague takes is seen in the other window', async ({ signedInUser, clientOf }) => {
  const { inspectionId } = await draftPhone(await clientOf(OWNER))
  const [one, other] = [await signedInUser(OWNER), await signedInUser(OWNER)]
  const stream = streamOf(other.page)
  for (const { page } of [one, other]) {
    await page.goto(`/check/ys/check?inspectionId=${inspectionId}`)
    await expect(page.getByLabel('选择照片：背面', { exact: true })).toBeEnabled()
  }
  await stream
  const saved = one.page.waitForResponse((response) => response.url().endsWith(realPhoto.saveRealPhoto.path))
  await takePhotos(one.page, [{ title: '背面', subject: 'back' }])
  await saved
  await expect(other.page.getByRole('button', { name: '查看背面' })).toBeVisible({ timeout: SEEN_WITHIN_MS })
})

test('all windows of a browser have one stream, and the next one takes over', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const { page } = await signedInUser(MANAGER)
  const context = page.context()
  const stream = streamOf(page)
  await page.goto('/sale/order')
  await stream
  const second = await context.newPage()
  const ofSecond = countOf(second, STREAM_PATH)
  await second.goto('/sale/product')
  await expect(second.getByRole('region', { name: '商品表格' })).toBeVisible()
  const lists = countOf(second, goods.list.path)
  const owner = await clientOf(OWNER)
  await offerAtAuction(owner, await newPhone(owner), 'open')
  // it hears of the change by the stream of the first
  await expect.poll(lists, { timeout: SEEN_WITHIN_MS }).toBeGreaterThan(0)
  expect(ofSecond()).toBe(0)
  const takenOver = streamOf(second)
  await page.close()
  expect((await takenOver).status()).toBe(200)
  await second.close()
})
