import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { employee } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import type { Browser, Page } from '@playwright/test'
import { MANAGER } from './fixtures/accounts.ts'
import { type ApiClient, signIn } from './fixtures/api-client.ts'
import { drawn } from './fixtures/drawn.ts'
import { expect, OWN_MERCHANT, test } from './fixtures/journey.ts'
import { addEmployee, givePassword, newPhone, roleId } from './fixtures/new-accounts.ts'
import { storagesOf } from './fixtures/storage.ts'
import { expectToast } from './fixtures/toasts.ts'
import { changeRole, editor, makeRole, openEditor, roleRow } from './pages/roles.ts'
import { menuEntries } from './pages/shell.ts'
import { expectHome } from './pages/sign-in.ts'
import { chooseIn } from './pages/staff.ts'

const NOT_GRANTED = '80030001'
const BAG_LOG = ['/check', '/check/ys/baglog', '/xySaasDetect/sealBag/GetSealBagList']
/** What the colleague for people holds: people and roles, and of the sale only looking at orders. */
const PEOPLE_WORK = [
  '/account',
  '/account/staff',
  '/api/emp/list',
  '/api/emp/edit',
  '/account/role',
  '/account/role/edit',
  '/api/role/list',
  '/api/role/edit',
  '/sale',
  '/sale/order',
  '/sale/order/detail',
  '/api/yushiorder/v1/order/list',
  '/api/yushiorder/v1/order/detail',
]

/** A role's name that no other run has used. */
const newName = (name: string): string => `${name}${drawn(10_000)}`

/** Somebody with this role alone, signed in. */
async function colleague(browser: Browser, owner: ApiClient, name: string, roleName: string): Promise<ApiClient> {
  const phone = newPhone()
  await addEmployee(owner, { name, phone, roles: [roleName] })
  await givePassword(browser, phone)
  return signIn(phone, OWN_MERCHANT)
}

let forPeople: Promise<ApiClient> | undefined

async function hireForPeople(browser: Browser, owner: ApiClient): Promise<ApiClient> {
  const name = newName('人事')
  await makeRole(owner, name, PEOPLE_WORK)
  return colleague(browser, owner, '韩知礼', name)
}

const leaving = (page: Page) => page.getByRole('dialog', { name: '填的还没提交，要离开吗？' })

test('a post less one action: the button is gone, and the call refused', async ({
  browser,
  userWithSession,
  ownOwner,
}) => {
  const owner = await ownOwner()
  const name = newName('夜班发货员')
  const { page, keyboard } = await userWithSession(owner)
  await page.goto('/account/role')
  await expect(roleRow(page, '发货员')).toBeVisible()
  await keyboard.press('n')
  await editor.post(page).selectOption({ label: '发货员' })
  await expect(editor.box(page, '鱼市订单', '发货')).toBeChecked()
  await editor.box(page, '鱼市订单', '发货').uncheck()
  await expect(page.getByText('自己勾的', { exact: true })).toBeVisible()
  await editor.name(page).fill(name)
  await editor.save(page)
  await expectToast(page, '角色已添加，可以分配给员工了')
  await expect(roleRow(page, name)).toContainText('自己勾的')

  const night = await colleague(browser, owner, '陶夜明', name)
  const theirs = await userWithSession(night)
  await theirs.page.goto('/sale/order')
  await expect(theirs.page.getByRole('button', { name: '查询' })).toBeVisible()
  await expect(theirs.page.getByRole('heading', { name: '鱼市订单' })).toBeVisible()
  await expect(theirs.page.getByRole('button', { name: '扫码发货' })).toHaveCount(0)
  const delivery = {
    orderId: night.session.employeeId,
    carrierCode: 'SF',
    waybill: 'SF1234567890123',
    addressId: '' as const,
    scans: [],
  }
  await expect(night.call(auctionOrder.delivery, delivery)).rejects.toThrow(NOT_GRANTED)
  await changeRole(owner, name, { grants: (grants) => [...grants, auctionOrder.delivery.path] })
  await expect(night.call(auctionOrder.delivery, delivery)).rejects.toThrow('NOT_FOUND')
  await theirs.page.reload()
  await expect(theirs.page.getByRole('button', { name: '扫码发货' })).toBeVisible()
})

