import { ROLE_PRESETS } from '@huanji/contract/presets'
import { describe, expect, it } from 'vitest'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import type { Actor } from '../../platform/actor.ts'
import { EMPLOYEE_ACTIONS, type EmployeeFacts, ROLE_ACTIONS, rightsOfActor } from './actions.ts'
import type { RoleRow } from './role-store.ts'

const OWNER: Actor = {
  merchantId: 'm',
  employeeId: 'e',
  employeeName: '陈老板',
  phone: '13800130001',
  grants: new Set<string>(),
  isOwner: true,
  refundLimitFen: null,
  sessionId: 's',
}
const presetOf = (post: string) => {
  const found = ROLE_PRESETS.find(({ key }) => key === post)
  if (!found) throw new Error(`no post ${post}`)
  return found
}
/** A manager who may also change people, without being an owner. */
const DEPUTY: Actor = {
  ...OWNER,
  isOwner: false,
  grants: new Set([...presetOf('manager').grants, '/api/role/edit', '/api/role/del']),
}

describe('what can be done with an employee', () => {
  const COLLEAGUE: EmployeeFacts = {
    name: '王小明',
    status: 'active',
    isOwner: false,
    isSelf: false,
    isWithinReach: true,
    isLastOwner: false,
    sessionCount: 1,
    mustResetPassword: false,
  }
  const offered = (change: Partial<EmployeeFacts>) =>
    allowedActions(EMPLOYEE_ACTIONS, { ...COLLEAGUE, ...change }, OWNER)

  it('is everything that is not so already', () => {
    expect(offered({})).toEqual(['edit', 'disable', 'endSessions', 'requirePasswordReset', 'delete'])
    const disabled = { status: 'disabled', sessionCount: 0, mustResetPassword: true } as const
    expect(offered(disabled)).toEqual(['edit', 'enable', 'delete'])
  })

  it('leaves oneself at work, with an end to the sessions elsewhere', () => {
    expect(offered({ isSelf: true })).toEqual(['edit'])
    expect(offered({ isSelf: true, sessionCount: 2 })).toEqual(['edit', 'endSessions'])
  })

  it('leaves one active owner', () => {
    const last = offered({ isOwner: true, isLastOwner: true })
    expect(last).toEqual(['edit', 'endSessions', 'requirePasswordReset'])
  })

  it('is nothing about somebody with more rights', () => {
    expect(offered({ isWithinReach: false })).toEqual([])
  })
})

describe('what can be done with a role', () => {
  const role = (change: Partial<RoleRow>): RoleRow => ({
    roleId: 'r',
    name: '夜班发货',
    preset: null,
    grants: ['/api/goods/list'],
    refundLimitFen: 0,
    memberCount: 0,
    version: 1,
    updatedAt: '2026-11-20T02:00:00.000Z',
    ...change,
  })
  const offered = (change: Partial<RoleRow>, actor = DEPUTY) =>
    allowedActions(ROLE_ACTIONS, { row: role(change), ownRights: rightsOfActor(actor) }, actor)

  it('is changing and removing it, unless somebody holds it', () => {
    expect(offered({})).toEqual(['edit', 'delete'])
    expect(offered({ memberCount: 2 })).toEqual(['edit'])
  })

  it('is nothing about the owners’ role, nor about one with rights or a limit that the actor lacks', () => {
    expect(offered({ preset: 'owner', grants: null })).toEqual([])
    expect(offered({ preset: 'owner', grants: null }, OWNER)).toEqual([])
    expect(offered({ grants: ['/api/ext/audit/list'] })).toEqual([])
    const refunds = { grants: ['/api/refund/v1/agree'], refundLimitFen: 50_000 }
    expect(offered(refunds, { ...DEPUTY, refundLimitFen: 10_000 })).toEqual([])
  })
})
