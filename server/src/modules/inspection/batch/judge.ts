import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import { REFUSALS, type RefusalCode } from '@huanji/contract/errors'
import type { batch as batchCalls, batchEdit } from '@huanji/contract/features/inspection/batch'
import { modelTitle } from '@huanji/domain/catalogue/models'
import { checkBagCode } from '@huanji/domain/codes/classify'
import { GRADE_LABELS, isWorse } from '@huanji/domain/grading/ladder'
import { INSPECTION_STATES } from '@huanji/domain/states/inspection'
import { stateLabel } from '@huanji/domain/states/transition'
import type { Tx } from '../../../database/database.ts'
import { Refusal, type RefusalValues } from '../../../errors/refusal.ts'
import { findModel } from '../../catalogue/known.ts'
import { type Assessment, readAnswers, requireGradeOnChannel } from '../assessment.ts'
import { suggestionsFor, tacOf } from '../learned-models.ts'
import { type BagUse, findBags } from '../sealed-bag/store.ts'
import { checkAnswers } from '../submission.ts'
import { readUnitCodes } from '../unit-codes.ts'
import { type Holder, ordersInHouse, type UnitCodes, unitsHolding } from '../unit-store.ts'
import { refuseMixedCodes } from '../units.ts'
import { type BatchContent, type PhoneContent, phoneOf } from './content.ts'
import { type OpenRecord, openRecordsOf } from './store.ts'

type Checked = OutputOf<typeof batchEdit.check>['rows'][number]
export type Verdict = Omit<Checked, 'imei' | 'barCode'>
type Remedy = Verdict['remedy']

/** A phone of a list as it was entered. */
export type GivenUnit = ParsedOf<typeof batchCalls.addMultiCommodity>['units'][number]

/** A phone of a list with its verdict, and what is known of it. */
export interface Judged {
  readonly verdict: Verdict
  readonly remark: string
  /** Null while the codes cannot be read. */
  readonly codes: UnitCodes | null
  /** As it is stored; empty without a bag. */
  readonly bagCode: string
  readonly content: PhoneContent | null
  readonly barCode: string | null
  /** The unit that holds its codes; null where none does. */
  readonly unitId: string | null
  /** The record of a phone that is in this batch already. */
  readonly known: OpenRecord | null
}

/** A phone that can be taken: codes, answers and bag are right. */
export interface Takable extends Judged {
  readonly codes: UnitCodes
  readonly content: PhoneContent
}

export const isTakable = (row: Judged): row is Takable =>
  row.verdict.ok && !row.verdict.isKnown && row.codes !== null && row.content !== null

const REMEDIES: Readonly<Partial<Record<RefusalCode, Remedy>>> = {
  CODE_INVALID: 'rescan',
  BATCH_ROW_TWICE: 'remove',
  IMEI_IN_INSPECTION: 'remove',
  UNIT_ON_SALE: 'remove',
  UNIT_IN_ORDER: 'remove',
  ANSWERS_INVALID: 'inspectSingly',
  ANSWERS_MISSING: 'inspectSingly',
  GRADE_NOT_ALLOWED: 'inspectSingly',
  BATCH_GRADE_BELOW: 'inspectSingly',
  BAG_INVALID: 'changeBag',
  BAG_UNKNOWN: 'changeBag',
  BAG_USED: 'changeBag',
  BAG_ALREADY_BOUND: 'changeBag',
}

/** A row's refusal as its verdict. @throws the refusal where it is not one of a row's */
export function refusedBy({ code, message }: Refusal): Verdict {
  const remedy = REMEDIES[code]
  if (remedy === undefined) throw new Error(`a phone of a list is refused with ${code}`)
  return { ok: false, isKnown: false, problem: code, message, remedy, openInspectionId: null, grade: null }
}

const refused = (code: RefusalCode, values?: RefusalValues): Verdict => refusedBy(new Refusal(code, values))

const taken = (message: string): Verdict => ({
  ok: true,
  isKnown: false,
  problem: '',
  message,
  remedy: 'none',
  openInspectionId: null,
  grade: null,
})

/** What `work` gives, or the verdict of the refusal that it ends in. */
export function orVerdict<T>(work: () => T): { readonly value: T } | { readonly verdict: Verdict } {
  try {
    return { value: work() }
  } catch (error) {
    if (error instanceof Refusal) return { verdict: refusedBy(error) }
    throw error
  }
}

