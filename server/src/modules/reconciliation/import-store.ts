import type { StatementItem } from '@huanji/domain/fees/statement'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOf } from '../../database/query.ts'

const LINE_COLUMNS = [
  'number',
  'item',
  'direction',
  'amountFen',
  'shopAccountId',
  'channel',
  'orderNo',
  'remark',
  'occurredAt',
  'isWhole',
] as const satisfies ColumnsOf<'settlementLine'>

/** A line of a file as it was imported; money in fen, the moment ISO 8601. */
export type FileLine = RowOf<'settlementLine', typeof LINE_COLUMNS>

/** Whether lines of a number are all that it has: none beside them was left out. */
export const isWholeNumber = (lines: readonly Pick<FileLine, 'isWhole'>[]): boolean =>
  lines.every(({ isWhole }) => isWhole)

const lines = (tx: Tx) => db.selectFrom('settlementLine').where('merchantId', '=', tx.merchantId)

/** The imported lines of these settlements and movements. */
export const fileLines = (tx: Tx, numbers: readonly string[]): Promise<FileLine[]> =>
  tx.rows(lines(tx).where('number', '=', anyOf(numbers)).orderBy('number').orderBy('item').select(LINE_COLUMNS))

/** The next numbers after `afterNo` that files named; of one import, or of all. */
export async function fileNumbers(
  tx: Tx,
  { afterNo, importId }: { readonly afterNo: string; readonly importId: string | null },
  limit: number,
): Promise<string[]> {
  let rows = lines(tx).where('number', '>', afterNo)
  if (importId !== null) rows = rows.where('importId', '=', importId)
  const found = await tx.rows(rows.distinct().orderBy('number').limit(limit).select('number'))
  return found.map(({ number }) => number)
}

const imports = (tx: Tx) => db.selectFrom('settlementImport').where('merchantId', '=', tx.merchantId)

const UNLISTED_COLUMNS = [
  's.settlementNo',
  's.netFen',
  's.settledAt',
  'o.id as orderId',
  'o.orderNo',
  'o.channel',
  'o.shopAccountId',
] as const

/** What is looked at: the settlements that one import lists the time of, or those since a moment, or all. */
export interface UnlistedScope {
  readonly importId: string | null
  readonly since: string | null
}

/** The moments between which one import lists all settlements of its shop, or all imports do; null where none does. */
async function listedSpan(tx: Tx, { importId, since }: UnlistedScope) {
  let listing = imports(tx).where('listsFrom', 'is not', null)
  if (importId !== null) listing = listing.where('id', '=', importId)
  const row = await tx.one(listing.select(({ fn }) => [fn.min('listsFrom').as('from'), fn.max('listsTo').as('to')]))
  if (!row?.from || !row.to) return null
  return { from: since !== null && since > row.from ? since : row.from, to: row.to }
}

/** Settlements of a shop's orders that no file names, though one lists all of their time; of one import, or of any. */
function unlisted(tx: Tx, importId: string | null) {
  let files = db
    .selectFrom('settlementImport as i')
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.shopAccountId', '=', sql.ref<string>('o.shopAccountId'))
    .where('i.listsFrom', '<', sql.ref<string>('s.settledAt'))
    .where('i.listsTo', '>', sql.ref<string>('s.settledAt'))
  if (importId !== null) files = files.where('i.id', '=', importId)
  const named = lines(tx).where('number', '=', sql.ref<string>('s.settlementNo'))
  return db
    .selectFrom('settlement as s')
    .innerJoin('saleOrder as o', (join) =>
      join.onRef('o.merchantId', '=', 's.merchantId').onRef('o.id', '=', 's.orderId'),
    )
    .where('s.merchantId', '=', tx.merchantId)
    .where(({ and, exists, not }) => and([exists(files.select('i.id')), not(exists(named.select('number')))]))
}

