import type { InputOf, OutputOf } from '@huanji/contract/call'
import { auth } from '@huanji/contract/calls/auth'
import { adminEmployee, employee, extEmployee } from '@huanji/contract/calls/employee'
import { role } from '@huanji/contract/calls/role'
import type { LoginContext } from '@huanji/contract/envelope'
import type { RolePreset } from '@huanji/contract/presets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { authGroup } from '../auth/calls.ts'
import { contextOf, granted, outcomes, PASSWORD, type People, startPeople } from '../auth/test-people.ts'
import { peopleGroups } from './calls.ts'
import { addEmployee, type CreatedMerchant } from './commands.ts'

const HOUR_MS = 3_600_000
const SESSION_INVALID = '80017101'
const NOT_GRANTED = '80030001'

let people: People
let merchant: CreatedMerchant
let stranger: CreatedMerchant
let owner: LoginContext
/** May do all with employees, and holds what an inspector does. */
let clerk: LoginContext
let clerkRoleId: string
let nextPhone = 13_800_138_100

type Edit = InputOf<typeof employee.edit>

const phone = () => String(nextPhone++)
const edit = (input: Edit, login = owner) => people.call(employee.edit, input, { login })
const del = (staffId: string, login = owner) => people.call(employee.del, { staffId }, { login })
const setStatus = (staffId: string, status: 'active' | 'disabled', login = owner) =>
  people.call(employee.updateStatus, { staffId, status }, { login })
const info = (staffId: string, login = owner) => people.call(employee.info, { staffId }, { login })
const row = async (staffId: string) => granted(await info(staffId))
const list = async (filter: InputOf<typeof employee.list>, login = owner) =>
  granted(await people.call(employee.list, filter, { login }))
/** A call that anyone with a session may make: what it answers says whether the session is still good. */
const isSignedIn = async (login: LoginContext) => {
  const answer = await people.call(adminEmployee.mchOptions, {}, { login })
  if (answer._errCode !== '0' && answer._errCode !== SESSION_INVALID) throw new Error(JSON.stringify(answer))
  return answer._errCode === '0'
}

interface Added {
  readonly staffId: string
  readonly phone: string
}

/** An employee of the merchant with one of the posts and the usual password. */
async function add(preset: RolePreset['key'] = 'inspector', of = merchant): Promise<Added> {
  const ofPhone = phone()
  const staffId = await people.employee(of, ofPhone, preset === 'owner' ? 'inspector' : preset)
  if (preset === 'owner') {
    const { version } = await row(staffId)
    const roleIds = [merchant.roleIds.owner]
    granted(await edit({ staffId, version, name: `员工${ofPhone.slice(-4)}`, roleIds }))
  }
  return { staffId, phone: ofPhone }
}

/** An edit of an employee that gives these roles and leaves the rest. */
async function giving(staffId: string, roleIds: string[]) {
  const { version, name } = await row(staffId)
  return { staffId, version, name, roleIds }
}

/** What the log says that was done to an employee, oldest first. */
const logged = (staffId: string) =>
  people.query(
    `select action_label as "label", who, subject_label as "of", before, after from audit_log
     where merchant_id = $1 and subject = 'employee' and subject_id = $2 order by sequence`,
    [merchant.merchantId, staffId],
  )

const STAFF_GRANTS = [
  '/api/emp/list',
  '/api/emp/edit',
  '/api/emp/del',
  '/api/emp/updateStatus',
  '/api/ext/emp/requirePasswordReset',
  '/api/ext/emp/endSessions',
]

beforeAll(async () => {
  people = await startPeople([authGroup, ...peopleGroups])
  merchant = await people.merchant('13800138001', '示例商家')
  stranger = await people.merchant('13800138002', '别的商家')
  owner = await people.signIn('13800138001')
  const made = await people.call(
    role.edit,
    { name: '文员', grants: ['/account/staff', ...STAFF_GRANTS], refundLimitFen: 0 },
    { login: owner },
  )
  clerkRoleId = granted(made).roleId
  const of = await add()
  granted(await edit(await giving(of.staffId, [clerkRoleId, merchant.roleIds.inspector])))
  clerk = await people.signIn(of.phone)
})

afterAll(() => people.close())

beforeEach(() => {
  people.clock.advance(1000)
})

