import { ERR } from '@huanji/contract/errors'
import { auth } from '@huanji/contract/features/auth/calls'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { role } from '@huanji/contract/features/people/role'
import type { Page, Request } from '@playwright/test'
import { INSPECTOR, OWNER, SHIPPER } from './fixtures/accounts.ts'
import { type ApiClient, productUrl, signIn } from './fixtures/api-client.ts'
import { expect, test, type User } from './fixtures/journey.ts'
import { storagesOf } from './fixtures/storage.ts'
import { expectToast, messagesOf } from './fixtures/toasts.ts'
import { ledToSignIn, menuEntries } from './pages/shell.ts'
import { expectHome } from './pages/sign-in.ts'
import { openStaff } from './pages/staff.ts'

/** What ends with a session (docs/specification.md §4); the phone stays. */
const ENDING_KEYS = ['employeeId', 'loginInfo', 'loginToken', 'merchantId']
const BROKEN = { status: 500, contentType: 'text/plain', body: 'out of order' }

/** A menu as the wire gives it. */
interface Node {
  readonly path?: string
  readonly interfaceId?: string
  readonly children?: readonly Node[]
}

/**
 * The list of permissions (docs/specification.md §4; R-SIGNIN-1): every path and every interface id, walked
 * recursively.
 */
function identifiersIn(nodes: readonly Node[]): string[] {
  return nodes.flatMap(({ path, interfaceId, children = [] }) => [
    ...[path, interfaceId].filter((identifier) => identifier !== undefined),
    ...identifiersIn(children),
  ])
}

/** Puts a session into one of the page's storages, as the sign-in does. */
async function store(page: Page, { session }: ApiClient, place: 'localStorage' | 'sessionStorage'): Promise<void> {
  const { loginInfo, ...texts } = session
  await page.evaluate(`Object.assign(${place}, ${JSON.stringify({ ...texts, loginInfo: JSON.stringify(loginInfo) })})`)
}

const toasts = (page: Page) => page.locator('[data-toast]')
const notFound = (page: Page) => page.getByRole('heading', { name: '打不开这一页' })

/** A user whose home page is open and whose message timer the test drives. */
async function openStaffOnHeldTime({ page }: User): Promise<void> {
  await page.clock.install()
  await openStaff(page)
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000)
}

test('the start asks for the menu and keeps all that it grants in the session storage', async ({
  signedInUser,
  clientOf,
}) => {
  const { page } = await signedInUser(SHIPPER)
  const answered = page.waitForResponse(`**${merchant.menu.path}`)
  await page.goto('/')
  await expectHome(page, '周大川')
  const response = await answered
  const { loginToken, loginPhone, employeeId, merchantId } = (await clientOf(SHIPPER)).session
  expect(response.request().postDataJSON()).toEqual({ needMenu: 1, loginToken, loginPhone, employeeId, merchantId })
  const { _data } = (await response.json()) as { _data: { menu: Node[] } }
  const granted = identifiersIn(_data.menu)
  expect(granted).toEqual(expect.arrayContaining(['/sale/order', '/api/yushiorder/v1/order/list']))
  expect(granted.some((identifier) => identifier.startsWith('/capital'))).toBe(false)
  const { local, session } = await storagesOf(page)
  expect(JSON.parse(session.permissions ?? '')).toEqual(granted)
  expect(local.permissions).toBeUndefined()
  expect(Object.keys(session).filter((key) => ENDING_KEYS.includes(key))).toEqual([])
})

test('the session storage is read first, and 80017101 clears both but the phone', async ({ signedInUser }) => {
  const inspector = await signIn(INSPECTOR)
  const { page } = await signedInUser(OWNER)
  await page.goto('/agreement/user')
  await store(page, inspector, 'sessionStorage')
  await page.goto('/check/ys/list?state=draft')
  await expect(page.getByRole('banner')).toContainText('林小满')
  const before = await storagesOf(page)
  expect(before.local.loginPhone).toBe(OWNER)
  expect(before.session.loginPhone).toBe(INSPECTOR)

  await inspector.call(auth.logout, {})
  expect(['/check/ys/baglog', '/check/ys/list?state=draft']).toContain(await ledToSignIn(page, '封袋绑定记录'))
  const { local, session } = await storagesOf(page)
  for (const key of [...ENDING_KEYS, 'permissions']) {
    expect(local, key).not.toHaveProperty(key)
    expect(session, key).not.toHaveProperty(key)
  }
  expect([local.loginPhone, session.loginPhone]).toEqual([OWNER, INSPECTOR])
  await expect(page.getByLabel('手机号', { exact: true })).toHaveValue(INSPECTOR)
})

