import { address } from '@huanji/contract/features/address/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import type { Browser, Page } from '@playwright/test'
import { OWNER, PASSWORD } from './fixtures/accounts.ts'
import type { ApiClient } from './fixtures/api-client.ts'
import { expect, test } from './fixtures/journey.ts'
import { addEmployee, givePassword, newPhone, roleId, signUp } from './fixtures/new-accounts.ts'
import { changeRole, makeRole, openEditor, roleRow } from './pages/roles.ts'
import { chooseAccountMenuItem, openAccountMenu } from './pages/shell.ts'
import { expectHome, signInByPassword } from './pages/sign-in.ts'
import { chooseForRow, openStaff, staffRow } from './pages/staff.ts'

/** Texts that would run where they are taken for markup; each fits the longest name of its place. */
const MERCHANT = '<img src=x onerror=ran=1>'
const PERSON = '<svg onload=ran=1>'
const SECOND_PERSON = '"><img src=x:ran=1>'
const ROLE = '"><svg onload=ran=1>'
const CONTACT = 'javascript:ran=1'
const STREET = `<script>ran=1</script>"><img src=x onerror=ran=1>`
const REMARK = `<img src=x onerror="ran=1"><script>ran=1</script><a href="javascript:ran=1">x</a>`
const BROWSER = 'Mozilla/5.0 <img src=x onerror=ran=1>'

/** A merchant, its people, roles and addresses, all named by such texts. */
interface Marked {
  readonly owner: ApiClient
  /** Works here and at the merchant of the other journeys. */
  readonly phone: string
}

let made: Promise<Marked> | undefined

async function make(browser: Browser, other: ApiClient): Promise<Marked> {
  const owner = await signUp(browser, MERCHANT)
  await makeRole(owner, ROLE, ['/check', '/check/ys/baglog', '/xySaasDetect/sealBag/GetSealBagList'])
  const phone = newPhone()
  await addEmployee(owner, { name: PERSON, phone, roles: [ROLE] })
  await addEmployee(owner, { name: SECOND_PERSON, phone: newPhone(), roles: [ROLE, '客服'] })
  await addEmployee(other, { name: PERSON, phone, roles: ['质检员'] })
  await givePassword(browser, phone)
  await changeRole(owner, '财务', { name: `${CONTACT}财务` })
  await owner.call(address.edit, {
    kind: 'ship',
    contactName: CONTACT,
    contactPhone: '13800130775',
    regionCode: '440305',
    detail: STREET,
    isDefault: true,
  })
  return { owner, phone }
}

/** Nothing of all that ran, and nothing became a part of the page. */
async function expectHarmless(page: Page): Promise<void> {
  expect(await page.evaluate('globalThis.ran')).toBeUndefined()
  const strange = 'img[src^="x"], svg[onload], [onerror], a[href^="javascript:"], script:not([src]):not([type])'
  await expect(page.locator('#root').locator(strange)).toHaveCount(0)
}

const say = (page: Page, text: string) => page.getByText(text).first()

test('names of people and roles stay words in the lists, the dialogs and the messages', { tag: '@nightly' }, async ({
  browser,
  userWithSession,
  ownOwner,
}) => {
  made ??= make(browser, await ownOwner())
  const { owner, phone } = await made
  const { page } = await userWithSession(owner)
  await page.goto('/')
  await expectHome(page, '老板')
  await expect(page.getByRole('banner')).toContainText(MERCHANT)
  await openStaff(page)
  await expect(staffRow(page, phone)).toContainText(PERSON)
  await expect(staffRow(page, phone)).toContainText(ROLE)
  await expect(staffRow(page, SECOND_PERSON)).toContainText(ROLE)
  await chooseForRow(page, phone, '编辑')
  const editing = page.getByRole('dialog', { name: `编辑${PERSON}` })
  await expect(editing.getByRole('checkbox', { name: ROLE })).toBeChecked()
  await expectHarmless(page)
  await editing.getByRole('button', { name: '取消' }).click()
  await chooseForRow(page, phone, '停用')
  await expect(page.getByRole('dialog')).toContainText(PERSON)
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()

  await page.getByRole('button', { name: '添加员工' }).click()
  const adding = page.getByRole('dialog', { name: '添加员工' })
  await adding.getByLabel('姓名').fill('安然')
  await adding.getByLabel('手机号').fill(phone)
  await adding.getByRole('checkbox', { name: ROLE }).check()
  await adding.getByRole('button', { name: '添加', exact: true }).click()
  await expect(adding).toContainText(`该手机号已是本商家的员工：${PERSON}`)
  await adding.getByLabel('手机号').fill(newPhone())
  await adding.getByLabel('姓名').fill(PERSON)
  await adding.getByRole('button', { name: '添加', exact: true }).click()
  const done = page.getByRole('dialog', { name: `已添加${PERSON}` })
  await expect(done).toContainText(`${PERSON}，您好！${MERCHANT}已为您开通账号。`)
  await expectHarmless(page)
})

test('in the roles, their editor and its conflict too', { tag: '@nightly' }, async ({
  browser,
  userWithSession,
  ownOwner,
}) => {
  made ??= make(browser, await ownOwner())
  const { owner } = await made
  const { page } = await userWithSession(owner)
  await page.goto('/account/role')
  await expect(roleRow(page, ROLE)).toBeVisible()
  await expect(roleRow(page, `${CONTACT}财务`)).toBeVisible()
  await expectHarmless(page)
  await openEditor(page, `?roleId=${await roleId(owner, `${CONTACT}财务`)}`)
  await expect(page.getByLabel('角色名称')).toHaveValue(`${CONTACT}财务`)
  await page.getByLabel('角色名称').fill(ROLE)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(say(page, `已有名为“${ROLE}”的角色，请换一个名称`)).toBeVisible()
  await expectHarmless(page)
})

