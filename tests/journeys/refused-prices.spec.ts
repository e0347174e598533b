import { type Fen, formatFen, parseYuan } from '@huanji/domain/money'
import type { Locator, Page } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import { control, IN_BACKGROUND, phoneInSession } from './fixtures/marketplace.ts'
import { inspectPhone, newBags, newImei, oddPhone } from './fixtures/phones.ts'
import { openPublishing, publish, publishing } from './pages/publish-drawer.ts'

/** Above what the marketplace takes, in yuan. */
const TOO_MUCH = '100000000'
/** A colour that no other journey sells, so that only the prices of this one stand beside each other. */
const COLOUR = '绿色'

const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: '商品表格' }).getByRole('row').filter({ hasText: text })
const asked = (page: Page): Locator => page.getByRole('dialog', { name: /商品的价格请再确认$/ })

async function amountIn(box: Locator): Promise<Fen> {
  const fen = parseYuan(await box.inputValue())
  if (fen === null) throw new Error('a box holds no amount')
  return fen
}

/** A share of an amount in whole yuan, in fen. */
const share = (fen: Fen, of: number): Fen => Math.round((fen * of) / 100) * 100

const fill = (box: Locator, fen: Fen) => box.fill(String(fen / 100))

/** Sends the prices and sees each sentence in the question that comes, and takes it back. */
async function seeQuestion(page: Page, button: Locator, sentences: readonly string[]): Promise<void> {
  await button.click()
  for (const sentence of sentences) await expect(asked(page)).toContainText(sentence)
  await asked(page).getByRole('button', { name: '取消' }).click()
  await expect(asked(page)).toHaveCount(0)
}

async function auctionPrices(user: User, imei: string): Promise<void> {
  const { page, keyboard } = user
  const drawer = await openPublishing(user, '鱼市竞拍', [imei])
  const line = drawer.getByRole('row', { name: imei })
  const [start, reserve] = [publishing.amount(drawer, '起拍价', imei), publishing.amount(drawer, '保底价', imei)]
  const worthFen = await amountIn(reserve)
  await start.fill(TOO_MUCH)
  await expect(line).toContainText('起拍价须在0.01元到99,999,999元之间')
  await start.fill('0')
  await expect(line).toContainText('起拍价须在0.01元到99,999,999元之间')
  await fill(start, worthFen + 100)
  await expect(line).toContainText('保底价不能低于起拍价')
  await publishing.send(drawer).click()
  await expect(drawer.getByText('有价格需要修改，请看标红的一行')).toBeVisible()
  await start.fill('')
  await expect(line).toContainText('请填写起拍价')
  await start.fill('1')
  // a tenth of what it should be: a digit is missing
  const missing = share(worthFen, 0.1)
  await fill(reserve, missing)
  await expect(line).toContainText(`${formatFen(missing)}比参考价`)
  await seeQuestion(page, publishing.send(drawer), [formatFen(missing), '是不是少输了一位？'])
  await drawer.getByLabel('场次').selectOption('')
  await publishing.send(drawer).click()
  await expect(drawer.getByRole('status').filter({ hasText: '请选择场次' })).toBeVisible()
  await keyboard.press('Escape')
}

