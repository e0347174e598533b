import { rightsOf } from '@huanji/contract/presets'
import { paysBack, wholeGrants } from './grants.ts'
import type { RoleRow } from './role-store.ts'

/** What a role lets its holders do: whole grants in the menu's order, and the refund limit in fen (null: none). */
export interface RoleContentRights {
  readonly grants: readonly string[]
  readonly refundLimitFen: number | null
}

/** Holding the role made from this post is owning the merchant. */
export const isOwnerRole = ({ preset }: Pick<RoleRow, 'preset'>): boolean => preset === 'owner'

/** Rights as a role keeps them: whole grants, and no refund limit where nothing is paid back. */
export function normalRights(grants: Iterable<string>, refundLimitFen: number | null): RoleContentRights {
  const whole = wholeGrants(grants)
  return { grants: whole, refundLimitFen: paysBack(whole) ? refundLimitFen : 0 }
}

/** What a stored role comes to now, whether it follows its post or not. */
export function currentRights(row: RoleRow): RoleContentRights {
  const { grants, refundLimitFen } = rightsOf(row)
  return normalRights(grants, refundLimitFen)
}
