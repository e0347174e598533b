import { employee } from '@huanji/contract/features/people/employee'
import type { Locator, Page } from '@playwright/test'
import { PASSWORD } from './fixtures/accounts.ts'
import { signIn } from './fixtures/api-client.ts'
import { expect, OWN_MERCHANT, test } from './fixtures/journey.ts'
import { addEmployee, givePassword, newPhone, roleId } from './fixtures/new-accounts.ts'
import { codeFor, sendCode, sendOwnCode } from './fixtures/sms.ts'
import { expectToast } from './fixtures/toasts.ts'
import { chooseAccountMenuItem, ledToSignIn, menuEntries } from './pages/shell.ts'
import { expectHome, signInByPassword, signInPage } from './pages/sign-in.ts'
import { chooseForRow, openStaff, staffRow } from './pages/staff.ts'

test.describe.configure({ mode: 'serial' })

/** What 发货员 opens, in the sidebar's order. */
const SHIPPING_MENU = [
  /^鱼市质检列表/,
  /^严选单台质检列表/,
  /^多台质检列表/,
  /^封袋绑定记录/,
  /^一机一档/,
  /^商品/,
  /^鱼市订单/,
  /^严选订单/,
  /^售后/,
  /^地址管理/,
  /^导出记录/,
]
/** What 质检员 opens. */
const INSPECTION_MENU = [
  /^鱼市质检$/,
  /^鱼市质检列表/,
  /^严选单台质检$/,
  /^严选单台质检列表/,
  /^严选多台质检$/,
  /^多台质检列表/,
  /^封袋绑定记录/,
  /^一机一档/,
  /^商品/,
  /^售后/,
  /^导出记录/,
]
const NEW_PASSWORD = 'Chenguang2026'

/** The clerk whom the first journey adds, and whose browser the last one finds as it was left. */
interface Joined {
  readonly phone: string
  readonly code: string
  readonly storage: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>
}
let joined: Joined | undefined

const confirmWith = (page: Page, ok: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: ok, exact: true }).click()

/** Reads what was copied by pasting it, as a person would. */
async function pasted(box: Locator): Promise<string> {
  await box.focus()
  await box.press('Control+v')
  return box.inputValue()
}

