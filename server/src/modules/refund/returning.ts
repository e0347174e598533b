import type { OutputOf, ParsedOf } from '@huanji/contract/call'
import type { extRefund } from '@huanji/contract/calls/refund-calls'
import { findCarrier } from '@huanji/domain/carriers'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { hasCode, unitWithCode } from '@huanji/domain/orders/unit-codes'
import { answerDifferences } from '@huanji/domain/refunds/differences'
import { RECHECK_OUTCOMES, type RecheckOutcome } from '@huanji/domain/refunds/recheck'
import { inputProblems } from '@huanji/domain/template/answers'
import { findTemplate } from '@huanji/domain/template/template'
import type { Answers } from '@huanji/domain/template/types'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { readAnswers } from '../inspection/assessment.ts'
import { findRecord } from '../inspection/store.ts'
import { requireWaybill } from '../order/shipment.ts'
import { lockOrder, type OrderUnit } from '../order/store.ts'
import { unitsOfCase } from './detail.ts'
import { editRefund } from './edit-store.ts'
import { keepPhotos, type PreparedCasePhotos } from './photos.ts'
import { factOf, noteRefund, type RefundContext, refundEntry, refundFor, stateFact } from './requests.ts'
import { stockIn } from './stock-in.ts'
import { findRefund, touchRefund } from './store.ts'
import { insertReturned, type ReturnedUnit, returnedUnits, setRecheck } from './unit-store.ts'

type Calls = typeof extRefund
type Warning = OutputOf<Calls['receive']>['warning']

/** Takes the order of a case, which is always locked before the case itself. */
async function lockOrderOf(tx: Tx, refundId: string): Promise<void> {
  const found = await findRefund(tx, { refundId })
  if (found !== null) await lockOrder(tx, { orderId: found.orderId })
}

/** A phone as histories and the audit log name it. */
const unitText = ({ imei, barCode }: Pick<OrderUnit, 'imei' | 'barCode'>): string => (imei === '' ? barCode : imei)

/** The phone that was sold and is meant: the named one, the one that was scanned, or the only one that is still away. */
function soldUnit(
  units: readonly OrderUnit[],
  returned: readonly ReturnedUnit[],
  { unitId, unitCode }: ParsedOf<Calls['receive']>,
): OrderUnit {
  const away = units.filter((unit) => !returned.some((one) => one.unitId === unit.unitId))
  const [only] = away.length === 1 ? away : []
  const named = unitId === undefined ? unitWithCode(units, unitCode) : units.find((unit) => unit.unitId === unitId)
  const unit = named ?? (unitId === undefined ? only : undefined)
  if (!unit) return refuse('UNIT_NOT_IN_ORDER', { code: unitCode }, { field: 'unitCode' })
  if (!away.includes(unit)) return refuse('REFUND_UNIT_RECEIVED', {}, { field: 'unitCode' })
  return unit
}

/** What a person has to agree to; null where what was scanned is what was sold. */
function warningOf(unit: OrderUnit, isSamePhone: boolean, bagCode: string): Warning {
  const soldBag = unit.bagCode ?? ''
  if (!isSamePhone) return { code: 'OTHER_PHONE', message: `扫描的设备不是售出的设备（${unitText(unit)}）` }
  if (bagCode === soldBag) return null
  if (bagCode === '') return { code: 'NO_BAG', message: `退回时没有封袋，发货封袋为${soldBag}` }
  return { code: 'OTHER_BAG', message: soldBag === '' ? '发货时没有封袋' : `封袋码不一致，发货封袋为${soldBag}` }
}

/** What came of scanning a phone in: nothing yet where a person has to be asked. */
export interface Received {
  readonly entry: AuditEntry | null
  readonly warning: Warning
}

/**
 * Scans in one phone that came back, with its bag. Where it is another phone, or lies in another bag or in none, that is
 * recorded only with a person's consent. A phone that is ours again by then is in stock at once. Refuses as the contract lists.
 */
export async function receive(context: RefundContext, input: ParsedOf<Calls['receive']>): Promise<Received> {
  const { tx, actor, now } = context
  await lockOrderOf(tx, input.refundId)
  const { refund } = await refundFor(context, 'receive', input)
  const { refundId, orderId } = refund
  const unit = soldUnit(await unitsOfCase(tx, refundId, orderId), await returnedUnits(tx, refundId), input)
  const bagCode = normaliseCode(input.bagCode)
  const isSamePhone = hasCode(unit, input.unitCode)
  const isSameBag = bagCode === (unit.bagCode ?? '')
  const warning = warningOf(unit, isSamePhone, bagCode)
  if (warning !== null && !input.confirmDifferent) return { entry: null, warning }
  const receivedCode = normaliseCode(input.unitCode)
  const isAdded = await insertReturned(tx, refundId, {
    ...{ unitId: unit.unitId, receivedCode, isSamePhone, bagCode, isSameBag },
    ...{ receivedBy: actor.employeeId, now },
  })
  if (!isAdded) return refuse('REFUND_UNIT_RECEIVED', {}, { field: 'unitCode' })
  await touchRefund(tx, refundId, now)
  const note = `${unitText(unit)}${warning === null ? '' : `；${warning.message}，已确认签收`}`
  await noteRefund(context, refund, { action: 'receive', actionLabel: '退货签收', note })
  await stockIn(tx, refund, now)
  const facts = { 签收设备: unitText(unit), ...factOf('签收差异', warning?.message ?? '') }
  return { entry: refundEntry(refund, stateFact(refund.state), facts), warning: null }
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
    return Object.keys(answers).length === 0 ? [] : invalid('该设备没有质检报告，不能逐项复检', 'answers')
  }
  const [problem] = inputProblems(template, answers)
  if (problem) return invalid(problem.message, `answers.${problem.itemCode}`)
  return answerDifferences(template, record.answers, answers)
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
  if (!isSamePhone && !outcomes.includes('otherPhone')) invalid('签收的不是售出的设备，请选择“IMEI不符”', 'outcomes')
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
  const { refund } = await refundFor(context, 'recheck', input)
  const { refundId, orderId } = refund
  const { unitId, note } = input
  const sold = (await unitsOfCase(tx, refundId, orderId)).find((unit) => unit.unitId === unitId)
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
  const before = { ...stateFact(refund.state), ...factOf('复检结论', outcomeText(returned.outcomes ?? [])) }
  return refundEntry(refund, before, {
    复检设备: unitText(sold),
    复检结论: outcomeText(outcomes),
    ...factOf('备注', note),
  })
}

/** Records the parcel that takes a refused phone to its buyer. Refuses as the contract lists. */
export async function sendBack(context: RefundContext, input: ParsedOf<Calls['sendBack']>): Promise<AuditEntry> {
  const { tx, now } = context
  const { refund } = await refundFor(context, 'sendBack', input)
  const { carrierCode, waybill } = requireWaybill(input)
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
