import type { Tx } from '../../database/database.ts'
import { markSalesOf } from '../figure/mark-store.ts'
import { setUnitCosts } from './unit-cost-store.ts'

/**
 * Writes down what phones cost, null where it is not known: the margins of the days on which they were sold are counted
 * anew, and their goods are asked for again by whoever looks at them.
 */
export async function writeCosts(tx: Tx, costs: Parameters<typeof setUnitCosts>[1]): Promise<void> {
  if (costs.length === 0) return
  await setUnitCosts(tx, costs)
  await markSalesOf(
    tx,
    costs.map(({ unitId }) => unitId),
  )
  tx.changed('listing')
}
