import { merchant } from '@huanji/contract/features/merchant/calls'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../api/client.ts'
import { answerCalls, bodiesTo } from '../api/testing/answers.ts'
import { Dialog } from '../components/overlay/dialog.tsx'
import { openOverlay } from '../components/overlay/overlay-host.tsx'
import { restartAt } from '../session/restart.ts'
import { clearSession, permissions, type Session, storePermissions, storeSession } from '../session/session.ts'
import { start } from './start.tsx'

vi.mock('../shell/layout.tsx', async () => {
  const { Outlet } = await import('react-router')
  const { OverlayHost } = await import('../components/overlay/overlay-host.tsx')
  return {
    Layout: () => (
      <>
        <nav aria-label="主菜单" />
        <Outlet />
        <OverlayHost />
      </>
    ),
  }
})
vi.mock('../pages/home/page.tsx', () => ({ default: () => <h1>首页</h1>, preload: undefined }))
vi.mock('../pages/capital/bill/page.tsx', () => ({ default: () => <h1>账单</h1>, preload: undefined }))
vi.mock('../pages/login/page.tsx', async () => {
  const { endedBecause, parkedPage } = await import('../components/parked/parked.ts')
  const Page = () => (
    <>
      <h1>登录</h1>
      <p>{endedBecause()}</p>
      {parkedPage() ? <p>内容还在</p> : null}
    </>
  )
  return { default: Page, preload: undefined }
})

const SESSION: Session = {
  loginToken: 'token',
  loginPhone: '13800138000',
  employeeId: 'e1',
  merchantId: 'm1',
  loginInfo: { employeeName: '周晓岚', merchantName: '启明数码', roleNames: [], isOwner: false },
}
const BILL = { title: '资金管理', path: '/capital', children: [{ title: '账单', path: '/capital/bill' }] }
const NOT_GRANTED = {
  _errCode: '80030001',
  _errStr: '您的账号不能做这一步。请老板在“角色权限”里勾上“鱼市订单·查看列表”',
}
const SESSION_LOST = { _errCode: '80017101', _errStr: '登录已失效，请重新登录' }

const clock = vi.spyOn(performance, 'now')
let nowMs = 0
/** Refusals for want of a right count apart only after this. */
const LATER_MS = 10_000

let menu: readonly object[] = []
let business: object = {}
let made: ReturnType<typeof answerCalls> = []

const at = () => location.pathname + location.search
const menuCalls = () => bodiesTo(made, merchant.menu.path).length
const heading = (name: string) => screen.findByRole('heading', { name })
const ask = () => act(async () => void (await api.merchant.business({}).catch(() => {})))
const go = (address: string) => act(() => restartAt(address))

function otherWindow(change: () => void): void {
  change()
  dispatchEvent(new StorageEvent('storage', { key: 'loginToken' }))
}

/** Holds back the answers to the menu call until the given function is called. */
function holdMenu(): () => void {
  const answer = fetch
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const response = await answer(path, init)
    if (path === merchant.menu.path) await held
    return response
  })
  return letGo
}

beforeEach(async () => {
  nowMs += LATER_MS
  clock.mockImplementation(() => nowMs)
  HTMLElement.prototype.showPopover = () => {}
  HTMLElement.prototype.hidePopover = () => {}
  sessionStorage.clear()
  localStorage.clear()
  menu = [BILL]
  business = { _data: { todos: [] } }
  made = answerCalls({
    [merchant.menu.path]: () => (menu.length > 0 ? { _data: { menu } } : SESSION_LOST),
    [merchant.business.path]: () => business,
  })
  if (document.getElementById('root')) return
  document.body.innerHTML = '<div id="root"></div>'
  await act(start)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('signed out, a page of the menu leads to the sign-in and back, home to the sign-in alone', async () => {
  await go('/capital/bill?page=2')
  await heading('登录')
  expect(at()).toBe('/login?redirect=%2Fcapital%2Fbill%3Fpage%3D2')
  await go('/')
  await waitFor(() => expect(at()).toBe('/login'))
  expect(menuCalls()).toBe(0)
})

test('signed out, an unknown address is not found, and leads to the sign-in', async () => {
  await go('/nothing')
  await heading('打不开这一页')
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: '去登录' })))
  await heading('登录')
})

test('signed in, a page that is not granted is not found, and leads home', async () => {
  storeSession(SESSION)
  await go('/sale/order')
  await heading('打不开这一页')
  expect(document.title).toBe('打不开这一页 - 焕机')
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: '回到首页' })))
  await heading('首页')
  expect(at()).toBe('/')
})

test('the menu is asked for with the login context once a start, and its flat list is kept', async () => {
  storeSession(SESSION)
  await go('/capital/bill')
  await heading('账单')
  expect(bodiesTo(made, merchant.menu.path)).toEqual([
    { needMenu: 1, loginToken: 'token', loginPhone: '13800138000', employeeId: 'e1', merchantId: 'm1' },
  ])
  expect(JSON.parse(sessionStorage.getItem('permissions') ?? '')).toEqual(['/capital', '/capital/bill'])
})

