import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { phoneRecord } from '@huanji/contract/features/phone/calls'
import { formatFen } from '@huanji/domain/money'
import type { Page } from '@playwright/test'
import { INSPECTOR, OWNER } from './fixtures/accounts.ts'
import type { ApiClient } from './fixtures/api-client.ts'
import { expect, test } from './fixtures/journey.ts'
import { sellPhone } from './fixtures/marketplace.ts'
import { type InspectedPhone, inspectPhone, newBags, newImei } from './fixtures/phones.ts'
import { checkThemes } from './fixtures/screen.ts'

const DEAL_FEN = 230_000
const COST_FEN = 180_000

interface Phones {
  readonly sold: InspectedPhone
  readonly orderNo: string
  readonly stocked: readonly InspectedPhone[]
}

let made: Promise<Phones> | undefined

async function makePhones(owner: ApiClient): Promise<Phones> {
  const bags = await newBags(owner, 4)
  const [sold, ...stocked] = await Promise.all(bags.map((bagCode) => inspectPhone(owner, bagCode)))
  if (!sold) throw new Error('there is no phone')
  const { orderNo } = await sellPhone(owner, sold, DEAL_FEN)
  return { sold, orderNo, stocked }
}

/** The same phones for all users of this file. */
const phonesOf = (owner: ApiClient): Promise<Phones> => {
  made ??= makePhones(owner)
  return made
}

const life = (page: Page) => page.getByRole('article', { name: '一机一档' })

test('a sold phone is scanned, its life is read, and what it cost gives its margin', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const { sold, orderNo } = await phonesOf(owner)
  const { page, keyboard } = await signedInUser(OWNER, { viewport: { width: 1366, height: 768 } })
  await page.goto('/check/phone')
  await page.getByRole('button', { name: '导入成本价' }).focus()
  await keyboard.scan(sold.imei)
  await expect(life(page).getByRole('heading', { level: 1 })).toContainText('iPhone 13')
  await expect(life(page).getByText('已售').first()).toBeVisible()
  const told = page.getByRole('region', { name: /^经历/ })
  for (const part of ['入库', '质检', '封袋', '商品', '竞拍', '订单']) await expect(told).toContainText(part)
  await expect(told.getByRole('link', { name: '下单' })).toBeVisible()

  const money = page.getByRole('region', { name: '这台赚了多少' })
  await expect(money).toContainText('成本价未填写')
  await page.getByRole('textbox', { name: /^成本价 HJ/ }).fill('1,800')
  await page.keyboard.press('Enter')
  const { list } = await owner.call(auctionOrder.list, { code: orderNo })
  const { proceeds } = await owner.call(auctionOrder.detail, { orderId: list[0]?.orderId ?? '' })
  await expect(money).toContainText(formatFen((proceeds?.netFen ?? 0) - COST_FEN))
  await checkThemes(page, 'phone-sold')
  await page.setViewportSize({ width: 1280, height: 720 })
  await checkThemes(page, 'phone-sold-1280')

  await page.getByRole('button', { name: '查看正面（息屏）' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await keyboard.scan(orderNo)
  await expect(page).toHaveURL(`/check/phone?code=${orderNo}`)
  await expect(life(page)).toContainText(sold.imei)
  await keyboard.scan(newImei())
  await expect(page.getByText('不存在或不属于本商家，请核对后重新扫描')).toBeVisible()
  await expect(life(page)).toContainText(sold.imei)
})

test('a list of costs with four wrong lines is looked at, taken over and taken back', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const { stocked } = await phonesOf(owner)
  const [first, second, third] = stocked
  if (!first || !second || !third) throw new Error('too few phones')
  const costOf = async ({ imei }: InspectedPhone) =>
    (await owner.call(phoneRecord.life, { code: imei })).life?.units.at(-1)?.costPriceFen
  const { page } = await signedInUser(OWNER, { viewport: { width: 1366, height: 768 } })
  await page.goto('/check/phone')
  await page.getByRole('button', { name: '导入成本价' }).click()
  const dialog = page.getByRole('dialog', { name: '导入成本价' })
  const lines = [
    'IMEI\t成本价',
    `${first.imei}\t1,234.5`,
    `${second.imei}\t￥1500`,
    `${third.imei}\t1600元`,
    `${newImei()}\t1000`,
    `${first.imei}\t1300`,
    '89860112345678901234\t1000',
    `${third.imei}\t一千`,
  ]
  await dialog.getByLabel('粘贴成本价').fill(lines.join('\n'))
  await dialog.getByRole('button', { name: '核对' }).click()
  await expect(dialog.getByRole('status').filter({ hasText: '共 7 行' })).toHaveText(
    '共 7 行：可导入 3查无此机 1编号类型不对 1重复 1不是价格 1',
  )
  await checkThemes(page, 'cost-import')
  await dialog.getByRole('button', { name: '导入 3 台' }).click()
  await expect(dialog.getByRole('button', { name: '撤销' }).first()).toBeVisible()
  expect(await Promise.all([first, second, third].map(costOf))).toEqual([123_450, 150_000, 160_000])
  await dialog.getByRole('button', { name: '撤销' }).first().click()
  await page.getByRole('button', { name: '撤销导入' }).click()
  await expect(dialog.getByText('已撤销').first()).toBeVisible()
  expect(await Promise.all([first, second, third].map(costOf))).toEqual([null, null, null])
})

