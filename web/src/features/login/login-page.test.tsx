import { auth } from '@huanji/contract/features/auth/calls'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerCalls, bodiesTo, refused } from '../../api/testing/answers.ts'
import { ToastHost } from '../../components/toast/toast-host.tsx'
import { onRestart } from '../../session/restart.ts'
import { LoginPage } from './login-page.tsx'

const PHONE = '13800138000'
const SESSION = {
  loginToken: 'token',
  loginPhone: PHONE,
  employeeId: 'e1',
  merchantId: 'm1',
  loginInfo: { employeeName: '周晓岚', merchantName: '启明数码', roleNames: ['老板'], isOwner: true },
}
const CHOICE = {
  ticket: 't1',
  candidates: [
    { employeeId: 'e1', employeeName: '周晓岚', merchantId: 'm1', merchantName: '启明数码', roleNames: ['老板'] },
    {
      employeeId: 'e2',
      employeeName: '周晓岚',
      merchantId: 'm2',
      merchantName: '远帆二手',
      roleNames: ['质检员', '发货员'],
    },
  ],
}
const RESET_REQUIRED = '老板请您换一个密码。请用短信验证码登录，或点“忘记密码”设置新密码'
const restarted = vi.fn<(address: string) => Promise<void>>()
const picture = { _data: { captchaId: 'c1', image: '/captcha.png' } }

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

function open(address = '/login') {
  const router = createMemoryRouter([{ path: '/login', element: <LoginPage /> }], { initialEntries: [address] })
  render(
    <>
      <RouterProvider router={router} />
      <ToastHost />
    </>,
  )
}

function signIn(): void {
  type('手机号', PHONE)
  type('密码', 'Huanji2026')
  fireEvent.click(screen.getByRole('checkbox', { name: /我已阅读并同意/ }))
  press('登录')
}

const note = () => screen.getByRole('alert').textContent
const underBox = (label: string) => {
  const described = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
  return document.getElementById(described)?.textContent
}

beforeEach(() => {
  HTMLElement.prototype.showPopover = () => {}
  HTMLElement.prototype.hidePopover = () => {}
  onRestart(restarted)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
  sessionStorage.clear()
  localStorage.clear()
})

test('a forgotten password is set anew by a code, and the sign-in follows with the phone filled in', async () => {
  const made = answerCalls({
    [auth.imgCaptcha.path]: picture,
    [auth.captchaSend.path]: { _data: { resendAfter: 60 } },
    [merchant.resetPassword.path]: {},
  })
  open()
  type('手机号', PHONE)
  press('忘记密码')
  expect(await screen.findByRole('heading', { name: '重设密码' })).toBeTruthy()
  expect(screen.getByLabelText('手机号')).toHaveProperty('value', PHONE)
  type('图形验证码', 'ab12')
  press('获取验证码')
  expect(await screen.findByText('验证码已发送，请查看短信')).toBeTruthy()
  expect(screen.getByRole('button', { name: '60 秒后重发' })).toHaveProperty('disabled', true)
  expect(bodiesTo(made, auth.captchaSend.path)).toMatchObject([{ phone: PHONE, scene: 'resetPassword' }])
  type('短信验证码', '123456')
  type('新密码', 'short')
  press('重设密码')
  expect(underBox('新密码')).toBe('密码须为8到16位，至少包含一个数字和一个字母')
  expect(document.activeElement).toBe(screen.getByLabelText('新密码'))
  type('新密码', 'Huanji2027')
  press('重设密码')
  expect(await screen.findByRole('heading', { name: '登录' })).toBeTruthy()
  expect(bodiesTo(made, merchant.resetPassword.path)).toMatchObject([
    { phone: PHONE, captcha: '123456', password: 'Huanji2027' },
  ])
  expect(screen.getByText('密码已重设，请用新密码登录')).toBeTruthy()
  expect(screen.getByLabelText('手机号')).toHaveProperty('value', PHONE)
})

test('the code form comes with the phone that was typed, and 保持登录 is told to the server', async () => {
  const made = answerCalls({ [auth.imgCaptcha.path]: picture, [auth.loginCaptcha.path]: { _data: SESSION } })
  open()
  type('手机号', PHONE)
  fireEvent.click(screen.getByRole('checkbox', { name: '保持登录' }))
  press('验证码登录')
  fireEvent.change(await screen.findByLabelText('短信验证码'), { target: { value: '123456' } })
  expect(screen.getByLabelText('手机号')).toHaveProperty('value', PHONE)
  press('登录')
  await waitFor(() => expect(note()).toBe('请先阅读并勾选同意协议'))
  fireEvent.click(screen.getByRole('checkbox', { name: /我已阅读并同意/ }))
  press('登录')
  await waitFor(() => expect(restarted).toHaveBeenCalledExactlyOnceWith('/'))
  expect(bodiesTo(made, auth.loginCaptcha.path)).toMatchObject([{ phone: PHONE, captcha: '123456', keep: true }])
  expect(localStorage.getItem('loginToken')).toBe('token')
})