/** What the database knows of the phones and bags of a list. */
interface Surroundings {
  readonly holders: readonly (readonly Holder[])[]
  readonly records: ReadonlyMap<string, OpenRecord>
  /** The order that a unit waits to be shipped for. */
  readonly orders: ReadonlyMap<string, string>
  readonly bags: ReadonlyMap<string, BagUse>
}

/**
 * Says of each phone of a list whether it can be added to the batch, and what to do where it cannot; one that cannot
 * stands in no other's way. Changes nothing and locks nothing.
 *
 * @param batchId of the batch that it is added to; null for a new one
 */
export async function judge(
  tx: Tx,
  batch: BatchContent,
  batchId: string | null,
  units: readonly GivenUnit[],
): Promise<Judged[]> {
  const read = readAll(units)
  const found = await look(tx, read)
  const doubts = await doubtsOf(tx, batch, read)
  return read.map((row, index) => {
    const holders = found.holders[index] ?? []
    const content = row.codes === null ? null : phoneOf(batch, readAnswers(row.given.answers))
    const known = row.codes === null ? null : knownRecord(holders, found.records, batchId)
    const verdict =
      row.verdict ??
      (known ? { ...taken(`该手机已在本批（单号${known.inspectionNo}）`), isKnown: true } : null) ??
      busyVerdict(holders, found) ??
      (content && answersVerdict(batch, content)) ??
      bagVerdict(row.bagCode, found.bags.get(row.bagCode), holders[0]?.unitId ?? null) ??
      taken(doubts.get(tacOf(row.codes?.imei ?? '')) ?? '')
    return {
      verdict: { ...verdict, grade: content && gradeOf(batch, content) },
      remark: row.given.remark,
      codes: row.codes,
      bagCode: row.bagCode,
      content,
      barCode: holders.length === 1 ? (holders[0]?.barCode ?? null) : null,
      unitId: holders[0]?.unitId ?? null,
      known,
    }
  })
}

function gradeOf({ content }: BatchContent, phone: PhoneContent) {
  return isWorse(phone.grade, content.grade) ? phone.grade : content.grade
}

interface ReadUnit {
  readonly given: GivenUnit
  readonly codes: UnitCodes | null
  readonly bagCode: string
  /** Where the row cannot stand whatever the database knows of it. */
  readonly verdict: Verdict | null
}

/** Reads codes and bags, and finds what is twice in the list: the first of two stands. */
function readAll(units: readonly GivenUnit[]): ReadUnit[] {
  const rowOfCode = new Map<string, number>()
  const rowOfBag = new Map<string, number>()
  return units.map((given, index): ReadUnit => {
    const read = orVerdict(() => readUnitCodes(given.code))
    if ('verdict' in read) return { given, codes: null, bagCode: '', verdict: read.verdict }
    const codes = read.value
    const keys = [`imei ${codes.imei}`, `imei ${codes.imei2}`, `meid ${codes.meid}`, `sn ${codes.sn}`].filter(
      (key) => !key.endsWith(' '),
    )
    const twin = keys.map((key) => rowOfCode.get(key)).find((row) => row !== undefined)
    for (const key of keys) if (!rowOfCode.has(key)) rowOfCode.set(key, index + 1)
    const bag = checkBagCode(given.bagCode)
    const bagCode = bag.ok ? bag.bagCode : ''
    if (twin !== undefined) return { given, codes, bagCode, verdict: refused('BATCH_ROW_TWICE', { row: twin }) }
    if (!bag.ok) return { given, codes, bagCode, verdict: given.bagCode === '' ? null : refused('BAG_INVALID') }
    const sharing = rowOfBag.get(bagCode)
    rowOfBag.set(bagCode, sharing ?? index + 1)
    if (sharing === undefined) return { given, codes, bagCode, verdict: null }
    return { given, codes, bagCode, verdict: { ...refused('BAG_USED'), message: `封袋码与第${sharing}行重复` } }
  })
}

async function look(tx: Tx, rows: readonly ReadUnit[]): Promise<Surroundings> {
  const none: UnitCodes = { kind: 'imei', imei: '', imei2: '', meid: '', sn: '' }
  const holders = await unitsHolding(
    tx,
    rows.map(({ codes }) => codes ?? none),
  )
  const unitIds = holders.flatMap((units) => units.map(({ unitId }) => unitId))
  const records = unitIds.length === 0 ? new Map<string, OpenRecord>() : await openRecordsOf(tx, unitIds)
  const orders = await ordersInHouse(tx, unitIds)
  const bagCodes = rows.map(({ bagCode }) => bagCode).filter((code) => code !== '')
  const bags = bagCodes.length === 0 ? [] : await findBags(tx, bagCodes)
  return { holders, records, orders, bags: new Map(bags.map((bag) => [bag.bagCode, bag])) }
}

