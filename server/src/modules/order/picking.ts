import type { ParsedOf } from '@huanji/contract/call'
import { fillText, REFUSALS } from '@huanji/contract/errors'
import type { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { GRADE_LABELS } from '@huanji/domain/grading/ladder'
import { isBetter, type PickFault, type PromisedGoods, pickFault } from '@huanji/domain/orders/delivery-stock'
import { hasCode } from '@huanji/domain/orders/unit-codes'
import { ORDER_STATES } from '@huanji/domain/states/order'
import type { Grade } from '@huanji/domain/template/types'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { By } from '../../platform/actor.ts'
import { markOrder } from '../figure/mark-store.ts'
import { requireVersionIfGiven } from '../history/edits.ts'
import { type MovedBy, recordHistory } from '../history/store.ts'
import { shipBags, unshipBags } from '../inspection/sealed-bag/commands.ts'
import { lockRecord } from '../inspection/store.ts'
import { returnToStock, takeFromStock } from '../listing/stock.ts'
import { lockListing } from '../listing/store.ts'
import { requireOrderAllows } from './actions.ts'
import { requireOfChannel } from './channel-rules.ts'
import {
  countPicked,
  linesOfOrder,
  type OrderLine,
  type Phone,
  phoneByCode,
  phoneByReport,
  phonesOfModel,
  removeUnit,
  setDispatchState,
} from './line-store.ts'
import { markShortOrders, stockPromised } from './shortage.ts'
import { assignUnit } from './snapshot-store.ts'
import { editedOrder, findOrder, lockOrder, type OrderRecord, type OrderUnit, unitsOfOrder } from './store.ts'

type PickInput = ParsedOf<typeof curatedOrder.setDeliveryStock>

/** What picking came to: an audit entry, or a question that a person has to answer first. */
export interface PickOutcome {
  readonly entry: AuditEntry | null
  readonly warning: { readonly code: 'GRADE_BETTER'; readonly message: string } | null
}

const gradeText = (grade: Grade | null): string => (grade === null ? '未知' : GRADE_LABELS[grade])

const goodsOf = (order: OrderRecord, line: OrderLine): PromisedGoods => ({
  modelId: order.modelId,
  skuId: line.skuId,
  grade: line.grade,
  shopAccountId: order.shopAccountId,
})

/** What a phone is wanted for: an order, the listing that it was sold by, and what was promised. */
export interface WantedPhone {
  readonly order: Pick<OrderRecord, 'orderId' | 'channel'>
  readonly listingId: string | null
  readonly goods: PromisedGoods
}

/** Why a phone cannot be shipped; null when it can. */
export function faultOfPhone({ order, listingId, goods }: WantedPhone, phone: Phone, now: Date): PickFault | null {
  const facts = {
    ...phone,
    isOfChannel: phone.channel === order.channel,
    isReady: phone.state === 'listable' || phone.state === 'listed',
    isInOtherOrder: phone.heldByOrder !== null && phone.heldByOrder !== order.orderId,
    isListedElsewhere: phone.heldByListing !== null && phone.heldByListing !== listingId,
  }
  return pickFault(goods, facts, now)
}

/** Why a phone cannot be shipped for a line; null when it can. */
const faultOf = (order: OrderRecord, line: OrderLine, phone: Phone, now: Date): PickFault | null =>
  faultOfPhone({ order, listingId: line.listingId, goods: goodsOf(order, line) }, phone, now)

/** The words by which a fault names a phone. */
export const valuesOf = ({ shopName }: Phone) => ({ shop: shopName ?? '' })

/** The order, held together with its listing, which is always taken first. */
async function lockStockOrder(tx: Tx, orderId: string): Promise<OrderRecord> {
  const found = requireOfChannel(await findOrder(tx, { orderId }), 'curated')
  if (found.listingId !== null) await lockListing(tx, found.listingId)
  return requireOfChannel(await lockOrder(tx, { orderId }), 'curated')
}

/** The phone that was named, held against rivals; its facts are those after they are done. */
export async function lockPhone(
  tx: Tx,
  { unitCode, inspectionId }: Pick<PickInput, 'unitCode' | 'inspectionId'>,
): Promise<Phone> {
  const field = inspectionId === undefined ? 'unitCode' : 'inspectionId'
  const named =
    inspectionId === undefined
      ? await phoneByCode(tx, normaliseCode(unitCode ?? ''))
      : await phoneByReport(tx, inspectionId)
  if (named === null) return refuse('UNIT_NOT_FOUND', {}, { field })
  await lockRecord(tx, { inspectionId: named.inspectionId })
  return (await phoneByReport(tx, named.inspectionId)) ?? refuse('UNIT_NOT_FOUND', {}, { field })
}

/** The line that a phone is for: the named one, or the first that lacks a phone and would take it. */
function lineFor(order: OrderRecord, lines: readonly OrderLine[], phone: Phone, input: PickInput, now: Date) {
  const open = lines.filter(({ lineNo, quantity, pickedCount }) =>
    input.lineNo === undefined ? pickedCount < quantity : lineNo === input.lineNo,
  )
  const [first] = open
  if (!first || first.pickedCount >= first.quantity) return refuse('ORDER_ALL_PICKED', {}, { field: 'lineNo' })
  return open.find((line) => faultOf(order, line, phone, now) === null) ?? first
}

/** Assigns a phone, or takes it out again. Refuses as the contract lists; of rivals for one phone one gets it. */
export async function setDeliveryStock(tx: Tx, input: PickInput, by: By): Promise<PickOutcome> {
  const order = await lockStockOrder(tx, input.orderId)
  return input.undo ? unpick(tx, order, input, by) : pick(tx, order, input, by)
}

async function pick(tx: Tx, order: OrderRecord, input: PickInput, by: By): Promise<PickOutcome> {
  requireOrderAllows('pick', order)
  await requireVersionIfGiven(tx, editedOrder(order), input.version)
  const phone = await lockPhone(tx, input)
  const field = input.inspectionId === undefined ? 'unitCode' : 'inspectionId'
  if (phone.heldByOrder === order.orderId) refuse('UNIT_ALREADY_PICKED', {}, { field })
  const lines = await linesOfOrder(tx, order.orderId)
  const line = lineFor(order, lines, phone, input, by.now)
  const fault = faultOf(order, line, phone, by.now)
  if (fault !== null) refuse(fault, valuesOf(phone), { field })
  if (isBetter(line, phone) && !input.confirmBetter) {
    const [theirs, ours] = [gradeText(phone.grade), gradeText(line.grade)]
    return { entry: null, warning: { code: 'GRADE_BETTER', message: `该手机为${theirs}，订单要求${ours}，价值更高` } }
  }
  const hasLeft = order.state !== 'awaiting_shipment'
  await assign(tx, order, line, phone, by)
  if (hasLeft) {
    await setDispatchState(tx, order.orderId, phone.unitId, 'shipped')
    const bags = phone.bagCode === null ? [] : [phone.bagCode]
    await shipBags(tx, { bags, orderId: order.orderId, orderNo: order.orderNo, ...by })
  } else if (input.inspectionId === undefined) await setDispatchState(tx, order.orderId, phone.unitId, 'checked')
  await record(tx, order, by, { action: 'pick', label: '选手机', note: phoneText(phone) })
  return { entry: entryOf(order, null, { 发货手机: phoneText(phone) }), warning: null }
}

/** A phone as histories and the audit log name it. */
export const phoneText = (phone: {
  barCode: string
  imei: string
  grade: Grade | null
  inspectionNo: string
}): string => `${phone.imei === '' ? phone.barCode : phone.imei} ${gradeText(phone.grade)}（${phone.inspectionNo}）`

/** Gives the phone to the order: no listing offers it from then on, and its report is sold. */
async function assign(tx: Tx, order: OrderRecord, line: OrderLine, phone: Phone, by: By): Promise<void> {
  const { inspectionId, unitId } = phone
  const { listingId, skuId, lineNo } = line
  if (listingId === null) return refuse('UNIT_SKU_DIFFERS')
  const isAssigned = await assignUnit(tx, order.orderId, lineNo, { ...phone, dealPriceFen: line.unitPriceFen })
  if (!isAssigned) refuse('UNIT_TAKEN')
  await takeFromStock(tx, { listingId, skuId, unitId, inspectionId }, by)
  await countPicked(tx, { orderId: order.orderId, lineNo }, 1, by.now)
  await markOrder(tx, order.orderId)
  await markShortOrders(tx, { listingId, skuId }, by.now)
}

async function unpick(tx: Tx, order: OrderRecord, input: PickInput, by: By): Promise<PickOutcome> {
  requireOrderAllows('unpick', order)
  await requireVersionIfGiven(tx, editedOrder(order), input.version)
  const units = (await unitsOfOrder(tx, order.orderId)) ?? []
  const { unitCode, inspectionId } = input
  const unit = units.find((one) =>
    inspectionId === undefined ? hasCode(one, unitCode ?? '') : one.inspectionId === inspectionId,
  )
  if (!unit) {
    const [field, code] = inspectionId === undefined ? ['unitCode', unitCode ?? ''] : ['inspectionId', '']
    return refuse('UNIT_NOT_IN_ORDER', { code }, { field })
  }
  await markOrder(tx, order.orderId)
  await removeUnit(tx, order.orderId, unit.unitId)
  // it was said to have left in the parcel, and did not: it lies here in its bag
  const { orderId, orderNo } = order
  await unshipBags(tx, { bags: unit.bagCode === null ? [] : [unit.bagCode], orderId, orderNo, ...by })
  await countPicked(tx, { orderId: order.orderId, lineNo: unit.lineNo }, -1, by.now)
  await freePicked(tx, order, [unit], { ...by, note: '换下手机' })
  await record(tx, order, by, { action: 'unpick', label: '换下手机', note: phoneText(unit) })
  return { entry: entryOf(order, { 发货手机: phoneText(unit) }, null), warning: null }
}

/**
 * Frees phones that were picked and did not leave: their reports can be offered again, and they go back into the stock
 * that they came from. The caller holds listing and order.
 */
export async function freePicked(
  tx: Tx,
  order: Pick<OrderRecord, 'orderId'>,
  units: readonly OrderUnit[],
  by: MovedBy,
): Promise<void> {
  const lines = new Map((await linesOfOrder(tx, order.orderId)).map((line) => [line.lineNo, line]))
  for (const { unitId, inspectionId, lineNo } of units) {
    const { listingId = null, skuId = '' } = lines.get(lineNo) ?? {}
    if (listingId !== null) await returnToStock(tx, { listingId, skuId, unitId, inspectionId }, by)
  }
  for (const { listingId, skuId } of lines.values()) {
    if (listingId !== null) await stockPromised(tx, { listingId, skuId }, by.now)
  }
}

const entryOf = (order: OrderRecord, before: AuditEntry['before'], after: AuditEntry['after']): AuditEntry => ({
  subject: 'order',
  subjectId: order.orderId,
  subjectLabel: order.orderNo,
  before: before ?? {},
  after: after ?? {},
})

async function record(
  tx: Tx,
  order: OrderRecord,
  by: By,
  { action, label, note }: { readonly action: string; readonly label: string; readonly note: string },
): Promise<void> {
  await recordHistory(tx, {
    subject: ORDER_STATES.name,
    subjectId: order.orderId,
    who: by.who,
    action,
    actionLabel: label,
    fromState: order.state,
    toState: order.state,
    note,
    now: by.now,
  })
}

const CANDIDATES_MAX = 100

/** The phones of the ordered model that lie here: those that can be sent first, each other with why it cannot. */
export async function candidatesFor(
  tx: Tx,
  input: { readonly orderId: string; readonly lineNo?: number | undefined; readonly code?: string | undefined },
  now: Date,
) {
  const order = requireOfChannel(await findOrder(tx, { orderId: input.orderId }), 'curated')
  const lines = await linesOfOrder(tx, order.orderId)
  const line = lines.find((one) =>
    input.lineNo === undefined ? one.pickedCount < one.quantity : one.lineNo === input.lineNo,
  )
  const wanted = line ?? lines[0]
  if (!wanted) return []
  const code = input.code === undefined || input.code === '' ? null : normaliseCode(input.code)
  const { modelId } = order
  const phones = await phonesOfModel(tx, { modelId, listingId: wanted.listingId, code }, CANDIDATES_MAX)
  const rows = phones.map((phone) => {
    const fault = faultOf(order, wanted, phone, now)
    return {
      ...phone,
      isInStock: phone.heldByListing !== null && phone.heldByListing === wanted.listingId,
      isBetter: isBetter(wanted, phone),
      problem: fault === null ? '' : fillText(REFUSALS[fault], valuesOf(phone)),
    }
  })
  const rank = (row: (typeof rows)[number]) =>
    (row.problem === '' ? (row.isInStock ? 0 : 1) : 2) + (row.isBetter ? 0.5 : 0)
  return rows.sort((a, b) => rank(a) - rank(b))
}
