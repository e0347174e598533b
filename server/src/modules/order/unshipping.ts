import type { ParsedOf } from '@huanji/contract/call'
import type { shipmentHandling } from '@huanji/contract/features/order/order'
import { findCarrier } from '@huanji/domain/carriers'
import { ORDER_STATES } from '@huanji/domain/states/order'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import type { By } from '../../platform/actor.ts'
import { markOrder } from '../figure/mark-store.ts'
import { requireVersionIfGiven } from '../history/edits.ts'
import { recordHistory } from '../history/store.ts'
import { unshipBags } from '../inspection/sealed-bag/commands.ts'
import { lockListing } from '../listing/store.ts'
import { dropRequest } from '../request/store.ts'
import { requireOrderAllows } from './actions.ts'
import { requireVisible } from './channel-rules.ts'
import { setDispatchState } from './line-store.ts'
import { clearParcel, touchOrder } from './shipment-store.ts'
import {
  editedOrder,
  findOrder,
  lockOrder,
  moveOrder,
  type OrderRecord,
  type OrderUnit,
  unitsOfOrder,
} from './store.ts'
import { freeUnsent } from './undoing.ts'

const parcelText = ({ carrierCode, waybill }: Pick<OrderRecord, 'carrierCode' | 'waybill'>): string =>
  `${findCarrier(carrierCode)?.name ?? carrierCode} ${waybill}`

/** A parcel that was packed and did not leave: its phones lie here in their bags. Gives them. */
async function unpack(tx: Tx, order: OrderRecord, by: By): Promise<OrderUnit[]> {
  const { orderId, orderNo, pickedCount } = order
  await markOrder(tx, orderId, [order.shippedAt])
  const packed = ((await unitsOfOrder(tx, orderId)) ?? []).filter(({ dispatchState }) => dispatchState === 'shipped')
  const bags = packed.map(({ bagCode }) => bagCode).filter((code) => code !== null)
  await unshipBags(tx, { bags, orderId, orderNo, ...by })
  // a phone that was scanned when it was chosen need not be scanned again
  const state = pickedCount === null ? 'pending' : 'checked'
  for (const { unitId } of packed) await setDispatchState(tx, orderId, unitId, state)
  await clearParcel(tx, orderId, by.now)
  return packed
}

/** The marketplace still waits for the shipment that it would not take: what was packed is still to be sent. */
export const isStillAwaited = ({ state, deadlineAt }: Pick<OrderRecord, 'state' | 'deadlineAt'>): boolean =>
  state === 'shipped' && deadlineAt !== null

/** Takes a shipment back that the marketplace would not have: the order waits for its parcel again. The caller holds it. */
export async function takeShipmentBack(tx: Tx, order: OrderRecord, by: By): Promise<void> {
  await moveOrder(tx, order.orderId, 'unship', { ...by, note: parcelText(order) })
  await unpack(tx, order, by)
}

/**
 * Answers what became of a parcel whose order ended before the marketplace had heard of it. One that did not leave gives
 * its phones and bags back; one that left is on its way to the buyer, and comes back as another phone.
 * Refuses NOT_FOUND, VERSION_CONFLICT, and STATE_CHANGED where nothing is asked.
 */
export async function settleParcel(
  tx: Tx,
  input: ParsedOf<typeof shipmentHandling.settle>,
  by: By,
): Promise<AuditEntry> {
  const found = requireVisible(await findOrder(tx, input), by.who)
  if (found.listingId !== null) await lockListing(tx, found.listingId)
  const order = requireVisible(await lockOrder(tx, input), by.who)
  requireOrderAllows('settleParcel', order)
  await requireVersionIfGiven(tx, editedOrder(order), input.version)
  const { orderId } = order
  const note = parcelText(order)
  const answer = input.hasLeft ? '包裹已寄出' : '包裹未寄出，手机收回'
  if (!input.hasLeft) {
    await unpack(tx, order, by)
    const here = ((await unitsOfOrder(tx, orderId)) ?? []).filter(({ dispatchState }) => dispatchState !== 'returned')
    await freeUnsent(tx, order, here, { ...by, note: '订单已关闭，包裹未寄出' })
  }
  await dropRequest(tx, { subject: 'shipment', subjectId: orderId }, by.now)
  await touchOrder(tx, orderId, by.now)
  await recordHistory(tx, {
    subject: ORDER_STATES.name,
    subjectId: orderId,
    who: by.who,
    action: 'settleParcel',
    actionLabel: answer,
    fromState: order.state,
    toState: order.state,
    note,
    now: by.now,
  })
  const subject = { subject: 'order', subjectId: orderId, subjectLabel: order.orderNo } as const
  return { ...subject, before: { 包裹: note }, after: { 包裹: answer } }
}
