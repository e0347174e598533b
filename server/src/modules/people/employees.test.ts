import type { InputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { auth } from '@huanji/contract/features/auth/calls'
import { ownSessions } from '@huanji/contract/features/auth/session'
import { adminEmployee, employee, employeeSignIn } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { contextOf, granted, outcomes, PASSWORD } from '../auth/testing/account-gateway.ts'
import { addEmployee } from './commands.ts'
import { SESSION_INVALID, STAFF_GRANTS, type StaffGateway, startStaffGateway } from './testing/staff-gateway.ts'

const HOUR_MS = 3_600_000
const NOT_GRANTED = '80030001'

let staff: StaffGateway

beforeAll(async () => {
  staff = await startStaffGateway()
})

afterAll(() => staff.gateway.close())

beforeEach(() => {
  staff.gateway.clock.advance(1000)
})

describe('the list of employees', () => {
  it('shows who works here, newest first, and not who works elsewhere', async () => {
    const { staffId, phone: ofPhone } = await staff.add()
    const answer = await staff.list({ pageSize: 200 })
    expect(answer.list[0]).toEqual({
      staffId,
      name: `员工${ofPhone.slice(-4)}`,
      phone: ofPhone,
      status: 'active',
      isOwner: false,
      isSelf: false,
      roles: [{ roleId: staff.merchant.roleIds.inspector, name: '质检员' }],
      shopIds: null,
      lastSignInAt: null,
      sessionCount: 0,
      mustResetPassword: false,
      // signed in nowhere, so that there is nothing to end
      allowedActions: ['edit', 'disable', 'requirePasswordReset', 'delete'],
      createdAt: staff.gateway.clock.now().toISOString(),
      version: 1,
    })
    const self = answer.list.at(-1)
    expect(self).toMatchObject({ staffId: staff.merchant.employeeId, isSelf: true, isOwner: true, sessionCount: 1 })
    expect(answer.list.map((one) => one.staffId)).not.toContain(staff.stranger.employeeId)
  })

  it('is found by name, phone, status and role, and counts each status', async () => {
    const one = await staff.add('finance')
    const two = await staff.add('finance')
    granted(await staff.setStatus(two.staffId, 'disabled'))
    const ids = async (filter: InputOf<typeof employee.list>) =>
      (await staff.list({ pageSize: 200, ...filter })).list.map(({ staffId }) => staffId)
    const roleId = staff.merchant.roleIds.finance
    expect(await ids({ roleId })).toEqual([two.staffId, one.staffId])
    expect(await ids({ roleId, status: 'disabled' })).toEqual([two.staffId])
    expect((await staff.list({ roleId, status: 'disabled' })).counts).toEqual({ active: 1, disabled: 1 })
    expect(await ids({ keyword: one.phone.slice(3) })).toEqual([one.staffId])
    expect(await ids({ keyword: `员工${two.phone.slice(-4)}` })).toEqual([two.staffId])
    expect(await ids({ keyword: '1_0' })).toEqual([])
    expect(await ids({ roleId: staff.stranger.roleIds.inspector })).toEqual([])
  })

  it('is paged by key', async () => {
    const all = await staff.list({ pageSize: 200 })
    const first = await staff.list({ pageSize: 2 })
    const next = await staff.list({ page: 2, pageSize: 2, cursor: first.nextCursor ?? '' })
    expect([...first.list, ...next.list]).toEqual(all.list.slice(0, 4))
    expect(next.total).toBe(all.list.length)
  })

  it('counts the sessions that would be let in', async () => {
    const { staffId, phone: ofPhone } = await staff.add()
    await staff.gateway.signIn(ofPhone)
    const login = await staff.gateway.signIn(ofPhone)
    expect(await staff.row(staffId)).toMatchObject({ sessionCount: 2 })
    staff.gateway.clock.advance(6 * HOUR_MS)
    for (const one of [staff.owner, staff.clerk, login]) expect(await staff.isSignedIn(one)).toBe(true)
    staff.gateway.clock.advance(7 * HOUR_MS)
    expect(await staff.row(staffId)).toMatchObject({ sessionCount: 1 })
    expect(await staff.isSignedIn(staff.clerk)).toBe(true)
    await staff.gateway.query('update account set password_set_at = $2 where phone = $1', [
      ofPhone,
      staff.gateway.clock.now(),
    ])
    expect(await staff.row(staffId)).toMatchObject({ sessionCount: 0 })
  })
})

describe('adding an employee', () => {
  it('lets the phone sign in, with the roles given', async () => {
    const ofPhone = staff.phone()
    const roleIds = [staff.merchant.roleIds.shipper, staff.merchant.roleIds.inspector, staff.merchant.roleIds.shipper]
    const { staffId, version } = granted(await staff.edit({ name: ' 小新 ', phone: ofPhone, roleIds }))
    expect(version).toBe(1)
    const names = (await staff.row(staffId)).roles.map(({ name }) => name)
    expect(names).toEqual(['质检员', '发货员'])
    const captcha = await staff.gateway.code(ofPhone, 'login')
    const answer = granted(await staff.gateway.call(auth.loginCaptcha, { phone: ofPhone, captcha }))
    expect(answer).toMatchObject({ employeeId: staffId, loginInfo: { employeeName: '小新', roleNames: names } })
    expect(await staff.logged(staffId)).toContainEqual({
      label: '添加员工',
      who: '老板',
      of: '小新',
      before: null,
      after: {
        姓名: '小新',
        手机号: `${ofPhone.slice(0, 3)}****${ofPhone.slice(-4)}`,
        角色: '质检员、发货员',
        状态: '启用',
      },
    })
  })

  it('needs a phone that does not work here yet, also when it comes several times at once', async () => {
    const roleIds = [staff.merchant.roleIds.inspector]
    expect(await staff.edit({ name: '无号', roleIds })).toMatchObject({ _bizErrCode: 'PHONE_REQUIRED' })
    const known = await staff.add()
    expect(await staff.edit({ name: '重复', phone: known.phone, roleIds })).toMatchObject({
      _bizErrCode: 'EMPLOYEE_EXISTS',
      _errStr: expect.stringContaining(`员工${known.phone.slice(-4)}`),
    })
    const ofPhone = staff.phone()
    const answers = await Promise.all(['甲', '乙', '丙'].map((name) => staff.edit({ name, phone: ofPhone, roleIds })))
    expect(outcomes(answers)).toEqual({ ok: 1, EMPLOYEE_EXISTS: 2 })
    expect(await staff.gateway.query('select 1 from employee where phone = $1', [ofPhone])).toHaveLength(1)
  })

  it('needs roles of this merchant', async () => {
    const before = await staff.gateway.query('select count(*) from employee')
    for (const roleId of [staff.stranger.roleIds.inspector, newId()]) {
      const roleIds = [staff.merchant.roleIds.inspector, roleId]
      expect(await staff.edit({ name: '借权', phone: staff.phone(), roleIds })).toMatchObject({
        _bizErrCode: 'NOT_FOUND',
      })
    }
    expect(await staff.gateway.query('select count(*) from employee')).toEqual(before)
  })

  it('gives no role with more than the actor holds', async () => {
    const give = (roleIds: string[], login = staff.clerk) =>
      staff.edit({ name: '新人', phone: staff.phone(), roleIds }, login)
    granted(await give([staff.merchant.roleIds.inspector, staff.clerkRoleId]))
    expect(await give([staff.merchant.roleIds.inspector, staff.merchant.roleIds.finance])).toMatchObject({
      _bizErrCode: 'GRANT_NOT_HELD',
      _errStr: expect.stringMatching(/：商品·查看保底价、商品·查看成本价、.*等\d+项$/),
    })
    expect(await give([staff.merchant.roleIds.owner])).toMatchObject({
      _bizErrCode: 'GRANT_NOT_HELD',
      _errStr: '您自己没有的，不能给别人：老板',
    })
  })

  it('gives no role with a higher refund limit', async () => {
    const makeRole = (name: string, refundLimitFen: number | null) =>
      staff.makeRole(name, ['/api/refund/v1/agree', ...STAFF_GRANTS], refundLimitFen)
    const [low, high, free] = [await makeRole('低', 100), await makeRole('高', 101), await makeRole('不限', null)]
    const { staffId, phone: ofPhone } = await staff.add()
    granted(await staff.edit(await staff.giving(staffId, [low])))
    const login = await staff.gateway.signIn(ofPhone)
    for (const roleId of [high, free]) {
      const answer = await staff.edit({ name: '高额', phone: staff.phone(), roleIds: [roleId] }, login)
      expect(answer).toMatchObject({ _bizErrCode: 'REFUND_LIMIT_NOT_HELD', _errStr: expect.stringContaining('¥1.00') })
    }
    granted(await staff.edit({ name: '同额', phone: staff.phone(), roleIds: [low] }, login))
    const above = await staff.add()
    granted(await staff.edit(await staff.giving(above.staffId, [high])))
    expect(await staff.del(above.staffId, login)).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
  })
})

describe('one phone in two merchants', () => {
  it('is an employee of each, disabled and deleted apart', async () => {
    const { staffId, phone: ofPhone } = await staff.add()
    const there = await staff.gateway.employee(staff.stranger, ofPhone, 'shipper')
    const choice = granted(await staff.gateway.call(auth.login, { phone: ofPhone, password: PASSWORD }))
    if (!('ticket' in choice)) throw new Error('no choice')
    const login = contextOf(
      granted(await staff.gateway.call(auth.loginAffirm, { ticket: choice.ticket, employeeId: there })),
    )
    const options = async () => granted(await staff.gateway.call(adminEmployee.mchOptions, {}, { login })).options
    const elsewhere = {
      value: staff.stranger.merchantId,
      label: '别的商家',
      employeeName: `员工${ofPhone.slice(-4)}`,
      isCurrent: true,
    }
    const here = { ...elsewhere, value: staff.merchant.merchantId, label: '示例商家', isCurrent: false }
    expect(await options()).toEqual(expect.arrayContaining([here, elsewhere]))
    const { version } = await staff.row(staffId)
    const roleIds = [staff.merchant.roleIds.inspector]
    granted(await staff.edit({ staffId, version, name: '改了名', roleIds }))
    expect(await options()).toEqual(expect.arrayContaining([{ ...here, employeeName: '改了名' }, elsewhere]))
    granted(await staff.setStatus(staffId, 'disabled'))
    expect(await options()).toEqual([elsewhere])
    granted(await staff.setStatus(staffId, 'active'))
    expect(await options()).toHaveLength(2)
    granted(await staff.gateway.call(employeeSignIn.requirePasswordReset, { staffId }, { login: staff.owner }))
    expect(await staff.isSignedIn(login)).toBe(true)
    granted(await staff.del(staffId))
    expect(await options()).toEqual([elsewhere])
  })
})

describe('editing an employee', () => {
  it('needs the version that was edited, and says who was faster', async () => {
    const { staffId } = await staff.add()
    const change = await staff.giving(staffId, [staff.merchant.roleIds.inspector])
    granted(await staff.edit({ ...change, name: '先改' }, staff.clerk))
    const late = await staff.edit({ ...change, name: '后改' })
    const who = (await staff.row(staff.clerk.employeeId)).name
    expect(late).toMatchObject({ _bizErrCode: 'VERSION_CONFLICT', _errStr: expect.stringContaining(who) })
    const { version, ...without } = change
    expect(await staff.edit({ ...without, name: '没带版本' })).toMatchObject({ _bizErrCode: 'VERSION_CONFLICT' })
    expect(await staff.row(staffId)).toMatchObject({ name: '先改', version: version + 1 })
  })

  it('never changes the phone', async () => {
    const { staffId, phone: ofPhone } = await staff.add()
    const change = await staff.giving(staffId, [staff.merchant.roleIds.inspector])
    expect(await staff.edit({ ...change, phone: staff.phone() })).toMatchObject({ _bizErrCode: 'PHONE_FIXED' })
    expect(granted(await staff.edit({ ...change, phone: ofPhone }))).toEqual({ staffId, version: 1 })
    expect(await staff.logged(staffId)).toEqual([])
  })

  it('keeps the sessions when only the name changes, and ends them when the roles do', async () => {
    const { staffId, phone: ofPhone } = await staff.add()
    const login = await staff.gateway.signIn(ofPhone)
    const change = await staff.giving(staffId, [staff.merchant.roleIds.inspector])
    granted(await staff.edit({ ...change, name: '新名' }))
    expect(await staff.isSignedIn(login)).toBe(true)
    const roleIds = [staff.merchant.roleIds.inspector, staff.merchant.roleIds.shipper]
    granted(await staff.edit({ ...change, version: 2, name: '新名', roleIds }))
    expect(await staff.isSignedIn(login)).toBe(false)
    const ended = await staff.gateway.query('select end_reason from session where employee_id = $1', [staffId])
    expect(ended).toEqual([{ end_reason: 'roleChanged' }])
    const signedIn = granted(await staff.gateway.call(auth.login, { phone: ofPhone, password: PASSWORD }))
    expect(signedIn).toMatchObject({ loginInfo: { employeeName: '新名', roleNames: ['质检员', '发货员'] } })
    expect((await staff.logged(staffId)).filter(({ label }) => label === '修改员工')).toEqual([
      {
        label: '修改员工',
        who: '老板',
        of: '新名',
        before: { 姓名: change.name },
        after: { 姓名: '新名' },
      },
      {
        label: '修改员工',
        who: '老板',
        of: '新名',
        before: { 角色: '质检员' },
        after: { 角色: '质检员、发货员' },
      },
    ])
  })

  it('takes rights away at once', async () => {
    const { staffId, phone: ofPhone } = await staff.add()
    granted(await staff.edit(await staff.giving(staffId, [staff.clerkRoleId])))
    const login = await staff.gateway.signIn(ofPhone)
    granted(await staff.gateway.call(employee.list, {}, { login }))
    granted(await staff.edit(await staff.giving(staffId, [staff.merchant.roleIds.shipper])))
    expect(await staff.gateway.call(employee.list, {}, { login })).toMatchObject({ _errCode: SESSION_INVALID })
    const again = await staff.gateway.signIn(ofPhone)
    expect(await staff.gateway.call(employee.list, {}, { login: again })).toMatchObject({ _errCode: NOT_GRANTED })
  })

  it('of one’s own roles keeps the session that does it, and gives nothing new', async () => {
    const { staffId, phone: ofPhone } = await staff.add()
    granted(await staff.edit(await staff.giving(staffId, [staff.clerkRoleId, staff.merchant.roleIds.inspector])))
    const login = await staff.gateway.signIn(ofPhone)
    const other = await staff.gateway.signIn(ofPhone)
    for (const key of ['owner', 'finance'] as const) {
      const answer = await staff.edit(
        await staff.giving(staffId, [staff.clerkRoleId, staff.merchant.roleIds[key]]),
        login,
      )
      expect(answer).toMatchObject({ _bizErrCode: 'GRANT_NOT_HELD' })
    }
    granted(await staff.edit(await staff.giving(staffId, [staff.clerkRoleId]), login))
    expect(await staff.isSignedIn(login)).toBe(true)
    expect(await staff.isSignedIn(other)).toBe(false)
    const back = await staff.giving(staffId, [staff.clerkRoleId, staff.merchant.roleIds.inspector])
    expect(await staff.edit(back, login)).toMatchObject({ _bizErrCode: 'GRANT_NOT_HELD' })
  })

  it('is not for those who may do more', async () => {
    const above = await staff.add('finance')
    const change = { ...(await staff.giving(above.staffId, [staff.merchant.roleIds.inspector])), name: '被改' }
    expect(await staff.edit(change, staff.clerk)).toMatchObject({
      _bizErrCode: 'EMPLOYEE_ABOVE_YOU',
      _errStr: expect.stringContaining(`员工${above.phone.slice(-4)}`),
    })
    const ofOwner = await staff.giving(staff.merchant.employeeId, [staff.merchant.roleIds.inspector])
    expect(await staff.edit(ofOwner, staff.clerk)).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
  })
})

describe('the owners', () => {
  it('are those who hold 老板, given and taken by owners', async () => {
    const { staffId, phone: ofPhone } = await staff.add('owner')
    expect(await staff.row(staffId)).toMatchObject({ isOwner: true })
    const login = await staff.gateway.signIn(ofPhone)
    granted(await staff.gateway.call(role.list, {}, { login }))
    await staff.prove()
    granted(await staff.edit(await staff.giving(staffId, [staff.merchant.roleIds.inspector])))
    expect(await staff.row(staffId)).toMatchObject({ isOwner: false })
    const again = await staff.gateway.signIn(ofPhone)
    expect(await staff.gateway.call(role.list, {}, { login: again })).toMatchObject({ _errCode: NOT_GRANTED })
  })

  it('are never none', async () => {
    const other = await staff.gateway.merchant(staff.phone(), '独资')
    const [{ phone: ofPhone } = { phone: '' }] = await staff.gateway.query('select phone from employee where id = $1', [
      other.employeeId,
    ])
    const login = await staff.gateway.signIn(String(ofPhone))
    const only = { staffId: other.employeeId, version: 1, name: '老板', roleIds: [other.roleIds.manager] }
    expect(await staff.edit(only, login)).toMatchObject({ _bizErrCode: 'LAST_OWNER' })
    const secondPhone = staff.phone()
    const roleIds = [other.roleIds.owner]
    await staff.prove(login)
    const second = granted(await staff.edit({ name: '第二位', phone: secondPhone, roleIds }, login)).staffId
    await staff.prove(login)
    granted(await staff.setStatus(second, 'disabled', login))
    expect(await staff.edit(only, login)).toMatchObject({ _bizErrCode: 'LAST_OWNER' })
    await staff.prove(login)
    granted(await staff.setStatus(second, 'active', login))
    await staff.prove(login)
    granted(await staff.edit(only, login))
    expect(await staff.gateway.call(employee.list, {}, { login })).toMatchObject({
      _data: { list: [{ isOwner: true }, { isOwner: false }] },
    })
  })

  it.each([
    ['disable', setStatusTo('disabled')],
    ['delete', (staffId: string, login: LoginContext) => staff.del(staffId, login)],
    ['demote', (staffId: string, login: LoginContext) => demote(staffId, login)],
  ])('stay one when two %s each other at once', async (_, doTo) => {
    const of = await staff.gateway.merchant(staff.phone(), '两人店')
    const [{ phone: firstPhone } = { phone: '' }] = await staff.gateway.query(
      'select phone from employee where id = $1',
      [of.employeeId],
    )
    const first = await staff.gateway.signIn(String(firstPhone))
    const secondPhone = staff.phone()
    await staff.gateway.db.tenant(of.merchantId, async (tx) =>
      addEmployee(tx, {
        phone: secondPhone,
        name: '第二位',
        roleIds: [of.roleIds.owner],
        isOwner: true,
        now: staff.gateway.clock.now(),
      }),
    )
    const captcha = await staff.gateway.code(secondPhone, 'login')
    const second = contextOf(granted(await staff.gateway.call(auth.loginCaptcha, { phone: secondPhone, captcha })))
    staff.gateway.clock.advance(61_000)
    granted(await staff.gateway.call(ownSessions.sendProofCode, {}, { login: second }))
    const proof = { captcha: await staff.gateway.lastCode(secondPhone) }
    granted(await staff.gateway.call(ownSessions.prove, proof, { login: second }))
    await staff.prove(first)
    roleOf.set(of.merchantId, of.roleIds.manager)
    const answers = await Promise.all([doTo(second.employeeId, first), doTo(first.employeeId, second)])
    expect(outcomes(answers)).toMatchObject({ ok: 1 })
    const owners = await staff.gateway.query(
      `select 1 from employee where merchant_id = $1 and is_owner and status = 'active' and deleted_at is null`,
      [of.merchantId],
    )
    expect(owners).toHaveLength(1)
  })
})

/** The role that a demoted owner is left with, by merchant. */
const roleOf = new Map<string, string>()

function setStatusTo(status: 'active' | 'disabled') {
  return (staffId: string, login: LoginContext) => staff.setStatus(staffId, status, login)
}

function demote(staffId: string, login: LoginContext) {
  return staff.edit({ staffId, version: 1, name: '降职', roleIds: [roleOf.get(login.merchantId) ?? ''] }, login)
}

describe('an employee of another merchant', () => {
  it('might as well not exist', async () => {
    const before = await staff.gateway.query('select * from employee where merchant_id = $1', [
      staff.stranger.merchantId,
    ])
    const roleIds = [staff.merchant.roleIds.inspector]
    for (const staffId of [staff.stranger.employeeId, newId()]) {
      const answers = [
        await staff.info(staffId),
        await staff.edit({ staffId, version: 1, name: '夺取', roleIds }),
        await staff.del(staffId),
        await staff.setStatus(staffId, 'disabled'),
        await staff.gateway.call(employeeSignIn.requirePasswordReset, { staffId }, { login: staff.owner }),
        await staff.gateway.call(employeeSignIn.endSessions, { staffId }, { login: staff.owner }),
      ]
      expect(outcomes(answers)).toEqual({ NOT_FOUND: 6 })
    }
    expect(
      await staff.gateway.query('select * from employee where merchant_id = $1', [staff.stranger.merchantId]),
    ).toEqual(before)
  })
})
