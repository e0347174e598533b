import type { ParsedOf } from '@huanji/contract/call'
import type { role } from '@huanji/contract/features/people/role'
import { gainedPower } from '@huanji/contract/powers'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import { type AuditFacts, differingFacts } from '../../audit/entry.ts'
import { isUniqueViolation } from '../../database/errors.ts'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { newId } from '../../platform/ids.ts'
import { requireSelfProof } from '../auth/self-proof.ts'
import { recordEdit, requireVersion } from '../history/edits.ts'
import { ROLE_ACTIONS } from './actions.ts'
import {
  type EffectiveRights,
  limitText,
  lockEffectiveRights,
  requireHeld,
  requireLimitHeld,
} from './effective-rights.ts'
import { grantNames, someGrantNames, unknownGrant } from './grants.ts'
import { tellOfRole } from './owner-power.ts'
import { currentRights, normalRights, type RoleContentRights } from './role-rights.ts'
import { deleteRole, findRole, type RoleContent, type RoleRow, updateRole } from './role-store.ts'
import { insertRole } from './store.ts'

type RoleInput = ParsedOf<typeof role.edit>

/** What the merchant's own rights of a role are when they are those of its post: none, so that it goes on following it. */
function storedRights(
  preset: string | null,
  wanted: RoleContentRights,
): Pick<RoleContent, 'grants' | 'refundLimitFen'> {
  const post = ROLE_PRESETS.find(({ key }) => key === preset)
  const usual = post && normalRights(post.grants, post.refundLimitFen)
  const isUsual =
    usual !== undefined &&
    usual.refundLimitFen === wanted.refundLimitFen &&
    usual.grants.length === wanted.grants.length &&
    usual.grants.every((grant, index) => grant === wanted.grants[index])
  return isUsual ? { grants: null, refundLimitFen: null } : wanted
}

const countText = ({ grants }: RoleContentRights): string => `${grants.length}项`

/** What the log says of a role beside its grants; `hasOwnGrants` is null for a role that was made from no post. */
function roleFacts(row: { name: string }, rights: RoleContentRights, hasOwnGrants: boolean | null): AuditFacts {
  return {
    名称: row.name,
    ...(hasOwnGrants === null ? {} : { 岗位模板: hasOwnGrants ? '自己改过' : '和模板一样' }),
    退款额度: limitText(rights.refundLimitFen),
  }
}

function changedGrants(before: RoleContentRights, after: RoleContentRights): string {
  const added = after.grants.filter((grant) => !before.grants.includes(grant))
  const removed = before.grants.filter((grant) => !after.grants.includes(grant))
  const parts = [
    ...(added.length > 0 ? [`新增：${grantNames(added)}`] : []),
    ...(removed.length > 0 ? [`移除：${grantNames(removed)}`] : []),
  ]
  return parts.length === 0 ? countText(after) : `${countText(after)}（${parts.join('；')}）`
}

/** Runs a statement that names a role; refuses ROLE_NAME_TAKEN when another role of the merchant has the name. */
async function naming<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'role_merchant_id_name_key')) throw error
    return refuse('ROLE_NAME_TAKEN', { name }, { field: 'name' })
  }
}

function requireGivable(ownRights: EffectiveRights, rights: RoleContentRights): void {
  requireHeld(ownRights, rights.grants, 'grants')
  requireLimitHeld(ownRights, rights.refundLimitFen, 'refundLimitFen')
}

async function createRole(
  { tx, actor, now, audit }: CallContext,
  name: string,
  wanted: RoleContentRights,
): Promise<{ roleId: string; version: number }> {
  const roleId = newId()
  await naming(name, () => insertRole(tx, { id: roleId, name, preset: null, ...wanted }, now))
  await recordEdit(tx, { subject: 'role', subjectId: roleId }, { actor, now }, 'create', '添加角色')
  const facts = { ...roleFacts({ name }, wanted, null), 权限: `${countText(wanted)}：${grantNames(wanted.grants)}` }
  const subject = { subject: 'role', subjectId: roleId, subjectLabel: name } as const
  audit({ ...subject, actionLabel: '添加角色', before: null, after: facts })
  return { roleId, version: 1 }
}

