import { sql } from 'kysely'
import type { Tx } from './database.ts'

/**
 * The next number of a merchant's own sequence, from 1. Numbers have no gaps: a rolled back transaction gives its
 * number back, and two callers wait for one another, so take it late in a transaction.
 */
export async function nextNumber(tx: Tx, name: string): Promise<number> {
  const row = await tx.one<{ value: number }>(sql`
    insert into counter (merchant_id, name, value) values (${tx.merchantId}, ${name}, 1)
    on conflict (merchant_id, name) do update set value = counter.value + 1
    returning value`)
  if (!row) throw new Error(`counter ${name} answered nothing`)
  return row.value
}
