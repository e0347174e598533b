import type { Tx } from '../../database/database.ts'
import { anyOf, db } from '../../database/query.ts'

/** What people chose that models are published as at the marketplace, by model. */
export async function chosenNames(tx: Tx, modelIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows(
    db
      .selectFrom('modelMapping')
      .select(['modelId', 'spuName'])
      .where('merchantId', '=', tx.merchantId)
      .where('modelId', '=', anyOf(modelIds)),
  )
  return new Map(rows.map(({ modelId, spuName }) => [modelId, spuName]))
}
