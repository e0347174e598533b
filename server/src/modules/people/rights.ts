import { MENU } from '@huanji/contract/menu'
import { flattenMenu } from '@huanji/contract/menu-tree'
import { largerLimit, type RoleRights, rightsOf } from '@huanji/contract/presets'
import type { Actor } from '../../platform/actor.ts'

/** What an employee may do. */
export interface Rights {
  readonly grants: ReadonlySet<string>
  /** The most that one refund may come to, in fen; null is without a limit. */
  readonly refundLimitFen: number | null
}

/** The owner may do everything there is. */
const OWNER_RIGHTS: Rights = { grants: new Set(flattenMenu(MENU)), refundLimitFen: null }

/** What someone with these roles may do: all that any of them grants, and the largest refund limit among them. */
export function rightsOfRoles(roles: readonly RoleRights[], isOwner: boolean): Rights {
  if (isOwner) return OWNER_RIGHTS
  const held = roles.map(rightsOf)
  return {
    grants: new Set(held.flatMap(({ grants }) => grants)),
    refundLimitFen: held.reduce<number | null>((limit, role) => largerLimit(limit, role.refundLimitFen), 0),
  }
}

/** What an employee's row says of the shops that the person is bound to, as an actor carries it: nothing for all shops. */
export function boundOf(row: {
  readonly employeeId: string
  readonly isOwner: boolean
  readonly shopIds: readonly string[] | null
  readonly shopsSince: string | null
}): Pick<Actor, 'shops'> {
  const { employeeId, isOwner, shopIds, shopsSince } = row
  if (isOwner || shopIds === null) return {}
  return { shops: { employeeId, shopIds, since: shopsSince ?? new Date(0).toISOString() } }
}
