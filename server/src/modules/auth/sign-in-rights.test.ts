import { auth } from '@huanji/contract/features/auth/calls'
import { merchant as calls } from '@huanji/contract/features/merchant/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addEmployee, type CreatedMerchant } from '../people/commands.ts'
import { type AccountGateway, contextOf, granted, PASSWORD, startAccountGateway } from './testing/account-gateway.ts'

const NEXT = 'Vogel7788x'
const MINUTE_MS = 60_000

let gateway: AccountGateway
let merchant: CreatedMerchant
let phone = ''
let employeeId = ''
let nextPhone = 13800135100

beforeAll(async () => {
  gateway = await startAccountGateway()
  merchant = await gateway.merchant('13800135099', '示例商家')
})

afterAll(() => gateway.close())

beforeEach(async () => {
  gateway.clock.advance(25 * 60 * MINUTE_MS)
  phone = String(nextPhone++)
  employeeId = await gateway.employee(merchant, phone, 'inspector')
})

const byPassword = (password = PASSWORD) => gateway.call(auth.login, { phone, password })
const byCode = async () => gateway.call(auth.loginCaptcha, { phone, captcha: await gateway.code(phone, 'login') })

/** The merchant asks the employee for a new password, now. */
const wantNewPassword = (id = employeeId) =>
  gateway.query('update phone_directory set password_wanted_since = $1 where employee_id = $2', [
    gateway.clock.now(),
    id,
  ])

/** The phone works for a second merchant as well; gives the employee's id there. */
async function joinOther(): Promise<string> {
  const other = await gateway.merchant(String(nextPhone++), '第二商家')
  return gateway.db.tenant(other.merchantId, (tx) =>
    addEmployee(tx, { phone, name: '兼职', roleIds: [], isOwner: false, now: gateway.clock.now() }),
  )
}

describe('a merchant that wants a new password', () => {
  it('is not opened by the old one, which only its owner learns', async () => {
    await wantNewPassword()
    expect((await byPassword('Wrong2026x'))._bizErrCode).toBe('CREDENTIALS_WRONG')
    const answer = await byPassword()
    expect(answer).toMatchObject({ _bizErrCode: 'PASSWORD_RESET_REQUIRED' })
    expect(await gateway.query('select 1 from session where employee_id = $1', [employeeId])).toEqual([])
  })

  it('is opened by a code, and again by a password that was set since', async () => {
    await wantNewPassword()
    gateway.clock.advance(1000)
    const login = contextOf(granted(await byCode()))
    gateway.clock.advance(1000)
    granted(await gateway.call(calls.updatePassword, { oldPassword: PASSWORD, password: NEXT }, { login }))
    granted(await byPassword(NEXT))
  })

  it('is opened by a password that was reset in the very millisecond of the request', async () => {
    await wantNewPassword()
    granted(
      await gateway.call(calls.resetPassword, {
        phone,
        captcha: await gateway.code(phone, 'resetPassword'),
        password: NEXT,
      }),
    )
    granted(await byPassword(NEXT))
  })

  it('stands among the candidates; choosing it is refused and leaves the ticket for another', async () => {
    const otherId = await joinOther()
    await wantNewPassword(otherId)
    const answer = granted(await byPassword())
    if (!('ticket' in answer)) throw new Error('a session, not a choice')
    const { ticket, candidates } = answer
    expect(candidates.map((one) => one.employeeId)).toEqual([employeeId, otherId])
    const choose = (id: string) => gateway.call(auth.loginAffirm, { ticket, employeeId: id })
    expect((await choose(otherId))._bizErrCode).toBe('PASSWORD_RESET_REQUIRED')
    granted(await choose(employeeId))
    const after = granted(await byCode())
    if (!('ticket' in after)) throw new Error('a session, not a choice')
    granted(await gateway.call(auth.loginAffirm, { ticket: after.ticket, employeeId: otherId }))
  })
})

describe('a sign-in', () => {
  const lastSignIn = async () => {
    const [row] = await gateway.query('select last_sign_in_at as at, version from employee where id = $1', [employeeId])
    return row
  }

  it('is noted with the employee, and a refused one is not', async () => {
    expect(await lastSignIn()).toEqual({ at: null, version: 1 })
    await wantNewPassword()
    await byPassword()
    await byPassword('Wrong2026x')
    expect(await lastSignIn()).toEqual({ at: null, version: 1 })
    granted(await byCode())
    expect(await lastSignIn()).toEqual({ at: gateway.clock.now().toISOString(), version: 1 })
  })

  it('stands in the log of the merchant that was entered, with how it was proved', async () => {
    granted(await byPassword())
    gateway.clock.advance(MINUTE_MS)
    granted(await byCode())
    const otherId = await joinOther()
    const choice = granted(await byPassword())
    if (!('ticket' in choice)) throw new Error('a session, not a choice')
    const affirmed = granted(await gateway.call(auth.loginAffirm, { ticket: choice.ticket, employeeId: otherId }))
    const rows = await gateway.query(
      `select merchant_id, employee_id, who, ip, action, action_label as label, subject, subject_id, before, after
       from audit_log where subject_label = $1 order by at, merchant_id`,
      [`138****${phone.slice(-4)}`],
    )
    const expected = { ip: '127.0.0.1', action: 'signIn', label: '登录', subject: 'session', before: null }
    const here = {
      ...expected,
      merchant_id: merchant.merchantId,
      employee_id: employeeId,
      who: `员工${phone.slice(-4)}`,
    }
    const sessionId = affirmed.loginToken.split('.')[2]
    expect(rows).toMatchObject([
      { ...here, after: { 方式: '密码' } },
      { ...here, after: { 方式: '验证码' } },
      { ...expected, employee_id: otherId, who: '兼职', subject_id: sessionId, after: { 方式: '密码' } },
    ])
  })

  it('after a sign-up is the first line of the new merchant’s log', async () => {
    const newcomer = String(nextPhone++)
    const session = granted(
      await gateway.call(auth.signUp, {
        phone: newcomer,
        captcha: await gateway.code(newcomer, 'signUp'),
        password: PASSWORD,
        merchantName: '新商家',
        agreed: true,
      }),
    )
    const rows = await gateway.query('select action, after from audit_log where merchant_id = $1', [session.merchantId])
    expect(rows).toEqual([{ action: 'signIn', after: { 方式: '注册' } }])
    expect((await gateway.call(calls.existPassword, {}, { login: contextOf(session) }))._errCode).toBe('0')
  })

  it('leaves no trace in the log when it fails', async () => {
    await byPassword('Wrong2026x')
    expect(await gateway.query('select 1 from audit_log where employee_id = $1', [employeeId])).toEqual([])
  })

  it('is not for an employee who was deleted, by whatever way, nor for a session from before', async () => {
    const login = contextOf(granted(await byPassword()))
    await joinOther()
    const choice = granted(await byPassword())
    if (!('ticket' in choice)) throw new Error('a session, not a choice')
    // the row of the employee alone decides, should the directory still name them
    await gateway.query('update employee set deleted_at = $1 where id = $2', [gateway.clock.now(), employeeId])
    expect((await gateway.call(calls.existPassword, {}, { login }))._errCode).toBe('80017101')
    const chosen = await gateway.call(auth.loginAffirm, { ticket: choice.ticket, employeeId })
    expect(chosen._bizErrCode).toBe('TICKET_EXPIRED')
  })
})
