import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { containing, type ListPage, listPage } from '../../database/list-page.ts'
import { postPlace } from './store.ts'

/** A role as it is stored. `updatedAt` is ISO 8601. */
export interface RoleRow {
  roleId: string
  name: string
  preset: string | null
  /** Null: the role follows its preset. */
  grants: string[] | null
  /** In fen; null is without a limit, and of no meaning while the grants are null. */
  refundLimitFen: number | null
  memberCount: number
  version: number
  updatedAt: string
}

const columns = (tx: Tx): RawBuilder<unknown> => sql`
  r.id as "roleId", r.name, r.preset, r.grants, r.refund_limit_fen as "refundLimitFen", r.version,
  r.updated_at as "updatedAt",
  (select count(*) from employee_role er join employee e on e.merchant_id = er.merchant_id and e.id = er.employee_id
   where er.merchant_id = ${tx.merchantId} and er.role_id = r.id and e.deleted_at is null) as "memberCount"`

export interface RoleFilter {
  readonly page: number
  readonly pageSize: number
  readonly cursor?: string | undefined
  readonly keyword?: string | undefined
}

/** One page of the merchant's roles: the trade's posts in their order, then its own, oldest first. */
export function listRoles(tx: Tx, filter: RoleFilter): Promise<ListPage<RoleRow>> {
  const where: RawBuilder<unknown>[] = [sql`r.merchant_id = ${tx.merchantId}`]
  if (filter.keyword) where.push(sql`r.name ilike ${containing(filter.keyword)}`)
  return listPage<RoleRow>(tx, {
    columns: columns(tx),
    from: sql`role r`,
    where,
    sort: { column: postPlace(), idColumn: sql`r.id`, direction: 'asc' },
    paging: filter,
  })
}

/** One role, or null when the merchant has no such one. */
export function findRole(tx: Tx, roleId: string): Promise<RoleRow | null> {
  return tx.one<RoleRow>(
    sql`select ${columns(tx)} from role r where r.merchant_id = ${tx.merchantId} and r.id = ${roleId}`,
  )
}

/** Those of the roles that the merchant has, in the order of lists. */
export function findRoles(tx: Tx, roleIds: readonly string[]): Promise<RoleRow[]> {
  return tx.rows<RoleRow>(sql`
    select ${columns(tx)} from role r
    where r.merchant_id = ${tx.merchantId} and r.id = any(${[...roleIds]}::uuid[]) order by ${postPlace()}, r.id`)
}

/** The roles that an employee holds, in the order of lists. */
export function rolesOfEmployee(tx: Tx, employeeId: string): Promise<RoleRow[]> {
  return tx.rows<RoleRow>(sql`
    select ${columns(tx)} from employee_role er0
    join role r on r.merchant_id = er0.merchant_id and r.id = er0.role_id
    where er0.merchant_id = ${tx.merchantId} and er0.employee_id = ${employeeId} order by ${postPlace()}, r.id`)
}

/** What an edit sets on a role. */
export type RoleContent = Pick<RoleRow, 'name' | 'refundLimitFen'> & { readonly grants: readonly string[] | null }

/** Changes a role and gives its new version. */
export async function updateRole(tx: Tx, roleId: string, role: RoleContent, now: Date): Promise<number> {
  const row = await tx.one<{ version: number }>(sql`
    update role set name = ${role.name}, grants = ${role.grants && [...role.grants]},
      refund_limit_fen = ${role.refundLimitFen}, version = version + 1, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${roleId} returning version`)
  if (!row) throw new Error('a role vanished while it was edited')
  return row.version
}

/** Removes a role that nobody holds. */
export async function deleteRole(tx: Tx, roleId: string): Promise<void> {
  await tx.run(sql`delete from role where merchant_id = ${tx.merchantId} and id = ${roleId}`)
}
