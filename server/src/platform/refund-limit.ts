import type { Actor } from './actor.ts'

/** Whether a person may let a buyer have so much, in fen, without a second one; the owner may any amount. */
export const coversAmount = (actor: Pick<Actor, 'isOwner' | 'refundLimitFen'>, amountFen: number): boolean =>
  actor.isOwner || actor.refundLimitFen === null || amountFen <= actor.refundLimitFen
