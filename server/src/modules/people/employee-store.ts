import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { containing, countByState, type ListPage, listPage } from '../../database/list-page.ts'
import { idleSince } from '../account/session-lifetime.ts'
import { stillGood } from '../account/session-store.ts'
import { passwordIsWanted } from '../account/store.ts'
import { type EmployeeStatus, postPlace } from './store.ts'

/** An employee who has not left. Times are ISO 8601. */
export interface EmployeeRow {
  staffId: string
  name: string
  phone: string
  status: EmployeeStatus
  isOwner: boolean
  /** In the order of the roles' list. */
  roles: { roleId: string; name: string }[]
  lastSignInAt: string | null
  /** Sessions that would be let in now. */
  sessionCount: number
  /** A new password is demanded and was not set yet, whether or not the phone has one: that is not this merchant's to know. */
  mustResetPassword: boolean
  createdAt: string
  updatedAt: string
  version: number
}

const columnsAt = (tx: Tx, now: Date): RawBuilder<unknown> => sql`
  e.id as "staffId", e.name, e.phone, e.status, e.is_owner as "isOwner", e.last_sign_in_at as "lastSignInAt",
  e.created_at as "createdAt", e.updated_at as "updatedAt", e.version,
  coalesce((
    select jsonb_agg(jsonb_build_object('roleId', r.id, 'name', r.name) order by ${postPlace()}, r.id)
    from employee_role er join role r on r.merchant_id = er.merchant_id and r.id = er.role_id
    where er.merchant_id = ${tx.merchantId} and er.employee_id = e.id), '[]') as roles,
  (select count(*) from session s join account a on a.phone = e.phone
   where s.merchant_id = ${tx.merchantId} and s.employee_id = e.id
     and ${stillGood(now, idleSince(now))}) as "sessionCount",
  exists (
    select 1 from phone_directory d join account a on a.phone = d.phone
    where d.merchant_id = ${tx.merchantId} and d.employee_id = e.id and ${passwordIsWanted}) as "mustResetPassword"`

export interface EmployeeFilter {
  readonly page: number
  readonly pageSize: number
  readonly cursor?: string | undefined
  readonly keyword?: string | undefined
  readonly status?: EmployeeStatus | undefined
  readonly roleId?: string | undefined
}

function conditions(tx: Tx, { keyword, roleId }: EmployeeFilter): RawBuilder<unknown>[] {
  const where = [sql`e.merchant_id = ${tx.merchantId}`, sql`e.deleted_at is null`]
  if (keyword) where.push(sql`e.name ilike ${containing(keyword)} or e.phone like ${containing(keyword)}`)
  if (roleId) {
    where.push(sql`exists (
      select 1 from employee_role er
      where er.merchant_id = ${tx.merchantId} and er.employee_id = e.id and er.role_id = ${roleId})`)
  }
  return where
}

/** One page of the merchant's employees, newest first. */
export function listEmployees(tx: Tx, filter: EmployeeFilter, now: Date): Promise<ListPage<EmployeeRow>> {
  const where = conditions(tx, filter)
  if (filter.status) where.push(sql`e.status = ${filter.status}`)
  return listPage<EmployeeRow>(tx, {
    columns: columnsAt(tx, now),
    from: sql`employee e`,
    where,
    sort: { column: sql`e.created_at`, idColumn: sql`e.id`, direction: 'desc' },
    paging: filter,
  })
}

/** How many employees of a filter work and do not, whatever status it asks for. */
export function countEmployees(tx: Tx, filter: EmployeeFilter): Promise<Record<EmployeeStatus, number>> {
  return countByState<EmployeeStatus>(tx, {
    from: sql`employee e`,
    where: conditions(tx, filter),
    state: sql`e.status`,
    states: ['active', 'disabled'],
  })
}

/** One employee, or null when the merchant has no such one or not any more. */
export function findEmployee(tx: Tx, employeeId: string, now: Date): Promise<EmployeeRow | null> {
  return tx.one<EmployeeRow>(sql`
    select ${columnsAt(tx, now)} from employee e
    where e.merchant_id = ${tx.merchantId} and e.id = ${employeeId} and e.deleted_at is null`)
}

/** The name of the employee who works here with a phone, or null. */
export async function nameOfPhone(tx: Tx, phone: string): Promise<string | null> {
  const row = await tx.one<{ name: string }>(sql`
    select name from employee where merchant_id = ${tx.merchantId} and phone = ${phone} and deleted_at is null`)
  return row?.name ?? null
}

/** How many active owners the merchant has beside one employee. */
export async function countOtherOwners(tx: Tx, employeeId: string): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*) as count from employee
    where merchant_id = ${tx.merchantId} and id <> ${employeeId} and is_owner and status = 'active'
      and deleted_at is null`)
  return row?.count ?? 0
}

/** Changes what an employee is called and is. */
export async function updateEmployee(
  tx: Tx,
  employeeId: string,
  { name, isOwner }: Pick<EmployeeRow, 'name' | 'isOwner'>,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    update employee set name = ${name}, is_owner = ${isOwner}, version = version + 1, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${employeeId}`)
}

/** Notes a new name in the directory of phones. Global. */
export async function renameInDirectory(tx: Tx, employeeId: string, name: string): Promise<void> {
  await tx.run(sql`
    update phone_directory set employee_name = ${name}
    where merchant_id = ${tx.merchantId} and employee_id = ${employeeId}`)
}

/** Takes all roles from an employee. */
export async function clearRoles(tx: Tx, employeeId: string): Promise<void> {
  await tx.run(sql`delete from employee_role where merchant_id = ${tx.merchantId} and employee_id = ${employeeId}`)
}

/** Lets an employee go: the row stays for the name on what was done, the phone is free. */
export async function markDeleted(tx: Tx, employeeId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update employee set deleted_at = ${now}, status = 'disabled', is_owner = false, version = version + 1,
      updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${employeeId}`)
}

/** Takes an employee out of the directory of phones. Global. */
export async function leaveDirectory(tx: Tx, employeeId: string): Promise<void> {
  await tx.run(sql`delete from phone_directory where merchant_id = ${tx.merchantId} and employee_id = ${employeeId}`)
}

/** From `now` on a password opens the merchant for this employee only once it is a new one. Global. */
export async function wantNewPassword(tx: Tx, employeeId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update phone_directory set password_wanted_since = ${now}
    where merchant_id = ${tx.merchantId} and employee_id = ${employeeId}`)
}
