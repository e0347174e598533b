import type { LoginContext } from '@huanji/contract/envelope'
import { auth } from '@huanji/contract/features/auth/calls'
import { ownSessions } from '@huanji/contract/features/auth/session'
import { merchant as calls } from '@huanji/contract/features/merchant/calls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as passwords from '../../platform/passwords.ts'
import { addEmployee, type CreatedMerchant } from '../people/commands.ts'
import {
  type AccountGateway,
  contextOf,
  granted,
  outcomes,
  PASSWORD,
  startAccountGateway,
} from './testing/account-gateway.ts'

vi.mock(import('../../platform/passwords.ts'), async (original) => {
  const real = await original()
  return { ...real, verifyPassword: vi.fn(real.verifyPassword), hashPassword: vi.fn(real.hashPassword) }
})

const NEXT = 'Vogel7788x'
const STRANGER = '203.0.113.9'
const MINUTE_MS = 60_000
const SESSION_INVALID = '80017101'

let gateway: AccountGateway
let merchant: CreatedMerchant
let nextPhone = 13800137000

beforeAll(async () => {
  gateway = await startAccountGateway()
  merchant = await gateway.merchant('13800136999', '示例商家')
})

afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(25 * 60 * MINUTE_MS)
  await gateway.query('delete from login_attempt')
  await gateway.query('delete from login_place')
})

/** A new employee with the usual password, or without one. */
async function person(withPassword = true): Promise<string> {
  const phone = String(nextPhone++)
  await gateway.employee(merchant, phone, 'inspector', withPassword)
  return phone
}

const signInByCode = async (phone: string): Promise<LoginContext> =>
  contextOf(granted(await gateway.call(auth.loginCaptcha, { phone, captcha: await gateway.code(phone, 'login') })))

/** A code for a change of password, a minute after whatever was sent before. */
async function changeCode(login: LoginContext): Promise<string> {
  gateway.clock.advance(MINUTE_MS)
  granted(await gateway.call(calls.captchaSend, {}, { login }))
  return gateway.lastCode(login.loginPhone)
}

type Change = Parameters<typeof gateway.call<typeof calls.updatePassword>>[1]
const change = (login: LoginContext, payload: Change, ip?: string) =>
  gateway.call(calls.updatePassword, payload, ip === undefined ? { login } : { login, ip })

const isGood = async (login: LoginContext): Promise<boolean> =>
  (await gateway.call(calls.existPassword, {}, { login }))._errCode === '0'

const signIn = (phone: string, password: string) => gateway.call(auth.login, { phone, password })

const wrongFor = (code: string) => (code === '123456' ? '654321' : '123456')

describe('whether a phone has a password', () => {
  it('is told to the person alone', async () => {
    const [withOne, without] = [await person(), await person(false)]
    const exists = async (login: LoginContext) => granted(await gateway.call(calls.existPassword, {}, { login })).exists
    expect(await exists(await gateway.signIn(withOne))).toBe(true)
    expect(await exists(await signInByCode(without))).toBe(false)
    expect((await gateway.call(calls.existPassword, {}))._errCode).toBe(SESSION_INVALID)
  })
})

describe('the code for a change of password', () => {
  it('goes to the phone that is signed in, with the limits of every code', async () => {
    const login = await gateway.signIn(await person())
    expect(granted(await gateway.call(calls.captchaSend, {}, { login }))).toEqual({ resendAfter: 60 })
    const early = await gateway.call(calls.captchaSend, {}, { login })
    expect(early._bizErrCode).toBe('CODE_TOO_SOON')
    for (let sent = 1; sent < 10; sent += 1) {
      gateway.clock.advance(MINUTE_MS)
      granted(await gateway.call(calls.captchaSend, {}, { login }))
    }
    gateway.clock.advance(MINUTE_MS)
    expect((await gateway.call(calls.captchaSend, {}, { login }))._bizErrCode).toBe('CODE_DAY_LIMIT')
  })

  it('is worth nothing for signing in, nor the other way round', async () => {
    const phone = await person()
    const login = await gateway.signIn(phone)
    const captcha = await changeCode(login)
    expect((await gateway.call(auth.loginCaptcha, { phone, captcha }))._bizErrCode).toBe('CODE_EXPIRED')
    const reset = await gateway.call(calls.resetPassword, { phone, captcha, password: NEXT })
    expect(reset._bizErrCode).toBe('CODE_EXPIRED')
    const other = await person()
    const otherLogin = await gateway.signIn(other)
    const forReset = await gateway.code(other, 'resetPassword')
    expect((await change(otherLogin, { captcha: forReset, password: NEXT }))._bizErrCode).toBe('CODE_EXPIRED')
    expect(await isGood(login)).toBe(true)
  })
})

