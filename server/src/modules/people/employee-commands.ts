import type { ParsedOf } from '@huanji/contract/call'
import type { employee } from '@huanji/contract/features/people/employee'
import { type AuditFacts, differingFacts } from '../../audit/entry.ts'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { maskPhone } from '../../platform/log.ts'
import { endSessionsOf } from '../account/session-store.ts'
import { requireSelfProof } from '../auth/self-proof.ts'
import { recordEdit, requireVersion } from '../history/edits.ts'
import { EMPLOYEE_ACTIONS, type EmployeeAction, employeeFacts } from './actions.ts'
import { addEmployee, setEmployeeStatus } from './commands.ts'
import {
  coversShops,
  type EffectiveRights,
  effectiveRightsOf,
  lockEffectiveRights,
  requireHeld,
  requireLimitHeld,
} from './effective-rights.ts'
import {
  bindToShops,
  clearRoles,
  countActiveOwners,
  type EmployeeRow,
  findEmployee,
  leaveDirectory,
  markDeleted,
  nameOfPhone,
  renameInDirectory,
  shopsOf,
  updateEmployee,
  wantNewPassword,
} from './employee-store.ts'
import { changeOf, tellOwners } from './owner-power.ts'
import { isOwnerRole } from './role-rights.ts'
import { findRoles, type RoleRow, rolesOfEmployee } from './role-store.ts'
import { assignRole, type EmployeeStatus } from './store.ts'

type EmployeeInput = ParsedOf<typeof employee.edit>

const STATUS_NAMES: Readonly<Record<EmployeeStatus, string>> = { active: '启用', disabled: '停用' }

const roleNames = (roles: readonly { name: string }[]): string => roles.map(({ name }) => name).join('、')

/** What the log says of an employee: who it is and what the person may do. */
function factsOf(row: Pick<EmployeeRow, 'name' | 'phone' | 'status' | 'roles'>): AuditFacts {
  const { name, phone, status, roles } = row
  return { 姓名: name, 手机号: maskPhone(phone), 角色: roleNames(roles), 状态: STATUS_NAMES[status] }
}

const subjectOf = ({ staffId, name }: Pick<EmployeeRow, 'staffId' | 'name'>) =>
  ({ subject: 'employee', subjectId: staffId, subjectLabel: name }) as const

/** An employee that the actor is about to change, and what both may do at this moment. */
interface Target {
  readonly row: EmployeeRow
  readonly roles: readonly RoleRow[]
  readonly isSelf: boolean
  readonly isLastOwner: boolean
  readonly ownRights: EffectiveRights
}

/**
 * The employee of this id, once it is this call's turn, for something that the actor may do with this person. Refuses
 * NOT_FOUND for an id the merchant does not have, and what the rules of the action say.
 */
async function requireTarget(
  { tx, actor, now }: CallContext,
  staffId: string,
  action: EmployeeAction,
  checkFirst: (row: EmployeeRow) => Promise<void> | void = () => undefined,
): Promise<Target> {
  const ownRights = await lockEffectiveRights(tx, actor, now)
  const row = (await findEmployee(tx, staffId, now)) ?? refuse('NOT_FOUND')
  await checkFirst(row)
  const roles = await rolesOfEmployee(tx, row.staffId)
  const { employeeId } = actor
  const facts = employeeFacts(row, { ownRights, roles, employeeId, activeOwners: await countActiveOwners(tx) })
  requireAllowed(EMPLOYEE_ACTIONS, action, facts)
  const { isSelf, isLastOwner } = facts
  return { row, roles, isSelf, isLastOwner, ownRights }
}

/**
 * The merchant's roles of these ids, when they are the actor's to give. Refuses NOT_FOUND for an id the merchant does not
 * have, GRANT_NOT_HELD naming 老板 (which only owners give) or what the actor does not hold, REFUND_LIMIT_NOT_HELD.
 */
async function requireGivableRoles({ tx }: CallContext, ownRights: EffectiveRights, roleIds: readonly string[]) {
  const roles = await findRoles(tx, roleIds)
  const known = new Set(roles.map(({ roleId }) => roleId))
  if (roleIds.some((roleId) => !known.has(roleId.toLowerCase()))) refuse('NOT_FOUND', {}, { field: 'roleIds' })
  const ownerRole = roles.find(isOwnerRole)
  if (ownerRole && !ownRights.isOwner) refuse('GRANT_NOT_HELD', { grants: ownerRole.name }, { field: 'roleIds' })
  const { grants, refundLimitFen } = effectiveRightsOf(roles, false)
  requireHeld(ownRights, grants, 'roleIds')
  requireLimitHeld(ownRights, refundLimitFen, 'roleIds')
  return roles
}

/** Shops that somebody is bound to, each with its name; null for all shops. */
type BoundShops = Awaited<ReturnType<typeof shopsOf>> | null

const ALL_SHOPS = '所有店铺'
const shopsFact = (shops: BoundShops): AuditFacts => ({
  店铺: shops === null ? ALL_SHOPS : shops.map(({ name }) => name).join('、'),
})
const idsOf = (shops: BoundShops): string[] | null =>
  shops === null ? null : shops.map(({ shopAccountId }) => shopAccountId)

