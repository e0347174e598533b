import { auth } from '@huanji/contract/features/auth/calls'
import { ownSessions } from '@huanji/contract/features/auth/session'
import { adminEmployee } from '@huanji/contract/features/people/employee'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/queries.ts'
import { setSendPolicy } from '../api/send.ts'
import { answerCalls, bodiesTo, refused } from '../api/testing/answers.ts'
import { closeAllOverlays, OverlayHost } from '../components/overlay/overlay-host.tsx'
import { toast } from '../components/toast/toast.ts'
import { ToastHost } from '../components/toast/toast-host.tsx'
import { onRestart } from '../session/restart.ts'
import { loginContext, type Session, storeSession } from '../session/session.ts'
import { PersonMenu } from './person-menu.tsx'
import { openDialogsAndPopovers } from './testing/dialogs.ts'

const SESSION: Session = {
  loginToken: 'first',
  loginPhone: '13800138000',
  employeeId: 'e1',
  merchantId: 'm1',
  loginInfo: { employeeName: '周晓岚', merchantName: '启明数码', roleNames: ['老板'], isOwner: true },
}
const OTHER: Session = {
  ...SESSION,
  loginToken: 'second',
  employeeId: 'e2',
  merchantId: 'm2',
  loginInfo: { ...SESSION.loginInfo, merchantName: '远帆二手' },
}
const HERE = { value: 'm1', label: '启明数码', employeeName: '周晓岚', isCurrent: true }
const THERE = { value: 'm2', label: '远帆二手', employeeName: '周晓岚', isCurrent: false }
const CANDIDATES = [
  { employeeId: 'e1', employeeName: '周晓岚', merchantId: 'm1', merchantName: '启明数码' },
  { employeeId: 'e2', employeeName: '周晓岚', merchantId: 'm2', merchantName: '远帆二手' },
]
const restarted = vi.fn<(address: string) => Promise<void>>()

const who = () => screen.getByRole('button', { name: /启明数码/ })
const menu = () => screen.getByRole('menu', { hidden: true })
const item = (name: string) => within(menu()).getByRole('menuitem', { name, hidden: true })
const merchant = (name: RegExp) => within(menu()).getByRole('menuitemradio', { name, hidden: true })

function show(): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PersonMenu />
      <OverlayHost />
      <ToastHost />
    </QueryClientProvider>,
  )
}

const switching = (candidates: readonly object[] = CANDIDATES) => ({
  [adminEmployee.mchOptions.path]: { _data: { options: [HERE, THERE] } },
  [ownSessions.switchMerchant.path]: { _data: { ticket: 't1', candidates } },
  [auth.loginAffirm.path]: { _data: OTHER },
})

async function switchToOther(): Promise<void> {
  fireEvent.click(who())
  fireEvent.click(await screen.findByRole('menuitemradio', { name: /远帆二手/, hidden: true }))
  const dialog = await screen.findByRole('dialog', { name: '切换商家' })
  fireEvent.click(within(dialog).getByRole('button', { name: '切换' }))
}

beforeAll(openDialogsAndPopovers)
beforeEach(() => {
  storeSession(SESSION)
  onRestart(restarted)
  setSendPolicy({ onSessionInvalid: () => {}, onNotGranted: () => {}, showError: (text) => toast('error', text) })
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  sessionStorage.clear()
  localStorage.clear()
})

