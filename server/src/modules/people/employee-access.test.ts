import type { OutputOf } from '@huanji/contract/call'
import { auth } from '@huanji/contract/features/auth/calls'
import { employeeSignIn } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { granted, outcomes, PASSWORD } from '../auth/testing/account-gateway.ts'
import { type StaffGateway, startStaffGateway } from './testing/staff-gateway.ts'

let staff: StaffGateway

beforeAll(async () => {
  staff = await startStaffGateway()
})

afterAll(() => staff.gateway.close())

beforeEach(() => {
  staff.gateway.clock.advance(1000)
})

describe('disabling an employee', () => {
  it('ends the sessions at once, bars sign-in, and can be undone', async () => {
    const { staffId, phone: ofPhone } = await staff.add()
    const login = await staff.gateway.signIn(ofPhone)
    expect(granted(await staff.setStatus(staffId, 'disabled'))).toEqual({ version: 2 })
    expect(await staff.isSignedIn(login)).toBe(false)
    const refused = await staff.gateway.call(auth.login, { phone: ofPhone, password: PASSWORD })
    expect(refused).toMatchObject({ _bizErrCode: 'EMPLOYEE_DISABLED' })
    expect(granted(await staff.setStatus(staffId, 'disabled'))).toEqual({ version: 2 })
    expect(granted(await staff.setStatus(staffId, 'active'))).toEqual({ version: 3 })
    expect(await staff.isSignedIn(login)).toBe(false)
    expect(await staff.isSignedIn(await staff.gateway.signIn(ofPhone))).toBe(true)
    const changes = (await staff.logged(staffId)).map(({ label, before, after }) => ({ label, before, after }))
    expect(changes.filter(({ before }) => before !== null && typeof before === 'object' && '状态' in before)).toEqual([
      { label: '停用员工', before: { 状态: '启用' }, after: { 状态: '停用' } },
      { label: '启用员工', before: { 状态: '停用' }, after: { 状态: '启用' } },
    ])
  })

  it('is not for oneself, nor for those who may do more', async () => {
    expect(await staff.setStatus(staff.owner.employeeId, 'disabled')).toMatchObject({ _bizErrCode: 'SELF_CHANGE' })
    expect(await staff.setStatus(staff.clerk.employeeId, 'disabled', staff.clerk)).toMatchObject({
      _bizErrCode: 'SELF_CHANGE',
      _errStr: '不能停用自己的账号，请另一位老板来做',
    })
    for (const staffId of [staff.merchant.employeeId, (await staff.add('finance')).staffId]) {
      expect(await staff.setStatus(staffId, 'disabled', staff.clerk)).toMatchObject({
        _bizErrCode: 'EMPLOYEE_ABOVE_YOU',
      })
      expect(await staff.row(staffId)).toMatchObject({ status: 'active' })
    }
  })
})

describe('deleting an employee', () => {
  it('takes the person out of everything but the record, and the phone can come back as someone new', async () => {
    const { staffId, phone: ofPhone } = await staff.add()
    const login = await staff.gateway.signIn(ofPhone)
    granted(await staff.del(staffId))
    expect(await staff.isSignedIn(login)).toBe(false)
    expect(await staff.gateway.call(auth.login, { phone: ofPhone, password: PASSWORD })).toMatchObject({
      _bizErrCode: 'PHONE_WITHOUT_EMPLOYEE',
    })
    const after = [
      await staff.info(staffId),
      await staff.setStatus(staffId, 'active'),
      await staff.del(staffId),
      await staff.gateway.call(employeeSignIn.requirePasswordReset, { staffId }, { login: staff.owner }),
      await staff.gateway.call(employeeSignIn.endSessions, { staffId }, { login: staff.owner }),
      await staff.edit({ staffId, version: 2, name: '还魂', roleIds: [staff.merchant.roleIds.inspector] }),
    ]
    expect(outcomes(after)).toEqual({ NOT_FOUND: 6 })
    expect((await staff.list({ keyword: ofPhone })).list).toEqual([])
    expect(await staff.gateway.query('select name, status from employee where id = $1', [staffId])).toEqual([
      { name: `员工${ofPhone.slice(-4)}`, status: 'disabled' },
    ])
    expect((await staff.logged(staffId)).at(-1)).toMatchObject({
      label: '删除员工',
      before: { 角色: '质检员' },
      after: null,
    })

    const added = granted(
      await staff.edit({ name: '回来了', phone: ofPhone, roleIds: [staff.merchant.roleIds.shipper] }),
    )
    expect(added.staffId).not.toBe(staffId)
    expect(await staff.isSignedIn(await staff.gateway.signIn(ofPhone))).toBe(true)
    expect(await staff.isSignedIn(login)).toBe(false)
    expect((await staff.list({ keyword: ofPhone })).list.map((one) => one.staffId)).toEqual([added.staffId])
  })

  it('lets go of the roles', async () => {
    const name = '一次性'
    const made = granted(
      await staff.gateway.call(role.edit, { name, grants: [], refundLimitFen: 0 }, { login: staff.owner }),
    )
    const { staffId } = await staff.add()
    granted(await staff.edit(await staff.giving(staffId, [made.roleId])))
    granted(await staff.del(staffId))
    granted(await staff.gateway.call(role.del, { roleId: made.roleId }, { login: staff.owner }))
  })

  it('is not for oneself, nor for those who may do more', async () => {
    expect(await staff.del(staff.owner.employeeId)).toMatchObject({ _bizErrCode: 'SELF_CHANGE' })
    expect(await staff.del(staff.clerk.employeeId, staff.clerk)).toMatchObject({ _bizErrCode: 'SELF_CHANGE' })
    expect(await staff.del(staff.merchant.employeeId, staff.clerk)).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
  })
})

