import { sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'
import { type ColumnsOf, db, type RowOf } from '../../database/query.ts'

const COLUMNS = [
  'merchantId',
  'employeeId',
  'employeeName',
  'merchantName',
  'isActive',
  'isFounder',
] as const satisfies ColumnsOf<'phoneDirectory'>

/**
 * What sign-in knows of a phone before a merchant is entered. The founder is the one that registered the merchant: a
 * phone registers one.
 */
export type DirectoryRow = RowOf<'phoneDirectory', typeof COLUMNS>

/**
 * Every employee that a phone signs in as, oldest merchant first. Of more than 50 the ones that matter: active, then last
 * used, then first added, so that nobody is crowded out by strangers who employ the phone. Global.
 */
export function directoryOf(tx: GlobalTx, phone: string): Promise<DirectoryRow[]> {
  const known = db
    .selectFrom('phoneDirectory')
    .selectAll()
    .where('phone', '=', phone)
    .orderBy('isActive', 'desc')
    .orderBy('lastSignInAt', (order) => order.desc().nullsLast())
    .orderBy('addedAt', (order) => order.asc().nullsFirst())
    .orderBy('merchantId')
    .limit(50)
  return tx.rows(db.selectFrom(known.as('known')).select(COLUMNS).orderBy('merchantId'))
}

/** Records in the directory that the phone entered this merchant. Global. */
export async function recordEntry(tx: GlobalTx, phone: string, merchantId: string, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('phoneDirectory')
      .set({ lastSignInAt: now })
      .where('phone', '=', phone)
      .where('merchantId', '=', merchantId),
  )
}

/** Enters an employee into the directory of phones; false when the phone registered a merchant already and would register another. Global. */
export async function insertDirectory(tx: GlobalTx, phone: string, row: DirectoryRow, now: Date): Promise<boolean> {
  const { merchantId, employeeId, employeeName, merchantName, isActive, isFounder } = row
  const entry = { merchantId, employeeId, employeeName, merchantName, isActive, isFounder }
  const count = await tx.run(
    db
      .insertInto('phoneDirectory')
      .values({ phone, ...entry, addedAt: now })
      .onConflict((conflict) => conflict.column('phone').where('isFounder', '=', sql.lit(true)).doNothing()),
  )
  return count === 1
}

/** Records in the directory what a merchant is called from now on. Global. */
export async function renameInDirectory(tx: GlobalTx, merchantId: string, merchantName: string): Promise<void> {
  await tx.run(db.updateTable('phoneDirectory').set({ merchantName }).where('merchantId', '=', merchantId))
}

/** Records in the directory whether an employee may sign in. Global. */
export async function setDirectoryActive(
  tx: GlobalTx,
  merchantId: string,
  employeeId: string,
  isActive: boolean,
): Promise<void> {
  await tx.run(
    db
      .updateTable('phoneDirectory')
      .set({ isActive })
      .where('merchantId', '=', merchantId)
      .where('employeeId', '=', employeeId),
  )
}
