import type { RepairFlag } from '@huanji/domain/grading/ladder'
import type { InspectionState } from '@huanji/domain/states/inspection'
import type { Answers, Grade } from '@huanji/domain/template/types'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Tx } from '../../../database/database.ts'
import { anyOf, type ColumnsOf, db, jsonText, type RowOfQuery } from '../../../database/query.ts'
import type { Tables } from '../../../database/tables.ts'
import { markReports } from '../../figure/mark-store.ts'
import { employeeName } from '../../history/employee-store.ts'
import type { Report } from '../report.ts'
import type { RecordContent } from '../store.ts'
import type { UnitModel } from '../unit-store.ts'

const BATCH_COLUMNS = [
  'b.id as batchId',
  'b.batchNo',
  'b.channel',
  'b.modelId',
  'b.modelName',
  'b.sku',
  'b.skuText',
  'b.grade',
  'b.batchVersion',
  'b.sampleInspectionId',
  'b.shopAccountId',
  'b.remark',
  'b.version',
  'b.editedAt',
] as const satisfies ColumnsOf<'batch', 'b'>

const allBatches = (tx: Tx) =>
  db
    .selectFrom('batch as b')
    .select(BATCH_COLUMNS)
    .select(({ ref }) => employeeName(tx, ref('b.editedBy')).$notNull().as('editorName'))
    .where('b.merchantId', '=', tx.merchantId)

const batches = (tx: Tx, batchId: string) => allBatches(tx).where('b.id', '=', batchId)

/** A batch as commands need it. `editorName` last wrote what a person writes of it, at `editedAt`. */
export type Batch = RowOfQuery<typeof batches>

/** The batch with this id, or null. */
export function findBatch(tx: Tx, batchId: string): Promise<Batch | null> {
  return tx.one(batches(tx, batchId))
}

/** The batch with this number, or null. */
export function findBatchByNo(tx: Tx, batchNo: string): Promise<Batch | null> {
  return tx.one(allBatches(tx).where('b.batchNo', '=', batchNo))
}

/** The batch with this id, locked until the transaction ends. Who needs records of it too locks them before. */
export function lockBatch(tx: Tx, batchId: string): Promise<Batch | null> {
  return tx.one(batches(tx, batchId).forUpdate('b'))
}

/** What phones of a version of a batch share. */
export interface VersionContent {
  readonly templateId: string
  readonly templateVersion: string
  readonly answers: Answers
  /** For the phones that stand beside the sample: no photograph is asked of them. */
  readonly report: Report
  readonly systemGrade: Grade
  readonly grade: Grade
  readonly overrideReason: string
  readonly repairFlag: RepairFlag
}

/** What was answered for a version of a batch. @throws Error when the batch has no such version */
export async function readVersion(tx: Tx, batchId: string, number: number): Promise<VersionContent> {
  const row = await tx.one(
    db
      .selectFrom('batchVersion')
      .select(['templateId', 'templateVersion', 'answers', 'systemGrade', 'grade', 'overrideReason', 'repairFlag'])
      .select(({ ref }) => sql<Report>`${ref('report')}`.as('report'))
      .where('merchantId', '=', tx.merchantId)
      .where('batchId', '=', batchId)
      .where('number', '=', number),
  )
  if (!row) throw new Error('a batch is without its version')
  return row
}

const versionColumns = ({ answers, report, ...content }: VersionContent) => ({
  ...content,
  answers: jsonText(answers),
  report: jsonText<unknown>(report),
})

/** Who writes something, and when. */
export interface WrittenBy {
  readonly employeeId: string
  readonly now: Date
}

/** Writes a new version of a batch, which has no other of this number. */
export async function insertVersion(
  tx: Tx,
  batchId: string,
  number: number,
  content: VersionContent,
  { employeeId, now }: WrittenBy,
): Promise<void> {
  await tx.run(
    db.insertInto('batchVersion').values({
      merchantId: tx.merchantId,
      batchId,
      number,
      ...versionColumns(content),
      createdBy: employeeId,
      createdAt: now,
    }),
  )
}

const version = (tx: Tx, batchId: string, number: number) =>
  db
    .updateTable('batchVersion')
    .where('merchantId', '=', tx.merchantId)
    .where('batchId', '=', batchId)
    .where('number', '=', number)
    .where('frozenAt', 'is', null)

/** Changes what was answered for a version of which nothing was on sale. @throws Error when it is frozen */
export async function replaceVersion(tx: Tx, batchId: string, number: number, content: VersionContent): Promise<void> {
  const count = await tx.run(version(tx, batchId, number).set(versionColumns(content)))
  if (count !== 1) throw new Error('a frozen version of a batch was to be changed')
}

