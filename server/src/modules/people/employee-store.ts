import {
  type Expression,
  type ExpressionBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Tx } from '../../database/database.ts'
import { type Given, oneOf } from '../../database/list-filter.ts'
import { countByMatch, optionsIn } from '../../database/list-options.ts'
import { countByState, type ListPage, listPage, type Paging } from '../../database/list-page.ts'
import { anyOf, db, holds, type RowOfQuery } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { stillGood } from '../account/session-store.ts'
import { passwordIsWanted } from '../account/store.ts'
import { type EmployeeStatus, postPlace, rolesHeldBy } from './store.ts'

type WithEmployee = Tables & { e: Tables['employee'] }

/** The merchant's employees who have not left. */
const employees = (tx: Tx) =>
  db.selectFrom('employee as e').where('e.merchantId', '=', tx.merchantId).where('e.deletedAt', 'is', null)

/** The roles that the employee `e` holds, in the order of the roles' list. */
function rolesOf(tx: Tx, { ref }: ExpressionBuilder<WithEmployee, 'e'>) {
  const held = rolesHeldBy(tx, ref('e.id')).select((eb) =>
    eb.fn
      .agg('jsonb_agg', [jsonBuildObject({ roleId: eb.ref('r.id'), name: eb.ref('r.name') })])
      .orderBy(postPlace(eb.ref('r.preset')))
      .orderBy('r.id')
      .as('roles'),
  )
  return sql<{ roleId: string; name: string }[]>`coalesce(${held}, '[]')`
}

/** How many sessions of the employee `e` would be let in now. */
const sessionsOf = (tx: Tx, eb: ExpressionBuilder<WithEmployee, 'e'>, now: Date) =>
  eb
    .selectFrom('session as s')
    .innerJoin('account as a', 'a.phone', 'e.phone')
    .where('s.merchantId', '=', tx.merchantId)
    .whereRef('s.employeeId', '=', 'e.id')
    .where(stillGood(now))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$asScalar()
    .$notNull()

/** Whether a new password is demanded of the employee `e` and was not set yet. */
const mustResetPassword = (tx: Tx, eb: ExpressionBuilder<WithEmployee, 'e'>) =>
  eb
    .exists(
      eb
        .selectFrom('phoneDirectory as d')
        .innerJoin('account as a', 'a.phone', 'd.phone')
        .where('d.merchantId', '=', tx.merchantId)
        .whereRef('d.employeeId', '=', 'e.id')
        .where(passwordIsWanted)
        .select('d.phone'),
    )
    .$castTo<boolean>()

const withColumns = (tx: Tx, query: SelectQueryBuilder<WithEmployee, 'e', object>, now: Date) =>
  query.select((eb) => [
    'e.id as staffId',
    'e.name',
    'e.phone',
    'e.status',
    'e.isOwner',
    'e.shopIds',
    'e.lastSignInAt',
    'e.createdAt',
    'e.updatedAt',
    'e.version',
    rolesOf(tx, eb).as('roles'),
    sessionsOf(tx, eb, now).as('sessionCount'),
    mustResetPassword(tx, eb).as('mustResetPassword'),
  ])

/**
 * An employee who has not left. Times are ISO 8601. `roles` are in the order of the roles' list, `sessionCount` are the
 * sessions that would be let in now. `mustResetPassword`: a new password is demanded and was not set yet, whether or not
 * the phone has one, which is not this merchant's to know.
 */
export type EmployeeRow = RowOfQuery<typeof withColumns>

export interface EmployeeFilter extends Paging {
  readonly keyword?: string | undefined
  readonly status?: EmployeeStatus | undefined
  readonly roleId?: Given<string> | undefined
  readonly countBy?: 'roleId' | undefined
}

