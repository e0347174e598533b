import { ownSessions } from '@huanji/contract/features/auth/session'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { setSendPolicy } from '../../api/send.ts'
import { answerCalls, bodiesTo, refused } from '../../api/testing/answers.ts'
import { closeAllOverlays, OverlayHost } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import { ToastHost } from '../../components/toast/toast-host.tsx'
import { onRestart } from '../../session/restart.ts'
import { loginContext, storeSession } from '../../session/session.ts'
import { openDialogsAndPopovers } from '../../shell/testing/dialogs.ts'
import { DevicesDialog } from './devices-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PhoneDialog } from './phone-dialog.tsx'

const restarted = vi.fn<(address: string) => Promise<void>>()
const onClose = vi.fn()

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const underBox = (label: string) => {
  const note = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
  return document.getElementById(note)?.textContent
}

function show(dialog: ReactNode): void {
  const element = (
    <>
      {dialog}
      <OverlayHost />
      <ToastHost />
    </>
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  )
}

const existing = (exists: boolean) => ({ [merchant.existPassword.path]: { _data: { exists } } })

async function fillPassword(): Promise<void> {
  fireEvent.change(await screen.findByLabelText('原密码'), { target: { value: 'Huanji2026' } })
  type('新密码', 'Huanji2027')
  type('再次输入新密码', 'Huanji2027')
}

beforeAll(openDialogsAndPopovers)
beforeEach(() => {
  storeSession({
    loginToken: 'token',
    loginPhone: '13800138000',
    employeeId: 'e1',
    merchantId: 'm1',
    loginInfo: { employeeName: '周晓岚', merchantName: '启明数码', roleNames: [], isOwner: true },
  })
  onRestart(restarted)
  setSendPolicy({ onSessionInvalid: () => {}, onNotGranted: () => {}, showError: (text) => toast('error', text) })
  history.replaceState(null, '', '/sale/order?page=2')
})
afterEach(() => {
  act(closeAllOverlays)
  cleanup()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  sessionStorage.clear()
  localStorage.clear()
})

test('a new password ends the session, and the sign-in leads back', async () => {
  const made = answerCalls({ ...existing(true), [merchant.updatePassword.path]: {} })
  show(<PasswordDialog onClose={onClose} />)
  await fillPassword()
  press('修改密码')
  await waitFor(() => expect(restarted).toHaveBeenCalledExactlyOnceWith('/login?redirect=%2Fsale%2Forder%3Fpage%3D2'))
  const [body] = bodiesTo(made, merchant.updatePassword.path)
  expect(body).toMatchObject({ oldPassword: 'Huanji2026', password: 'Huanji2027' })
  expect(body).not.toHaveProperty('captcha')
  expect(loginContext()).toMatchObject({ loginToken: '', loginPhone: '13800138000' })
  expect(await screen.findByText('密码已修改，请用新密码重新登录')).toBeTruthy()
})

test.each([
  ['OLD_PASSWORD_WRONG', '原密码不正确，请重新输入', '原密码'],
  ['PASSWORD_SAME', '新密码与原密码相同，请换一个', '新密码'],
])('%s is said at its box, until the box changes', async (code, sentence, label) => {
  answerCalls({ ...existing(true), [merchant.updatePassword.path]: refused(code, sentence) })
  show(<PasswordDialog onClose={onClose} />)
  await fillPassword()
  press('修改密码')
  await waitFor(() => expect(underBox(label)).toBe(sentence))
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(loginContext().loginToken).toBe('token')
  type(label, 'Another2028')
  expect(underBox(label)).not.toBe(sentence)
})

test('what is missing or differs is said before anything is sent', async () => {
  const made = answerCalls(existing(true))
  show(<PasswordDialog onClose={onClose} />)
  await screen.findByLabelText('原密码')
  press('修改密码')
  await waitFor(() => expect(underBox('原密码')).toBe('请输入原密码'))
  type('原密码', 'Huanji2026')
  type('新密码', 'lettersonly')
  press('修改密码')
  await waitFor(() => expect(underBox('新密码')).toBe('密码须为8到16位，至少包含一个数字和一个字母'))
  type('新密码', 'Huanji2027')
  type('再次输入新密码', 'Huanji2028')
  press('修改密码')
  await waitFor(() => expect(underBox('再次输入新密码')).toBe('两次输入的新密码不一致'))
  expect(bodiesTo(made, merchant.updatePassword.path)).toEqual([])
})

