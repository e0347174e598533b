import type { InputOf, OutputOf } from '@huanji/contract/call'
import type { LoginContext } from '@huanji/contract/envelope'
import { address } from '@huanji/contract/features/address/calls'
import { role } from '@huanji/contract/features/people/role'
import { MENU } from '@huanji/contract/menu'
import { flattenMenu, pagePaths } from '@huanji/contract/menu-tree'
import { ROLE_PRESETS, type RolePreset } from '@huanji/contract/presets'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { type AccountGateway, granted, outcomes, startAccountGateway } from '../auth/testing/account-gateway.ts'
import type { CreatedMerchant } from './commands.ts'
import { wholeGrants } from './grants.ts'

let gateway: AccountGateway
let merchant: CreatedMerchant
let stranger: CreatedMerchant
let owner: LoginContext
let strangeOwner: LoginContext
/** Holds 店长, whom the merchant lets edit roles and employees: every grant of that post and these. */
let manager: LoginContext

type Edit = InputOf<typeof role.edit>

const RUNS_PEOPLE = [
  '/account/role',
  '/account/staff',
  '/api/emp/list',
  '/api/emp/edit',
  '/api/role/list',
  '/api/role/edit',
  '/api/role/del',
]
const ADDRESSES = ['/merchant', '/merchant/address', '/api/address/list']

const edit = (input: Edit, login = owner) => gateway.call(role.edit, input, { login })
const del = (roleId: string, login = owner) => gateway.call(role.del, { roleId }, { login })
const info = async (roleId?: string, login = owner) =>
  granted(await gateway.call(role.info, roleId === undefined ? {} : { roleId }, { login }))
const roleOf = async (roleId: string) => {
  const found = (await info(roleId)).role
  if (!found) throw new Error('no role')
  return found
}
const post = (key: RolePreset['key']): RolePreset => {
  const found = ROLE_PRESETS.find((one) => one.key === key)
  if (!found) throw new Error(key)
  return found
}

let made = 0
const make = async (changes: Partial<Edit> = {}, login = owner): Promise<OutputOf<typeof role.edit>> => {
  made += 1
  return granted(await edit({ name: `角色${made}`, grants: ADDRESSES, refundLimitFen: 0, ...changes }, login))
}

/** What the log says that was done to a role, oldest first. */
const logged = (roleId: string) =>
  gateway.query(
    `select action_label as "label", who, subject_label as "of", before, after from audit_log
     where merchant_id = $1 and subject = 'role' and subject_id = $2 order by sequence`,
    [merchant.merchantId, roleId],
  )

beforeAll(async () => {
  gateway = await startAccountGateway()
  merchant = await gateway.merchant('13800136001', '示例商家')
  stranger = await gateway.merchant('13800136002', '别的商家')
  owner = await gateway.signIn('13800136001')
  strangeOwner = await gateway.signIn('13800136002')
  await gateway.employee(merchant, '13800136003', 'manager')
  const running = await make({ name: '人事', grants: RUNS_PEOPLE })
  await gateway.query(
    `insert into employee_role select merchant_id, id, $2 from employee where phone = '13800136003' and merchant_id = $1`,
    [merchant.merchantId, running.roleId],
  )
  manager = await gateway.signIn('13800136003')
})

afterAll(() => gateway.close())

beforeEach(() => {
  gateway.clock.advance(1000)
})

describe('the list of roles', () => {
  it('has the posts in their order, then the merchant’s own, with how many hold them', async () => {
    const { roleId } = await make({ name: '一号仓' })
    const { list } = granted(await gateway.call(role.list, { pageSize: 200 }, { login: owner }))
    expect(list.slice(0, ROLE_PRESETS.length).map(({ name }) => name)).toEqual(ROLE_PRESETS.map(({ name }) => name))
    expect(list[0]).toMatchObject({
      presetKey: 'owner',
      followsPreset: true,
      isProtected: true,
      grantCount: new Set(flattenMenu(MENU)).size - pagePaths(MENU).length,
      memberCount: 1,
      refundLimitFen: null,
    })
    expect(list[1]).toMatchObject({ presetKey: 'manager', isProtected: false, memberCount: 1, refundLimitFen: null })
    expect(list.at(-1)).toMatchObject({
      roleId,
      name: '一号仓',
      presetKey: null,
      followsPreset: false,
      grantCount: 1,
      memberCount: 0,
      refundLimitFen: 0,
      version: 1,
    })
  })

  it('is paged by key, searched by name, and each merchant’s own', async () => {
    const all = granted(await gateway.call(role.list, { pageSize: 200 }, { login: owner })).list
    const first = granted(await gateway.call(role.list, { pageSize: 3 }, { login: owner }))
    const next = granted(
      await gateway.call(role.list, { page: 2, pageSize: 3, cursor: first.nextCursor ?? '' }, { login: owner }),
    )
    expect([...first.list, ...next.list]).toEqual(all.slice(0, 6))
    const found = granted(await gateway.call(role.list, { keyword: '质检' }, { login: owner })).list
    expect(found.map(({ name }) => name)).toEqual(['质检员'])
    expect(granted(await gateway.call(role.list, {}, { login: strangeOwner })).total).toBe(ROLE_PRESETS.length)
  })
})

