import { auth } from '@huanji/contract/features/auth/calls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as passwords from '../../platform/passwords.ts'
import { setPassword } from '../account/store.ts'
import { addEmployee, type CreatedMerchant, setEmployeeStatus } from '../people/commands.ts'
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
  return { ...real, verifyPassword: vi.fn(real.verifyPassword) }
})

const OWNER = '13800130001'
const INSPECTOR = '13800130002'
const STRANGER = '203.0.113.7'
const HOME = '198.51.100.20'
const MINUTE_MS = 60_000

let gateway: AccountGateway
let merchant: CreatedMerchant

beforeAll(async () => {
  gateway = await startAccountGateway()
  merchant = await gateway.merchant(OWNER, '示例商家')
  await gateway.employee(merchant, INSPECTOR, 'inspector')
})

afterAll(() => gateway.close())

beforeEach(async () => {
  // each test starts with no failures of the one before
  gateway.clock.advance(25 * 60 * MINUTE_MS)
  await gateway.query('delete from login_place')
  await gateway.query('delete from login_attempt')
  vi.mocked(passwords.verifyPassword).mockClear()
})

const wrong = (phone: string, ip = STRANGER) => gateway.call(auth.login, { phone, password: 'Wrong2026x' }, { ip })

async function fail(times: number, phone: string, ip = STRANGER): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const captcha = index < 3 ? {} : await gateway.captcha()
    const answer = await gateway.call(auth.login, { phone, password: 'Wrong2026x', ...captcha }, { ip })
    expect(answer._bizErrCode).toBe('CREDENTIALS_WRONG')
  }
}

