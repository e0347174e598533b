import type { Envelope, LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { employee, employeeSignIn } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import { MENU, REFUND_GRANTS } from '@huanji/contract/menu'
import { flattenMenu } from '@huanji/contract/menu-tree'
import type { RoleRights } from '@huanji/contract/presets'
import { type AccountGateway, granted, startAccountGateway } from '@huanji/server/modules/auth/testing/account-gateway'
import type { CreatedMerchant } from '@huanji/server/modules/people/commands'
import { rightsOfRoles } from '@huanji/server/modules/people/rights'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRole, addStaff, type Grants, isGood, outcomeOf, phonesFrom, signInByCode, staffVersion } from './gateway.ts'
import { NOTHING, type Rights, undueGains } from './rights.ts'

const ALL_GRANTS = [...new Set(flattenMenu(MENU))]
const STAFF_CALLS = ['/account', '/account/staff', '/api/emp/list', '/api/emp/edit']
const ROLE_CALLS = ['/account', '/account/role', '/account/role/edit', '/api/role/list', '/api/role/edit']
const nextPhone = phonesFrom(13800139200)
let names = 0
const nextName = (): string => {
  names += 1
  return `岗位${names}`
}

let gateway: AccountGateway
let shop: CreatedMerchant
let owner: LoginContext

beforeAll(async () => {
  gateway = await startAccountGateway()
  const phone = nextPhone()
  shop = await gateway.merchant(phone, '示例商家')
  owner = await signInByCode(gateway, phone)
})
afterAll(() => gateway.close())

interface Climber {
  readonly staffId: string
  readonly roleId: string
  readonly phone: string
  login: LoginContext
}

/** An employee with a role of exactly these grants. */
async function climber(grants: Grants, refundLimitFen: number | null = 0): Promise<Climber> {
  const phone = nextPhone()
  const roleId = await addRole(gateway, owner, nextName(), grants, refundLimitFen)
  const staffId = await addStaff(gateway, owner, phone, [roleId])
  gateway.clock.advance(61_000)
  return { staffId, roleId, phone, login: await signInByCode(gateway, phone) }
}

/** What each active employee may do, read from the rows as the session reader would. */
async function rightsOfAll(): Promise<Map<string, Rights>> {
  const rows = await gateway.query(
    `select e.id::text as id, e.is_owner as "isOwner",
            coalesce(jsonb_agg(jsonb_build_object('preset', r.preset, 'grants', r.grants,
                                                  'refundLimitFen', r.refund_limit_fen))
                     filter (where r.id is not null), '[]') as roles
     from employee e
     left join employee_role er on er.merchant_id = e.merchant_id and er.employee_id = e.id
     left join role r on r.merchant_id = er.merchant_id and r.id = er.role_id
     where e.merchant_id = $1 and e.status = 'active' and e.deleted_at is null
     group by e.id, e.is_owner`,
    [shop.merchantId],
  )
  return new Map(
    (rows as { id: string; isOwner: boolean; roles: RoleRights[] }[]).map(({ id, isOwner, roles }) => [
      id,
      { isOwner, ...rightsOfRoles(roles, isOwner) },
    ]),
  )
}

/** Does something, and proves that it was refused in these words and gave nothing away. */
async function expectRefused(of: Climber, words: readonly string[], attempt: () => ReturnType<AccountGateway['call']>) {
  const before = await rightsOfAll()
  const answer = await attempt()
  expect(words).toContain(outcomeOf(answer))
  expect(undueGains(before, await rightsOfAll(), of.staffId)).toEqual([])
  expect(await rightsOfAll()).toEqual(before)
}

const editStaff = async (of: Climber, staffId: string, roleIds: Grants) =>
  gateway.call(
    employee.edit,
    { staffId, version: await staffVersion(gateway, owner, staffId), name: '改动', roleIds: [...roleIds] },
    { login: of.login },
  )

const addPhone = (of: Climber, roleIds: Grants) =>
  gateway.call(employee.edit, { name: '帮手', phone: nextPhone(), roleIds: [...roleIds] }, { login: of.login })

async function editRole(of: Climber, roleId: string, grants: Grants, refundLimitFen: number | null = 0) {
  const { role: row } = granted(await gateway.call(role.info, { roleId }, { login: owner }))
  const payload = { roleId, version: row?.version ?? 1, name: row?.name ?? '', grants: [...grants], refundLimitFen }
  return gateway.call(role.edit, payload, { login: of.login })
}

