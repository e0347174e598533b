import { type RawBuilder, sql } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'

/** What proving oneself with a password needs to know of a phone's account. */
export interface HeldAccount {
  /** Null while the phone signs in by SMS codes only. */
  passwordHash: string | null
  /** Sessions and tickets made before it are void; ISO 8601, null when no password was ever set. */
  passwordSetAt: string | null
}

/**
 * A phone's account, kept as it is until the transaction ends: whoever opens a session or a ticket holds it, so that a
 * change of the password comes either before and is seen, or after and finds the session it must end. Null for an
 * unknown phone. Global.
 */
export function holdAccount(tx: GlobalTx, phone: string): Promise<HeldAccount | null> {
  return tx.one<HeldAccount>(sql`
    select password_hash as "passwordHash", password_set_at as "passwordSetAt" from account
    where phone = ${phone} for share`)
}

/** The same for whoever is about to change the password: nobody else holds the account until the transaction ends. Global. */
export function lockAccount(tx: GlobalTx, phone: string): Promise<HeldAccount | null> {
  return tx.one<HeldAccount>(sql`
    select password_hash as "passwordHash", password_set_at as "passwordSetAt" from account
    where phone = ${phone} for no key update`)
}

/** That the merchant of the directory entry `d` asked for a new password and the account `a` has had none since. */
export const passwordIsWanted: RawBuilder<boolean> = sql<boolean>`
  d.password_wanted_since is not null and (a.password_set_at is null or a.password_set_at <= d.password_wanted_since)`

/**
 * True when a merchant asked for a new password of this phone and none was set since; the wish cannot change until the
 * transaction ends. Global.
 */
export async function wantsNewPassword(tx: GlobalTx, phone: string, merchantId: string): Promise<boolean> {
  const row = await tx.one(sql`
    select 1 from phone_directory d join account a on a.phone = d.phone
    where d.phone = ${phone} and d.merchant_id = ${merchantId} and ${passwordIsWanted}
    for share of d`)
  return row !== null
}

export interface Account {
  /** Null while the phone signs in by SMS codes only. */
  passwordHash: string | null
}

/** The sign-in account of a phone, or null. Global. */
export function accountOf(tx: GlobalTx, phone: string): Promise<Account | null> {
  return tx.one<Account>(sql`select password_hash as "passwordHash" from account where phone = ${phone}`)
}

/** Makes sure that a phone has an account; one that exists keeps its password. Global. */
export async function ensureAccount(tx: GlobalTx, phone: string, now: Date): Promise<void> {
  await tx.run(sql`insert into account (phone, created_at) values (${phone}, ${now}) on conflict (phone) do nothing`)
}

/** Sets a phone's password from its hash; every session and ticket made before `now` is void from then on. Global. */
export async function setPassword(tx: GlobalTx, phone: string, passwordHash: string, now: Date): Promise<void> {
  await tx.run(sql`
    update account set password_hash = ${passwordHash}, password_set_at = ${now} where phone = ${phone}`)
}
