import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { leavePage, press, said, showPage, signInAs } from '../people/testing/page.tsx'
import { listOf, OWNER_ROLE, ROLE, testId } from '../people/testing/rows.ts'
import { refusal, stubGateway } from '../testing/screen.tsx'
import { RolePage } from './role-page.tsx'

const PATH = '/account/role'
const ALL = [PATH, '/api/role/list', '/api/role/edit', '/api/role/del', '/api/emp/list']
const CLERK = {
  ...ROLE,
  roleId: testId(3),
  name: '发货员',
  presetKey: 'shipper',
  followsPreset: true,
  memberCount: 2,
  allowedActions: ['edit'],
  refundLimitFen: 50_000,
}

async function open(remove: () => object = () => ({})) {
  const sent = stubGateway({
    '/api/role/list': () => listOf([OWNER_ROLE, CLERK, ROLE]),
    '/api/role/del': remove,
    '/api/mch/business': () => ({}),
  })
  const router = showPage({ path: PATH, page: RolePage })
  await screen.findByText('夜班发货')
  return { router, deletions: () => sent.filter(({ path }) => path === '/api/role/del') }
}

const rowOf = (name: string) => within(screen.getByRole('link', { name }).closest('tr') as HTMLTableRowElement)
const actionsOf = (name: string) =>
  rowOf(name)
    .queryAllByRole('button')
    .map((button) => button.textContent)

beforeEach(() => signInAs(ALL))
afterEach(leavePage)

test('shows each role with where it comes from, how many hold it and what it may pay back', async () => {
  await open()
  rowOf('老板').getByText('系统')
  rowOf('老板').getByText('不限')
  rowOf('发货员').getByText('和模板一样')
  rowOf('发货员').getByText('¥500.00')
  rowOf('夜班发货').getByText('自己勾的')
  rowOf('夜班发货').getByText('—')
  const members = rowOf('发货员').getByRole('link', { name: '2名员工使用发货员，查看' })
  expect(members.getAttribute('href')).toBe(`/account/staff?roleId=${CLERK.roleId}`)
})

test('what the server allows about a role is offered, beside a copy of it', async () => {
  await open()
  expect(actionsOf('老板')).toEqual(['复制'])
  expect(actionsOf('发货员')).toEqual(['编辑', '复制'])
  expect(actionsOf('夜班发货')).toEqual(['编辑', '复制', '删除'])
})

test('who may only read gets no button, and no way to employees that may not be seen', async () => {
  signInAs([PATH, '/api/role/list'])
  await open()
  expect(actionsOf('夜班发货')).toEqual([])
  expect(screen.queryByRole('button', { name: '新建角色' })).toBeNull()
  expect(rowOf('发货员').queryByRole('link', { name: /名员工/ })).toBeNull()
})

test.each([
  ['编辑', `?roleId=${ROLE.roleId}`],
  ['复制', `?copyOf=${ROLE.roleId}`],
])('%s leads to the editor', async (name, search) => {
  const { router } = await open()
  fireEvent.click(rowOf('夜班发货').getByText(name))
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/account/role/edit', search }))
})

test('a new role begins with a button or n', async () => {
  const { router } = await open()
  fireEvent.keyDown(document.body, { key: 'n' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/role/edit'))
})

test('deleting asks first, and a refusal is told', async () => {
  const { deletions } = await open(() => refusal('ROLE_IN_USE', '还有1名员工使用该角色，请先为他们更换角色'))
  fireEvent.click(rowOf('夜班发货').getByText('删除'))
  await screen.findByText('将删除角色“夜班发货”，不能恢复。')
  expect(deletions()).toEqual([])
  await press('删除')
  await waitFor(() => expect(said()).toContain('还有1名员工使用该角色，请先为他们更换角色'))
  expect(deletions().map(({ body }) => body.roleId)).toEqual([ROLE.roleId])
})
