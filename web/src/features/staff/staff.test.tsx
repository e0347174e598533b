import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fill, leavePage, press, said, showPage, signInAs } from '../people/testing/page.tsx'
import { EMPLOYEE, listOf, OWNER_ROLE, ROLE, SELF, testId } from '../people/testing/rows.ts'
import type { EmployeeRow } from '../people/types.ts'
import { refusal, stubGateway } from '../testing/screen.tsx'
import { StaffPage } from './staff-page.tsx'

const PATH = '/account/staff'
const EDIT = '/api/emp/edit'
const STATUS = '/api/emp/updateStatus'
const ALL = [
  PATH,
  '/api/emp/list',
  EDIT,
  STATUS,
  '/api/ext/emp/requirePasswordReset',
  '/api/ext/emp/endSessions',
  '/api/emp/del',
  '/api/role/list',
]
const DISABLED: EmployeeRow = {
  ...EMPLOYEE,
  staffId: testId(13),
  name: '李芳',
  status: 'disabled',
  sessionCount: 0,
  allowedActions: ['edit', 'enable', 'requirePasswordReset', 'delete'],
}

function answers(changed: Readonly<Record<string, () => object>> = {}) {
  return {
    '/api/emp/list': () => ({ ...listOf([SELF, EMPLOYEE, DISABLED]), counts: { active: 2, disabled: 1 } }),
    '/api/role/list': () => listOf([OWNER_ROLE, ROLE]),
    [EDIT]: () => ({ staffId: testId(19), version: 1 }),
    [STATUS]: () => ({ version: 3 }),
    '/api/mch/business': () => ({}),
    '/api/xyAccount/options': () => ({ options: [] }),
    ...changed,
  }
}

async function open(changed: Readonly<Record<string, () => object>> = {}) {
  const sent = stubGateway(answers(changed))
  showPage({ path: PATH, page: StaffPage })
  await screen.findByText('王小明')
  return (path: string) => sent.filter((call) => call.path === path)
}

const rowOf = (name: string) => within(screen.getByText(name).closest('tr') as HTMLTableRowElement)
const actionsOf = (name: string) =>
  rowOf(name)
    .queryAllByRole('button', { hidden: true })
    .map((button) => button.textContent)
    .filter((text) => text !== '')

beforeEach(() => signInAs(ALL))
afterEach(leavePage)

test('shows who works here, how and since when', async () => {
  await open()
  rowOf('陈老板').getByText('本人')
  expect(rowOf('陈老板').getAllByText('老板')).toHaveLength(2)
  rowOf('王小明').getByText('13800130021')
  rowOf('王小明').getByText('2026-11-20 11:00')
  rowOf('李芳').getByText('停用')
  expect(screen.getByRole('button', { name: /^启用 ?2$/ })).toBeTruthy()
})

test('what the server allows about an employee is offered, and nothing else', async () => {
  await open()
  expect(actionsOf('陈老板')).toEqual(['编辑'])
  expect(actionsOf('王小明')).toEqual(['编辑', '停用', '结束登录', '要求重设密码', '删除'])
  expect(actionsOf('李芳')).toEqual(['编辑', '启用', '要求重设密码', '删除'])
})

test('without the grants there is no button at all', async () => {
  signInAs([PATH, '/api/emp/list'])
  await open()
  expect(actionsOf('王小明')).toEqual([])
  expect(screen.queryByRole('button', { name: '添加员工' })).toBeNull()
})

test('what may be done about nobody is offered on no row, and an owner’s role is not to be given', async () => {
  signInAs(ALL, false)
  await open({
    '/api/emp/list': () => ({
      ...listOf([{ ...SELF, isSelf: false, allowedActions: [] }, EMPLOYEE]),
      counts: { active: 2, disabled: 0 },
    }),
  })
  expect(actionsOf('陈老板')).toEqual([])
  await press('添加员工')
  expect((await screen.findByLabelText<HTMLInputElement>('老板')).disabled).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('夜班发货').disabled).toBe(false)
})

