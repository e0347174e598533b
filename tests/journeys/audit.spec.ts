import { address } from '@huanji/contract/features/address/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { employee } from '@huanji/contract/features/people/employee'
import type { Locator, Page } from '@playwright/test'
import { CLERK, FINANCE, INSPECTOR, MANAGER, OWNER } from './fixtures/accounts.ts'
import { expect, test } from './fixtures/journey.ts'
import { addEmployee, newPhone, roleId } from './fixtures/new-accounts.ts'
import { changeRole, makeRole } from './pages/roles.ts'

const REVEAL = '查看联系方式（会记下是谁看的）'

/** The log's lines with all of these texts, newest first. */
const lines = (page: Page, ...texts: readonly string[]): Locator =>
  texts.reduce(
    (found, hasText) => found.filter({ hasText }),
    page
      .getByRole('region', { name: '操作日志表格' })
      .getByRole('row')
      .filter({ has: page.getByRole('cell') }),
  )

const drawer = (page: Page): Locator => page.getByRole('dialog', { name: /^日志第\d+条/ })

/** The cells of a fact in the open drawer: before, after. */
const fact = (page: Page, name: string): Locator =>
  drawer(page)
    .getByRole('row', { name: new RegExp(`^${name}`) })
    .getByRole('cell')

async function openLog(page: Page, search = ''): Promise<void> {
  await page.goto(`/account/audit${search}`)
  await expect(lines(page).first()).toBeVisible()
}

test("an owner's acts stand in the log, before and after", async ({ userWithSession, ownOwner }) => {
  const owner = await ownOwner()
  const phone = newPhone()
  const [name, roleName, detail] = [`汪知行${phone.slice(-4)}`, `巡检${phone.slice(-4)}`, `日志路${phone.slice(-4)}号`]
  const { roleId: made } = await makeRole(owner, roleName, ['/sale', '/sale/order', '/api/yushiorder/v1/order/list'])
  const staffId = await addEmployee(owner, { name, phone, roles: ['质检员'] })
  const { version } = await owner.call(employee.info, { staffId })
  await owner.call(employee.edit, { staffId, version, name, roleIds: [made, await roleId(owner, '客服')] })
  await changeRole(owner, roleName, { name: `${roleName}改` })
  await owner.call(employee.updateStatus, { staffId, status: 'disabled' })
  await owner.call(address.edit, {
    kind: 'ship',
    contactName: '华师傅',
    contactPhone: '13800130776',
    regionCode: '440305',
    detail,
    isDefault: false,
  })

  const { page } = await userWithSession(owner)
  await openLog(page, `?keyword=${encodeURIComponent(name)}`)
  await expect(lines(page)).toHaveCount(3)
  await expect(lines(page).nth(0)).toContainText('启用 → 停用')
  await expect(lines(page).nth(1)).toContainText(/质检员 → .*客服/)
  await expect(lines(page).nth(2)).toContainText('质检员')
  for (const index of [0, 1, 2]) await expect(lines(page).nth(index)).toContainText('老板')

  await lines(page).nth(1).getByRole('button', { name: '详情' }).click()
  await expect(fact(page, '角色').nth(0)).toHaveText('质检员')
  await expect(fact(page, '角色').nth(1)).toContainText(roleName)
  await expect(fact(page, '角色').nth(1)).toContainText('客服')
  await expect(drawer(page)).toContainText(employee.edit.path)
  await drawer(page).getByRole('button', { name: '关闭' }).last().click()

  await openLog(page, `?keyword=${encodeURIComponent(roleName)}`)
  await expect(lines(page, `${roleName} → ${roleName}改`)).toHaveCount(1)
  await openLog(page, '?subject=address')
  await lines(page, detail).first().getByRole('button', { name: '详情' }).click()
  await expect(fact(page, '联系人')).toHaveText(['—', '华师傅'])
  await drawer(page).getByRole('button', { name: '关闭' }).last().click()

  await page.getByRole('button', { name: '核对日志' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^完整 · \d+条$/ })).toBeVisible()
})

test('the log is searched by person and by action', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  // whoever signs in now is in the log
  await clientOf(INSPECTOR)
  const { page } = await signedInUser(OWNER)
  await openLog(page)
  await page.getByRole('combobox', { name: '操作人' }).click()
  await page.getByRole('combobox', { name: '搜索操作人' }).fill('程远')
  await page.getByRole('option', { name: /^程远（尾号8000）/ }).click()
  await expect(page).toHaveURL(/[?&]actorId=/)
  await expect(lines(page).first()).toBeVisible()
  await expect.poll(async () => (await lines(page).count()) - (await lines(page, '程远').count())).toBe(0)

  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: '操作', exact: true }).click()
  const found = page.getByRole('listbox', { name: '操作' }).getByRole('option').filter({ hasText: '商品' }).first()
  const wanted = ((await found.textContent()) ?? '').replace(/\d+\+?$/, '')
  expect(wanted).not.toBe('')
  await found.click()
  await expect(page).toHaveURL(/[?&]action=/)
  await expect(lines(page, wanted, '程远').first()).toBeVisible()
  await expect.poll(async () => (await lines(page).count()) - (await lines(page, wanted, '程远').count())).toBe(0)
  await page.getByRole('button', { name: '清空' }).click()
  await expect(page).toHaveURL('/account/audit')
})

test('nobody but the owner reads the log', { tag: '@nightly' }, async ({ signedInUser }) => {
  for (const phone of [MANAGER, CLERK, FINANCE]) {
    const { page } = await signedInUser(phone)
    await page.goto('/account/audit')
    await expect(page.getByRole('heading', { name: '打不开这一页' })).toBeVisible()
  }
})

test('who looks at a buyer is on record, and only they see the buyer', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const owner = await clientOf(OWNER)
  const { list } = await owner.call(auctionOrder.list, { page: 1, pageSize: 50 })
  const order = list.find(({ state }) => ['awaiting_shipment', 'shipped', 'completed'].includes(state))
  if (!order) throw new Error('there is no paid order')
  const { receiver } = await owner.call(auctionOrder.detail, { orderId: order.orderId })
  const { page } = await signedInUser(CLERK)
  await page.goto(`/sale/order/detail?orderId=${order.orderId}`)
  const buyer = page.getByRole('region', { name: '买家与收货人' })
  await expect(buyer).toContainText(receiver.phone.slice(-4))
  await expect(buyer).not.toContainText(receiver.phone)
  await page.getByRole('button', { name: REVEAL }).click()
  await expect(buyer).toContainText('联系方式已显示，本次查看已记入操作日志')
  await expect(buyer).toContainText(receiver.phone)
  await expect(buyer).toContainText(receiver.name)
  await page.reload()
  await expect(buyer).toContainText(receiver.phone.slice(-4))
  await expect(buyer).not.toContainText(receiver.phone)

  const { page: finance } = await signedInUser(FINANCE)
  await finance.goto(`/sale/order/detail?orderId=${order.orderId}`)
  await expect(finance.getByText('联系方式已脱敏')).toBeVisible()
  await expect(finance.getByRole('button', { name: REVEAL })).toHaveCount(0)

  const { page: log } = await signedInUser(OWNER)
  await openLog(log, `?keyword=${order.orderNo}`)
  await expect(lines(log, '何佳', '查看买家联系方式', order.orderNo).first()).toBeVisible()
  await lines(log, '何佳', '查看买家联系方式').first().getByRole('button', { name: '详情' }).click()
  await expect(drawer(log)).toContainText(`订单 ${order.orderNo}`)
  await expect(drawer(log)).not.toContainText(receiver.phone)
})