describe('an employee who may edit employees', () => {
  it('takes no stronger role for himself', async () => {
    const me = await climber(STAFF_CALLS)
    for (const roleId of [shop.roleIds.owner, shop.roleIds.manager, shop.roleIds.shipper])
      await expectRefused(me, ['GRANT_NOT_HELD'], () => editStaff(me, me.staffId, [me.roleId, roleId]))
  })

  it('gives no stronger role to a helper, old or new', async () => {
    const me = await climber(STAFF_CALLS)
    const helper = await addStaff(gateway, owner, nextPhone(), [me.roleId])
    for (const roleId of [shop.roleIds.owner, shop.roleIds.manager, shop.roleIds.finance]) {
      await expectRefused(me, ['GRANT_NOT_HELD'], () => editStaff(me, helper, [roleId]))
      await expectRefused(me, ['GRANT_NOT_HELD'], () => addPhone(me, [roleId]))
      await expectRefused(me, ['GRANT_NOT_HELD'], () => addPhone(me, [me.roleId, roleId]))
    }
  })

  it('takes nothing from anybody stronger', async () => {
    const me = await climber([...STAFF_CALLS, '/api/emp/del', '/api/emp/updateStatus'])
    const manager = await addStaff(gateway, owner, nextPhone(), [shop.roleIds.manager])
    for (const staffId of [manager, shop.employeeId]) {
      const login = { login: me.login }
      const words = ['EMPLOYEE_ABOVE_YOU', 'LAST_OWNER', 'GRANT_NOT_HELD']
      await expectRefused(me, words, () => editStaff(me, staffId, [me.roleId]))
      await expectRefused(me, words, () => gateway.call(employee.del, { staffId }, login))
      await expectRefused(me, words, () => gateway.call(employee.updateStatus, { staffId, status: 'disabled' }, login))
    }
  })

  it('does not bring back somebody stronger who was disabled', async () => {
    const me = await climber([...STAFF_CALLS, '/api/emp/updateStatus'])
    const staffId = await addStaff(gateway, owner, nextPhone(), [shop.roleIds.manager])
    granted(await gateway.call(employee.updateStatus, { staffId, status: 'disabled' }, { login: owner }))
    await expectRefused(me, ['EMPLOYEE_ABOVE_YOU'], () =>
      gateway.call(employee.updateStatus, { staffId, status: 'active' }, { login: me.login }),
    )
  })

  it('does not end the sessions of somebody stronger or demand their password anew', async () => {
    const me = await climber([...STAFF_CALLS, '/api/ext/emp/requirePasswordReset', '/api/ext/emp/endSessions'])
    for (const spec of [employeeSignIn.requirePasswordReset, employeeSignIn.endSessions])
      expect(outcomeOf(await gateway.call(spec, { staffId: shop.employeeId }, { login: me.login }))).toBe(
        'EMPLOYEE_ABOVE_YOU',
      )
    expect(await isGood(gateway, owner)).toBe(true)
  })
})

