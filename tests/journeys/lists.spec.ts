import { detRecord } from '@huanji/contract/calls/inspection'
import type { Locator, Page } from '@playwright/test'
import { BETWEEN_TWO, NEIGHBOUR, SECOND_MERCHANT } from './fixtures/accounts.ts'
import type { ApiClient } from './fixtures/api-client.ts'
import { expect, test } from './fixtures/journey.ts'
import { draftPhone } from './fixtures/phones.ts'

const PAGE_SIZE = 20

/** Makes sure that there are more drafts than one page holds. */
async function enoughDrafts(client: ApiClient): Promise<void> {
  const { total } = await client.call(detRecord.getDetectRecordList, { channel: 'auction', state: 'draft' })
  for (let count = total; count <= PAGE_SIZE; count += 1) await draftPhone(client)
}

const table = (page: Page): Locator => page.getByRole('region', { name: '鱼市质检列表表格' })
/** The rows with their head line left out. */
const rows = (page: Page): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const firstNumber = (page: Page): Locator => rows(page).first().getByRole('link').first()
/** The inspection number on the first line. */
const numberOn = async (page: Page): Promise<string> => (await firstNumber(page).textContent()) ?? ''
const tab = (page: Page, name: RegExp): Locator =>
  page.getByRole('group', { name: '状态' }).getByRole('button', { name })

async function openList(page: Page, search = ''): Promise<void> {
  await page.goto(`/check/ys/list${search}`)
  await expect(rows(page).first()).toBeVisible()
}

test('the address is the truth: filter, reload, back', async ({ signedInUser, clientOf }) => {
  const { page } = await signedInUser(NEIGHBOUR)
  const client = await clientOf(NEIGHBOUR)
  await draftPhone(client)
  const { imei, inspectionNo } = await draftPhone(client)
  await openList(page, '?pageSize=50')
  await page.getByRole('searchbox', { name: '编号' }).fill(imei)
  await page.getByRole('searchbox', { name: '编号' }).press('Enter')
  await expect(page).toHaveURL(`/check/ys/list?code=${imei}&pageSize=50`)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText(inspectionNo)

  await page.reload()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByRole('searchbox', { name: '编号' })).toHaveValue(imei)
  await expect(page.getByLabel('每页条数')).toHaveValue('50')

  await rows(page).getByRole('link').first().click()
  await expect(page.getByRole('article', { name: '质检报告' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`/check/ys/list?code=${imei}&pageSize=50`)
  await expect(rows(page)).toHaveCount(1)
  await page.goBack()
  await expect(page).toHaveURL('/check/ys/list?pageSize=50')
  await expect(page.getByRole('searchbox', { name: '编号' })).toHaveValue('')
  await expect(rows(page).nth(1)).toBeVisible()
})

test('what was filtered last comes back into an empty address, until it is reset', async ({
  signedInUser,
  clientOf,
}) => {
  const { page } = await signedInUser(NEIGHBOUR)
  await draftPhone(await clientOf(NEIGHBOUR))
  await openList(page)
  await tab(page, /^草稿/).click()
  await expect(page).toHaveURL('/check/ys/list?state=draft')
  await openList(page)
  await expect(page).toHaveURL('/check/ys/list?state=draft')
  await page.getByRole('button', { name: '重置' }).click()
  await expect(page).toHaveURL('/check/ys/list')
  await openList(page)
  await expect(page).toHaveURL('/check/ys/list')
})

test('a tab says how many there are and shows no others', async ({ signedInUser, clientOf }) => {
  const client = await clientOf(NEIGHBOUR)
  await draftPhone(client)
  const { page } = await signedInUser(NEIGHBOUR)
  await openList(page)
  await tab(page, /^草稿/).click()
  await expect(tab(page, /^草稿/)).toHaveAttribute('aria-pressed', 'true')
  const { total } = await client.call(detRecord.getDetectRecordList, { channel: 'auction', state: 'draft' })
  await expect(tab(page, /^草稿/)).toHaveText(new RegExp(`^草稿${total > 999 ? '999\\+' : total}$`))
  await expect(page.getByRole('navigation', { name: '分页' })).toContainText(`共 ${total} 条`)
  await expect(rows(page)).toHaveCount(Math.min(total, PAGE_SIZE))
  await expect(rows(page).filter({ hasText: '草稿' })).toHaveCount(Math.min(total, PAGE_SIZE))
})

test('pages follow each other by cursor, there and back', async ({ signedInUser, clientOf }) => {
  await enoughDrafts(await clientOf(NEIGHBOUR))
  const { page } = await signedInUser(NEIGHBOUR)
  await openList(page, '?state=draft')
  const first = await numberOn(page)
  await page.getByRole('button', { name: '下一页' }).click()
  await expect(page).toHaveURL(/[?&]page=2&cursor=/)
  await expect(firstNumber(page)).not.toHaveText(first)
  const second = await numberOn(page)
  await page.reload()
  await expect(firstNumber(page)).toHaveText(second)
  await page.getByRole('button', { name: '上一页' }).click()
  await expect(page).toHaveURL('/check/ys/list?state=draft')
  await expect(firstNumber(page)).toHaveText(first)
  await expect(page.getByRole('button', { name: '上一页' })).toBeDisabled()
})

test('columns are remembered for the person who chose them, and for nobody else', async ({
  signedInUser,
  clientOf,
}) => {
  await draftPhone(await clientOf(NEIGHBOUR))
  const { page } = await signedInUser(NEIGHBOUR)
  await openList(page)
  const shop = page.getByRole('columnheader', { name: '店铺' })
  await expect(shop).toBeVisible()
  await page.getByRole('button', { name: '列设置' }).click()
  const settings = page.getByRole('dialog', { name: '列设置' })
  await settings.getByRole('checkbox', { name: '店铺' }).uncheck()
  await settings.getByRole('checkbox', { name: '更新时间' }).check()
  await settings.getByRole('radio', { name: '紧凑' }).check()
  await settings.getByRole('button', { name: '关闭' }).click()
  await expect(shop).toHaveCount(0)
  await openList(page)
  await expect(shop).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: '更新时间' })).toBeVisible()

  const storage = await page.context().storageState()
  const remembered = storage.origins[0]?.localStorage.filter(({ name }) => name.startsWith('columns:')) ?? []
  const colleague = await signedInUser(BETWEEN_TWO, { merchantName: SECOND_MERCHANT })
  await colleague.page.goto('/')
  await colleague.page.evaluate(
    `Object.assign(localStorage, ${JSON.stringify(Object.fromEntries(remembered.map(({ name, value }) => [name, value])))})`,
  )
  await openList(colleague.page)
  await expect(colleague.page.getByRole('columnheader', { name: '店铺' })).toBeVisible()

  await page.getByRole('button', { name: '列设置' }).click()
  await settings.getByRole('button', { name: '恢复默认' }).click()
  await settings.getByRole('button', { name: '关闭' }).click()
  await expect(shop).toBeVisible()
})