test('defect: the box of the phone was taken from under the hands of whoever typed while the code form came', async () => {
  answerCalls({ [auth.imgCaptcha.path]: picture })
  open()
  const box = screen.getByLabelText<HTMLInputElement>('手机号')
  box.focus()
  press('验证码登录')
  await screen.findByLabelText('短信验证码')
  expect(document.activeElement).toBe(box)
  expect(box.form).toBe(screen.getByLabelText<HTMLInputElement>('短信验证码').form)
})

test('a refused reset says why and keeps what was typed', async () => {
  answerCalls({
    [auth.imgCaptcha.path]: picture,
    [merchant.resetPassword.path]: refused('CODE_WRONG', '验证码不正确，请核对短信后重新输入'),
  })
  open()
  press('忘记密码')
  await screen.findByRole('heading', { name: '重设密码' })
  type('手机号', PHONE)
  type('短信验证码', '123456')
  type('新密码', 'Huanji2027')
  press('重设密码')
  await waitFor(() => expect(note()).toBe('验证码不正确，请核对短信后重新输入'))
  expect(screen.getByLabelText('新密码')).toHaveProperty('value', 'Huanji2027')
})

test.each([
  ['改用验证码登录', '短信验证码'],
  ['设置新密码', '新密码'],
])('when a new password is demanded, %s leads on', async (way, label) => {
  answerCalls({
    [auth.imgCaptcha.path]: picture,
    [auth.login.path]: refused('PASSWORD_RESET_REQUIRED', RESET_REQUIRED),
  })
  open()
  signIn()
  await waitFor(() => expect(note()).toBe(RESET_REQUIRED))
  press(way)
  expect(await screen.findByLabelText(label)).toBeTruthy()
  expect(screen.getByLabelText('手机号')).toHaveProperty('value', PHONE)
})

test('a demand of one merchant leaves the other to be chosen, and offers both ways', async () => {
  answerCalls({
    [auth.imgCaptcha.path]: picture,
    [auth.login.path]: { _data: CHOICE },
    [auth.loginAffirm.path]: ({ employeeId }) =>
      employeeId === 'e1' ? refused('PASSWORD_RESET_REQUIRED', RESET_REQUIRED) : { _data: SESSION },
  })
  open('/login?redirect=%2Fsale%2Forder')
  signIn()
  fireEvent.click(await screen.findByRole('button', { name: /启明数码/ }))
  await waitFor(() => expect(note()).toBe(RESET_REQUIRED))
  expect(screen.getByRole('button', { name: '设置新密码' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '改用验证码登录' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /远帆二手/ }))
  await waitFor(() => expect(restarted).toHaveBeenCalledExactlyOnceWith('/sale/order'))
  expect(localStorage.getItem('loginToken')).toBe('token')
})

test('a choice that took too long leads back to the form', async () => {
  answerCalls({
    [auth.login.path]: { _data: CHOICE },
    [auth.loginAffirm.path]: refused('TICKET_EXPIRED', '登录已超时，请重新登录'),
  })
  open()
  signIn()
  fireEvent.click(await screen.findByRole('button', { name: /启明数码/ }))
  await waitFor(() => expect(note()).toBe('登录已超时，请重新登录'))
  expect(screen.queryByRole('button', { name: '设置新密码' })).toBeNull()
  press('返回重新登录')
  expect(screen.getByLabelText('密码')).toBeTruthy()
})

test.each([
  ['SLOWED_DOWN', '尝试次数过多，请60秒后再试'],
  ['EMPLOYEE_DISABLED', '这个账号被老板停用了，请找老板'],
])('%s is said over the button', async (code, sentence) => {
  answerCalls({ [auth.login.path]: refused(code, sentence) })
  open()
  signIn()
  await waitFor(() => expect(note()).toBe(sentence))
  expect(screen.getByRole('button', { name: '登录' })).toHaveProperty('disabled', false)
})

