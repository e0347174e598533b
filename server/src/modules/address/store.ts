import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { containing, type ListPage, listPage } from '../../database/list-page.ts'

export type AddressKind = 'ship' | 'return'

export interface AddressRow {
  addressId: string
  kind: AddressKind
  contactName: string
  contactPhone: string
  regionCode: string
  /** Province, city and county in one text. */
  regionName: string
  detail: string
  isDefault: boolean
  version: number
  /** ISO 8601. */
  updatedAt: string
}

/** What an edit sets on an address. */
export type AddressContent = Omit<AddressRow, 'addressId' | 'version' | 'updatedAt'>

const COLUMNS = sql`
  id as "addressId", kind, contact_name as "contactName", contact_phone as "contactPhone",
  region_code as "regionCode", region_name as "regionName", detail, is_default as "isDefault", version,
  updated_at as "updatedAt"`

export interface AddressFilter {
  readonly page: number
  readonly pageSize: number
  readonly cursor?: string | undefined
  readonly kind?: AddressKind | undefined
  readonly keyword?: string | undefined
}

/** One page of the merchant's addresses, newest first. */
export function listAddresses(tx: Tx, filter: AddressFilter): Promise<ListPage<AddressRow>> {
  const where: RawBuilder<unknown>[] = [sql`merchant_id = ${tx.merchantId}`]
  if (filter.kind) where.push(sql`kind = ${filter.kind}`)
  if (filter.keyword) {
    const pattern = containing(filter.keyword)
    where.push(
      sql`contact_name ilike ${pattern} or contact_phone like ${pattern} or region_name ilike ${pattern} or detail ilike ${pattern}`,
    )
  }
  return listPage<AddressRow>(tx, {
    columns: COLUMNS,
    from: sql`address`,
    where,
    sort: { column: sql`created_at`, idColumn: sql`id`, direction: 'desc' },
    paging: filter,
  })
}

/** The merchant's addresses to choose from, defaults first, of one kind or both; at most 500. */
export function addressesToChoose(tx: Tx, kind: AddressKind | null): Promise<AddressRow[]> {
  return tx.rows<AddressRow>(sql`
    select ${COLUMNS} from address
    where merchant_id = ${tx.merchantId} and (${kind}::text is null or kind = ${kind})
    order by is_default desc, kind desc, created_at desc, id desc limit 500`)
}

/** One address, or null when the merchant has no such one. */
export function findAddress(tx: Tx, addressId: string): Promise<AddressRow | null> {
  return tx.one<AddressRow>(sql`
    select ${COLUMNS} from address where merchant_id = ${tx.merchantId} and id = ${addressId}`)
}

/** How many addresses the merchant has, of one kind or of all. */
export async function countAddresses(tx: Tx, kind: AddressKind | null = null): Promise<number> {
  const row = await tx.one<{ count: number }>(sql`
    select count(*) as count from address
    where merchant_id = ${tx.merchantId} and (${kind}::text is null or kind = ${kind})`)
  return row?.count ?? 0
}

/** Takes the default mark of a kind away and gives the address that had it, or null when there was none. */
export function clearDefault(tx: Tx, kind: AddressKind, now: Date): Promise<AddressRow | null> {
  return tx.one<AddressRow>(sql`
    update address set is_default = false, version = version + 1, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and kind = ${kind} and is_default returning ${COLUMNS}`)
}

/** Gives the default mark of a kind, which nobody has, to its newest address, and gives that; null when there is none. */
export function makeNewestDefault(tx: Tx, kind: AddressKind, now: Date): Promise<AddressRow | null> {
  return tx.one<AddressRow>(sql`
    update address set is_default = true, version = version + 1, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = (
      select id from address where merchant_id = ${tx.merchantId} and kind = ${kind}
      order by created_at desc, id desc limit 1)
    returning ${COLUMNS}`)
}

/** Adds an address. */
export async function insertAddress(
  tx: Tx,
  address: AddressContent & Pick<AddressRow, 'addressId'>,
  now: Date,
): Promise<void> {
  await tx.run(sql`
    insert into address (merchant_id, id, kind, contact_name, contact_phone, region_code, region_name, detail,
      is_default, created_at, updated_at)
    values (${tx.merchantId}, ${address.addressId}, ${address.kind}, ${address.contactName}, ${address.contactPhone},
      ${address.regionCode}, ${address.regionName}, ${address.detail}, ${address.isDefault}, ${now}, ${now})`)
}

/** Changes an address. */
export async function updateAddress(tx: Tx, addressId: string, address: AddressContent, now: Date): Promise<void> {
  await tx.run(sql`
    update address set kind = ${address.kind}, contact_name = ${address.contactName},
      contact_phone = ${address.contactPhone}, region_code = ${address.regionCode},
      region_name = ${address.regionName}, detail = ${address.detail}, is_default = ${address.isDefault},
      version = version + 1, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${addressId}`)
}

/** Removes an address; orders keep their own copy of it. */
export async function deleteAddress(tx: Tx, addressId: string): Promise<void> {
  await tx.run(sql`delete from address where merchant_id = ${tx.merchantId} and id = ${addressId}`)
}
