import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { type ListPage, listPage, type Paging } from '../../database/list-page.ts'
import { anyOf, db, holds, type RowOfQuery } from '../../database/query.ts'
import { employeeName } from '../history/employee-store.ts'

const rows = (tx: Tx) =>
  db
    .selectFrom('ownModel as m')
    .select(['m.id', 'm.brand', 'm.name', 'm.numbers', 'm.storages', 'm.colours', 'm.likeModelId', 'm.version'])
    .select(['m.createdAt', 'm.createdBy as createdById', 'm.changedAt as updatedAt', 'm.mergedInto', 'm.mergedAt'])
    .select(({ ref }) => [employeeName(tx, ref('m.createdBy')).as('createdBy')])
    .where('m.merchantId', '=', tx.merchantId)

/** A model that the merchant wrote down. */
export type OwnModelRow = RowOfQuery<typeof rows>

/** All of the merchant's own models, those that the catalogue took over among them, newest first. */
export const ownModelRows = (tx: Tx): Promise<OwnModelRow[]> =>
  tx.rows(rows(tx).orderBy('m.createdAt', 'desc').orderBy('m.id', 'desc'))

export interface OwnModelFilter extends Paging {
  readonly keyword?: string | undefined
  /** Of those that the catalogue took over, or of the others; both where neither or both are asked for. */
  readonly isMerged: boolean | null
}

/** One page of them. */
export function listOwnModels(
  tx: Tx,
  { keyword, isMerged, ...paging }: OwnModelFilter,
): Promise<ListPage<OwnModelRow>> {
  let query = rows(tx)
  if (isMerged !== null) query = query.where('m.mergedInto', isMerged ? 'is not' : 'is', null)
  if (keyword) query = query.where(({ or, ref }) => or([holds(ref('m.name'), keyword), holds(ref('m.brand'), keyword)]))
  return listPage(tx, query, { sort: { column: 'm.createdAt', idColumn: 'm.id', direction: 'desc' }, paging })
}

/** One of them, or null. */
export const findOwnModel = (tx: Tx, id: string): Promise<OwnModelRow | null> => tx.one(rows(tx).where('m.id', '=', id))

/**
 * Waits for whoever changes one of them, and keeps it as it is to the commit: to write it into a record with others
 * (`share`), or to change it alone (`update`).
 */
export async function lockOwnModel(tx: Tx, id: string, how: 'share' | 'update'): Promise<void> {
  const row = db
    .selectFrom('ownModel')
    .select(sql.lit(1).as('locked'))
    .where('merchantId', '=', tx.merchantId)
    .where('id', '=', id)
  await tx.rows(how === 'share' ? row.forShare() : row.forUpdate())
}

/** How many there are that the catalogue did not take over. */
export async function countOwnModels(tx: Tx): Promise<number> {
  const row = await tx.one(
    db
      .selectFrom('ownModel')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('merchantId', '=', tx.merchantId)
      .where('mergedInto', 'is', null),
  )
  return row?.count ?? 0
}

/** By what one sees that the merchant's own models are still those that were read. */
export async function ownModelsStamp(tx: Tx): Promise<string> {
  const row = await tx.one(
    db
      .selectFrom('ownModel')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.sum<number>('version').as('versions'),
        fn.max('changedAt').as('changedAt'),
      ])
      .where('merchantId', '=', tx.merchantId),
  )
  return `${row?.count ?? 0} ${row?.versions ?? 0} ${row?.changedAt ?? ''}`
}

/** What a person says of such a model. */
export interface OwnModelContent {
  readonly brand: string
  readonly name: string
  readonly numbers: readonly string[]
  readonly storages: readonly string[]
  readonly colours: readonly string[]
  readonly likeModelId: string
}

/** Writes one down. */
export async function insertOwnModel(
  tx: Tx,
  { id, ...content }: OwnModelContent & { readonly id: string },
  { employeeId, now }: { readonly employeeId: string; readonly now: Date },
): Promise<void> {
  const { merchantId } = tx
  const made = { createdBy: employeeId, createdAt: now, changedAt: now }
  await tx.run(db.insertInto('ownModel').values({ merchantId, id, ...content, ...made }))
}

/** Changes one. */
export async function updateOwnModel(tx: Tx, id: string, content: OwnModelContent, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('ownModel')
      .set(({ eb }) => ({ ...content, version: eb('version', '+', 1), changedAt: now }))
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', id),
  )
}

/** Says that the catalogue's model stands for it from now on. */
export async function markMerged(tx: Tx, id: string, mergedInto: string, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('ownModel')
      .set(({ eb }) => ({ mergedInto, mergedAt: now, changedAt: now, version: eb('version', '+', 1) }))
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', id),
  )
}

/** Removes one. */
export async function deleteOwnModel(tx: Tx, id: string): Promise<void> {
  await tx.run(db.deleteFrom('ownModel').where('merchantId', '=', tx.merchantId).where('id', '=', id))
}

/** How many phones there are of models, by variant, most first. */
export interface VariantCount {
  readonly modelId: string
  readonly skuText: string
  readonly units: number
}

/** The variants that phones of these models turned out to be. */
export function variantsOf(tx: Tx, modelIds: readonly string[]): Promise<VariantCount[]> {
  return tx.rows(
    db
      .selectFrom('unit')
      .select(({ fn }) => ['modelId', 'skuText', fn.countAll<number>().as('units')])
      .where('merchantId', '=', tx.merchantId)
      .where('modelId', '=', anyOf(modelIds))
      // the index holds these alone
      .where('modelId', 'like', 'own-%')
      .groupBy(['modelId', 'skuText'])
      .orderBy('units', 'desc')
      .orderBy('skuText'),
  )
}
