import type { Envelope, LoginContext } from '@huanji/contract/envelope'
import { ERR } from '@huanji/contract/errors'
import { address } from '@huanji/contract/features/address/calls'
import { employee, employeeSignIn } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import {
  type AccountGateway,
  granted,
  outcomes,
  startAccountGateway,
} from '@huanji/server/modules/auth/testing/account-gateway'
import type { CreatedMerchant } from '@huanji/server/modules/people/commands'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addRole, addStaff, isGood, outcomeOf, phonesFrom, proveSelf, signInByCode, staffVersion } from './gateway.ts'

const nextPhone = phonesFrom(13800130800)

let gateway: AccountGateway

beforeAll(async () => {
  gateway = await startAccountGateway()
})
afterAll(() => gateway.close())
beforeEach(() => gateway.clock.advance(61_000))

interface Pair {
  readonly shop: CreatedMerchant
  readonly owners: readonly [LoginContext, LoginContext]
}

/** A merchant with two owners, both signed in. */
async function twoOwners(): Promise<Pair> {
  const [first, second] = [nextPhone(), nextPhone()]
  const shop = await gateway.merchant(first, `商家${first.slice(-4)}`)
  const owner = await signInByCode(gateway, first)
  await proveSelf(gateway, owner)
  await addStaff(gateway, owner, second, [shop.roleIds.owner])
  const other = await signInByCode(gateway, second)
  for (const login of [owner, other]) await proveSelf(gateway, login)
  return { shop, owners: [owner, other] }
}

const activeOwners = async ({ merchantId }: CreatedMerchant): Promise<number> => {
  const rows = await gateway.query(
    `select 1 from employee where merchant_id = $1 and is_owner and status = 'active' and deleted_at is null`,
    [merchantId],
  )
  return rows.length
}

const times = <T>(count: number, work: (turn: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, turn) => work(turn)))

const UNTOWARD = [ERR.internal, ERR.busy, ERR.malformed]

describe('the last owner', () => {
  const attempts = (pair: Pair, turn: number): Promise<Envelope<unknown>> => {
    const [me, other] = turn % 2 === 0 ? pair.owners : [pair.owners[1], pair.owners[0]]
    const staffId = other.employeeId
    const login = { login: me }
    const ways: (() => Promise<Envelope<unknown>>)[] = [
      () => gateway.call(employee.updateStatus, { staffId, status: 'disabled' }, login),
      () => gateway.call(employee.del, { staffId }, login),
      () =>
        gateway.call(
          employee.edit,
          { staffId, version: 1, name: '不再是老板', roleIds: [pair.shop.roleIds.shipper] },
          login,
        ),
    ]
    const way = ways[Math.floor(turn / 2) % ways.length]
    if (!way) throw new Error('no way')
    return way()
  }

  it('stays when two owners get rid of each other in twenty ways at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const pair = await twoOwners()
      const answers = await times(20, (turn) => attempts(pair, turn + round))
      expect(await activeOwners(pair.shop)).toBe(1)
      expect(answers.map(outcomeOf).filter((outcome) => UNTOWARD.some((code) => code === outcome))).toEqual([])
      const [first, second] = await Promise.all(pair.owners.map((login) => isGood(gateway, login)))
      expect([first, second].filter(Boolean)).toHaveLength(1)
    }
  })

  it('stays when two owners step down at once', async () => {
    const pair = await twoOwners()
    const versions = await Promise.all(
      pair.owners.map(({ employeeId }) => staffVersion(gateway, pair.owners[0], employeeId)),
    )
    const answers = await times(20, (turn) => {
      const place = turn % 2 === 0 ? 0 : 1
      const login = pair.owners[place]
      const payload = {
        staffId: login.employeeId,
        version: versions[place] ?? 1,
        name: '退下',
        roleIds: [pair.shop.roleIds.shipper],
      }
      return gateway.call(employee.edit, payload, { login })
    })
    expect(await activeOwners(pair.shop)).toBe(1)
    expect(answers.map(outcomeOf).filter((outcome) => outcome === 'ok')).toHaveLength(1)
    expect(answers.map(outcomeOf)).toContain('LAST_OWNER')
  })
})

