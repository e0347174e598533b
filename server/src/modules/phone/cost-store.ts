import type { ParsedOf } from '@huanji/contract/call'
import type { phoneCost } from '@huanji/contract/features/phone/cost'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { listPage } from '../../database/list-page.ts'
import { anyOf, db, type RowOfQuery } from '../../database/query.ts'
import { employeeName } from '../history/employee-store.ts'

const units = (tx: Tx) => db.selectFrom('unit as u').where('u.merchantId', '=', tx.merchantId)

const costedUnits = (tx: Tx) =>
  units(tx)
    .select(['u.id as unitId', 'u.barCode', 'u.imei', 'u.imei2', 'u.meid', 'u.sn', 'u.modelName', 'u.skuText'])
    .select(['u.previousUnitId', 'u.costPriceFen'])
    .select(({ exists, ref, selectFrom }) => [
      exists(
        selectFrom('unitCode as c')
          .select(sql.lit(1).as('one'))
          .where('c.merchantId', '=', tx.merchantId)
          .where('c.unitId', '=', ref('u.id')),
      )
        .$castTo<boolean>()
        .as('isCurrent'),
      exists(
        selectFrom('saleOrderUnit as s')
          .select(sql.lit(1).as('one'))
          .where('s.merchantId', '=', tx.merchantId)
          .where('s.unitId', '=', ref('u.id'))
          .where('s.holding', '=', sql.lit(true)),
      )
        .$castTo<boolean>()
        .as('isSold'),
    ])
    .orderBy('u.createdAt', 'desc')
    .orderBy('u.id', 'desc')

/** A unit as a list of costs names it; `isSold` while an order holds it. */
export type CostedUnit = RowOfQuery<typeof costedUnits>

/** The units with any of these codes of phones or bar codes, newest first. */
export function unitsWithCodes(tx: Tx, codes: readonly string[]): Promise<CostedUnit[]> {
  const filled = codes.filter((code) => code !== '')
  const withCode = (column: 'u.imei' | 'u.imei2' | 'u.meid' | 'u.sn') =>
    units(tx).select('u.id').where(column, '<>', sql.lit('')).where(column, '=', anyOf(filled))
  const found = units(tx)
    .select('u.id')
    .where('u.barCode', '=', anyOf(filled))
    .union(withCode('u.imei'))
    .union(withCode('u.imei2'))
    .union(withCode('u.meid'))
    .union(withCode('u.sn'))
  return tx.rows(costedUnits(tx).where('u.id', 'in', found))
}

/** What these units cost now, each locked until the transaction ends, in the order of their ids. */
export function lockCosts(tx: Tx, unitIds: readonly string[]) {
  return tx.rows(
    units(tx)
      .where('u.id', '=', anyOf(unitIds))
      .orderBy('u.id')
      .forUpdate()
      .select(['u.id as unitId', 'u.barCode', 'u.costPriceFen']),
  )
}

/** What a phone cost before a list was taken over, and by it. */
export interface CostChange {
  readonly unitId: string
  readonly beforeFen: number | null
  readonly afterFen: number
}

/** Writes a list down that was taken over. */
export async function insertImport(
  tx: Tx,
  given: { readonly importId: string; readonly name: string; readonly employeeId: string; readonly now: Date },
  changes: readonly CostChange[],
): Promise<void> {
  const { merchantId } = tx
  const { importId, name, employeeId, now } = given
  const one = { merchantId, id: importId, name, unitCount: changes.length, importedBy: employeeId, importedAt: now }
  await tx.run(db.insertInto('costImport').values(one))
  await tx.run(db.insertInto('costImportRow').values(changes.map((change) => ({ merchantId, importId, ...change }))))
}

const imports = (tx: Tx) => db.selectFrom('costImport as i').where('i.merchantId', '=', tx.merchantId)

/** A list that was taken over, locked until the transaction ends, or null; `undoneBy` is a name. */
export function lockImport(tx: Tx, importId: string) {
  return tx.one(
    imports(tx)
      .where('i.id', '=', importId)
      .forUpdate()
      .select(['i.id as importId', 'i.name', 'i.undoneAt'])
      .select(({ ref }) => employeeName(tx, ref('i.undoneBy')).as('undoneBy')),
  )
}

/** The phones of a list that was taken over. */
export function rowsOfImport(tx: Tx, importId: string): Promise<CostChange[]> {
  return tx.rows(
    db
      .selectFrom('costImportRow')
      .where('merchantId', '=', tx.merchantId)
      .where('importId', '=', importId)
      .orderBy('unitId')
      .select(['unitId', 'beforeFen', 'afterFen']),
  )
}

/** Records that a list was taken back. */
export async function setUndone(tx: Tx, importId: string, employeeId: string, now: Date): Promise<void> {
  const one = db.updateTable('costImport').where('merchantId', '=', tx.merchantId).where('id', '=', importId)
  await tx.run(one.set({ undoneBy: employeeId, undoneAt: now }))
}

const importRows = (tx: Tx) =>
  imports(tx)
    .select(['i.id as importId', 'i.name', 'i.unitCount', 'i.importedAt', 'i.undoneAt'])
    .select(({ ref }) => [
      employeeName(tx, ref('i.importedBy')).$notNull().as('importedBy'),
      employeeName(tx, ref('i.undoneBy')).as('undoneBy'),
    ])

/** One page of the lists that were taken over, newest first. */
export const listImports = (tx: Tx, paging: ParsedOf<typeof phoneCost.imports>) =>
  listPage(tx, importRows(tx), { sort: { column: 'i.importedAt', idColumn: 'i.id', direction: 'desc' }, paging })
