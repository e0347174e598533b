import { MENU } from '@huanji/contract/menu'
import { flattenMenu } from '@huanji/contract/menu-tree'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fill, leavePage, press, said, showPage, signInAs } from '../../people/testing/page.tsx'
import { ALL_GRANTS, OWNER_ROLE, ROLE, ROLE_INFO } from '../../people/testing/rows.ts'
import type { RoleInfo } from '../../people/types.ts'
import { refusal, stubGateway } from '../../testing/screen.tsx'
import { RoleEditPage } from './role-edit-page.tsx'

const PATH = '/account/role/edit'
const EDIT = '/api/role/edit'
const AGREE = '/api/refund/v1/agree'
const NEW: RoleInfo = { ...ROLE_INFO, role: null }

async function open(info: RoleInfo, query = '', save: () => object = () => ({ roleId: ROLE.roleId, version: 5 })) {
  const sent = stubGateway({ '/api/role/info': () => info, [EDIT]: save, '/api/mch/business': () => ({}) })
  const router = showPage({ path: PATH, page: RoleEditPage, address: `${PATH}${query}` })
  await screen.findByRole('group', { name: '权限' })
  return { router, edits: () => sent.filter((call) => call.path === EDIT) }
}

const edited = () => open(ROLE_INFO, `?roleId=${ROLE.roleId}`)
const page = (title: string) => within(screen.getByRole('group', { name: title }))
const pageBox = (title: string) => page(title).getByRole<HTMLInputElement>('checkbox', { name: title })
const box = (title: string, action: string) => page(title).getByRole<HTMLInputElement>('checkbox', { name: action })
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element))
const preview = () => within(screen.getByRole('region', { name: '看起来会是这样' }))
const limit = () => screen.queryByLabelText<HTMLInputElement>(/^单笔退款额度/)

beforeEach(() => signInAs([PATH, EDIT, '/api/role/list']))
afterEach(leavePage)

test('ticking an action ticks its page, shows it in the preview, and hidden pages go along', async () => {
  const { edits, router } = await open(NEW)
  preview().getByText(/登录后只看得到首页/)
  await click(box('订单', '查看列表'))
  expect(pageBox('订单').indeterminate).toBe(true)
  preview().getByText('订单')
  expect(screen.queryByText('订单详情')).toBeNull()
  await fill(/^角色名称/, '看单')
  await press('保存')
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/role'))
  expect(edits()[0]?.body).toMatchObject({
    name: '看单',
    grants: ['/sale', '/sale/order', '/order/list', '/sale/order/detail'],
    refundLimitFen: 0,
  })
  expect(edits()[0]?.body).not.toHaveProperty('roleId')
})

test('unticking a page unticks its actions; a shared action shows on every page it stands on', async () => {
  await open(NEW)
  await click(box('订单', '导出'))
  expect(box('售后', '导出').checked).toBe(true)
  expect(pageBox('售后').checked).toBe(false)
  await click(pageBox('订单'))
  expect(pageBox('订单').checked).toBe(true)
  expect(box('订单', '查看列表').checked).toBe(true)
  await click(pageBox('订单'))
  expect([box('订单', '查看列表').checked, box('售后', '导出').checked]).toEqual([false, false])
  expect(preview().queryByText('订单')).toBeNull()
})

test('全选 takes a whole group, and how much is chosen is said', async () => {
  await open(NEW)
  await click(screen.getByRole('checkbox', { name: '全选商品销售' }))
  await waitFor(() => expect(said()).toContain('已选 2 个页面、4 项权限'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '全选商品销售' }).checked).toBe(true)
  expect(pageBox('账单').checked).toBe(false)
})

test('an action is found by its name', async () => {
  await open(NEW)
  await fill('查找权限', '退款')
  expect(screen.queryByRole('group', { name: '订单' })).toBeNull()
  expect(page('售后').getAllByRole('checkbox')).toHaveLength(2)
  await fill('查找权限', '没有这个')
  await press('显示全部')
  expect(screen.getByRole('group', { name: '订单' })).toBeTruthy()
})

