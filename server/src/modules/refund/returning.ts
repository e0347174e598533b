import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { findCarrier } from '@huanji/domain/carriers'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { hasCode, unitWithCode } from '@huanji/domain/orders/unit-codes'
import { answerDifferences } from '@huanji/domain/refunds/differences'
import { confirmedDifference, type ReceiptDifference, receiptDifferences } from '@huanji/domain/refunds/receipt'
import { RECHECK_OUTCOMES, type RecheckOutcome } from '@huanji/domain/refunds/recheck'
import { inputProblems } from '@huanji/domain/template/answers'
import { RULE_OPTIONS } from '@huanji/domain/template/codes'
import { findTemplate } from '@huanji/domain/template/template'
import type { Answers } from '@huanji/domain/template/types'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { titlesOf } from '../catalogue/known.ts'
import { readAnswers } from '../inspection/assessment.ts'
import { findRecord } from '../inspection/store.ts'
import { holdNumbers, requireOwnWaybill } from '../order/shared-waybill.ts'
import { requireWaybill } from '../order/shipment.ts'
import { findOrder, lockOrder, type OrderUnit } from '../order/store.ts'
import { withdrawApprovals } from './approval-store.ts'
import { unitsOfCase } from './detail.ts'
import { editRefund } from './edit-store.ts'
import { ownPhoneText } from './own-phone.ts'
import { keepPhotos, type PreparedCasePhotos } from './photos.ts'
import {
  factOf,
  type HeldRefund,
  noteRefund,
  type RefundContext,
  refundEntry,
  refundFor,
  stateFact,
} from './requesting.ts'
import { stockIn } from './stock-in.ts'
import { findRefund, type RefundRecord, touchRefund } from './store.ts'
import { insertReturned, type ReturnedUnit, removeReturned, returnedUnits, setRecheck } from './unit-store.ts'

type Calls = typeof refundHandling
type Warning = OutputOf<Calls['receive']>['warning']

/** Takes the order of a case, which is always locked before the case itself. */
async function lockOrderOf(tx: Tx, refundId: string): Promise<void> {
  const found = await findRefund(tx, { refundId })
  if (found !== null) await lockOrder(tx, { orderId: found.orderId })
}

/** A phone as histories and the audit log name it. */
const unitText = ({ imei, barCode }: Pick<OrderUnit, 'imei' | 'barCode'>): string => (imei === '' ? barCode : imei)

/** The phone that was sold and is meant: the named one, the one that was scanned, or the only one that is still away or there is. */
function soldUnit(
  units: readonly OrderUnit[],
  here: readonly ReturnedUnit[],
  { unitId, unitCode }: ParsedOf<Calls['receive']>,
): OrderUnit {
  const away = units.filter((unit) => !here.some((one) => one.unitId === unit.unitId))
  const expected = away.length > 0 ? away : units
  const [only] = expected.length === 1 ? expected : []
  const named = unitId === undefined ? unitWithCode(units, unitCode) : units.find((unit) => unit.unitId === unitId)
  const unit = named ?? (unitId === undefined ? only : undefined)
  return unit ?? refuse('UNIT_NOT_IN_ORDER', { code: unitCode }, { field: 'unitCode' })
}

/** The code that was scanned of a phone, as it is kept. */
interface Scan {
  readonly receivedCode: string
  readonly bagCode: string
}

/** A phone that was scanned in can be scanned in anew, otherwise, until it is looked at or in stock. */
const canReplace = ({ recheckedAt, newUnitId, ...before }: ReturnedUnit, { receivedCode, bagCode }: Scan): boolean =>
  recheckedAt === null && newUnitId === null && (before.receivedCode !== receivedCode || before.bagCode !== bagCode)

/** A scan beside the phone that it is taken for. */
type TakenScan = Scan & { readonly isSamePhone: boolean }

/** Everything in which a scan is not what was sold. */
const differencesFrom = (unit: OrderUnit, { receivedCode, bagCode, isSamePhone }: TakenScan): ReceiptDifference[] =>
  receiptDifferences({
    soldCode: unitText(unit),
    soldBagCode: unit.bagCode,
    receivedCode,
    receivedBagCode: bagCode,
    isSamePhone,
  })

