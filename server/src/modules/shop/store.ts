import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { containing, type ListPage, listPage } from '../../database/list-page.ts'
import { later } from '../../platform/clock.ts'
import { EXPIRING_WITHIN_MS, type ShopState } from './rules.ts'

/** A shop as it is stored; `state` is what it comes to at the moment asked about. Times are ISO 8601. */
export interface ShopRow {
  shopAccountId: string
  shopName: string
  nick: string
  userName: string
  state: ShopState
  authorisedUntil: string | null
  depositEnough: boolean
  depositFen: number | null
  itemBizTypes: number[]
  isPro: boolean
  enabled: boolean
  remark: string
  version: number
}

const stateAt = (now: Date): RawBuilder<ShopState> => sql`
  case when not is_valid or authorised_until is null then 'unauthorised'
       when authorised_until <= ${now} then 'expired'
       when authorised_until < ${later(now, EXPIRING_WITHIN_MS)} then 'expiring'
       else 'normal' end`

const columnsAt = (now: Date): RawBuilder<unknown> => sql`
  id as "shopAccountId", shop_name as "shopName", nick, user_name as "userName", ${stateAt(now)} as state,
  authorised_until as "authorisedUntil", deposit_enough as "depositEnough", deposit_fen as "depositFen",
  item_biz_types as "itemBizTypes", is_pro as "isPro", enabled, remark, version`

export interface ShopFilter {
  readonly page: number
  readonly pageSize: number
  readonly cursor?: string | undefined
  readonly keyword?: string | undefined
  readonly state?: ShopState | undefined
}

function conditions(tx: Tx, keyword: string | undefined): RawBuilder<unknown>[] {
  const where = [sql`merchant_id = ${tx.merchantId}`]
  if (keyword) {
    const pattern = containing(keyword)
    where.push(
      sql`shop_name ilike ${pattern} or nick ilike ${pattern} or user_name ilike ${pattern} or remark ilike ${pattern}`,
    )
  }
  return where
}

/** One page of the merchant's shops, newest first. */
export function listShops(tx: Tx, filter: ShopFilter, now: Date): Promise<ListPage<ShopRow>> {
  const where = conditions(tx, filter.keyword)
  if (filter.state) where.push(sql`${stateAt(now)} = ${filter.state}`)
  return listPage<ShopRow>(tx, {
    columns: columnsAt(now),
    from: sql`shop_account`,
    where,
    sort: { column: sql`created_at`, idColumn: sql`id`, direction: 'desc' },
    paging: filter,
  })
}

/** How many of the merchant's shops are in each state, of those the keyword finds; states without any are left out. */
export async function countShopsByState(
  tx: Tx,
  keyword: string | undefined,
  now: Date,
): Promise<Record<string, number>> {
  const where = sql.join(
    conditions(tx, keyword).map((one) => sql`(${one})`),
    sql` and `,
  )
  const rows = await tx.rows<{ state: ShopState; count: number }>(sql`
    select state, count(*) as count from (select ${stateAt(now)} as state from shop_account where ${where}) as shop
    group by state`)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** The merchant's shops by name, for choosing one; at most 500. */
export function shopsToChoose(tx: Tx, now: Date): Promise<ShopRow[]> {
  return tx.rows<ShopRow>(sql`
    select ${columnsAt(now)} from shop_account where merchant_id = ${tx.merchantId}
    order by shop_name, id limit 500`)
}

/** One shop with the merchant's number on the marketplace, or null when the merchant has no such shop. */
export function findShop(tx: Tx, shopAccountId: string, now: Date): Promise<(ShopRow & { sellerId: number }) | null> {
  return tx.one<ShopRow & { sellerId: number }>(sql`
    select ${columnsAt(now)},
      (select seller_id from merchant m where m.merchant_id = ${tx.merchantId}) as "sellerId"
    from shop_account where merchant_id = ${tx.merchantId} and id = ${shopAccountId}`)
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
  await tx.run(sql`
    insert into shop_account (merchant_id, id, authorize_id, user_identity, user_name, nick, shop_name,
      authorised_until, is_valid, is_pro, deposit_enough, item_biz_types, created_at, refreshed_at)
    values (${tx.merchantId}, ${newId}, ${shop.authorizeId}, ${shop.userIdentity}, ${shop.userName}, ${shop.nick},
      ${shop.shopName}, ${shop.authorisedUntil}, ${shop.isValid}, ${shop.isPro}, ${shop.depositEnough},
      ${[...shop.itemBizTypes]}, ${now}, ${now})
    on conflict (merchant_id, authorize_id) do update set
      user_identity = excluded.user_identity, user_name = excluded.user_name, nick = excluded.nick,
      shop_name = excluded.shop_name, authorised_until = excluded.authorised_until, is_valid = excluded.is_valid,
      is_pro = excluded.is_pro, deposit_enough = excluded.deposit_enough, item_biz_types = excluded.item_biz_types,
      refreshed_at = excluded.refreshed_at
    where shop_account.refreshed_at <= excluded.refreshed_at`)
}

/** Marks the shops that the marketplace, asked at `now`, did not name any more as not authorised. */
export async function withdrawShopsExcept(tx: Tx, authorizeIds: readonly number[], now: Date): Promise<void> {
  await tx.run(sql`
    update shop_account set is_valid = false, refreshed_at = ${now}
    where merchant_id = ${tx.merchantId} and refreshed_at <= ${now}
      and authorize_id <> all (${[...authorizeIds]}::bigint[])`)
}