describe('changing the password', () => {
  it('by the old one: the new one signs in, the old one does not', async () => {
    const phone = await person()
    const login = await gateway.signIn(phone)
    expect(granted(await change(login, { oldPassword: PASSWORD, password: NEXT }))).toEqual({})
    expect((await signIn(phone, PASSWORD))._bizErrCode).toBe('CREDENTIALS_WRONG')
    granted(await signIn(phone, NEXT))
  })

  it('by a code: also for a phone that had none', async () => {
    const phone = await person(false)
    const login = await signInByCode(phone)
    granted(await change(login, { captcha: await changeCode(login), password: NEXT }))
    granted(await signIn(phone, NEXT))
  })

  it('ends every session and ticket of the phone, at every merchant, within the same millisecond', async () => {
    const phone = await person()
    const other = await gateway.merchant(String(nextPhone++), '第二商家')
    const here = await gateway.signIn(phone)
    const also = await gateway.signIn(phone)
    await gateway.db.tenant(other.merchantId, (tx) =>
      addEmployee(tx, { phone, name: '兼职', roleIds: [], isOwner: false, now: gateway.clock.now() }),
    )
    const choice = async () => {
      const answer = granted(await signIn(phone, PASSWORD))
      if (!('ticket' in answer)) throw new Error('a session, not a choice')
      return { ticket: answer.ticket, employeeId: answer.candidates.at(-1)?.employeeId ?? '' }
    }
    const there = contextOf(granted(await gateway.call(auth.loginAffirm, await choice())))
    expect(there.merchantId).not.toBe(here.merchantId)
    const ticket = await choice()
    const switching = granted(await gateway.call(ownSessions.switchMerchant, {}, { login: here }))
    granted(await change(here, { oldPassword: PASSWORD, password: NEXT }))
    for (const login of [here, also, there]) expect(await isGood(login)).toBe(false)
    for (const one of [ticket.ticket, switching.ticket]) {
      const late = await gateway.call(auth.loginAffirm, { ticket: one, employeeId: ticket.employeeId })
      expect(late._bizErrCode).toBe('TICKET_EXPIRED')
    }
  })

  it('leaves a session alone that the new password opens within the same millisecond', async () => {
    const phone = await person()
    const login = await gateway.signIn(phone)
    granted(await change(login, { oldPassword: PASSWORD, password: NEXT }))
    const next = contextOf(granted(await signIn(phone, NEXT)))
    expect(await isGood(next)).toBe(true)
    granted(await change(next, { oldPassword: NEXT, password: PASSWORD }))
    expect(await isGood(next)).toBe(false)
    expect(await isGood(await gateway.signIn(phone))).toBe(true)
  })

  it('ends a session that the old password opened while the change was under way', async () => {
    const phone = await person()
    const login = await gateway.signIn(phone)
    const meanwhile: LoginContext[] = []
    const real = await vi.importActual<typeof passwords>('../../platform/passwords.ts')
    vi.mocked(passwords.hashPassword).mockImplementationOnce(async (password) => {
      gateway.clock.advance(5000)
      meanwhile.push(await gateway.signIn(phone))
      return real.hashPassword(password)
    })
    granted(await change(login, { oldPassword: PASSWORD, password: NEXT }))
    expect(meanwhile).toHaveLength(1)
    for (const one of meanwhile) expect(await isGood(one)).toBe(false)
    expect(await isGood(contextOf(granted(await signIn(phone, NEXT))))).toBe(true)
  })

  it('leaves no session of the old password, however many signed in with it at the same time', async () => {
    const phone = await person()
    const login = await gateway.signIn(phone)
    const [changed, ...signedIn] = await Promise.all([
      change(login, { oldPassword: PASSWORD, password: NEXT }),
      ...Array.from({ length: 8 }, () => signIn(phone, PASSWORD)),
    ])
    granted(changed)
    const opened = signedIn.flatMap(({ _data }) => (_data && 'loginToken' in _data ? [contextOf(_data)] : []))
    for (const one of opened) expect(await isGood(one)).toBe(false)
    for (const { _bizErrCode } of signedIn) expect(['', 'CREDENTIALS_WRONG', 'CAPTCHA_REQUIRED']).toContain(_bizErrCode)
  })

  it('wins once of many at the same time', async () => {
    const phone = await person()
    const login = await gateway.signIn(phone)
    const candidates = ['Andere2027a', 'Andere2027b', 'Andere2027c', 'Andere2027d']
    const answers = await Promise.all(candidates.map((password) => change(login, { oldPassword: PASSWORD, password })))
    expect(outcomes(answers)).toEqual({ ok: 1, [SESSION_INVALID]: 3 })
    const winner = candidates[answers.findIndex(({ _errCode }) => _errCode === '0')] ?? ''
    granted(await signIn(phone, winner))
  })

  it('needs a proof, and of a phone without a password the code', async () => {
    const login = await gateway.signIn(await person())
    expect((await change(login, { password: NEXT }))._bizErrCode).toBe('PASSWORD_PROOF_MISSING')
    const without = await signInByCode(await person(false))
    const answer = await change(without, { oldPassword: PASSWORD, password: NEXT })
    expect(answer._bizErrCode).toBe('PASSWORD_PROOF_MISSING')
    const captcha = await changeCode(without)
    granted(await change(without, { oldPassword: PASSWORD, captcha, password: NEXT }))
  })

  it('refuses the present password once the proof is right', async () => {
    const phone = await person()
    const login = await gateway.signIn(phone)
    const same = await change(login, { oldPassword: PASSWORD, password: PASSWORD })
    expect(same).toMatchObject({ _bizErrCode: 'PASSWORD_SAME', _data: { field: 'password' } })
    // a wrong proof does not tell that the guess is the password
    const guess = await change(login, { oldPassword: 'Wrong2026x', password: PASSWORD })
    expect(guess).toMatchObject({ _bizErrCode: 'OLD_PASSWORD_WRONG', _data: { field: 'oldPassword' } })
    const echo = await change(login, { oldPassword: 'Wrong2026x', password: 'Wrong2026x' })
    expect(echo._bizErrCode).toBe('OLD_PASSWORD_WRONG')
    const captcha = await changeCode(login)
    const wrong = await change(login, { captcha: wrongFor(captcha), password: PASSWORD })
    expect(wrong._bizErrCode).toBe('CODE_WRONG')
    expect((await change(login, { captcha, password: PASSWORD }))._bizErrCode).toBe('PASSWORD_SAME')
    // the refusal leaves the code and the session as they are
    granted(await change(login, { captcha, password: NEXT }))
  })

  it('gives a code five tries', async () => {
    const login = await gateway.signIn(await person())
    const captcha = await changeCode(login)
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => change(login, { captcha: wrongFor(captcha), password: NEXT })),
    )
    expect(outcomes(answers)).toEqual({ CODE_WRONG: 5, CODE_EXPIRED: 2 })
    expect((await change(login, { captcha, password: NEXT }))._bizErrCode).toBe('CODE_EXPIRED')
  })

  it('stores no password and writes what happened into the audit log, without secrets', async () => {
    const phone = await person()
    const login = await gateway.signIn(phone)
    granted(await change(login, { oldPassword: PASSWORD, password: NEXT }))
    const [entry] = await gateway.query(
      `select who, action_label as label, subject, subject_id, subject_label, before, after from audit_log
       where merchant_id = $1 order by sequence desc limit 1`,
      [merchant.merchantId],
    )
    expect(entry).toEqual({
      who: `员工${phone.slice(-4)}`,
      label: '修改密码',
      subject: 'account',
      subject_id: login.employeeId,
      subject_label: `138****${phone.slice(-4)}`,
      before: { 密码: '已设置' },
      after: { 密码: '已修改', 验证方式: '原密码' },
    })
    const [all] = await gateway.query(`
      select (select string_agg(a::text, ' ') from audit_log a) || (select string_agg(a::text, ' ') from account a)
        || (select coalesce(string_agg(o::text, ' '), '') from outbox o) as text`)
    for (const secret of [NEXT, PASSWORD]) expect(all?.text).not.toContain(secret)
  })
})