/** What a person has to agree to; null where what was scanned is what was sold. */
function warningOf(differences: readonly ReceiptDifference[]): Warning {
  const [first] = differences
  if (first === undefined) return null
  const message = differences.map((one) => one.message).join('；')
  return { code: first.code, message, differences: [...differences] }
}

/** What came of scanning a phone in: nothing yet where a person has to be asked. */
export interface Received {
  readonly entry: AuditEntry | null
  readonly warning: Warning
}

const DIFFERENCE_FACTS: Readonly<Record<ReceiptDifference['code'], string>> = {
  OTHER_PHONE: '手机不同',
  OTHER_BAG: '封袋不同',
  NO_BAG: '封袋不同',
}

/** A receipt as the audit log is told of it: what was sold, what was scanned, and each difference with who confirmed it. */
function receiptFacts(unit: OrderUnit, scan: TakenScan, confirmedBy: string) {
  const differences = differencesFrom(unit, scan).map((one) => [
    DIFFERENCE_FACTS[one.code],
    confirmedDifference(one, confirmedBy),
  ])
  return {
    售出的手机: unitText(unit),
    扫到的手机: scan.receivedCode,
    ...factOf('扫到的封袋', scan.bagCode),
    ...Object.fromEntries(differences),
  }
}

/** Writes the history of a receipt: what was scanned in, then each difference in a line of its own with who confirmed it. */
async function noteReceipt(
  context: RefundContext,
  refund: RefundRecord,
  { receivedCode, isAgain }: { readonly receivedCode: string; readonly isAgain: boolean },
  differences: readonly ReceiptDifference[],
): Promise<void> {
  const line = isAgain
    ? { action: 'receiveAgain', actionLabel: '重新签收' }
    : { action: 'receive', actionLabel: '退货签收' }
  await noteRefund(context, refund, { ...line, note: receivedCode })
  for (const one of differences) {
    const note = confirmedDifference(one, context.actor.employeeName)
    await noteRefund(context, refund, { action: 'receiveDifferent', actionLabel: '与售出时不同', note })
  }
}

/**
 * Makes place for the receipt of a phone: its own before, and where the phones of the case were sent to their buyer again,
 * theirs, with the parcel that took them there. What is in stock stays.
 */
async function clearReceipts(
  { tx, now }: RefundContext,
  { refundId, refusedWaybill }: RefundRecord,
  returned: readonly ReturnedUnit[],
  unitId: string,
): Promise<void> {
  const isGone = refusedWaybill !== ''
  const old = returned.filter((one) => one.newUnitId === null && (isGone || one.unitId === unitId))
  await removeReturned(
    tx,
    refundId,
    old.map((one) => one.unitId),
  )
  if (isGone) await editRefund(tx, refundId, { refusedCarrierCode: '', refusedWaybill: '' }, now)
}

/** A payment that was asked for before its phones were looked at otherwise: nobody agrees to what has been found since. */
async function forgetConfirmation(context: RefundContext, { refund, beside }: HeldRefund): Promise<void> {
  if (beside.approval?.action !== 'confirm') return
  await withdrawApprovals(context.tx, refund.refundId, context.now)
  const note = '退货签收或复检有变化，请重新提交'
  await noteRefund(context, refund, { action: 'withdrawApproval', actionLabel: '退款申请已失效', note })
}

/** Refuses REFUND_UNIT_OURS for another phone than the one sold that lies here: it was taken from the wrong pile. */
async function requireNotOurs(tx: Tx, { orderId }: RefundRecord, { receivedCode, isSamePhone }: TakenScan) {
  const whose = isSamePhone ? null : await ownPhoneText(tx, receivedCode, orderId)
  if (whose !== null) refuse('REFUND_UNIT_OURS', { whose }, { field: 'unitCode' })
}

