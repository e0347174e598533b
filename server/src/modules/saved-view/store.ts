import type { Tx } from '../../database/database.ts'
import { db, type RowOfQuery } from '../../database/query.ts'
import { compareNames } from '../../platform/name-order.ts'

/** A view with its owner's name; the columns are JSON as text. */
const viewsOf = (tx: Tx) =>
  db
    .selectFrom('savedView as v')
    .innerJoin('employee as e', (on) =>
      on.onRef('e.merchantId', '=', 'v.merchantId').onRef('e.id', '=', 'v.employeeId'),
    )
    .where('v.merchantId', '=', tx.merchantId)
    .select([
      'v.id as viewId',
      'v.employeeId',
      'v.listKey',
      'v.name',
      'v.query',
      'v.columns',
      'v.isShared',
      'v.version',
      'v.updatedAt',
      'e.name as ownerName',
    ])

export type ViewRow = RowOfQuery<typeof viewsOf>

/** What a person sets on a view. */
export type ViewContent = Pick<ViewRow, 'name' | 'query' | 'columns' | 'isShared'>

/** The views of a list that a person owns, and the shared ones: shared first, then by name. */
export async function viewsFor(tx: Tx, listKey: string, employeeId: string): Promise<ViewRow[]> {
  const views = await tx.rows(
    viewsOf(tx)
      .where('v.listKey', '=', listKey)
      .where(({ eb, or }) => or([eb('v.employeeId', '=', employeeId), eb('v.isShared', '=', true)]))
      .orderBy('v.id'),
  )
  return views.toSorted(
    (one, other) => Number(other.isShared) - Number(one.isShared) || compareNames(one.name, other.name),
  )
}

/** One view, held until the transaction ends; null when the merchant has no such one. */
export async function lockView(tx: Tx, viewId: string): Promise<ViewRow | null> {
  const held = await tx.one(
    db
      .selectFrom('savedView')
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', viewId)
      .select('id')
      .forUpdate(),
  )
  return held === null ? null : tx.one(viewsOf(tx).where('v.id', '=', viewId))
}

const ownViews = (tx: Tx, listKey: string, employeeId: string) =>
  db
    .selectFrom('savedView')
    .where('merchantId', '=', tx.merchantId)
    .where('listKey', '=', listKey)
    .where('employeeId', '=', employeeId)

/** How many views of a list a person has. */
export async function countOwnViews(tx: Tx, listKey: string, employeeId: string): Promise<number> {
  const row = await tx.one(ownViews(tx, listKey, employeeId).select(({ fn }) => fn.countAll<number>().as('count')))
  return row?.count ?? 0
}

/** Whether a person has a view of this name for the list, other than the given one. */
export async function hasOwnView(
  tx: Tx,
  view: Pick<ViewRow, 'listKey' | 'employeeId' | 'name'>,
  exceptId: string | null,
): Promise<boolean> {
  const same = ownViews(tx, view.listKey, view.employeeId).where('name', '=', view.name)
  const found = await tx.one(same.select('id'))
  return found !== null && found.id !== exceptId
}

export interface NewView extends ViewContent {
  readonly viewId: string
  readonly employeeId: string
  readonly listKey: string
}

/** Adds a view of a person. */
export async function insertView(tx: Tx, { viewId: id, ...view }: NewView, now: Date): Promise<void> {
  await tx.run(
    db.insertInto('savedView').values({ merchantId: tx.merchantId, id, ...view, createdAt: now, updatedAt: now }),
  )
}

/** Changes a view. */
export async function updateView(tx: Tx, viewId: string, content: ViewContent, now: Date): Promise<void> {
  await tx.run(
    db
      .updateTable('savedView')
      .set(({ eb }) => ({ ...content, version: eb('version', '+', 1), updatedAt: now }))
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', viewId),
  )
}

/** Removes a view. */
export async function deleteView(tx: Tx, viewId: string): Promise<void> {
  await tx.run(db.deleteFrom('savedView').where('merchantId', '=', tx.merchantId).where('id', '=', viewId))
}
