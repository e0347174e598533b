import { sql } from 'kysely'
import type { Tx } from '../../../database/database.ts'
import { anyOf, db, type RowOfQuery } from '../../../database/query.ts'
import { contentOf } from '../store.ts'

const withPhotos = (tx: Tx, inspectionIds: readonly string[]) =>
  db
    .selectFrom('inspection as i')
    .select(['i.id as inspectionId', 'i.inspectionNo', 'i.photoTaskId', 'i.finalGrade as grade', 'i.state'])
    .select(['i.unitId', 'i.createdAt'])
    .select(contentOf(tx))
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.id', '=', anyOf(inspectionIds))
    .where('i.photoCount', '>', sql.lit(0))
    .orderBy('i.createdAt', 'desc')
    .orderBy('i.id', 'desc')

/** A record that has photographs. */
export type PhotographedRecord = RowOfQuery<typeof withPhotos>

/** Those of these records that have photographs, newest first; at most `limit`. */
export function photographedRecords(
  tx: Tx,
  inspectionIds: readonly string[],
  limit: number,
): Promise<PhotographedRecord[]> {
  return tx.rows(withPhotos(tx, inspectionIds).limit(limit))
}
