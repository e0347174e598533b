import { ownSessions } from '@huanji/contract/features/auth/session'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { adminEmployee } from '@huanji/contract/features/people/employee'
import { flattenMenu } from '@huanji/contract/menu-tree'
import type { Browser, Page } from '@playwright/test'
import { BETWEEN_TWO, FIRST_MERCHANT, PASSWORD, SECOND_MERCHANT } from './fixtures/accounts.ts'
import { type ApiClient, signIn } from './fixtures/api-client.ts'
import { expect, OWN_MERCHANT, test } from './fixtures/journey.ts'
import { addEmployee, givePassword, newPhone } from './fixtures/new-accounts.ts'
import { codeFor, sendCode } from './fixtures/sms.ts'
import { storagesOf } from './fixtures/storage.ts'
import { expectToast } from './fixtures/toasts.ts'
import { chooseAccountMenuItem, ledToSignIn, menuEntries, openAccountMenu } from './pages/shell.ts'
import { expectHome, signInByPassword, signInPage } from './pages/sign-in.ts'

const NEW_PASSWORD = 'Chenguang2027'
const NAME = '蒋予安'

/** Somebody with a password who works at our own merchant: each journey of this file ends other sessions of theirs. */
let inspector: Promise<string> | undefined

async function hireInspector(browser: Browser, owner: ApiClient): Promise<string> {
  const phone = newPhone()
  await addEmployee(owner, { name: NAME, phone, roles: ['质检员'] })
  await givePassword(browser, phone)
  return phone
}

async function signedIn(page: Page, phone: string): Promise<void> {
  await page.goto('/login')
  await signInByPassword(page, phone)
  await expectHome(page, NAME)
}

const devices = (page: Page) => page.getByRole('dialog', { name: '登录设备' })

async function openDevices(page: Page): Promise<void> {
  await chooseAccountMenuItem(page, '登录设备')
  await expect(devices(page).getByText('本机')).toBeVisible()
}

/** Another step on a page whose session is over; gives where signing in again leads to. */
async function expectSignedOut(page: Page, entryName = '鱼市质检列表'): Promise<string> {
  const back = await ledToSignIn(page, entryName)
  const { local, session } = await storagesOf(page)
  expect([local.loginToken, session.loginToken]).toEqual([undefined, undefined])
  return back
}

test('登录设备 shows every device, and ends one or all others', { tag: '@nightly' }, async ({
  browser,
  newUser,
  ownOwner,
}) => {
  inspector ??= hireInspector(browser, await ownOwner())
  const phone = await inspector
  const [mine, second, third] = [await newUser(), await newUser(), await newUser()]
  await signedIn(mine.page, phone)
  await signedIn(second.page, phone)
  await openDevices(mine.page)
  const list = devices(mine.page).getByRole('listitem')
  await expect(list).toHaveCount(2)
  await devices(mine.page)
    .getByRole('button', { name: /^退出此设备/ })
    .click()
  await mine.page.getByRole('dialog').last().getByRole('button', { name: '退出此设备', exact: true }).click()
  await expect(list).toHaveCount(1)
  await expect(devices(mine.page).getByRole('button', { name: '退出其他设备' })).toHaveCount(0)
  const back = await expectSignedOut(second.page)

  await signInByPassword(second.page, phone)
  await expect(second.page).toHaveURL(back)
  await signedIn(third.page, phone)
  await devices(mine.page).getByRole('button', { name: '关闭' }).click()
  await openDevices(mine.page)
  await expect(list).toHaveCount(3)
  await devices(mine.page).getByRole('button', { name: '退出其他设备' }).click()
  await mine.page.getByRole('dialog').last().getByRole('button', { name: '退出其他设备', exact: true }).click()
  await expectToast(mine.page, '已退出2个登录')
  await expect(list).toHaveCount(1)
  await devices(mine.page).getByRole('button', { name: '关闭' }).click()
  // the list is open there already, and would ask nothing
  await expectSignedOut(second.page, '封袋绑定记录')
  await expectSignedOut(third.page)
  await menuEntries(mine.page).filter({ hasText: '鱼市质检列表' }).click()
  await expect(mine.page.getByRole('heading', { name: '鱼市质检列表' })).toBeVisible()
})