test('prices that cannot be are refused, those that look wrong are asked about with both numbers', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const [bagCode = ''] = await newBags(owner, 1)
  const [auctioned, good, worse, larger] = await Promise.all([
    inspectPhone(owner, bagCode),
    oddPhone(owner, { colour: COLOUR }),
    oddPhone(owner, { colour: COLOUR, grade: '90' }),
    oddPhone(owner, { colour: COLOUR, storage: '256GB' }),
  ])
  const user = await signedInUser(OWNER)
  const { page } = user
  await test.step('鱼市', () => auctionPrices(user, auctioned.imei))

  const drawer = await openPublishing(user, '严选单台', [good.imei, worse.imei, larger.imei])
  const box = (imei: string) => publishing.amount(drawer, '售价', imei)
  const line = (imei: string) => drawer.getByRole('row', { name: imei })
  const worthFen = await amountIn(box(good.imei))
  await test.step('a better grade or a larger storage is never cheaper', async () => {
    await box(good.imei).fill(TOO_MUCH)
    await expect(line(good.imei)).toContainText('售价须在0.01元到99,999,999元之间')
    await fill(box(good.imei), share(worthFen, 1.4))
    await expect(line(good.imei)).toContainText(`${formatFen(share(worthFen, 1.4))}比参考价`)
    await fill(box(good.imei), share(worthFen, 0.95))
    await fill(box(worse.imei), share(worthFen, 1))
    await fill(box(larger.imei), share(worthFen, 0.9))
    await expect(line(worse.imei)).toContainText('成色越好价格应越高')
    await expect(line(larger.imei)).toContainText('容量越大价格应越高')
    await seeQuestion(page, publishing.send(drawer), [
      `同规格99新${formatFen(share(worthFen, 0.95))}低于9成新的${formatFen(worthFen)}，成色越好价格应越高`,
      `同规格9成新${formatFen(worthFen)}高于99新的${formatFen(share(worthFen, 0.95))}，成色越好价格应越高`,
      '，容量越大价格应越高',
    ])
  })
  for (const { imei } of [worse, larger])
    await drawer.getByRole('button', { name: new RegExp(`^移除.*${imei}`) }).click()
  await expect(line(good.imei)).not.toContainText('价格应越高')
  await publish(page, 1)

  await test.step('a change by more than 30 % is asked about', async () => {
    const row = rowOf(page, good.imei)
    await expect(row).toContainText('销售中', IN_BACKGROUND)
    await row.getByRole('button', { name: '改价' }).click()
    const prices = page.getByRole('dialog', { name: '改价（1件）' })
    const price = prices.getByRole('textbox', { name: /^售价/ })
    await fill(price, share(worthFen, 1.28))
    await seeQuestion(page, prices.getByRole('button', { name: '改价' }), [
      `价格由${formatFen(share(worthFen, 0.95))}改为${formatFen(share(worthFen, 1.28))}，多`,
    ])
    await fill(price, share(worthFen, 0.95))
    await prices.getByRole('button', { name: '改价' }).click()
    await expect(prices.getByText('价格没有变化，请先修改')).toBeVisible()
  })
})

test('what is on sale is not listed again, and what is bid on is neither taken back nor priced anew', {
  tag: '@nightly',
}, async ({ signedInUser, clientOf }) => {
  const owner = await clientOf(OWNER)
  const { phone, listingId, entryId } = await phoneInSession(owner, 'sealed')
  const user = await signedInUser(OWNER)
  const { page, keyboard } = user
  const drawer = await openPublishing(user, '鱼市竞拍', [])
  for (const imei of [phone.imei, newImei()]) {
    await keyboard.scan(imei)
    await expect(drawer.getByRole('status').first()).toHaveText(
      `${imei} 不可上架：没有这台手机，或质检、封袋未完成，或已在售`,
    )
  }
  await keyboard.press('Escape')

  await page.goto(`/sale/product?code=${phone.imei}`)
  const row = rowOf(page, phone.imei)
  await row.getByRole('button', { name: '改价' }).click()
  const prices = page.getByRole('dialog', { name: '改价（1件）' })
  const reserve = prices.getByRole('textbox', { name: /^保底价/ })
  // a change of more than 30 % is asked about, whatever the reference is
  await fill(reserve, (await amountIn(reserve)) * 2)
  await control('startEntry', { entryId })
  await expect(row).toContainText('竞拍中', IN_BACKGROUND)
  await prices.getByRole('button', { name: '改价' }).click()
  await page.getByRole('button', { name: '价格没错，继续' }).click()
  await expect(prices).toContainText('竞拍已有出价，不能改价')

  await page.goto(`/sale/product/detail?listingId=${listingId}`)
  await expect(page.getByText('暗拍结束后才能看到出价')).toBeVisible()
  for (const name of ['改价', '下架', '重新上架']) await expect(page.getByRole('button', { name })).toHaveCount(0)
})