test('adding someone ends with a message that says how to sign in, at the configured address', async () => {
  const sent = await open({ '/api/mch/dataDict': () => ({ site: { siteUrl: 'https://huanji.example.com' } }) })
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } })
  await press('添加员工')
  await screen.findByText('能做32件事，不能退款')
  await fill(/^姓名/, '赵新')
  await fill(/^手机号/, '13800130099')
  fireEvent.click(await screen.findByLabelText('夜班发货'))
  await press('添加')
  await screen.findByText('已添加赵新')
  expect(sent(EDIT).map(({ body }) => body)).toMatchObject([
    { name: '赵新', phone: '13800130099', roleIds: [ROLE.roleId] },
  ])
  expect(sent(EDIT)[0]?.body).not.toHaveProperty('staffId')
  await press('复制登录说明')
  await waitFor(() => expect(copied).toHaveLength(1))
  for (const part of ['示例数码', 'https://huanji.example.com/login', '13800130099', '验证码登录', '忘记密码'])
    expect(copied[0]).toContain(part)
  expect(sent('/api/emp/list').length).toBeGreaterThan(1)
})

const SHOPS = [
  { value: testId(41), label: '一店', state: 'normal', usable: true },
  { value: testId(42), label: '二店', state: 'normal', usable: true },
]
const withShops = { '/api/xyAccount/options': () => ({ options: SHOPS }) }

test('defect: a packer could not be limited to a shop: the shops are ticked, and none are all', async () => {
  const sent = await open(withShops)
  await press('添加员工')
  await fill(/^姓名/, '赵新')
  await fill(/^手机号/, '13800130099')
  fireEvent.click(await screen.findByLabelText('夜班发货'))
  const shops = await screen.findByRole('group', { name: /^只看这些店铺/, hidden: true })
  within(shops).getByText('一个都不勾，就是所有店铺')
  fireEvent.click(within(shops).getByLabelText('二店'))
  within(shops).getByText('别的店铺的订单、商品、售后和账单，对方看不到，也操作不了')
  await press('添加')
  await screen.findByText('已添加赵新')
  expect(sent(EDIT)[0]?.body).toMatchObject({ shopIds: [testId(42)] })
})

test('somebody new without a shop is added without a word of shops', async () => {
  const sent = await open(withShops)
  await press('添加员工')
  await fill(/^姓名/, '赵新')
  await fill(/^手机号/, '13800130099')
  fireEvent.click(await screen.findByLabelText('夜班发货'))
  await press('添加')
  await screen.findByText('已添加赵新')
  expect(sent(EDIT)[0]?.body).not.toHaveProperty('shopIds')
})

test('n opens the dialog', async () => {
  await open()
  fireEvent.keyDown(document.body, { key: 'n' })
  await screen.findByRole('dialog', { name: '添加员工' })
})

test('what is missing is said at its field, before anything is sent', async () => {
  const sent = await open()
  await press('添加员工')
  await fill(/^手机号/, '138')
  await screen.findByText('请输入11位手机号，以1开头')
  await press('添加')
  await screen.findByText('请至少选择一个角色')
  expect(sent(EDIT)).toEqual([])
})

test('a refusal stands at the field it names, and what was typed stays', async () => {
  await open({ [EDIT]: () => refusal('EMPLOYEE_EXISTS', '该手机号已是本商家的员工：李芳', { field: 'phone' }) })
  await press('添加员工')
  await fill(/^姓名/, '赵新')
  await fill(/^手机号/, '13800130099')
  fireEvent.click(await screen.findByLabelText('夜班发货'))
  await press('添加')
  await screen.findByText('该手机号已是本商家的员工：李芳')
  expect(screen.getByLabelText<HTMLInputElement>(/^手机号/).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText<HTMLInputElement>(/^姓名/).value).toBe('赵新')
})

test('a refused role is said at the roles', async () => {
  await open({ [EDIT]: () => refusal('GRANT_NOT_HELD', '不能授予您自己没有的权限：改价', { field: 'roleIds' }) })
  await press('添加员工')
  await fill(/^姓名/, '赵新')
  await fill(/^手机号/, '13800130099')
  fireEvent.click(await screen.findByLabelText('夜班发货'))
  await press('添加')
  const roles = await screen.findByRole('group', { name: /^角色/, hidden: true })
  await within(roles).findByText('不能授予您自己没有的权限：改价')
})

test('pressing twice adds once', async () => {
  const sent = await open()
  await press('添加员工')
  await fill(/^姓名/, '赵新')
  await fill(/^手机号/, '13800130099')
  fireEvent.click(await screen.findByLabelText('夜班发货'))
  const button = screen.getByRole('button', { name: '添加', hidden: true })
  fireEvent.click(button)
  fireEvent.click(button)
  await screen.findByText('已添加赵新')
  expect(sent(EDIT)).toHaveLength(1)
})