test('without a menu the product still stands, and goes on once there is one', { tag: '@nightly' }, async ({
  signedInUser,
}) => {
  const { page, monitor } = await signedInUser(SHIPPER)
  monitor.expectBrokenAnswers()
  const networkIsBack = monitor.expectLostNetwork()
  await page.route(`**${merchant.menu.path}`, (route) => route.fulfill(BROKEN))
  await page.goto('/sale/order')
  await expect(page.getByRole('heading', { name: '菜单加载失败' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('周大川')
  await page.unroute(`**${merchant.menu.path}`)
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByRole('heading', { name: '鱼市订单' })).toBeVisible()
  await expect(page).toHaveURL('/sale/order')

  await page.route(`**${merchant.menu.path}`, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('heading', { name: '鱼市订单' })).toBeVisible()
  await expect(menuEntries(page).filter({ hasText: '鱼市订单' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('菜单没有更新')).toBeVisible()
  await page.unroute(`**${merchant.menu.path}`)
  networkIsBack()
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.getByText('菜单没有更新')).toHaveCount(0)
})

test('defect: a menu call without an answer left every page blank, the sign-in and the agreements too', {
  tag: '@nightly',
}, async ({ signedInUser }) => {
  const { page } = await signedInUser(SHIPPER)
  let letGo = (): void => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(`**${merchant.menu.path}`, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/agreement/user')
  await expect(page.getByRole('heading', { name: '用户协议' })).toBeVisible()
  await page.goto('/login')
  await expect(page.getByLabel('手机号', { exact: true })).toBeVisible()
  await page.goto('/sale/order')
  await expect(page.getByRole('heading', { name: '正在加载菜单…' })).toBeVisible()
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('周大川')
  letGo()
  await expect(page.getByRole('heading', { name: '鱼市订单' })).toBeVisible()
})

test('defect: the menu call had no time-out', async ({ signedInUser }) => {
  const { page, monitor } = await signedInUser(SHIPPER)
  monitor.expectLostNetwork()
  await page.addInitScript(`
    const wait = AbortSignal.timeout
    window.waits = []
    AbortSignal.timeout = (ms) => { window.waits.push(ms); return wait.call(AbortSignal, 300) }`)
  await page.route(`**${merchant.menu.path}`, () => {})
  await page.goto('/sale/order')
  await expect(page.getByRole('heading', { name: '菜单加载失败' })).toBeVisible()
  const waits = await page.evaluate<number[]>('window.waits')
  expect(new Set(waits)).toEqual(new Set([60_000]))
})

for (const address of ['/x.html', '/%zz', '//', '/a//b', '/sale/order//', '/login//', '/%00']) {
  test(`defect: ${address} was answered with an error instead of the not-found page`, async ({
    newUser,
    signedInUser,
  }) => {
    for (const { page, monitor } of [await newUser(), await signedInUser(SHIPPER)]) {
      monitor.expectBrokenAnswers()
      const answer = await page.goto(`${productUrl()}${address}`)
      expect(answer?.status()).toBe(404)
      await expect(notFound(page)).toBeVisible()
    }
  })
}

test('defect: a right that was lost meanwhile left a bare page without the sidebar', { tag: '@nightly' }, async ({
  signedInUser,
}) => {
  const { page } = await signedInUser(SHIPPER)
  await page.goto('/account/staff')
  await expect(notFound(page)).toBeVisible()
  await expect(menuEntries(page).filter({ hasText: '鱼市订单' })).toBeVisible()
  await page.getByRole('link', { name: '回到首页' }).click()
  await expectHome(page, '周大川')
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByText('首页')).toHaveCount(0)
  await page.goto('/sale/order')
  await page.getByRole('navigation', { name: '主菜单' }).getByTitle('回到首页').click()
  await expectHome(page, '周大川')
})

test('a hidden page lights up the entry it belongs to', { tag: '@nightly' }, async ({ signedInUser }) => {
  const { page } = await signedInUser(OWNER)
  for (const [address, entry] of [
    ['/account/role/edit', '角色权限'],
    ['/check/ys/detail', '鱼市质检列表'],
    ['/sale/product/detail', '商品'],
    ['/sale/order/detail', '鱼市订单'],
  ] as const) {
    await page.goto(address)
    const current = page.getByRole('navigation', { name: '主菜单' }).locator('[aria-current="page"]')
    // a badge may join it
    await expect(current).toHaveText(new RegExp(`^${entry}(\\d+\\+?)?$`))
  }
})

test('what is not granted and what does not exist look the same, signed out only the latter', {
  tag: '@nightly',
}, async ({ signedInUser, newUser }) => {
  const { page, monitor } = await signedInUser(SHIPPER)
  monitor.expectMissingPage()
  for (const closed of ['/account/staff', '/account/role/edit', '/account/audit', '/check/ys/check', '/no/such?x=1']) {
    await page.goto(closed)
    await expect(notFound(page)).toBeVisible()
    await expect(page.getByRole('link', { name: '回到首页' })).toBeVisible()
  }
  await page.goto('/layout')
  await expect(page).toHaveURL('/')
  await expectHome(page, '周大川')

  const { page: stranger, monitor: ofStranger } = await newUser()
  ofStranger.expectMissingPage()
  for (const address of ['/account/audit?keyword=%E5%91%A8', '/account/role/edit?roleId=1', '/merchant/address']) {
    await stranger.goto(address)
    await expect(stranger).toHaveURL(`/login?redirect=${encodeURIComponent(address)}`)
  }
  await stranger.goto('/no/such?x=1')
  await expect(notFound(stranger)).toBeVisible()
  await expect(stranger).toHaveURL('/no/such?x=1')
})

for (const [what, answer, sentence] of [
  ['an error', { _errCode: '80060001', _errStr: '角色暂时无法读取', _data: null }, '角色暂时无法读取'],
  ['an error without a sentence', { _errCode: '1', _errStr: '', _data: null }, '接口返回数据错误'],
  ['an error inside', { _errCode: ERR.ok, _data: { _errCode: '7', _errStr: '里面的错误' } }, '里面的错误'],
  ['an error inside without a sentence', { _errCode: ERR.ok, _data: { _errCode: 7 } }, '接口返回数据错误'],
] as const) {
  test(`${what} is said in a message`, { tag: '@nightly' }, async ({ signedInUser }) => {
    const { page } = await signedInUser(OWNER)
    await page.route(`**${role.list.path}`, (route) => route.fulfill({ json: { _errStr: '', ...answer } }))
    await openStaff(page)
    await expectToast(page, sentence)
    expect(await messagesOf(page)).toEqual([sentence])
  })
}

test('a lost network is no message', { tag: '@nightly' }, async ({ signedInUser }) => {
  const user = await signedInUser(OWNER, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page, monitor } = user
  const networkIsBack = monitor.expectLostNetwork()
  const lost: Request[] = []
  page.on('requestfailed', (request) => void lost.push(request))
  await page.route(`**${role.list.path}`, (route) => route.abort())
  await openStaff(page)
  // A lost question is asked once more after a moment.
  await expect.poll(() => lost.filter((request) => request.url().endsWith(role.list.path))).toHaveLength(2)
  await page.getByRole('button', { name: '复制手机号' }).first().click()
  await expectToast(page, '复制成功')
  expect(await messagesOf(page)).toEqual(['复制成功'])
  networkIsBack()
})

test('a message stands 16 px under the edge for three seconds', async ({ signedInUser }) => {
  const user = await signedInUser(OWNER, { permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = user
  await openStaffOnHeldTime(user)
  await page.getByRole('button', { name: '复制手机号' }).first().click()
  await expect(toasts(page)).toHaveText(['复制成功'])
  const host = page.getByRole('status').filter({ hasText: '复制成功' })
  expect((await host.boundingBox())?.y).toBe(16)
  await page.clock.runFor(2_900)
  await expect(toasts(page)).toHaveText(['复制成功'])
  await page.clock.runFor(100)
  await expect(toasts(page)).toHaveCount(0)
})

test('more than 99 parcels to send are 99+, and no call is timed on this machine', { tag: '@nightly' }, async ({
  signedInUser,
}) => {
  const user = await signedInUser(SHIPPER)
  const { page } = user
  await page.addInitScript({
    content: `globalThis.beacons = []
      navigator.sendBeacon = (url) => globalThis.beacons.push(String(url))`,
  })
  const todo = { key: 'awaiting_shipment', label: '待发货', link: '/sale/order?state=awaiting_shipment' }
  let count = 150
  await page.route(`**${merchant.business.path}`, (route) =>
    route.fulfill({
      json: { _errCode: ERR.ok, _errStr: '', _data: { todos: [{ ...todo, count, nearestDeadline: null }] } },
    }),
  )
  const badge = menuEntries(page).filter({ hasText: '鱼市订单' }).locator('[data-badge]')
  await page.clock.install()
  await page.goto('/')
  await expect(badge).toHaveText('99+')
  await page.clock.runFor(5_000)
  expect(await page.evaluate('globalThis.beacons')).toEqual([])
  count = 99
  await page.reload()
  await expect(badge).toHaveText('99')
  count = 0
  await page.reload()
  await expectHome(page, '周大川')
  await page.clock.runFor(5_000)
  await expect(badge).toHaveCount(0)
})
