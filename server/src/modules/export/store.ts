import { EXPORT_STATES, type ExportState } from '@huanji/domain/states/export'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { countByState, type ListPage, listPage, type Paging } from '../../database/list-page.ts'
import { anyOf, type ColumnsOf, db, jsonText, type RowOf } from '../../database/query.ts'
import { compareNames } from '../../platform/name-order.ts'
import type { WriterState } from './file/writer.ts'

const COLUMNS = [
  'id as exportId',
  'kind',
  'format',
  'filter',
  'filterText',
  'columns',
  'employeeId',
  'requestedBy',
  'sessionId',
  'state',
  'rowsDone',
  'rowsTotal',
  'bytes',
  'cursor',
  'parts',
  'run',
  'problem',
  'createdAt',
  'startedAt',
  'finishedAt',
  'expiresAt',
  'seenAt',
] as const satisfies ColumnsOf<'exportTask'>

/** An export; times are ISO 8601. */
export type ExportTask = RowOf<'exportTask', typeof COLUMNS>

/** Where the next part begins: the list's page, and what the file's writer needs. */
export type ExportCursor = WriterState & {
  readonly page: string | null
  /** What stands above the titles. */
  readonly caption: string
  /** What each column has come to so far, in fen. */
  readonly sums: readonly number[]
}

/**
 * Stands before the place in the list where a file goes on, and is another one for each form in which files are written.
 * While versions work side by side, one that writes in another form, or knows of none, loses such a place and asks for
 * a new start: two forms in one file would be no file.
 */
const FORM = 'captioned:'

/** Where an export goes on; null at its beginning, which one comes back to that was begun in another form. */
export function cursorOf({ cursor }: Pick<ExportTask, 'cursor'>): ExportCursor | null {
  if (cursor?.caption === undefined || cursor.sums === undefined) return null
  const { caption, sums, page } = cursor
  if (page !== null && !page.startsWith(FORM)) return null
  return { ...cursor, caption, sums, page: page?.slice(FORM.length) ?? null }
}

const keptCursor = (cursor: ExportCursor) =>
  jsonText({ ...cursor, page: cursor.page === null ? null : FORM + cursor.page })

const exportsOf = (tx: Tx) => db.selectFrom('exportTask').where('merchantId', '=', tx.merchantId)

const update = (tx: Tx, exportId: string) =>
  db.updateTable('exportTask').where('merchantId', '=', tx.merchantId).where('id', '=', exportId)

export interface ExportFilter extends Paging {
  /** Null for everybody's. */
  readonly employeeId: string | null
  readonly state?: ExportState | undefined
  readonly kind?: string | undefined
}

const filtered = (tx: Tx, { employeeId, kind }: ExportFilter) => {
  let rows = exportsOf(tx)
  if (employeeId !== null) rows = rows.where('employeeId', '=', employeeId)
  if (kind !== undefined) rows = rows.where('kind', '=', kind)
  return rows
}

/** One page of exports, newest first. */
export function listExports(tx: Tx, filter: ExportFilter): Promise<ListPage<ExportTask>> {
  let rows = filtered(tx, filter).select(COLUMNS)
  if (filter.state !== undefined) rows = rows.where('state', '=', filter.state)
  return listPage(tx, rows, {
    sort: { column: 'createdAt', idColumn: 'id', direction: 'desc' },
    paging: filter,
  })
}

const STATES = EXPORT_STATES.states.map(({ code }) => code)

/** How many exports of the filter there are in each state. */
export const countExports = (tx: Tx, filter: ExportFilter): Promise<Record<ExportState, number>> =>
  countByState(tx, filtered(tx, filter), 'state', STATES)

/** One export, or null when the merchant has none of this id. */
export function findExport(tx: Tx, exportId: string): Promise<ExportTask | null> {
  return tx.one(exportsOf(tx).where('id', '=', exportId).select(COLUMNS))
}

/** The same, held to the commit. */
export function lockExport(tx: Tx, exportId: string): Promise<ExportTask | null> {
  return tx.one(exportsOf(tx).where('id', '=', exportId).select(COLUMNS).forUpdate())
}

/** Whether an export still runs in the given run: it was not cancelled, and nobody else has taken it over. */
export async function isStillRunning(tx: Tx, exportId: string, run: number): Promise<boolean> {
  const row = exportsOf(tx).where('id', '=', exportId).where('run', '=', run).where('state', '=', 'running')
  return (await tx.one(row.select('id'))) !== null
}

/** How many exports of a person wait or run. */
export async function countOpen(tx: Tx, employeeId: string): Promise<number> {
  const open = exportsOf(tx)
    .where('employeeId', '=', employeeId)
    .where('state', '=', anyOf(['queued', 'running']))
  return (await tx.one(open.select(({ fn }) => fn.countAll<number>().as('count'))))?.count ?? 0
}

