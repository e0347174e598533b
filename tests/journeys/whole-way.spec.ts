import { bill } from '@huanji/contract/features/bill/calls'
import { feeTableOn } from '@huanji/domain/fees/fee-table'
import { settle } from '@huanji/domain/fees/settlement'
import { formatFen, parseYuan } from '@huanji/domain/money'
import { shanghaiDate } from '@huanji/domain/time'
import { orderIn } from '@huanji/server/demo/trade/selling'
import type { Page } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import { signedFen } from './fixtures/amounts.ts'
import type { ApiClient } from './fixtures/api-client.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import { control, scheduledEntry } from './fixtures/marketplace.ts'
import { MODEL, newBags, newImei } from './fixtures/phones.ts'
import { expectToast } from './fixtures/toasts.ts'
import { answerClaims, MUST_SHOTS, openChecklist, station, takePhotos } from './pages/inspection-station.ts'
import { openPacking, packing, shipByScan } from './pages/packing.ts'

const CLEAN_PHONE_INPUTS = 12
/** The gateway asks for settlements once a minute. */
const SETTLED_WITHIN_MS = 90_000

/** Inspects, photographs and seals a clean phone at the station. */
async function inspect(user: User, imei: string, bagCode: string): Promise<void> {
  const { page, keyboard } = user
  await station.open(page)
  await openChecklist(user, imei)
  await answerClaims(user)
  await expect(station.grade(page)).not.toBeEmpty()
  await takePhotos(page, MUST_SHOTS)
  await keyboard.scan(bagCode)
  await expect(page.getByText('已齐全，可以提交')).toBeVisible()
  await keyboard.press('Control+Enter')
  const result = station.result(page)
  await expect(result).toContainText(MODEL.name)
  await expect(result).toContainText('可上架')
  await expect(result).toContainText(bagCode)
  expect(keyboard.inputs()).toBeLessThanOrEqual(CLEAN_PHONE_INPUTS)
}

/** The amount in a box of the publish drawer, in fen. */
async function amountIn(page: Page, name: RegExp): Promise<number> {
  const fen = parseYuan(await page.getByRole('dialog').getByRole('textbox', { name }).inputValue())
  if (fen === null) throw new Error(`no amount in ${name}`)
  return fen
}

interface Listed {
  readonly listingId: string
  readonly startFen: number
  readonly reserveFen: number
}

/** Lists the phone in the session after the next, at the suggested prices. */
async function list({ page, keyboard }: User, imei: string): Promise<Listed> {
  await page.goto('/sale/product')
  await expect(page.getByRole('columnheader', { name: '起拍价' })).toBeVisible()
  await keyboard.press('n')
  const drawer = page.getByRole('dialog', { name: '发布商品到鱼市' })
  await expect(drawer.getByLabel('扫描手机，加入发布')).toBeFocused()
  await keyboard.scan(imei)
  await expect(drawer.getByRole('status').first()).toContainText('已加入')
  await drawer.getByLabel('店铺').selectOption({ index: 1 })
  await drawer.getByLabel('场次').selectOption({ index: 2 })
  const [startFen, reserveFen] = [await amountIn(page, /^起拍价/), await amountIn(page, /^保底价/)]
  await drawer.getByRole('button', { name: '发布', exact: true }).press('Enter')
  await expectToast(page, '已提交发布 1 件，结果会显示在列表中')
  const row = page.getByRole('row').filter({ hasText: imei })
  const link = (await row.getByRole('link').first().getAttribute('href')) ?? ''
  const listingId = new URLSearchParams(link.split('?')[1]).get('listingId') ?? ''
  return { listingId, startFen, reserveFen }
}

/** Lets simulated buyers bid against each other, and the last one win. Gives the deal price in fen. */
async function bid(page: Page, { listingId, startFen, reserveFen }: Listed): Promise<number> {
  const entryId = await scheduledEntry(listingId)
  await control('startEntry', { entryId })
  await page.goto(`/sale/product/detail?listingId=${listingId}`)
  await expect(page.getByText('竞拍中')).toBeVisible({ timeout: 60_000 })
  await control('placeBid', { entryId, buyer: 1, amountFen: startFen })
  await control('placeBid', { entryId, buyer: 2, amountFen: reserveFen })
  const dealFen = reserveFen + 100_00
  await control('concludeEntry', { entryId, priceFen: dealFen })
  return dealFen
}