/** Ends all change of a version. */
export async function freezeVersion(tx: Tx, batchId: string, number: number, frozenAt: string): Promise<void> {
  await tx.run(version(tx, batchId, number).set({ frozenAt }))
}

/** Writes a new batch with its first version. */
export async function insertBatch(
  tx: Tx,
  batch: UnitModel & {
    readonly batchId: string
    readonly batchNo: string
    readonly channel: Batch['channel']
    readonly shopAccountId: string | null
    readonly remark: string
  },
  content: VersionContent,
  by: WrittenBy,
): Promise<void> {
  const { batchId, batchNo, channel, modelId, modelName, sku, skuText, shopAccountId, remark } = batch
  const { employeeId, now } = by
  await tx.run(
    db.insertInto('batch').values({
      merchantId: tx.merchantId,
      id: batchId,
      batchNo,
      channel,
      modelId,
      modelName,
      sku: jsonText(sku),
      skuText,
      shopAccountId,
      remark,
      grade: content.grade,
      repairFlag: content.repairFlag,
      batchVersion: 1,
      createdBy: employeeId,
      editedBy: employeeId,
      editedAt: now,
      createdAt: now,
      updatedAt: now,
    }),
  )
  await insertVersion(tx, batchId, 1, content, by)
}

const updated = (tx: Tx, batchId: string, now: Date) =>
  db.updateTable('batch').set({ updatedAt: now }).where('merchantId', '=', tx.merchantId).where('id', '=', batchId)

/** Replaces what a person writes of a batch, and gives its new version. */
export async function updateBatch(
  tx: Tx,
  batchId: string,
  set: Pick<VersionContent, 'grade' | 'repairFlag'> & {
    readonly batchVersion: number
    readonly shopAccountId: string | null
    readonly remark: string
  },
  { employeeId, now }: WrittenBy,
): Promise<number> {
  const row = await tx.one(
    updated(tx, batchId, now)
      .set(set)
      .set(({ eb }: ExpressionBuilder<Tables, 'batch'>) => ({
        version: eb('version', '+', 1),
        editedBy: employeeId,
        editedAt: now,
      }))
      .returning('version'),
  )
  if (!row) throw new Error('a locked batch is gone')
  return row.version
}

/** Says whose photographs stand for a batch; null for nobody's. */
export async function setSample(tx: Tx, batchId: string, sampleInspectionId: string | null, now: Date): Promise<void> {
  await tx.run(updated(tx, batchId, now).set({ sampleInspectionId }))
}

/** Records that phones were added to a batch. */
export async function touchBatch(tx: Tx, batchId: string, now: Date): Promise<void> {
  await tx.run(updated(tx, batchId, now))
}

const samples = (tx: Tx, inspectionIds: readonly string[]) =>
  db
    .selectFrom('inspection as i')
    .innerJoin('batch as b', (on) => on.onRef('b.merchantId', '=', 'i.merchantId').onRef('b.id', '=', 'i.batchId'))
    .innerJoin('batchVersion as v', (on) =>
      on
        .onRef('v.merchantId', '=', 'i.merchantId')
        .onRef('v.batchId', '=', 'i.batchId')
        .onRef('v.number', '=', 'i.batchVersion'),
    )
    .select(({ ref }) => [
      'i.id as inspectionId',
      ref('b.sampleInspectionId').$notNull().as('sampleId'),
      sql<
        Report['exceptions'] | null
      >`case when ${ref('i.report')} is null then ${ref('v.report')} -> 'exceptions' end`.as('sharedExceptions'),
    ])
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.id', '=', anyOf(inspectionIds))
    .where('b.sampleInspectionId', 'is not', null)
    .whereRef('b.sampleInspectionId', '<>', 'i.id')

/**
 * Whose photographs stand for those of these records that are of a batch and not its sample, with the exceptions that
 * they share with the whole batch; null where a record has some of its own.
 */
export function samplesOf(tx: Tx, inspectionIds: readonly string[]): Promise<RowOfQuery<typeof samples>[]> {
  return tx.rows(samples(tx, inspectionIds))
}

const recordsOf = (tx: Tx, batchId: string) =>
  db
    .selectFrom('inspection as i')
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.batchId', 'is not', null)
    .where('i.batchId', '=', batchId)

/** The states of a phone that is in stock and not on sale: it follows its batch when that changes. */
const FOLLOWING: readonly InspectionState[] = ['draft', 'awaiting_photos', 'awaiting_seal', 'listable']

const following = (tx: Tx, batchId: string) =>
  recordsOf(tx, batchId)
    .select(['i.id as inspectionId', 'i.inspectionNo', 'i.imei', 'i.barCode', 'i.state', 'i.answers as ownAnswers'])
    .select(({ ref }) => sql<Report | null>`${ref('i.report')}`.as('ownReport'))
    .where('i.state', '=', anyOf(FOLLOWING))
    .orderBy('i.id')

