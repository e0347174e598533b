import type { LoginContext } from '@huanji/contract/envelope'
import { auth } from '@huanji/contract/features/auth/calls'
import { merchant as calls } from '@huanji/contract/features/merchant/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as passwords from '../../platform/passwords.ts'
import { addEmployee, type CreatedMerchant } from '../people/commands.ts'
import {
  type AccountGateway,
  atOnce,
  granted,
  outcomes,
  PASSWORD,
  startAccountGateway,
} from './testing/account-gateway.ts'

vi.mock(import('../../platform/passwords.ts'), async (original) => {
  const real = await original()
  return { ...real, hashPassword: vi.fn(real.hashPassword) }
})

const NEXT = 'Vogel7788x'
const STRANGER = '203.0.113.11'
const MINUTE_MS = 60_000

let gateway: AccountGateway
let merchant: CreatedMerchant
let nextPhone = 13800138100

beforeAll(async () => {
  gateway = await startAccountGateway()
  merchant = await gateway.merchant('13800138099', '示例商家')
})

afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(25 * 60 * MINUTE_MS)
  await gateway.query('delete from login_attempt')
  await gateway.query('delete from sms_quota')
  vi.mocked(passwords.hashPassword).mockClear()
})

const newPhone = () => String(nextPhone++)

async function person(withPassword = true): Promise<string> {
  const phone = newPhone()
  await gateway.employee(merchant, phone, 'inspector', withPassword)
  return phone
}

const resetCode = (phone: string) => gateway.code(phone, 'resetPassword')

const reset = (phone: string, captcha: string, ip = '127.0.0.1', password = NEXT) =>
  gateway.call(calls.resetPassword, { phone, captcha, password }, { ip })

const wrongFor = (code: string) => (code === '123456' ? '654321' : '123456')

const isGood = async (login: LoginContext): Promise<boolean> =>
  (await gateway.call(calls.existPassword, {}, { login }))._errCode === '0'

