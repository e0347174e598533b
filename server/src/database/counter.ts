import type { Tx } from './database.ts'
import { db } from './query.ts'

/**
 * The next number of a merchant's own sequence, from 1. Numbers have no gaps: a rolled back transaction gives its
 * number back, and two callers wait for one another, so take it late in a transaction.
 */
export const nextNumber = (tx: Tx, name: string): Promise<number> => nextNumbers(tx, name, 1)

/** The same for `count` things at once, at least one: gives the first of their numbers, which follow one another. */
export async function nextNumbers(tx: Tx, name: string, count: number): Promise<number> {
  const row = await tx.one(
    db
      .insertInto('counter')
      .values({ merchantId: tx.merchantId, name, value: count })
      .onConflict((conflict) =>
        conflict.columns(['merchantId', 'name']).doUpdateSet(({ eb }) => ({ value: eb('counter.value', '+', count) })),
      )
      .returning('value'),
  )
  if (!row) throw new Error(`counter ${name} answered nothing`)
  return row.value - count + 1
}
