import type { Grade } from '@huanji/domain/template/types'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { db, type RowOfQuery } from '../../database/query.ts'
import { firstListed } from '../inspection/batch/store.ts'
import type { Report } from '../inspection/report.ts'

/** A version of a batch as it was answered; `firstListedAt` where something of it was on sale. */
export interface KeptVersion {
  readonly number: number
  readonly grade: Grade
  readonly templateVersion: string
  readonly frozenAt: string | null
  readonly firstListedAt: string | null
  readonly report: Report
}

/** A version of a batch, or null when there is none such. */
export async function batchVersionAsKept(tx: Tx, batchId: string, number: number): Promise<KeptVersion | null> {
  const row = await tx.one(
    db
      .selectFrom('batchVersion')
      .where('merchantId', '=', tx.merchantId)
      .where('batchId', '=', batchId)
      .where('number', '=', number)
      .select(['number', 'grade', 'templateVersion', 'frozenAt'])
      .select(({ ref }) => sql<Report>`${ref('report')}`.as('report')),
  )
  return row && { ...row, firstListedAt: await firstListed(tx, batchId, number) }
}

const units = (tx: Tx, batchId: string, number: number) =>
  db
    .selectFrom('inspection as i')
    .leftJoin('listingUnit as l', (on) =>
      on
        .onRef('l.merchantId', '=', 'i.merchantId')
        .onRef('l.unitId', '=', 'i.unitId')
        .onRef('l.inspectionId', '=', 'i.id')
        .on('l.holding', '=', true),
    )
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.batchId', '=', batchId)
    .where('i.batchVersion', '=', number)
    .orderBy('i.createdAt')
    .orderBy('i.id')
    .select([
      'i.id as inspectionId',
      'i.unitId',
      'i.barCode',
      'i.imei',
      'i.finalGrade as grade',
      'i.state',
      'l.listingId',
    ])

/** The phones that refer to a version of a batch, with the listing that holds each, oldest first. */
export function unitsOfBatchVersion(
  tx: Tx,
  batchId: string,
  number: number,
  limit: number,
): Promise<RowOfQuery<typeof units>[]> {
  return tx.rows(units(tx, batchId, number).limit(limit))
}