test('editing names the version; a colleague’s change is set side by side, roles by their names', async () => {
  let isFirst = true
  const sent = await open({
    [EDIT]: () => {
      if (!isFirst) return { staffId: EMPLOYEE.staffId, version: 8 }
      isFirst = false
      return refusal('VERSION_CONFLICT', '陈老板已于2026-11-20 12:00修改过这条记录，请查看最新内容后再提交')
    },
    '/api/emp/info': () => ({ ...EMPLOYEE, name: '王大明', roles: [], version: 7 }),
  })
  fireEvent.click(rowOf('王小明').getByText('编辑'))
  await fill(/^姓名/, '王明')
  expect(screen.queryByLabelText(/^手机号/)).toBeNull()
  await press('保存')
  const conflict = within(await screen.findByRole('dialog', { name: '内容已被同事修改' }))
  conflict.getByText(/陈老板已于2026-11-20 12:00修改过/)
  conflict.getByText('王大明')
  conflict.getByText('夜班发货')
  conflict.getByText('（无）')
  await press('保留我的修改再提交')
  await waitFor(() => expect(said()).toContain('已保存'))
  expect(sent(EDIT).map(({ body }) => [body.version, body.name, body.roleIds])).toEqual([
    [2, '王明', [ROLE.roleId]],
    [7, '王明', [ROLE.roleId]],
  ])
})

test('disabling says that sessions end, and asks first', async () => {
  const sent = await open()
  fireEvent.click(rowOf('王小明').getByText('停用'))
  await screen.findByText(/王小明将立即退出所有设备/)
  expect(sent(STATUS)).toEqual([])
  await press('停用')
  await waitFor(() => expect(said()).toContain('已停用'))
  expect(sent(STATUS).map(({ body }) => [body.staffId, body.status])).toEqual([[EMPLOYEE.staffId, 'disabled']])
})

test('several at once: each has its own result, oneself is passed over by name', async () => {
  await open({ [STATUS]: () => refusal('EMPLOYEE_ABOVE_YOU', '王小明拥有您没有的权限，请联系老板操作') })
  for (const name of ['陈老板', '王小明']) fireEvent.click(screen.getByLabelText(`选择${name}`))
  await press('批量停用')
  await screen.findByText('可停用 1，跳过 1（本人 1）')
  await press('停用')
  const results = within(await screen.findByRole('dialog', { name: '停用：成功 0，失败 1，跳过 1' }))
  results.getByText('王小明拥有您没有的权限，请联系老板操作')
  results.getByText('本人')
})

test.each([
  ['结束登录', '结束登录', '/api/ext/emp/endSessions', { ended: 1 }, '已结束1个登录'],
  ['要求重设密码', '要求重设', '/api/ext/emp/requirePasswordReset', {}, '已要求重设密码'],
  ['删除', '删除', '/api/emp/del', {}, '已删除'],
])('%s asks first and says what it did', async (name, ok, path, answer, told) => {
  const sent = await open({ [path]: () => answer })
  fireEvent.click(rowOf('王小明').getByText(name))
  await screen.findByText(/王小明将立即退出所有设备/)
  await press(ok)
  await waitFor(() => expect(said()).toContain(told))
  expect(sent(path).map(({ body }) => body.staffId)).toEqual([EMPLOYEE.staffId])
})

test('the address of a role filters the list by it', async () => {
  const sent = stubGateway(answers())
  showPage({ path: PATH, page: StaffPage, address: `${PATH}?roleId=${ROLE.roleId}` })
  await screen.findByText('王小明')
  expect(sent.find(({ path }) => path === '/api/emp/list')?.body.roleId).toBe(ROLE.roleId)
  await waitFor(() => expect(screen.getByRole('combobox', { name: '角色' }).textContent).toBe('夜班发货'))
  screen.getByRole('button', { name: '移除 角色：夜班发货' })
})

test('an empty list says what to do', async () => {
  stubGateway(answers({ '/api/emp/list': () => ({ ...listOf([]), counts: {} }) }))
  showPage({ path: PATH, page: StaffPage })
  await screen.findByText('还没有员工')
  screen.getByText(/填写姓名和手机号并选择角色/)
})
