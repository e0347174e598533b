import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { batch as batchCalls } from '@huanji/contract/features/inspection/batch'
import { formatBatchNo } from '@huanji/domain/codes/formats'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { nextNumber } from '../../../database/counter.ts'
import type { Tx } from '../../../database/database.ts'
import { refuse } from '../../../errors/refusal.ts'
import type { CallContext } from '../../../gateway/handler.ts'
import { newId } from '../../../platform/ids.ts'
import { recordHistory } from '../../history/store.ts'
import { requireUsableShop } from '../../shop/commands.ts'
import { assess, readAnswers } from '../assessment.ts'
import { advanceInspection, submitAll } from '../commands.ts'
import { createRecords } from '../creating.ts'
import { learnModel } from '../learned-models.ts'
import { numberDay } from '../numbers.ts'
import { missingText } from '../photo/progress.ts'
import { awaitsSample } from '../photographed.ts'
import { takeBag, type WantedBag } from '../sealed-bag/commands.ts'
import type { InspectionRecord, RecordContent } from '../store.ts'
import { checkSubmission } from '../submission.ts'
import { enterClaimed } from '../units.ts'
import { type ClaimedRow, claimPhones } from './claiming.ts'
import { type BatchContent, gradeColumnsOf, ownReportOf, readModel, versionOf } from './content.ts'
import { type Judged, judge, type Verdict } from './judge.ts'
import { type findBatch, insertBatch, lockBatch, readVersion, setSample, touchBatch } from './store.ts'

type Input = ParsedOf<typeof batchCalls.addMultiCommodity>
type Output = OutputOf<typeof batchCalls.addMultiCommodity>
type Row = Output['rows'][number]
type Common = NonNullable<Input['common']>

/** Where phones are added: to a batch that is there, or to one that is made for the first of them. */
export interface Place {
  readonly batch: BatchContent
  /** Null while there is no batch. */
  readonly batchId: string | null
  readonly batchNo: string
  readonly batchVersion: number
  readonly sampleInspectionId: string | null
  readonly shopAccountId: string | null
}

/** The batch with its common answers. @throws Refusal NOT_FOUND */
export async function placeOf(tx: Tx, batchId: string, read: typeof findBatch): Promise<Place> {
  const found = (await read(tx, batchId)) ?? refuse('NOT_FOUND')
  const { channel, modelId, sku } = found
  const content = await readVersion(tx, batchId, found.batchVersion)
  const { model, unitModel } = await readModel(tx, modelId, sku)
  const assessment = assess(model, channel, content.answers, sku, 'batch')
  return { ...found, batch: { channel, model, unitModel, content, assessment } }
}

/** What a batch would be that has these common answers; they are not checked. Refuses MODEL_UNKNOWN and BATCH_COMMON_MISSING. */
export async function newPlace(tx: Tx, channel: Input['channel'], common: Common | undefined): Promise<Place> {
  if (common === undefined) return refuse('BATCH_COMMON_MISSING', {}, { field: 'common' })
  const { model, unitModel } = await readModel(tx, common.modelId, common.sku)
  const assessment = assess(model, channel, readAnswers(common.answers), common.sku, 'batch')
  const content = versionOf(assessment, common)
  return {
    batch: { channel, model, unitModel, content, assessment },
    batchId: null,
    batchNo: '',
    batchVersion: 0,
    sampleInspectionId: null,
    shopAccountId: null,
  }
}

/** Refuses common answers that cannot be submitted as a single inspection's are, and those of a phone that cannot be sold. */
function checkNew({ batch }: Place, common: Common): void {
  checkSubmission(batch.assessment, common.sku, common, 'common.')
  if (batch.content.grade !== 'X') return
  const message = `该成色为${GRADE_LABELS.X}，不能多台一起质检`
  refuse('GRADE_NOT_ALLOWED', { message }, { field: 'common.answers' })
}

/**
 * Adds phones to a batch, or makes one of them; each phone has its own answer, and none holds up another. A phone that is
 * in the batch already is left as it is, so that a list can be sent again. Refuses, for all phones, what is wrong with the
 * batch: the refusals of the contract.
 *
 * Locks in one order: the batch, bags by their codes, phones by theirs, numbers, and what models were learned.
 */
export async function addToBatch(context: CallContext, input: Input): Promise<Output> {
  const { tx, now } = context
  const place =
    input.batchId === undefined
      ? await newPlace(tx, input.channel, input.common)
      : await placeOf(tx, input.batchId, lockBatch)
  if (place.batchId === null && input.common) checkNew(place, input.common)
  if (input.shopAccountId !== undefined) {
    await requireUsableShop(tx, input.shopAccountId, place.batch.channel, now)
  }
  const judged = await judge(tx, place.batch, place.batchId, input.units)
  const { verdicts, claimed } = await claimPhones(tx, judged)
  const made = claimed.length === 0 ? { place, rows: new Map() } : await addClaimed(context, input, place, claimed)
  const { batchId, batchNo, batchVersion, batch } = made.place
  return {
    batchId,
    batchNo,
    batchVersion,
    grade: batchId === null ? null : batch.content.grade,
    rows: judged.map((row, index) => rowOf(row, verdicts[index] ?? row.verdict, made.rows.get(index))),
  }
}