test('what the editor does not hold cannot be ticked, and says so', async () => {
  await open({ ...NEW, grantable: ALL_GRANTS.filter((grant) => !grant.startsWith('/capital') && grant !== AGREE) })
  expect(pageBox('账单').disabled).toBe(true)
  page('账单').getByText('您没有此权限')
  expect(box('售后', '同意退款（您没有此权限）').disabled).toBe(true)
  await click(pageBox('售后'))
  expect(box('售后', '查看售后').checked).toBe(true)
  expect(box('售后', '同意退款（您没有此权限）').checked).toBe(false)
})

test('the refund limit is asked for only where something pays back, and goes with it', async () => {
  const { edits } = await open(NEW)
  expect(limit()).toBeNull()
  await click(box('售后', '同意退款'))
  expect(limit()?.value).toBe('0')
  await fill(/^单笔退款额度/, '')
  await screen.findByText('请填写额度，或勾选“不限”')
  await fill(/^角色名称/, '售后')
  await press('保存')
  expect(edits()).toEqual([])
  await fill(/^单笔退款额度/, '300')
  await press('保存')
  await waitFor(() => expect(edits()[0]?.body.refundLimitFen).toBe(30_000))
})

test('defect: the refund limit of a role that people hold was raised without a question', async () => {
  const role = { ...ROLE, memberCount: 3, grants: ['/sale', '/sale/after-sale', AGREE], refundLimitFen: 50_000 }
  const sent = stubGateway({
    '/api/role/info': () => ({ ...ROLE_INFO, role }),
    [EDIT]: () => ({ roleId: ROLE.roleId, version: 5 }),
    '/api/mch/business': () => ({}),
    '/api/mch/existPassword': () => ({ exists: true }),
    '/api/ext/session/prove': () => ({ goodForSeconds: 300 }),
  })
  const edits = () => sent.filter(({ path }) => path === EDIT)
  showPage({ path: PATH, page: RoleEditPage, address: `${PATH}?roleId=${ROLE.roleId}` })
  await screen.findByRole('group', { name: '权限' })
  await click(screen.getByLabelText('不限'))
  await press('保存')
  await screen.findByText('“夜班发货”的 3 个人以后一单可以退任何金额，现在是¥500.00。')
  await press('先不改')
  expect(edits()).toEqual([])
  await press('保存')
  await screen.findByLabelText('您的登录密码')
  await fill('您的登录密码', 'Huanji2026')
  await press('对，保存')
  await waitFor(() => expect(edits()).toMatchObject([{ body: { refundLimitFen: null } }]))
})

test('taking the last refund action away takes the limit along', async () => {
  const { edits } = await open(NEW)
  await click(box('售后', '同意退款'))
  await click(screen.getByLabelText('不限'))
  await click(box('售后', '查看售后'))
  await click(box('售后', '同意退款'))
  expect(limit()).toBeNull()
  await fill(/^角色名称/, '售后')
  await press('保存')
  await waitFor(() => expect(edits()[0]?.body.refundLimitFen).toBe(0))
})

test('nobody gives a higher limit than their own', async () => {
  const { edits } = await open({ ...NEW, grantableLimitFen: 20_000 })
  await click(box('售后', '同意退款'))
  expect(screen.getByLabelText<HTMLInputElement>('不限').disabled).toBe(true)
  await fill(/^角色名称/, '售后')
  await fill(/^单笔退款额度/, '300')
  await screen.findByText('不能高于您自己的额度（¥200.00）')
  await press('保存')
  expect(edits()).toEqual([])
})

test('a post fills the tree, and asks before it replaces something of one’s own', async () => {
  await open(NEW)
  const posts = screen.getByLabelText<HTMLSelectElement>('从岗位模板开始')
  await act(async () => void fireEvent.change(posts, { target: { value: 'service' } }))
  expect(box('售后', '同意退款').checked).toBe(true)
  expect(limit()?.value).toBe('500')
  screen.getByText('和“客服”一样')
  await click(box('售后', '导出'))
  screen.getByText('自己勾的')
  await act(async () => void fireEvent.change(posts, { target: { value: 'finance' } }))
  await screen.findByText('按“财务”勾选？')
  await press('替换')
  await waitFor(() => expect(pageBox('账单').checked).toBe(true))
  expect(pageBox('售后').checked).toBe(false)
})