describe('an employee who may edit roles', () => {
  it('adds nothing to the role he has', async () => {
    const me = await climber(ROLE_CALLS)
    for (const grant of ['/api/emp/edit', '/api/goods/publish', '/sale/order', 'field:buyerContact'])
      await expectRefused(me, ['GRANT_NOT_HELD'], () => editRole(me, me.roleId, [...ROLE_CALLS, grant]))
    await expectRefused(me, ['GRANT_NOT_HELD'], () => editRole(me, me.roleId, ALL_GRANTS))
  })

  it('makes no role with more than he holds', async () => {
    const me = await climber(ROLE_CALLS)
    await expectRefused(me, ['GRANT_NOT_HELD'], () =>
      gateway.call(
        role.edit,
        { name: nextName(), grants: [...ROLE_CALLS, '/api/emp/edit'], refundLimitFen: 0 },
        { login: me.login },
      ),
    )
  })

  it('changes, narrows and removes no role that is more than his', async () => {
    const me = await climber([...ROLE_CALLS, '/api/role/del'])
    for (const roleId of [shop.roleIds.manager, shop.roleIds.owner, shop.roleIds.service]) {
      await expectRefused(me, ['GRANT_NOT_HELD', 'ROLE_PROTECTED'], () => editRole(me, roleId, ROLE_CALLS))
      await expectRefused(me, ['GRANT_NOT_HELD', 'ROLE_PROTECTED', 'ROLE_IN_USE'], () =>
        gateway.call(role.del, { roleId }, { login: me.login }),
      )
    }
  })

  it('does not change the role of the owner, not even as an owner', async () => {
    const { role: row } = granted(await gateway.call(role.info, { roleId: shop.roleIds.owner }, { login: owner }))
    const payload = {
      roleId: shop.roleIds.owner,
      version: row?.version ?? 1,
      name: '小老板',
      grants: [],
      refundLimitFen: 0,
    }
    expect(outcomeOf(await gateway.call(role.edit, payload, { login: owner }))).toBe('ROLE_PROTECTED')
    expect(outcomeOf(await gateway.call(role.del, { roleId: shop.roleIds.owner }, { login: owner }))).toBe(
      'ROLE_PROTECTED',
    )
  })

  it('invents no grant', async () => {
    const me = await climber(ROLE_CALLS)
    for (const grant of [
      '*',
      '/',
      '/api',
      '/api/emp/*',
      'owner',
      'isOwner',
      '/api/emp/edit/',
      ' /api/emp/edit',
      '__proto__',
    ])
      await expectRefused(me, ['GRANT_UNKNOWN', 'GRANT_NOT_HELD', ERR.malformed], () =>
        editRole(me, me.roleId, [...ROLE_CALLS, grant]),
      )
  })
})

describe('the limit of a refund', () => {
  const refunder = [...ROLE_CALLS, ...STAFF_CALLS, ...REFUND_GRANTS]

  it('is not raised above one’s own, for oneself or for others', async () => {
    const me = await climber(refunder, 10_000)
    for (const limit of [10_001, 9_999_999_900, null]) {
      await expectRefused(me, ['REFUND_LIMIT_NOT_HELD'], () => editRole(me, me.roleId, refunder, limit))
      await expectRefused(me, ['REFUND_LIMIT_NOT_HELD'], () =>
        gateway.call(role.edit, { name: nextName(), grants: refunder, refundLimitFen: limit }, { login: me.login }),
      )
    }
  })

  it('is not raised by joining a role that has the limit with one that has the grant', async () => {
    const me = await climber(refunder, 0)
    const before = await rightsOfAll()
    const made = await gateway.call(
      role.edit,
      { name: nextName(), grants: ROLE_CALLS, refundLimitFen: null },
      { login: me.login },
    )
    if (outcomeOf(made) === 'ok') await editStaff(me, me.staffId, [me.roleId, granted(made).roleId])
    expect(undueGains(before, await rightsOfAll(), me.staffId)).toEqual([])
  })

  it('is not raised by a role that another with a higher limit made', async () => {
    const me = await climber(refunder, 10_000)
    const rich = await addRole(gateway, owner, nextName(), refunder, 20_000)
    await expectRefused(me, ['REFUND_LIMIT_NOT_HELD', 'GRANT_NOT_HELD'], () =>
      editStaff(me, me.staffId, [me.roleId, rich]),
    )
    await expectRefused(me, ['REFUND_LIMIT_NOT_HELD', 'GRANT_NOT_HELD'], () => addPhone(me, [rich]))
  })
})

/** One thing that somebody who wants more may try. Numbers choose among what there is at that moment. */
interface Try {
  readonly kind: 'newRole' | 'editRole' | 'delRole' | 'editStaff' | 'addStaff' | 'status' | 'delStaff'
  readonly pick: number
  readonly picks: readonly number[]
  readonly grants: Grants
  /** What to send as grants: what was drawn, that and one's own, or only one's own. */
  readonly mode: 'drawn' | 'more' | 'own'
  readonly limitFen: number | null
  readonly isOn: boolean
}

const limits = fc.constantFrom(0, 10_000, 20_000, null)
const someGrants = fc.subarray(ALL_GRANTS, { minLength: 0, maxLength: 12 })
const RIGHTS_CALLS = [
  '/api/emp/list',
  '/api/emp/edit',
  '/api/emp/del',
  '/api/emp/updateStatus',
  '/api/role/list',
  '/api/role/edit',
  '/api/role/del',
]

/** Counted from the newest: the first few are what this run made, the others whatever there is. */
const place = fc.oneof(fc.nat(3), fc.nat(1000))

