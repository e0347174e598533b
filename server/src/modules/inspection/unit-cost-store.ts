import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, db } from '../../database/query.ts'

/** What phones cost, as far as it is known; those the merchant does not have are left out. */
export function unitCosts(
  tx: Tx,
  unitIds: readonly string[],
): Promise<{ readonly unitId: string; readonly barCode: string; readonly costPriceFen: number | null }[]> {
  return tx.rows(
    db
      .selectFrom('unit')
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', anyOf(unitIds))
      .select(['id as unitId', 'barCode', 'costPriceFen']),
  )
}

const COSTS_OF_A_STATEMENT = 500

/** Writes down what phones cost, null where it is not known. */
export async function setUnitCosts(
  tx: Tx,
  costs: readonly { readonly unitId: string; readonly costPriceFen: number | null }[],
): Promise<void> {
  for (let at = 0; at < costs.length; at += COSTS_OF_A_STATEMENT) {
    const some = costs.slice(at, at + COSTS_OF_A_STATEMENT)
    const ids = some.map(({ unitId }) => unitId)
    const amounts = some.map(({ costPriceFen }) => costPriceFen)
    const given = sql<{ unitId: string; fen: number | null }>`unnest(${ids}::uuid[], ${amounts}::bigint[])`.as<'given'>(
      sql`given (unit_id, fen)`,
    )
    await tx.run(
      db
        .updateTable('unit')
        .from(given)
        .set(({ ref }) => ({ costPriceFen: ref('given.fen') }))
        .where('unit.merchantId', '=', tx.merchantId)
        .whereRef('unit.id', '=', 'given.unitId'),
    )
  }
}
