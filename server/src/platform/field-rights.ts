import type { Actor } from './actor.ts'

/** Columns that a call leaves out for whoever does not hold the right (screens: "columns a role may not see"). */
export type FieldRight = 'field:reservePrice' | 'field:orderMoney' | 'field:buyerContact'

/** True when the actor may read the fields behind a right; the owner reads everything. */
export function mayRead(actor: Actor, right: FieldRight): boolean {
  return actor.isOwner || actor.grants.has(right)
}
