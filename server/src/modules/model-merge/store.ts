import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { db, jsonText } from '../../database/query.ts'
import type { LearnedPhone } from '../inspection/learned-store.ts'

/** One model in place of another, as records keep them. */
export interface Replaced {
  readonly from: string
  readonly to: string
  /** What the new one is called. */
  readonly title: string
}

const NAMED_TABLES = ['unit', 'inspection', 'batch', 'listing', 'saleOrder', 'refund'] as const

/** Lets everything that names a model name the other one; gives how many rows there were of each kind. */
export async function renameModel(tx: Tx, { from, to, title }: Replaced): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  for (const table of NAMED_TABLES) {
    counts[table] = await tx.run(
      db
        .updateTable(table)
        .set({ modelId: to, modelName: title })
        .where('merchantId', '=', tx.merchantId)
        .where('modelId', '=', from),
    )
  }
  await tx.run(
    db
      .updateTable('stockImportRow')
      .set({ modelId: to })
      .where('merchantId', '=', tx.merchantId)
      .where('modelId', '=', from),
  )
  return counts
}

/** The phones that were learned as a model, each with what it was learned as. */
export const learnedAsModel = (
  tx: Tx,
  modelId: string,
): Promise<{ unitId: string; learnedAs: LearnedPhone | null }[]> =>
  tx.rows(
    db
      .selectFrom('unit')
      .select(['id as unitId', 'learnedAs'])
      .where('merchantId', '=', tx.merchantId)
      .where('modelId', '=', modelId)
      .where(sql<boolean>`learned_as is not null`),
  )

/** The views whose filters name a model. */
export const viewsNaming = (tx: Tx, modelId: string): Promise<{ id: string; query: string }[]> =>
  tx.rows(
    db
      .selectFrom('savedView')
      .select(['id', 'query'])
      .where('merchantId', '=', tx.merchantId)
      .where('query', 'like', `%${modelId}%`),
  )

/** Sets the filters of a view. */
export async function setViewQuery(tx: Tx, id: string, query: string): Promise<void> {
  await tx.run(db.updateTable('savedView').set({ query }).where('merchantId', '=', tx.merchantId).where('id', '=', id))
}

/** The days whose figures were counted for a model. */
export async function daysOfModel(tx: Tx, modelId: string): Promise<string[]> {
  const rows = await tx.rows(
    db
      .selectFrom('dailyFigure')
      .select('day')
      .distinct()
      .where('merchantId', '=', tx.merchantId)
      .where('kind', '=', 'model')
      .where('part', '=', modelId),
  )
  return rows.map(({ day }) => day)
}

/** Counts a phone as another model in what it was learned as. */
export async function setLearnedModel(tx: Tx, unitId: string, learnedAs: LearnedPhone): Promise<void> {
  await tx.run(
    db
      .updateTable('unit')
      .set({ learnedAs: jsonText(learnedAs) })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', unitId),
  )
}
