import type { Channel } from '@huanji/domain/channel'
import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { type ListPage, listPage, type Paging } from '../../database/list-page.ts'
import { anyOf, db, holds, type RowOfQuery } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { later } from '../../platform/clock.ts'
import { EXPIRING_WITHIN_MS, type ShopState } from './rules.ts'

/** What a shop comes to at a moment. */
function stateAt(now: Date): RawBuilder<ShopState> {
  const { ref } = expressionBuilder<Tables, 'shopAccount'>()
  const until = ref('authorisedUntil')
  return sql`
    case when not ${ref('isValid')} or ${ref('unboundAt')} is not null or ${until} is null then 'unauthorised'
         when ${until} <= ${now} then 'expired'
         when ${until} < ${later(now, EXPIRING_WITHIN_MS)} then 'expiring'
         else 'normal' end`
}

/** The merchant's shops that were not deleted. */
const shops = (tx: Tx) =>
  db.selectFrom('shopAccount').where('merchantId', '=', tx.merchantId).where('deletedAt', 'is', null)

/** The merchant's shops, each in the state that it comes to at `now`. */
const shopsAt = (tx: Tx, now: Date) =>
  shops(tx).select(({ eb }) => [
    'id as shopAccountId',
    'authorizeId',
    'userIdentity',
    eb('unboundAt', 'is', null).as('isBound'),
    'channels',
    'shopName',
    'nick',
    'userName',
    stateAt(now).as('state'),
    'authorisedUntil',
    'depositEnough',
    'depositFen',
    'itemBizTypes',
    'isPro',
    'enabled',
    'remark',
    'version',
    'createdAt',
  ])

/** A shop as it is stored; `state` is what it comes to at the moment asked about. Times are ISO 8601. */
export type ShopRow = RowOfQuery<typeof shopsAt>

export interface ShopFilter extends Paging {
  readonly keyword?: string | undefined
  readonly state?: ShopState | undefined
}

const named = (keyword: string) => {
  const { or, ref } = expressionBuilder<Tables, 'shopAccount'>()
  return or([
    holds(ref('shopName'), keyword),
    holds(ref('nick'), keyword),
    holds(ref('userName'), keyword),
    holds(ref('remark'), keyword),
  ])
}

/** One page of the merchant's shops, newest first. */
export function listShops(tx: Tx, { keyword, state, ...paging }: ShopFilter, now: Date): Promise<ListPage<ShopRow>> {
  let query = shopsAt(tx, now)
  if (keyword) query = query.where(named(keyword))
  if (state) query = query.where(stateAt(now), '=', state)
  return listPage(tx, query, { sort: { column: 'createdAt', idColumn: 'id', direction: 'desc' }, paging })
}

