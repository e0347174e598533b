import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { batch as batchCalls } from '@huanji/contract/calls/batch'
import { formatBatchNo } from '@huanji/domain/codes/formats'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { nextNumber } from '../../../database/counter.ts'
import { savepoint, type Tx } from '../../../database/database.ts'
import { Refusal, refuse } from '../../../errors/refusal.ts'
import type { CallContext } from '../../../gateway/handler.ts'
import { newId } from '../../../platform/ids.ts'
import { recordHistory } from '../../history/store.ts'
import { requireUsableShop } from '../../shop/commands.ts'
import { assess, readAnswers } from '../assessment.ts'
import { advanceInspection, awaitsSample, moveInspection } from '../commands.ts'
import { createRecords } from '../creating.ts'
import { learnModel } from '../learned-models.ts'
import { numberDay } from '../numbers.ts'
import { bindBag } from '../sealed-bag/commands.ts'
import { lockBags } from '../sealed-bag/store.ts'
import type { InspectionRecord } from '../store.ts'
import { checkSubmission } from '../submission.ts'
import { claimOrder, unitsHolding } from '../unit-store.ts'
import { type ClaimedUnit, claimUnit, enterClaimed } from '../units.ts'
import { type BatchContent, gradeColumnsOf, ownReportOf, readModel, versionOf } from './content.ts'
import {
  bagVerdict,
  busyVerdict,
  isTakable,
  type Judged,
  judge,
  refusedBy,
  type Takable,
  type Verdict,
} from './judge.ts'
import { type findBatch, insertBatch, lockBatch, openRecordsOf, readVersion, setSample, touchBatch } from './store.ts'

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
  const { model, unitModel } = readModel(modelId, sku)
  const assessment = assess(model, channel, content.answers, sku)
  return { ...found, batch: { channel, model, unitModel, content, assessment } }
}

/** What a batch would be that has these common answers; they are not checked. Refuses MODEL_UNKNOWN and BATCH_COMMON_MISSING. */
export function newPlace(channel: Input['channel'], common: Common | undefined): Place {
  if (common === undefined) return refuse('BATCH_COMMON_MISSING', {}, { field: 'common' })
  const { model, unitModel } = readModel(common.modelId, common.sku)
  const assessment = assess(model, channel, readAnswers(common.answers), common.sku)
  const content = versionOf(assessment, common)
  return {
    batch: { channel, model, unitModel, content, assessment },
    ...{ batchId: null, batchNo: '', batchVersion: 0, sampleInspectionId: null, shopAccountId: null },
  }
}

