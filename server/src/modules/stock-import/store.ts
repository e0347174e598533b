import type { ParsedOf } from '@huanji/contract/call'
import type { importedStock, stockResult } from '@huanji/contract/features/stock-import/calls'
import type { StockField, WrittenStock } from '@huanji/domain/stock/stock-row'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Tx } from '../../database/database.ts'
import { listPage } from '../../database/list-page.ts'
import { anyOf, db, jsonText, type RowOfQuery } from '../../database/query.ts'
import { employeeName } from '../history/employee-store.ts'

export type Result = z.output<typeof stockResult>

const imports = (tx: Tx) => db.selectFrom('stockImport as i').where('i.merchantId', '=', tx.merchantId)

const shownImports = (tx: Tx) =>
  imports(tx)
    .select(['i.id as importId', 'i.name', 'i.channel', 'i.state', 'i.total', 'i.madeCount', 'i.updatedCount'])
    .select(['i.sameCount', 'i.refusedCount', 'i.skippedCount', 'i.undoneCount', 'i.keptCount', 'i.problem'])
    .select(['i.createdAt', 'i.finishedAt', 'i.undoneAt', 'i.importedBy as employeeId', 'i.sessionId'])
    .select(({ ref }) => [
      employeeName(tx, ref('i.importedBy')).$notNull().as('importedBy'),
      employeeName(tx, ref('i.undoneBy')).as('undoneBy'),
    ])

/** An import as it stands; people are names, but `employeeId` who began it. */
export type StockImport = RowOfQuery<typeof shownImports>

/** One page of the imports, newest first. */
export const listImports = (tx: Tx, paging: ParsedOf<typeof importedStock.list>) =>
  listPage(tx, shownImports(tx), { sort: { column: 'i.createdAt', idColumn: 'i.id', direction: 'desc' }, paging })

export const findImport = (tx: Tx, importId: string): Promise<StockImport | null> =>
  tx.one(shownImports(tx).where('i.id', '=', importId))

/** The same, held until the transaction ends: no line of it is done meanwhile. */
export const lockImport = (tx: Tx, importId: string): Promise<StockImport | null> =>
  tx.one(shownImports(tx).where('i.id', '=', importId).forUpdate('i'))

/** The import of the merchant that runs, held until the transaction ends, or null. */
export const lockRunning = (tx: Tx): Promise<StockImport | null> =>
  tx.one(shownImports(tx).where('i.state', '=', sql.lit('running')).forUpdate('i'))

/** A line of a table as it is kept. */
export interface KeptLine {
  readonly line: number
  readonly written: WrittenStock
  readonly modelId: string | null
  readonly isConfirmed: boolean
  /** Empty where it is to be done. */
  readonly refusal: string
}

/** Lines of one statement: each has eight parameters. */
const LINES_OF_A_STATEMENT = 1000

export interface NewImport {
  readonly importId: string
  readonly name: string
  readonly channel: StockImport['channel']
  readonly employeeId: string
  readonly sessionId: string
  readonly now: Date
}