/** How many of the merchant's shops are in each state, of those the keyword finds; states without any are left out. */
export async function countShopsByState(
  tx: Tx,
  keyword: string | undefined,
  now: Date,
): Promise<Record<string, number>> {
  const found = keyword ? shops(tx).where(named(keyword)) : shops(tx)
  const rows = await tx.rows(
    db
      .selectFrom(found.select(stateAt(now).as('state')).as('shop'))
      .select(({ fn }) => ['shop.state', fn.countAll<number>().as('count')])
      .groupBy('shop.state'),
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** The merchant's shops by name, for choosing one; at most 500. */
export function shopsToChoose(tx: Tx, now: Date): Promise<ShopRow[]> {
  return tx.rows(shopsAt(tx, now).orderBy('shopName').orderBy('id').limit(500))
}

/** One shop with the merchant's number on the marketplace, or null when the merchant has no such shop. */
export function findShop(tx: Tx, shopAccountId: string, now: Date): Promise<(ShopRow & { sellerId: number }) | null> {
  const seller = db.selectFrom('merchant as m').where('m.merchantId', '=', tx.merchantId).select('m.sellerId')
  return tx.one(shopsAt(tx, now).select(seller.$asScalar().$notNull().as('sellerId')).where('id', '=', shopAccountId))
}

/** One shop, locked until the transaction ends, or null when the merchant has no such shop. What uses it goes on meanwhile. */
export function lockShop(tx: Tx, shopAccountId: string, now: Date): Promise<ShopRow | null> {
  return tx.one(shopsAt(tx, now).where('id', '=', shopAccountId).forNoKeyUpdate())
}

/** The same against whoever uses it: waits for those, and they for the end of the transaction. */
export function lockShopAlone(tx: Tx, shopAccountId: string, now: Date): Promise<ShopRow | null> {
  return tx.one(shopsAt(tx, now).where('id', '=', shopAccountId).forUpdate())
}

/** Keeps a shop from being unbound or deleted until the transaction ends. */
export async function useShop(tx: Tx, shopAccountId: string): Promise<void> {
  await tx.rows(shops(tx).where('id', '=', shopAccountId).select('id').forKeyShare())
}

/** The shop of an authorisation of the marketplace, also a deleted one, or null. */
export async function shopIdOf(tx: Tx, authorizeId: number): Promise<string | null> {
  const row = await tx.one(
    db
      .selectFrom('shopAccount')
      .where('merchantId', '=', tx.merchantId)
      .where('authorizeId', '=', authorizeId)
      .select('id'),
  )
  return row?.id ?? null
}

/**
 * A shop that was authorised anew may come under another number; it is the same shop by its identity, which stays
 * (docs/open-platform.md §2.1). Its row takes the number over, also where it was unbound or deleted here.
 */
export async function followAuthorization(
  tx: Tx,
  { userIdentity, authorizeId }: Pick<RemoteShop, 'userIdentity' | 'authorizeId'>,
): Promise<void> {
  if ((await shopIdOf(tx, authorizeId)) !== null) return
  const known = await tx.one(
    db
      .selectFrom('shopAccount')
      .where('merchantId', '=', tx.merchantId)
      .where('userIdentity', '=', userIdentity)
      .orderBy(({ ref }) => sql`${ref('deletedAt')} is null`, 'desc')
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .limit(1)
      .select('id'),
  )
  if (known === null) return
  await tx.run(
    db
      .updateTable('shopAccount')
      .set({ authorizeId })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', known.id),
  )
}

/** What people change of a shop; absent fields stay. */
export interface ShopEdit {
  readonly remark?: string
  readonly enabled?: boolean
  readonly channels?: readonly Channel[]
  readonly unboundAt?: Date | null
  readonly deletedAt?: Date | null
}

/** Changes a shop and makes a new version of it. */
export async function editShop(tx: Tx, shopAccountId: string, edit: ShopEdit): Promise<void> {
  await tx.run(
    db
      .updateTable('shopAccount')
      .set(({ eb }) => ({ ...edit, version: eb('version', '+', 1) }))
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', shopAccountId),
  )
}

/** The authorisations that this merchant unbound or deleted here, though the marketplace may still name them. */
export async function releasedShops(tx: Tx): Promise<number[]> {
  const rows = await tx.rows(
    db
      .selectFrom('shopAccount')
      .where('merchantId', '=', tx.merchantId)
      .where('unboundAt', 'is not', null)
      .select('authorizeId'),
  )
  return rows.map((row) => row.authorizeId)
}

/** Takes a shop of the marketplace for the merchant; false when it is bound to another one. */
export async function claimShop(tx: Tx, userIdentity: string): Promise<boolean> {
  const { merchantId } = tx
  const claim = db
    .insertInto('shopDirectory')
    .values({ userIdentity, merchantId })
    .onConflict((conflict) =>
      conflict.column('userIdentity').doUpdateSet({ merchantId }).where('shopDirectory.merchantId', '=', merchantId),
    )
  return (await tx.run(claim)) === 1
}

/** Leaves a shop of the marketplace to whoever binds it next. */
export async function releaseShop(tx: Tx, userIdentity: string): Promise<void> {
  await tx.run(
    db.deleteFrom('shopDirectory').where('userIdentity', '=', userIdentity).where('merchantId', '=', tx.merchantId),
  )
}

/** A shop as the marketplace describes it. */
export interface RemoteShop {
  readonly authorizeId: number
  readonly userIdentity: string
  readonly userName: string
  readonly nick: string
  readonly shopName: string
  readonly authorisedUntil: Date
  readonly isValid: boolean
  readonly isPro: boolean
  readonly depositEnough: boolean
  readonly itemBizTypes: readonly number[]
}

/** Takes over what the marketplace says of a shop, under `newId` when it is a new one; what people wrote here stays. */
export async function saveShop(tx: Tx, newId: string, shop: RemoteShop, now: Date): Promise<void> {
  const { authorizeId, userIdentity, userName, nick, shopName, authorisedUntil } = shop
  const { isValid, isPro, depositEnough, itemBizTypes } = shop
  const facts = { userIdentity, userName, nick, shopName, authorisedUntil, isValid, isPro, depositEnough, itemBizTypes }
  await tx.run(
    db
      .insertInto('shopAccount')
      .values({ merchantId: tx.merchantId, id: newId, authorizeId, ...facts, createdAt: now, refreshedAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(['merchantId', 'authorizeId'])
          .doUpdateSet(({ ref }) => ({
            userIdentity: ref('excluded.userIdentity'),
            userName: ref('excluded.userName'),
            nick: ref('excluded.nick'),
            shopName: ref('excluded.shopName'),
            authorisedUntil: ref('excluded.authorisedUntil'),
            isValid: ref('excluded.isValid'),
            isPro: ref('excluded.isPro'),
            depositEnough: ref('excluded.depositEnough'),
            itemBizTypes: ref('excluded.itemBizTypes'),
            refreshedAt: ref('excluded.refreshedAt'),
          }))
          .whereRef('shopAccount.refreshedAt', '<=', 'excluded.refreshedAt'),
      ),
  )
}

/** Marks the shops that the marketplace, asked at `now`, did not name any more as not authorised. */
export async function withdrawShopsExcept(tx: Tx, authorizeIds: readonly number[], now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('shopAccount')
      .set({ isValid: false, refreshedAt: now })
      .where('merchantId', '=', tx.merchantId)
      .where('refreshedAt', '<=', now.toISOString())
      .where(({ eb, not }) => not(eb('authorizeId', '=', anyOf(authorizeIds)))),
  )
}