const oneTry: fc.Arbitrary<Try> = fc.record({
  kind: fc.constantFrom('newRole', 'editRole', 'delRole', 'editStaff', 'addStaff', 'status', 'delStaff'),
  pick: place,
  picks: fc.array(place, { minLength: 1, maxLength: 3 }),
  grants: someGrants,
  mode: fc.constantFrom('drawn', 'more', 'own'),
  limitFen: limits,
  isOn: fc.boolean(),
})

interface Ids {
  readonly roles: readonly { id: string; version: number; name: string }[]
  readonly staff: readonly { id: string; version: number }[]
}

async function present(): Promise<Ids> {
  const roles = await gateway.query('select id::text, version, name from role where merchant_id = $1 order by id', [
    shop.merchantId,
  ])
  const staff = await gateway.query(
    'select id::text, version from employee where merchant_id = $1 and deleted_at is null order by id',
    [shop.merchantId],
  )
  return { roles: roles as unknown as Ids['roles'], staff: staff as unknown as Ids['staff'] }
}

const chosen = <T>(from: readonly T[], pick: number): T => {
  // the newest are the ones of this run; the first ones are the merchant's own
  const one = from[from.length - 1 - (pick % from.length)]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}

/** Makes the call and says what came of it. */
async function attempt(me: Climber, own: Grants, one: Try): Promise<string> {
  const { roles, staff } = await present()
  const drawn = { drawn: one.grants, more: [...own, ...one.grants], own }[one.mode]
  const grants = [...new Set(drawn)]
  const roleIds = [...new Set(one.picks.map((pick) => chosen(roles, pick).id))]
  const someone = chosen(staff, one.pick)
  const someRole = chosen(roles, one.pick)
  const login = { login: me.login }
  const { limitFen: refundLimitFen } = one
  const tries: Record<Try['kind'], () => Promise<Envelope<unknown>>> = {
    newRole: () => gateway.call(role.edit, { name: nextName(), grants, refundLimitFen }, login),
    editRole: () =>
      gateway.call(
        role.edit,
        { roleId: someRole.id, version: someRole.version, name: someRole.name, grants, refundLimitFen },
        login,
      ),
    delRole: () => gateway.call(role.del, { roleId: someRole.id }, login),
    editStaff: () =>
      gateway.call(employee.edit, { staffId: someone.id, version: someone.version, name: '改动', roleIds }, login),
    addStaff: () => gateway.call(employee.edit, { name: '帮手', phone: nextPhone(), roleIds }, login),
    status: () =>
      gateway.call(employee.updateStatus, { staffId: someone.id, status: one.isOn ? 'active' : 'disabled' }, login),
    delStaff: () => gateway.call(employee.del, { staffId: someone.id }, login),
  }
  return outcomeOf(await tries[one.kind]())
}

describe('whoever tries whatever', () => {
  it('never holds more than before, gives nothing that is not held, and leaves an owner', async () => {
    const outcomes = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(RIGHTS_CALLS, { minLength: 5 }),
        someGrants,
        limits,
        someGrants,
        fc.array(oneTry, { minLength: 4, maxLength: 12 }),
        async (calls, mine, limitFen, theirs, tries) => {
          gateway.clock.advance(61_000)
          const me = await climber([...new Set([...calls, ...mine])], limitFen)
          const equal = await addRole(gateway, owner, nextName(), calls)
          await addStaff(gateway, owner, nextPhone(), [equal])
          await addStaff(gateway, owner, nextPhone(), [await addRole(gateway, owner, nextName(), theirs, null)])
          for (const one of tries) {
            const before = await rightsOfAll()
            const outcome = await attempt(me, [...(before.get(me.staffId) ?? NOTHING).grants], one)
            const after = await rightsOfAll()
            expect(undueGains(before, after, me.staffId)).toEqual([])
            if (outcome !== 'ok') expect(after).toEqual(before)
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          }
        },
      ),
      { numRuns: 30, endOnFailure: true },
    )
    // what was allowed did happen, and what was refused was refused for the rules' sake
    expect(outcomes.get('ok')).toBeGreaterThan(10)
    expect(outcomes.get('GRANT_NOT_HELD')).toBeGreaterThan(10)
    expect(outcomes.get('EMPLOYEE_ABOVE_YOU')).toBeGreaterThan(0)
    expect(outcomes.has(ERR.internal)).toBe(false)
  })
})