test('without a network a first start says so in the shell and can be tried again', async () => {
  storeSession(SESSION)
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
  await go('/capital/bill')
  await heading('菜单加载失败')
  expect(screen.getByRole('navigation', { name: '主菜单' })).toBeTruthy()
  answerCalls({ [merchant.menu.path]: { _data: { menu } } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '重试' })))
  await heading('账单')
})

test('defect: a menu that the server refused was told as a lost network', async () => {
  storeSession(SESSION)
  answerCalls({ [merchant.menu.path]: { _errCode: '9', _errStr: '菜单正在维护' } })
  await go('/capital/bill')
  await heading('菜单加载失败')
  expect(screen.getByText('菜单正在维护')).toBeTruthy()
  expect(screen.queryByText(/请检查网络/)).toBeNull()
  answerCalls({ [merchant.menu.path]: { _data: { menu } } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '重试' })))
  await heading('账单')
})

test('defect: while the menu was held up nothing was shown, not even a public page', async () => {
  storeSession(SESSION)
  const letGo = holdMenu()
  void restartAt('/agreement/user')
  await heading('用户协议')
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  void restartAt('/capital/bill')
  await vi.advanceTimersByTimeAsync(2500)
  vi.useRealTimers()
  await heading('正在加载菜单…')
  expect(screen.getByRole('navigation', { name: '主菜单' })).toBeTruthy()
  letGo()
  await heading('账单')
})

test('while the menu is held up, the list of this tab’s last start serves', async () => {
  storeSession(SESSION)
  await go('/agreement/user')
  await heading('用户协议')
  storePermissions(['/capital', '/capital/bill'])
  const letGo = holdMenu()
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  void restartAt('/capital/bill')
  await vi.advanceTimersByTimeAsync(2500)
  vi.useRealTimers()
  const page = await heading('账单')
  await act(async () => letGo())
  expect(page.isConnected).toBe(true)
})

test('defect: a right that was lost left a bare page without the sidebar', async () => {
  storeSession(SESSION)
  await go('/sale/order')
  await heading('打不开这一页')
  expect(screen.getByRole('navigation', { name: '主菜单' })).toBeTruthy()
})

test('what another session might do in this tab is forgotten with it', async () => {
  storeSession(SESSION)
  await go('/capital/bill')
  await heading('账单')
  menu = []
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
  otherWindow(() => storeSession({ ...SESSION, loginToken: 'other', merchantId: 'm2' }))
  await heading('菜单加载失败')
  expect(permissions().size).toBe(0)
})

test('a lost session leads to the sign-in with the way back, and says why', async () => {
  storeSession(SESSION)
  await go('/capital/bill?page=2')
  await heading('账单')
  business = SESSION_LOST
  await ask()
  await heading('登录')
  expect(at()).toBe('/login?redirect=%2Fcapital%2Fbill%3Fpage%3D2')
  expect(screen.getByText('登录已失效，请重新登录')).toBeTruthy()
  expect(Object.keys(localStorage)).toEqual(['loginPhone'])
})

test('a session that is lost already at the start leads to the sign-in too', async () => {
  storeSession(SESSION)
  menu = []
  await go('/capital/bill')
  await heading('登录')
  expect(at()).toBe('/login?redirect=%2Fcapital%2Fbill')
})

test('when a right was taken away the menu is asked for once, and pages follow it', async () => {
  storeSession(SESSION)
  await go('/capital/bill')
  await heading('账单')
  const before = menuCalls()
  menu = [{ title: '商品销售', path: '/sale', children: [{ title: '鱼市订单', path: '/sale/order' }] }]
  business = NOT_GRANTED
  await ask()
  await heading('打不开这一页')
  expect(at()).toBe('/capital/bill')
  expect(screen.getByText(NOT_GRANTED._errStr)).toBeTruthy()
  expect([...permissions()]).toEqual(['/sale', '/sale/order'])
  expect(menuCalls()).toBe(before + 1)

  menu = [BILL]
  await ask()
  expect(menuCalls()).toBe(before + 1)
  nowMs += LATER_MS
  await ask()
  await heading('账单')
  expect(menuCalls()).toBe(before + 2)
})

test('when the rights are the same the page stays as it is', async () => {
  storeSession(SESSION)
  await go('/capital/bill')
  const page = await heading('账单')
  const before = menuCalls()
  business = NOT_GRANTED
  await ask()
  expect(menuCalls()).toBe(before + 1)
  expect(page.isConnected).toBe(true)
})

test('signing out in another window ends this one, into another merchant begins it anew', async () => {
  storeSession(SESSION)
  await go('/capital/bill')
  const page = await heading('账单')
  otherWindow(() => storeSession({ ...SESSION, loginToken: 'other', merchantId: 'm2' }))
  await waitFor(() => expect(bodiesTo(made, merchant.menu.path).at(-1)).toMatchObject({ merchantId: 'm2' }))
  await waitFor(() => expect(page.isConnected).toBe(false))
  await heading('账单')
  otherWindow(() => localStorage.removeItem('loginToken'))
  await heading('登录')
  expect(at()).toBe('/login?redirect=%2Fcapital%2Fbill')
})