test('a changed role of a post goes back to it', async () => {
  const role = { ...ROLE, presetKey: 'finance', grants: ['/sale', '/sale/order', '/order/list'] }
  const { edits } = await open({ ...ROLE_INFO, role }, `?roleId=${ROLE.roleId}`)
  await press('改回“财务”的')
  await press('替换')
  await waitFor(() => expect(screen.queryByRole('button', { name: '改回“财务”的' })).toBeNull())
  await press('保存')
  await waitFor(() => expect(edits()[0]?.body.grants).toEqual(['/capital', '/capital/bill', '/bill/list']))
})

test('a role that exists is saved under its version, once', async () => {
  const { edits, router } = await edited()
  await fill(/^角色名称/, '夜班')
  const button = screen.getByRole('button', { name: '保存' })
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/role'))
  expect(edits().map(({ body }) => [body.roleId, body.version, body.name])).toEqual([[ROLE.roleId, 4, '夜班']])
})

test('a refused name stands at the name, refused grants at the tree', async () => {
  const refusals = [
    refusal('ROLE_NAME_TAKEN', '已有名为“夜班”的角色，请换一个名称', { field: 'name' }),
    refusal('GRANT_NOT_HELD', '不能授予您自己没有的权限：改价', { field: 'grants' }),
    refusal('NOT_FOUND', '记录不存在或已被删除，请刷新后重试'),
  ]
  await open(ROLE_INFO, `?roleId=${ROLE.roleId}`, () => refusals.shift() ?? {})
  await fill(/^角色名称/, '夜班')
  await press('保存')
  await screen.findByText('已有名为“夜班”的角色，请换一个名称')
  await fill(/^角色名称/, '夜班二')
  await press('保存')
  await within(screen.getByRole('group', { name: '权限' })).findByText('不能授予您自己没有的权限：改价')
  await click(box('订单', '导出'))
  await press('保存')
  expect((await screen.findByRole('alert')).textContent).toContain('记录不存在或已被删除')
})

test('a colleague’s change is told with name and time, and one’s own ticks are kept on the latest version', async () => {
  let version = 4
  const sent = stubGateway({
    '/api/role/info': () => ({
      ...ROLE_INFO,
      role: {
        ...ROLE,
        version,
        grants: version === 4 ? ['/sale', '/sale/order', '/order/list'] : ['/capital', '/capital/bill', '/bill/list'],
      },
    }),
    [EDIT]: (body) => {
      if (body.version === 9) return { roleId: ROLE.roleId, version: 10 }
      version = 9
      return refusal('VERSION_CONFLICT', '李芳已于2026-11-20 12:00修改过这条记录，请查看最新内容后再提交')
    },
    '/api/mch/business': () => ({}),
  })
  showPage({ path: PATH, page: RoleEditPage, address: `${PATH}?roleId=${ROLE.roleId}` })
  await screen.findByRole('group', { name: '权限' })
  await click(box('订单', '导出'))
  await press('保存')
  const conflict = within(await screen.findByRole('dialog', { name: '内容已被同事修改' }))
  conflict.getByText(/李芳已于2026-11-20 12:00/)
  conflict.getByText(/另一版本没有：.*账单·查看账单/)
  await press('保留我的修改再提交')
  await waitFor(() => expect(sent.filter(({ path }) => path === EDIT)).toHaveLength(2))
  expect(sent.findLast(({ path }) => path === EDIT)?.body).toMatchObject({
    version: 9,
    grants: ['/sale', '/sale/order', '/order/list', '/export'],
  })
})

test('a copy starts as a new role, without what the editor does not hold', async () => {
  const role = { ...ROLE, grants: [...ALL_GRANTS], refundLimitFen: 50_000 }
  const info = { ...ROLE_INFO, role, grantable: ALL_GRANTS.filter((grant) => grant !== AGREE), grantableLimitFen: 0 }
  const { edits } = await open(info, `?copyOf=${ROLE.roleId}`)
  screen.getByText('“夜班发货”中有1项您没有的权限，没有复制过来。')
  await press('保存')
  await waitFor(() => expect(edits()).toHaveLength(1))
  expect(edits()[0]?.body).toMatchObject({ name: '夜班发货 副本', refundLimitFen: 0 })
  expect(edits()[0]?.body).not.toHaveProperty('roleId')
  expect(edits()[0]?.body.grants).not.toContain(AGREE)
})