describe('what the editor of roles shows', () => {
  it('is the whole tree, the posts, and what the caller may give', async () => {
    const { role: none, tree, presets, grantable, grantableLimitFen } = await info()
    expect(none).toBeNull()
    expect(tree).toEqual(MENU)
    expect(presets.map(({ key }) => key)).toEqual(ROLE_PRESETS.map(({ key }) => key))
    expect(grantable).toEqual([...new Set(flattenMenu(MENU))])
    expect(grantableLimitFen).toBeNull()
    const ofManager = await info(undefined, manager)
    expect(ofManager.grantable).toEqual(wholeGrants([...post('manager').grants, ...RUNS_PEOPLE]))
    expect(ofManager.grantable).not.toContain('/api/emp/del')
  })

  it('is the grants of a role, also of one that follows its post', async () => {
    const { grants, followsPreset } = await roleOf(merchant.roleIds.shipper)
    expect(followsPreset).toBe(true)
    expect(grants).toEqual(wholeGrants(post('shipper').grants))
  })
})

describe('a new role', () => {
  it('holds whole grants in the menu’s order, and a refund limit only where it pays back', async () => {
    const { roleId, version } = await make({
      grants: ['/api/address/list', '/merchant/address', '/sale/order'],
      refundLimitFen: 900,
    })
    expect(version).toBe(1)
    expect(await roleOf(roleId)).toMatchObject({
      grants: ['/sale', '/sale/order', '/sale/order/detail', '/merchant', '/merchant/address', '/api/address/list'],
      refundLimitFen: 0,
    })
    const payer = await make({ grants: ['/api/refund/v1/agree'], refundLimitFen: 900 })
    expect(await roleOf(payer.roleId)).toMatchObject({ refundLimitFen: 900 })
  })

  it('is the merchant’s own even with the grants of a post', async () => {
    const { grants, refundLimitFen } = post('inspector')
    const { roleId } = await make({ grants: [...grants], refundLimitFen })
    expect(await roleOf(roleId)).toMatchObject({ presetKey: null, followsPreset: false })
  })

  it('has a name of its own, also when two come at once', async () => {
    const taken = await edit({ name: ' 店长 ', grants: [], refundLimitFen: 0 })
    expect(taken).toMatchObject({ _bizErrCode: 'ROLE_NAME_TAKEN', _errStr: expect.stringContaining('店长') })
    const both = await Promise.all([1, 2, 3].map(() => edit({ name: '抢名', grants: [], refundLimitFen: 0 })))
    expect(outcomes(both)).toEqual({ ok: 1, ROLE_NAME_TAKEN: 2 })
    const here = await edit({ name: '同名', grants: [], refundLimitFen: 0 })
    const there = await edit({ name: '同名', grants: [], refundLimitFen: 0 }, strangeOwner)
    expect(outcomes([here, there])).toEqual({ ok: 2 })
  })

  it('knows its grants', async () => {
    const answer = await edit({ name: '未知', grants: ['/sale', '/api/nothing'], refundLimitFen: 0 })
    expect(answer).toMatchObject({ _bizErrCode: 'GRANT_UNKNOWN', _errStr: expect.stringContaining('/api/nothing') })
  })

  it('is on record with all it holds', async () => {
    const { roleId } = await make({ name: '地址员' })
    expect(await logged(roleId)).toEqual([
      {
        label: '添加角色',
        who: '老板',
        of: '地址员',
        before: null,
        after: { 名称: '地址员', 退款额度: '¥0.00', 权限: '3项：商家信息、地址管理、地址管理·查看地址' },
      },
    ])
  })
})

