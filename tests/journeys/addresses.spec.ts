import type { InputOf } from '@huanji/contract/call'
import { address } from '@huanji/contract/features/address/calls'
import type { Locator, Page } from '@playwright/test'
import type { ApiClient } from './fixtures/api-client.ts'
import { drawn } from './fixtures/drawn.ts'
import { expect, test } from './fixtures/journey.ts'
import { expectToast } from './fixtures/toasts.ts'
import { chooseIn } from './pages/staff.ts'

const table = (page: Page): Locator => page.getByRole('region', { name: '地址管理表格' })
const row = (page: Page, text: string): Locator => table(page).getByRole('row').filter({ hasText: text })
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: /^(添加|编辑)地址$/ })
const region = (page: Page, level: string): Locator => dialog(page).getByRole('combobox', { name: level, exact: true })

/** The names that the three boxes of a region show. */
const chosenRegion = (page: Page): Promise<string[]> =>
  Promise.all(['省份', '城市', '区县'].map(async (level) => ((await region(page, level).textContent()) ?? '').trim()))

async function openAddresses(page: Page): Promise<void> {
  await page.goto('/merchant/address')
  await expect(page.getByRole('button', { name: '添加地址' }).first()).toBeVisible()
}

async function openNew(page: Page): Promise<void> {
  await page.getByRole('button', { name: '添加地址' }).first().click()
  await expect(region(page, '省份')).toBeEnabled()
}

/** A street number that no other address has. */
const newDetail = (): string => `示例路${drawn(1_000_000)}号`

/** Adds an address by a call. */
const add = (owner: ApiClient, change: Partial<InputOf<typeof address.edit>> & { detail: string }): Promise<unknown> =>
  owner.call(address.edit, {
    kind: 'return',
    contactName: '孔师傅',
    contactPhone: '13800130777',
    regionCode: '440305',
    isDefault: false,
    ...change,
  })

async function removeAll(owner: ApiClient, kind: 'ship' | 'return'): Promise<void> {
  const { list } = await owner.call(address.list, { kind, page: 1, pageSize: 200 })
  for (const { addressId } of list) await owner.call(address.del, { addressId })
}

const defaultsOf = async (owner: ApiClient, kind: 'ship' | 'return'): Promise<string[]> => {
  const { list } = await owner.call(address.list, { kind, page: 1, pageSize: 200 })
  return list.filter(({ isDefault }) => isDefault).map(({ detail }) => detail)
}

