import { formatFen } from '@huanji/domain/money'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { TransportRefusal } from '../../errors/transport-refusal.ts'
import type { Actor } from '../../platform/actor.ts'
import { lockMerchant } from '../tenant/store.ts'
import { findEmployee } from './employee-store.ts'
import { someGrantNames, wholeGrants } from './grants.ts'
import { type Rights, rightsOfRoles } from './rights.ts'
import { rolesOfEmployee } from './role-store.ts'

/** Rights as they are measured against one another. */
export interface EffectiveRights extends Rights {
  readonly isOwner: boolean
  /** The shops that they hold for; null for all. */
  readonly shopIds: readonly string[] | null
}

/** What somebody may do, with whole grants (`wholeGrants`): whoever holds an entry of the menu holds its hidden pages. */
export function effectiveRightsOf(
  roles: Parameters<typeof rightsOfRoles>[0],
  isOwner: boolean,
  shopIds: readonly string[] | null = null,
): EffectiveRights {
  const { grants, refundLimitFen } = rightsOfRoles(roles, isOwner)
  return { grants: new Set(wholeGrants(grants)), refundLimitFen, isOwner, shopIds: isOwner ? null : shopIds }
}

/**
 * Waits until no other change of the merchant's people and roles is under way, and gives what the actor may do from then
 * on: a change that came first may have taken the rights this call was let in with. Refuses like a call without a session
 * when it took the actor's place.
 */
export async function lockEffectiveRights(tx: Tx, actor: Actor, now: Date): Promise<EffectiveRights> {
  await lockMerchant(tx)
  const employee = await findEmployee(tx, actor.employeeId, now)
  if (employee?.status !== 'active') throw new TransportRefusal('sessionInvalid')
  return effectiveRightsOf(await rolesOfEmployee(tx, actor.employeeId), employee.isOwner, employee.shopIds)
}

/** A refund limit as a person reads it; null is without a limit. */
export const limitText = (limitFen: number | null): string => (limitFen === null ? '不限' : formatFen(limitFen))

/** True when a refund limit, in fen or null for none, is not above another. */
const isWithin = (limitFen: number | null, otherFen: number | null): boolean =>
  otherFen === null || (limitFen !== null && limitFen <= otherFen)

/** True when everything that `other` may do is also for `one` to do. */
export const includesAllRights = (one: EffectiveRights, other: EffectiveRights): boolean =>
  one.isOwner ||
  (!other.isOwner &&
    notHeld(one, other.grants).length === 0 &&
    coversLimit(one, other.refundLimitFen) &&
    coversShops(one, other.shopIds))

/** True when a refund limit, in fen or null for none, is for somebody to give. */
export const coversLimit = (one: EffectiveRights, limitFen: number | null): boolean =>
  one.isOwner || isWithin(limitFen, one.refundLimitFen)

/** True when these shops, or null for all, are somebody's own. */
export const coversShops = (
  { shopIds: held }: Pick<EffectiveRights, 'shopIds'>,
  shopIds: readonly string[] | null,
): boolean => held === null || shopIds?.every((one) => held.includes(one)) === true

/** Those of the grants that somebody does not hold. */
export const notHeld = ({ isOwner, grants: held }: EffectiveRights, grants: Iterable<string>): string[] =>
  isOwner ? [] : [...grants].filter((one) => !held.has(one))

/** Nobody gives what they do not hold: refuses GRANT_NOT_HELD naming the grants at the input field `field`. */
export function requireHeld(ownRights: EffectiveRights, grants: Iterable<string>, field: string | null): void {
  const missing = notHeld(ownRights, grants)
  if (missing.length === 0) return
  refuse('GRANT_NOT_HELD', { grants: someGrantNames(missing) }, field === null ? {} : { field })
}

/** Refuses REFUND_LIMIT_NOT_HELD, at the input field `field`, for a limit above the actor's own. */
export function requireLimitHeld(ownRights: EffectiveRights, limitFen: number | null, field: string): void {
  if (coversLimit(ownRights, limitFen)) return
  refuse('REFUND_LIMIT_NOT_HELD', { limit: limitText(ownRights.refundLimitFen) }, { field })
}
