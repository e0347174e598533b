import { ERR, REFUSALS } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { auth } from '@huanji/contract/features/auth/calls'
import { BETWEEN_TWO, OWNER, PASSWORD } from './fixtures/accounts.ts'
import type { ApiClient } from './fixtures/api-client.ts'
import { expect, test } from './fixtures/journey.ts'
import { addEmployee, newPhone, roleId } from './fixtures/new-accounts.ts'
import { checkThemes } from './fixtures/screen.ts'
import { changeRole, editor, makeRole, openEditor, roleRow } from './pages/roles.ts'
import { chooseAccountMenuItem, openAccountMenu } from './pages/shell.ts'
import { expectHome, signInByPassword, signInPage } from './pages/sign-in.ts'
import { openStaff, staffRow } from './pages/staff.ts'

const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
]
const NARROW = { width: 1280, height: 800 }

let prepared: Promise<void> | undefined

/** People and addresses of our own merchant, so that there is something to see; made once. */
async function addEmployeesAndAddresses(owner: ApiClient): Promise<void> {
  await addEmployee(owner, { name: '施雨桐', phone: newPhone(), roles: ['质检员', '发货员'] })
  await addEmployee(owner, { name: '欧阳慕容晓月', phone: newPhone(), roles: ['店长', '客服', '财务'] })
  const content = { contactPhone: '13800130773', regionCode: '440305', isDefault: false }
  const detail = '科技园示例路1号示例大厦A座12楼1206室'
  await owner.call(address.edit, { ...content, kind: 'ship', contactName: '施雨桐', detail })
  await owner.call(address.edit, { ...content, kind: 'return', contactName: '退货组', detail })
}

test('people', { tag: '@nightly' }, async ({ userWithSession, ownOwner }) => {
  const owner = await ownOwner()
  prepared ??= addEmployeesAndAddresses(owner)
  await prepared
  const { page, keyboard } = await userWithSession(owner, { viewport: NARROW })
  await openStaff(page)
  await checkThemes(page, 'staff')
  await staffRow(page, '施雨桐').first().getByRole('button', { name: '更多操作' }).click()
  await checkThemes(page, 'staff-more')
  await keyboard.press('Escape')
  await keyboard.press('n')
  const adding = page.getByRole('dialog', { name: '添加员工' })
  await expect(adding.getByRole('checkbox', { name: '客服' })).toBeVisible()
  await checkThemes(page, 'staff-add')
  await adding.getByRole('button', { name: '添加', exact: true }).click()
  await expect(adding.getByLabel('手机号')).toHaveAttribute('aria-invalid', 'true')
  await checkThemes(page, 'staff-add-missing')
  await adding.getByLabel('姓名').fill('古月')
  await adding.getByLabel('手机号').fill(newPhone())
  await adding.getByRole('checkbox', { name: '客服' }).check()
  await adding.getByRole('button', { name: '添加', exact: true }).click()
  await expect(page.getByRole('dialog', { name: '已添加古月' })).toBeVisible()
  await checkThemes(page, 'staff-added')
})

test('roles', { tag: '@nightly' }, async ({ userWithSession, ownOwner }) => {
  const owner = await ownOwner()
  const { page } = await userWithSession(owner, { viewport: NARROW })
  await page.goto('/account/role')
  await expect(roleRow(page, '老板')).toBeVisible()
  await checkThemes(page, 'roles')
  await openEditor(page, `?roleId=${await roleId(owner, '老板')}`)
  await checkThemes(page, 'role-read-only')
  const name = `夜班${newPhone().slice(-4)}`
  await makeRole(owner, name, ['/sale', '/sale/order', '/api/yushiorder/v1/order/list'])
  await openEditor(page, `?roleId=${await roleId(owner, name)}`)
  await editor.box(page, '售后', '同意退款').check()
  await checkThemes(page, 'role-editor')
  await editor.limit(page).scrollIntoViewIfNeeded()
  await checkThemes(page, 'role-editor-limit')
  await changeRole(owner, name, { grants: (grants) => [...grants, '/api/yushiorder/v1/order/export'] })
  await editor.limit(page).fill('100')
  await editor.save(page)
  await expect(page.getByRole('dialog', { name: '内容已被同事修改' })).toBeVisible()
  await checkThemes(page, 'role-conflict')
})