test('a pasted line fills the form and is kept', async ({ userWithSession, ownOwner }) => {
  const { page, keyboard } = await userWithSession(await ownOwner(), {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const detail = newDetail()
  await openAddresses(page)
  await page.evaluate(
    `navigator.clipboard.writeText(${JSON.stringify(`孔明礼 13800130778 广东省深圳市南山区科技园${detail}3楼`)})`,
  )
  await keyboard.press('n')
  await dialog(page).getByLabel('粘贴整段地址').focus()
  await keyboard.press('Control+v')
  await expect(dialog(page).getByText('已全部识别，请核对后保存')).toBeVisible()
  await expect(dialog(page).getByLabel('联系人')).toHaveValue('孔明礼')
  await expect(dialog(page).getByLabel('电话')).toHaveValue('13800130778')
  await expect.poll(() => chosenRegion(page)).toEqual(['广东省', '深圳市', '南山区'])
  await expect(dialog(page).getByLabel('详细地址')).toHaveValue(`科技园${detail}3楼`)
  await dialog(page).getByRole('button', { name: '添加', exact: true }).click()
  await expectToast(page, '地址已添加')
  await expect(row(page, detail)).toContainText('孔明礼')
  await expect(row(page, detail)).toContainText('13800130778')
  await row(page, detail).getByRole('button', { name: '复制地址' }).click()
  await expectToast(page, '复制成功')
  const line = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(line).toBe(`孔明礼，13800130778，广东省深圳市南山区科技园${detail}3楼`)
})

test('the county is chosen by keys, from the province down', { tag: '@nightly' }, async ({
  userWithSession,
  ownOwner,
}) => {
  const owner = await ownOwner()
  const { page, keyboard } = await userWithSession(owner)
  const detail = newDetail()
  await openAddresses(page)
  await openNew(page)
  await dialog(page).getByLabel('联系人').fill('孔师傅')
  await dialog(page).getByLabel('电话').fill('010-12345678')
  await keyboard.pressUntil('Tab', region(page, '省份'))
  await keyboard.press('ArrowDown')
  await expect(dialog(page).getByRole('combobox', { name: '搜索省份' })).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect.poll(() => chosenRegion(page)).toEqual(['北京市', '北京市', '区县'])
  await keyboard.pressUntil('Tab', region(page, '区县'))
  await keyboard.press('Enter')
  await expect(dialog(page).getByRole('combobox', { name: '搜索区县' })).toBeFocused()
  await page.keyboard.insertText('西城')
  await expect(page.getByRole('listbox', { name: '区县' }).getByRole('option')).toHaveCount(1)
  await keyboard.press('Enter')
  await expect.poll(() => chosenRegion(page)).toEqual(['北京市', '北京市', '西城区'])
  await keyboard.pressUntil('Tab', dialog(page).getByLabel('详细地址'))
  await page.keyboard.insertText(detail)
  await keyboard.pressUntil('Tab', dialog(page).getByRole('button', { name: '添加', exact: true }))
  await keyboard.press('Enter')
  await expect(row(page, detail)).toContainText('北京市西城区')
  const { list } = await owner.call(address.list, { keyword: detail })
  expect(list.map(({ regionCode, contactPhone }) => [regionCode, contactPhone])).toEqual([['110102', '010-12345678']])
})

test('one address of a kind is the default: it moves, and another one follows the deleted', {
  tag: '@nightly',
}, async ({ userWithSession, ownOwner }) => {
  const owner = await ownOwner()
  await removeAll(owner, 'return')
  const [first, second] = [newDetail(), newDetail()]
  await add(owner, { detail: first, isDefault: true })
  await add(owner, { detail: second })
  const { page } = await userWithSession(owner)
  await page.goto('/merchant/address?kind=return')
  await expect(row(page, first).getByText('默认', { exact: true })).toBeVisible()
  await chooseIn(row(page, second), '设为默认')
  await expect(row(page, second).getByText('默认', { exact: true })).toBeVisible()
  await expect(row(page, first).getByText('默认', { exact: true })).toHaveCount(0)
  expect(await defaultsOf(owner, 'return')).toEqual([second])

  await chooseIn(row(page, second), '删除')
  await page.getByRole('dialog', { name: '删除地址' }).getByRole('button', { name: '删除', exact: true }).click()
  await expect(row(page, second)).toHaveCount(0)
  await expect(row(page, first).getByText('默认', { exact: true })).toBeVisible()
  expect(await defaultsOf(owner, 'return')).toEqual([first])
})

test('what is missing or refused is said at its field', { tag: '@nightly' }, async ({ userWithSession, ownOwner }) => {
  const owner = await ownOwner()
  const { page } = await userWithSession(owner)
  const detail = newDetail()
  await openAddresses(page)
  await openNew(page)
  const save = dialog(page).getByRole('button', { name: '添加', exact: true })
  await save.click()
  await expect(dialog(page).getByLabel('联系人')).toHaveAccessibleDescription('请填写')
  await dialog(page).getByLabel('联系人').fill('孔师傅')
  await dialog(page).getByLabel('电话').fill('12345')
  await expect(dialog(page).getByLabel('电话')).toHaveAttribute('aria-invalid', 'true')
  await dialog(page).getByLabel('电话').fill('13800130779')
  await region(page, '省份').click()
  await page.getByRole('option', { name: '北京市' }).click()
  await region(page, '区县').click()
  await page.getByRole('option', { name: '东城区' }).click()
  await expect(region(page, '区县')).toHaveText('东城区')
  await dialog(page).getByLabel('详细地址').fill(detail)

  // A list of regions that changed since the page was loaded: the server knows one county less.
  await page.route(`**${address.edit.path}`, async (route) => {
    const body = route.request().postDataJSON()
    await route.continue({ postData: JSON.stringify({ ...body, regionCode: '999999' }) })
  })
  await save.click()
  await expect(region(page, '省份')).toHaveAccessibleDescription('省市区不存在，请重新选择')
  await expect(region(page, '省份')).toHaveAttribute('aria-invalid', 'true')
  await page.unroute(`**${address.edit.path}`)
  await save.click()
  await expect(row(page, detail)).toBeVisible()
})

test('of two who edit one address, the second chooses', { tag: '@nightly' }, async ({ userWithSession, ownOwner }) => {
  const owner = await ownOwner()
  const detail = newDetail()
  await add(owner, { kind: 'ship', detail })
  const { page } = await userWithSession(owner)
  await page.goto(`/merchant/address?keyword=${encodeURIComponent(detail)}`)
  await chooseIn(row(page, detail), '编辑')
  await expect.poll(() => chosenRegion(page)).toEqual(['广东省', '深圳市', '南山区'])
  const { list } = await owner.call(address.list, { keyword: detail })
  const [found] = list
  if (!found) throw new Error('the address is gone')
  const { regionName: _name, allowedActions: _actions, ...values } = found
  await owner.call(address.edit, { ...values, contactName: '同事', regionCode: '440304' })
  await dialog(page).getByLabel('联系人').fill('我自己')
  await dialog(page).getByRole('button', { name: '保存', exact: true }).click()
  const conflict = page.getByRole('dialog', { name: '内容已被同事修改' })
  await expect(conflict).toContainText(owner.session.loginInfo.employeeName)
  await expect(conflict.getByRole('row', { name: /联系人/ }).getByRole('cell')).toHaveText(['我自己', '同事'])
  await expect(conflict.getByRole('row', { name: /所在地区/ })).toContainText('福田区')
  await conflict.getByRole('button', { name: '保留我的修改再提交' }).click()
  await expectToast(page, '地址已保存')
  await expect(row(page, detail)).toContainText('我自己')
})
