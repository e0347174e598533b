import { ROLE_PRESETS } from '@huanji/contract/presets'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

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

export interface Account {
  /** Null while the phone signs in by SMS codes only. */
  passwordHash: string | null
}

/** The sign-in account of a phone, or null. Global. */
export function accountOf(tx: Tx, phone: string): Promise<Account | null> {
  return tx.one<Account>(sql`select password_hash as "passwordHash" from account where phone = ${phone}`)
}

/** Makes sure that a phone has an account; one that exists keeps its password. Global. */
export async function ensureAccount(tx: Tx, phone: string, now: Date): Promise<void> {
  await tx.run(sql`insert into account (phone, created_at) values (${phone}, ${now}) on conflict (phone) do nothing`)
}

/** Sets a phone's password from its hash; every session and ticket made before `now` is void from then on. Global. */
export async function setPassword(tx: Tx, phone: string, passwordHash: string, now: Date): Promise<void> {
  await tx.run(sql`
    update account set password_hash = ${passwordHash}, password_set_at = ${now} where phone = ${phone}`)
}

/**
 * Every employee that a phone signs in as, oldest merchant first. Of more than 50 the ones that matter: active, then last
 * used, then first added, so that nobody is crowded out by strangers who employ the phone. Global.
 */
export function directoryOf(tx: Tx, phone: string): Promise<DirectoryRow[]> {
  return tx.rows<DirectoryRow>(sql`
    select merchant_id as "merchantId", employee_id as "employeeId", employee_name as "employeeName",
           merchant_name as "merchantName", is_active as "isActive", is_founder as "isFounder"
    from (
      select * from phone_directory where phone = ${phone}
      order by is_active desc, last_sign_in_at desc nulls last, added_at nulls first, merchant_id limit 50
    ) as known order by merchant_id`)
}

/** Notes in the directory that the phone entered this merchant. Global. */
export async function noteEntry(tx: Tx, phone: string, merchantId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update phone_directory set last_sign_in_at = ${now} where phone = ${phone} and merchant_id = ${merchantId}`)
}

/** Enters an employee into the directory of phones; false when the phone registered a merchant already and would register another. Global. */
export async function insertDirectory(tx: Tx, phone: string, row: DirectoryRow, now: Date): Promise<boolean> {
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
  tx: Tx,
  merchantId: string,
  employeeId: string,
  isActive: boolean,
): Promise<void> {
  await tx.run(sql`
    update phone_directory set is_active = ${isActive}
    where merchant_id = ${merchantId} and employee_id = ${employeeId}`)
}

/** Takes the next number a new merchant has on the marketplace. Global; two sign-ups wait for each other here. */
export async function takeSellerId(tx: Tx): Promise<number> {
  const row = await tx.one<{ sellerId: number }>(sql`
    update seller_number set next_number = next_number + 1 returning next_number - 1 as "sellerId"`)
  if (!row) throw new Error('the table seller_number is empty')
  return row.sellerId
}

/** Enters a merchant under its marketplace number. Global. */
export async function insertSeller(tx: Tx, sellerId: number, merchantId: string): Promise<void> {
  await tx.run(sql`insert into seller_directory (seller_id, merchant_id) values (${sellerId}, ${merchantId})`)
}

/** Merchants by their marketplace number, those above `afterSellerId` first, at most `limit`. Global. */
export function merchantsAfter(
  tx: Tx,
  afterSellerId: number,
  limit: number,
): Promise<{ sellerId: number; merchantId: string }[]> {
  return tx.rows(sql`
    select seller_id as "sellerId", merchant_id as "merchantId" from seller_directory
    where seller_id > ${afterSellerId} order by seller_id limit ${limit}`)
}

export interface MerchantRow {
  name: string
  sellerId: number
}

/** Adds the transaction's merchant. */
export async function insertMerchant(tx: Tx, merchant: MerchantRow, now: Date): Promise<void> {
  await tx.run(sql`
    insert into merchant (merchant_id, name, seller_id, created_at)
    values (${tx.merchantId}, ${merchant.name}, ${merchant.sellerId}, ${now})`)
}

/** The transaction's merchant, or null when it does not exist. */
export function merchantRow(tx: Tx): Promise<MerchantRow | null> {
  return tx.one<MerchantRow>(sql`
    select name, seller_id as "sellerId" from merchant where merchant_id = ${tx.merchantId}`)
}

/**
 * Waits until no other transaction changes the merchant's people, roles or addresses, and keeps others waiting to the
 * commit. The key stays readable meanwhile, so that rows which point at the merchant can be written.
 */
export async function lockMerchant(tx: Tx): Promise<void> {
  await tx.rows(sql`select 1 from merchant where merchant_id = ${tx.merchantId} for no key update`)
}

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
                     where er.merchant_id = e.merchant_id and er.employee_id = e.id), '{}') as "roleNames"
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
