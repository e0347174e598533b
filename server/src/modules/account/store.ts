import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { GlobalTx } from '../../database/database.ts'
import { db } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'

/** What proving oneself with a password needs to know of a phone's account. */
export interface HeldAccount {
  /** Null while the phone signs in by SMS codes only. */
  passwordHash: string | null
  /** Sessions and tickets made before it are void; ISO 8601, null when no password was ever set. */
  passwordSetAt: string | null
}

const heldAccount = (phone: string) =>
  db.selectFrom('account').select(['passwordHash', 'passwordSetAt']).where('phone', '=', phone)

/**
 * A phone's account, kept as it is until the transaction ends: whoever opens a session or a ticket holds it, so that a
 * change of the password comes either before and is seen, or after and finds the session it must end. Null for an
 * unknown phone. Global.
 */
export function holdAccount(tx: GlobalTx, phone: string): Promise<HeldAccount | null> {
  return tx.one(heldAccount(phone).forShare())
}

/** The same for whoever is about to change the password: nobody else holds the account until the transaction ends. Global. */
export function lockAccount(tx: GlobalTx, phone: string): Promise<HeldAccount | null> {
  return tx.one(heldAccount(phone).forNoKeyUpdate())
}

const entryAndAccount = expressionBuilder<{ d: Tables['phoneDirectory']; a: Tables['account'] }, 'd' | 'a'>()

/** That the merchant of the directory entry `d` asked for a new password and the account `a` has had none since. */
export const passwordIsWanted: Expression<SqlBool> = entryAndAccount.and([
  entryAndAccount('d.passwordWantedSince', 'is not', null),
  entryAndAccount.or([
    entryAndAccount('a.passwordSetAt', 'is', null),
    entryAndAccount('a.passwordSetAt', '<=', entryAndAccount.ref('d.passwordWantedSince')),
  ]),
])

/**
 * True when a merchant asked for a new password of this phone and none was set since; the request cannot change until the
 * transaction ends. Global.
 */
export async function wantsNewPassword(tx: GlobalTx, phone: string, merchantId: string): Promise<boolean> {
  const row = await tx.one(
    db
      .selectFrom('phoneDirectory as d')
      .innerJoin('account as a', 'a.phone', 'd.phone')
      .select('d.phone')
      .where('d.phone', '=', phone)
      .where('d.merchantId', '=', merchantId)
      .where(passwordIsWanted)
      .forShare('d'),
  )
  return row !== null
}

export interface Account {
  /** Null while the phone signs in by SMS codes only. */
  passwordHash: string | null
}

/** The sign-in account of a phone, or null. Global. */
export function accountOf(tx: GlobalTx, phone: string): Promise<Account | null> {
  return tx.one(db.selectFrom('account').select('passwordHash').where('phone', '=', phone))
}

/** Makes sure that a phone has an account; one that exists keeps its password. Global. */
export async function ensureAccount(tx: GlobalTx, phone: string, now: Date): Promise<void> {
  await tx.run(
    db
      .insertInto('account')
      .values({ phone, createdAt: now })
      .onConflict((conflict) => conflict.column('phone').doNothing()),
  )
}

/** Gives a phone the password of another, as old as it is there; one that the phone has already stays. Global. */
export async function takeOverPassword(tx: GlobalTx, phone: string, from: string): Promise<void> {
  await tx.run(
    db
      .updateTable('account as a')
      .from('account as old')
      .set(({ ref }) => ({ passwordHash: ref('old.passwordHash'), passwordSetAt: ref('old.passwordSetAt') }))
      .where('old.phone', '=', from)
      .where('a.phone', '=', phone)
      .where('a.passwordHash', 'is', null),
  )
}

/** Sets a phone's password from its hash; every session and ticket made before `now` is void from then on. Global. */
export async function setPassword(tx: GlobalTx, phone: string, passwordHash: string, now: Date): Promise<void> {
  await tx.run(db.updateTable('account').set({ passwordHash, passwordSetAt: now }).where('phone', '=', phone))
}
