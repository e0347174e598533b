import { ROLE_PRESETS, type RoleRights } from '@huanji/contract/presets'
import { type Expression, type RawBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Tx } from '../../database/database.ts'
import { db, type RowOfQuery } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'

export interface NewEmployee {
  id: string
  phone: string
  name: string
  isOwner: boolean
}

/** Adds an active employee. */
export async function insertEmployee(tx: Tx, { id, phone, name, isOwner }: NewEmployee, now: Date): Promise<void> {
  const { merchantId } = tx
  await tx.run(
    db
      .insertInto('employee')
      .values({ merchantId, id, phone, name, status: 'active', isOwner, createdAt: now, updatedAt: now }),
  )
}

export type EmployeeStatus = Tables['employee']['status']

/** Sets whether an employee works here; false when the merchant has no such employee, or not any more. */
export async function updateEmployeeStatus(
  tx: Tx,
  employeeId: string,
  status: EmployeeStatus,
  now: Date,
): Promise<boolean> {
  const count = await tx.run(
    db
      .updateTable('employee')
      .set(({ eb }) => ({ status, version: eb('version', '+', 1), updatedAt: now }))
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', employeeId)
      .where('deletedAt', 'is', null),
  )
  return count === 1
}

const POSTS = ROLE_PRESETS.map(({ key }) => key)

/** Where a role made from `preset` stands among a merchant's roles: the trade's posts in their order, its own after them. */
export const postPlace = (preset: Expression<string | null>): RawBuilder<number> =>
  sql<number>`coalesce(array_position(${POSTS}::text[], ${preset}), ${POSTS.length + 1}::int)`

/** The roles `r` that an employee holds. */
export const rolesHeldBy = (tx: Tx, employeeId: Expression<string>) =>
  db
    .selectFrom('employeeRole as er')
    .innerJoin('role as r', (on) => on.onRef('r.merchantId', '=', 'er.merchantId').onRef('r.id', '=', 'er.roleId'))
    .where('er.merchantId', '=', tx.merchantId)
    .where('er.employeeId', '=', employeeId)

const forSession = (tx: Tx, employeeId: string) =>
  db
    .selectFrom('employee as e')
    .innerJoin('merchant as m', 'm.merchantId', 'e.merchantId')
    .select((eb) => {
      const names = rolesHeldBy(tx, eb.ref('e.id')).select(({ fn, ref }) =>
        fn
          .agg<string[]>('array_agg', ['r.name'])
          .orderBy(postPlace(ref('r.preset')))
          .orderBy('r.id')
          .as('names'),
      )
      return [
        'e.phone',
        'e.name as employeeName',
        'm.name as merchantName',
        'e.status',
        'e.isOwner',
        sql<string[]>`coalesce(${names}, '{}')`.as('roleNames'),
      ]
    })
    .where('e.merchantId', '=', tx.merchantId)
    .where('e.id', '=', employeeId)
    .where('e.deletedAt', 'is', null)

export type EmployeeForSession = RowOfQuery<typeof forSession>

/** What a new session tells of an employee, or null when the merchant has no such one, or not any more. */
export function employeeForSession(tx: Tx, employeeId: string): Promise<EmployeeForSession | null> {
  return tx.one(forSession(tx, employeeId))
}

const working = (tx: Tx, employeeId: string) =>
  db
    .selectFrom('employee as e')
    .where('e.merchantId', '=', tx.merchantId)
    .where('e.id', '=', employeeId)
    .where('e.status', '=', 'active')
    .where('e.deletedAt', 'is', null)
    .select((eb) => {
      const roles = rolesHeldBy(tx, eb.ref('e.id')).select(({ fn, ref }) => {
        const rights = { preset: ref('r.preset'), grants: ref('r.grants'), refundLimitFen: ref('r.refundLimitFen') }
        return fn.jsonAgg(jsonBuildObject(rights)).as('roles')
      })
      return [
        'e.name',
        'e.phone',
        'e.isOwner',
        'e.shopIds',
        'e.shopsSince',
        sql<RoleRights[]>`coalesce(${roles}, '[]')`.as('roles'),
      ]
    })

/** An employee with the roles held now; null for one who may not work here any more. */
export function findWorking(tx: Tx, employeeId: string): Promise<RowOfQuery<typeof working> | null> {
  return tx.one(working(tx, employeeId))
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
  const { id, name, preset, grants, refundLimitFen } = role
  const content = { name, preset, grants, refundLimitFen }
  await tx.run(
    db.insertInto('role').values({ merchantId: tx.merchantId, id, ...content, createdAt: now, updatedAt: now }),
  )
}

/** Gives an employee a role; one held already stays. */
export async function assignRole(tx: Tx, employeeId: string, roleId: string): Promise<void> {
  await tx.run(
    db
      .insertInto('employeeRole')
      .values({ merchantId: tx.merchantId, employeeId, roleId })
      .onConflict((conflict) => conflict.columns(['merchantId', 'employeeId', 'roleId']).doNothing()),
  )
}
