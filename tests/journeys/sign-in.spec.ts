import { randomInt } from 'node:crypto'
import { auth } from '@huanji/contract/calls/auth'
import { BETWEEN_TWO, INSPECTOR, NEIGHBOUR, OWNER, PASSWORD } from './fixtures/accounts.ts'
import { signIn } from './fixtures/api-client.ts'
import { expect, test } from './fixtures/journey.ts'
import { codeFor, sendCode } from './fixtures/sms.ts'
import { storagesOf } from './fixtures/storage.ts'
import { signOut } from './pages/shell.ts'
import { expectHome, fillPassword, signInByPassword, signInPage } from './pages/sign-in.ts'

/** The storage items that a sign-in writes (docs/specification.md §3). */
const LOGIN_KEYS = ['employeeId', 'loginInfo', 'loginPhone', 'loginToken', 'merchantId']

const loginKeysIn = (storage: Readonly<Record<string, string>>): string[] =>
  Object.keys(storage)
    .filter((key) => LOGIN_KEYS.includes(key))
    .sort()

test('a password leads in, for this window only', async ({ newUser }) => {
  const { page } = await newUser()
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await signInByPassword(page, OWNER)
  await expectHome(page, '程远')

  const { local, session } = await storagesOf(page)
  expect(loginKeysIn(session)).toEqual(LOGIN_KEYS)
  expect(loginKeysIn(local)).toEqual([])
  expect(session.loginPhone).toBe(OWNER)
  expect(JSON.parse(session.loginInfo ?? '')).toMatchObject({ employeeName: '程远', merchantName: '焕新数码' })
  const permissions: unknown = JSON.parse(session.permissions ?? '')
  expect(permissions).toEqual(expect.arrayContaining(['/check/ys/check', '/api/goods/publish']))
  expect(local.permissions).toBeUndefined()
})

test('登录后保持 outlives the window', async ({ newUser }) => {
  const { page } = await newUser()
  await page.goto('/login')
  await page.getByRole('checkbox', { name: '登录后保持' }).check()
  await signInByPassword(page, INSPECTOR)
  await expectHome(page, '林小满')

  const { local, session } = await storagesOf(page)
  expect(loginKeysIn(local)).toEqual(LOGIN_KEYS)
  expect(loginKeysIn(session)).toEqual([])
  expect(Object.keys(session)).toContain('permissions')

  const other = await page.context().newPage()
  await other.goto('/')
  await expectHome(other, '林小满')
})

test('what is missing or wrong is said before anything is sent, and after', async ({ newUser }) => {
  const { page } = await newUser()
  await page.goto('/login')
  const note = page.getByRole('alert')
  await fillPassword(page, '2380013800', '')
  await signInPage.submit(page)
  await expect(note).toHaveText(/11位手机号|手机号/)
  await fillPassword(page, NEIGHBOUR, PASSWORD)
  await signInPage.submit(page)
  await expect(note).toHaveText('请先阅读并勾选同意协议')
  await signInByPassword(page, NEIGHBOUR, 'Wrong2026x')
  await expect(note).toHaveText('手机号或密码不正确')
  await expect(page).toHaveURL('/login')
  expect(loginKeysIn((await storagesOf(page)).session)).toEqual([])
})

test('after three failures the image captcha joins in', async ({ newUser }) => {
  const { page } = await newUser()
  const stranger = `136${String(randomInt(100_000_000)).padStart(8, '0')}`
  await page.goto('/login')
  const note = page.getByRole('alert')
  const box = page.getByLabel('图形验证码', { exact: true })
  for (let failure = 1; failure <= 3; failure += 1) {
    const answered = page.waitForResponse(`**${auth.login.path}`)
    await signInByPassword(page, stranger, `Wrong${failure}2026`)
    await answered
    await expect(note).toHaveText('手机号或密码不正确')
    await expect(box).toHaveCount(0)
  }
  await signInByPassword(page, stranger, 'Wrong42026')
  await expect(box).toBeVisible()
  await expect(note).toHaveText('请输入图形验证码')

  const picture = page.getByAltText('图形验证码')
  const first = await picture.getAttribute('src')
  await page.getByRole('button', { name: '换一张图形验证码' }).click()
  await expect(picture).not.toHaveAttribute('src', first ?? '')
  await box.fill('0000')
  await signInPage.submit(page)
  await expect(note).toHaveText('图形验证码不正确或已过期，请重新输入')
  await expect(box).toHaveValue('')
})

