import type { Tx } from '../../database/database.ts'
import { type ListPage, listPage, type Paging } from '../../database/list-page.ts'
import { anyOf, db, holds, type RowOfQuery } from '../../database/query.ts'
import { postPlace } from './store.ts'

/** The merchant's roles, each with its `place` in the order of lists. */
const placedRoles = (tx: Tx) =>
  db
    .selectFrom('role')
    .selectAll()
    .select(({ ref }) => postPlace(ref('preset')).as('place'))
    .where('merchantId', '=', tx.merchantId)

const roles = (tx: Tx) =>
  db.selectFrom(placedRoles(tx).as('r')).select((eb) => {
    const members = eb
      .selectFrom('employeeRole as er')
      .innerJoin('employee as e', (on) =>
        on.onRef('e.merchantId', '=', 'er.merchantId').onRef('e.id', '=', 'er.employeeId'),
      )
      .where('er.merchantId', '=', tx.merchantId)
      .whereRef('er.roleId', '=', 'r.id')
      .where('e.deletedAt', 'is', null)
      .select(({ fn }) => fn.countAll<number>().as('count'))
    return [
      'r.id as roleId',
      'r.name',
      'r.preset',
      'r.grants',
      'r.refundLimitFen',
      'r.version',
      'r.updatedAt',
      members.$asScalar().$notNull().as('memberCount'),
    ]
  })

/**
 * A role as it is stored. `grants` are null while the role follows its preset. `refundLimitFen` is in fen; null is
 * without a limit, and of no meaning while the grants are null. `updatedAt` is ISO 8601.
 */
export type RoleRow = RowOfQuery<typeof roles>

export interface RoleFilter extends Paging {
  readonly keyword?: string | undefined
}

/** One page of the merchant's roles: the trade's posts in their order, then its own, oldest first. */
export function listRoles(tx: Tx, { keyword, ...paging }: RoleFilter): Promise<ListPage<RoleRow>> {
  let query = roles(tx)
  if (keyword) query = query.where(({ ref }) => holds(ref('r.name'), keyword))
  return listPage(tx, query, { sort: { column: 'r.place', idColumn: 'r.id', direction: 'asc' }, paging })
}

/** One role, or null when the merchant has no such one. */
export function findRole(tx: Tx, roleId: string): Promise<RoleRow | null> {
  return tx.one(roles(tx).where('r.id', '=', roleId))
}

/** Those of the roles that the merchant has, in the order of lists. */
export function findRoles(tx: Tx, roleIds: readonly string[]): Promise<RoleRow[]> {
  return tx.rows(roles(tx).where('r.id', '=', anyOf(roleIds)).orderBy('r.place').orderBy('r.id'))
}

/** The roles that an employee holds, in the order of lists. */
export function rolesOfEmployee(tx: Tx, employeeId: string): Promise<RoleRow[]> {
  return tx.rows(
    roles(tx)
      .innerJoin('employeeRole as held', (on) =>
        on.onRef('held.merchantId', '=', 'r.merchantId').onRef('held.roleId', '=', 'r.id'),
      )
      .where('held.merchantId', '=', tx.merchantId)
      .where('held.employeeId', '=', employeeId)
      .orderBy('r.place')
      .orderBy('r.id'),
  )
}

/** What an edit sets on a role. */
export type RoleContent = Pick<RoleRow, 'name' | 'refundLimitFen'> & { readonly grants: readonly string[] | null }

/** Changes a role and gives its new version. */
export async function updateRole(tx: Tx, roleId: string, role: RoleContent, now: Date): Promise<number> {
  const { name, grants, refundLimitFen } = role
  const row = await tx.one(
    db
      .updateTable('role')
      .set(({ eb }) => ({ name, grants, refundLimitFen, version: eb('version', '+', 1), updatedAt: now }))
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', roleId)
      .returning('version'),
  )
  if (!row) throw new Error('a role vanished while it was edited')
  return row.version
}

/** Removes a role that nobody holds. */
export async function deleteRole(tx: Tx, roleId: string): Promise<void> {
  await tx.run(db.deleteFrom('role').where('merchantId', '=', tx.merchantId).where('id', '=', roleId))
}
