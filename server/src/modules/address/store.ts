import type { Tx } from '../../database/database.ts'
import { type ListPage, listPage, type Paging } from '../../database/list-page.ts'
import { type ColumnsOf, db, holds, type RowOf } from '../../database/query.ts'

/** Times are ISO 8601; `regionName` is province, city and county in one text. */
const COLUMNS = [
  'id as addressId',
  'kind',
  'contactName',
  'contactPhone',
  'regionCode',
  'regionName',
  'detail',
  'isDefault',
  'version',
  'updatedAt',
] as const satisfies ColumnsOf<'address'>

export type AddressRow = RowOf<'address', typeof COLUMNS>

export type AddressKind = AddressRow['kind']

/** What an edit sets on an address. */
export type AddressContent = Omit<AddressRow, 'addressId' | 'version' | 'updatedAt'>

export interface AddressFilter extends Paging {
  readonly kind?: AddressKind | undefined
  readonly keyword?: string | undefined
}

/** The merchant's addresses, of one kind or of both. */
function addresses(tx: Tx, kind: AddressKind | null = null) {
  const all = db.selectFrom('address').where('merchantId', '=', tx.merchantId)
  return kind === null ? all : all.where('kind', '=', kind)
}

/** One page of the merchant's addresses, newest first. */
export function listAddresses(tx: Tx, { kind, keyword, ...paging }: AddressFilter): Promise<ListPage<AddressRow>> {
  let query = addresses(tx, kind).select(COLUMNS)
  if (keyword) {
    query = query.where(({ or, ref }) =>
      or([
        holds(ref('contactName'), keyword),
        holds(ref('contactPhone'), keyword),
        holds(ref('regionName'), keyword),
        holds(ref('detail'), keyword),
      ]),
    )
  }
  return listPage(tx, query, { sort: { column: 'createdAt', idColumn: 'id', direction: 'desc' }, paging })
}

/** The merchant's addresses to choose from, defaults first, of one kind or both; at most 500. */
export function addressesToChoose(tx: Tx, kind: AddressKind | null): Promise<AddressRow[]> {
  return tx.rows(
    addresses(tx, kind)
      .select(COLUMNS)
      .orderBy('isDefault', 'desc')
      .orderBy('kind', 'desc')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(500),
  )
}

/** One address, or null when the merchant has no such one. */
export function findAddress(tx: Tx, addressId: string): Promise<AddressRow | null> {
  return tx.one(addresses(tx).select(COLUMNS).where('id', '=', addressId))
}

/** How many addresses the merchant has, of one kind or of all. */
export async function countAddresses(tx: Tx, kind: AddressKind | null = null): Promise<number> {
  const row = await tx.one(addresses(tx, kind).select(({ fn }) => fn.countAll<number>().as('count')))
  return row?.count ?? 0
}

/** Takes the default mark of a kind away and gives the address that had it, or null when there was none. */
export function clearDefault(tx: Tx, kind: AddressKind, now: Date): Promise<AddressRow | null> {
  return tx.one(
    db
      .updateTable('address')
      .set(({ eb }) => ({ isDefault: false, version: eb('version', '+', 1), updatedAt: now }))
      .where('merchantId', '=', tx.merchantId)
      .where('kind', '=', kind)
      .where('isDefault', '=', true)
      .returning(COLUMNS),
  )
}

/** Gives the default mark of a kind, which nobody has, to its newest address, and gives that; null when there is none. */
export function makeNewestDefault(tx: Tx, kind: AddressKind, now: Date): Promise<AddressRow | null> {
  const newest = addresses(tx, kind).select('id').orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(1)
  return tx.one(
    db
      .updateTable('address')
      .set(({ eb }) => ({ isDefault: true, version: eb('version', '+', 1), updatedAt: now }))
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', newest)
      .returning(COLUMNS),
  )
}

/** Adds an address. */
export async function insertAddress(
  tx: Tx,
  { addressId, ...content }: AddressContent & Pick<AddressRow, 'addressId'>,
  now: Date,
): Promise<void> {
  const { merchantId } = tx
  await tx.run(
    db.insertInto('address').values({ merchantId, id: addressId, ...content, createdAt: now, updatedAt: now }),
  )
}

/** Changes an address. */
export async function updateAddress(tx: Tx, addressId: string, content: AddressContent, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('address')
      .set(({ eb }) => ({ ...content, version: eb('version', '+', 1), updatedAt: now }))
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', addressId),
  )
}

/** Removes an address; orders keep their own copy of it. */
export async function deleteAddress(tx: Tx, addressId: string): Promise<void> {
  await tx.run(db.deleteFrom('address').where('merchantId', '=', tx.merchantId).where('id', '=', addressId))
}