test('a new password ends every session, and the old one must be right', { tag: '@nightly' }, async ({
  browser,
  newUser,
  ownOwner,
}) => {
  inspector ??= hireInspector(browser, await ownOwner())
  const phone = await inspector
  const [mine, other] = [await newUser(), await newUser()]
  await signedIn(mine.page, phone)
  await signedIn(other.page, phone)
  await chooseAccountMenuItem(mine.page, '修改密码')
  const dialog = mine.page.getByRole('dialog', { name: '修改密码' })
  const save = dialog.getByRole('button', { name: '修改密码', exact: true })
  const old = dialog.getByLabel('原密码')
  await old.fill('Wrong2026x')
  await dialog.getByLabel('新密码', { exact: true }).fill('short1')
  await dialog.getByLabel('再次输入新密码').fill(NEW_PASSWORD)
  await save.click()
  await expect(dialog.getByText(/密码.*8.*16/).first()).toBeVisible()
  await dialog.getByLabel('新密码', { exact: true }).fill(NEW_PASSWORD)
  await save.click()
  await expect(dialog.getByText('原密码不正确，请重新输入')).toBeVisible()
  await expect(old).toBeFocused()
  await expect(old).toHaveAttribute('aria-invalid', 'true')
  await expect(old).toHaveAccessibleDescription('原密码不正确，请重新输入')
  await old.fill(PASSWORD)
  await save.click()
  await expect(mine.page).toHaveURL('/login')
  await expectToast(mine.page, '密码已修改，请用新密码重新登录')
  const { local, session } = await storagesOf(mine.page)
  expect(local).not.toHaveProperty('loginToken')
  expect(session).not.toHaveProperty('loginToken')
  expect(local.loginPhone).toBe(phone)
  const back = await expectSignedOut(other.page)
  await signInByPassword(other.page, phone)
  await expect(signInPage.alert(other.page)).toHaveText('手机号或密码不正确')
  await signInByPassword(other.page, phone, NEW_PASSWORD)
  await expect(other.page).toHaveURL(back)
  await expect(other.page.getByRole('banner')).toContainText(NAME)
  // the next journey, or the same once more, finds the password it knows
  const changed = await signIn(phone, OWN_MERCHANT, NEW_PASSWORD)
  await changed.call(merchant.updatePassword, { oldPassword: NEW_PASSWORD, password: PASSWORD })
})

test('a forgotten password is set anew by a code, and signs in', { tag: '@nightly' }, async ({ newUser, ownOwner }) => {
  const phone = newPhone()
  await addEmployee(await ownOwner(), { name: '沈望舒', phone, roles: ['质检员'] })
  const { page } = await newUser()
  await page.goto('/login?redirect=%2Fcheck%2Fys%2Fbaglog')
  await signInPage.phone(page).fill(phone)
  await page.getByRole('button', { name: '忘记密码' }).click()
  await expect(page.getByRole('heading', { name: '重设密码' })).toBeVisible()
  await expect(signInPage.phone(page)).toHaveValue(phone)
  await sendCode(page)
  await page.getByLabel('新密码').fill(NEW_PASSWORD)
  await page.getByLabel('短信验证码').fill('000000')
  await page.getByRole('button', { name: '重设密码' }).click()
  await expect(signInPage.alert(page)).toHaveText('验证码不正确，请核对短信后重新输入')
  await page.getByLabel('短信验证码').fill(await codeFor(phone))
  await page.getByRole('button', { name: '重设密码' }).click()
  await expectToast(page, '密码已重设，请用新密码登录')
  await signInByPassword(page, phone, NEW_PASSWORD)
  await expect(page).toHaveURL('/check/ys/baglog')
  await expect(page.getByRole('heading', { name: '封袋绑定记录' })).toBeVisible()
})