test('a list with a title and a sum is read, and a cost that changes by more than half is asked about', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const [first, second] = (await phonesOf(owner)).stocked
  if (!first || !second) throw new Error('too few phones')
  const { page } = await signedInUser(OWNER, { viewport: { width: 1366, height: 768 } })
  await page.goto('/check/phone')
  await page.getByRole('button', { name: '导入成本价' }).click()
  const dialog = page.getByRole('dialog', { name: '导入成本价' })
  const look = async (name: string, ...lines: string[]) => {
    const buffer = Buffer.from(lines.join('\r\n'))
    await dialog.getByLabel('成本价文件').setInputFiles({ name, mimeType: 'text/csv', buffer })
  }
  await look('采购.csv', 'IMEI,成本价', `\t${first.imei},1550`)
  await dialog.getByRole('button', { name: '导入 1 台' }).click()
  await expect(dialog.getByRole('button', { name: '撤销' }).first()).toBeVisible()
  await dialog.getByRole('button', { name: '导入', exact: true }).click()
  const wild = ['11月采购成本表', '序号,IMEI,进价', `1,"=""${first.imei}""",12345`, `2,'${second.imei},1600`]
  await look('采购2.csv', ...wild, '合计,,13945')
  await expect(dialog.getByRole('status').filter({ hasText: '共 2 行' })).toHaveText('共 2 行：可导入 1变化大 1')
  await expect(dialog.getByText('已略过不是明细的行：第5行“合计”')).toBeVisible()
  await expect(dialog.getByText('成本价由¥1,550.00改为')).toBeVisible()
  await checkThemes(page, 'cost-import-jump')
  await dialog.getByLabel('变化大的也导入').click()
  await dialog.getByRole('button', { name: '导入 2 台' }).click()
  await expect(dialog.getByText('采购2.csv')).toBeVisible()
  const { life: now } = await owner.call(phoneRecord.life, { code: first.imei })
  expect(now?.units.at(-1)?.costPriceFen).toBe(1_234_500)
})

test('a clerk who may not know costs sees no trace of them', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const { sold } = await phonesOf(await clientOf(OWNER))
  const { page, keyboard } = await signedInUser(INSPECTOR)
  const answers: string[] = []
  page.on('response', async (response) => {
    if (response.url().includes('/api/ext/phone/life')) answers.push(await response.text())
  })
  await page.goto('/check/phone')
  // before the page is there, nothing takes a scan
  await expect(page.getByRole('textbox', { name: '扫描手机、封袋、质检单号、订单号或运单号' })).toBeFocused()
  await keyboard.scan(sold.imei)
  await expect(life(page)).toContainText(sold.imei)
  await expect(page.getByText('只显示您有权限查看的部分。')).toBeVisible()
  await expect(page.getByText(/成本|赚/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: '导入成本价' })).toHaveCount(0)
  await expect.poll(() => answers.length).toBeGreaterThan(0)
  for (const answer of answers) expect(answer).not.toMatch(/"(costPriceFen|marginFen|amountFen)":-?\d/)
})
