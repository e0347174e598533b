import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, db, type RowOfQuery } from '../../database/query.ts'
import { markReports } from '../figure/mark-store.ts'
import { employeeName } from '../history/employee-store.ts'
import { shopName } from './store.ts'

/** The name of the shop with this id; null for none. */
export async function shopNameOf(tx: Tx, shopAccountId: string | null): Promise<string | null> {
  if (shopAccountId === null) return null
  const row = await tx.one(db.selectNoFrom(shopName(tx, sql`${shopAccountId}::uuid`).as('name')))
  return row?.name ?? null
}

const oneRecord = (tx: Tx, inspectionId: string) =>
  db.updateTable('inspection').where('merchantId', '=', tx.merchantId).where('id', '=', inspectionId)

/** Records the shop that a record's phone is for, as a new version: whoever edits the one before is told. */
export async function setShop(
  tx: Tx,
  inspectionId: string,
  {
    shopAccountId,
    employeeId,
    now,
  }: { readonly shopAccountId: string; readonly employeeId: string; readonly now: Date },
): Promise<void> {
  await tx.run(
    oneRecord(tx, inspectionId)
      .set({ shopAccountId, editedBy: employeeId, editedAt: now, updatedAt: now })
      .set(({ eb }) => ({ version: eb('version', '+', 1) })),
  )
  await markReports(tx, [inspectionId])
}

/** Records which record a new one takes the place of. */
export async function setPrevious(tx: Tx, inspectionId: string, previousInspectionId: string): Promise<void> {
  await tx.run(oneRecord(tx, inspectionId).set({ previousInspectionId }))
}

/** The number of the record that took the place of this one, or null. */
export async function replacementNo(tx: Tx, inspectionId: string): Promise<string | null> {
  const newer = db
    .selectFrom('inspection')
    .select('inspectionNo')
    .where('merchantId', '=', tx.merchantId)
    .where('previousInspectionId', '=', inspectionId)
  return (await tx.one(newer))?.inspectionNo ?? null
}

/** So many lines of each kind a log shows at most: the newest. */
export const LOG_MAX = 500

const historyLines = (tx: Tx, inspectionIds: readonly string[]) =>
  db
    .selectFrom('history')
    .select(['subjectId as inspectionId', 'at', 'sequence', 'who', 'action', 'actionLabel', 'fromState', 'toState'])
    .select(['note', 'changes'])
    .where('merchantId', '=', tx.merchantId)
    .where('subject', '=', INSPECTION_STATES.name)
    .where('subjectId', '=', anyOf(inspectionIds))
    .orderBy('at', 'desc')
    .orderBy('sequence', 'desc')
    .limit(LOG_MAX)

/** What the history of these records says, newest first. */
export const historyLinesOf = (tx: Tx, inspectionIds: readonly string[]): Promise<RowOfQuery<typeof historyLines>[]> =>
  tx.rows(historyLines(tx, inspectionIds))

const bagLines = (tx: Tx, inspectionIds: readonly string[]) =>
  db
    .selectFrom('sealBagRecord as r')
    .select(({ ref }) => [ref('r.inspectionId').$notNull().as('inspectionId')])
    .select(['r.at', 'r.id', 'r.action', 'r.bagCode', 'r.orderNo', 'r.note'])
    .select(({ ref }) => [employeeName(tx, ref('r.employeeId')).as('who')])
    .where('r.merchantId', '=', tx.merchantId)
    .where('r.inspectionId', '=', anyOf(inspectionIds))
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(LOG_MAX)

/** What happened to the bags of these records, newest first; `who` is null where it was no person. */
export const bagLinesOf = (tx: Tx, inspectionIds: readonly string[]): Promise<RowOfQuery<typeof bagLines>[]> =>
  tx.rows(bagLines(tx, inspectionIds))

const removedPhotos = (tx: Tx, inspectionIds: readonly string[]) =>
  db
    .selectFrom('photo as p')
    .select(({ ref }) => [ref('p.removedAt').$notNull().as('at')])
    .select(['p.inspectionId', 'p.id', 'p.position', 'p.itemCode'])
    .select(({ ref, exists, selectFrom }) => [
      employeeName(tx, ref('p.removedBy')).as('removedBy'),
      exists(
        selectFrom('photo as n')
          .select('n.id')
          .where('n.merchantId', '=', tx.merchantId)
          .whereRef('n.inspectionId', '=', 'p.inspectionId')
          .whereRef('n.position', '=', 'p.position')
          .whereRef('n.id', '<>', 'p.id')
          .where((eb) => eb.or([eb('n.removedAt', 'is', null), eb('n.removedAt', '>', eb.ref('p.removedAt'))]))
          // one that was taken over from an earlier record keeps the moment when it was taken
          .where((eb) => eb.or([eb('n.takenAt', '=', eb.ref('p.removedAt')), eb('n.reusedFromNo', 'is not', null)])),
      )
        .$castTo<boolean>()
        .as('isReplaced'),
    ])
    .where('p.merchantId', '=', tx.merchantId)
    .where('p.inspectionId', '=', anyOf(inspectionIds))
    .where('p.removedAt', 'is not', null)
    .orderBy('p.removedAt', 'desc')
    .orderBy('p.id', 'desc')
    .limit(LOG_MAX)

/**
 * The photographs that were taken off these records, the last one first, with what they showed; `isReplaced` where another
 * one was put in its place.
 */
export const removedPhotosOf = (
  tx: Tx,
  inspectionIds: readonly string[],
): Promise<RowOfQuery<typeof removedPhotos>[]> => tx.rows(removedPhotos(tx, inspectionIds))
