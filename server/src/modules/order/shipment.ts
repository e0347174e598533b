import type { shipmentInput } from '@huanji/contract/features/order/order'
import { checkSentWaybill, findCarrier } from '@huanji/domain/carriers'
import type { Channel } from '@huanji/domain/channel'
import { normaliseCode } from '@huanji/domain/codes/normalise'
import { unitWithCode } from '@huanji/domain/orders/unit-codes'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { stateLabel } from '@huanji/domain/states/transition'
import type * as z from 'zod'
import type { AuditEntry, AuditFacts } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { By } from '../../platform/actor.ts'
import { addressesToChoose, findAddress } from '../address/store.ts'
import { markOrder } from '../figure/mark-store.ts'
import { requireVersionIfGiven } from '../history/edits.ts'
import { recordHistory } from '../history/store.ts'
import { shipBags } from '../inspection/sealed-bag/commands.ts'
import { makeRequest } from '../request/commands.ts'
import { requireOrderAllows } from './actions.ts'
import { requireOfChannel } from './channel-rules.ts'
import type { ShipmentRequest } from './request.ts'
import { holdNumbers, requireOwnWaybill } from './shared-waybill.ts'
import { type Parcel, setParcel, shipUnit } from './shipment-store.ts'
import { editedOrder, lockOrder, moveOrder, type OrderRecord, type OrderUnit, unitsOfOrder } from './store.ts'

export type ShipmentInput = z.output<typeof shipmentInput>

/** A parcel's carrier and number as they are kept. Refuses CARRIER_UNKNOWN and WAYBILL_INVALID. */
export function requireWaybill(
  input: Pick<Parcel, 'carrierCode' | 'waybill'>,
): Pick<Parcel, 'carrierCode' | 'waybill'> {
  const carrier = findCarrier(input.carrierCode)
  if (!carrier || carrier.legacy) return refuse('CARRIER_UNKNOWN', {}, { field: 'carrierCode' })
  const checked = checkSentWaybill(input.waybill)
  if (!checked.ok) return refuse('WAYBILL_INVALID', { message: checked.message }, { field: 'waybill' })
  return { carrierCode: carrier.code, waybill: checked.waybill }
}

async function parcelOf(tx: Tx, input: ShipmentInput): Promise<Parcel> {
  const sent = requireWaybill(input)
  const address =
    input.addressId === '' ? (await addressesToChoose(tx, 'ship'))[0] : await findAddress(tx, input.addressId)
  if (address?.kind !== 'ship') return refuse('ADDRESS_NOT_FOUND', {}, { field: 'addressId' })
  const shipFrom = `${address.contactName} ${address.contactPhone} ${address.regionName}${address.detail}`
  return { ...sent, addressId: address.addressId, shipFrom }
}

/** The bag that was scanned is the phone's own. Refuses BAG_MISSING where none was scanned, and BAG_MISMATCH. */
export function requireBag(bagCode: string | null, scanned: string, field: string): void {
  const code = normaliseCode(scanned)
  if (code === '' && bagCode !== null) refuse('BAG_MISSING', {}, { field })
  if (code !== (bagCode ?? '')) refuse('BAG_MISMATCH', {}, { field })
}

/**
 * Compares what was scanned with what the order holds: every unit, each in its own bag, and nothing else
 * (docs/domain.md §5.7). Refuses UNIT_NOT_IN_ORDER naming the code, BAG_MISSING, BAG_MISMATCH, UNITS_NOT_CHECKED with the count.
 */
function requireScanned(units: readonly OrderUnit[], scans: ShipmentInput['scans']): void {
  const checked = new Set<string>()
  for (const [index, scan] of scans.entries()) {
    const unit = unitWithCode(units, scan.unitCode)
    if (!unit) refuse('UNIT_NOT_IN_ORDER', { code: scan.unitCode }, { field: `scans[${index}].unitCode` })
    requireBag(unit.bagCode, scan.bagCode, `scans[${index}].bagCode`)
    checked.add(unit.unitId)
  }
  const missing = units.length - checked.size
  if (missing > 0) refuse('UNITS_NOT_CHECKED', { count: missing }, { field: 'scans' })
}