describe('the list of employees', () => {
  it('shows who works here, newest first, and not who works elsewhere', async () => {
    const { staffId, phone: ofPhone } = await add()
    const answer = await list({ pageSize: 200 })
    expect(answer.list[0]).toEqual({
      staffId,
      name: `员工${ofPhone.slice(-4)}`,
      phone: ofPhone,
      status: 'active',
      isOwner: false,
      isSelf: false,
      roles: [{ roleId: merchant.roleIds.inspector, name: '质检员' }],
      lastSignInAt: null,
      sessionCount: 0,
      mustResetPassword: false,
      createdAt: people.clock.now().toISOString(),
      version: 1,
    })
    const self = answer.list.at(-1)
    expect(self).toMatchObject({ staffId: merchant.employeeId, isSelf: true, isOwner: true, sessionCount: 1 })
    expect(answer.list.map((one) => one.staffId)).not.toContain(stranger.employeeId)
  })

  it('is found by name, phone, status and role, and counts each status', async () => {
    const one = await add('finance')
    const two = await add('finance')
    granted(await setStatus(two.staffId, 'disabled'))
    const ids = async (filter: InputOf<typeof employee.list>) =>
      (await list({ pageSize: 200, ...filter })).list.map(({ staffId }) => staffId)
    const roleId = merchant.roleIds.finance
    expect(await ids({ roleId })).toEqual([two.staffId, one.staffId])
    expect(await ids({ roleId, status: 'disabled' })).toEqual([two.staffId])
    expect((await list({ roleId, status: 'disabled' })).counts).toEqual({ active: 1, disabled: 1 })
    expect(await ids({ keyword: one.phone.slice(3) })).toEqual([one.staffId])
    expect(await ids({ keyword: `员工${two.phone.slice(-4)}` })).toEqual([two.staffId])
    expect(await ids({ keyword: '1_0' })).toEqual([])
    expect(await ids({ roleId: stranger.roleIds.inspector })).toEqual([])
  })

  it('is paged by key', async () => {
    const all = await list({ pageSize: 200 })
    const first = await list({ pageSize: 2 })
    const next = await list({ page: 2, pageSize: 2, cursor: first.nextCursor ?? '' })
    expect([...first.list, ...next.list]).toEqual(all.list.slice(0, 4))
    expect(next.total).toBe(all.list.length)
  })

  it('counts the sessions that would be let in', async () => {
    const { staffId, phone: ofPhone } = await add()
    await people.signIn(ofPhone)
    const login = await people.signIn(ofPhone)
    expect(await row(staffId)).toMatchObject({ sessionCount: 2 })
    people.clock.advance(6 * HOUR_MS)
    for (const one of [owner, clerk, login]) expect(await isSignedIn(one)).toBe(true)
    people.clock.advance(7 * HOUR_MS)
    expect(await row(staffId)).toMatchObject({ sessionCount: 1 })
    expect(await isSignedIn(clerk)).toBe(true)
    await people.query('update account set password_set_at = $2 where phone = $1', [ofPhone, people.clock.now()])
    expect(await row(staffId)).toMatchObject({ sessionCount: 0 })
  })
})

