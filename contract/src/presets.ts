import type { Post } from './feature.ts'
import { flattenMenu } from './menu-tree.ts'
import { MENU, POST_GRANTS } from './tables.ts'

/** A post of the trade with the grants it usually has. */
export interface RolePreset {
  readonly key: 'owner' | Post
  readonly name: string
  readonly grants: readonly string[]
  /** The most that one refund may come to, in fen; null is without a limit, 0 where the post pays nothing back. */
  readonly refundLimitFen: number | null
}

/** What the after-sale clerk may pay back without asking, in fen: a small concession, not a phone. */
const SERVICE_REFUND_LIMIT_FEN = 50_000

const preset = (key: Post, name: string, refundLimitFen: number | null): RolePreset => ({
  key,
  name,
  grants: POST_GRANTS[key],
  refundLimitFen,
})

/**
 * The trade's posts after the matrix of duties (docs/domain.md §9.2). A merchant's role that follows its preset takes its
 * grants from here, so that a screen that arrives later is open to whom its feature gives it.
 */
export const ROLE_PRESETS: readonly RolePreset[] = [
  { key: 'owner', name: '老板', grants: flattenMenu(MENU), refundLimitFen: null },
  preset('manager', '店长', null),
  preset('inspector', '质检员', 0),
  preset('photographer', '拍照', 0),
  preset('operator', '运营', 0),
  preset('shipper', '发货员', 0),
  preset('service', '客服', SERVICE_REFUND_LIMIT_FEN),
  preset('finance', '财务', 0),
  // somebody outside the house: the books and nothing else
  preset('accountant', '外部会计', 0),
]

/** What a role holds, whether it follows its preset (`grants` null) or has grants of its own. */
export interface RoleRights {
  readonly preset: string | null
  readonly grants: readonly string[] | null
  readonly refundLimitFen: number | null
}

/** The grants and the refund limit of a role; a preset that is not known any more holds nothing. */
export function rightsOf(role: RoleRights): Pick<RolePreset, 'grants' | 'refundLimitFen'> {
  if (role.grants !== null) return { grants: role.grants, refundLimitFen: role.refundLimitFen }
  return ROLE_PRESETS.find(({ key }) => key === role.preset) ?? { grants: [], refundLimitFen: 0 }
}

/** The larger of two refund limits; null is without a limit. */
export const largerLimit = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.max(one, other)