describe('one thing changed by many at once', () => {
  it('twenty edits of one version of a role: one wins, the others are told who and when', async () => {
    const { owners } = await twoOwners()
    const roleId = await addRole(gateway, owners[0], '岗位', ['/sale'])
    const answers = await times(20, (turn) =>
      gateway.call(
        role.edit,
        { roleId, version: 1, name: `岗位${turn}`, grants: ['/sale'], refundLimitFen: 0 },
        { login: owners[turn % 2 === 0 ? 0 : 1] },
      ),
    )
    expect(outcomes(answers)).toEqual({ ok: 1, VERSION_CONFLICT: 19 })
    const loser = answers.find((answer) => outcomeOf(answer) === 'VERSION_CONFLICT')
    expect(loser?._errStr).not.toMatch(/[{}]/)
    const [row] = await gateway.query('select version, name from role where id = $1', [roleId])
    const winner = answers.findIndex((answer) => outcomeOf(answer) === 'ok')
    expect(row).toEqual({ version: 2, name: `岗位${winner}` })
  })

  it('one phone added twenty times: one employee, one entry, nineteen refusals', async () => {
    const { shop, owners } = await twoOwners()
    const phone = nextPhone()
    const answers = await times(20, (turn) =>
      gateway.call(
        employee.edit,
        { name: `新人${turn}`, phone, roleIds: [shop.roleIds.shipper] },
        { login: owners[turn % 2 === 0 ? 0 : 1] },
      ),
    )
    expect(outcomes(answers)).toEqual({ ok: 1, EMPLOYEE_EXISTS: 19 })
    expect(await gateway.query('select 1 from employee where phone = $1', [phone])).toHaveLength(1)
    expect(await gateway.query('select 1 from phone_directory where phone = $1', [phone])).toHaveLength(1)
  })

  it('one phone added by twenty merchants at once: each has its own', async () => {
    const phone = nextPhone()
    const pairs = [await twoOwners(), await twoOwners(), await twoOwners()]
    const answers = await times(12, (turn) => {
      const pair = pairs[turn % pairs.length]
      if (!pair) throw new Error('no merchant')
      const payload = { name: '兼职', phone, roleIds: [pair.shop.roleIds.shipper] }
      return gateway.call(employee.edit, payload, { login: pair.owners[turn % 2 === 0 ? 0 : 1] })
    })
    expect(outcomes(answers)).toEqual({ ok: 3, EMPLOYEE_EXISTS: 9 })
    expect(await gateway.query('select 1 from phone_directory where phone = $1', [phone])).toHaveLength(3)
  })

  it('one role name taken twenty times: one role', async () => {
    const { shop, owners } = await twoOwners()
    const answers = await times(20, () =>
      gateway.call(role.edit, { name: '同名岗位', grants: ['/sale'], refundLimitFen: 0 }, { login: owners[0] }),
    )
    expect(outcomes(answers)).toEqual({ ok: 1, ROLE_NAME_TAKEN: 19 })
    const rows = await gateway.query("select 1 from role where merchant_id = $1 and name = '同名岗位'", [
      shop.merchantId,
    ])
    expect(rows).toHaveLength(1)
  })

  it('a role removed while it is given: nobody holds a role that is not there', async () => {
    const { shop, owners } = await twoOwners()
    const roleId = await addRole(gateway, owners[0], '短命岗位', ['/sale'])
    const [removed, ...given] = await Promise.all([
      gateway.call(role.del, { roleId }, { login: owners[1] }),
      ...Array.from({ length: 8 }, () =>
        gateway.call(employee.edit, { name: '新人', phone: nextPhone(), roleIds: [roleId] }, { login: owners[0] }),
      ),
    ])
    const left = await gateway.query('select 1 from role where id = $1', [roleId])
    const holders = await gateway.query('select 1 from employee_role where merchant_id = $1 and role_id = $2', [
      shop.merchantId,
      roleId,
    ])
    if (removed && outcomeOf(removed) === 'ok') expect([left.length, holders.length]).toEqual([0, 0])
    else expect(left).toHaveLength(1)
    expect(given.filter((answer) => outcomeOf(answer) === 'ok')).toHaveLength(holders.length)
    for (const answer of given) expect(['ok', 'NOT_FOUND']).toContain(outcomeOf(answer))
  })
})

describe('taken away while it is used', () => {
  const write = (login: LoginContext, turn: number) =>
    gateway.call(address.edit, { ...address.edit.example, detail: `第${turn}处` }, { login })

  /** Uses a session over and over while it is taken away; from the answer on, nothing is done any more. */
  async function useWhile(
    taking: (of: { owner: LoginContext; staffId: string; shop: CreatedMerchant }) => Promise<unknown>,
  ) {
    const { shop, owners } = await twoOwners()
    const phone = nextPhone()
    const staffId = await addStaff(gateway, owners[0], phone, [shop.roleIds.manager])
    const login = await signInByCode(gateway, phone)
    gateway.clock.advance(1000)
    const during = times(24, (turn) => write(login, turn))
    const taken = (async () =>
      granted((await taking({ owner: owners[0], staffId, shop })) as Parameters<typeof granted>[0]))()
    await taken
    const afterwards = await times(5, (turn) => write(login, 100 + turn))
    expect(afterwards.map(outcomeOf)).toEqual(Array(5).fill(ERR.sessionInvalid))
    const answers = await during
    for (const answer of answers) expect(['ok', ERR.sessionInvalid]).toContain(outcomeOf(answer))
    const done = answers.filter((answer) => outcomeOf(answer) === 'ok').length
    const rows = await gateway.query('select 1 from address where merchant_id = $1', [shop.merchantId])
    expect(rows).toHaveLength(done)
  }

  it('the employee is disabled', () =>
    useWhile(({ owner, staffId }) =>
      gateway.call(employee.updateStatus, { staffId, status: 'disabled' }, { login: owner }),
    ))

  it('the employee is removed', () =>
    useWhile(({ owner, staffId }) => gateway.call(employee.del, { staffId }, { login: owner })))

  it('the sessions are ended', () =>
    useWhile(({ owner, staffId }) => gateway.call(employeeSignIn.endSessions, { staffId }, { login: owner })))

  it('the role is changed', () =>
    useWhile(({ owner, staffId, shop }) =>
      gateway.call(
        employee.edit,
        { staffId, version: 1, name: '换岗', roleIds: [shop.roleIds.finance] },
        { login: owner },
      ),
    ))
})