describe('adding an employee', () => {
  it('lets the phone sign in, with the roles given', async () => {
    const ofPhone = phone()
    const roleIds = [merchant.roleIds.shipper, merchant.roleIds.inspector, merchant.roleIds.shipper]
    const { staffId, version } = granted(await edit({ name: ' 小新 ', phone: ofPhone, roleIds }))
    expect(version).toBe(1)
    const names = (await row(staffId)).roles.map(({ name }) => name)
    expect(names).toEqual(['质检员', '仓管发货'])
    const captcha = await people.code(ofPhone, 'login')
    const answer = granted(await people.call(auth.loginCaptcha, { phone: ofPhone, captcha }))
    expect(answer).toMatchObject({ employeeId: staffId, loginInfo: { employeeName: '小新', roleNames: names } })
    expect(await logged(staffId)).toContainEqual({
      label: '添加员工',
      who: '主账号',
      of: '小新',
      before: null,
      after: {
        姓名: '小新',
        手机号: `${ofPhone.slice(0, 3)}****${ofPhone.slice(-4)}`,
        角色: '质检员、仓管发货',
        状态: '启用',
      },
    })
  })

  it('needs a phone that does not work here yet, also when it comes several times at once', async () => {
    const roleIds = [merchant.roleIds.inspector]
    expect(await edit({ name: '无号', roleIds })).toMatchObject({ _bizErrCode: 'PHONE_REQUIRED' })
    const known = await add()
    expect(await edit({ name: '重复', phone: known.phone, roleIds })).toMatchObject({
      _bizErrCode: 'EMPLOYEE_EXISTS',
      _errStr: expect.stringContaining(`员工${known.phone.slice(-4)}`),
    })
    const ofPhone = phone()
    const answers = await Promise.all(['甲', '乙', '丙'].map((name) => edit({ name, phone: ofPhone, roleIds })))
    expect(outcomes(answers)).toEqual({ ok: 1, EMPLOYEE_EXISTS: 2 })
    expect(await people.query('select 1 from employee where phone = $1', [ofPhone])).toHaveLength(1)
  })

  it('needs roles of this merchant', async () => {
    const before = await people.query('select count(*) from employee')
    for (const roleId of [stranger.roleIds.inspector, newId()]) {
      const roleIds = [merchant.roleIds.inspector, roleId]
      expect(await edit({ name: '借权', phone: phone(), roleIds })).toMatchObject({ _bizErrCode: 'NOT_FOUND' })
    }
    expect(await people.query('select count(*) from employee')).toEqual(before)
  })

  it('gives no role with more than the actor holds', async () => {
    const give = (roleIds: string[], login = clerk) => edit({ name: '新人', phone: phone(), roleIds }, login)
    granted(await give([merchant.roleIds.inspector, clerkRoleId]))
    expect(await give([merchant.roleIds.inspector, merchant.roleIds.finance])).toMatchObject({
      _bizErrCode: 'GRANT_NOT_HELD',
      _errStr: expect.stringMatching(/：商品·查看保底价、商品·查看成本价、.*等\d+项$/),
    })
    expect(await give([merchant.roleIds.owner])).toMatchObject({
      _bizErrCode: 'GRANT_NOT_HELD',
      _errStr: '不能授予您自己没有的权限：老板',
    })
  })

  it('gives no role with a higher refund limit', async () => {
    const makeRole = async (name: string, refundLimitFen: number | null) => {
      const grants = ['/api/refund/v1/agree', ...STAFF_GRANTS]
      return granted(await people.call(role.edit, { name, grants, refundLimitFen }, { login: owner })).roleId
    }
    const [low, high, free] = [await makeRole('低', 100), await makeRole('高', 101), await makeRole('不限', null)]
    const { staffId, phone: ofPhone } = await add()
    granted(await edit(await giving(staffId, [low])))
    const login = await people.signIn(ofPhone)
    for (const roleId of [high, free]) {
      const answer = await edit({ name: '高额', phone: phone(), roleIds: [roleId] }, login)
      expect(answer).toMatchObject({ _bizErrCode: 'REFUND_LIMIT_NOT_HELD', _errStr: expect.stringContaining('¥1.00') })
    }
    granted(await edit({ name: '同额', phone: phone(), roleIds: [low] }, login))
    const above = await add()
    granted(await edit(await giving(above.staffId, [high])))
    expect(await del(above.staffId, login)).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
  })
})

describe('one phone in two merchants', () => {
  it('is an employee of each, disabled and deleted apart', async () => {
    const { staffId, phone: ofPhone } = await add()
    const there = await people.employee(stranger, ofPhone, 'shipper')
    const choice = granted(await people.call(auth.login, { phone: ofPhone, password: PASSWORD }))
    if (!('ticket' in choice)) throw new Error('no choice')
    const login = contextOf(granted(await people.call(auth.loginAffirm, { ticket: choice.ticket, employeeId: there })))
    const options = async () => granted(await people.call(adminEmployee.mchOptions, {}, { login })).options
    const elsewhere = {
      value: stranger.merchantId,
      label: '别的商家',
      employeeName: `员工${ofPhone.slice(-4)}`,
      isCurrent: true,
    }
    const here = { ...elsewhere, value: merchant.merchantId, label: '示例商家', isCurrent: false }
    expect(await options()).toEqual(expect.arrayContaining([here, elsewhere]))
    const { version } = await row(staffId)
    const roleIds = [merchant.roleIds.inspector]
    granted(await edit({ staffId, version, name: '改了名', roleIds }))
    expect(await options()).toEqual(expect.arrayContaining([{ ...here, employeeName: '改了名' }, elsewhere]))
    granted(await setStatus(staffId, 'disabled'))
    expect(await options()).toEqual([elsewhere])
    granted(await setStatus(staffId, 'active'))
    expect(await options()).toHaveLength(2)
    granted(await people.call(extEmployee.requirePasswordReset, { staffId }, { login: owner }))
    expect(await isSignedIn(login)).toBe(true)
    granted(await del(staffId))
    expect(await options()).toEqual([elsewhere])
  })
})

