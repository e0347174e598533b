import { REFUND_GRANTS } from '@huanji/contract/menu'
import { type Grants, type GrantTree, inOrder } from '../../people/grant-tree.ts'
import type { RoleInfo, RoleInput } from '../../people/types.ts'

type Preset = RoleInfo['presets'][number]

/** What the editor is open for. */
export type Purpose = 'new' | 'copy' | 'edit'

/** What of a role is edited, and how much of it the editor may not give and was therefore left out. */
export interface Filled {
  readonly grants: string[]
  readonly refundLimitFen: number | null
  readonly leftOutCount: number
}

const NAME_AT_MOST = 20
const COPY_SUFFIX = ' 副本'

/** True when one of the grants lets someone pay money back: only then is there a limit to set. */
export const paysBack = (grants: readonly string[]): boolean => grants.some((grant) => REFUND_GRANTS.includes(grant))

/** A limit in fen, null being without one, brought down to what the editor may give. */
export function cappedLimit(limitFen: number | null, maxFen: number | null): number | null {
  if (maxFen === null) return limitFen
  return limitFen === null ? maxFen : Math.min(limitFen, maxFen)
}

/** The part of a post or another role that the editor may give. */
export function fillFrom(tree: GrantTree, info: RoleInfo, source: Pick<Preset, 'grants' | 'refundLimitFen'>): Filled {
  const reach: Grants = new Set(info.grantable)
  const known = inOrder(tree, new Set(source.grants))
  const grants = known.filter((grant) => reach.has(grant))
  return {
    grants,
    refundLimitFen: paysBack(grants) ? cappedLimit(source.refundLimitFen, info.grantableLimitFen) : 0,
    leftOutCount: known.length - grants.length,
  }
}

/** The post that these grants and this limit are exactly, or null. */
export function presetOf(tree: GrantTree, info: RoleInfo, grants: readonly string[], limitFen: number | null) {
  const written = JSON.stringify(grants)
  const isSame = (preset: Preset) =>
    JSON.stringify(inOrder(tree, new Set(preset.grants))) === written &&
    (preset.refundLimitFen === limitFen || !paysBack(grants))
  return info.presets.find(isSame) ?? null
}

/** What the editor's form starts with. A copy is a new role: it has neither id nor version. */
export function startValues(tree: GrantTree, info: RoleInfo, purpose: Purpose): RoleInput {
  const { role } = info
  if (role === null || purpose === 'new') return { name: '', grants: [], refundLimitFen: 0 }
  if (purpose === 'copy') {
    const { grants, refundLimitFen } = fillFrom(tree, info, role)
    return { name: role.name.slice(0, NAME_AT_MOST - COPY_SUFFIX.length) + COPY_SUFFIX, grants, refundLimitFen }
  }
  return {
    roleId: role.roleId,
    version: role.version,
    name: role.name,
    grants: inOrder(tree, new Set(role.grants)),
    refundLimitFen: role.refundLimitFen,
  }
}

/** Why a role can only be looked at, or null when it can be edited: nobody changes what goes beyond their own rights. */
export function readOnlyReason(info: RoleInfo, purpose: Purpose, mayEdit: boolean): string | null {
  const { role, grantable, grantableLimitFen } = info
  if (!mayEdit) return '您没有编辑角色的权限，这里仅供查看。'
  if (purpose !== 'edit' || role === null) return null
  if (role.isProtected) {
    return `“${role.name}”是系统角色，拥有全部权限，不能修改或删除。需要相近的角色时，可以在列表中复制后调整。`
  }
  const isBeyond = role.grants.some((grant) => !grantable.includes(grant))
  const isDearer = cappedLimit(role.refundLimitFen, grantableLimitFen) !== role.refundLimitFen
  return isBeyond || isDearer ? '这个角色有您没有的权限，不能修改，请联系老板。' : null
}
