import { createHash } from 'node:crypto'
import type { Tx } from './database.ts'
import { db } from './query.ts'

/** A merchant's names share so many rows: two names of one row wait for each other now and then, and the rows stay few. */
const SLOTS = 64

const slotOf = (name: string): string => {
  const [first = 0] = createHash('sha256').update(name).digest()
  return `held-${String(first % SLOTS).padStart(2, '0')}`
}

/**
 * Holds names of the merchant until the transaction ends: whoever wants one of them meanwhile waits, and what it reads from
 * then on shows what was committed. For what no row stands for yet, such as a number that two might write at the same moment.
 * It is a row of the merchant, and so holds on a cluster as well. To be called before rows are locked, with all names at
 * once, so that nobody waits in a circle.
 */
export async function holdNames(tx: Tx, names: readonly string[]): Promise<void> {
  const slots = [...new Set(names.map(slotOf))].sort()
  if (slots.length === 0) return
  await tx.run(
    db
      .insertInto('counter')
      .values(slots.map((name) => ({ merchantId: tx.merchantId, name, value: 0 })))
      .onConflict((conflict) =>
        conflict.columns(['merchantId', 'name']).doUpdateSet(({ ref }) => ({ value: ref('counter.value') })),
      ),
  )
}