type Made = Pick<Row, 'inspectionId' | 'inspectionNo' | 'barCode' | 'state'>
const NOTHING_MADE: Made = { inspectionId: null, inspectionNo: '', barCode: '', state: null }

function rowOf({ known }: Judged, verdict: Verdict, made: Made | undefined): Row {
  if (made) return { ...verdict, ...made }
  if (!known) return { ...verdict, ...NOTHING_MADE }
  const { inspectionId, inspectionNo, barCode, state } = known
  return { ...verdict, inspectionId, inspectionNo, barCode, state }
}

/** Enters the claimed phones in the batch, which is made where there is none. Gives what became of each, by its row. */
async function addClaimed(
  context: CallContext,
  input: Input,
  given: Place,
  claimed: readonly ClaimedRow[],
): Promise<{ place: Place & { batchId: string }; rows: Map<number, Made> }> {
  const { tx, actor, now } = context
  const place = await ensureBatch(context, input, given)
  const { batch, batchId, batchNo } = place
  const contents = await enterPhones(context, place, input.shopAccountId ?? place.shopAccountId, claimed)
  const records = await createRecords(context, contents, `批次${batchNo}`)
  const ids = records.map(({ inspectionId }) => inspectionId)
  if (place.sampleInspectionId === null) await setSample(tx, batchId, ids[0] ?? null, now)
  await submitAll(tx, ids, { who: actor, now })
  const isAwaitingSample = await awaitsSample(tx, { batchId, inspectionId: '' })
  const rows = new Map<number, Made>()
  for (const [at, { index, row }] of claimed.entries()) {
    const content = contents[at]
    const record = records[at]
    if (!content || !record) throw new Error('a phone of a batch has no record')
    const { inspectionId, inspectionNo } = record
    let state: InspectionRecord['state'] = 'awaiting_photos'
    const isPhotographed = !isAwaitingSample && (content.report === null || missingText(content.report, []) === '')
    await seal(context, { ...content, inspectionId, state, bagCode: null }, { bagCode: row.bagCode, isPhotographed })
    if (!isAwaitingSample) state = await advanceInspection(tx, inspectionId, actor, now)
    rows.set(index, { inspectionId, inspectionNo, barCode: content.barCode, state })
  }
  await recordHistory(tx, {
    subject: 'batch',
    subjectId: batchId,
    who: actor,
    action: given.batchId === null ? 'create' : 'add',
    actionLabel: given.batchId === null ? '新建批次' : '追加手机',
    note: `${claimed.length}台`,
    now,
  })
  // last, because submits of all merchants meet at its sums
  const learned = contents.map(({ unitId, imei }) => ({ unitId, imei }))
  await learnModel(tx, learned, batch.unitModel)
  return { place, rows }
}

/** Enters the phones of the claimed rows and gives what their records hold, the first of a batch's as its sample's. */
async function enterPhones(
  { tx, now }: CallContext,
  { batch, batchId, batchVersion, sampleInspectionId }: Place,
  shopAccountId: string | null,
  claimed: readonly ClaimedRow[],
): Promise<RecordContent[]> {
  const units = await enterClaimed(
    tx,
    claimed.map(({ unit }) => unit),
    batch.unitModel,
    now,
  )
  const { modelId, modelName, skuText } = batch.unitModel
  const shared = { batchId, batchVersion, channel: batch.channel, modelId, modelName, skuText }
  return claimed.map(({ row, unit }, index) => ({
    ...shared,
    ...gradeColumnsOf(batch, row.content),
    unitId: unit.unitId,
    barCode: units[index]?.barCode ?? '',
    imei: unit.codes.imei,
    answers: row.content.ownAnswers,
    report: ownReportOf(batch, row.content, sampleInspectionId === null && index === 0),
    remark: row.remark,
    shopAccountId,
    reusedInspectionId: null,
  }))
}

async function ensureBatch(
  { tx, actor, now }: CallContext,
  input: Input,
  place: Place,
): Promise<Place & { batchId: string }> {
  const { batchId } = place
  if (batchId !== null) {
    await touchBatch(tx, batchId, now)
    return { ...place, batchId }
  }
  const day = numberDay(now)
  const made = { batchId: newId(), batchNo: formatBatchNo(day, await nextNumber(tx, `batch:${day}`)) }
  const { channel, unitModel, content } = place.batch
  const { employeeId } = actor
  const shopAccountId = input.shopAccountId ?? null
  const batch = { ...made, ...unitModel, channel, shopAccountId, remark: input.remark }
  await insertBatch(tx, batch, content, { employeeId, now })
  return { ...place, ...made, batchVersion: 1, shopAccountId }
}

type Sealed = Pick<InspectionRecord, 'inspectionId' | 'unitId' | 'state' | 'bagCode' | 'finalGrade'>

/** Takes the bag that was scanned with a phone, if any: the bag is locked and free. */
async function seal(
  { tx, actor, now }: CallContext,
  record: Sealed,
  scanned: Pick<WantedBag, 'bagCode' | 'isPhotographed'>,
): Promise<void> {
  if (scanned.bagCode === '') return
  await takeBag(tx, record, { ...scanned, replaceReason: '重新质检' }, { who: actor, now })
}