describe('editing a role', () => {
  it('needs the version that was edited, and says who was faster', async () => {
    const { roleId } = await make()
    const name = `改名${roleId.slice(-6)}`
    expect(granted(await edit({ roleId, version: 1, name, grants: ADDRESSES, refundLimitFen: 0 }))).toEqual({
      roleId,
      version: 2,
    })
    for (const version of [1, undefined]) {
      const late = await edit({ roleId, ...(version && { version }), name, grants: [], refundLimitFen: 0 })
      expect(late).toMatchObject({ _bizErrCode: 'VERSION_CONFLICT', _errStr: expect.stringContaining('老板') })
    }
    expect(await roleOf(roleId)).toMatchObject({ name, version: 2, grantCount: 1 })
  })

  it('changes nothing when nothing differs', async () => {
    const { roleId } = await make({ name: '不变' })
    const again = await edit({ roleId, version: 1, name: '不变', grants: ADDRESSES, refundLimitFen: 0 })
    expect(granted(again)).toEqual({ roleId, version: 1 })
    expect(await logged(roleId)).toHaveLength(1)
  })

  it('leaves a post followed while only the name changes, makes it own by other rights, and back again', async () => {
    const { grants, refundLimitFen } = post('service')
    const roleId = merchant.roleIds.service
    const save = async (changes: Partial<Edit>) => {
      const { version } = await roleOf(roleId)
      const standard = { roleId, version, name: '客服组', grants: [...grants], refundLimitFen }
      granted(await edit({ ...standard, ...changes }))
      const [row] = await gateway.query('select grants, refund_limit_fen from role where id = $1', [roleId])
      return row
    }
    expect(await save({})).toEqual({ grants: null, refund_limit_fen: null })
    expect(await roleOf(roleId)).toMatchObject({ name: '客服组', followsPreset: true, refundLimitFen })
    expect(await save({ refundLimitFen: 100 })).toMatchObject({ grants: wholeGrants(grants) })
    expect(await roleOf(roleId)).toMatchObject({ followsPreset: false, presetKey: 'service', refundLimitFen: 100 })
    const fewer = grants.filter((grant) => grant !== 'field:orderMoney')
    expect(await save({ grants: fewer })).toMatchObject({ grants: wholeGrants(fewer) })
    expect(await save({})).toEqual({ grants: null, refund_limit_fen: null })
    const changes = (await logged(roleId)).map(({ before, after }) => ({ before, after }))
    expect(changes).toEqual([
      { before: { 名称: '客服' }, after: { 名称: '客服组' } },
      { before: { 岗位模板: '和模板一样', 退款额度: '¥500.00' }, after: { 岗位模板: '自己改过', 退款额度: '¥1.00' } },
      {
        before: { 退款额度: '¥1.00', 权限: expect.stringMatching(/^\d+项$/) },
        after: { 退款额度: '¥500.00', 权限: expect.stringMatching(/^\d+项（移除：鱼市订单·查看金额）$/) },
      },
      {
        before: { 岗位模板: '自己改过', 权限: expect.stringMatching(/^\d+项$/) },
        after: { 岗位模板: '和模板一样', 权限: expect.stringMatching(/^\d+项（新增：鱼市订单·查看金额）$/) },
      },
    ])
  })

  it('is not for the owners’ role', async () => {
    const { owner: roleId } = merchant.roleIds
    const answer = await edit({ roleId, version: 1, name: '老板', grants: [], refundLimitFen: 0 })
    expect(answer).toMatchObject({ _bizErrCode: 'ROLE_PROTECTED', _errStr: expect.stringContaining('老板') })
    expect(await del(roleId)).toMatchObject({ _bizErrCode: 'ROLE_PROTECTED' })
  })

  it('takes no name of another role', async () => {
    const { roleId } = await make()
    const answer = await edit({ roleId, version: 1, name: '店长', grants: ADDRESSES, refundLimitFen: 0 })
    expect(answer).toMatchObject({ _bizErrCode: 'ROLE_NAME_TAKEN' })
    expect(await roleOf(roleId)).toMatchObject({ version: 1 })
  })

  it('counts on the next call of those who hold it', async () => {
    const { roleId } = await make()
    const employeeId = await gateway.employee(merchant, '13800136010', 'inspector')
    await gateway.query('update employee_role set role_id = $2 where employee_id = $1', [employeeId, roleId])
    const login = await gateway.signIn('13800136010')
    granted(await gateway.call(address.list, {}, { login }))
    granted(await edit({ roleId, version: 1, name: '没有地址', grants: ['/merchant'], refundLimitFen: 0 }))
    expect(await gateway.call(address.list, {}, { login })).toMatchObject({ _errCode: '80030001' })
    granted(await edit({ roleId, version: 2, name: '又有地址', grants: ADDRESSES, refundLimitFen: 0 }))
    granted(await gateway.call(address.list, {}, { login }))
  })
})