describe('guessing at the old password with a stolen session', () => {
  beforeEach(() => {
    // what is counted here is attempts: their hashes would only take time
    vi.mocked(passwords.verifyPassword).mockImplementation(async (password) => password === PASSWORD)
    vi.mocked(passwords.hashPassword).mockImplementation(async (password) => `hash of ${password.length}`)
  })
  afterEach(() => {
    vi.mocked(passwords.verifyPassword).mockReset()
    vi.mocked(passwords.hashPassword).mockReset()
  })

  const guess = (login: LoginContext, ip = STRANGER) => change(login, { oldPassword: 'Wrong2026x', password: NEXT }, ip)

  it('is slowed down after ten, even with the right one, by the counters of sign-in', async () => {
    const phone = await person()
    const login = await gateway.signIn(phone)
    await gateway.query('delete from login_place')
    for (let index = 0; index < 10; index += 1) {
      expect((await guess(login))._bizErrCode).toBe('OLD_PASSWORD_WRONG')
    }
    const right = await change(login, { oldPassword: PASSWORD, password: NEXT }, STRANGER)
    expect(right).toMatchObject({ _bizErrCode: 'SLOWED_DOWN', _errStr: '尝试次数过多，请900秒后再试' })
    const login2 = await gateway.call(auth.login, { phone, password: PASSWORD, ...(await gateway.captcha()) })
    expect(login2._bizErrCode).toBe('SLOWED_DOWN')
    expect(await isGood(login)).toBe(true)
    // the way by code is open
    granted(await change(login, { captcha: await changeCode(login), password: NEXT }, '198.51.100.7'))
  })

  it('does not use up what the person has at a place of their own', async () => {
    const phone = await person()
    const login = await gateway.signIn(phone)
    for (let index = 0; index < 10; index += 1) await guess(login)
    expect((await guess(login))._bizErrCode).toBe('SLOWED_DOWN')
    granted(await change(login, { oldPassword: PASSWORD, password: NEXT }))
  })

  it('is counted one by one when it comes all at once', async () => {
    const login = await gateway.signIn(await person())
    const answers = await Promise.all(Array.from({ length: 14 }, () => guess(login)))
    expect(outcomes(answers)).toEqual({ OLD_PASSWORD_WRONG: 10, SLOWED_DOWN: 4 })
    const [counted] = await gateway.query(
      'select jsonb_array_length(failed_at) as failures from login_attempt where subject = $1',
      [`place:${STRANGER}`],
    )
    expect(counted?.failures).toBe(10)
  })

  it('is slowed down by address for codes as well', async () => {
    const login = await gateway.signIn(await person())
    for (let index = 0; index < 50; index += 1) {
      expect((await change(login, { captcha: '000000', password: NEXT }, STRANGER))._bizErrCode).toBe('CODE_EXPIRED')
    }
    const hashes = vi.mocked(passwords.hashPassword).mock.calls.length
    expect((await change(login, { captcha: '000000', password: NEXT }, STRANGER))._bizErrCode).toBe('SLOWED_DOWN')
    expect(vi.mocked(passwords.hashPassword).mock.calls).toHaveLength(hashes)
  })
})