describe('editing an employee', () => {
  it('needs the version that was edited, and says who was faster', async () => {
    const { staffId } = await add()
    const change = await giving(staffId, [merchant.roleIds.inspector])
    granted(await edit({ ...change, name: '先改' }, clerk))
    const late = await edit({ ...change, name: '后改' })
    const who = (await row(clerk.employeeId)).name
    expect(late).toMatchObject({ _bizErrCode: 'VERSION_CONFLICT', _errStr: expect.stringContaining(who) })
    const { version, ...without } = change
    expect(await edit({ ...without, name: '没带版本' })).toMatchObject({ _bizErrCode: 'VERSION_CONFLICT' })
    expect(await row(staffId)).toMatchObject({ name: '先改', version: version + 1 })
  })

  it('never changes the phone', async () => {
    const { staffId, phone: ofPhone } = await add()
    const change = await giving(staffId, [merchant.roleIds.inspector])
    expect(await edit({ ...change, phone: phone() })).toMatchObject({ _bizErrCode: 'PHONE_FIXED' })
    expect(granted(await edit({ ...change, phone: ofPhone }))).toEqual({ staffId, version: 1 })
    expect(await logged(staffId)).toEqual([])
  })

  it('keeps the sessions when only the name changes, and ends them when the roles do', async () => {
    const { staffId, phone: ofPhone } = await add()
    const login = await people.signIn(ofPhone)
    const change = await giving(staffId, [merchant.roleIds.inspector])
    granted(await edit({ ...change, name: '新名' }))
    expect(await isSignedIn(login)).toBe(true)
    const roleIds = [merchant.roleIds.inspector, merchant.roleIds.shipper]
    granted(await edit({ ...change, version: 2, name: '新名', roleIds }))
    expect(await isSignedIn(login)).toBe(false)
    const ended = await people.query('select end_reason from session where employee_id = $1', [staffId])
    expect(ended).toEqual([{ end_reason: 'roleChanged' }])
    const signedIn = granted(await people.call(auth.login, { phone: ofPhone, password: PASSWORD }))
    expect(signedIn).toMatchObject({ loginInfo: { employeeName: '新名', roleNames: ['质检员', '仓管发货'] } })
    expect((await logged(staffId)).filter(({ label }) => label === '修改员工')).toEqual([
      {
        label: '修改员工',
        who: '主账号',
        of: '新名',
        before: { 姓名: change.name },
        after: { 姓名: '新名' },
      },
      {
        label: '修改员工',
        who: '主账号',
        of: '新名',
        before: { 角色: '质检员' },
        after: { 角色: '质检员、仓管发货' },
      },
    ])
  })

  it('takes rights away at once', async () => {
    const { staffId, phone: ofPhone } = await add()
    granted(await edit(await giving(staffId, [clerkRoleId])))
    const login = await people.signIn(ofPhone)
    granted(await people.call(employee.list, {}, { login }))
    granted(await edit(await giving(staffId, [merchant.roleIds.shipper])))
    expect(await people.call(employee.list, {}, { login })).toMatchObject({ _errCode: SESSION_INVALID })
    const again = await people.signIn(ofPhone)
    expect(await people.call(employee.list, {}, { login: again })).toMatchObject({ _errCode: NOT_GRANTED })
  })

  it('of one’s own roles keeps the session that does it, and gives nothing new', async () => {
    const { staffId, phone: ofPhone } = await add()
    granted(await edit(await giving(staffId, [clerkRoleId, merchant.roleIds.inspector])))
    const login = await people.signIn(ofPhone)
    const other = await people.signIn(ofPhone)
    for (const key of ['owner', 'finance'] as const) {
      const answer = await edit(await giving(staffId, [clerkRoleId, merchant.roleIds[key]]), login)
      expect(answer).toMatchObject({ _bizErrCode: 'GRANT_NOT_HELD' })
    }
    granted(await edit(await giving(staffId, [clerkRoleId]), login))
    expect(await isSignedIn(login)).toBe(true)
    expect(await isSignedIn(other)).toBe(false)
    const back = await giving(staffId, [clerkRoleId, merchant.roleIds.inspector])
    expect(await edit(back, login)).toMatchObject({ _bizErrCode: 'GRANT_NOT_HELD' })
  })

  it('is not for those who may do more', async () => {
    const above = await add('finance')
    const change = { ...(await giving(above.staffId, [merchant.roleIds.inspector])), name: '被改' }
    expect(await edit(change, clerk)).toMatchObject({
      _bizErrCode: 'EMPLOYEE_ABOVE_YOU',
      _errStr: expect.stringContaining(`员工${above.phone.slice(-4)}`),
    })
    const ofOwner = await giving(merchant.employeeId, [merchant.roleIds.inspector])
    expect(await edit(ofOwner, clerk)).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
  })
})