test('a changed role is in force at the next call, and the open page follows', async ({
  browser,
  userWithSession,
  ownOwner,
}) => {
  const owner = await ownOwner()
  const name = newName('封袋')
  await makeRole(owner, name, [...BAG_LOG, '/sale', '/sale/product', '/api/goods/list'])
  const client = await colleague(browser, owner, '邱一舟', name)
  const { page } = await userWithSession(client)
  await page.goto('/')
  await expectHome(page, '邱一舟')
  await expect(menuEntries(page)).toHaveText([/^封袋绑定记录/, /^商品/])

  await changeRole(owner, name, { grants: (grants) => grants.filter((grant) => !BAG_LOG.includes(grant)) })
  await menuEntries(page).filter({ hasText: '封袋绑定记录' }).click()
  await expect(page.getByRole('heading', { name: '打不开这一页' })).toBeVisible()
  await page.getByRole('link', { name: '回到首页' }).click()
  await expect(menuEntries(page)).toHaveText([/^商品/])
  expect((await storagesOf(page)).local.loginToken).toBe(client.session.loginToken)

  await changeRole(owner, name, { grants: (grants) => [...grants, ...BAG_LOG] })
  await page.reload()
  await expect(menuEntries(page)).toHaveText([/^封袋绑定记录/, /^商品/])
})

test('a manager looks at people and roles, and changes none', { tag: '@nightly' }, async ({
  signedInUser,
  clientOf,
}) => {
  const { page, keyboard } = await signedInUser(MANAGER)
  const manager = await clientOf(MANAGER)
  await page.goto('/account/staff')
  await expect(page.getByRole('row').filter({ hasText: '秦朗' })).toBeVisible()
  await expect(page.getByRole('button', { name: '添加员工' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: '编辑', exact: true })).toHaveCount(0)
  await keyboard.press('n')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/account/role')
  await expect(roleRow(page, '质检员')).toBeVisible()
  await expect(page.getByRole('button', { name: '新建角色' })).toHaveCount(0)
  await openEditor(page)
  await expect(page.getByText('您没有编辑角色的权限，这里仅供查看。')).toBeVisible()
  await expect(editor.name(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: '保存', exact: true })).toHaveCount(0)
  await expect(manager.call(role.edit, { name: '店长自建', grants: ['/sale'], refundLimitFen: 0 })).rejects.toThrow(
    NOT_GRANTED,
  )
  await expect(
    manager.call(employee.edit, { name: '新人', phone: newPhone(), roleIds: [await roleId(manager, '质检员')] }),
  ).rejects.toThrow(NOT_GRANTED)
})

test('nobody gives what they do not hold', { tag: '@nightly' }, async ({ browser, userWithSession, ownOwner }) => {
  const owner = await ownOwner()
  forPeople ??= hireForPeople(browser, owner)
  const client = await forPeople
  const { page } = await userWithSession(client)
  await openEditor(page)
  await expect(editor.page(page, '账单')).toContainText('您没有此权限')
  await expect(editor.box(page, '账单', '账单')).toBeDisabled()
  await expect(editor.box(page, '鱼市订单', '发货（您没有此权限）')).toBeDisabled()
  await expect(editor.box(page, '鱼市订单', '查看详情')).toBeEnabled()
  await editor.post(page).selectOption({ label: '客服' })
  await expect(page.getByText(/^有\d+项您没有的权限没有勾选$/)).toBeVisible()
  await expect(
    client.call(role.edit, { name: newName('越权'), grants: ['/capital', '/capital/bill'], refundLimitFen: 0 }),
  ).rejects.toThrow('GRANT_NOT_HELD')

  await page.goto('/account/staff')
  await page.getByRole('button', { name: '添加员工' }).click()
  const adding = page.getByRole('dialog', { name: '添加员工' })
  await expect(adding.getByRole('checkbox', { name: '老板' })).toBeDisabled()
  await adding.getByLabel('姓名').fill('钱多多')
  await adding.getByLabel('手机号').fill(newPhone())
  await adding.getByRole('checkbox', { name: '财务' }).check()
  await adding.getByRole('button', { name: '添加', exact: true }).click()
  await expect(adding.getByText(/您自己没有的，不能给别人/)).toBeVisible()
})