/** What the people who hold a role gain by a change of it, once who changes it has proved who that is; null for nothing. */
async function provenGain(context: CallContext, row: RoleRow, current: RoleContentRights, wanted: RoleContentRights) {
  const gained = row.memberCount === 0 ? null : gainedPower(current, wanted)
  if (gained !== null) await requireSelfProof(context)
  return gained
}

async function editRole(
  context: CallContext,
  row: RoleRow,
  name: string,
  wanted: RoleContentRights,
): Promise<{ roleId: string; version: number }> {
  const { tx, actor, now, audit } = context
  const { roleId } = row
  const current = currentRights(row)
  const stored = storedRights(row.preset, wanted)
  const isOwn = (grants: readonly string[] | null) => (row.preset === null ? null : grants !== null)
  const { before, after } = differingFacts(
    { ...roleFacts(row, current, isOwn(row.grants)), 权限: countText(current) },
    { ...roleFacts({ name }, wanted, isOwn(stored.grants)), 权限: changedGrants(current, wanted) },
  )
  if (Object.keys(after ?? {}).length === 0) {
    audit(null)
    return { roleId, version: row.version }
  }
  const gained = await provenGain(context, row, current, wanted)
  const version = await naming(name, () => updateRole(tx, roleId, { name, ...stored }, now))
  if (gained !== null) {
    const limit = gained.isLimitRaised ? limitText(wanted.refundLimitFen) : null
    await tellOfRole(context, { roleId, name }, { limit, grants: someGrantNames(gained.grants) })
  }
  await recordEdit(tx, { subject: 'role', subjectId: roleId }, { actor, now }, 'edit', '编辑角色')
  audit({ subject: 'role', subjectId: roleId, subjectLabel: name, before, after })
  return { roleId, version }
}

/**
 * Makes a role, or changes one (docs/specification.md §7). A role made from a post follows it as long as it holds what the
 * post does; saving other rights makes it the merchant's own, saving the post's makes it follow again. What gives its
 * holders more over money or people uses up a proof of who does it, and is told to every owner. Refuses as the contract says; what the role had and what it gets must both be the actor's to give.
 */
export async function saveRole(context: CallContext, input: RoleInput): Promise<{ roleId: string; version: number }> {
  const { tx, actor, now } = context
  const ownRights = await lockEffectiveRights(tx, actor, now)
  const unknown = unknownGrant(input.grants)
  const row = input.roleId === undefined ? null : ((await findRole(tx, input.roleId)) ?? refuse('NOT_FOUND'))
  if (row) {
    await requireVersion(tx, { subject: 'role', subjectId: row.roleId, ...row }, input.version)
    requireAllowed(ROLE_ACTIONS, 'edit', { row, ownRights })
  }
  if (unknown !== undefined) refuse('GRANT_UNKNOWN', { grant: unknown }, { field: 'grants' })
  const wanted = normalRights(input.grants, input.refundLimitFen)
  requireGivable(ownRights, wanted)
  return row ? editRole(context, row, input.name, wanted) : createRole(context, input.name, wanted)
}

/**
 * Removes a role that nobody holds. Refuses ROLE_PROTECTED for the owners', ROLE_IN_USE with the number of its holders,
 * GRANT_NOT_HELD for one with more rights, or a higher refund limit, than the actor's.
 */
export async function removeRole({ tx, actor, now, audit }: CallContext, roleId: string): Promise<void> {
  const ownRights = await lockEffectiveRights(tx, actor, now)
  const row = (await findRole(tx, roleId)) ?? refuse('NOT_FOUND')
  requireAllowed(ROLE_ACTIONS, 'delete', { row, ownRights })
  await deleteRole(tx, row.roleId)
  await recordEdit(tx, { subject: 'role', subjectId: row.roleId }, { actor, now }, 'delete', '删除角色')
  const rights = currentRights(row)
  const facts = { ...roleFacts(row, rights, null), 权限: `${countText(rights)}：${grantNames(rights.grants)}` }
  audit({ subject: 'role', subjectId: row.roleId, subjectLabel: row.name, before: facts, after: null })
}
