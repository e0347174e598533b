import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { db, type OfMerchant, prepared, type RowOfQuery } from '../../database/query.ts'
import { employeeName } from '../history/employee-store.ts'
import { contentOf } from '../inspection/store.ts'

/** How a buyer's address names a record: its number, and the end of its id, which nobody can guess. */
interface Address {
  readonly inspectionNo: string
  readonly idEnd: string
}

/** Read by everybody who opens a report, so no more is read than may be shown. */
const reports = (of: OfMerchant & { readonly [Name in keyof Address]: RawBuilder<string> }) =>
  db
    .selectFrom('inspection as i')
    .innerJoin('unit as u', (on) => on.onRef('u.merchantId', '=', 'i.merchantId').onRef('u.id', '=', 'i.unitId'))
    .select(['i.id as inspectionId', 'i.inspectionNo', 'i.channel', 'i.state', 'i.modelName', 'i.skuText'])
    .select(['i.finalGrade as grade', 'i.repairFlag', 'i.imei', 'u.meid', 'u.sn', 'i.createdAt'])
    .select(contentOf(of)[1])
    .select(({ ref, selectFrom, exists }) => [
      employeeName(of, ref('i.inspectorId')).as('inspectorName'),
      selectFrom('merchant as m').select('m.name').where('m.merchantId', '=', of.merchantId).as('merchantName'),
      exists(
        selectFrom('inspection as newer')
          .select('newer.id')
          .where('newer.merchantId', '=', of.merchantId)
          .whereRef('newer.previousInspectionId', '=', 'i.id')
          .where('newer.state', 'not in', ['draft', 'voided']),
      )
        .$castTo<boolean>()
        .as('isReplaced'),
    ])
    .where('i.merchantId', '=', of.merchantId)
    .where('i.inspectionNo', '=', of.inspectionNo)
    .where(({ ref }) => sql<boolean>`right(${ref('i.id')}::text, 10) = ${of.idEnd}`)
    .where('i.state', '<>', 'draft')
    .where('i.systemGrade', 'is not', null)

/**
 * A record's frozen report with what stands around it. `isReplaced` says that a newer report of the phone can be read.
 * The phone's codes are whole.
 */
export type PublicReport = RowOfQuery<typeof reports>

const readReport = prepared<Address & { merchantId: string }, PublicReport>(reports)

/**
 * The report at an address, or null: a draft, voided or not, a wrong key and a number that nobody has are the same to
 * this statement.
 */
export function findPublicReport(tx: Tx, address: Address): Promise<PublicReport | null> {
  return tx.one(readReport({ merchantId: tx.merchantId, ...address }))
}