describe('the owners', () => {
  it('are those who hold 老板, given and taken by owners', async () => {
    const { staffId, phone: ofPhone } = await add('owner')
    expect(await row(staffId)).toMatchObject({ isOwner: true })
    const login = await people.signIn(ofPhone)
    granted(await people.call(role.list, {}, { login }))
    granted(await edit(await giving(staffId, [merchant.roleIds.inspector])))
    expect(await row(staffId)).toMatchObject({ isOwner: false })
    const again = await people.signIn(ofPhone)
    expect(await people.call(role.list, {}, { login: again })).toMatchObject({ _errCode: NOT_GRANTED })
  })

  it('are never none', async () => {
    const other = await people.merchant(phone(), '独资')
    const [{ phone: ofPhone } = { phone: '' }] = await people.query('select phone from employee where id = $1', [
      other.employeeId,
    ])
    const login = await people.signIn(String(ofPhone))
    const only = { staffId: other.employeeId, version: 1, name: '主账号', roleIds: [other.roleIds.manager] }
    expect(await edit(only, login)).toMatchObject({ _bizErrCode: 'LAST_OWNER' })
    const secondPhone = phone()
    const roleIds = [other.roleIds.owner]
    const second = granted(await edit({ name: '第二位', phone: secondPhone, roleIds }, login)).staffId
    granted(await setStatus(second, 'disabled', login))
    expect(await edit(only, login)).toMatchObject({ _bizErrCode: 'LAST_OWNER' })
    granted(await setStatus(second, 'active', login))
    granted(await edit(only, login))
    expect(await people.call(employee.list, {}, { login })).toMatchObject({
      _data: { list: [{ isOwner: true }, { isOwner: false }] },
    })
  })

  it.each([
    ['disable', setStatusTo('disabled')],
    ['delete', (staffId: string, login: LoginContext) => del(staffId, login)],
    ['demote', (staffId: string, login: LoginContext) => demote(staffId, login)],
  ])('stay one when two %s each other at once', async (_, doTo) => {
    const of = await people.merchant(phone(), '两人店')
    const [{ phone: firstPhone } = { phone: '' }] = await people.query('select phone from employee where id = $1', [
      of.employeeId,
    ])
    const first = await people.signIn(String(firstPhone))
    const secondPhone = phone()
    await people.db.tenant(of.merchantId, async (tx) =>
      addEmployee(tx, {
        phone: secondPhone,
        name: '第二位',
        roleIds: [of.roleIds.owner],
        isOwner: true,
        now: people.clock.now(),
      }),
    )
    const captcha = await people.code(secondPhone, 'login')
    const second = contextOf(granted(await people.call(auth.loginCaptcha, { phone: secondPhone, captcha })))
    roleOf.set(of.merchantId, of.roleIds.manager)
    const answers = await Promise.all([doTo(second.employeeId, first), doTo(first.employeeId, second)])
    expect(outcomes(answers)).toMatchObject({ ok: 1 })
    const owners = await people.query(
      `select 1 from employee where merchant_id = $1 and is_owner and status = 'active' and deleted_at is null`,
      [of.merchantId],
    )
    expect(owners).toHaveLength(1)
  })
})

/** The role that a demoted owner is left with, by merchant. */
const roleOf = new Map<string, string>()

function setStatusTo(status: 'active' | 'disabled') {
  return (staffId: string, login: LoginContext) => setStatus(staffId, status, login)
}