/** Opens the phone's order from its line in the list. */
async function openOrder(page: Page, imei: string, state: string): Promise<void> {
  await page.goto(`/sale/order?code=${imei}`)
  const row = page.getByRole('row').filter({ hasText: imei })
  await expect(row).toContainText(state)
  await row.getByRole('link').first().click()
  await expect(page.getByRole('article', { name: '订单详情' })).toBeVisible()
}

async function ship(user: User, imei: string, bagCode: string): Promise<void> {
  await openPacking(user)
  await shipByScan(user, imei, bagCode, `SF${imei.slice(-13)}`)
  await expect(packing.dialog(user.page)).toContainText('闲鱼已收到', { timeout: 60_000 })
}

async function expectSettled(owner: ApiClient, orderNo: string): Promise<void> {
  const states = async () => (await owner.call(bill.list, { orderNo })).list.map(({ state }) => state)
  await expect
    .poll(async () => new Set(await states()), {
      timeout: SETTLED_WITHIN_MS,
      intervals: [500],
      message: 'settled bills',
    })
    .toEqual(new Set(['settled']))
}

/** What the table of fees makes of a deal of today, in fen. */
function netOf(dealFen: number): number {
  const rules = feeTableOn(shanghaiDate(new Date().toISOString()))?.channels.auction
  if (!rules) throw new Error('there is no table of fees for today')
  return settle({ dealFen, freightIncomeFen: 0, rules, unitCount: 1 }).netFen
}

/** Checks every line of the order's bill against the formula written on it, and the sum against the table of fees. */
async function expectBill(page: Page, orderNo: string, dealFen: number): Promise<void> {
  await page.goto(`/capital/bill?orderNo=${orderNo}`)
  const rows = page.getByRole('region', { name: '账单表格' }).getByRole('row').filter({ hasText: orderNo })
  const deal = rows.filter({ has: page.getByRole('cell', { name: '货款', exact: true }) })
  await expect(deal).toHaveCount(1)
  const lines = await rows.all()
  expect(lines.length).toBeGreaterThan(1)
  let sumFen = 0
  for (const line of lines) {
    const [, , , amount = '', formula = ''] = await line.getByRole('cell').allTextContents()
    const amountFen = signedFen(amount)
    const parts = formula.split('；').map((part) => Number(signedFen(part.match(/[^¥]*(¥[\d,.]+)[^¥]*$/)?.[1] ?? '')))
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(Math.abs(amountFen))
    await expect(line).toContainText('已结算')
    sumFen += amountFen
  }
  expect(sumFen).toBe(netOf(dealFen))
  await expect(deal).toContainText(`+${formatFen(dealFen)}`)
  await expect(page.getByText('到手').locator('..')).toContainText(`+${formatFen(sumFen)}`)
}

test('one phone goes the whole way from the scan to the settled bill', { tag: '@fast' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const user = await signedInUser(OWNER)
  const { page } = user
  const imei = newImei()
  const [bagCode = ''] = await newBags(owner, 1)

  await inspect(user, imei, bagCode)
  const listed = await list(user, imei)
  const dealFen = await bid(page, listed)
  const { orderNo } = await orderIn(owner, 'auction', imei, 'awaiting_payment')
  await openOrder(page, imei, '待付款')
  await expect(page.getByRole('region', { name: '出价记录表格' }).getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('region', { name: '出价记录表格' })).toContainText(formatFen(dealFen))
  await control('payOrder', { orderNo })
  await orderIn(owner, 'auction', imei, 'awaiting_shipment')
  await ship(user, imei, bagCode)
  await control('confirmReceipt', { orderNo })
  await orderIn(owner, 'auction', imei, 'completed')
  await control('settleOrder', { orderNo })
  await expectSettled(owner, orderNo)
  await expectBill(page, orderNo, dealFen)

  await page.goto(`/check/ys/list?code=${imei}`)
  await expect(page.getByRole('row').filter({ hasText: imei })).toContainText('已售')
})