test('a list is worked by keys alone', async ({ signedInUser, clientOf }) => {
  const client = await clientOf(NEIGHBOUR)
  await draftPhone(client)
  await draftPhone(client)
  const { page, keyboard } = await signedInUser(NEIGHBOUR)
  await openList(page)
  await keyboard.press('j')
  await expect(rows(page).nth(0)).toBeFocused()
  await keyboard.press('j')
  await expect(rows(page).nth(1)).toBeFocused()
  await keyboard.press('k')
  await expect(rows(page).nth(0)).toBeFocused()
  await keyboard.press('x')
  await expect(page.getByRole('region', { name: '批量操作' })).toContainText('已选 1 项')
  await keyboard.press('x')
  await expect(page.getByRole('region', { name: '批量操作' })).toHaveCount(0)
  await keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('下一行')
  await keyboard.press('Escape')
  await expect(rows(page).nth(0)).toBeFocused()
  const number = await numberOn(page)
  await keyboard.press('Enter')
  await expect(page.getByRole('article', { name: '质检报告' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(number)
  await page.goBack()
  await expect(rows(page).first()).toBeVisible()
  await keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: '编号' })).toBeFocused()
})

test('nothing found says what to do', async ({ signedInUser }) => {
  const { page } = await signedInUser(NEIGHBOUR)
  await page.goto('/check/ys/list?code=QC00000000000000')
  const list = table(page)
  await expect(list.getByText(/没有/)).toBeVisible()
  await list.getByRole('button').click()
  await expect(page).toHaveURL('/check/ys/list')
})

test('an unreachable server is said, and 重试 brings the rows', async ({ signedInUser, clientOf }) => {
  await draftPhone(await clientOf(NEIGHBOUR))
  const { page, monitor } = await signedInUser(NEIGHBOUR)
  const call = `**${detRecord.getDetectRecordList.path}`
  const networkIsBack = monitor.expectLostNetwork()
  await page.route(call, (route) => route.abort())
  await page.goto('/check/ys/list')
  const failed = page.getByRole('alert').filter({ hasText: '列表加载失败' })
  await expect(failed).toBeVisible()
  await page.unroute(call)
  await failed.getByRole('button', { name: '重试' }).click()
  await expect(rows(page).first()).toBeVisible()
  await expect(failed).toHaveCount(0)

  await page.context().setOffline(true)
  await tab(page, /^作废/).click()
  await expect(failed).toBeVisible()
  await page.context().setOffline(false)
  await expect(failed).toHaveCount(0)
  networkIsBack()
})

test('a box with options tells a screen reader its list and which option is on', async ({ signedInUser }) => {
  const { page, keyboard } = await signedInUser(NEIGHBOUR)
  await openList(page)
  const box = page.getByRole('combobox', { name: '机型' })
  await box.fill('iPhone 15')
  const list = page.getByRole('listbox', { name: '可选项' })
  await expect(list).toMatchAriaSnapshot(`
    - listbox "可选项":
      - option "苹果 iPhone 15" [selected]
      - option "苹果 iPhone 15 Pro"
  `)
  await keyboard.press('ArrowDown')
  await expect(list).toMatchAriaSnapshot(`
    - listbox "可选项":
      - option "苹果 iPhone 15"
      - option "苹果 iPhone 15 Pro" [selected]
  `)
  const active = (await box.getAttribute('aria-activedescendant')) ?? ''
  await expect(page.locator(`[id="${active}"]`)).toHaveText('苹果 iPhone 15 Pro')
  await expect(box).toBeFocused()
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/modelId=/)
  await expect(box).toHaveValue('苹果 iPhone 15 Pro')
  await expect(list).toBeHidden()
})
