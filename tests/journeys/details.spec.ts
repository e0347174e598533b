import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { shanghaiDate } from '@huanji/domain/time'
import type { Locator, Page } from '@playwright/test'
import { FINANCE, OWNER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'

const record = (page: Page, name: string): Locator => page.getByRole('article', { name })
const amounts = (page: Page): Locator => page.getByRole('region', { name: '金额' })
const leave = (page: Page): Locator => page.getByRole('dialog', { name: '填的还没提交，要关掉吗？' })

test('closing a dialog threw typed input away without a question', { tag: '@nightly' }, async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER)
  await page.goto('/merchant/address')
  await page.getByRole('button', { name: '添加地址' }).first().click()
  const dialog = page.getByRole('dialog', { name: '添加地址' })
  const contact = dialog.getByRole('textbox', { name: /^联系人/ })
  await contact.fill('孔师傅')
  await page.keyboard.press('Escape')
  await expect(leave(page)).toBeVisible()
  await leave(page).getByRole('button', { name: '继续填' }).click()
  await expect(contact).toHaveValue('孔师傅')
  await dialog.getByRole('button', { name: '关闭' }).click()
  await leave(page).getByRole('button', { name: '不要了' }).click()
  await expect(dialog).toBeHidden()
})

test('an order is headed by what was sold and says its money as an equation', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const { list } = await owner.call(auctionOrder.list, { state: 'completed', page: 1, pageSize: 1 })
  const [order] = list
  if (!order) throw new Error('the demo has completed orders')
  const { page } = await signedInUser(OWNER)
  await page.goto(`/sale/order/detail?orderId=${order.orderId}`)
  await expect(record(page, '订单详情').getByRole('heading', { level: 1 })).toHaveText(order.title)
  // another journey may have adjusted this order's money meanwhile
  const equation = /货款 ¥[\d,.]+−平台服务费 ¥[\d,.]+−质检费 ¥[\d,.]+([+−][^=]+)?=(待结算)?到手 ¥/
  await expect(amounts(page)).toContainText(equation)
  await amounts(page).getByRole('link', { name: '查看账单' }).click()
  await expect(page).toHaveURL(new RegExp(`/capital/bill\\?orderNo=${order.orderNo}$`))
  await expect(page.getByRole('region', { name: '账单表格' })).toContainText('平台服务费')
})

test('a record leads to the previous and the next one of the list it was opened from', { tag: '@nightly' }, async ({
  signedInUser,
}) => {
  const { page } = await signedInUser(FINANCE)
  // Other journeys sell phones meanwhile: those of days gone by stay where they are.
  const yesterday = shanghaiDate(new Date(Date.now() - 86_400_000).toISOString())
  const search = `orderedTo=${yesterday}`
  await page.goto(`/sale/order?${search}`)
  const rows = page.getByRole('region', { name: '鱼市订单表格' }).locator('tr[data-key]')
  await expect(rows.nth(2)).toBeVisible()
  const keys = await rows.evaluateAll((all) => all.slice(0, 3).map((row) => row.getAttribute('data-key')))
  await rows.nth(1).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`orderId=${keys[1]}`))
  await expect(page.getByRole('navigation', { name: '所在列表' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`orderId=${keys[2]}`))
  await page.getByRole('button', { name: '上一单' }).click()
  await expect(page).toHaveURL(new RegExp(`orderId=${keys[1]}`))
  await page.getByRole('button', { name: '上一单' }).click()
  await expect(page).toHaveURL(new RegExp(`orderId=${keys[0]}`))
  await expect(page.getByRole('button', { name: '上一单' })).toBeDisabled()
  await page.goBack()
  await expect(page).toHaveURL(`/sale/order?${search}`)
})