test('老板 is read-only, and a role that somebody holds is not deleted', { tag: '@nightly' }, async ({
  userWithSession,
  ownOwner,
}) => {
  const owner = await ownOwner()
  const { page } = await userWithSession(owner)
  await openEditor(page, `?roleId=${await roleId(owner, '老板')}`)
  await expect(page.getByRole('heading', { name: '查看角色' })).toBeVisible()
  await expect(page.getByText(/“老板”是系统角色/)).toBeVisible()
  await expect(editor.name(page)).toBeDisabled()
  await expect(editor.box(page, '账单', '账单')).toBeDisabled()
  await expect(page.getByRole('button', { name: '保存', exact: true })).toHaveCount(0)

  const name = newName('临时')
  await makeRole(owner, name, BAG_LOG)
  await page.goto('/account/role')
  await expect(roleRow(page, name).getByRole('button', { name: '删除' })).toBeVisible()
  await expect(roleRow(page, '老板')).toBeVisible()
  await expect(roleRow(page, '老板').getByRole('button', { name: '删除' })).toHaveCount(0)
  await addEmployee(owner, { name: '童小北', phone: newPhone(), roles: [name] })
  await chooseIn(roleRow(page, name), '删除')
  await page.getByRole('dialog', { name: '删除角色？' }).getByRole('button', { name: '删除', exact: true }).click()
  await expectToast(page, '还有1名员工使用该角色，请先为他们更换角色')
  await expect(roleRow(page, name).getByRole('link', { name: `1名员工使用${name}，查看` })).toBeVisible()
  await expect(roleRow(page, name).getByRole('button', { name: '删除' })).toHaveCount(0)
})

test('of two who edit one role, the second learns who the first was', { tag: '@nightly' }, async ({
  browser,
  userWithSession,
  ownOwner,
}) => {
  const owner = await ownOwner()
  forPeople ??= hireForPeople(browser, owner)
  const name = newName('值班')
  await makeRole(owner, name, ['/sale', '/sale/order', '/api/yushiorder/v1/order/list'])
  const id = await roleId(owner, name)
  const { page } = await userWithSession(owner)
  await openEditor(page, `?roleId=${id}`)
  await changeRole(await forPeople, name, { name: `${name}甲` })
  await editor.name(page).fill(`${name}乙`)
  await editor.save(page)
  const dialog = page.getByRole('dialog', { name: '内容已被同事修改' })
  await expect(dialog).toContainText('韩知礼')
  const line = dialog.getByRole('row', { name: /角色名称/ })
  await expect(line.getByRole('cell')).toHaveText([`${name}乙`, `${name}甲`])
  await dialog.getByRole('button', { name: '采用最新内容' }).click()
  await expect(editor.name(page)).toHaveValue(`${name}甲`)
  await editor.name(page).fill(`${name}丙`)
  await editor.save(page)
  await expectToast(page, '角色已保存')
  await expect(roleRow(page, `${name}丙`)).toBeVisible()
})

test('what was typed is not left by mistake, and is there again after a reload', { tag: '@nightly' }, async ({
  userWithSession,
  ownOwner,
}) => {
  const { page } = await userWithSession(await ownOwner())
  await openEditor(page)
  await editor.name(page).fill('还没想好')
  await editor.box(page, '鱼市订单', '查看列表').check()
  await menuEntries(page).filter({ hasText: '员工账号' }).click()
  await leaving(page).getByRole('button', { name: '继续填' }).click()
  await expect(editor.name(page)).toHaveValue('还没想好')
  const draft = async () =>
    Object.entries((await storagesOf(page)).local).find(([key]) => key.startsWith('draft:role-new'))?.[1]
  await expect.poll(draft).toContain('/api/yushiorder/v1/order/list')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expectToast(page, '已恢复上次未提交的内容')
  await expect(editor.name(page)).toHaveValue('还没想好')
  await expect(editor.box(page, '鱼市订单', '查看列表')).toBeChecked()
  await page.getByRole('button', { name: '不改了，恢复原样' }).click()
  await expect(editor.name(page)).toHaveValue('')
  await menuEntries(page).filter({ hasText: '员工账号' }).click()
  await expect(page.getByRole('heading', { name: '员工账号' })).toBeVisible()
})

test('only who may refund has a limit for it', { tag: '@nightly' }, async ({ userWithSession, ownOwner }) => {
  const owner = await ownOwner()
  const name = newName('售后')
  const { page } = await userWithSession(owner)
  await openEditor(page)
  await editor.name(page).fill(name)
  await editor.box(page, '售后', '查看列表').check()
  await expect(editor.limit(page)).toHaveCount(0)
  await editor.box(page, '售后', '同意退款').check()
  await editor.limit(page).fill('300')
  await editor.box(page, '售后', '同意退款').uncheck()
  await expect(editor.limit(page)).toHaveCount(0)
  await editor.box(page, '售后', '确认收货退款').check()
  await expect(editor.limit(page)).toHaveValue('0')
  await editor.limit(page).fill('120.50')
  await editor.save(page)
  await expect(roleRow(page, name)).toContainText('¥120.50')
  const { role: made } = await owner.call(role.info, { roleId: await roleId(owner, name) })
  expect(made?.refundLimitFen).toBe(12_050)
})