/** A shipment that can be carried out: everything was looked at, and nothing written. */
export interface CheckedShipment {
  readonly order: OrderRecord
  readonly parcel: Parcel
  readonly units: readonly OrderUnit[]
}

/** Looks at a shipment and holds its order. Refuses as the contract lists. */
export async function checkShipment(
  tx: Tx,
  channel: Channel,
  input: ShipmentInput,
  now: Date,
): Promise<CheckedShipment> {
  const order = requireOfChannel(await lockOrder(tx, { orderId: input.orderId }), channel)
  requireOrderAllows(order.state === 'shipped' ? 'resend' : 'ship', order)
  await requireVersionIfGiven(tx, editedOrder(order), input.version)
  const parcel = await parcelOf(tx, input)
  const units = (await unitsOfOrder(tx, order.orderId)) ?? []
  requireScanned(units, input.scans)
  await requireOwnWaybill(tx, { ...input, ...parcel }, order, now)
  return { order, parcel, units }
}

/**
 * Ships an order: the scans are compared, the state is moved, units and bags are marked as shipped, and the
 * marketplace is asked to know it. Of any number of equal requests one does it; the others are refused ORDER_ALREADY_DELIVERED. A shipment
 * that the marketplace did not take can be sent again, with a corrected carrier or waybill.
 * Gives the audit entry. Refuses as the contract lists.
 */
export async function ship(tx: Tx, channel: Channel, input: ShipmentInput, by: By): Promise<AuditEntry> {
  await holdNumbers(tx, [input.waybill])
  const { order, parcel, units } = await checkShipment(tx, channel, input, by.now)
  const note = `${findCarrier(parcel.carrierCode)?.name ?? ''} ${parcel.waybill}`
  if (order.state === 'awaiting_shipment') await moveOrder(tx, order.orderId, 'ship', { ...by, note })
  else await recordResend(tx, order, by, note)
  await setParcel(tx, order.orderId, parcel, by.now)
  await markOrder(tx, order.orderId)
  for (const unit of units) await shipUnit(tx, order.orderId, unit.unitId, unit.bagCode)
  const bags = units.map((unit) => unit.bagCode).filter((code) => code !== null)
  await shipBags(tx, { bags, orderId: order.orderId, orderNo: order.orderNo, ...by })
  const desired: ShipmentRequest = { carrierCode: parcel.carrierCode, waybill: parcel.waybill }
  await makeRequest(tx, {
    subject: 'shipment',
    subjectId: order.orderId,
    desired,
    requestedBy: by.who.employeeId,
    now: by.now,
  })
  return {
    subject: 'order',
    subjectId: order.orderId,
    subjectLabel: order.orderNo,
    before: parcelFacts(order),
    after: { ...parcelFacts({ ...parcel, state: 'shipped' }), 手机数: `${units.length}台` },
  }
}

function parcelFacts({
  state,
  carrierCode,
  waybill,
}: Pick<OrderRecord, 'state' | 'carrierCode' | 'waybill'>): AuditFacts {
  const facts = { 状态: stateLabel(ORDER_STATES, state) ?? state }
  return waybill === '' ? facts : { ...facts, 快递公司: findCarrier(carrierCode)?.name ?? carrierCode, 运单号: waybill }
}

async function recordResend(tx: Tx, order: OrderRecord, by: By, note: string): Promise<void> {
  await recordHistory(tx, {
    subject: ORDER_STATES.name,
    subjectId: order.orderId,
    who: by.who,
    action: 'resend',
    actionLabel: '重新同步发货',
    fromState: order.state,
    toState: order.state,
    note,
    now: by.now,
  })
}
