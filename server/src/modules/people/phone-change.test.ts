import type { LoginContext } from '@huanji/contract/envelope'
import { auth } from '@huanji/contract/features/auth/calls'
import { ownSessions } from '@huanji/contract/features/auth/session'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoInbox } from '../auth/sms.ts'
import { contextOf, granted, outcomes, PASSWORD } from '../auth/testing/account-gateway.ts'
import { type StaffGateway, startStaffGateway } from './testing/staff-gateway.ts'

let staff: StaffGateway

beforeAll(async () => {
  staff = await startStaffGateway()
})

afterAll(() => staff.gateway.close())

beforeEach(() => {
  staff.gateway.clock.advance(61_000)
})

const change = (input: { phone: string; oldCaptcha: string; newCaptcha: string }, login: LoginContext) =>
  staff.gateway.call(ownSessions.changePhone, input, { login })

/** The codes of the two numbers, as their phones show them. */
async function codesFor(login: LoginContext, phone: string) {
  granted(await staff.gateway.call(ownSessions.sendPhoneCode, {}, { login }))
  granted(await staff.gateway.call(ownSessions.sendPhoneCode, { phone }, { login }))
  return {
    phone,
    oldCaptcha: await staff.gateway.lastCode(login.loginPhone),
    newCaptcha: await staff.gateway.lastCode(phone),
  }
}

const other = (code: string): string => (code === '111111' ? '222222' : '111111')

const anOwner = async () => {
  const added = await staff.add('owner')
  return { ...added, login: await staff.gateway.signIn(added.phone) }
}

const messagesTo = async (phone: string): Promise<string[]> =>
  (await demoInbox(staff.gateway.services)).flatMap((one) => (one.phone === phone ? [one.text] : []))

describe('defect: an owner could never change the number that signs in', () => {
  it('codes to both numbers do it: who it is, what is allowed and the password stay', async () => {
    const { staffId, phone: before, login } = await anOwner()
    const phone = staff.phone()
    granted(await change(await codesFor(login, phone), login))
    expect(await staff.row(staffId)).toMatchObject({ phone, isOwner: true, sessionCount: 0 })
    expect(await staff.isSignedIn(login)).toBe(false)
    expect(contextOf(granted(await staff.gateway.call(auth.login, { phone, password: PASSWORD })))).toMatchObject({
      employeeId: staffId,
      loginPhone: phone,
    })
    expect(await staff.gateway.call(auth.login, { phone: before, password: PASSWORD })).toMatchObject({
      _bizErrCode: 'PHONE_WITHOUT_EMPLOYEE',
    })
    expect((await staff.logged(staffId)).at(-1)).toMatchObject({ label: '更换手机号' })
    for (const to of [before, phone, staff.owner.loginPhone]) expect((await messagesTo(to))[0]).toMatch(/手机号/)
    const [notice] = await staff.gateway.query(
      `select label, detail from notice where merchant_id = $1 and subject_id = $2 order by at desc limit 1`,
      [staff.merchant.merchantId, staffId],
    )
    expect(notice).toMatchObject({ label: expect.stringContaining('换了手机号'), detail: '本人操作' })
  })

  it('neither code alone does it, and a wrong one leaves the other to be used', async () => {
    const { phone: before, login } = await anOwner()
    const codes = await codesFor(login, staff.phone())
    expect(await change({ ...codes, oldCaptcha: other(codes.oldCaptcha) }, login)).toMatchObject({
      _bizErrCode: 'CODE_WRONG',
      _data: { field: 'oldCaptcha' },
    })
    expect(await change({ ...codes, newCaptcha: other(codes.newCaptcha) }, login)).toMatchObject({
      _bizErrCode: 'CODE_WRONG',
      _data: { field: 'newCaptcha' },
    })
    expect(await change({ ...codes, newCaptcha: codes.oldCaptcha }, login)).toMatchObject({ _bizErrCode: 'CODE_WRONG' })
    expect(await staff.row(login.employeeId)).toMatchObject({ phone: before })
    granted(await change(codes, login))
  })

  it('codes that are old, or for another number, do not', async () => {
    const { login } = await anOwner()
    const codes = await codesFor(login, staff.phone())
    expect(await change({ ...codes, phone: staff.phone() }, login)).toMatchObject({ _bizErrCode: 'CODE_EXPIRED' })
    staff.gateway.clock.advance(5 * 60_000)
    expect(await change(codes, login)).toMatchObject({ _bizErrCode: 'CODE_EXPIRED' })
  })

  it('happens once when it is asked for twice at once', async () => {
    const { login } = await anOwner()
    const codes = await codesFor(login, staff.phone())
    const answers = outcomes(await Promise.all([change(codes, login), change(codes, login)]))
    expect(answers.ok).toBe(1)
  })

  it('is not for the same number, nor for one that a colleague has', async () => {
    const { login } = await anOwner()
    const same = { phone: login.loginPhone, oldCaptcha: '111111', newCaptcha: '111111' }
    expect(await change(same, login)).toMatchObject({ _bizErrCode: 'PHONE_SAME' })
    const { phone } = await staff.add()
    expect(await change(await codesFor(login, phone), login)).toMatchObject({ _bizErrCode: 'PHONE_IN_USE' })
  })

  it('any employee may do it for oneself; the owners are told of owners alone', async () => {
    const { staffId, phone: before } = await staff.add()
    const login = await staff.gateway.signIn(before)
    const phone = staff.phone()
    granted(await change(await codesFor(login, phone), login))
    expect(await staff.row(staffId)).toMatchObject({ phone })
    expect(
      await staff.gateway.query(`select 1 from notice where merchant_id = $1 and subject_id = $2`, [
        staff.merchant.merchantId,
        staffId,
      ]),
    ).toEqual([])
    expect((await messagesTo(before))[0]).toContain('登录手机号已换成')
  })

  it('a number that works elsewhere keeps its own password, and both shops stay to choose from', async () => {
    const { staffId, login } = await anOwner()
    const phone = '13800138002'
    granted(await change(await codesFor(login, phone), login))
    const answer = granted(await staff.gateway.call(auth.login, { phone, password: PASSWORD }))
    expect(answer).toMatchObject({
      candidates: expect.arrayContaining([expect.objectContaining({ employeeId: staffId })]),
    })
  })

  it('a password that is to be renewed stays so under the new number', async () => {
    const { staffId, phone: before } = await staff.add()
    const login = await staff.gateway.signIn(before)
    const phone = staff.phone()
    const codes = await codesFor(login, phone)
    await staff.gateway.query(
      `update phone_directory set password_wanted_since = $1 where merchant_id = $2 and employee_id = $3`,
      [staff.gateway.clock.now(), staff.merchant.merchantId, staffId],
    )
    granted(await change(codes, login))
    expect(await staff.gateway.call(auth.login, { phone, password: PASSWORD })).toMatchObject({
      _bizErrCode: 'PASSWORD_RESET_REQUIRED',
    })
  })
})