test('the owner’s role can only be looked at', async () => {
  const role = { ...OWNER_ROLE, grants: [...ALL_GRANTS] }
  await open({ ...ROLE_INFO, role }, `?roleId=${OWNER_ROLE.roleId}`)
  screen.getByText(/“老板”是系统角色，拥有全部权限/)
  for (const input of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(input.disabled).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>(/^角色名称/).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

test('without the grant to edit it can only be looked at', async () => {
  signInAs([PATH, '/api/role/list'])
  await edited()
  screen.getByText(/仅供查看/)
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

test('leaving asks while something is unsaved, and the draft is there again afterwards', async () => {
  const { router } = await edited()
  await click(box('订单', '导出'))
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('/export'))
  await act(() => router.navigate('/account/role'))
  await screen.findByText('填的还没提交，要离开吗？')
  await press('不要了')
  await waitFor(() => expect(router.state.location.pathname).toBe('/account/role'))
  cleanup()
  await edited()
  await waitFor(() => expect(box('订单', '导出').checked).toBe(true))
  await press('不改了，恢复原样')
  expect(box('订单', '导出').checked).toBe(false)
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain('/export'))
  expect(screen.queryByRole('button', { name: '不改了，恢复原样' })).toBeNull()
})

/** The editor over the whole menu, for somebody who holds everything. */
const WHOLE: RoleInfo = { ...ROLE_INFO, role: null, tree: [...MENU], grantable: flattenMenu(MENU) }

test('defect: 发货 was ticked without the list that it is done from, and unticking the list left it', async () => {
  const { edits } = await open(WHOLE)
  await click(box('鱼市订单', '发货'))
  expect(box('鱼市订单', '查看列表').checked).toBe(true)
  await waitFor(() => expect(said()).toContain('勾上了“鱼市订单·发货”，要用到的也勾上了：鱼市订单·查看列表'))
  expect(preview().getByText('待发货')).toBeTruthy()
  await click(box('鱼市订单', '查看列表'))
  expect(box('鱼市订单', '发货').checked).toBe(false)
  await waitFor(() => expect(said()).toContain('离不开它的也一起取消了'))
  await click(box('鱼市质检', '拍摄实拍图'))
  expect(box('鱼市质检', '提交质检').checked).toBe(false)
  await fill(/^角色名称/, '拍照')
  await press('保存')
  await waitFor(() => expect(edits()).toHaveLength(1))
  expect(edits()[0]?.body.grants).toContain('/xySaasDetect/detRecord/getDetectRecordList')
})

test('an old role that lacks what its rights need says so, and one button adds it', async () => {
  const grants = ['/sale', '/sale/order', '/sale/order/detail', '/api/yushiorder/v1/order/delivery']
  await open({ ...WHOLE, role: { ...ROLE, grants } }, `?roleId=${ROLE.roleId}`)
  const note = screen.getByRole('note', { name: '这个角色还用不了' })
  within(note).getByText('“鱼市订单·发货”，少“鱼市订单·查看列表”')
  await press('一起勾上')
  expect(box('鱼市订单', '查看列表').checked).toBe(true)
  expect(screen.queryByRole('note', { name: '这个角色还用不了' })).toBeNull()
})

test('what needs something that the editor does not hold cannot be ticked', async () => {
  const grantable = WHOLE.grantable.filter((grant) => grant !== '/api/yushiorder/v1/order/list')
  await open({ ...WHOLE, grantable })
  expect(box('鱼市订单', '发货（您没有此权限）').disabled).toBe(true)
})

test('a role that is gone says so and offers another try', async () => {
  stubGateway({ '/api/role/info': () => refusal('NOT_FOUND', '记录不存在或已被删除，请刷新后重试') })
  showPage({ path: PATH, page: RoleEditPage, address: `${PATH}?roleId=${ROLE.roleId}` })
  await screen.findByText('加载失败')
  screen.getAllByText('记录不存在或已被删除，请刷新后重试')
})