/**
 * Scans in one phone that came back, with its bag. Where it is another phone, or lies in another bag or in none, that is
 * recorded only with a person's consent. A phone that was not looked at yet can be scanned in anew in place of a wrong
 * scan, and one that was sent to its buyer again when it comes back once more. A phone that is ours again by then is in
 * stock at once. Refuses as the contract lists.
 */
export async function receive(context: RefundContext, input: ParsedOf<Calls['receive']>): Promise<Received> {
  const { tx, actor, now } = context
  await lockOrderOf(tx, input.refundId)
  const held = await refundFor(context, 'receive', input)
  const { refund } = held
  const { refundId, refusedCarrierCode, refusedWaybill } = refund
  const returned = await returnedUnits(tx, refundId)
  const here = refusedWaybill === '' ? returned : returned.filter(({ newUnitId }) => newUnitId !== null)
  const unit = soldUnit(await unitsOfCase(tx, refund), here, input)
  const { unitId } = unit
  const bagCode = normaliseCode(input.bagCode)
  const receivedCode = normaliseCode(input.unitCode)
  const present = here.find((one) => one.unitId === unitId)
  if (present && !canReplace(present, { receivedCode, bagCode })) {
    return refuse('REFUND_UNIT_RECEIVED', {}, { field: 'unitCode' })
  }
  const isSameBag = bagCode === (unit.bagCode ?? '')
  const scan = { receivedCode, isSamePhone: hasCode(unit, input.unitCode), bagCode }
  await requireNotOurs(tx, refund, scan)
  const differences = differencesFrom(unit, scan)
  if (differences.length > 0 && !input.confirmDifferent) return { entry: null, warning: warningOf(differences) }
  await clearReceipts(context, refund, returned, unitId)
  const isAdded = await insertReturned(tx, refundId, {
    unitId,
    ...scan,
    isSameBag,
    receivedBy: actor.employeeId,
    now,
  })
  if (!isAdded) return refuse('REFUND_UNIT_RECEIVED', {}, { field: 'unitCode' })
  await touchRefund(tx, refundId, now)
  const before = returned.find((one) => one.unitId === unitId)
  const named = scan.isSamePhone ? unitText(unit) : receivedCode
  await noteReceipt(context, refund, { receivedCode: named, isAgain: before !== undefined }, differences)
  await forgetConfirmation(context, held)
  await stockIn(tx, { ...refund, refusedWaybill: '' }, now)
  const was = before ? receiptFacts(unit, before, before.receivedByName) : {}
  const facts = { ...stateFact(refund.state), ...was, ...parcelFacts(refusedCarrierCode, refusedWaybill) }
  return { entry: refundEntry(refund, facts, receiptFacts(unit, scan, actor.employeeName)), warning: null }
}

const outcomeText = (outcomes: readonly RecheckOutcome[]): string =>
  RECHECK_OUTCOMES.filter(({ code }) => outcomes.includes(code))
    .map(({ label }) => label)
    .join('、')

const invalid = (message: string, field: string): never => refuse('ANSWERS_INVALID', { message }, { field })

/** The report that a phone was sold on, and how it looks now. Refuses ANSWERS_INVALID for answers that its template does not know. */
async function differencesOf(tx: Tx, inspectionId: string, answers: Answers) {
  const record = await findRecord(tx, { inspectionId })
  const template = record && findTemplate(record.templateVersion)
  if (!record || !template) {
    return Object.keys(answers).length === 0 ? [] : invalid('该手机没有质检报告，不能逐项复检', 'answers')
  }
  const [problem] = inputProblems(template, answers)
  if (problem) return invalid(problem.message, `answers.${problem.itemCode}`)
  const ids = [record.answers, answers].flatMap((one) => one[RULE_OPTIONS.modelPicked.item]?.value ?? [])
  const titleOf = await titlesOf(tx, ids)
  return answerDifferences(template, record.answers, answers, new Map(ids.map((id) => [id, titleOf(id)])))
}