/** That an employee holds a role that is wanted. */
const hasRole = (tx: Tx, isWanted: (roleId: Expression<string>) => Expression<SqlBool>): RawBuilder<boolean> =>
  sql<boolean>`exists ${db
    .selectFrom('employeeRole as er')
    .where('er.merchantId', '=', tx.merchantId)
    .whereRef('er.employeeId', '=', sql.ref<string>('e.id'))
    .where(({ ref }) => isWanted(ref('er.roleId')))
    .select('er.roleId')}`

/** The employees that a filter finds, whatever status it asks for. */
function found(tx: Tx, { keyword, roleId }: EmployeeFilter) {
  let query = employees(tx)
  if (keyword) query = query.where(({ or, ref }) => or([holds(ref('e.name'), keyword), holds(ref('e.phone'), keyword)]))
  if (roleId) query = query.where(hasRole(tx, (held) => sql`${held} = ${oneOf(roleId)}`))
  return query
}

/** How many employees of the filter, whatever role it asks for, have each role; null where that is not asked. */
export async function countEmployeeOptions(tx: Tx, filter: EmployeeFilter): Promise<Record<string, number> | null> {
  if (filter.countBy === undefined) return null
  let query = found(tx, { ...filter, roleId: undefined })
  if (filter.status) query = query.where('e.status', '=', filter.status)
  const roles = db.selectFrom('role as r').where('r.merchantId', '=', tx.merchantId)
  return countByMatch(
    tx,
    query,
    hasRole(tx, (held) => sql`${held} = choice.value`),
    optionsIn(roles, 'r.id'),
  )
}

/** One page of the merchant's employees, newest first. */
export function listEmployees(tx: Tx, filter: EmployeeFilter, now: Date): Promise<ListPage<EmployeeRow>> {
  let query = found(tx, filter)
  if (filter.status) query = query.where('e.status', '=', filter.status)
  const sort = { column: 'e.createdAt', idColumn: 'e.id', direction: 'desc' } as const
  return listPage(tx, withColumns(tx, query, now), { sort, paging: filter })
}

/** How many employees of a filter work and do not, whatever status it asks for. */
export function countEmployees(tx: Tx, filter: EmployeeFilter): Promise<Record<EmployeeStatus, number>> {
  return countByState(tx, found(tx, filter), 'e.status', ['active', 'disabled'])
}

/** So many of the newest employees are found by what they are called; no merchant of the trade has as many. */
const NAMED_MAX = 2_000

/** What the merchant's employees are called, those who work here first, and of these the newest. */
export function namesOfEmployees(tx: Tx) {
  return tx.rows(
    employees(tx)
      .select(['e.name', 'e.phone', 'e.status'])
      .orderBy('e.status')
      .orderBy('e.createdAt', 'desc')
      .orderBy('e.id', 'desc')
      .limit(NAMED_MAX),
  )
}

/** One employee, or null when the merchant has no such one or not any more. */
export function findEmployee(tx: Tx, employeeId: string, now: Date): Promise<EmployeeRow | null> {
  return tx.one(withColumns(tx, employees(tx).where('e.id', '=', employeeId), now))
}

/** The name of the employee who works here with a phone, or null. */
export async function nameOfPhone(tx: Tx, phone: string): Promise<string | null> {
  const row = await tx.one(employees(tx).select('e.name').where('e.phone', '=', phone))
  return row?.name ?? null
}

/** How many active owners the merchant has. */
export async function countActiveOwners(tx: Tx): Promise<number> {
  const row = await tx.one(
    employees(tx)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('e.isOwner', '=', true)
      .where('e.status', '=', 'active'),
  )
  return row?.count ?? 0
}

const ownEmployee = (tx: Tx, employeeId: string) =>
  db.updateTable('employee').where('merchantId', '=', tx.merchantId).where('id', '=', employeeId)

/** Binds an employee to shops from now on, or with null to none. */
export async function bindToShops(
  tx: Tx,
  employeeId: string,
  shopIds: readonly string[] | null,
  now: Date,
): Promise<void> {
  await tx.run(ownEmployee(tx, employeeId).set({ shopIds: shopIds && [...shopIds], shopsSince: now }))
}

