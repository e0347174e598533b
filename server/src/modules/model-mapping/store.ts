import type { Tx } from '../../database/database.ts'
import { db, type RowOfQuery } from '../../database/query.ts'
import { employeeName } from '../history/employee-store.ts'

const mappings = (tx: Tx, modelId: string) =>
  db
    .selectFrom('modelMapping as m')
    .select(['m.spuId', 'm.spuName as name', 'm.spuBrand as brand', 'm.chosenAt'])
    .select(({ ref }) => [employeeName(tx, ref('m.chosenBy')).as('chosenBy')])
    .where('m.merchantId', '=', tx.merchantId)
    .where('m.modelId', '=', modelId)

/** What a person chose that a model is published as. */
export type ChosenSpu = RowOfQuery<typeof mappings>

/** What a person chose for a model of the catalogue, or null. */
export const chosenSpu = (tx: Tx, modelId: string): Promise<ChosenSpu | null> => tx.one(mappings(tx, modelId))

/** Keeps what a person chose, in place of what was chosen before. */
export async function keepSpu(
  tx: Tx,
  modelId: string,
  chosen: {
    readonly spuId: string
    readonly name: string
    readonly brand: string
    readonly employeeId: string
    readonly now: Date
  },
): Promise<void> {
  const { spuId, name: spuName, brand: spuBrand, employeeId: chosenBy, now: chosenAt } = chosen
  const values = { spuId, spuName, spuBrand, chosenBy, chosenAt }
  await tx.run(
    db
      .insertInto('modelMapping')
      .values({ merchantId: tx.merchantId, modelId, ...values })
      .onConflict((conflict) => conflict.columns(['merchantId', 'modelId']).doUpdateSet(values)),
  )
}

/** Goes back to what the names say. */
export async function forgetSpu(tx: Tx, modelId: string): Promise<void> {
  await tx.run(db.deleteFrom('modelMapping').where('merchantId', '=', tx.merchantId).where('modelId', '=', modelId))
}