/** Writes an import with its lines. False, and nothing is written, while another one of the merchant runs. */
export async function insertImport(
  tx: Tx,
  { importId, name, channel, employeeId, sessionId, now }: NewImport,
  lines: readonly KeptLine[],
): Promise<boolean> {
  const { merchantId } = tx
  const refusedCount = lines.filter(({ refusal }) => refusal !== '').length
  const written = await tx.run(
    db
      .insertInto('stockImport')
      .values({
        merchantId,
        id: importId,
        name,
        channel,
        state: 'running',
        total: lines.length,
        refusedCount,
        importedBy: employeeId,
        sessionId,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.column('merchantId').where('state', '=', sql.lit('running')).doNothing()),
  )
  if (written === 0) return false
  const rows = lines.map(({ line, written: texts, modelId, isConfirmed, refusal }) => ({
    merchantId,
    importId,
    line,
    written: jsonText(texts),
    modelId,
    isConfirmed,
    result: refusal === '' ? ('waiting' as const) : ('refused' as const),
    message: refusal,
  }))
  for (let at = 0; at < rows.length; at += LINES_OF_A_STATEMENT) {
    await tx.run(db.insertInto('stockImportRow').values(rows.slice(at, at + LINES_OF_A_STATEMENT)))
  }
  return true
}

const rowsOf = (tx: Tx, importId: string) =>
  db.selectFrom('stockImportRow').where('merchantId', '=', tx.merchantId).where('importId', '=', importId)

/** The next lines that are still to be done, in their order. The import must be held. */
export function waitingLines(tx: Tx, importId: string, limit: number) {
  return tx.rows(
    rowsOf(tx, importId)
      .where('result', '=', 'waiting')
      .orderBy('line')
      .limit(limit)
      .select(['line', 'written', 'modelId', 'isConfirmed']),
  )
}

const shownRows = (tx: Tx, importId: string) =>
  rowsOf(tx, importId)
    .select(['line', 'result', 'message', 'written', 'unitId', 'inspectionId', 'beforeFen', 'afterFen'])
    .orderBy('line')

/** A line with what became of it. */
export type DoneLine = RowOfQuery<typeof shownRows>

/** Lines behind one of the file, at most so many. */
export function linesAfter(
  tx: Tx,
  importId: string,
  {
    result,
    afterLine,
    limit,
  }: { readonly result?: Result | undefined; readonly afterLine: number; readonly limit: number },
): Promise<DoneLine[]> {
  const behind = shownRows(tx, importId).where('line', '>', afterLine).limit(limit)
  return tx.rows(result === undefined ? behind : behind.where('result', '=', result))
}

/** What an import did, line by line, to be taken back; what an undo before has left among it. */
export function doneLines(tx: Tx, importId: string) {
  return tx.rows(
    rowsOf(tx, importId)
      .where('result', 'in', ['made', 'updated', 'kept'])
      .orderBy('line')
      .select(['line', 'result', 'unitId', 'inspectionId', 'beforeFen', 'afterFen']),
  )
}

/** The newest import after another one that has changed what a unit cost and was not taken back: its name, by the unit's id. */
export async function laterCosts(
  tx: Tx,
  unitIds: readonly string[],
  { importId, createdAt }: Pick<StockImport, 'importId' | 'createdAt'>,
): Promise<ReadonlyMap<string, string>> {
  if (unitIds.length === 0) return new Map()
  const rows = await tx.rows(
    db
      .selectFrom('stockImportRow as r')
      .innerJoin('stockImport as i', (on) => on.onRef('i.id', '=', 'r.importId').on('i.merchantId', '=', tx.merchantId))
      .where('r.merchantId', '=', tx.merchantId)
      .where('i.createdAt', '>=', createdAt)
      .where('i.id', '<>', importId)
      .where('r.result', '=', sql.lit('updated' as const))
      .where('r.unitId', '=', anyOf(unitIds))
      .orderBy('i.createdAt')
      .select(['r.unitId', 'i.name']),
  )
  return new Map(rows.flatMap(({ unitId, name }) => (unitId === null ? [] : [[unitId, name]])))
}

/** What became of a line. */
export interface LineResult {
  readonly line: number
  readonly result: Result
  readonly message: string
  readonly unitId: string | null
  readonly inspectionId: string | null
  readonly beforeFen: number | null
  readonly afterFen: number | null
}

/** Writes down what became of lines, and counts them. */
export async function recordLines(tx: Tx, importId: string, lines: readonly LineResult[]): Promise<void> {
  if (lines.length === 0) return
  const of = <Value>(read: (line: LineResult) => Value) => lines.map(read)
  type Given = Omit<LineResult, 'line'> & { line: number }
  const given = sql<Given>`unnest(${of(({ line }) => line)}::int[], ${of(({ result }) => result)}::text[],
    ${of(({ message }) => message)}::text[], ${of(({ unitId }) => unitId)}::uuid[],
    ${of(({ inspectionId }) => inspectionId)}::uuid[], ${of(({ beforeFen }) => beforeFen)}::bigint[],
    ${of(({ afterFen }) => afterFen)}::bigint[])`.as<'given'>(
    sql`given (line, result, message, unit_id, inspection_id, before_fen, after_fen)`,
  )
  await tx.run(
    db
      .updateTable('stockImportRow as r')
      .from(given)
      .set(({ ref }) => ({
        result: ref('given.result'),
        message: ref('given.message'),
        unitId: ref('given.unitId'),
        inspectionId: ref('given.inspectionId'),
        beforeFen: ref('given.beforeFen'),
        afterFen: ref('given.afterFen'),
      }))
      .where('r.merchantId', '=', tx.merchantId)
      .where('r.importId', '=', importId)
      .whereRef('r.line', '=', 'given.line'),
  )
  await countLines(tx, importId)
}

/** Counts the lines of an import anew by their results. */
async function countLines(tx: Tx, importId: string): Promise<void> {
  const rows = await tx.rows(
    rowsOf(tx, importId)
      .groupBy('result')
      .select(({ fn }) => ['result', fn.countAll<number>().as('count')]),
  )
  const count = (result: Result): number => rows.find((row) => row.result === result)?.count ?? 0
  await tx.run(
    db
      .updateTable('stockImport')
      .set({
        madeCount: count('made'),
        updatedCount: count('updated'),
        sameCount: count('same'),
        refusedCount: count('refused'),
        skippedCount: count('skipped'),
        undoneCount: count('undone'),
        keptCount: count('kept'),
      })
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', importId),
  )
}

/** Passes over the lines that are still to be done, with why. */
export async function skipWaiting(tx: Tx, importId: string, message: string): Promise<void> {
  await tx.run(
    db
      .updateTable('stockImportRow')
      .set({ result: 'skipped', message })
      .where('merchantId', '=', tx.merchantId)
      .where('importId', '=', importId)
      .where('result', '=', 'waiting'),
  )
  await countLines(tx, importId)
}

/** What somebody of the merchant said that the columns of these heads hold; null where nobody has. */
export async function fieldsOfHeads(tx: Tx, digest: string): Promise<(StockField | null)[] | null> {
  const known = db.selectFrom('stockHeads').where('merchantId', '=', tx.merchantId).where('digest', '=', digest)
  const row = await tx.one(known.select('fields'))
  return row === null ? null : [...row.fields]
}

/** Keeps what the columns of these heads hold. */
export async function keepHeads(
  tx: Tx,
  digest: string,
  fields: readonly (StockField | null)[],
  { employeeId, now }: { readonly employeeId: string; readonly now: Date },
): Promise<void> {
  const chosen = { fields: jsonText(fields), chosenBy: employeeId, chosenAt: now }
  await tx.run(
    db
      .insertInto('stockHeads')
      .values({ merchantId: tx.merchantId, digest, ...chosen })
      .onConflict((conflict) => conflict.columns(['merchantId', 'digest']).doUpdateSet(chosen)),
  )
}

const standings = (tx: Tx, unitIds: readonly string[]) =>
  db
    .selectFrom('unit as u')
    .leftJoin('inspection as i', (on) =>
      on
        .on('i.merchantId', '=', tx.merchantId)
        .onRef('i.unitId', '=', 'u.id')
        .on('i.state', 'not in', [sql.lit('sold' as const), sql.lit('voided' as const)]),
    )
    .where('u.merchantId', '=', tx.merchantId)
    .where('u.id', '=', anyOf(unitIds))
    .select(['u.id as unitId', 'u.barCode', 'u.modelId', 'u.modelName', 'u.sku', 'u.skuText', 'u.costPriceFen'])
    .select(['i.id as inspectionId', 'i.inspectionNo', 'i.state', 'i.version', 'i.photoCount', 'i.bagCode'])
    .select(({ exists, ref, selectFrom }) => [
      exists(
        selectFrom('inspection as s')
          .select('s.id')
          .where('s.merchantId', '=', tx.merchantId)
          .where('s.unitId', '=', ref('u.id'))
          .where('s.state', '=', sql.lit('sold' as const)),
      )
        .$castTo<boolean>()
        .as('isSold'),
      exists(
        selectFrom('stockImportRow as r')
          .select('r.line')
          .where('r.merchantId', '=', tx.merchantId)
          .where('r.inspectionId', '=', ref('i.id'))
          .where('r.result', '=', sql.lit('made' as const)),
      )
        .$castTo<boolean>()
        .as('isImported'),
    ])

/** Where a phone of ours stands: its record that is not finished with, if any, and whether an import has made that. */
export type Standing = RowOfQuery<typeof standings>

/** Where these units stand, by their ids. */
export async function standingsOf(tx: Tx, unitIds: readonly string[]): Promise<ReadonlyMap<string, Standing>> {
  if (unitIds.length === 0) return new Map()
  return new Map((await tx.rows(standings(tx, unitIds))).map((row) => [row.unitId, row]))
}

/** Holds these units and records until the transaction ends, each in the order of their ids. */
export async function holdPhones(tx: Tx, unitIds: readonly string[], inspectionIds: readonly string[]): Promise<void> {
  const records = db.selectFrom('inspection').where('merchantId', '=', tx.merchantId)
  await tx.rows(records.where('id', '=', anyOf(inspectionIds)).orderBy('id').forUpdate().select('id'))
  const units = db.selectFrom('unit').where('merchantId', '=', tx.merchantId)
  await tx.rows(units.where('id', '=', anyOf(unitIds)).orderBy('id').forUpdate().select('id'))
}
