import type { OutputOf } from '@huanji/contract/call'
import { adminEmployee, employee, extEmployee } from '@huanji/contract/calls/employee'
import { role } from '@huanji/contract/calls/role'
import { MENU } from '@huanji/contract/menu'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import { refuse } from '../../errors/refusal.ts'
import { type HandlerGroup, handlers } from '../../gateway/handler.ts'
import type { Actor } from '../../platform/actor.ts'
import { directoryOf } from '../account/directory-store.ts'
import {
  changeStatus,
  demandNewPassword,
  endEmployeeSessions,
  removeEmployee,
  saveEmployee,
} from './employee-commands.ts'
import { countEmployees, type EmployeeRow, findEmployee, listEmployees } from './employee-store.ts'
import { wholeGrants } from './grants.ts'
import { currentRights, isOwnerRole, removeRole, saveRole } from './role-commands.ts'
import { findRole, listRoles, type RoleRow } from './role-store.ts'

type PresentedRole = OutputOf<typeof role.list>['list'][number]

function presentRole(row: RoleRow): PresentedRole {
  const { roleId, name, preset, memberCount, version, updatedAt } = row
  const { grants, refundLimitFen } = currentRights(row)
  return {
    roleId,
    name,
    presetKey: preset,
    followsPreset: row.grants === null,
    isProtected: isOwnerRole(row),
    grantCount: grants.length,
    memberCount,
    refundLimitFen,
    version,
    updatedAt,
  }
}

type PresentedEmployee = OutputOf<typeof employee.info>

function presentEmployee({ updatedAt, ...row }: EmployeeRow, actor: Actor): PresentedEmployee {
  return { ...row, isSelf: row.staffId === actor.employeeId }
}

const PRESETS = ROLE_PRESETS.map(({ key, name, grants, refundLimitFen }) => ({
  key,
  name,
  grants: wholeGrants(grants),
  refundLimitFen,
}))

const roleGroup = handlers(role, {
  list: async ({ tx }, filter) => {
    const page = await listRoles(tx, filter)
    return { ...page, list: page.list.map(presentRole) }
  },

  info: async ({ tx, actor }, { roleId }) => {
    const row = roleId === undefined ? null : ((await findRole(tx, roleId)) ?? refuse('NOT_FOUND'))
    return {
      role: row && { ...presentRole(row), grants: [...currentRights(row).grants] },
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
    const list = page.list.map((row) => presentEmployee(row, actor))
    return { ...page, list, counts: await countEmployees(tx, filter) }
  },

  info: async ({ tx, actor, now }, { staffId }) =>
    presentEmployee((await findEmployee(tx, staffId, now)) ?? refuse('NOT_FOUND'), actor),

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

const extEmployeeGroup = handlers(extEmployee, {
  requirePasswordReset: async (context, { staffId }) => {
    await demandNewPassword(context, staffId)
    return {}
  },

  endSessions: async (context, { staffId }) => ({ ended: await endEmployeeSessions(context, staffId) }),
})

/** The calls of roles and employees (docs/specification.md §7). */
export const peopleGroups: HandlerGroup[] = [roleGroup, employeeGroup, adminEmployeeGroup, extEmployeeGroup]