/**
 * The shops that somebody is to be bound to, when they are the actor's to give; `kept` where the input says nothing of
 * them. Refuses NOT_FOUND, SHOPS_NOT_HELD, OWNER_HAS_ALL_SHOPS.
 */
async function requireGivableShops(
  { tx }: CallContext,
  ownRights: EffectiveRights,
  given: Pick<EmployeeInput, 'shopIds'> & { readonly isOwner: boolean; readonly kept: readonly string[] | null },
): Promise<BoundShops> {
  const { isOwner, kept } = given
  const wanted = given.shopIds === undefined ? kept : given.shopIds
  const ids = wanted === null || wanted.length === 0 ? null : [...new Set(wanted.map((one) => one.toLowerCase()))]
  if (isOwner)
    return ids === null || given.shopIds === undefined ? null : refuse('OWNER_HAS_ALL_SHOPS', {}, { field: 'shopIds' })
  const shops = ids && (await shopsOf(tx, ids))
  if (given.shopIds === undefined) return shops
  if (ids !== null && shops?.length !== ids.length) refuse('NOT_FOUND', {}, { field: 'shopIds' })
  if (!coversShops(ownRights, ids)) refuse('SHOPS_NOT_HELD', {}, { field: 'shopIds' })
  return shops
}

const isSameBound = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null
    ? one === other
    : one.length === other.length && one.every((shopId) => other.includes(shopId))

async function createEmployee(
  context: CallContext,
  { name, phone, roleIds, shopIds }: EmployeeInput,
): Promise<{ staffId: string; version: number }> {
  const { tx, actor, now, audit } = context
  if (phone === undefined) return refuse('PHONE_REQUIRED', {}, { field: 'phone' })
  const ownRights = await lockEffectiveRights(tx, actor, now)
  const roles = await requireGivableRoles(context, ownRights, roleIds)
  const known = await nameOfPhone(tx, phone)
  if (known !== null) refuse('EMPLOYEE_EXISTS', { name: known }, { field: 'phone' })
  const isOwner = roles.some(isOwnerRole)
  if (isOwner) await requireSelfProof(context)
  const shops = await requireGivableShops(context, ownRights, { shopIds, isOwner, kept: ownRights.shopIds })
  const staffId = await addEmployee(tx, { phone, name, roleIds: roles.map(({ roleId }) => roleId), isOwner, now })
  if (shops !== null) await bindToShops(tx, staffId, idsOf(shops), now)
  await recordEdit(tx, { subject: 'employee', subjectId: staffId }, { actor, now }, 'create', '添加员工')
  if (isOwner) await tellOwners(context, { staffId, name, phone }, 'made')
  const actionLabel = '添加员工'
  audit({
    ...subjectOf({ staffId, name }),
    actionLabel,
    before: null,
    after: { ...factsOf({ name, phone, status: 'active', roles }), ...(shops && shopsFact(shops)) },
  })
  return { staffId, version: 1 }
}

/** Gives an employee these roles in place of all others. The person signs in anew, but for the session that does it. */
async function replaceRoles({ tx, actor, now }: CallContext, target: Target, roles: readonly RoleRow[]): Promise<void> {
  const { staffId } = target.row
  await clearRoles(tx, staffId)
  for (const { roleId } of roles) await assignRole(tx, staffId, roleId)
  await endSessionsOf(tx, staffId, 'roleChanged', now, target.isSelf ? actor.sessionId : null)
}

async function editEmployee(
  context: CallContext,
  input: EmployeeInput,
  givenId: string,
): Promise<{ staffId: string; version: number }> {
  const { tx, actor, now, audit } = context
  const target = await requireTarget(context, givenId, 'edit', async (row) => {
    await requireVersion(tx, { subject: 'employee', subjectId: row.staffId, ...row }, input.version)
  })
  const { row } = target
  const { staffId } = row
  if (input.phone !== undefined && input.phone !== row.phone) refuse('PHONE_FIXED', {}, { field: 'phone' })
  const roles = await requireGivableRoles(context, target.ownRights, input.roleIds)
  const isOwner = roles.some(isOwnerRole)
  if (target.isLastOwner && !isOwner) refuse('LAST_OWNER')
  const { name, shopIds } = input
  const shops = await requireGivableShops(context, target.ownRights, { shopIds, isOwner, kept: row.shopIds })
  const before = row.shopIds && (await shopsOf(tx, row.shopIds))
  const hasOtherShops = !isSameBound(idsOf(before), idsOf(shops))
  const held = new Set(target.roles.map(({ roleId }) => roleId))
  const hasOtherRoles = roles.length !== held.size || roles.some(({ roleId }) => !held.has(roleId))
  if (name === row.name && !hasOtherRoles && !hasOtherShops && isOwner === row.isOwner) {
    audit(null)
    return { staffId, version: row.version }
  }
  const power = changeOf(row.isOwner, isOwner)
  if (power !== null) await requireSelfProof(context)
  if (hasOtherShops) await bindToShops(tx, staffId, idsOf(shops), now)
  await updateEmployee(tx, staffId, { name, isOwner }, now)
  if (name !== row.name) await renameInDirectory(tx, staffId, name)
  if (hasOtherRoles) await replaceRoles(context, target, roles)
  await recordEdit(tx, { subject: 'employee', subjectId: staffId }, { actor, now }, 'edit', '编辑员工')
  if (power !== null) await tellOwners(context, { ...row, name }, power)
  const factsBefore = { ...factsOf(row), ...shopsFact(before) }
  const factsAfter = { ...factsOf({ ...row, name, roles }), ...shopsFact(shops) }
  audit({ ...subjectOf({ staffId, name }), ...differingFacts(factsBefore, factsAfter) })
  return { staffId, version: row.version + 1 }
}