test('log and addresses', { tag: '@nightly' }, async ({ userWithSession, ownOwner }) => {
  const owner = await ownOwner()
  prepared ??= addEmployeesAndAddresses(owner)
  await prepared
  const { page, keyboard } = await userWithSession(owner, { viewport: NARROW })
  await page.goto('/account/audit?subject=employee')
  const line = page.getByRole('region', { name: '操作日志表格' }).getByRole('row').nth(1)
  await expect(line.getByRole('button', { name: '详情' })).toBeVisible()
  await page.getByRole('button', { name: '核对日志' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^完整/ })).toBeVisible()
  await checkThemes(page, 'audit')
  await line.getByRole('button', { name: '详情' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkThemes(page, 'audit-drawer')
  await page.goto('/merchant/address')
  await expect(page.getByRole('region', { name: '地址管理表格' }).getByRole('cell').first()).toBeVisible()
  await checkThemes(page, 'addresses')
  await keyboard.press('n')
  await page.getByRole('dialog').getByLabel('粘贴整段地址').fill('施雨桐 13800130773 广东省深圳市南山区')
  await page.getByRole('dialog').getByRole('button', { name: '识别' }).click()
  await expect(page.getByText(/未识别：详细地址/)).toBeVisible()
  await checkThemes(page, 'address-dialog')
})

test('one’s own account', { tag: '@nightly' }, async ({ signedInUser }) => {
  const { page, keyboard } = await signedInUser(BETWEEN_TWO, { viewport: NARROW })
  await page.goto('/')
  await expectHome(page, '沈知秋')
  await openAccountMenu(page)
  await expect(page.getByRole('menuitemradio').first()).toBeVisible()
  await checkThemes(page, 'account-menu')
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('新密码', { exact: true }).fill('short')
  await dialog.getByLabel('再次输入新密码').fill('another')
  await dialog.getByRole('button', { name: '修改密码', exact: true }).click()
  await checkThemes(page, 'password')
  await keyboard.press('Escape')
  await page.getByRole('dialog', { name: '填的还没提交，要关掉吗？' }).getByRole('button', { name: '不要了' }).click()
  await chooseAccountMenuItem(page, '登录设备')
  await expect(page.getByRole('dialog').getByText('本机')).toBeVisible()
  await checkThemes(page, 'devices')
})

test('ways in and what stops them', { tag: '@nightly' }, async ({ newUser }) => {
  const { page } = await newUser({ viewport: NARROW })
  await page.goto('/login')
  await signInPage.submit(page)
  await expect(signInPage.alert(page)).not.toHaveText('')
  await checkThemes(page, 'login-missing')
  await signInByPassword(page, BETWEEN_TWO)
  await expect(page.getByRole('heading', { name: '选择商家' })).toBeVisible()
  await checkThemes(page, 'choose-merchant')
  await page.getByRole('button', { name: '返回重新登录' }).click()
  await page.route(`**${auth.login.path}`, (route) =>
    route.fulfill({
      json: {
        _errCode: ERR.refused,
        _bizErrCode: 'PASSWORD_RESET_REQUIRED',
        _errStr: REFUSALS.PASSWORD_RESET_REQUIRED,
        _data: null,
      },
    }),
  )
  await signInByPassword(page, BETWEEN_TWO)
  await expect(page.getByRole('button', { name: '设置新密码' })).toBeVisible()
  await checkThemes(page, 'login-refused')
})

for (const viewport of WIDTHS) {
  test(`the sign-in at ${viewport.width} px`, { tag: '@nightly' }, async ({ newUser }) => {
    const { page } = await newUser({ viewport })
    await page.goto('/login')
    await checkThemes(page, `${viewport.width}-login`)
    await page.getByRole('button', { name: '忘记密码' }).click()
    await expect(page.getByRole('heading', { name: '重设密码' })).toBeVisible()
    await expect(page.getByAltText('图形验证码')).toBeVisible()
    await checkThemes(page, `${viewport.width}-reset`)
    await page.getByRole('button', { name: '去登录' }).click()
    await page.getByRole('button', { name: '注册商家' }).click()
    await expect(page.getByAltText('图形验证码')).toBeVisible()
    await checkThemes(page, `${viewport.width}-sign-up`)
  })
}

test('signing in, looking at the devices and signing out needs no mouse', { tag: '@nightly' }, async ({ newUser }) => {
  const { page, keyboard } = await newUser()
  await page.goto('/login')
  await keyboard.pressUntil('Tab', signInPage.phone(page))
  await keyboard.type(OWNER)
  await keyboard.pressUntil('Tab', page.getByLabel('密码', { exact: true }))
  await page.keyboard.insertText(PASSWORD)
  const agreed = page.getByRole('checkbox', { name: '我已阅读并同意' })
  await keyboard.pressUntil('Tab', agreed)
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await expectHome(page, '程远')
  const who = page.getByRole('banner').getByRole('button', { name: /程远/ })
  await keyboard.pressUntil('Tab', who)
  await keyboard.press('ArrowDown')
  await keyboard.pressUntil('ArrowDown', page.getByRole('menuitem', { name: '登录设备' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: '登录设备' }).getByText('本机')).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await keyboard.pressUntil('Tab', who)
  await keyboard.press('ArrowDown')
  await keyboard.pressUntil('ArrowDown', page.getByRole('menuitem', { name: '退出登录' }))
  await keyboard.press('Enter')
  await keyboard.pressUntil('Tab', page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
})

test('the code, a forgotten password and the sign-up are reached by keys', { tag: '@nightly' }, async ({ newUser }) => {
  const { page, keyboard } = await newUser()
  await page.goto('/login')
  await keyboard.pressUntil('Tab', page.getByRole('button', { name: '验证码登录' }))
  await keyboard.press('Enter')
  const code = page.getByLabel('短信验证码')
  await expect(code).toBeVisible()
  for (const box of [
    signInPage.phone(page),
    page.getByLabel('图形验证码', { exact: true }),
    page.getByRole('button', { name: '换一张图形验证码' }),
    code,
    page.getByRole('button', { name: '获取验证码' }),
    page.getByRole('checkbox', { name: '保持登录' }),
    page.getByRole('checkbox', { name: '我已阅读并同意' }),
    page.getByRole('button', { name: '登录', exact: true }),
    page.getByRole('button', { name: '注册商家' }),
  ]) {
    await keyboard.pressUntil('Tab', box)
  }
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '注册商家' })).toBeVisible()
  await keyboard.pressUntil('Tab', page.getByRole('button', { name: '去登录' }))
  await keyboard.press('Enter')
  await keyboard.pressUntil('Tab', page.getByRole('button', { name: '忘记密码' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '重设密码' })).toBeVisible()
  await keyboard.pressUntil('Tab', page.getByRole('button', { name: '重设密码' }))
})
