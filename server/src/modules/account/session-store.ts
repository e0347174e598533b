import type { RoleRights } from '@huanji/contract/presets'
import { type RawBuilder, sql } from 'kysely'
import type { GlobalTx, Tx } from '../../database/database.ts'

/** How a person proved who it is. A password that a merchant wants renewed does not open it; a code does. */
export type Proof = 'password' | 'code'

export interface NewSession {
  id: string
  employeeId: string
  secretHash: Buffer
  proof: Proof
  /** Not before the moment the password was set: a session from before it is void. */
  openedAt: Date
  expiresAt: Date
  ip: string
  userAgent: string
}

/**
 * Notes that an employee signs in, and holds the employee until the transaction ends so that nobody is disabled or
 * deleted meanwhile; false when the merchant has no such one any more.
 */
export async function noteSignIn(tx: Tx, employeeId: string, now: Date): Promise<boolean> {
  const count = await tx.run(sql`
    update employee set last_sign_in_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${employeeId} and deleted_at is null`)
  return count === 1
}

/** Opens a session of an employee of the transaction's merchant. */
export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx.run(sql`
    insert into session (merchant_id, id, employee_id, secret_hash, proof, created_at, last_seen_at, expires_at, ip, user_agent)
    values (${tx.merchantId}, ${session.id}, ${session.employeeId}, ${session.secretHash}, ${session.proof},
            ${session.openedAt}, ${session.openedAt}, ${session.expiresAt}, ${session.ip}, ${session.userAgent})`)
}

/**
 * That a session `s` of the account `a` is still good: not ended, not past `now`, seen since `idleSince`, and not older
 * than the password. Whatever lets a session in, lists or counts it says it this way.
 */
export const stillGood = (now: Date, idleSince: Date): RawBuilder<boolean> => sql<boolean>`
  s.ended_at is null and s.expires_at > ${now} and s.last_seen_at > ${idleSince}
  and (a.password_set_at is null or s.created_at >= a.password_set_at)`

export interface SessionKey {
  merchantId: string
  sessionId: string
  employeeId: string
  phone: string
}

export interface LiveSession {
  secretHash: Buffer
  lastSeenAt: string
  employeeName: string
  isOwner: boolean
  roles: RoleRights[]
}

/**
 * A session with its employee and the roles held, in one statement; null unless all of it holds: still good, and of an
 * active, not deleted employee with this id and phone.
 */
export function liveSession(tx: GlobalTx, key: SessionKey, now: Date, idleSince: Date): Promise<LiveSession | null> {
  return tx.one<LiveSession>(sql`
    select s.secret_hash as "secretHash", s.last_seen_at as "lastSeenAt", e.name as "employeeName",
           e.is_owner as "isOwner",
           coalesce((select jsonb_agg(jsonb_build_object(
                              'preset', r.preset, 'grants', r.grants, 'refundLimitFen', r.refund_limit_fen))
                     from employee_role er
                     join role r on r.merchant_id = er.merchant_id and r.id = er.role_id
                     where er.merchant_id = ${key.merchantId} and er.employee_id = e.id), '[]') as roles
    from session s
    join employee e on e.merchant_id = s.merchant_id and e.id = s.employee_id
    join account a on a.phone = e.phone
    where s.merchant_id = ${key.merchantId} and s.id = ${key.sessionId} and s.employee_id = ${key.employeeId}
      and e.status = 'active' and e.deleted_at is null and e.phone = ${key.phone} and ${stillGood(now, idleSince)}`)
}

/** Notes that a session was used. Where another request of it is just doing the same, this one does not wait. */
export async function touchSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update session set last_seen_at = ${now}
    where merchant_id = ${tx.merchantId} and id = (
      select id from session where merchant_id = ${tx.merchantId} and id = ${sessionId} for update skip locked)`)
}

export type EndReason = 'logout' | 'disabled' | 'roleChanged' | 'ended'

/** Ends one session; it stays as a record. */
export async function endSession(tx: Tx, sessionId: string, reason: EndReason, now: Date): Promise<void> {
  await tx.run(sql`
    update session set ended_at = ${now}, end_reason = ${reason}
    where merchant_id = ${tx.merchantId} and id = ${sessionId} and ended_at is null`)
}

/** Ends every session of an employee, but for the one that the employee is using to do it, where there is one. */
export async function endSessionsOf(
  tx: Tx,
  employeeId: string,
  reason: EndReason,
  now: Date,
  keptId: string | null = null,
): Promise<void> {
  await tx.run(sql`
    update session set ended_at = ${now}, end_reason = ${reason}
    where merchant_id = ${tx.merchantId} and employee_id = ${employeeId} and ended_at is null
      and (${keptId}::uuid is null or id <> ${keptId})`)
}

/** An employee's own sessions `s` that are still good, beside the account `a`. */
const isOwn = (tx: Tx, owner: SessionOwner) => sql`
  s.merchant_id = ${tx.merchantId} and s.employee_id = ${owner.employeeId} and a.phone = ${owner.phone}
  and ${stillGood(owner.now, owner.idleSince)}`

export interface SessionOwner {
  employeeId: string
  phone: string
  now: Date
  idleSince: Date
}

export interface OwnSession {
  sessionId: string
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  ip: string
  userAgent: string
}

/** The sessions an employee has open, the last used first; at most 100. */
export function liveSessionsOf(tx: Tx, owner: SessionOwner): Promise<OwnSession[]> {
  return tx.rows<OwnSession>(sql`
    select s.id as "sessionId", s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
           s.expires_at as "expiresAt", s.ip, s.user_agent as "userAgent"
    from session s, account a where ${isOwn(tx, owner)}
    order by s.last_seen_at desc, s.id desc limit 100`)
}

/** How the person of a session that is still good proved who it is; null when it is not good any more. */
export async function proofOf(tx: Tx, sessionId: string, owner: SessionOwner): Promise<Proof | null> {
  const row = await tx.one<{ proof: Proof }>(sql`
    select s.proof from session s, account a where ${isOwn(tx, owner)} and s.id = ${sessionId}`)
  return row?.proof ?? null
}

/** True when the session is or was one of the employee's. */
export async function hasSession(tx: Tx, employeeId: string, sessionId: string): Promise<boolean> {
  const row = await tx.one(sql`
    select 1 from session
    where merchant_id = ${tx.merchantId} and id = ${sessionId} and employee_id = ${employeeId}`)
  return row !== null
}

/** Ends all open sessions of an employee but one and gives how many they were. */
export function endOtherSessions(tx: Tx, keptId: string, owner: SessionOwner): Promise<number> {
  return tx.run(sql`
    update session s set ended_at = ${owner.now}, end_reason = 'ended' from account a
    where ${isOwn(tx, owner)} and s.id <> ${keptId}`)
}

/** Removes sessions of the transaction's merchant that expired before `oldest`. */
export async function pruneSessions(tx: Tx, oldest: Date): Promise<void> {
  await tx.run(sql`delete from session where merchant_id = ${tx.merchantId} and expires_at < ${oldest}`)
}
