import { ROLE_PRESETS } from '@huanji/contract/presets'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

export interface NewEmployee {
  id: string
  phone: string
  name: string
  isOwner: boolean
}

/** Adds an active employee. */
export async function insertEmployee(tx: Tx, employee: NewEmployee, now: Date): Promise<void> {
  await tx.run(sql`
    insert into employee (merchant_id, id, phone, name, status, is_owner, created_at, updated_at)
    values (${tx.merchantId}, ${employee.id}, ${employee.phone}, ${employee.name}, 'active', ${employee.isOwner},
            ${now}, ${now})`)
}

export type EmployeeStatus = 'active' | 'disabled'

/** Sets whether an employee works here; false when the merchant has no such employee, or not any more. */
export async function updateEmployeeStatus(
  tx: Tx,
  employeeId: string,
  status: EmployeeStatus,
  now: Date,
): Promise<boolean> {
  const count = await tx.run(sql`
    update employee set status = ${status}, version = version + 1, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${employeeId} and deleted_at is null`)
  return count === 1
}

export interface EmployeeForSession {
  phone: string
  employeeName: string
  merchantName: string
  status: EmployeeStatus
  isOwner: boolean
  roleNames: string[]
}

const POSTS = ROLE_PRESETS.map(({ key }) => key)

/** Where the role `r` stands among a merchant's roles: the trade's posts in their order, its own after them. */
export const postPlace = (): RawBuilder<number> =>
  sql<number>`coalesce(array_position(${POSTS}::text[], r.preset), ${POSTS.length + 1}::int)`

/** What a new session tells of an employee, or null when the merchant has no such one, or not any more. */
export function employeeForSession(tx: Tx, employeeId: string): Promise<EmployeeForSession | null> {
  return tx.one<EmployeeForSession>(sql`
    select e.phone, e.name as "employeeName", m.name as "merchantName", e.status, e.is_owner as "isOwner",
           coalesce((select array_agg(r.name order by ${postPlace()}, r.id)
                     from employee_role er join role r on r.merchant_id = er.merchant_id and r.id = er.role_id
                     where er.merchant_id = ${tx.merchantId} and er.employee_id = e.id), '{}') as "roleNames"
    from employee e join merchant m on m.merchant_id = e.merchant_id
    where e.merchant_id = ${tx.merchantId} and e.id = ${employeeId} and e.deleted_at is null`)
}

export interface NewRole {
  id: string
  name: string
  preset: string | null
  /** Null: the role follows its preset. */
  grants: readonly string[] | null
  /** In fen; null is without a limit, and of no meaning while the grants are null. */
  refundLimitFen: number | null
}

/** Adds a role. */
export async function insertRole(tx: Tx, role: NewRole, now: Date): Promise<void> {
  await tx.run(sql`
    insert into role (merchant_id, id, name, preset, grants, refund_limit_fen, created_at, updated_at)
    values (${tx.merchantId}, ${role.id}, ${role.name}, ${role.preset}, ${role.grants && [...role.grants]},
            ${role.refundLimitFen}, ${now}, ${now})`)
}

/** Gives an employee a role; one held already stays. */
export async function assignRole(tx: Tx, employeeId: string, roleId: string): Promise<void> {
  await tx.run(sql`
    insert into employee_role (merchant_id, employee_id, role_id) values (${tx.merchantId}, ${employeeId}, ${roleId})
    on conflict (merchant_id, employee_id, role_id) do nothing`)
}