test('it says who one is, and arrows walk through what can be done', async () => {
  answerCalls({ [adminEmployee.mchOptions.path]: { _data: { options: [HERE] } } })
  show()
  expect(who().textContent).toBe('启明数码周晓岚 · 老板')
  expect(who().getAttribute('aria-expanded')).toBe('false')
  fireEvent.keyDown(who(), { key: 'ArrowDown' })
  expect(who().getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(item('修改密码'))
  fireEvent.keyDown(menu(), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(item('更换手机号'))
  fireEvent.keyDown(menu(), { key: 'End' })
  expect(document.activeElement).toBe(item('退出登录'))
  fireEvent.keyDown(menu(), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(item('修改密码'))
  fireEvent.keyDown(menu(), { key: 'ArrowUp' })
  expect(document.activeElement).toBe(item('退出登录'))
  fireEvent.keyDown(menu(), { key: 'Home' })
  expect(document.activeElement).toBe(item('修改密码'))
  fireEvent.keyDown(menu(), { key: 'Tab' })
  expect(who().getAttribute('aria-expanded')).toBe('false')
})

test('the button has a name also where the storage has lost who one is', () => {
  localStorage.removeItem('loginInfo')
  sessionStorage.removeItem('loginInfo')
  show()
  expect(screen.getByRole('button', { name: '我的账号' })).toBeTruthy()
})

test('who works for one merchant is offered no other', async () => {
  const made = answerCalls({ [adminEmployee.mchOptions.path]: { _data: { options: [HERE] } } })
  show()
  fireEvent.click(who())
  await waitFor(() => expect(bodiesTo(made, adminEmployee.mchOptions.path)).toHaveLength(1))
  await act(async () => {})
  expect(screen.queryByText('切换商家')).toBeNull()
})

test('the present merchant is ticked; another one is entered after a question', async () => {
  const made = answerCalls(switching())
  show()
  await switchToOther()
  await waitFor(() => expect(restarted).toHaveBeenCalledExactlyOnceWith('/'))
  expect(merchant(/启明数码/).getAttribute('aria-checked')).toBe('true')
  expect(merchant(/远帆二手/).getAttribute('aria-checked')).toBe('false')
  expect(bodiesTo(made, auth.loginAffirm.path)).toMatchObject([{ ticket: 't1', employeeId: 'e2' }])
  expect(localStorage.getItem('loginToken')).toBe('second')
  expect(localStorage.getItem('merchantId')).toBe('m2')
  expect(sessionStorage.getItem('loginToken')).toBeNull()
  expect(await screen.findByText('已切换到“远帆二手”')).toBeTruthy()
})

test('a refused switch is said and changes nothing', async () => {
  answerCalls({
    ...switching(),
    [auth.loginAffirm.path]: refused('EMPLOYEE_DISABLED', '这个账号被老板停用了，请找老板'),
  })
  show()
  await switchToOther()
  expect(await screen.findByText('这个账号被老板停用了，请找老板')).toBeTruthy()
  expect(loginContext().loginToken).toBe('first')
  expect(restarted).not.toHaveBeenCalled()
})

test('a lost network is said too', async () => {
  const { [auth.loginAffirm.path]: _lost, ...others } = switching()
  answerCalls(others)
  show()
  await switchToOther()
  expect(await screen.findByText('网络连接失败，请检查网络后重试')).toBeTruthy()
})

test('a merchant that is no longer to be had is not guessed at, whatever is called the same', async () => {
  const made = answerCalls(switching([CANDIDATES[0] ?? {}, { ...CANDIDATES[1], employeeId: 'e3', merchantId: 'm3' }]))
  show()
  await switchToOther()
  expect(await screen.findByText('无法直接切换到“远帆二手”，请退出登录后重新选择商家')).toBeTruthy()
  expect(bodiesTo(made, auth.loginAffirm.path)).toEqual([])
})

test('signing out asks, tells the server and keeps the phone', async () => {
  const made = answerCalls({ [auth.logout.path]: {} })
  show()
  fireEvent.click(who())
  fireEvent.click(item('退出登录'))
  const dialog = await screen.findByRole('dialog', { name: '退出登录' })
  fireEvent.click(within(dialog).getByRole('button', { name: '退出' }))
  await waitFor(() => expect(restarted).toHaveBeenCalledExactlyOnceWith('/login'))
  expect(bodiesTo(made, auth.logout.path)).toMatchObject([{ loginToken: 'first' }])
  expect(loginContext()).toEqual({ loginToken: '', loginPhone: '13800138000', employeeId: '', merchantId: '' })
})

test.each([
  ['修改密码', '修改密码'],
  ['登录设备', '登录设备'],
])('%s opens its dialog', async (name, title) => {
  answerCalls({})
  show()
  fireEvent.click(who())
  fireEvent.click(item(name))
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
})