function demote(staffId: string, login: LoginContext) {
  return edit({ staffId, version: 1, name: '降职', roleIds: [roleOf.get(login.merchantId) ?? ''] }, login)
}

describe('disabling an employee', () => {
  it('ends the sessions at once, closes the door, and can be undone', async () => {
    const { staffId, phone: ofPhone } = await add()
    const login = await people.signIn(ofPhone)
    expect(granted(await setStatus(staffId, 'disabled'))).toEqual({ version: 2 })
    expect(await isSignedIn(login)).toBe(false)
    const refused = await people.call(auth.login, { phone: ofPhone, password: PASSWORD })
    expect(refused).toMatchObject({ _bizErrCode: 'EMPLOYEE_DISABLED' })
    expect(granted(await setStatus(staffId, 'disabled'))).toEqual({ version: 2 })
    expect(granted(await setStatus(staffId, 'active'))).toEqual({ version: 3 })
    expect(await isSignedIn(login)).toBe(false)
    expect(await isSignedIn(await people.signIn(ofPhone))).toBe(true)
    const changes = (await logged(staffId)).map(({ label, before, after }) => ({ label, before, after }))
    expect(changes.filter(({ before }) => before !== null && typeof before === 'object' && '状态' in before)).toEqual([
      { label: '停用员工', before: { 状态: '启用' }, after: { 状态: '停用' } },
      { label: '启用员工', before: { 状态: '停用' }, after: { 状态: '启用' } },
    ])
  })

  it('is not for oneself, nor for those who may do more', async () => {
    expect(await setStatus(owner.employeeId, 'disabled')).toMatchObject({ _bizErrCode: 'SELF_CHANGE' })
    expect(await setStatus(clerk.employeeId, 'disabled', clerk)).toMatchObject({
      _bizErrCode: 'SELF_CHANGE',
      _errStr: '不能停用自己的账号，请联系其他管理员',
    })
    for (const staffId of [merchant.employeeId, (await add('finance')).staffId]) {
      expect(await setStatus(staffId, 'disabled', clerk)).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
      expect(await row(staffId)).toMatchObject({ status: 'active' })
    }
  })
})

describe('deleting an employee', () => {
  it('takes the person out of everything but the record, and the phone can come back as someone new', async () => {
    const { staffId, phone: ofPhone } = await add()
    const login = await people.signIn(ofPhone)
    granted(await del(staffId))
    expect(await isSignedIn(login)).toBe(false)
    expect(await people.call(auth.login, { phone: ofPhone, password: PASSWORD })).toMatchObject({
      _bizErrCode: 'PHONE_WITHOUT_EMPLOYEE',
    })
    const after = [
      await info(staffId),
      await setStatus(staffId, 'active'),
      await del(staffId),
      await people.call(extEmployee.requirePasswordReset, { staffId }, { login: owner }),
      await people.call(extEmployee.endSessions, { staffId }, { login: owner }),
      await edit({ staffId, version: 2, name: '还魂', roleIds: [merchant.roleIds.inspector] }),
    ]
    expect(outcomes(after)).toEqual({ NOT_FOUND: 6 })
    expect((await list({ keyword: ofPhone })).list).toEqual([])
    expect(await people.query('select name, status from employee where id = $1', [staffId])).toEqual([
      { name: `员工${ofPhone.slice(-4)}`, status: 'disabled' },
    ])
    expect((await logged(staffId)).at(-1)).toMatchObject({ label: '删除员工', before: { 角色: '质检员' }, after: null })

    const added = granted(await edit({ name: '回来了', phone: ofPhone, roleIds: [merchant.roleIds.shipper] }))
    expect(added.staffId).not.toBe(staffId)
    expect(await isSignedIn(await people.signIn(ofPhone))).toBe(true)
    expect(await isSignedIn(login)).toBe(false)
    expect((await list({ keyword: ofPhone })).list.map((one) => one.staffId)).toEqual([added.staffId])
  })

  it('lets go of the roles', async () => {
    const name = '一次性'
    const made = granted(await people.call(role.edit, { name, grants: [], refundLimitFen: 0 }, { login: owner }))
    const { staffId } = await add()
    granted(await edit(await giving(staffId, [made.roleId])))
    granted(await del(staffId))
    granted(await people.call(role.del, { roleId: made.roleId }, { login: owner }))
  })

  it('is not for oneself, nor for those who may do more', async () => {
    expect(await del(owner.employeeId)).toMatchObject({ _bizErrCode: 'SELF_CHANGE' })
    expect(await del(clerk.employeeId, clerk)).toMatchObject({ _bizErrCode: 'SELF_CHANGE' })
    expect(await del(merchant.employeeId, clerk)).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
  })
})

