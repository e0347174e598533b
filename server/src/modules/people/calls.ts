import type { OutputOf } from '@huanji/contract/call'
import { adminEmployee, employee, employeeSignIn } from '@huanji/contract/features/people/employee'
import { role } from '@huanji/contract/features/people/role'
import { roleRow } from '@huanji/contract/features/people/rows'
import { MENU } from '@huanji/contract/menu'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import { type HandlerGroup, handlers } from '../../gateway/handler.ts'
import type { Actor } from '../../platform/actor.ts'
import { rowOf } from '../../platform/field-rights.ts'
import { directoryOf } from '../account/directory-store.ts'
import { EMPLOYEE_ACTIONS, employeeFacts, ROLE_ACTIONS, rightsOfActor } from './actions.ts'
import {
  changeStatus,
  demandNewPassword,
  endEmployeeSessions,
  removeEmployee,
  saveEmployee,
} from './employee-commands.ts'
import {
  countActiveOwners,
  countEmployeeOptions,
  countEmployees,
  type EmployeeRow,
  findEmployee,
  listEmployees,
} from './employee-store.ts'
import { actionCount, wholeGrants } from './grants.ts'
import { merchantInfoGroup } from './merchant-calls.ts'
import { removeRole, saveRole } from './role-commands.ts'
import { currentRights, isOwnerRole } from './role-rights.ts'
import { findRole, findRoles, listRoles, type RoleRow } from './role-store.ts'

const roleAsRead = rowOf(roleRow)

function presentRole(row: RoleRow, actor: Actor, ownRights = rightsOfActor(actor)) {
  const { grants, refundLimitFen } = currentRights(row)
  const computed = {
    presetKey: row.preset,
    followsPreset: row.grants === null,
    isProtected: isOwnerRole(row),
    grantCount: actionCount(grants),
    refundLimitFen,
    allowedActions: allowedActions(ROLE_ACTIONS, { row, ownRights }, actor),
  }
  return roleAsRead({ ...row, ...computed }, actor)
}

type PresentedEmployee = OutputOf<typeof employee.info>

/** Of the shops that somebody is bound to, or null for all, those that the actor knows of. */
const seenShops = (shopIds: string[] | null, { shops }: Actor): string[] | null =>
  shopIds && shops ? shopIds.filter((one) => shops.shopIds.includes(one)) : shopIds

/** Employees as the actor sees them, each with what the actor may do about it. */
async function presentEmployees(tx: Tx, rows: readonly EmployeeRow[], actor: Actor): Promise<PresentedEmployee[]> {
  const roleIds = new Set(rows.flatMap(({ roles }) => roles.map(({ roleId }) => roleId)))
  const known = new Map((await findRoles(tx, [...roleIds])).map((one) => [one.roleId, one]))
  const activeOwners = await countActiveOwners(tx)
  const ownRights = rightsOfActor(actor)
  return rows.map((whole) => {
    const { updatedAt, ...row } = whole
    const roles = row.roles.flatMap(({ roleId }) => known.get(roleId) ?? [])
    const facts = employeeFacts(whole, { ownRights, roles, employeeId: actor.employeeId, activeOwners })
    const shopIds = seenShops(row.shopIds, actor)
    return { ...row, shopIds, isSelf: facts.isSelf, allowedActions: allowedActions(EMPLOYEE_ACTIONS, facts, actor) }
  })
}

const PRESETS = ROLE_PRESETS.map(({ key, name, grants, refundLimitFen }) => ({
  key,
  name,
  grants: wholeGrants(grants),
  refundLimitFen,
}))

const roleGroup = handlers(role, {
  list: async ({ tx, actor }, filter) => {
    const page = await listRoles(tx, filter)
    const ownRights = rightsOfActor(actor)
    return { ...page, list: page.list.map((row) => presentRole(row, actor, ownRights)) }
  },

  info: async ({ tx, actor }, { roleId }) => {
    const row = roleId === undefined ? null : ((await findRole(tx, roleId)) ?? refuse('NOT_FOUND'))
    return {
      role: row && { ...presentRole(row, actor), grants: [...currentRights(row).grants] },
      tree: [...MENU],
      presets: PRESETS,
      grantable: wholeGrants(actor.grants),
      grantableLimitFen: actor.refundLimitFen,
    }
  },

  edit: saveRole,

  del: async (context, { roleId }) => {
    await removeRole(context, roleId)
    return {}
  },
})

const employeeGroup = handlers(employee, {
  list: async ({ tx, actor, now }, filter) => {
    const page = await listEmployees(tx, filter, now)
    const counts = await countEmployees(tx, filter)
    return {
      ...page,
      list: await presentEmployees(tx, page.list, actor),
      counts,
      optionCounts: await countEmployeeOptions(tx, filter),
    }
  },

  info: async ({ tx, actor, now }, { staffId }) => {
    const row = (await findEmployee(tx, staffId, now)) ?? refuse('NOT_FOUND')
    const [presented] = await presentEmployees(tx, [row], actor)
    return presented ?? refuse('NOT_FOUND')
  },

  edit: saveEmployee,

  del: async (context, { staffId }) => {
    await removeEmployee(context, staffId)
    return {}
  },

  updateStatus: async (context, { staffId, status }) => ({ version: await changeStatus(context, staffId, status) }),
})

const adminEmployeeGroup = handlers(adminEmployee, {
  mchOptions: async ({ tx, actor }) => {
    const posts = (await directoryOf(tx, actor.phone)).filter(({ isActive }) => isActive)
    const options = posts.map(({ merchantId, merchantName, employeeName }) => ({
      value: merchantId,
      label: merchantName,
      employeeName,
      isCurrent: merchantId === actor.merchantId,
    }))
    return { options }
  },
})

const employeeSignInGroup = handlers(employeeSignIn, {
  requirePasswordReset: async (context, { staffId }) => {
    await demandNewPassword(context, staffId)
    return {}
  },

  endSessions: async (context, { staffId }) => ({ ended: await endEmployeeSessions(context, staffId) }),
})

/** The calls of roles and employees (docs/specification.md §7). */
export const peopleGroups: HandlerGroup[] = [
  roleGroup,
  employeeGroup,
  adminEmployeeGroup,
  employeeSignInGroup,
  merchantInfoGroup,
]
