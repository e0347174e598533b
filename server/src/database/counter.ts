import type { Tx } from './database.ts'
import { db } from './query.ts'

/**
 * The next number of a merchant's own sequence, from 1. Numbers have no gaps: a rolled back transaction gives its
 * number back, and two callers wait for one another, so take it late in a transaction.
 */
export async function nextNumber(tx: Tx, name: string): Promise<number> {
  const row = await tx.one(
    db
      .insertInto('counter')
      .values({ merchantId: tx.merchantId, name, value: 1 })
      .onConflict((conflict) =>
        conflict.columns(['merchantId', 'name']).doUpdateSet(({ eb }) => ({ value: eb('counter.value', '+', 1) })),
      )
      .returning('value'),
  )
  if (!row) throw new Error(`counter ${name} answered nothing`)
  return row.value
}
