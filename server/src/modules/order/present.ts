import { offerRecord } from '@huanji/contract/features/order/auction-order'
import { candidateRow } from '@huanji/contract/features/order/curated-order'
import { pickRow } from '@huanji/contract/features/order/many-orders'
import { orderDetail, orderRow, orderUnitRow } from '@huanji/contract/features/order/rows'
import { findCarrier } from '@huanji/domain/carriers'
import type * as z from 'zod'
import { allowedActions } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { mayRead, rowOf } from '../../platform/field-rights.ts'
import { photoUrl } from '../inspection/photo/present.ts'
import { ORDER_ACTIONS } from './actions.ts'
import { mayDo } from './decisions.ts'
import type { DetailedOrder, ListedOrder } from './list-store.ts'
import type { OrderCosts } from './margins.ts'
import { derivedOf, type OrderUnit } from './store.ts'

type OrderRow = z.output<typeof orderRow>
type OrderDetail = z.output<typeof orderDetail>
type Receiver = OrderDetail['receiver']
type Context = Pick<CallContext, 'actor' | 'services' | 'now'>

/** A row and what is worked out of it, for the rows of the contract. */
function withComputed<Order extends ListedOrder>(order: Order, { actor, services, now }: Context) {
  const derived = derivedOf(order)
  const facts = { ...order, ...derived }
  return {
    ...facts,
    pickedCount: order.pickedCount ?? order.unitCount,
    coverUrl: photoUrl(order.coverKey, services, now),
    carrierName: findCarrier(order.carrierCode)?.name ?? '',
    allowedActions: allowedActions(ORDER_ACTIONS[order.channel], facts, actor).filter((action) =>
      mayDo(action, actor, facts),
    ),
  }
}

const rowAsRead = rowOf(orderRow)
const detailAsRead = rowOf(orderDetail)

/** An order as the actor may see it. */
export const presentOrder = (order: ListedOrder & OrderCosts, context: Context): OrderRow =>
  rowAsRead(withComputed(order, context), context.actor)

/** An order as its own page shows it to the actor; `beside` is what stands in other tables. */
export function presentOrderDetail(
  order: DetailedOrder & OrderCosts,
  beside: Pick<OrderDetail, 'units' | 'lines' | 'history' | 'proceeds'>,
  context: Context,
): OrderDetail {
  const receiver = presentReceiver(order, context)
  const deliveryFailure = order.shipmentProblem ?? ''
  // what came with the order is counted like what was picked
  const lines = beside.lines.map((line) =>
    order.pickedCount === null ? { ...line, pickedCount: line.quantity } : line,
  )
  return detailAsRead({ ...withComputed(order, context), receiver, deliveryFailure, ...beside, lines }, context.actor)
}

/** A unit of an order as the actor may see it. */
export const presentUnit = rowOf(orderUnitRow)

const printedAsRead = rowOf(pickRow)

/** An order with its phones as a list to print has it. */
export function presentPickRow(
  order: ListedOrder & WithReceiver,
  units: readonly OrderUnit[],
  context: Context,
): z.output<typeof pickRow> {
  const row = { ...withComputed(order, context), receiver: presentReceiver(order, context), units: [...units] }
  return printedAsRead(row, context.actor)
}

/** A phone that an order could be shipped with. */
export const presentCandidate = rowOf(candidateRow)

/** How an order came to its price, as the actor may see it. */
export const presentOffers = rowOf(offerRecord)

type WithReceiver = Pick<DetailedOrder, 'receiverName' | 'receiverPhone' | 'receiverRegion' | 'receiverDetail'>

/** The receiver in clear. */
export function receiverInFull(order: WithReceiver): Receiver {
  const { receiverName, receiverPhone, receiverRegion, receiverDetail } = order
  return { name: receiverName, phone: receiverPhone, region: receiverRegion, detail: receiverDetail, masked: false }
}

/** A number in part; the extension of a number that stands for the buyer's own is told to be there, and not which. */
function maskedContact(phone: string): string {
  const [number = '', extension = ''] = /^(1\d{10})(\D.*)$/.exec(phone)?.slice(1) ?? [phone]
  return number === '' ? '' : `${number.slice(0, 3)}****${number.slice(-4)}${extension === '' ? '' : '转****'}`
}

/** The receiver, masked for whoever may not read buyers' contacts: first sign of the name, ends of the phone, no street. */
export function presentReceiver(
  order: WithReceiver,
  { actor }: { actor: Pick<Context['actor'], 'grants' | 'isOwner'> },
): Receiver {
  if (mayRead(actor, 'field:buyerContact')) return receiverInFull(order)
  const { receiverName, receiverPhone, receiverRegion, receiverDetail } = order
  const [initial = ''] = receiverName
  return {
    name: initial === '' ? '' : `${initial}**`,
    phone: maskedContact(receiverPhone),
    region: receiverRegion,
    detail: receiverDetail === '' ? '' : '****',
    masked: true,
  }
}
