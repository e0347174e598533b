/** What somebody may do at a moment. */
export interface Rights {
  readonly grants: ReadonlySet<string>
  readonly refundLimitFen: number | null
  readonly isOwner: boolean
}

/** What somebody who is not there may do. */
export const NOTHING: Rights = { grants: new Set(), refundLimitFen: 0, isOwner: false }

/** True when a refund limit, in fen or null for none, is above another. */
const isAbove = (one: number | null, other: number | null): boolean => other !== null && (one === null || one > other)

/** What one call of `actorId` gave away that the actor did not hold. Nothing, where the rules hold. */
export function undueGains(
  before: ReadonlyMap<string, Rights>,
  after: ReadonlyMap<string, Rights>,
  actorId: string,
): string[] {
  const actor = before.get(actorId) ?? NOTHING
  const found: string[] = []
  for (const [id, now] of after) {
    const then = before.get(id) ?? NOTHING
    const who = id === actorId ? 'the actor' : id
    for (const grant of now.grants)
      if (!then.grants.has(grant) && (id === actorId || !actor.grants.has(grant))) found.push(`${who} gained ${grant}`)
    if (isAbove(now.refundLimitFen, then.refundLimitFen))
      if (id === actorId || isAbove(now.refundLimitFen, actor.refundLimitFen)) found.push(`${who} gained a limit`)
    if (now.isOwner && !then.isOwner) found.push(`${who} became an owner`)
  }
  if (![...after.values()].some(({ isOwner }) => isOwner)) found.push('nobody owns the merchant any more')
  return found
}
