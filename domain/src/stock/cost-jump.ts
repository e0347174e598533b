import type { Fen } from '../money.ts'

/**
 * True for a cost that changes by more than half of what it was: more likely a price that belongs to another phone, or to
 * another column, than a new price. A person is asked before it is taken over. False where no cost was known.
 * @param beforeFen what the phone cost so far; null where nobody has said
 */
export const costJumps = (beforeFen: Fen | null, afterFen: Fen): boolean =>
  beforeFen !== null && beforeFen > 0 && Math.abs(afterFen - beforeFen) * 2 > beforeFen
