import type { CallSpec } from '@huanji/contract/call'
import type { Envelope } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { bill } from '@huanji/contract/features/bill/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { employee } from '@huanji/contract/features/people/employee'
import type { Page } from '@playwright/test'
import { OWNER } from './fixtures/accounts.ts'
import { productUrl } from './fixtures/api-client.ts'
import { expect, test } from './fixtures/journey.ts'
import { chooseIn } from './pages/staff.ts'

const NAME = '订单看板'

/** A call as somebody else's program makes it. */
async function call(secret: string, spec: CallSpec, input: object = {}) {
  const response = await fetch(`${productUrl()}${spec.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify(input),
  })
  const { _errCode, _errStr, _data } = (await response.json()) as Envelope<Record<string, unknown>>
  return { status: response.status, code: _errCode, said: _errStr, data: _data }
}

const row = (page: Page) =>
  page.getByRole('region', { name: '接口密钥表格' }).getByRole('row').filter({ hasText: NAME })

/** Makes a key that may see orders, as a person does, and gives its secret. */
async function makeKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: '创建密钥' }).click()
  const form = page.getByRole('dialog', { name: '创建接口密钥' })
  await form.getByLabel('名称').fill(NAME)
  const orders = form.getByRole('group', { name: '鱼市订单' })
  await orders.getByRole('checkbox', { name: '查看列表' }).check()
  await orders.getByRole('checkbox', { name: '查看详情' }).check()
  await form.getByRole('button', { name: '创建', exact: true }).click()
  const shown = page.getByRole('dialog', { name: `接口密钥“${NAME}”` })
  await expect(shown).toContainText('密钥只显示这一次')
  const secret = (await shown.getByRole('region', { name: '密钥', exact: true }).textContent()) ?? ''
  await shown.getByRole('button', { name: '我已保存' }).click()
  return secret.trim()
}

test('a key that may read orders and nothing else', async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER)
  await page.goto('/account/apikey')
  const secret = await makeKey(page)
  await expect(row(page)).toContainText('使用中')

  const orders = await call(secret, auctionOrder.list)
  expect([orders.status, orders.code]).toEqual([200, ERR.ok])
  const [order] = (orders.data?.list ?? []) as { orderId: string; dealPriceFen: number | null }[]
  const detail = await call(secret, auctionOrder.detail, { orderId: order?.orderId })
  expect(detail.code).toBe(ERR.ok)
  // fields have rights of their own, which this key was not given
  expect(order?.dealPriceFen).toBe(null)
  expect(detail.data?.receiver).toMatchObject({ masked: true })

  const bills = await call(secret, bill.list)
  expect(bills).toMatchObject({ status: 403, code: ERR.apiKeyNotGranted })
  expect(bills.said).toBe(`接口密钥“${NAME}”没有“${bill.list.title}”的权限，请老板在接口密钥里勾上`)
  const remark = await call(secret, auctionOrder.addRemark, { orderId: order?.orderId, remark: '程序' })
  expect(remark).toMatchObject({ status: 403, code: ERR.apiKeyNotGranted })
  expect(await call(secret, address.edit, address.edit.example)).toMatchObject({ code: ERR.apiKeyNotGranted })
  const people = await call(secret, employee.list)
  expect(people).toMatchObject({ status: 403, code: ERR.apiKeyClosed })
  expect(people.said).toContain('员工和权限只由人管理')

  await chooseIn(row(page), '详情')
  const drawer = page.getByRole('dialog', { name: `接口密钥“${NAME}”` })
  const usage = drawer.getByRole('table', { name: '近30天使用' }).getByRole('row').nth(1)
  await expect(usage.getByRole('cell').nth(1)).toHaveText('6')
  await expect(usage.getByRole('cell').nth(2)).toHaveText('4')
  await expect(drawer).toContainText('查看列表、查看详情')
  await page.keyboard.press('Escape')

  await chooseIn(row(page), '停用')
  await page.getByRole('dialog', { name: '停用接口密钥？' }).getByRole('button', { name: '停用' }).click()
  await expect(row(page)).toContainText('已停用')
  const stopped = await call(secret, auctionOrder.list)
  expect(stopped).toMatchObject({ status: 401, code: ERR.apiKeyInvalid })
  expect(stopped.said).toBe(`接口密钥“${NAME}”已停用，请老板新建一个`)

  await page.goto('/account/audit?subject=apiKey')
  const log = page.getByRole('region', { name: '操作日志表格' })
  await expect(log.getByRole('row').filter({ hasText: '停用接口密钥' }).filter({ hasText: NAME }).first()).toBeVisible()
})

test('the calls’ reference names every call with an example', async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER)
  await page.goto('/account/api-docs')
  await expect(page.getByRole('heading', { name: '调用方法' })).toBeVisible()
  await page.getByRole('searchbox', { name: '查找接口' }).fill(auctionOrder.list.path)
  await page.getByRole('navigation', { name: '接口' }).getByRole('button', { name: auctionOrder.list.title }).click()
  await expect(page.getByText(`POST ${auctionOrder.list.path}`, { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: '请求示例' })).toContainText('Authorization: Bearer hj_live_…')
  await expect(page.getByRole('region', { name: '应答示例' })).toContainText('"orderNo"')
  await expect(page).toHaveURL(/call=/)
  await page.reload()
  await expect(page.getByRole('region', { name: '请求参数' })).toContainText('页码')
})