describe('demanding a new password', () => {
  const demand = (staffId: string, login = owner) =>
    people.call(extEmployee.requirePasswordReset, { staffId }, { login })

  it('ends the sessions and lasts until the phone has a newer one', async () => {
    const { staffId, phone: ofPhone } = await add()
    const login = await people.signIn(ofPhone)
    granted(await demand(staffId))
    expect(await isSignedIn(login)).toBe(false)
    expect(await row(staffId)).toMatchObject({ mustResetPassword: true, sessionCount: 0 })
    expect((await logged(staffId)).at(-1)).toMatchObject({
      label: '要求重设密码',
      before: { 重设密码: '未要求', 登录中: '1个' },
      after: { 重设密码: '已要求', 登录中: '0个' },
    })
    people.clock.advance(1000)
    await people.query('update account set password_set_at = $2 where phone = $1', [ofPhone, people.clock.now()])
    expect(await row(staffId)).toMatchObject({ mustResetPassword: false })
  })

  // whether a phone has a password at another merchant was told by the mark that only phones with one had
  it('reads the same for a phone without a password', async () => {
    const staffId = await people.employee(merchant, phone(), 'inspector', false)
    granted(await demand(staffId))
    expect(await row(staffId)).toMatchObject({ mustResetPassword: true })
  })

  it('is not for oneself, nor for those who may do more', async () => {
    expect(await demand(owner.employeeId)).toMatchObject({ _bizErrCode: 'SELF_CHANGE' })
    expect(await demand(merchant.employeeId, clerk)).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
  })
})

describe('ending sessions', () => {
  const end = async (staffId: string, login = owner): Promise<OutputOf<typeof extEmployee.endSessions>> =>
    granted(await people.call(extEmployee.endSessions, { staffId }, { login }))

  it('ends those that are live and says how many they were', async () => {
    const { staffId, phone: ofPhone } = await add()
    const logins = [await people.signIn(ofPhone), await people.signIn(ofPhone)]
    expect(await end(staffId)).toEqual({ ended: 2 })
    for (const login of logins) expect(await isSignedIn(login)).toBe(false)
    expect(await end(staffId)).toEqual({ ended: 0 })
    const ends = (await logged(staffId)).filter(({ label }) => label === '结束登录')
    expect(ends).toMatchObject([{ before: { 登录中: '2个' }, after: { 登录中: '0个' } }])
  })

  it('of one’s own keeps the one in use', async () => {
    const { staffId, phone: ofPhone } = await add()
    granted(await edit(await giving(staffId, [clerkRoleId])))
    const login = await people.signIn(ofPhone)
    const other = await people.signIn(ofPhone)
    expect(await end(staffId, login)).toEqual({ ended: 1 })
    expect([await isSignedIn(login), await isSignedIn(other)]).toEqual([true, false])
  })

  it('is not for those who may do more', async () => {
    const answer = await people.call(extEmployee.endSessions, { staffId: merchant.employeeId }, { login: clerk })
    expect(answer).toMatchObject({ _bizErrCode: 'EMPLOYEE_ABOVE_YOU' })
    expect(await isSignedIn(owner)).toBe(true)
  })
})

describe('an employee of another merchant', () => {
  it('might as well not exist', async () => {
    const before = await people.query('select * from employee where merchant_id = $1', [stranger.merchantId])
    const roleIds = [merchant.roleIds.inspector]
    for (const staffId of [stranger.employeeId, newId()]) {
      const answers = [
        await info(staffId),
        await edit({ staffId, version: 1, name: '夺取', roleIds }),
        await del(staffId),
        await setStatus(staffId, 'disabled'),
        await people.call(extEmployee.requirePasswordReset, { staffId }, { login: owner }),
        await people.call(extEmployee.endSessions, { staffId }, { login: owner }),
      ]
      expect(outcomes(answers)).toEqual({ NOT_FOUND: 6 })
    }
    expect(await people.query('select * from employee where merchant_id = $1', [stranger.merchantId])).toEqual(before)
  })
})