/** How many exports a person has asked for since `moment`. */
export async function countSince(tx: Tx, employeeId: string, moment: Date): Promise<number> {
  const asked = exportsOf(tx).where('employeeId', '=', employeeId).where('createdAt', '>', moment.toISOString())
  return (await tx.one(asked.select(({ fn }) => fn.countAll<number>().as('count'))))?.count ?? 0
}

/** How many files of a person are ready that they have not looked at. */
export async function countUnseen(tx: Tx, employeeId: string): Promise<number> {
  const unseen = exportsOf(tx)
    .where('employeeId', '=', employeeId)
    .where('state', '=', 'ready')
    .where('seenAt', 'is', null)
  return (await tx.one(unseen.select(({ fn }) => fn.countAll<number>().as('count'))))?.count ?? 0
}

/** Keeps a person's other calls that ask for an export waiting to the commit, so that they are counted one after the other. */
export async function lockOwner(tx: Tx, employeeId: string): Promise<void> {
  await tx.rows(
    db
      .selectFrom('employee')
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', employeeId)
      .select(sql.lit(1).as('locked'))
      .forNoKeyUpdate(),
  )
}

export type NewExport = Pick<
  ExportTask,
  'exportId' | 'kind' | 'format' | 'filter' | 'filterText' | 'columns' | 'employeeId' | 'requestedBy' | 'sessionId'
>

/** Writes an export that waits for its turn. */
export async function insertExport(tx: Tx, { exportId: id, filter, ...rest }: NewExport, now: Date): Promise<void> {
  const { merchantId } = tx
  await tx.run(
    db
      .insertInto('exportTask')
      .values({ merchantId, id, ...rest, filter: jsonText(filter), state: 'queued', createdAt: now }),
  )
}

/** Begins a run at a place: what an earlier one still does is not kept any more. The export must be held. */
export async function beginRun(tx: Tx, { exportId, run }: ExportTask, cursor: ExportCursor): Promise<void> {
  await tx.run(update(tx, exportId).set({ run: run + 1, problem: '', cursor: keptCursor(cursor) }))
}

/** Notes how many rows there are to be. */
export async function setTotal(tx: Tx, exportId: string, rowsTotal: number): Promise<void> {
  await tx.run(update(tx, exportId).set({ rowsTotal }))
}

/** Notes a part that lies in the storage, and where the next one begins. The export must be held. */
export async function addPart(
  tx: Tx,
  { exportId, parts, run }: ExportTask,
  { bytes, cursor }: { readonly bytes: number; readonly cursor: ExportCursor },
): Promise<void> {
  await tx.run(
    update(tx, exportId).set(({ eb }) => ({
      rowsDone: cursor.rows,
      bytes: eb('bytes', '+', bytes),
      cursor: keptCursor(cursor),
      parts: jsonText([...parts, { run, bytes }]),
    })),
  )
}

/** Forgets the parts of an export, which were removed from the storage. */
export async function forgetParts(tx: Tx, exportId: string): Promise<void> {
  await tx.run(update(tx, exportId).set({ parts: jsonText([]), cursor: null, bytes: 0 }))
}

/** Notes that the person has looked at how an export ended. */
export async function markSeen(tx: Tx, exportId: string, now: Date): Promise<void> {
  tx.changed('badge')
  await tx.run(
    update(tx, exportId).set({ seenAt: now }).where('finishedAt', 'is not', null).where('seenAt', 'is', null),
  )
}

/** The ids of exports whose time is over, oldest first. */
export async function expiredExports(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const rows = exportsOf(tx)
    .where('finishedAt', 'is not', null)
    .where('expiresAt', '<=', now.toISOString())
    .where('state', '=', anyOf(['ready', 'failed']))
  return (await tx.rows(rows.orderBy('finishedAt').limit(limit).select('id'))).map(({ id }) => id)
}

/** Exports that have ended for good and whose parts still lie in the storage. */
export function leftBehind(tx: Tx, limit: number): Promise<ExportTask[]> {
  const rows = exportsOf(tx)
    .where('finishedAt', 'is not', null)
    .where('state', '=', anyOf(['cancelled', 'expired']))
    .where('cursor', 'is not', null)
  return tx.rows(rows.orderBy('finishedAt').limit(limit).select(COLUMNS))
}

/** Removes the records of exports that ended before `moment`; their parts are gone by then. */
export async function removeOld(tx: Tx, moment: Date): Promise<void> {
  await tx.run(
    db
      .deleteFrom('exportTask')
      .where('merchantId', '=', tx.merchantId)
      .where('finishedAt', '<', moment.toISOString())
      .where('state', '=', anyOf(['cancelled', 'expired']))
      .where('cursor', 'is', null),
  )
}

/** The names of shops by their ids, those that the merchant has. */
export async function shopNames(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const shops = db.selectFrom('shopAccount').where('merchantId', '=', tx.merchantId).where('id', '=', anyOf(ids))
  return (await tx.rows(shops.select('shopName'))).map(({ shopName }) => shopName).sort(compareNames)
}