describe('resetting a forgotten password', () => {
  it('sets the new one and ends every session', async () => {
    const phone = await person()
    const login = await gateway.signIn(phone)
    expect(granted(await reset(phone, await resetCode(phone)))).toEqual({})
    expect(await isGood(login)).toBe(false)
    expect((await gateway.call(auth.login, { phone, password: PASSWORD }))._bizErrCode).toBe('CREDENTIALS_WRONG')
    granted(await gateway.call(auth.login, { phone, password: NEXT }))
  })

  it('gives a first password to a phone that had none', async () => {
    const phone = await person(false)
    granted(await reset(phone, await resetCode(phone)))
    granted(await gateway.call(auth.login, { phone, password: NEXT }))
  })

  it('forgets the sign-ins that failed before, wherever they came from', async () => {
    const phone = await person()
    granted(await gateway.call(auth.login, { phone, password: PASSWORD }, { ip: '198.51.100.30' }))
    for (const ip of [STRANGER, '198.51.100.30']) {
      for (let index = 0; index < 3; index += 1)
        await gateway.call(auth.login, { phone, password: 'Wrong2026x' }, { ip })
    }
    granted(await reset(phone, await resetCode(phone)))
    for (const ip of [STRANGER, '198.51.100.30']) {
      granted(await gateway.call(auth.login, { phone, password: NEXT }, { ip }))
    }
  })

  it('leaves the failures of a longer number alone', async () => {
    const phone = await person()
    await gateway.query(
      `insert into login_attempt (subject, streak, last_failed_at) values ('phone:${phone}0', 5, now())`,
    )
    granted(await reset(phone, await resetCode(phone)))
    expect(await gateway.query(`select 1 from login_attempt where subject = 'phone:${phone}0'`)).toHaveLength(1)
  })

  it('tells a phone that nobody employs so only after a right code', async () => {
    const phone = newPhone()
    const captcha = await resetCode(phone)
    expect((await reset(phone, wrongFor(captcha)))._bizErrCode).toBe('CODE_WRONG')
    expect((await reset(phone, captcha))._bizErrCode).toBe('PHONE_WITHOUT_EMPLOYEE')
    expect((await reset(phone, captcha))._bizErrCode).toBe('CODE_EXPIRED')
  })

  it('answers and works alike for a known and an unknown phone', async () => {
    const known = await person()
    const unknown = newPhone()
    const answers = [await reset(known, '000000'), await reset(unknown, '000000')]
    expect(answers[1]).toEqual(answers[0])
    expect(passwords.hashPassword).toHaveBeenCalledTimes(2)
  })

  it('works once a code, however many come at once', async () => {
    const phone = await person()
    const captcha = await resetCode(phone)
    const answers = await Promise.all(
      ['Andere2027a', 'Andere2027b', 'Andere2027c'].map((password) => reset(phone, captcha, '127.0.0.1', password)),
    )
    expect(outcomes(answers)).toEqual({ ok: 1, CODE_EXPIRED: 2 })
    const log = await gateway.query("select 1 from audit_log where subject_label = $1 and action_label = '重设密码'", [
      `138****${phone.slice(-4)}`,
    ])
    expect(log).toHaveLength(1)
  })

  it('gives a code five tries, counted one by one', async () => {
    const phone = await person()
    const captcha = await resetCode(phone)
    const answers = await atOnce(gateway, 7, calls.resetPassword, {
      phone,
      captcha: wrongFor(captcha),
      password: NEXT,
    })
    expect(outcomes(answers)).toEqual({ CODE_WRONG: 5, CODE_EXPIRED: 2 })
    expect((await reset(phone, captcha))._bizErrCode).toBe('CODE_EXPIRED')
    granted(await gateway.call(auth.login, { phone, password: PASSWORD }))
  })

  it('slows an address down that guesses at the codes of many phones, before hashing for it', async () => {
    vi.mocked(passwords.hashPassword).mockImplementation(async () => 'no hash is needed here')
    for (let index = 0; index < 50; index += 1) {
      expect((await reset(newPhone(), '000000', STRANGER))._bizErrCode).toBe('CODE_EXPIRED')
    }
    vi.mocked(passwords.hashPassword).mockClear()
    expect((await reset(newPhone(), '000000', STRANGER))._bizErrCode).toBe('SLOWED_DOWN')
    expect(passwords.hashPassword).not.toHaveBeenCalled()
    vi.mocked(passwords.hashPassword).mockReset()
    // a person elsewhere is not held up by it
    const phone = await person()
    granted(await reset(phone, await resetCode(phone), '198.51.100.40'))
  })

  it('stands in the log of each merchant the phone works for, without secrets', async () => {
    const phone = await person()
    const other = await gateway.merchant(newPhone(), '第二商家')
    await gateway.db.tenant(other.merchantId, (tx) =>
      addEmployee(tx, { phone, name: '兼职', roleIds: [], isOwner: false, now: gateway.clock.now() }),
    )
    const captcha = await resetCode(phone)
    granted(await reset(phone, captcha, '198.51.100.50'))
    const rows = await gateway.query(
      `select merchant_id, who, ip, action, action_label as label, subject, subject_label, before, after, a::text as text
       from audit_log a where subject_label = $1 order by merchant_id`,
      [`138****${phone.slice(-4)}`],
    )
    const expected = {
      ip: '198.51.100.50',
      action: '/api/mch/resetPassword',
      label: '重设密码',
      subject: 'account',
      before: { 密码: '已设置' },
      after: { 密码: '已重设', 验证方式: '短信验证码' },
    }
    expect(rows).toMatchObject([
      { ...expected, merchant_id: merchant.merchantId, who: `员工${phone.slice(-4)}` },
      { ...expected, merchant_id: other.merchantId, who: '兼职' },
    ])
    for (const { text } of rows) {
      for (const secret of [phone, NEXT]) expect(text).not.toContain(secret)
      expect(text).not.toMatch(new RegExp(`(?<![0-9a-fA-F])${captcha}(?![0-9a-fA-F])`))
    }
    const [stored] = await gateway.query('select a::text as text from account a where phone = $1', [phone])
    expect(stored?.text).not.toContain(NEXT)
    expect(stored?.text).toContain('$argon2id$')
  })
})