/** Types into the page and into a dialog over it; the session ends. */
async function typeAndLose(): Promise<void> {
  storeSession(SESSION)
  await go('/capital/bill?page=2')
  await heading('账单')
  await act(async () => void openOverlay((close) => <Typed name="运单号" onClose={close} />))
  fireEvent.change(await screen.findByLabelText('运单号'), { target: { value: 'SF1234567890' } })
  business = SESSION_LOST
  await ask()
  await heading('登录')
}

function Typed({ name, onClose }: { name: string; onClose: () => void }) {
  const [text, setText] = useState('')
  return (
    <Dialog title="批量发货" onClose={() => onClose()}>
      <input aria-label={name} value={text} onChange={(event) => setText(event.target.value)} />
    </Dialog>
  )
}

const typed = () => screen.queryByLabelText<HTMLInputElement>('运单号')?.value
const openDialogs = () => document.querySelectorAll('dialog[open]').length

test('defect: what was typed in a dialog was gone with the session; the same person goes on with it', async () => {
  await typeAndLose()
  expect(screen.getByText(SESSION_LOST._errStr)).toBeTruthy()
  expect(screen.getByText('内容还在')).toBeTruthy()
  expect(openDialogs()).toBe(0)
  business = { _data: { todos: [] } }
  storeSession({ ...SESSION, loginToken: 'anew' })
  await go('/capital/bill?page=2')
  await waitFor(() => expect(openDialogs()).toBe(1))
  expect(typed()).toBe('SF1234567890')
  expect(screen.queryByRole('heading', { name: '登录' })).toBeNull()
  expect(at()).toBe('/capital/bill?page=2')
  // the router is at work again
  await act(async () => {
    history.pushState(null, '', '/')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await heading('首页')
})

test.each([
  ['somebody else', { employeeId: 'e2' }],
  ['the same person for another merchant', { merchantId: 'm2' }],
])('what was typed is not shown to %s', async (_who, other) => {
  await typeAndLose()
  storeSession({ ...SESSION, loginToken: 'other', ...other })
  await go('/capital/bill?page=2')
  await heading('账单')
  expect(typed()).toBeUndefined()
  storeSession({ ...SESSION, loginToken: 'anew' })
  await go('/capital/bill?page=2')
  await heading('账单')
  expect(typed()).toBeUndefined()
})

test('what was typed is kept in a window whose session ended in another one, unless the person signed out there', async () => {
  for (const isSignedOut of [false, true]) {
    storeSession({ ...SESSION, loginToken: `token ${isSignedOut}` })
    await go('/capital/bill')
    await heading('账单')
    await act(async () => void openOverlay((close) => <Typed name="运单号" onClose={close} />))
    fireEvent.change(await screen.findByLabelText('运单号'), { target: { value: 'SF1' } })
    if (isSignedOut) dispatchEvent(new StorageEvent('storage', { key: 'signedOut' }))
    otherWindow(() => localStorage.removeItem('loginToken'))
    await heading('登录')
    otherWindow(() => storeSession({ ...SESSION, loginToken: `anew ${isSignedOut}` }))
    await waitFor(() => expect(at()).toBe(isSignedOut ? '/login?redirect=%2Fcapital%2Fbill' : '/capital/bill'))
    expect(typed()).toBe(isSignedOut ? undefined : 'SF1')
  }
})

test('what was typed long ago is not kept', async () => {
  await typeAndLose()
  nowMs += 12 * 3_600_000 + 1
  storeSession({ ...SESSION, loginToken: 'anew' })
  await go('/capital/bill?page=2')
  await heading('账单')
  expect(typed()).toBeUndefined()
})

test('after a new start the router before is no longer at work', async () => {
  await go('/agreement/user')
  await heading('用户协议')
  storeSession(SESSION)
  await go('/capital/bill')
  await heading('账单')
  await act(async () => {
    history.pushState(null, '', '/')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await heading('首页')
  expect(screen.getAllByRole('heading')).toHaveLength(1)
  expect(at()).toBe('/')
})

// the router between two quick starts stayed at work, and led whoever signed in back to the sign-in page
test('of two starts in quick succession only the second is at work', async () => {
  await act(async () => {
    await restartAt('/login')
    storeSession(SESSION)
    await restartAt('/capital/bill')
  })
  await heading('账单')
  await act(async () => {
    history.pushState(null, '', '/')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await heading('首页')
  expect(at()).toBe('/')
})

// a late menu was kept and shown although its session had ended meanwhile
test.each([
  ['at a start', () => restartAt('/capital/bill')],
  ['when rights changed', () => api.merchant.business({}).catch(() => {})],
])('a menu that comes after its session has ended is nobody’s, %s', async (_, begin) => {
  storeSession(SESSION)
  await go('/capital/bill')
  await heading('账单')
  business = NOT_GRANTED
  const letGo = holdMenu()
  const asked = begin()
  await waitFor(() => expect(menuCalls()).toBe(2))
  clearSession()
  await go('/login')
  const page = await heading('登录')
  await act(async () => {
    letGo()
    await asked
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(page.isConnected).toBe(true)
  expect(at()).toBe('/login')
  expect(permissions().size).toBe(0)
})
