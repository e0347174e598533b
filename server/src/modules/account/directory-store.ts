import { sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'

/** What sign-in knows of a phone before a merchant is entered. */
export interface DirectoryRow {
  merchantId: string
  employeeId: string
  employeeName: string
  merchantName: string
  isActive: boolean
  /** True for the one that registered the merchant: a phone registers one. */
  isFounder: boolean
}

/**
 * Every employee that a phone signs in as, oldest merchant first. Of more than 50 the ones that matter: active, then last
 * used, then first added, so that nobody is crowded out by strangers who employ the phone. Global.
 */
export function directoryOf(tx: GlobalTx, phone: string): Promise<DirectoryRow[]> {
  return tx.rows<DirectoryRow>(sql`
    select merchant_id as "merchantId", employee_id as "employeeId", employee_name as "employeeName",
           merchant_name as "merchantName", is_active as "isActive", is_founder as "isFounder"
    from (
      select * from phone_directory where phone = ${phone}
      order by is_active desc, last_sign_in_at desc nulls last, added_at nulls first, merchant_id limit 50
    ) as known order by merchant_id`)
}

/** Notes in the directory that the phone entered this merchant. Global. */
export async function noteEntry(tx: GlobalTx, phone: string, merchantId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update phone_directory set last_sign_in_at = ${now} where phone = ${phone} and merchant_id = ${merchantId}`)
}

/** Enters an employee into the directory of phones; false when the phone registered a merchant already and would register another. Global. */
export async function insertDirectory(tx: GlobalTx, phone: string, row: DirectoryRow, now: Date): Promise<boolean> {
  const count = await tx.run(sql`
    insert into phone_directory (
      phone, merchant_id, employee_id, employee_name, merchant_name, is_active, is_founder, added_at)
    values (${phone}, ${row.merchantId}, ${row.employeeId}, ${row.employeeName}, ${row.merchantName}, ${row.isActive},
            ${row.isFounder}, ${now})
    on conflict (phone) where is_founder do nothing`)
  return count === 1
}

/** Notes in the directory whether an employee may sign in. Global. */
export async function setDirectoryActive(
  tx: GlobalTx,
  merchantId: string,
  employeeId: string,
  isActive: boolean,
): Promise<void> {
  await tx.run(sql`
    update phone_directory set is_active = ${isActive}
    where merchant_id = ${merchantId} and employee_id = ${employeeId}`)
}