test('a code by SMS leads in', async ({ newUser }) => {
  const { page } = await newUser()
  await page.goto('/login')
  await page.getByRole('button', { name: '验证码登录' }).click()
  await page.getByLabel('手机号', { exact: true }).fill(NEIGHBOUR)
  await sendCode(page)
  await expect(page.getByRole('button', { name: /^(60|5\d) 秒后重发$/ })).toBeDisabled()
  await page.getByLabel('短信验证码').fill(await codeFor(NEIGHBOUR))
  await signInPage.agree(page)
  await signInPage.submit(page)
  await expectHome(page, '罗一鸣')
})

test('a phone typed while the other form is on its way is kept whole', async ({ newUser }) => {
  const { page, keyboard } = await newUser()
  let isShown = (): void => {}
  const shown = new Promise<void>((resolve) => {
    isShown = resolve
  })
  await page.route(/code-form/, async (route) => {
    await shown
    await route.continue()
  })
  await page.goto('/login')
  await page.getByRole('button', { name: '验证码登录' }).click()
  await signInPage.phone(page).focus()
  await keyboard.type(NEIGHBOUR.slice(0, 5))
  isShown()
  await expect(page.getByLabel('短信验证码')).toBeVisible()
  await keyboard.type(NEIGHBOUR.slice(5))
  await expect(signInPage.phone(page)).toHaveValue(NEIGHBOUR)
})

test('who works for two merchants says for which', async ({ newUser }) => {
  const { page } = await newUser()
  await page.goto('/login')
  await signInByPassword(page, BETWEEN_TWO)
  await expect(page.getByRole('heading', { name: '选择商家' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '焕新数码' })).toBeVisible()
  await page.getByRole('button', { name: /二手好机/ }).click()
  await expectHome(page, '沈知秋')
  await expect(page.getByRole('banner')).toContainText('二手好机')
  const { session } = await storagesOf(page)
  expect(JSON.parse(session.loginInfo ?? '')).toMatchObject({ merchantName: '二手好机' })
})

test('the sign-in leads back to where one wanted to go', async ({ newUser }) => {
  const { page } = await newUser()
  const wanted = '/sale/order?state=awaiting_shipment&pageSize=50'
  await page.goto(wanted)
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent(wanted)}`)
  await signInByPassword(page, OWNER)
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('heading', { name: '鱼市订单' })).toBeVisible()
})

for (const foreign of ['https://example.com/', '//example.com/x', '/\\example.com', 'javascript:alert(1)', '/login']) {
  test(`the sign-in does not lead to ${foreign}`, async ({ newUser }) => {
    const { page } = await newUser()
    await page.goto(`/login?redirect=${encodeURIComponent(foreign)}`)
    await signInByPassword(page, OWNER)
    await expectHome(page, '程远')
    await expect(page).toHaveURL('/')
  })
}

test('signed out, an unknown address says that there is nothing', async ({ newUser }) => {
  const { page } = await newUser()
  await page.goto('/nothing/here?x=1')
  await expect(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  await page.getByRole('link', { name: '去登录' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/layout')
  await expect(page).toHaveURL('/login')
})

test('signing out forgets the session and keeps the phone', async ({ newUser }) => {
  const { page } = await newUser()
  await page.goto('/login')
  await page.getByRole('checkbox', { name: '登录后保持' }).check()
  await signInByPassword(page, INSPECTOR)
  await expectHome(page, '林小满')
  const { local: before } = await storagesOf(page)

  await signOut(page)
  const { local, session } = await storagesOf(page)
  expect(loginKeysIn(local)).toEqual(['loginPhone'])
  expect(loginKeysIn(session)).toEqual([])
  await expect(page.getByLabel('手机号', { exact: true })).toHaveValue(INSPECTOR)

  const answer = await page.request.post('/api/mch/menu', {
    data: {
      loginToken: before.loginToken,
      loginPhone: INSPECTOR,
      employeeId: before.employeeId,
      merchantId: before.merchantId,
      needMenu: 1,
    },
  })
  expect((await answer.json())._errCode).toBe('80017101')
})

test('a session that ended elsewhere leads to the sign-in and back', async ({ newUser }) => {
  const client = await signIn(OWNER)
  const { page } = await newUser()
  await page.goto('/login')
  const { loginInfo, ...texts } = client.session
  const stored = { ...texts, loginInfo: JSON.stringify(loginInfo) }
  await page.evaluate(`Object.assign(sessionStorage, ${JSON.stringify(stored)})`)
  await page.goto('/check/ys/list')
  await expect(page.getByRole('heading', { name: '鱼市质检列表' })).toBeVisible()

  await client.call(auth.logout, {})
  await page.goto('/sale/order?state=shipped')
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent('/sale/order?state=shipped')}`)
  expect(loginKeysIn((await storagesOf(page)).session)).toEqual(['loginPhone'])
  await signInByPassword(page, OWNER)
  await expect(page).toHaveURL('/sale/order?state=shipped')
  await expect(page.getByRole('heading', { name: '鱼市订单' })).toBeVisible()
})
