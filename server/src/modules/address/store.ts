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
}

const COLUMNS = sql`
  id as "addressId", kind, contact_name as "contactName", contact_phone as "contactPhone",
  region_code as "regionCode", region_name as "regionName", detail, is_default as "isDefault", version`

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

/** Takes the default mark from the merchant's addresses of a kind. */
export async function clearDefault(tx: Tx, kind: AddressKind, now: Date): Promise<void> {
  await tx.run(sql`
    update address set is_default = false, version = version + 1, updated_at = ${now}
    where merchant_id = ${tx.merchantId} and kind = ${kind} and is_default`)
}

/** Adds an address. */
export async function insertAddress(tx: Tx, address: Omit<AddressRow, 'version'>, now: Date): Promise<void> {
  await tx.run(sql`
    insert into address (merchant_id, id, kind, contact_name, contact_phone, region_code, region_name, detail,
      is_default, created_at, updated_at)
    values (${tx.merchantId}, ${address.addressId}, ${address.kind}, ${address.contactName}, ${address.contactPhone},
      ${address.regionCode}, ${address.regionName}, ${address.detail}, ${address.isDefault}, ${now}, ${now})`)
}