/** A phone of a batch that follows its changes, with the answers and the report of its own. */
export type FollowingPhone = RowOfQuery<typeof following>

/** The phones of a batch that are neither on sale nor sold nor voided, oldest first, locked in this order. */
export function lockFollowing(tx: Tx, batchId: string): Promise<FollowingPhone[]> {
  return tx.rows(following(tx, batchId).forUpdate('i'))
}

/** The oldest phone of a batch that can still be asked for photographs, or null. */
export async function oldestUnphotographed(tx: Tx, batchId: string): Promise<string | null> {
  const rows = recordsOf(tx, batchId).where('i.state', '=', anyOf<InspectionState>(['draft', 'awaiting_photos']))
  return (await tx.one(rows.select('i.id').orderBy('i.id').limit(1)))?.id ?? null
}

/** The phones of a batch that wait for photographs, in the order in which they are locked. */
export async function awaitingPhotosOf(tx: Tx, batchId: string): Promise<string[]> {
  const rows = await tx.rows(
    recordsOf(tx, batchId).select('i.id').where('i.state', '=', 'awaiting_photos').orderBy('i.id'),
  )
  return rows.map(({ id }) => id)
}

/** How many phones of a batch are on sale or sold. */
export async function countKept(tx: Tx, batchId: string): Promise<number> {
  const row = await tx.one(
    recordsOf(tx, batchId)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('i.state', '=', anyOf<InspectionState>(['listed', 'sold'])),
  )
  return row?.count ?? 0
}

/** True while a record's photographs stand for a phone of its batch that is on sale or sold. */
export async function standsForOthers(
  tx: Tx,
  { inspectionId, batchId }: { readonly inspectionId: string; readonly batchId: string | null },
): Promise<boolean> {
  const batch = batchId === null ? null : await findBatch(tx, batchId)
  return batch?.sampleInspectionId === inspectionId && (await countKept(tx, batch.batchId)) > 0
}

/** Since when something of a batch version is or was on sale; null while nothing ever was. */
export async function firstListed(tx: Tx, batchId: string, number: number): Promise<string | null> {
  const row = await tx.one(
    recordsOf(tx, batchId)
      .select(({ fn }) => fn.min('i.firstListedAt').as('at'))
      .where('i.batchVersion', '=', number),
  )
  return row?.at ?? null
}

/** What follows for a phone from the content of its batch and its own answers. */
export type PhoneColumns = Pick<
  RecordContent,
  | 'templateId'
  | 'templateVersion'
  | 'answers'
  | 'report'
  | 'systemGrade'
  | 'finalGrade'
  | 'overrideReason'
  | 'repairFlag'
  | 'exceptionCount'
> & { readonly batchVersion: number }

/** Rewrites what follows for phones from their batch; with a shop, also through which they are to be sold. */
export async function updatePhones(
  tx: Tx,
  inspectionIds: readonly string[],
  { answers, report, ...columns }: PhoneColumns,
  by: WrittenBy & { readonly shopAccountId: string | undefined },
): Promise<void> {
  const { employeeId, now, shopAccountId } = by
  await markReports(tx, inspectionIds)
  await tx.run(
    db
      .updateTable('inspection')
      .set({ ...columns, answers: jsonText(answers), report: report === null ? null : jsonText<unknown>(report) })
      .set(shopAccountId === undefined ? {} : { shopAccountId })
      .set(({ eb }) => ({ version: eb('version', '+', 1), editedBy: employeeId, editedAt: now, updatedAt: now }))
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', anyOf(inspectionIds)),
  )
}

const openRecords = (tx: Tx, unitIds: readonly string[]) =>
  db
    .selectFrom('inspection as i')
    .leftJoin('batch as b', (on) => on.onRef('b.merchantId', '=', 'i.merchantId').onRef('b.id', '=', 'i.batchId'))
    .select(['i.id as inspectionId', 'i.inspectionNo', 'i.unitId', 'i.barCode', 'i.state', 'i.batchId', 'b.batchNo'])
    .where('i.merchantId', '=', tx.merchantId)
    .where('i.unitId', '=', anyOf(unitIds))
    .where('i.state', 'not in', [sql.lit<InspectionState>('sold'), sql.lit<InspectionState>('voided')])

/** A record of a phone that is not finished with. */
export type OpenRecord = RowOfQuery<typeof openRecords>

/** The records of these units that are not finished with, at most one a unit, by the unit's id. */
export async function openRecordsOf(tx: Tx, unitIds: readonly string[]): Promise<ReadonlyMap<string, OpenRecord>> {
  const rows = await tx.rows(openRecords(tx, unitIds))
  return new Map(rows.map((row) => [row.unitId, row]))
}
