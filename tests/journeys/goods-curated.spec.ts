import { formatFen, parseYuan } from '@huanji/domain/money'
import { usableShop } from '@huanji/server/demo/trade/selling'
import type { Locator, Page } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import { batchOfPhones, photographSample } from './fixtures/batches.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import { IN_BACKGROUND } from './fixtures/marketplace.ts'
import { inspectPhone, newImei } from './fixtures/phones.ts'
import { expectToast } from './fixtures/toasts.ts'

const PIECES = 3

/** Opens the sheet for one way of publishing by its key, and scans phones into it. */
async function openSheet({ page, keyboard }: User, kind: string, imeis: readonly string[]): Promise<Locator> {
  await page.goto('/sale/product')
  await expect(page.getByRole('button', { name: '发布商品' }).first()).toBeVisible()
  await keyboard.press('n')
  const drawer = page.getByRole('dialog', { name: /^发布商品到/ })
  await drawer.getByRole('radio', { name: kind }).check()
  await expect(drawer.getByLabel('扫描手机，加入发布')).toBeFocused()
  for (const imei of imeis) {
    await keyboard.scan(imei)
    await expect(drawer.getByRole('status').first()).toContainText('已加入')
    // the next scan's answer reads the same
    await expect(drawer.getByLabel(/^移除/).first()).toBeVisible()
  }
  await drawer.getByLabel('店铺').selectOption({ index: 1 })
  return drawer
}

const priceBox = (drawer: Locator) => drawer.getByRole('textbox', { name: /^售价/ })

async function publish(page: Page, drawer: Locator): Promise<void> {
  await drawer.getByRole('button', { name: '发布', exact: true }).click()
  await expectToast(page, '已提交发布 1 件，结果会显示在列表中')
  await expect(drawer).toHaveCount(0)
}

test('a single phone goes on the curated channel, and a price that looks wrong is asked about', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const phone = await inspectPhone(await clientOf(OWNER), '', 'curated')
  const user = await signedInUser(OWNER)
  const { page } = user
  const drawer = await openSheet(user, '严选单台', [phone.imei])
  const box = priceBox(drawer)
  const worthFen = parseYuan(await box.inputValue()) ?? 0
  expect(worthFen).toBeGreaterThan(0)

  await box.fill('1')
  await expect(drawer).toContainText('¥1.00比参考价')
  const question = page.getByRole('dialog', { name: '1件商品的价格请再确认' })
  await drawer.getByRole('button', { name: '发布', exact: true }).click()
  await expect(question).toContainText('¥1.00比参考价')
  await question.getByRole('button', { name: '取消' }).click()

  const lowFen = Math.round((worthFen * 0.8) / 100) * 100
  await box.fill(String(lowFen / 100))
  await drawer.getByRole('button', { name: '发布', exact: true }).click()
  await expect(question).toContainText(formatFen(lowFen))
  await expect(question).toContainText(formatFen(worthFen))
  await question.getByRole('button', { name: '取消' }).click()

  await box.fill(String(worthFen / 100))
  await publish(page, drawer)
  const row = page.getByRole('row').filter({ hasText: phone.imei })
  await expect(row).toContainText('销售中', IN_BACKGROUND)
  await expect(row).toContainText(formatFen(worthFen))
})

test('phones of a batch become a listing of stock, and its texts and pictures are edited with the marketplace’s count', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const imeis = Array.from({ length: PIECES }, () => newImei())
  const later = newImei()
  const shopAccountId = await usableShop(owner, 'curated')
  const entered = await batchOfPhones(owner, [...imeis, later], 'curated', { shopAccountId })
  await photographSample(owner, entered)
  const user = await signedInUser(OWNER)
  const { page, keyboard } = user
  const drawer = await openSheet(user, '严选多台一起卖', imeis)
  await expect(drawer).toContainText(`${PIECES} 台`)
  await publish(page, drawer)
  await page.goto(`/sale/product?code=${imeis[0]}`)
  const row = page.getByRole('row').filter({ hasText: `共${PIECES}台：可售${PIECES}` })
  await expect(row).toContainText('销售中', IN_BACKGROUND)
  await row.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: '规格与库存表格' })).toContainText(String(PIECES))
  await expect(page.getByRole('region', { name: '批次版本' })).toContainText('V1')

  await keyboard.press('e')
  await expect(page).toHaveURL(/\/sale\/product\/edit/)
  const title = page.getByRole('textbox', { name: '标题' })
  await title.fill('汉'.repeat(31))
  await expect(page.getByText('62 / 60')).toBeVisible()
  await expect(page.getByText('超出1个字')).toBeVisible()
  await title.fill('苹果 iPhone 13 严选多台一起卖')
  const shown = page.getByRole('list', { name: '展示的照片', exact: true })
  const before = await shown.getByRole('listitem').count()
  await shown
    .getByRole('button', { name: /^不展示/ })
    .last()
    .click()
  await expect(shown.getByRole('listitem')).toHaveCount(before - 1)
  await shown.getByRole('button', { name: /^第 2 张/ }).focus()
  await keyboard.press('Alt+ArrowLeft')
  await expect(page.getByText('作为封面')).toBeAttached()
  await page.getByRole('button', { name: '保存' }).click()
  await expectToast(page, '已保存，闲鱼确认后生效')
  const detail = page.getByRole('article', { name: '商品详情' })
  await expect(detail).toContainText('苹果 iPhone 13 严选多台一起卖', IN_BACKGROUND)
  await restock(user, { stocked: imeis[0] ?? '', later })
})

/** Takes one more phone into the listing whose page is open; one that it has already is none to take in. */
async function restock({ page, keyboard }: User, { stocked, later }: { stocked: string; later: string }) {
  await page.getByRole('button', { name: '补货' }).click()
  const drawer = page.getByRole('dialog', { name: /^补货：/ })
  await expect(drawer.getByLabel('扫描手机，补货')).toBeFocused()
  await expect(drawer).toContainText(`现有 ${PIECES} 台`)
  await keyboard.scan(stocked)
  // above it stands what the listing takes, below it what could not be sent
  const said = drawer.getByRole('status').nth(1)
  await expect(said).toContainText(/这台不行：要.*iPhone 13，.*，99新、能上架的/)
  await expect(drawer).toContainText('已选 0 台')
  await keyboard.scan(later)
  await expect(said).toContainText('已加入')
  await expect(drawer).toContainText('补 1 台')
  await drawer.getByRole('button', { name: '补货', exact: true }).click()
  await expectToast(page, '已补货 1 台，闲鱼确认后库存生效')
  const stock = page.getByRole('region', { name: '规格与库存表格' })
  await expect(stock).toContainText(String(PIECES + 1), IN_BACKGROUND)
}