/**
 * Adds an employee, or changes name and roles of one (docs/specification.md §7). Refuses as the contract says: what the
 * employee may do before and after must both be the actor's to give, and one active owner stays.
 */
export function saveEmployee(
  context: CallContext,
  input: EmployeeInput,
): Promise<{ staffId: string; version: number }> {
  return input.staffId === undefined ? createEmployee(context, input) : editEmployee(context, input, input.staffId)
}

/**
 * Lets an employee go for good: out of the lists, without roles, sessions or a way in; the phone can be added again.
 * Refuses SELF_CHANGE, EMPLOYEE_ABOVE_YOU, and LAST_OWNER for the only active owner.
 */
export async function removeEmployee(context: CallContext, staffId: string): Promise<void> {
  const { tx, actor, now, audit } = context
  const { row } = await requireTarget(context, staffId, 'delete')
  if (row.isOwner) await requireSelfProof(context)
  await clearRoles(tx, row.staffId)
  await leaveDirectory(tx, row.staffId)
  await endSessionsOf(tx, row.staffId, 'ended', now)
  await markDeleted(tx, row.staffId, now)
  await recordEdit(tx, { subject: 'employee', subjectId: row.staffId }, { actor, now }, 'delete', '删除员工')
  if (row.isOwner) await tellOwners(context, row, 'deleted')
  audit({ ...subjectOf(row), before: factsOf(row), after: null })
}

/**
 * Lets an employee work or not, and gives the version after it; a status that holds already stays. Refuses SELF_CHANGE
 * for disabling oneself, EMPLOYEE_ABOVE_YOU, and LAST_OWNER for the only active owner.
 */
export async function changeStatus(context: CallContext, staffId: string, status: EmployeeStatus): Promise<number> {
  const { tx, actor, now, audit } = context
  const { row } = await requireTarget(context, staffId, status === 'disabled' ? 'disable' : 'enable')
  if (status === row.status) {
    audit(null)
    return row.version
  }
  if (row.isOwner) await requireSelfProof(context)
  await setEmployeeStatus(tx, row.staffId, status, now)
  const label = `${STATUS_NAMES[status]}员工`
  await recordEdit(tx, { subject: 'employee', subjectId: row.staffId }, { actor, now }, status, label)
  if (row.isOwner) await tellOwners(context, row, status === 'disabled' ? 'disabled' : 'enabled')
  const changed = differingFacts(factsOf(row), factsOf({ ...row, status }))
  audit({ ...subjectOf(row), actionLabel: label, ...changed })
  return row.version + 1
}

const sessionFact = (count: number): AuditFacts => ({ 登录中: `${count}个` })

/**
 * Has an employee choose a new password before a password opens this merchant again, and ends the sessions here. The
 * password itself is the phone's and stays. Refuses SELF_CHANGE and EMPLOYEE_ABOVE_YOU.
 */
export async function demandNewPassword(context: CallContext, staffId: string): Promise<void> {
  const { tx, now, audit } = context
  const { row } = await requireTarget(context, staffId, 'requirePasswordReset')
  await wantNewPassword(tx, row.staffId, now)
  await endSessionsOf(tx, row.staffId, 'ended', now)
  const before = { 重设密码: row.mustResetPassword ? '已要求' : '未要求', ...sessionFact(row.sessionCount) }
  audit({ ...subjectOf(row), before, after: { 重设密码: '已要求', ...sessionFact(0) } })
}

/**
 * Ends an employee's sessions and gives how many of them were live; of the actor's own, the one in use stays.
 * Refuses EMPLOYEE_ABOVE_YOU.
 */
export async function endEmployeeSessions(context: CallContext, staffId: string): Promise<number> {
  const { tx, actor, now, audit } = context
  const { row, isSelf } = await requireTarget(context, staffId, 'endSessions')
  await endSessionsOf(tx, row.staffId, 'ended', now, isSelf ? actor.sessionId : null)
  const left = isSelf ? 1 : 0
  const ended = row.sessionCount - left
  audit(ended === 0 ? null : { ...subjectOf(row), before: sessionFact(row.sessionCount), after: sessionFact(left) })
  return ended
}