describe('demanding a new password', () => {
  const demand = (staffId: string, login = staff.owner) =>
    staff.gateway.call(employeeSignIn.requirePasswordReset, { staffId }, { login })

  it('ends the sessions and lasts until the phone has a newer one', async () => {
    const { staffId, phone: ofPhone } = await staff.add()
    const login = await staff.gateway.signIn(ofPhone)
    granted(await demand(staffId))
    expect(await staff.isSignedIn(login)).toBe(false)
    expect(await staff.row(staffId)).toMatchObject({ mustResetPassword: true, sessionCount: 0 })
    expect((await staff.logged(staffId)).at(-1)).toMatchObject({
      label: '要求重设密码',
      before: { 重设密码: '未要求', 登录中: '1个' },
      after: { 重设密码: '已要求', 登录中: '0个' },
    })
    staff.gateway.clock.advance(1000)
    await staff.gateway.query('update account set password_set_at = $2 where phone = $1', [
      ofPhone,
      staff.gateway.clock.now(),
    ])
    expect(await staff.row(staffId)).toMatchObject({ mustResetPassword: false })
  })

  // whether a phone has a password at another merchant was told by the mark that only phones with one had
  it('reads the same for a phone without a password', async () => {
    const staffId = await staff.gateway.employee(staff.merchant, staff.phone(), 'inspector', false)
    granted(await demand(staffId))
    expect(await staff.row(staffId)).toMatchObject({ mustResetPassword: true })
  })

  it('is not for oneself, nor for those who may do more', async () => {
    expect(await demand(staff.owner.employeeId)).toMatchObject({ _bizErrCode: 'SELF_CHANGE' })
    expect(await demand(staff.merchant.employeeId, staff.clerk)).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
  })
})

describe('ending sessions', () => {
  const end = async (staffId: string, login = staff.owner): Promise<OutputOf<typeof employeeSignIn.endSessions>> =>
    granted(await staff.gateway.call(employeeSignIn.endSessions, { staffId }, { login }))

  it('ends those that are live and says how many they were', async () => {
    const { staffId, phone: ofPhone } = await staff.add()
    const logins = [await staff.gateway.signIn(ofPhone), await staff.gateway.signIn(ofPhone)]
    expect(await end(staffId)).toEqual({ ended: 2 })
    for (const login of logins) expect(await staff.isSignedIn(login)).toBe(false)
    expect(await end(staffId)).toEqual({ ended: 0 })
    const ends = (await staff.logged(staffId)).filter(({ label }) => label === '结束登录')
    expect(ends).toMatchObject([{ before: { 登录中: '2个' }, after: { 登录中: '0个' } }])
  })

  it('of one’s own keeps the one in use', async () => {
    const { staffId, phone: ofPhone } = await staff.add()
    granted(await staff.edit(await staff.giving(staffId, [staff.clerkRoleId])))
    const login = await staff.gateway.signIn(ofPhone)
    const other = await staff.gateway.signIn(ofPhone)
    expect(await end(staffId, login)).toEqual({ ended: 1 })
    expect([await staff.isSignedIn(login), await staff.isSignedIn(other)]).toEqual([true, false])
  })

  it('is not for those who may do more', async () => {
    const answer = await staff.gateway.call(
      employeeSignIn.endSessions,
      { staffId: staff.merchant.employeeId },
      { login: staff.clerk },
    )
    expect(answer).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
    expect(await staff.isSignedIn(staff.owner)).toBe(true)
  })
})