test('after too many failures the captcha joins in, and a new picture comes with each further one', async () => {
  let pictures = 0
  const made = answerCalls({
    [auth.imgCaptcha.path]: () => ({ _data: { captchaId: `c${++pictures}`, image: `/${pictures}.png` } }),
    [auth.login.path]: ({ captchaId }) =>
      captchaId === undefined
        ? refused('CAPTCHA_REQUIRED', '请输入图形验证码')
        : refused('CREDENTIALS_WRONG', '手机号或密码不正确'),
  })
  open()
  signIn()
  await waitFor(() =>
    expect(screen.getByAltText('图形验证码')).toHaveProperty('src', expect.stringContaining('/1.png')),
  )
  type('图形验证码', 'ab12')
  press('登录')
  await waitFor(() => expect(note()).toBe('手机号或密码不正确'))
  expect(bodiesTo(made, auth.login.path).at(-1)).toMatchObject({ captchaId: 'c1', captchaCode: 'ab12' })
  await waitFor(() =>
    expect(screen.getByAltText('图形验证码')).toHaveProperty('src', expect.stringContaining('/2.png')),
  )
  expect(screen.getByLabelText('图形验证码')).toHaveProperty('value', '')
})

test('defect: an empty form that was sent marked no box, and the focus stayed on its button', async () => {
  const made = answerCalls({})
  open()
  press('登录')
  expect(underBox('手机号')).toBe('请输入11位手机号，以1开头')
  expect(underBox('密码')).toBe('请输入密码')
  for (const label of ['手机号', '密码']) expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(note()).toBe('请先阅读并勾选同意协议')
  type('手机号', PHONE)
  press('登录')
  expect(document.activeElement).toBe(screen.getByLabelText('密码'))
  expect(made.filter(({ path }) => path.startsWith('/api/auth/'))).toEqual([])
})

test.each(['138 0013 8000', '+86 138-0013-8000', '0086 13800138000', ' 8613800138000\n'])(
  'defect: a pasted phone was cut before its signs were taken out: %s',
  (pasted) => {
    open()
    type('手机号', pasted)
    expect(screen.getByLabelText('手机号')).toHaveProperty('value', PHONE)
  },
)

test('a password can be shown and hidden again', () => {
  open()
  type('密码', 'Huanji2026')
  const toggle = screen.getByRole('button', { name: '显示密码' })
  fireEvent.click(toggle)
  expect(screen.getByLabelText('密码')).toHaveProperty('type', 'text')
  expect(toggle.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(toggle)
  expect(screen.getByLabelText('密码')).toHaveProperty('type', 'password')
})

test('defect: the agreements had to be ticked at every sign-in', async () => {
  answerCalls({ [auth.login.path]: { _data: SESSION } })
  open()
  signIn()
  await waitFor(() => expect(restarted).toHaveBeenCalledOnce())
  cleanup()
  open()
  expect(screen.getByRole('checkbox', { name: /我已阅读并同意/ })).toHaveProperty('checked', true)
  cleanup()
  localStorage.setItem('agreed', 'an earlier version')
  open()
  expect(screen.getByRole('checkbox', { name: /我已阅读并同意/ })).toHaveProperty('checked', false)
})

test('defect: the focus was lost once a code was sent', async () => {
  answerCalls({ [auth.imgCaptcha.path]: picture, [auth.captchaSend.path]: { _data: { resendAfter: 60 } } })
  open()
  press('验证码登录')
  await screen.findByLabelText('短信验证码')
  press('获取验证码')
  expect(underBox('手机号')).toBe('请输入11位手机号，以1开头')
  type('手机号', PHONE)
  press('获取验证码')
  expect(document.activeElement).toBe(screen.getByLabelText('图形验证码'))
  expect(underBox('图形验证码')).toBe('请输入图形验证码')
  type('图形验证码', 'ab12')
  press('获取验证码')
  await screen.findByText('验证码已发送，请查看短信')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('短信验证码')))
})

test('defect: the choice of a merchant showed one’s own name instead of the post', async () => {
  answerCalls({ [auth.login.path]: { _data: CHOICE } })
  open()
  signIn()
  expect((await screen.findByRole('button', { name: /启明数码/ })).textContent).toBe('启明数码老板')
  expect(screen.getByRole('button', { name: /远帆二手/ }).textContent).toBe('远帆二手质检员、发货员')
})

test('of a common password the form warns, and sends it', async () => {
  const made = answerCalls({ [auth.imgCaptcha.path]: picture, [auth.signUp.path]: { _data: SESSION } })
  open()
  press('注册商家')
  fireEvent.change(await screen.findByLabelText('商家名称'), { target: { value: '启明数码' } })
  type('您的姓名', ' 李启明 ')
  type('手机号', PHONE)
  type('短信验证码', '123456')
  type('密码', 'Password123')
  expect(underBox('密码')).toBe('这个密码很常见，容易被人猜到，建议换一个')
  fireEvent.click(screen.getByRole('checkbox', { name: /我已阅读并同意/ }))
  press('注册并登录')
  await waitFor(() =>
    expect(bodiesTo(made, auth.signUp.path)).toMatchObject([{ password: 'Password123', employeeName: '李启明' }]),
  )
})