describe('nobody gives what they do not hold', () => {
  const more = [...RUNS_PEOPLE, '/api/emp/del', '/api/ext/audit/verify']

  it('in a new role', async () => {
    const answer = await edit({ name: '越权', grants: more, refundLimitFen: 0 }, manager)
    expect(answer).toMatchObject({
      _bizErrCode: 'GRANT_NOT_HELD',
      _errStr: expect.stringContaining('员工账号·删除员工、操作日志·核对日志'),
    })
    const all = await edit({ name: '越权', grants: flattenMenu(MENU), refundLimitFen: 0 }, manager)
    expect(all).toMatchObject({ _bizErrCode: 'GRANT_NOT_HELD', _errStr: expect.stringMatching(/等\d+项$/) })
    granted(await edit({ name: '不越权', grants: RUNS_PEOPLE, refundLimitFen: 0 }, manager))
  })

  it('by taking over a role that has more, or one of their own', async () => {
    const { roleId } = await make({ grants: more })
    for (const grants of [[], more]) {
      const answer = await edit({ roleId, version: 1, name: '减权', grants, refundLimitFen: 0 }, manager)
      expect(answer).toMatchObject({ _bizErrCode: 'GRANT_NOT_HELD' })
    }
    const { version, name } = await roleOf(merchant.roleIds.manager)
    const grants = [...post('manager').grants, 'field:costPrice', '/api/emp/del']
    const self = { roleId: merchant.roleIds.manager, version, name, grants, refundLimitFen: null }
    expect(await edit(self, manager)).toMatchObject({ _bizErrCode: 'GRANT_NOT_HELD' })
    expect(await roleOf(merchant.roleIds.manager)).toMatchObject({ version, followsPreset: true })
  })

  it('by a refund limit above their own', async () => {
    const chief = await make({ grants: [...RUNS_PEOPLE, '/api/refund/v1/agree'], refundLimitFen: 10_000 })
    const employeeId = await gateway.employee(merchant, '13800136020', 'inspector')
    await gateway.query('update employee_role set role_id = $2 where employee_id = $1', [employeeId, chief.roleId])
    const login = await gateway.signIn('13800136020')
    const give = (refundLimitFen: number | null) =>
      edit({ name: `额度${refundLimitFen}`, grants: ['/api/refund/v1/agree'], refundLimitFen }, login)
    for (const limit of [null, 10_001]) {
      const answer = await give(limit)
      expect(answer).toMatchObject({
        _bizErrCode: 'REFUND_LIMIT_NOT_HELD',
        _errStr: expect.stringContaining('¥100.00'),
      })
    }
    const given = granted(await give(10_000))
    granted(await del(given.roleId, login))
    const free = await make({ grants: ['/api/refund/v1/agree'], refundLimitFen: null })
    const lowered = {
      roleId: free.roleId,
      version: 1,
      name: '降额',
      grants: ['/api/refund/v1/agree'],
      refundLimitFen: 1,
    }
    expect(await edit(lowered, login)).toMatchObject({ _bizErrCode: 'REFUND_LIMIT_NOT_HELD' })
    const removal = await del(free.roleId, login)
    expect(removal).toMatchObject({ _bizErrCode: 'GRANT_NOT_HELD', _errStr: expect.stringContaining('退款额度不限') })
  })

  it('by removing a role that has more', async () => {
    const { roleId } = await make({ grants: more })
    expect(await del(roleId, manager)).toMatchObject({ _bizErrCode: 'GRANT_NOT_HELD' })
    granted(await del(roleId))
  })
})

describe('removing a role', () => {
  it('waits until nobody holds it', async () => {
    const { roleId } = await make({ name: '临时' })
    const employeeId = await gateway.employee(merchant, '13800136030', 'inspector')
    await gateway.query('update employee_role set role_id = $2 where employee_id = $1', [employeeId, roleId])
    expect(await del(roleId)).toMatchObject({ _bizErrCode: 'ROLE_IN_USE', _errStr: expect.stringContaining('1名') })
    await gateway.query('delete from employee_role where employee_id = $1', [employeeId])
    granted(await del(roleId))
    expect(await gateway.call(role.info, { roleId }, { login: owner })).toMatchObject({ _bizErrCode: 'NOT_FOUND' })
    expect((await logged(roleId)).at(-1)).toMatchObject({ label: '删除角色', before: { 名称: '临时' }, after: null })
  })
})

describe('a role of another merchant', () => {
  it('might as well not exist', async () => {
    const before = await gateway.query('select * from role where merchant_id = $1 order by id', [stranger.merchantId])
    for (const roleId of [stranger.roleIds.inspector, stranger.roleIds.owner, newId()]) {
      const answers = [
        await gateway.call(role.info, { roleId }, { login: owner }),
        await edit({ roleId, version: 1, name: '夺取', grants: [], refundLimitFen: 0 }),
        await del(roleId),
      ]
      expect(outcomes(answers)).toEqual({ NOT_FOUND: 3 })
    }
    expect(await gateway.query('select * from role where merchant_id = $1 order by id', [stranger.merchantId])).toEqual(
      before,
    )
  })
})