test('a forgotten old password is replaced by a code to one’s own phone', async () => {
  const made = answerCalls({
    ...existing(true),
    [merchant.captchaSend.path]: { _data: { resendAfter: 60 } },
    [merchant.updatePassword.path]: refused('CODE_WRONG', '验证码不正确，请核对短信后重新输入'),
  })
  show(<PasswordDialog onClose={onClose} />)
  await fillPassword()
  press('忘记原密码？用短信验证码')
  expect(screen.getByText('验证码将发送到您的登录手机 138****8000。')).toBeTruthy()
  press('获取验证码')
  expect(await screen.findByRole('button', { name: '60 秒后重发' })).toHaveProperty('disabled', true)
  type('短信验证码', '123456')
  press('修改密码')
  await waitFor(() => expect(underBox('短信验证码')).toBe('验证码不正确，请核对短信后重新输入'))
  const [body] = bodiesTo(made, merchant.updatePassword.path)
  expect(body).toMatchObject({ captcha: '123456', password: 'Huanji2027' })
  expect(body).not.toHaveProperty('oldPassword')
})

test('who has no password yet is asked for a code only', async () => {
  answerCalls({
    ...existing(false),
    [merchant.captchaSend.path]: refused('CODE_TOO_SOON', '验证码发送过于频繁，请30秒后再试'),
  })
  show(<PasswordDialog onClose={onClose} />)
  expect(await screen.findByRole('dialog', { name: '设置密码' })).toBeTruthy()
  expect(screen.queryByLabelText('原密码')).toBeNull()
  expect(screen.queryByRole('button', { name: '改用原密码验证' })).toBeNull()
  press('获取验证码')
  expect(await screen.findByText('验证码发送过于频繁，请30秒后再试')).toBeTruthy()
  expect(screen.getByRole('button', { name: '获取验证码' })).toHaveProperty('disabled', false)
})

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

function ownSession(sessionId: string, isCurrent: boolean, userAgent: string) {
  const at = '2026-11-20T02:00:00.000Z'
  return { sessionId, isCurrent, userAgent, ip: '10.0.0.7', createdAt: at, lastSeenAt: at, expiresAt: at }
}