describe('signing in with a password', () => {
  it('answers a session with what the browser keeps', async () => {
    const session = granted(await gateway.call(auth.login, { phone: INSPECTOR, password: PASSWORD }))
    expect(session).toMatchObject({
      loginPhone: INSPECTOR,
      merchantId: merchant.merchantId,
      loginInfo: { employeeName: '员工0002', merchantName: '示例商家', roleNames: ['质检员'], isOwner: false },
    })
    expect('loginToken' in session && session.loginToken).toMatch(
      /^v1\.[0-9a-f-]{36}\.[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/,
    )
  })

  it('does the same work and gives the same answer for an unknown phone as for a wrong password', async () => {
    const known = await wrong(OWNER)
    const unknown = await wrong('13800139999')
    expect(unknown).toEqual(known)
    const compared = vi.mocked(passwords.verifyPassword).mock.calls.map(([, hash]) => hash)
    expect(compared).toEqual([expect.stringMatching(/^\$argon2id\$/), null])
  })

  it('counts failures of an unknown phone like those of a known one', async () => {
    await fail(3, '13800139998')
    expect((await wrong('13800139998'))._bizErrCode).toBe('CAPTCHA_REQUIRED')
  })

  it('refuses an employee who was disabled, once the password is right', async () => {
    const id = await gateway.employee(merchant, '13800130003', 'shipper')
    await gateway.db.tenant(merchant.merchantId, (tx) => setEmployeeStatus(tx, id, 'disabled', gateway.clock.now()))
    expect((await wrong('13800130003'))._bizErrCode).toBe('CREDENTIALS_WRONG')
    const right = await gateway.call(auth.login, { phone: '13800130003', password: PASSWORD })
    expect(right._bizErrCode).toBe('EMPLOYEE_DISABLED')
    await gateway.db.tenant(merchant.merchantId, (tx) => setEmployeeStatus(tx, id, 'active', gateway.clock.now()))
    granted(await gateway.call(auth.login, { phone: '13800130003', password: PASSWORD }))
  })

  it('tells a phone that no merchant employs any more, once the password is right', async () => {
    await gateway.merchant('13800130004', '别的商家')
    await gateway.query("delete from phone_directory where phone = '13800130004'")
    const answer = await gateway.call(auth.login, { phone: '13800130004', password: PASSWORD })
    expect(answer._bizErrCode).toBe('PHONE_WITHOUT_EMPLOYEE')
  })

  it('does not let an employee without a password in', async () => {
    await gateway.employee(merchant, '13800130005', 'service', false)
    const answer = await gateway.call(auth.login, { phone: '13800130005', password: PASSWORD })
    expect(answer._bizErrCode).toBe('CREDENTIALS_WRONG')
  })

  it('does not take the old password when it was changed while being compared', async () => {
    const phone = '13800130006'
    await gateway.employee(merchant, phone, 'service')
    const newHash = await passwords.hashPassword('Andere2027')
    vi.mocked(passwords.verifyPassword).mockImplementationOnce(async () => {
      await gateway.db.global((tx) => setPassword(tx, phone, newHash, gateway.clock.now()))
      return true
    })
    expect((await gateway.call(auth.login, { phone, password: PASSWORD }))._bizErrCode).toBe('CREDENTIALS_WRONG')
  })
})

describe('the image captcha at sign-in', () => {
  it('is asked for after three failures and goes with a success', async () => {
    await fail(3, OWNER)
    vi.mocked(passwords.verifyPassword).mockClear()
    const without = await gateway.call(auth.login, { phone: OWNER, password: PASSWORD })
    expect(without._bizErrCode).toBe('CAPTCHA_REQUIRED')
    expect(without._data).toEqual({ field: 'captchaCode' })
    expect(passwords.verifyPassword).not.toHaveBeenCalled()
    granted(await gateway.call(auth.login, { phone: OWNER, password: PASSWORD, ...(await gateway.captcha()) }))
    granted(await gateway.call(auth.login, { phone: OWNER, password: PASSWORD }))
  })

  it('is used up by one try, right or wrong, and takes either case', async () => {
    await fail(3, OWNER)
    const captcha = await gateway.captcha()
    const login = (captchaCode: string) =>
      gateway.call(auth.login, { phone: OWNER, password: PASSWORD, captchaId: captcha.captchaId, captchaCode })
    expect((await login('XXXX'))._bizErrCode).toBe('CAPTCHA_WRONG')
    expect((await login(captcha.captchaCode))._bizErrCode).toBe('CAPTCHA_WRONG')
    granted(await gateway.call(auth.login, { phone: OWNER, password: PASSWORD, ...(await gateway.captcha(' ac34 ')) }))
  })

  it('is past its time after five minutes', async () => {
    await fail(3, OWNER)
    const captcha = await gateway.captcha()
    gateway.clock.advance(5 * MINUTE_MS)
    const late = await gateway.call(auth.login, { phone: OWNER, password: PASSWORD, ...captcha })
    expect(late._bizErrCode).toBe('CAPTCHA_WRONG')
  })

  it('is forgotten a day after the last failure', async () => {
    await fail(3, OWNER)
    gateway.clock.advance(24 * 60 * MINUTE_MS)
    granted(await gateway.call(auth.login, { phone: OWNER, password: PASSWORD }, { ip: STRANGER }))
  })
})

describe('limits of failed sign-ins', () => {
  beforeEach(() => {
    // what is counted here is attempts: the hashes of a hundred of them would only take time
    vi.mocked(passwords.verifyPassword).mockImplementation(async (password) => password === PASSWORD)
  })

  afterEach(() => {
    vi.mocked(passwords.verifyPassword).mockReset()
  })

  it('slow a phone down after ten in a quarter of an hour, even with the right password', async () => {
    await fail(10, OWNER)
    gateway.clock.advance(5 * MINUTE_MS)
    const captcha = await gateway.captcha()
    const answer = await gateway.call(auth.login, { phone: OWNER, password: PASSWORD, ...captcha }, { ip: STRANGER })
    expect(answer).toMatchObject({ _bizErrCode: 'SLOWED_DOWN', _errStr: '尝试次数过多，请600秒后再试' })
    gateway.clock.advance(10 * MINUTE_MS)
    granted(await gateway.call(auth.login, { phone: OWNER, password: PASSWORD, ...(await gateway.captcha()) }))
  })

  it('do not lock a person out of a place they signed in from before', async () => {
    granted(await gateway.call(auth.login, { phone: OWNER, password: PASSWORD }, { ip: HOME }))
    await fail(10, OWNER, STRANGER)
    expect((await wrong(OWNER, STRANGER))._bizErrCode).toBe('SLOWED_DOWN')
    // neither slowed down nor asked for a captcha
    granted(await gateway.call(auth.login, { phone: OWNER, password: PASSWORD }, { ip: HOME }))
    expect((await wrong(OWNER, STRANGER))._bizErrCode).toBe('SLOWED_DOWN')
  })

  it('leave the way by SMS open to a phone that is slowed down', async () => {
    await fail(10, OWNER)
    const captcha = await gateway.code(OWNER, 'login', '198.51.100.99')
    granted(await gateway.call(auth.loginCaptcha, { phone: OWNER, captcha }, { ip: '198.51.100.99' }))
  })

  it('slow an address down after fifty, whatever the phones', async () => {
    for (let index = 0; index < 50; index += 1) {
      expect((await wrong(`138001340${String(index).padStart(2, '0')}`))._bizErrCode).toBe('CREDENTIALS_WRONG')
    }
    expect((await wrong('13800134099'))._bizErrCode).toBe('SLOWED_DOWN')
    expect((await wrong('13800134099', '203.0.113.8'))._bizErrCode).toBe('CREDENTIALS_WRONG')
  })

  it('hold for guesses made at the same time', async () => {
    const phone = '13800130007'
    await gateway.employee(merchant, phone, 'service')
    const answers = await atOnce(gateway, 20, auth.login, { phone, password: 'Wrong2026x' })
    // three learn that they were wrong; from then on a captcha is required before the answer
    expect(outcomes(answers)).toEqual({ CREDENTIALS_WRONG: 3, CAPTCHA_REQUIRED: 17 })
  })
})

describe('one phone at several merchants', () => {
  const phone = '13700130001'
  let other: CreatedMerchant

  beforeAll(async () => {
    other = await gateway.merchant('13900130001', '第二商家')
    await gateway.employee(merchant, phone, 'inspector')
    await gateway.db.tenant(other.merchantId, (tx) =>
      addEmployee(tx, {
        phone,
        name: '兼职',
        roleIds: [other.roleIds.finance],
        isOwner: false,
        now: gateway.clock.now(),
      }),
    )
  })

  async function choice() {
    const answer = granted(await gateway.call(auth.login, { phone, password: PASSWORD }))
    if (!('ticket' in answer)) throw new Error('a session, not a choice')
    return answer
  }

  it('answers a ticket with the candidates, which then opens the session of the chosen one', async () => {
    const { ticket, candidates } = await choice()
    expect(candidates.map(({ merchantName }) => merchantName)).toEqual(['示例商家', '第二商家'])
    const employeeId = candidates[1]?.employeeId ?? ''
    const session = granted(await gateway.call(auth.loginAffirm, { ticket, employeeId }))
    expect(session).toMatchObject({ merchantId: other.merchantId, loginInfo: { roleNames: ['财务'] } })
  })

  it('opens one session a ticket, however many come at once', async () => {
    const { ticket, candidates } = await choice()
    const employeeId = candidates[0]?.employeeId ?? ''
    const answers = await atOnce(gateway, 10, auth.loginAffirm, { ticket, employeeId })
    expect(outcomes(answers)).toEqual({ ok: 1, TICKET_EXPIRED: 9 })
  })

  it('refuses a ticket that is late, invented, or used for someone it does not offer', async () => {
    const { ticket, candidates } = await choice()
    const employeeId = candidates[0]?.employeeId ?? ''
    const refused = async (payload: { ticket: string; employeeId: string }) =>
      expect((await gateway.call(auth.loginAffirm, payload))._bizErrCode).toBe('TICKET_EXPIRED')
    await refused({ ticket, employeeId: merchant.employeeId })
    await refused({ ticket: 'none', employeeId })
    gateway.clock.advance(5 * MINUTE_MS)
    await refused({ ticket, employeeId })
  })

  it('refuses the ticket of a password that was changed meanwhile', async () => {
    const { ticket, candidates } = await choice()
    gateway.clock.advance(1000)
    const hash = await passwords.hashPassword(PASSWORD)
    await gateway.db.global((tx) => setPassword(tx, phone, hash, gateway.clock.now()))
    const answer = await gateway.call(auth.loginAffirm, { ticket, employeeId: candidates[0]?.employeeId ?? '' })
    expect(answer._bizErrCode).toBe('TICKET_EXPIRED')
  })

  it('says so when the chosen employee was disabled meanwhile, and leaves the ticket for the other one', async () => {
    const { ticket, candidates } = await choice()
    const [first, second] = candidates
    const setStatus = (status: 'active' | 'disabled') =>
      gateway.db.tenant(merchant.merchantId, (tx) =>
        setEmployeeStatus(tx, first?.employeeId ?? '', status, gateway.clock.now()),
      )
    await setStatus('disabled')
    const refused = await gateway.call(auth.loginAffirm, { ticket, employeeId: first?.employeeId ?? '' })
    expect(refused._bizErrCode).toBe('EMPLOYEE_DISABLED')
    granted(await gateway.call(auth.loginAffirm, { ticket, employeeId: second?.employeeId ?? '' }))
    // only one is left to work as: no choice to be made
    expect('loginToken' in granted(await gateway.call(auth.login, { phone, password: PASSWORD }))).toBe(true)
    await setStatus('active')
  })

  it('keeps no ticket in clear', async () => {
    const { ticket } = await choice()
    const [row] = await gateway.query("select string_agg(t::text, ' ') as text from login_ticket t")
    expect(row?.text).not.toContain(ticket)
    expect(row?.text).not.toContain(Buffer.from(ticket).toString('hex'))
  })
})