/** Which of these are shops of the merchant, with their names, in the order of the shops' list. */
export function shopsOf(tx: Tx, shopIds: readonly string[]): Promise<{ shopAccountId: string; name: string }[]> {
  return tx.rows(
    db
      .selectFrom('shopAccount')
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', anyOf(shopIds))
      .orderBy('createdAt')
      .orderBy('id')
      .select(['id as shopAccountId', 'shopName as name']),
  )
}

/** Changes what an employee is called and is. */
export async function updateEmployee(
  tx: Tx,
  employeeId: string,
  { name, isOwner }: Pick<EmployeeRow, 'name' | 'isOwner'>,
  now: Date,
): Promise<void> {
  await tx.run(
    ownEmployee(tx, employeeId).set(({ eb }) => ({ name, isOwner, version: eb('version', '+', 1), updatedAt: now })),
  )
}

const ownEntry = (tx: Tx, employeeId: string) =>
  db.updateTable('phoneDirectory').where('merchantId', '=', tx.merchantId).where('employeeId', '=', employeeId)

/** Records a new name in the directory of phones. Global. */
export async function renameInDirectory(tx: Tx, employeeId: string, name: string): Promise<void> {
  await tx.run(ownEntry(tx, employeeId).set({ employeeName: name }))
}

/** Gives an employee another phone, and moves the entry in the directory of phones to it. Global. */
export async function moveToPhone(tx: Tx, employeeId: string, phone: string, now: Date): Promise<void> {
  await tx.run(ownEmployee(tx, employeeId).set(({ eb }) => ({ phone, version: eb('version', '+', 1), updatedAt: now })))
  // a phone registers one merchant: where the new one has, this merchant is only one more that it works for
  const registeredOther = db
    .selectFrom('phoneDirectory as other')
    .select('other.phone')
    .where('other.phone', '=', phone)
    .where('other.isFounder', '=', true)
  await tx.run(
    ownEntry(tx, employeeId).set(({ and, eb, exists, not }) => ({
      phone,
      isFounder: and([eb('isFounder', '=', true), not(exists(registeredOther))]).$castTo<boolean>(),
    })),
  )
}

/** The phones and ids of the active owners. */
export function activeOwners(tx: Tx): Promise<{ staffId: string; phone: string }[]> {
  return tx.rows(
    employees(tx).select(['e.id as staffId', 'e.phone']).where('e.isOwner', '=', true).where('e.status', '=', 'active'),
  )
}

/** Takes all roles from an employee. */
export async function clearRoles(tx: Tx, employeeId: string): Promise<void> {
  await tx.run(
    db.deleteFrom('employeeRole').where('merchantId', '=', tx.merchantId).where('employeeId', '=', employeeId),
  )
}

/** Lets an employee go: the row stays for the name on what was done, the phone is free. */
export async function markDeleted(tx: Tx, employeeId: string, now: Date): Promise<void> {
  await tx.run(
    ownEmployee(tx, employeeId).set(({ eb }) => ({
      deletedAt: now,
      status: 'disabled',
      isOwner: false,
      version: eb('version', '+', 1),
      updatedAt: now,
    })),
  )
}

/** Takes an employee out of the directory of phones. Global. */
export async function leaveDirectory(tx: Tx, employeeId: string): Promise<void> {
  await tx.run(
    db.deleteFrom('phoneDirectory').where('merchantId', '=', tx.merchantId).where('employeeId', '=', employeeId),
  )
}

/** From `now` on a password opens the merchant for this employee only once it is a new one. Global. */
export async function wantNewPassword(tx: Tx, employeeId: string, now: Date): Promise<void> {
  await tx.run(ownEntry(tx, employeeId).set({ passwordWantedSince: now }))
}
