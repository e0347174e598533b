import type { RoleRights } from '@huanji/contract/presets'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { GlobalTx, Tx } from '../../database/database.ts'
import { db, prepared } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { idleSince } from './session-lifetime.ts'

/** How a person proved who it is. A password that a merchant wants renewed does not open it; a code does. */
export type Proof = 'password' | 'code'

export interface NewSession {
  id: string
  employeeId: string
  secretHash: Buffer
  proof: Proof
  /** 保持登录 was ticked: the session may stay unused for longer. */
  isKept: boolean
  /** Not before the moment the password was set: a session from before it is void. */
  openedAt: Date
  expiresAt: Date
  ip: string
  userAgent: string
}

/**
 * Records that an employee signs in, and holds the employee until the transaction ends so that nobody is disabled or
 * deleted meanwhile; false when the merchant has no such one any more.
 */
export async function recordSignIn(tx: Tx, employeeId: string, now: Date): Promise<boolean> {
  const count = await tx.run(
    db
      .updateTable('employee')
      .set({ lastSignInAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', employeeId)
      .where('deletedAt', 'is', null),
  )
  return count === 1
}

/** Opens a session of an employee of the transaction's merchant. */
export async function insertSession(tx: Tx, { openedAt, ...session }: NewSession): Promise<void> {
  const { id, employeeId, secretHash, proof, isKept, expiresAt, ip, userAgent } = session
  await tx.run(
    db.insertInto('session').values({
      merchantId: tx.merchantId,
      id,
      employeeId,
      secretHash,
      proof,
      isKept,
      expiresAt,
      ip,
      userAgent,
      createdAt: openedAt,
      lastSeenAt: openedAt,
    }),
  )
}

const sessionAndAccount = expressionBuilder<{ s: Tables['session']; a: Tables['account'] }, 's' | 'a'>()

/**
 * That a session `s` of the account `a` is still good `now`: not ended, not past its end, not unused for too long, and
 * not older than the password. Whatever lets a session in, lists or counts it says it this way.
 */
export const stillGood = (now: Date): Expression<SqlBool> => isGood(momentsOf(now))

interface Moments<Moment = string> {
  readonly now: Moment
  readonly keptSince: Moment
  readonly briefSince: Moment
}

function momentsOf(now: Date): Moments {
  const { kept, brief } = idleSince(now)
  return { now: now.toISOString(), keptSince: kept.toISOString(), briefSince: brief.toISOString() }
}

function isGood({ now, keptSince, briefSince }: Moments<string | Expression<string>>): Expression<SqlBool> {
  const { and, eb, or, ref } = sessionAndAccount
  return and([
    eb('s.endedAt', 'is', null),
    eb('s.expiresAt', '>', now),
    or([eb('s.lastSeenAt', '>', briefSince), and([eb('s.isKept', '=', true), eb('s.lastSeenAt', '>', keptSince)])]),
    or([eb('a.passwordSetAt', 'is', null), eb('s.createdAt', '>=', ref('a.passwordSetAt'))]),
  ])
}

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
  /** The shops that the employee is bound to, and since when; null where it is none. */
  shopIds: string[] | null
  shopsSince: string | null
  roles: RoleRights[]
}

/**
 * A session with its employee and the roles held, in one statement; null unless all of it holds: still good, and of an
 * active, not deleted employee with this id and phone.
 */
export function liveSession(tx: GlobalTx, key: SessionKey, now: Date): Promise<LiveSession | null> {
  return tx.one(readLiveSession({ ...key, ...momentsOf(now) }))
}

const readLiveSession = prepared<SessionKey & Moments, LiveSession>((key) =>
  db
    .selectFrom('session as s')
    .innerJoin('employee as e', (on) =>
      on.onRef('e.merchantId', '=', 's.merchantId').onRef('e.id', '=', 's.employeeId'),
    )
    .innerJoin('account as a', 'a.phone', 'e.phone')
    .select((eb) => [
      's.secretHash',
      's.lastSeenAt',
      'e.name as employeeName',
      'e.isOwner',
      'e.shopIds',
      'e.shopsSince',
      sql<RoleRights[]>`coalesce(${rolesHeld(key.merchantId, eb.ref('e.id'))}, '[]')`.as('roles'),
    ])
    .where('s.merchantId', '=', key.merchantId)
    .where('s.id', '=', key.sessionId)
    .where('s.employeeId', '=', key.employeeId)
    .where('e.status', '=', 'active')
    .where('e.deletedAt', 'is', null)
    .where('e.phone', '=', key.phone)
    .where(isGood(key)),
)

/** What each role of an employee allows, as one JSON array; null without any. */
const rolesHeld = (merchantId: Expression<string>, employeeId: Expression<string>) =>
  db
    .selectFrom('employeeRole as er')
    .innerJoin('role as r', (on) => on.onRef('r.merchantId', '=', 'er.merchantId').onRef('r.id', '=', 'er.roleId'))
    .where('er.merchantId', '=', merchantId)
    .where('er.employeeId', '=', employeeId)
    .select(({ fn, ref }) => {
      const rights = { preset: ref('r.preset'), grants: ref('r.grants'), refundLimitFen: ref('r.refundLimitFen') }
      return fn.jsonAgg(jsonBuildObject(rights)).as('roles')
    })

/** How a session stands that is good no more, with the digest of its secret. */
export interface PastSession {
  secretHash: Buffer
  endedAt: string | null
  endReason: string | null
  createdAt: string
  passwordSetAt: string | null
  status: string
  deletedAt: string | null
}

/** A session of an employee of the transaction's merchant, good or not; null when there is no such one. */
export function pastSession(tx: Tx, { sessionId, employeeId }: SessionKey): Promise<PastSession | null> {
  return tx.one(
    db
      .selectFrom('session as s')
      .innerJoin('employee as e', (on) =>
        on.onRef('e.merchantId', '=', 's.merchantId').onRef('e.id', '=', 's.employeeId'),
      )
      .leftJoin('account as a', 'a.phone', 'e.phone')
      .select(['s.secretHash', 's.endedAt', 's.endReason', 's.createdAt', 'a.passwordSetAt', 'e.status', 'e.deletedAt'])
      .where('s.merchantId', '=', tx.merchantId)
      .where('s.id', '=', sessionId)
      .where('s.employeeId', '=', employeeId),
  )
}

const ownSession = (tx: Tx, sessionId: string) =>
  db.selectFrom('session').where('merchantId', '=', tx.merchantId).where('id', '=', sessionId)

/** Records that a session was used. Where another request of it is just doing the same, this one does not wait. */
export async function touchSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('session')
      .set({ lastSeenAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', ownSession(tx, sessionId).select('id').forUpdate().skipLocked()),
  )
}

/** Records that the person of a session has just proved who it is. */
export async function recordProof(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('session')
      .set({ provedAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', sessionId)
      .where('endedAt', 'is', null),
  )
}

/** Uses up a proof that is younger than `oldest`: of two acts at once one has it. False when there is none. */
export async function spendProof(tx: Tx, sessionId: string, oldest: Date): Promise<boolean> {
  const count = await tx.run(
    db
      .updateTable('session')
      .set({ provedAt: null })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', sessionId)
      .where('endedAt', 'is', null)
      .where('provedAt', '>', oldest.toISOString()),
  )
  return count === 1
}

export type EndReason = 'logout' | 'disabled' | 'roleChanged' | 'phoneChanged' | 'ended'

const ending = (tx: Tx, reason: EndReason, now: Date) =>
  db
    .updateTable('session')
    .set({ endedAt: now, endReason: reason })
    .where('merchantId', '=', tx.merchantId)
    .where('endedAt', 'is', null)

/** Ends one session; it stays as a record. */
export async function endSession(tx: Tx, sessionId: string, reason: EndReason, now: Date): Promise<void> {
  tx.changed('people')
  await tx.run(ending(tx, reason, now).where('id', '=', sessionId))
}

/** Ends every session of an employee, but for the one that the employee is using to do it, where there is one. */
export async function endSessionsOf(
  tx: Tx,
  employeeId: string,
  reason: EndReason,
  now: Date,
  keptId: string | null = null,
): Promise<void> {
  tx.changed('people')
  const all = ending(tx, reason, now).where('employeeId', '=', employeeId)
  await tx.run(keptId === null ? all : all.where('id', '<>', keptId))
}

export interface SessionOwner {
  employeeId: string
  phone: string
  now: Date
}

/** An employee's own sessions `s` that are still good, beside the account `a`. */
const liveSessionsFor = (tx: Tx, { employeeId, phone, now }: SessionOwner) =>
  db
    .selectFrom('session as s')
    .innerJoin('account as a', (on) => on.on('a.phone', '=', phone))
    .where('s.merchantId', '=', tx.merchantId)
    .where('s.employeeId', '=', employeeId)
    .where(stillGood(now))

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
  return tx.rows(
    liveSessionsFor(tx, owner)
      .select(['s.id as sessionId', 's.createdAt', 's.lastSeenAt', 's.expiresAt', 's.ip', 's.userAgent'])
      .orderBy('s.lastSeenAt', 'desc')
      .orderBy('s.id', 'desc')
      .limit(100),
  )
}

/**
 * How the person of a session that is still good proved who it is, and whether 保持登录 was ticked; null when it is not
 * good any more.
 */
export function signInOf(
  tx: Tx,
  sessionId: string,
  owner: SessionOwner,
): Promise<{ proof: Proof; isKept: boolean } | null> {
  return tx.one(liveSessionsFor(tx, owner).select(['s.proof', 's.isKept']).where('s.id', '=', sessionId))
}

/** True when the session is or was one of the employee's. */
export async function hasSession(tx: Tx, employeeId: string, sessionId: string): Promise<boolean> {
  return (await tx.one(ownSession(tx, sessionId).select('id').where('employeeId', '=', employeeId))) !== null
}

/** Ends all open sessions of an employee but one and gives how many they were. */
export function endOtherSessions(tx: Tx, keptId: string, owner: SessionOwner): Promise<number> {
  tx.changed('people')
  return tx.run(
    db
      .updateTable('session as s')
      .from('account as a')
      .set({ endedAt: owner.now, endReason: 'ended' })
      .where('s.merchantId', '=', tx.merchantId)
      .where('s.employeeId', '=', owner.employeeId)
      .where('a.phone', '=', owner.phone)
      .where('s.id', '<>', keptId)
      .where(stillGood(owner.now)),
  )
}

/** Removes sessions of the transaction's merchant that expired before `oldest`. */
export async function pruneSessions(tx: Tx, oldest: Date): Promise<void> {
  await tx.run(
    db.deleteFrom('session').where('merchantId', '=', tx.merchantId).where('expiresAt', '<', oldest.toISOString()),
  )
}
