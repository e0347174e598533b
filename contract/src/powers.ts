import { PEOPLE_GRANTS, REFUND_GRANTS } from './tables.ts'

/** What a role may do, as far as power is weighed. */
interface Rights {
  readonly grants: readonly string[]
  /** In fen; null is without a limit. */
  readonly refundLimitFen: number | null
}

/** The grants over money and people: whoever holds a role gets them unseen once they are ticked there. */
const POWER_GRANTS: readonly string[] = [...REFUND_GRANTS, ...PEOPLE_GRANTS]

/** What the holders of a role get over money and people by a change of it. */
export interface GainedPower {
  readonly grants: readonly string[]
  /** The refund limit rises. */
  readonly isLimitRaised: boolean
}

/** True where one limit allows more than the other. */
const allowsMore = (limitFen: number | null, thanFen: number | null): boolean =>
  thanFen !== null && (limitFen === null || limitFen > thanFen)

/** What of these changes gives a role more over money and people; null where nothing does. */
export function gainedPower(before: Rights, after: Rights): GainedPower | null {
  const grants = after.grants.filter((one) => POWER_GRANTS.includes(one) && !before.grants.includes(one))
  const isLimitRaised = allowsMore(after.refundLimitFen, before.refundLimitFen)
  return grants.length > 0 || isLimitRaised ? { grants, isLimitRaised } : null
}
