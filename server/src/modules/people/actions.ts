import { employee, employeeSignIn } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import type { employeeAction, roleAction } from '@huanji/contract/features/people/rows'
import type * as z from 'zod'
import type { ActionRules, Obstacle } from '../../gateway/allowed-actions.ts'
import type { Actor } from '../../platform/actor.ts'
import {
  coversLimit,
  type EffectiveRights,
  effectiveRightsOf,
  includesAllRights,
  limitText,
  notHeld,
} from './effective-rights.ts'
import type { EmployeeRow } from './employee-store.ts'
import { someGrantNames, wholeGrants } from './grants.ts'
import { currentRights, isOwnerRole } from './role-rights.ts'
import type { RoleRow } from './role-store.ts'

export type EmployeeAction = z.output<typeof employeeAction>
export type RoleAction = z.output<typeof roleAction>

/** What decides what one of the staff can do with another. */
export interface EmployeeFacts
  extends Pick<EmployeeRow, 'name' | 'status' | 'isOwner' | 'sessionCount' | 'mustResetPassword'> {
  readonly isSelf: boolean
  /** False for someone who may do what the actor may not. */
  readonly isWithinReach: boolean
  /** True for the only active owner. */
  readonly isLastOwner: boolean
}

/** The actor's rights as they are measured against those of others. */
export const rightsOfActor = ({ grants, refundLimitFen, isOwner, shops }: Actor): EffectiveRights => ({
  grants: new Set(wholeGrants(grants)),
  refundLimitFen,
  isOwner,
  shopIds: shops?.shopIds ?? null,
})

/** What decides about an employee: `roles` are those of the row, `activeOwners` how many the merchant has. */
export function employeeFacts(
  row: EmployeeRow,
  beside: {
    readonly ownRights: EffectiveRights
    readonly roles: readonly RoleRow[]
    readonly employeeId: string
    readonly activeOwners: number
  },
): EmployeeFacts {
  const { ownRights, roles, employeeId, activeOwners } = beside
  return {
    ...row,
    isSelf: row.staffId === employeeId,
    isWithinReach: includesAllRights(ownRights, effectiveRightsOf(roles, row.isOwner, row.shopIds)),
    isLastOwner: row.isOwner && row.status === 'active' && activeOwners < 2,
  }
}

const outOfReach = ({ isWithinReach, name }: EmployeeFacts): Obstacle | null =>
  isWithinReach ? null : { code: 'EMPLOYEE_ABOVE_YOU', values: { name } }

const oneself = ({ isSelf }: EmployeeFacts, action: string): Obstacle | null =>
  isSelf ? { code: 'SELF_CHANGE', values: { action } } : null

const lastOwner = ({ isLastOwner }: EmployeeFacts): Obstacle | null => (isLastOwner ? { code: 'LAST_OWNER' } : null)

/** What can be done with an employee (R-RIGHTS-21), most wanted first. */
export const EMPLOYEE_ACTIONS: ActionRules<EmployeeAction, EmployeeFacts> = {
  edit: { label: '编辑', call: employee.edit, obstacle: outOfReach },
  disable: {
    label: '停用',
    call: employee.updateStatus,
    obstacle: (facts) => outOfReach(facts) ?? oneself(facts, '停用') ?? lastOwner(facts),
    isNeedless: ({ status }) => status === 'disabled',
  },
  enable: {
    label: '启用',
    call: employee.updateStatus,
    obstacle: outOfReach,
    isNeedless: ({ status }) => status === 'active',
  },
  endSessions: {
    label: '结束登录',
    call: employeeSignIn.endSessions,
    obstacle: outOfReach,
    // of one's own, the one in use stays
    isNeedless: ({ sessionCount, isSelf }) => sessionCount <= (isSelf ? 1 : 0),
  },
  requirePasswordReset: {
    label: '要求重设密码',
    call: employeeSignIn.requirePasswordReset,
    obstacle: (facts) => outOfReach(facts) ?? oneself(facts, '重置'),
    isNeedless: ({ mustResetPassword }) => mustResetPassword,
  },
  delete: {
    label: '删除',
    call: employee.del,
    obstacle: (facts) => outOfReach(facts) ?? oneself(facts, '删除') ?? lastOwner(facts),
  },
}

/** What decides what can be done with a role. */
export interface RoleFacts {
  readonly row: RoleRow
  readonly ownRights: EffectiveRights
}

const protectedRole = ({ row }: RoleFacts): Obstacle | null =>
  isOwnerRole(row) ? { code: 'ROLE_PROTECTED', values: { name: row.name } } : null

function missingGrants({ row, ownRights }: RoleFacts): Obstacle | null {
  const missing = notHeld(ownRights, currentRights(row).grants)
  return missing.length === 0 ? null : { code: 'GRANT_NOT_HELD', values: { grants: someGrantNames(missing) } }
}

/** A role with more rights than the actor's is not the actor's to change. */
function editObstacle(facts: RoleFacts): Obstacle | null {
  const { row, ownRights } = facts
  const missing = protectedRole(facts) ?? missingGrants(facts)
  if (missing) return missing.code === 'GRANT_NOT_HELD' ? { ...missing, field: 'grants' } : missing
  if (coversLimit(ownRights, currentRights(row).refundLimitFen)) return null
  const limit = limitText(ownRights.refundLimitFen)
  return { code: 'REFUND_LIMIT_NOT_HELD', values: { limit }, field: 'refundLimitFen' }
}

/** Nor is it to remove; a role that somebody holds stays. */
function deleteObstacle(facts: RoleFacts): Obstacle | null {
  const { row, ownRights } = facts
  const missing = protectedRole(facts) ?? missingGrants(facts)
  if (missing) return missing
  const { refundLimitFen } = currentRights(row)
  if (!coversLimit(ownRights, refundLimitFen)) {
    return { code: 'GRANT_NOT_HELD', values: { grants: `退款额度${limitText(refundLimitFen)}` } }
  }
  return row.memberCount > 0 ? { code: 'ROLE_IN_USE', values: { count: row.memberCount } } : null
}

/** What can be done with a role, most wanted first. */
export const ROLE_ACTIONS: ActionRules<RoleAction, RoleFacts> = {
  edit: { label: '编辑', call: role.edit, obstacle: editObstacle },
  delete: { label: '删除', call: role.del, obstacle: deleteObstacle },
}