test('an owner adds a shipping clerk by keys alone, who signs in by a code and sees the post', {
  tag: '@nightly',
}, async ({ userWithSession, newUser, ownOwner }) => {
  const phone = newPhone()
  const { page, keyboard } = await userWithSession(await ownOwner(), {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await openStaff(page)
  await keyboard.press('n')
  const adding = page.getByRole('dialog', { name: '添加员工' })
  await expect(adding.getByRole('checkbox', { name: '发货员' })).toBeVisible()
  await keyboard.pressUntil('Tab', adding.getByLabel('姓名'))
  await page.keyboard.insertText('周晓舟')
  await keyboard.press('Tab')
  await keyboard.type(phone)
  const role = adding.getByRole('checkbox', { name: '发货员' })
  await keyboard.pressUntil('Tab', role)
  await keyboard.press('Space')
  await expect(role).toBeChecked()
  await keyboard.press('Enter')

  const done = page.getByRole('dialog', { name: '已添加周晓舟' })
  await expect(done).toContainText(`周晓舟，您好！${OWN_MERCHANT}已为您开通账号。`)
  await done.getByRole('button', { name: '复制登录说明' }).click()
  await expectToast(page, '复制成功')
  await done.getByRole('button', { name: '完成' }).click()
  await expect(staffRow(page, phone)).toContainText('发货员')
  const told = await pasted(page.getByRole('searchbox', { name: '员工' }))
  for (const part of [`http://localhost:${new URL(page.url()).port}/login`, phone, '验证码登录'])
    expect(told).toContain(part)

  const clerk = await newUser()
  await clerk.page.goto('/login')
  await clerk.page.getByRole('button', { name: '验证码登录' }).click()
  await signInPage.phone(clerk.page).fill(phone)
  await sendCode(clerk.page)
  const code = await codeFor(phone)
  await clerk.page.getByLabel('短信验证码').fill(code)
  await signInPage.keep(clerk.page)
  await signInPage.agree(clerk.page)
  await signInPage.submit(clerk.page)
  await expectHome(clerk.page, '周晓舟')
  await expect(menuEntries(clerk.page)).toHaveText(SHIPPING_MENU)
  joined = { phone, code, storage: await clerk.page.context().storageState() }
})

test('other roles, a disabled account and a password to be renewed reach the open page at its next step', {
  tag: '@nightly',
}, async ({ browser, userWithSession, newUser, ownOwner }) => {
  const owner = await ownOwner()
  const phone = newPhone()
  await addEmployee(owner, { name: '郑北辰', phone, roles: ['发货员'] })
  await givePassword(browser, phone)
  const { page } = await userWithSession(owner)
  const { page: theirs } = await newUser()
  await theirs.goto('/check/ys/list')
  await signInByPassword(theirs, phone)
  await expect(theirs).toHaveURL('/check/ys/list')
  await expect(menuEntries(theirs)).toHaveText(SHIPPING_MENU)

  await openStaff(page)
  await chooseForRow(page, phone, '编辑')
  const editing = page.getByRole('dialog', { name: '编辑郑北辰' })
  await editing.getByRole('checkbox', { name: '发货员' }).uncheck()
  await editing.getByRole('checkbox', { name: '质检员' }).check()
  await editing.getByRole('button', { name: '保存' }).click()
  await expectToast(page, '已保存，角色已变更，对方需要重新登录')
  const back = await ledToSignIn(theirs, '封袋绑定记录')
  await signInByPassword(theirs, phone)
  await expect(theirs).toHaveURL(back)
  await expect(menuEntries(theirs)).toHaveText(INSPECTION_MENU)

  await chooseForRow(page, phone, '停用')
  await confirmWith(page, '停用')
  await expect(staffRow(page, phone)).toContainText('启用')
  const backAgain = await ledToSignIn(theirs, '鱼市质检列表')
  await signInByPassword(theirs, phone)
  await expect(signInPage.alert(theirs)).toHaveText('这个账号被老板停用了，请找老板')

  await chooseForRow(page, phone, '启用')
  await expectToast(page, '已启用，现在可以登录')
  await signInByPassword(theirs, phone)
  await expect(theirs).toHaveURL(backAgain)
  await chooseForRow(page, phone, '要求重设密码')
  await confirmWith(page, '要求重设')
  await expect(staffRow(page, phone)).toContainText('需重设密码')
  await ledToSignIn(theirs, '封袋绑定记录')
  await signInByPassword(theirs, phone)
  await expect(signInPage.alert(theirs)).toContainText('老板请您换一个密码')
  await expect(theirs.getByRole('button', { name: '改用验证码登录' })).toBeVisible()
  await theirs.getByRole('button', { name: '设置新密码' }).click()
  await expect(theirs.getByRole('heading', { name: '重设密码' })).toBeVisible()
  await expect(signInPage.phone(theirs)).toHaveValue(phone)
})

test('whoever was deleted is gone, and their phone can be added again', { tag: '@nightly' }, async ({
  userWithSession,
  ownOwner,
}) => {
  const owner = await ownOwner()
  const phone = newPhone()
  const first = await addEmployee(owner, { name: '冯小满', phone, roles: ['客服'] })
  const { page } = await userWithSession(owner)
  await openStaff(page)
  await chooseForRow(page, phone, '删除')
  await confirmWith(page, '删除')
  await expect(staffRow(page, phone)).toHaveCount(0)
  await expect(owner.call(employee.info, { staffId: first })).rejects.toThrow('NOT_FOUND')

  await page.getByRole('button', { name: '添加员工' }).click()
  const adding = page.getByRole('dialog', { name: '添加员工' })
  await adding.getByLabel('姓名').fill('冯晓满')
  await adding.getByLabel('手机号').fill(phone)
  await adding.getByRole('checkbox', { name: '客服' }).check()
  await adding.getByRole('button', { name: '添加', exact: true }).click()
  await page.getByRole('dialog', { name: '已添加冯晓满' }).getByRole('button', { name: '完成' }).click()
  await expect(staffRow(page, phone)).toContainText('冯晓满')

  await page.getByRole('button', { name: '添加员工' }).click()
  await adding.getByLabel('姓名').fill('冯又满')
  await adding.getByLabel('手机号').fill(phone)
  await adding.getByRole('checkbox', { name: '客服' }).check()
  await adding.getByRole('button', { name: '添加', exact: true }).click()
  await expect(adding).toContainText('该手机号已是本商家的员工：冯晓满')
  const { list } = await owner.call(employee.list, { keyword: phone })
  expect(list.map(({ name }) => name)).toEqual(['冯晓满'])
  expect(list[0]?.roles.map((held) => held.roleId)).toEqual([await roleId(owner, '客服')])
})

test('who never had a password sets one by a code, and signs in with it', { tag: '@nightly' }, async ({ newUser }) => {
  if (!joined) throw new Error('nobody was added')
  const { phone, code, storage } = joined
  const { page } = await newUser({ storageState: storage })
  await page.goto('/')
  await chooseAccountMenuItem(page, '修改密码')
  const dialog = page.getByRole('dialog', { name: '设置密码' })
  await sendOwnCode(dialog)
  await dialog.getByLabel('短信验证码').fill(await codeFor(phone, code))
  await dialog.getByLabel('新密码', { exact: true }).fill(NEW_PASSWORD)
  await dialog.getByLabel('再次输入新密码').fill(NEW_PASSWORD)
  await dialog.getByRole('button', { name: '设置密码' }).click()
  await expect(page).toHaveURL('/login')
  await expect(signInPage.phone(page)).toHaveValue(phone)
  await signInByPassword(page, phone, PASSWORD)
  await expect(signInPage.alert(page)).toHaveText('手机号或密码不正确')
  await signInByPassword(page, phone, NEW_PASSWORD)
  await expectHome(page, '周晓舟')
  expect((await signIn(phone, OWN_MERCHANT, NEW_PASSWORD)).session.loginInfo.roleNames).toEqual(['发货员'])
})