test('in addresses, their dialog and the question before deleting', { tag: '@nightly' }, async ({
  browser,
  userWithSession,
  ownOwner,
}) => {
  made ??= make(browser, await ownOwner())
  const { owner } = await made
  const { page } = await userWithSession(owner)
  await page.goto('/merchant/address')
  const row = page.getByRole('row').filter({ hasText: CONTACT })
  await expect(row).toContainText(STREET)
  await row.getByRole('button', { name: '编辑' }).click()
  await expect(page.getByRole('dialog').getByLabel('详细地址')).toHaveValue(STREET)
  await page.getByRole('dialog').getByLabel('粘贴整段地址').fill(`${CONTACT} 13800130774 广东省深圳市福田区${STREET}`)
  await page.getByRole('dialog').getByRole('button', { name: '识别' }).click()
  await expect(page.getByRole('dialog').getByLabel('详细地址')).toHaveValue(/onerror/)
  await expectHarmless(page)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await row.getByRole('button', { name: '删除' }).click()
  await expect(page.getByRole('dialog')).toContainText(STREET)
  await expectHarmless(page)
})

test('in the log, with the name of a browser among them', { tag: '@nightly' }, async ({
  browser,
  newUser,
  userWithSession,
  ownOwner,
}) => {
  made ??= make(browser, await ownOwner())
  const { owner } = await made
  const { page: strange } = await newUser({ userAgent: BROWSER })
  await strange.goto('/login')
  await signInByPassword(strange, owner.session.loginPhone)
  await expectHome(strange, '老板')
  await chooseAccountMenuItem(strange, '登录设备')
  await expect(strange.getByRole('dialog', { name: '登录设备' }).getByText('本机')).toBeVisible()
  await expectHarmless(strange)

  const { page } = await userWithSession(owner)
  await page.goto(`/account/audit?keyword=${encodeURIComponent(PERSON)}`)
  const line = page.getByRole('row').filter({ hasText: PERSON }).filter({ hasText: ROLE }).first()
  await line.getByRole('button', { name: '详情' }).click()
  await expect(page.getByRole('dialog')).toContainText(ROLE)
  await expectHarmless(page)
  await page.goto('/account/audit?subject=session')
  await page.getByRole('row').filter({ hasText: '老板' }).first().getByRole('button', { name: '详情' }).click()
  await expect(page.getByRole('dialog')).toContainText(BROWSER)
  await expectHarmless(page)
})

test('where a merchant is chosen or changed, and in the quick search', { tag: '@nightly' }, async ({
  browser,
  newUser,
  ownOwner,
}) => {
  made ??= make(browser, await ownOwner())
  const { phone } = await made
  const { page, keyboard } = await newUser()
  await page.goto('/login')
  await signInByPassword(page, phone, PASSWORD)
  await expect(page.getByRole('heading', { name: '选择商家' })).toBeVisible()
  await expectHarmless(page)
  await page.getByRole('button', { name: MERCHANT }).click()
  await expectHome(page, PERSON)
  await expect(page.getByRole('banner')).toContainText(ROLE)
  await openAccountMenu(page)
  await expect(page.getByRole('menuitemradio', { name: MERCHANT })).toBeVisible()
  await expectHarmless(page)
  await keyboard.press('Escape')
  await keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '查找页面或编号' }).fill(REMARK)
  await expect(page.getByRole('option')).toHaveCount(0)
  await expectHarmless(page)
})

test('in what an order tells of its buyer', { tag: '@nightly' }, async ({ signedInUser, clientOf }) => {
  const { list } = await (await clientOf(OWNER)).call(auctionOrder.list, { page: 1, pageSize: 1 })
  const { page } = await signedInUser(OWNER)
  const receiver = { name: PERSON, phone: CONTACT, region: ROLE, detail: STREET, masked: false }
  // Buyers come from the marketplace: their words are put in where its answers arrive.
  await page.route(`**${auctionOrder.detail.path}`, async (route) => {
    const response = await route.fetch()
    const { _data, ...envelope } = await response.json()
    await route.fulfill({ json: { ...envelope, _data: { ..._data, remark: REMARK, buyerNick: MERCHANT, receiver } } })
  })
  await page.route(`**${auctionOrder.list.path}`, async (route) => {
    const response = await route.fetch()
    const { _data, ...envelope } = await response.json()
    const marked = _data.list.map((order: object) => ({
      ...order,
      remark: REMARK,
      buyerNick: MERCHANT,
      modelName: STREET,
    }))
    await route.fulfill({ json: { ...envelope, _data: { ..._data, list: marked } } })
  })
  await page.goto(`/sale/order/detail?orderId=${list[0]?.orderId ?? ''}`)
  for (const text of [REMARK, MERCHANT, PERSON, CONTACT, `${ROLE}${STREET}`])
    await expect(say(page, text)).toBeVisible()
  await expectHarmless(page)
  await page.goto('/sale/order')
  await expect(say(page, STREET)).toBeVisible()
  await expectHarmless(page)
})