function knownRecord(
  holders: readonly Holder[],
  records: ReadonlyMap<string, OpenRecord>,
  batchId: string | null,
): OpenRecord | null {
  const [holder] = holders
  const open = holder && holders.length === 1 ? records.get(holder.unitId) : undefined
  return open && batchId !== null && open.batchId === batchId ? open : null
}

/**
 * Why a phone cannot be inspected now: its codes belong to two units, it has a record that is not finished with, or it is
 * sold and waits to be shipped.
 */
export function busyVerdict(
  holders: readonly Holder[],
  { records, orders }: Pick<Surroundings, 'records' | 'orders'>,
): Verdict | null {
  if (holders.length > 1) {
    const mixed = orVerdict(() => refuseMixedCodes(holders))
    return 'verdict' in mixed ? mixed.verdict : null
  }
  const open = holders.map(({ unitId }) => records.get(unitId)).find((record) => record !== undefined)
  if (open) return openVerdict(open)
  const orderNo = holders.map(({ unitId }) => orders.get(unitId)).find((one) => one !== undefined)
  return orderNo === undefined ? null : refused('UNIT_IN_ORDER', { orderNo })
}

function openVerdict({ inspectionId, inspectionNo, state, batchNo }: OpenRecord): Verdict {
  if (state === 'listed') return refused('UNIT_ON_SALE')
  const busy = refused('IMEI_IN_INSPECTION', { inspectionNo })
  if (batchNo !== null) return { ...busy, message: `该手机已在批次${batchNo}（单号${inspectionNo}），请移出本行` }
  if (state === 'draft' || state === 'awaiting_photos') {
    return { ...busy, remedy: 'openRecord', openInspectionId: inspectionId }
  }
  const label = stateLabel(INSPECTION_STATES, state) ?? state
  return { ...busy, message: `该手机已质检（单号${inspectionNo}），当前为“${label}”` }
}

/** What of a phone's own answers cannot stand; what is wrong with the common ones is nobody's own. */
function answersVerdict(batch: BatchContent, { assessment, grade }: PhoneContent): Verdict | null {
  const checked = orVerdict(() => checkAnswers(withoutFaultsOf(batch.assessment, assessment)))
  if ('verdict' in checked) return checked.verdict
  if (grade === 'X') {
    return refused('GRADE_NOT_ALLOWED', { message: `该机为${GRADE_LABELS.X}，请移出后单独质检` })
  }
  const { content } = batch
  const isSold = orVerdict(() => requireGradeOnChannel(content.grade, assessment))
  if ('verdict' in isSold) return isSold.verdict
  if (!isWorse(grade, content.grade)) return null
  return refused('BATCH_GRADE_BELOW', { grade: GRADE_LABELS[grade], batchGrade: GRADE_LABELS[content.grade] })
}

const withoutFaultsOf = (common: Assessment, own: Assessment): Assessment => ({
  ...own,
  problems: own.problems.filter(
    (one) => !common.problems.some(({ itemCode, message }) => itemCode === one.itemCode && message === one.message),
  ),
  missing: own.missing.filter((code) => !common.missing.includes(code)),
})

/** Why a bag cannot be taken for a unit; null where it can, or none was scanned. */
export function bagVerdict(bagCode: string, bag: BagUse | undefined, unitId: string | null): Verdict | null {
  if (bagCode === '') return null
  if (bag === undefined) return refused('BAG_UNKNOWN')
  if (bag.state === 'unused' || ((bag.state === 'bound' || bag.state === 'held') && bag.unitId === unitId)) return null
  return { ...refused('BAG_USED'), message: `${REFUSALS.BAG_USED}，请换一个封袋` }
}

/** For each TAC of the list that is known as another model than the batch's, what to look at again. */
async function doubtsOf(
  tx: Tx,
  { model }: BatchContent,
  rows: readonly ReadUnit[],
): Promise<ReadonlyMap<string, string>> {
  const imeis = new Map(
    rows.flatMap(({ codes }) => (codes && codes.imei !== '' ? [[tacOf(codes.imei), codes.imei]] : [])),
  )
  const doubts = new Map<string, string>()
  for (const [tac, imei] of imeis) {
    const [likeliest] = await suggestionsFor(tx, imei)
    const other = likeliest && likeliest.modelId !== model.id ? await findModel(tx, likeliest.modelId) : null
    if (other) doubts.set(tac, `该IMEI多为${modelTitle(other)}，请核对机型`)
  }
  return doubts
}
