import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOfQuery } from '../../database/query.ts'

const EARLIER_COLUMNS = [
  'i.id as inspectionId',
  'i.channel',
  'i.inspectionNo',
  'i.finalGrade as grade',
  'i.state',
  'i.modelId',
  'i.modelName',
  'i.skuText',
  'i.createdAt',
] as const satisfies ColumnsOf<'inspection', 'i'>

const earlier = (tx: Tx, unitIds: readonly string[]) =>
  db
    .selectFrom('inspection as i')
    .select(EARLIER_COLUMNS)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('inspection as newer')
          .select('newer.id')
          .where('newer.merchantId', '=', tx.merchantId)
          .whereRef('newer.previousInspectionId', '=', 'i.id'),
      )
        .$castTo<boolean>()
        .as('isReplaced'),
    )
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.unitId', '=', anyOf(unitIds))
    .orderBy('i.createdAt', 'desc')
    .orderBy('i.id', 'desc')
    .limit(50)

/** A record as history of its phone shows it; `isReplaced` when a newer inspection took its place. */
export type EarlierRecord = RowOfQuery<typeof earlier>

/** The records of these units, newest first; at most 50. */
export function recordsOfUnits(tx: Tx, unitIds: readonly string[]): Promise<EarlierRecord[]> {
  return tx.rows(earlier(tx, unitIds))
}