/** Refuses outcomes that contradict each other or what was found. */
function requireConsistent(
  outcomes: readonly RecheckOutcome[],
  { isSamePhone }: Pick<ReturnedUnit, 'isSamePhone'>,
  hasWorse: boolean,
): void {
  const isAsSold = outcomes.includes('asSold')
  if (isAsSold && outcomes.length > 1) invalid('“与原报告一致”不能与其他结论同时选择', 'outcomes')
  if (isAsSold && hasWorse) invalid('检测结果比原报告差，不能选择“与原报告一致”', 'outcomes')
  if (!isSamePhone && !outcomes.includes('otherPhone')) invalid('签收的不是售出的手机，请选择“IMEI不符”', 'outcomes')
}

/**
 * Records how a phone that came back compares with the report it was sold on; the differences are worked out here. A phone can be
 * looked at again. Refuses as the contract lists.
 */
export async function recheck(
  context: RefundContext,
  input: ParsedOf<Calls['recheck']>,
  photos: PreparedCasePhotos,
): Promise<AuditEntry> {
  const { tx, actor, now } = context
  const held = await refundFor(context, 'recheck', input)
  const { refund } = held
  const { refundId } = refund
  const { unitId, note } = input
  const sold = (await unitsOfCase(tx, refund)).find((unit) => unit.unitId === unitId)
  const returned = (await returnedUnits(tx, refundId)).find((unit) => unit.unitId === unitId)
  if (!sold || !returned) return refuse('REFUND_NOT_RECEIVED', { count: 1 }, { field: 'unitId' })
  const outcomes = [...new Set(input.outcomes)]
  const answers = readAnswers(input.answers)
  const differences = await differencesOf(tx, sold.inspectionId, answers)
  requireConsistent(
    outcomes,
    returned,
    differences.some((one) => one.isWorse),
  )
  await keepPhotos(context, refundId, 'recheck', input.uploadIds, photos)
  const found = { outcomes, answers, differences, recheckNote: note, recheckedBy: actor.employeeId, now }
  await setRecheck(tx, refundId, unitId, found)
  await touchRefund(tx, refundId, now)
  const text = `${unitText(sold)}：${outcomeText(outcomes)}`
  const line = note === '' ? text : `${text}；${note}`
  await noteRefund(context, refund, { action: 'recheck', actionLabel: '退货复检', note: line })
  await forgetConfirmation(context, held)
  const before = { ...stateFact(refund.state), ...factOf('复检结论', outcomeText(returned.outcomes ?? [])) }
  return refundEntry(refund, before, {
    复检手机: unitText(sold),
    复检结论: outcomeText(outcomes),
    ...factOf('备注', note),
  })
}

/** Records the parcel that takes a refused phone to its buyer. Refuses as the contract lists. */
export async function sendBack(context: RefundContext, input: ParsedOf<Calls['sendBack']>): Promise<AuditEntry> {
  const { tx, now } = context
  await holdNumbers(tx, [input.waybill])
  const { refund } = await refundFor(context, 'sendBack', input)
  const { carrierCode, waybill } = requireWaybill(input)
  const order = await findOrder(tx, { orderId: refund.orderId })
  if (order) await requireOwnWaybill(tx, { ...input, carrierCode, waybill }, order, now)
  const { refundId, refusedCarrierCode, refusedWaybill } = refund
  await editRefund(tx, refundId, { refusedCarrierCode: carrierCode, refusedWaybill: waybill }, now)
  const note = `${findCarrier(carrierCode)?.name ?? ''} ${waybill}`
  await noteRefund(context, refund, { action: 'sendBack', actionLabel: '拒退寄回', note })
  const before = parcelFacts(refusedCarrierCode, refusedWaybill)
  return refundEntry(refund, { ...stateFact(refund.state), ...before }, parcelFacts(carrierCode, waybill))
}

/** A parcel as facts of the audit log; none where there is none. */
export const parcelFacts = (carrierCode: string, waybill: string) => ({
  ...factOf('快递公司', waybill === '' ? '' : (findCarrier(carrierCode)?.name ?? carrierCode)),
  ...factOf('运单号', waybill),
})