test('one phone goes to its other merchant and back', { tag: '@nightly' }, async ({ newUser }) => {
  const { page } = await newUser()
  await page.goto('/login')
  await signInByPassword(page, BETWEEN_TWO)
  await page.getByRole('button', { name: new RegExp(FIRST_MERCHANT) }).click()
  await expectHome(page, '沈知秋')
  const stored = async (): Promise<Readonly<Record<string, string | undefined>>> => {
    const storages = await storagesOf(page)
    expect(storages.session).not.toHaveProperty('loginToken')
    // what a page notes for itself comes when it comes
    const local = Object.entries(storages.local).filter(([key]) => !key.startsWith('firstStepsOver'))
    return { ...Object.fromEntries(local), permissions: storages.session.permissions }
  }
  const first = await stored()
  for (const to of [SECOND_MERCHANT, FIRST_MERCHANT]) {
    const before = await stored()
    await openAccountMenu(page)
    await page.getByRole('menuitemradio', { name: new RegExp(to) }).click()
    await page.getByRole('dialog', { name: '切换商家' }).getByRole('button', { name: '切换', exact: true }).click()
    await expectToast(page, `已切换到“${to}”`)
    await expect(page.getByRole('banner')).toContainText(to)
    const now = await stored()
    expect(JSON.parse(now.loginInfo ?? '')).toMatchObject({ merchantName: to })
    expect(now.loginPhone).toBe(BETWEEN_TWO)
    for (const key of ['loginToken', 'employeeId', 'merchantId', 'loginInfo'])
      expect(now[key], key).not.toBe(before[key])
    if (to === FIRST_MERCHANT) expect(now).toEqual({ ...first, loginToken: now.loginToken })
    const { options } = await (await signIn(BETWEEN_TWO, to)).call(adminEmployee.mchOptions, {})
    expect(options.find(({ isCurrent }) => isCurrent)).toMatchObject({ label: to, value: now.merchantId })
    const { menu } = await (await signIn(BETWEEN_TWO, to)).call(merchant.menu, { needMenu: 1 })
    expect(JSON.parse(now.permissions ?? '')).toEqual(flattenMenu(menu))
  }
})

test('defect: an address half typed was gone with a session that was ended from elsewhere', {
  tag: '@nightly',
}, async ({ browser, newUser, ownOwner }) => {
  const phone = newPhone()
  await addEmployee(await ownOwner(), { name: NAME, phone, roles: ['店长'] })
  await givePassword(browser, phone)
  const { page } = await newUser()
  await signedIn(page, phone)
  await page.goto('/merchant/address')
  await page.getByRole('button', { name: '添加地址' }).first().click()
  const contact = page.getByRole('dialog').getByLabel('联系人')
  await contact.fill('孔明礼')
  const elsewhere = await signIn(phone, OWN_MERCHANT)
  await elsewhere.call(ownSessions.endOthers, {})
  await expect(page.getByText('登录已在另一台设备上被结束，请重新登录')).toBeVisible()
  await expect(page.getByText('没有提交的内容还在')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await signInByPassword(page, phone)
  await expect(page).toHaveURL('/merchant/address')
  await expect(contact).toHaveValue('孔明礼')
  await expect(page.getByRole('dialog')).toHaveCount(1)
})

test('signing up has an address of its own, which the back button leaves', { tag: '@nightly' }, async ({ newUser }) => {
  const { page } = await newUser()
  await page.goto('/login')
  await page.getByRole('button', { name: '注册商家' }).click()
  await expect(page).toHaveURL('/login?new=1')
  await page.goBack()
  await expect(page.getByRole('heading', { name: '登录', exact: true })).toBeVisible()
  await page.goto('/login?new=1')
  await expect(page.getByRole('heading', { name: '注册' })).toBeVisible()
})