/** Refuses common answers that cannot be submitted as a single inspection's are, and those of a phone that cannot be sold. */
function checkNew({ batch }: Place, common: Common): void {
  checkSubmission(batch.assessment, common.sku, common, 'common.')
  if (batch.content.grade !== 'X') return
  const message = `该成色为${GRADE_LABELS.X}，不能批量质检`
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
    input.batchId === undefined ? newPlace(input.channel, input.common) : await placeOf(tx, input.batchId, lockBatch)
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

/** A phone of the list that is ours until the transaction ends. */
interface ClaimedRow {
  readonly index: number
  readonly row: Takable
  readonly unit: ClaimedUnit
}

/**
 * Locks bags and phones of what was found takable. A rival may have been faster: then the phone is refused as it would
 * have been found a moment later. Gives the verdicts of all, and the claimed ones in the order of the list.
 */
async function claimPhones(tx: Tx, judged: readonly Judged[]): Promise<{ verdicts: Verdict[]; claimed: ClaimedRow[] }> {
  const verdicts = judged.map(({ verdict }) => verdict)
  const takable = judged.flatMap((row, index) => (isTakable(row) ? [{ index, row }] : []))
  const bagCodes = takable.map(({ row }) => row.bagCode).filter((code) => code !== '')
  const locked = bagCodes.length === 0 ? [] : await lockBags(tx, bagCodes)
  const bags = new Map(locked.map((bag) => [bag.bagCode, bag]))
  const claimed: ClaimedRow[] = []
  takable.sort((one, other) => (claimOrder(one.row.codes) < claimOrder(other.row.codes) ? -1 : 1))
  for (const { index, row } of takable) {
    const result = await claimPhone(tx, row)
    const refusal =
      'verdict' in result ? result.verdict : bagVerdict(row.bagCode, bags.get(row.bagCode), result.unit.unitId)
    if (refusal !== null) verdicts[index] = { ...refusal, grade: row.verdict.grade }
    else if ('unit' in result) claimed.push({ index, row, unit: result.unit })
  }
  return { verdicts, claimed: claimed.sort((one, other) => one.index - other.index) }
}

async function claimPhone(tx: Tx, { codes }: Takable): Promise<{ unit: ClaimedUnit } | { verdict: Verdict }> {
  try {
    return { unit: await savepoint(tx, () => claimUnit(tx, codes, null)) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [holders = []] = await unitsHolding(tx, [codes])
    const ids = holders.map(({ unitId }) => unitId)
    return { verdict: busyVerdict(holders, await openRecordsOf(tx, ids)) ?? refusedBy(error) }
  }
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
  const { batch, batchId, batchNo, batchVersion } = place
  const units = await enterClaimed(
    tx,
    claimed.map(({ unit }) => unit),
    batch.unitModel,
    now,
  )
  const { modelId, modelName, skuText } = batch.unitModel
  const shared = { batchId, batchVersion, channel: batch.channel, modelId, modelName, skuText }
  const shopAccountId = input.shopAccountId ?? place.shopAccountId
  const contents = claimed.map(({ row, unit }, index) => ({
    ...shared,
    ...gradeColumnsOf(batch, row.content),
    unitId: unit.unitId,
    barCode: units[index]?.barCode ?? '',
    imei: unit.codes.imei,
    answers: row.content.ownAnswers,
    report: ownReportOf(batch, row.content, place.sampleInspectionId === null && index === 0),
    remark: row.remark,
    shopAccountId,
    reusedInspectionId: null,
  }))
  const records = await createRecords(context, contents, `批次${batchNo}`)
  if (place.sampleInspectionId === null) await setSample(tx, batchId, records[0]?.inspectionId ?? null, now)
  const isAwaitingSample = await awaitsSample(tx, { batchId, inspectionId: '' })
  const rows = new Map<number, Made>()
  for (const [at, { index, row }] of claimed.entries()) {
    const content = contents[at]
    const record = records[at]
    if (!content || !record) throw new Error('a phone of a batch has no record')
    const { inspectionId, inspectionNo } = record
    let state = await moveInspection(tx, inspectionId, 'submit', { who: actor, now })
    await seal(context, { ...content, inspectionId, state, bagCode: null }, row.bagCode)
    if (!isAwaitingSample) state = await advanceInspection(tx, inspectionId, actor, now)
    rows.set(index, { inspectionId, inspectionNo, barCode: content.barCode, state })
  }
  await recordHistory(tx, {
    subject: 'batch',
    subjectId: batchId,
    who: actor,
    action: given.batchId === null ? 'create' : 'add',
    actionLabel: given.batchId === null ? '新建批次' : '追加设备',
    note: `${claimed.length}台`,
    now,
  })
  // last, because submits of all merchants meet at its sums
  const learned = contents.map(({ unitId, imei }) => ({ unitId, imei }))
  await learnModel(tx, learned, batch.unitModel)
  return { place, rows }
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

/** Seals a phone in the bag that was scanned with it, if any: the bag is locked and free. */
async function seal({ tx, actor, now }: CallContext, record: Sealed, bagCode: string): Promise<void> {
  if (bagCode === '') return
  await bindBag(tx, record, { bagCode, replaceReason: '重新质检' }, { who: actor, now })
}