test('one’s devices are named, this one is marked, and another one can be ended', async () => {
  let sessions = [ownSession('s1', true, WINDOWS), ownSession('s2', false, IPHONE)]
  const made = answerCalls({
    [ownSessions.list.path]: () => ({ _data: { sessions } }),
    [ownSessions.end.path]: ({ sessionId }) => {
      sessions = sessions.filter((session) => session.sessionId !== sessionId)
      return {}
    },
  })
  show(<DevicesDialog onClose={onClose} />)
  const [here, there] = await screen.findAllByRole('listitem')
  expect(here?.textContent).toContain('Windows · Chrome本机')
  expect(here?.textContent).toContain('10.0.0.7')
  expect(here?.textContent).toContain('最近使用 2026-11-20 10:00')
  expect(there?.textContent).toContain('iPhone · Safari')
  expect(screen.queryByRole('button', { name: '退出此设备：Windows · Chrome' })).toBeNull()
  press('退出此设备：iPhone · Safari')
  const asked = await screen.findByRole('dialog', { name: '退出此设备' })
  expect(bodiesTo(made, ownSessions.end.path)).toEqual([])
  fireEvent.click(within(asked).getByRole('button', { name: '退出此设备' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(bodiesTo(made, ownSessions.end.path)).toMatchObject([{ sessionId: 's2' }])
  expect(screen.getByText('已退出“iPhone · Safari”')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '退出其他设备' })).toBeNull()
})

test('all others are ended at once', async () => {
  let sessions = [ownSession('s1', true, WINDOWS), ownSession('s2', false, IPHONE), ownSession('s3', false, '')]
  answerCalls({
    [ownSessions.list.path]: () => ({ _data: { sessions } }),
    [ownSessions.endOthers.path]: () => {
      sessions = sessions.slice(0, 1)
      return { _data: { ended: 2 } }
    },
  })
  show(<DevicesDialog onClose={onClose} />)
  await screen.findByText('未知设备')
  press('退出其他设备')
  const asked = await screen.findByRole('dialog', { name: '退出其他设备' })
  expect(asked.textContent).toContain('除本机外的2个登录')
  fireEvent.click(within(asked).getByRole('button', { name: '退出其他设备' }))
  expect(await screen.findByText('已退出2个登录')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
})

test('a device that ended elsewhere meanwhile is said and gone', async () => {
  let sessions = [ownSession('s1', true, WINDOWS), ownSession('s2', false, IPHONE)]
  answerCalls({
    [ownSessions.list.path]: () => ({ _data: { sessions } }),
    [ownSessions.end.path]: () => {
      sessions = sessions.slice(0, 1)
      return refused('NOT_FOUND', '记录不存在或已被删除，请刷新后重试')
    },
  })
  show(<DevicesDialog onClose={onClose} />)
  await screen.findByText('iPhone · Safari')
  press('退出此设备：iPhone · Safari')
  const asked = await screen.findByRole('dialog', { name: '退出此设备' })
  fireEvent.click(within(asked).getByRole('button', { name: '退出此设备' }))
  expect(await screen.findByText('记录不存在或已被删除，请刷新后重试')).toBeTruthy()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
})

const WAYS_TO_ANOTHER_PHONE = {
  [ownSessions.sendPhoneCode.path]: { _data: { resendAfter: 60 } },
  [ownSessions.changePhone.path]: { _data: {} },
}

function fillPhone(): void {
  type('旧手机号收到的验证码', '111111')
  type('新手机号', '138 0013 8009')
  type('新手机号收到的验证码', '222222')
}

test('defect: one’s own number could not be changed; a code to each of the two does it', async () => {
  const made = answerCalls(WAYS_TO_ANOTHER_PHONE)
  show(<PhoneDialog onClose={onClose} />)
  const [toOld, toNew] = screen.getAllByRole('button', { name: '获取验证码' })
  if (toOld) fireEvent.click(toOld)
  await waitFor(() => expect(bodiesTo(made, ownSessions.sendPhoneCode.path)).toHaveLength(1))
  expect(bodiesTo(made, ownSessions.sendPhoneCode.path)[0]).not.toHaveProperty('phone')
  // without a number there is nothing to send a code to
  if (toNew) fireEvent.click(toNew)
  expect(underBox('新手机号')).toContain('请输入11位手机号')
  type('新手机号', '13800138009')
  if (toNew) fireEvent.click(toNew)
  await waitFor(() =>
    expect(bodiesTo(made, ownSessions.sendPhoneCode.path)).toMatchObject([{}, { phone: '13800138009' }]),
  )
  fillPhone()
  press('换成新手机号')
  await waitFor(() => expect(restarted).toHaveBeenCalledWith('/login'))
  expect(bodiesTo(made, ownSessions.changePhone.path)).toMatchObject([
    { phone: '13800138009', oldCaptcha: '111111', newCaptcha: '222222' },
  ])
  expect(loginContext().loginToken).toBe('')
})

test('a wrong code of the new number stands at its own box, and the old one’s stays', async () => {
  answerCalls({
    ...WAYS_TO_ANOTHER_PHONE,
    [ownSessions.changePhone.path]: { ...refused('CODE_WRONG', '验证码不正确'), _data: { field: 'newCaptcha' } },
  })
  show(<PhoneDialog onClose={onClose} />)
  fillPhone()
  press('换成新手机号')
  await waitFor(() => expect(underBox('新手机号收到的验证码')).toBe('验证码不正确'))
  expect(screen.getByLabelText<HTMLInputElement>('旧手机号收到的验证码').value).toBe('111111')
  expect(restarted).not.toHaveBeenCalled()
})