/** The next such settlements after `afterNo`, by their numbers. */
export async function unlistedNumbers(
  tx: Tx,
  { afterNo, ...scope }: UnlistedScope & { readonly afterNo: string },
  limit: number,
): Promise<string[]> {
  const span = await listedSpan(tx, scope)
  if (span === null) return []
  const rows = unlisted(tx, scope.importId)
    .where('s.settledAt', '>', span.from)
    .where('s.settledAt', '<', span.to)
    .where('s.settlementNo', '>', afterNo)
    .orderBy('s.settlementNo')
    .limit(limit)
  return (await tx.rows(rows.select('s.settlementNo'))).map(({ settlementNo }) => settlementNo)
}

/** Those of these numbers that are such settlements. */
export const unlistedOf = (tx: Tx, numbers: readonly string[]) =>
  tx.rows(unlisted(tx, null).where('s.settlementNo', '=', anyOf(numbers)).select(UNLISTED_COLUMNS))

/** The numbers that files named of these orders. */
export async function fileNumbersOfOrders(tx: Tx, orderNos: readonly string[]): Promise<string[]> {
  const rows = lines(tx).where('orderNo', '<>', '').where('orderNo', '=', anyOf(orderNos))
  return (await tx.rows(rows.distinct().select('number'))).map(({ number }) => number)
}

export interface NewImport {
  readonly importId: string
  readonly fileName: string
  readonly shopAccountId: string
  readonly lineCount: number
  readonly newCount: number
  /** Between these moments it lists every settlement of the shop; null where that cannot be said. */
  readonly listsFrom: string | null
  readonly listsTo: string | null
  readonly importedBy: string
}

/** Keeps that a file was imported. */
export async function insertImport(tx: Tx, { importId, ...one }: NewImport, now: Date): Promise<void> {
  await tx.run(
    db.insertInto('settlementImport').values({ merchantId: tx.merchantId, id: importId, ...one, createdAt: now }),
  )
}

/** The oldest import that no reconciliation of its own has compared yet, or null. */
export const waitingImport = (tx: Tx): Promise<{ importId: string; importedBy: string } | null> =>
  tx.one(
    imports(tx)
      .where('isCompared', '=', false)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(1)
      .select(['id as importId', 'importedBy']),
  )

/** That the reconciliation of an import has ended. */
export async function setCompared(tx: Tx, importId: string): Promise<void> {
  await tx.run(
    db
      .updateTable('settlementImport')
      .set({ isCompared: true })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', importId),
  )
}

export interface NewLine {
  readonly lineId: string
  readonly number: string
  readonly item: StatementItem
  readonly direction: 'in' | 'out'
  readonly amountFen: number
  readonly shopAccountId: string
  readonly channel: 'auction' | 'curated' | null
  readonly orderNo: string
  readonly remark: string
  readonly occurredAt: string
  readonly isWhole: boolean
}

/** Keeps lines of a file; one that an earlier file has otherwise is replaced. */
export async function saveLines(tx: Tx, importId: string, rows: readonly NewLine[]): Promise<void> {
  const values = rows.map(({ lineId, ...line }) => ({ merchantId: tx.merchantId, id: lineId, importId, ...line }))
  await tx.run(
    db
      .insertInto('settlementLine')
      .values(values)
      .onConflict((conflict) =>
        conflict.columns(['merchantId', 'number', 'item', 'direction']).doUpdateSet(({ ref }) => ({
          importId: ref('excluded.importId'),
          amountFen: ref('excluded.amountFen'),
          remark: ref('excluded.remark'),
          occurredAt: ref('excluded.occurredAt'),
          isWhole: ref('excluded.isWhole'),
        })),
      ),
  )
}

const SHOP_COLUMNS = ['id as shopAccountId', 'userName', 'shopName'] as const satisfies ColumnsOf<'shopAccount'>

/** The merchant's shops as the marketplace names them. */
export const shopsByName = (tx: Tx): Promise<RowOf<'shopAccount', typeof SHOP_COLUMNS>[]> =>
  tx.rows(db.selectFrom('shopAccount').where('merchantId', '=', tx.merchantId).select(SHOP_COLUMNS))
