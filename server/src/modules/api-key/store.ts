import type { apiKeyState } from '@huanji/contract/features/api-key/rows'
import { shanghaiDate } from '@huanji/domain/time'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import { type ListPage, listPage, type Paging } from '../../database/list-page.ts'
import { db, holds, prepared, type RowOfQuery } from '../../database/query.ts'
import type { KeyUse } from '../../gateway/handler.ts'

export type KeyState = z.output<typeof apiKeyState>

/** What a key is at a moment; nothing opens with one whose maker works here no more. */
const stateAt = (now: Date) => sql<KeyState>`case
  when k.revoked_at is not null then 'revoked'
  when k.expires_at <= ${now.toISOString()}::timestamptz then 'expired'
  when e.status <> 'active' or e.deleted_at is not null then 'suspended'
  else 'active' end`

const keysAt = (tx: Tx, now: Date) =>
  db
    .selectFrom('apiKey as k')
    .innerJoin('employee as e', (on) => on.onRef('e.merchantId', '=', 'k.merchantId').onRef('e.id', '=', 'k.createdBy'))
    .leftJoin('apiKeyUsage as u', (on) =>
      on
        .onRef('u.merchantId', '=', 'k.merchantId')
        .onRef('u.keyId', '=', 'k.id')
        .on('u.day', '=', shanghaiDate(now.toISOString())),
    )
    .where('k.merchantId', '=', tx.merchantId)
    .select(({ fn, ref, val }) => [
      'k.id as keyId',
      'k.name',
      'k.hint',
      stateAt(now).as('state'),
      'e.name as creatorName',
      'k.grants',
      'k.ratePerMinute',
      'k.places',
      'k.expiresAt',
      'k.lastUsedAt',
      'k.lastUsedIp',
      fn.coalesce(ref('u.calls'), val(0)).as('callsToday'),
      fn.coalesce(ref('u.refused'), val(0)).as('refusedToday'),
      'k.createdAt',
      'k.updatedAt',
      'k.version',
    ])

/** A key as its merchant's people see it; of its secret only what it begins with. */
export type KeyRow = RowOfQuery<typeof keysAt>

export interface KeyFilter extends Paging {
  readonly keyword?: string | undefined
  readonly state?: KeyState | undefined
}

/** One page of the merchant's keys, newest first. */
export function listKeys(tx: Tx, { keyword, state, ...paging }: KeyFilter, now: Date): Promise<ListPage<KeyRow>> {
  let query = keysAt(tx, now)
  if (keyword) query = query.where(({ ref }) => holds(ref('k.name'), keyword))
  if (state) query = query.where(stateAt(now), '=', state)
  return listPage(tx, query, { sort: { column: 'k.createdAt', idColumn: 'k.id', direction: 'desc' }, paging })
}

/** One key, or null when the merchant has no such one. */
export function findKey(tx: Tx, keyId: string, now: Date): Promise<KeyRow | null> {
  return tx.one(keysAt(tx, now).where('k.id', '=', keyId))
}

/** How many keys of the merchant open something, or would if their maker worked here, beside `exceptId`. */
export async function countLiveKeys(tx: Tx, now: Date, exceptId: string | null): Promise<number> {
  let query = db
    .selectFrom('apiKey')
    .where('merchantId', '=', tx.merchantId)
    .where('revokedAt', 'is', null)
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now.toISOString())]))
    .select(({ fn }) => fn.countAll<number>().as('count'))
  if (exceptId !== null) query = query.where('id', '<>', exceptId)
  return (await tx.one(query))?.count ?? 0
}

/** What people set on a key. */
export type KeyContent = Pick<KeyRow, 'name' | 'ratePerMinute' | 'expiresAt'> & {
  readonly grants: readonly string[]
  readonly places: readonly string[]
}

export interface NewKey extends KeyContent {
  readonly keyId: string
  readonly hint: string
  readonly secretHash: Buffer
  readonly createdBy: string
}

/** Adds a key. */
export async function insertKey(tx: Tx, { keyId: id, ...key }: NewKey, now: Date): Promise<void> {
  await tx.run(
    db.insertInto('apiKey').values({ merchantId: tx.merchantId, id, ...key, createdAt: now, updatedAt: now }),
  )
}

/** Changes what is given of a key, and gives its new version. */
export async function updateKey(
  tx: Tx,
  keyId: string,
  content: Partial<KeyContent> & { readonly revokedAt?: Date },
  now: Date,
): Promise<number> {
  const row = await tx.one(
    db
      .updateTable('apiKey')
      .set(({ eb }) => ({ ...content, version: eb('version', '+', 1), updatedAt: now }))
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', keyId)
      .returning('version'),
  )
  if (!row) throw new Error('a key vanished while it was changed')
  return row.version
}

interface Opened {
  readonly keyId: string
  readonly name: string
  readonly grants: string[]
  readonly ratePerMinute: number
  readonly places: string[]
  readonly expiresAt: string | null
  readonly createdBy: string
  readonly revokedAt: string | null
}

const opened = prepared<{ merchantId: string; secretHash: Buffer }, Opened>(({ merchantId, secretHash }) =>
  db
    .selectFrom('apiKey')
    .select(['id as keyId', 'name', 'grants', 'ratePerMinute', 'places', 'expiresAt', 'createdBy', 'revokedAt'])
    .where('merchantId', '=', merchantId)
    .where('secretHash', '=', secretHash),
)

/** The key with this digest, whatever its state; null when the merchant has none. */
export const keyOfSecret = (tx: Tx, secretHash: Buffer): Promise<Opened | null> =>
  tx.one(opened({ merchantId: tx.merchantId, secretHash }))

/** Adds to what is written down of keys. */
export async function addUses(tx: Tx, uses: readonly KeyUse[]): Promise<void> {
  const { merchantId } = tx
  for (const { keyId, day, calls, refused, at, ip } of uses) {
    await tx.run(
      db
        .insertInto('apiKeyUsage')
        .values({ merchantId, keyId, day, calls, refused })
        .onConflict((conflict) =>
          conflict.columns(['merchantId', 'keyId', 'day']).doUpdateSet(({ eb, ref }) => ({
            calls: eb('apiKeyUsage.calls', '+', ref('excluded.calls')),
            refused: eb('apiKeyUsage.refused', '+', ref('excluded.refused')),
          })),
        ),
    )
    await tx.run(
      db
        .updateTable('apiKey')
        .set({ lastUsedAt: at, lastUsedIp: ip })
        .where('merchantId', '=', merchantId)
        .where('id', '=', keyId),
    )
  }
}

/** How often a key was used on each of its last days with calls, newest first. */
export function usesOf(
  tx: Tx,
  keyId: string,
  days: number,
): Promise<{ day: string; calls: number; refused: number }[]> {
  return tx.rows(
    db
      .selectFrom('apiKeyUsage as u')
      .where('u.merchantId', '=', tx.merchantId)
      .where('u.keyId', '=', keyId)
      .select(({ ref }) => [sql<string>`${ref('u.day')}::text`.as('day'), 'u.calls', 'u.refused'])
      .orderBy('u.day', 'desc')
      .limit(days),
  )
}
