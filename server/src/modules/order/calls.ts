import type { OutputOf } from '@huanji/contract/call'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder, curatedPicking } from '@huanji/contract/features/order/curated-order'
import { manyOrders } from '@huanji/contract/features/order/many-orders'
import { buyerContacts } from '@huanji/contract/features/order/order'
import { curatedOrderColumns, orderColumns, type orderDetail } from '@huanji/contract/features/order/rows'
import { CARRIERS, guessCarriers } from '@huanji/domain/carriers'
import type { Channel } from '@huanji/domain/channel'
import { CLOSE_REASONS, CLOSE_WARNING } from '@huanji/domain/orders/close-reasons'
import { ORDER_STATES, type OrderState } from '@huanji/domain/states/order'
import type * as z from 'zod'
import type { AuditEntry } from '../../audit/entry.ts'
import { withPermittedSort } from '../../database/list-sort.ts'
import { refuse } from '../../errors/refusal.ts'
import { type CallContext, type HandlerGroup, handlers } from '../../gateway/handler.ts'
import { isGranted } from '../../platform/access.ts'
import { bidsOf, findEntry } from '../auction/store.ts'
import { historyOf } from '../history/store.ts'
import { changePrice, close, remark } from './changes.ts'
import { ORDER_CHANNEL_RULES, requireOfChannel, requireVisible } from './channel-rules.ts'
import { orderDecisionCalls } from './decisions.ts'
import { linesOfOrder } from './line-store.ts'
import {
  countOrderOptions,
  countOrders,
  findDetailedOrder,
  findPrintedOrders,
  listOrders,
  type OrderFilter,
} from './list-store.ts'
import { costsOf, moneyOfOrders, type UnitMoney, withCosts, withoutCosts } from './margins.ts'
import { deliverMany } from './parcels.ts'
import { candidatesFor, setDeliveryStock } from './picking.ts'
import {
  presentCandidate,
  presentOffers,
  presentOrder,
  presentOrderDetail,
  presentPickRow,
  presentUnit,
  receiverInFull,
} from './present.ts'
import { type ShipmentInput, ship } from './shipment.ts'
import { findOrder, lockOrder, type OrderUnit, unitsOfOrder, unitsOfOrders } from './store.ts'

/** What an order that no run led to says of its price. */
const NO_RUN = { reservePriceFen: null, highestBidFen: null, bidderCount: 0, bidCount: 0, extensionCount: 0 }

/** A page of a channel's orders; `filter` has only an order that its reader may ask for. */
async function list(context: CallContext, channel: Channel, filter: OrderFilter) {
  const { tx } = context
  const [page, counts, optionCounts] = await Promise.all([
    listOrders(tx, channel, filter),
    countOrders(tx, channel, filter),
    countOrderOptions(tx, channel, filter),
  ])
  const list = filter.withCosts ? await withCosts(tx, page.list, context.actor) : page.list.map(withoutCosts)
  return { ...page, list: list.map((order) => presentOrder(order, context)), counts, optionCounts }
}

/** A phone with what it was sold for: of a lot at one price its part. */
const withDeal = (unit: OrderUnit, { dealFen }: UnitMoney['share']): OrderUnit => ({
  ...unit,
  dealPriceFen: unit.dealPriceFen ?? dealFen,
})

type Asked = Pick<OrderFilter, 'state' | 'refused' | 'sort'>

/** Shipments that the marketplace refused wait like orders that are to be shipped: their deadlines run. */
const areRefused = ({ state, refused }: Asked): boolean => refused === 'shipped' && !state

const tabOf = (given: Asked): OrderState | undefined =>
  given.state ?? (areRefused(given) ? 'awaiting_shipment' : undefined)

/** What runs out first comes first, unless another order is asked for. */
const urgentFirst = <Filter extends Asked>(given: Filter): Filter =>
  areRefused(given) ? { ...given, sort: given.sort ?? 'deadline.asc' } : given

async function detail(context: CallContext, channel: Channel, orderId: string): Promise<z.output<typeof orderDetail>> {
  const { tx } = context
  const order = requireOfChannel(await findDetailedOrder(tx, orderId), channel)
  const money = (await moneyOfOrders(tx, [order])).get(orderId)
  const { proceeds = null, units = [] } = money ?? {}
  const beside = {
    proceeds,
    units: units.map(({ unit, share, netFen, marginFen }) => ({ ...withDeal(unit, share), netFen, marginFen })),
    lines: await linesOfOrder(tx, orderId),
    history: await historyOf(tx, ORDER_STATES.name, orderId),
  }
  return presentOrderDetail({ ...order, ...costsOf(order, units) }, beside, context)
}

/** An order as it stands after a call changed it. */
async function changed(context: CallContext, orderId: string) {
  const order = await findDetailedOrder(context.tx, orderId)
  if (!order) return refuse('NOT_FOUND')
  const [costed = withoutCosts(order)] = await withCosts(context.tx, [order], context.actor)
  return { order: presentOrder(costed, context) }
}

async function deliver(context: CallContext, channel: Channel, input: ShipmentInput) {
  context.audit(await ship(context.tx, channel, input, { who: context.actor, now: context.now }))
  return changed(context, input.orderId)
}

async function audited(context: CallContext, orderId: string, entry: AuditEntry | null) {
  context.audit(entry)
  return changed(context, orderId)
}

/** The calls of the auction market's orders (docs/specification.md §7; docs/domain.md §5.4–§5.8). */
const auctionOrderCalls = handlers(auctionOrder, {
  list: (context, given) =>
    list(context, 'auction', withPermittedSort(orderColumns, urgentFirst(given), tabOf(given), context.actor)),
  detail: (context, { orderId }) => detail(context, 'auction', orderId),
  delivery: (context, input) => deliver(context, 'auction', input),

  close: async (context, input) => {
    const { tx, actor: who, now } = context
    return audited(context, input.orderId, await close(tx, 'auction', input, { who, now }))
  },

  closeReasonList: async () => ({
    reasons: CLOSE_REASONS.filter(({ by }) => by === 'seller').map(({ code, label, needsNote }) => ({
      code,
      label,
      needsNote,
    })),
    warning: CLOSE_WARNING,
  }),

  addRemark: async (context, input) => {
    const { tx, actor: who, now } = context
    const order = requireVisible(await lockOrder(tx, input), who, auctionOrder.addRemark)
    return audited(context, input.orderId, await remark(tx, order, input, { who, now }))
  },

  barcodeList: async ({ tx, actor }, { orderId }) => {
    const order = requireVisible(await findOrder(tx, { orderId }), actor)
    const { units = [] } = (await moneyOfOrders(tx, [order])).get(orderId) ?? {}
    return { units: units.map(({ unit, share }) => presentUnit(withDeal(unit, share), actor)) }
  },

  offerRecord: async ({ tx, actor }, { orderId }) => {
    const order = requireOfChannel(await findDetailedOrder(tx, orderId), 'auction')
    const entry = order.entryId === null ? null : await findEntry(tx, order.entryId)
    const bids = entry ? await bidsOf(tx, entry.entryId) : []
    return presentOffers({ ...(entry ?? { ...NO_RUN, startPriceFen: order.startPriceFen }), bids }, actor)
  },

  statuslog: async ({ tx, actor }, { orderId }) => {
    requireVisible(await findOrder(tx, { orderId }), actor)
    return { history: await historyOf(tx, ORDER_STATES.name, orderId) }
  },

  logisticsCompanyList: async (_context, { waybill }) => ({
    companies: CARRIERS.map(({ code, name, hot, legacy }) => ({ code, name, hot, legacy })),
    guesses: waybill ? guessCarriers(waybill).map((carrier) => carrier.code) : [],
  }),
})

/** The calls of the curated channel's orders (docs/specification.md §7; docs/domain.md §6.3, §6.4). */
const curatedOrderCalls = handlers(curatedOrder, {
  list: (context, given) =>
    list(context, 'curated', withPermittedSort(curatedOrderColumns, urgentFirst(given), tabOf(given), context.actor)),
  detail: (context, { orderId }) => detail(context, 'curated', orderId),
  delivery: (context, input) => deliver(context, 'curated', input),

  close: async (context, input) => {
    const { tx, actor: who, now } = context
    return audited(context, input.orderId, await close(tx, 'curated', input, { who, now }))
  },

  changePrice: async (context, input) => {
    const { tx, actor: who, now } = context
    return audited(context, input.orderId, await changePrice(tx, input, { who, now }))
  },

  setDeliveryStock: async (context, input) => {
    const { tx, actor, now, audit } = context
    const { entry, warning } = await setDeliveryStock(tx, input, { who: actor, now })
    audit(entry)
    const units = ((await unitsOfOrder(tx, input.orderId)) ?? []).map((unit) => presentUnit(unit, actor))
    return { ...(await changed(context, input.orderId)), units, warning }
  },
})

const curatedCandidateCalls = handlers(curatedPicking, {
  candidates: async ({ tx, actor, now }, input) => ({
    units: (await candidatesFor(tx, input, now)).map((phone) => presentCandidate(phone, actor)),
  }),
})

/** Refuses TASK_NOT_GRANTED to whoever lacks a channel's right to something that both channels know. */
function requireOnChannel({ actor }: CallContext, channel: Channel, name: 'list' | 'delivery'): void {
  const call = ORDER_CHANNEL_RULES[channel].calls[name]
  if (!isGranted(call.access, actor)) refuse('TASK_NOT_GRANTED', { action: call.title }, { field: 'channel' })
}

const printedList = async (
  context: CallContext,
  channel: Channel,
  orderIds: readonly string[],
): Promise<OutputOf<typeof manyOrders.pickList>['rows']> => {
  const orders = await findPrintedOrders(context.tx, channel, orderIds)
  const units = await unitsOfOrders(
    context.tx,
    orders.map(({ orderId }) => orderId),
  )
  return orders.map((order) => presentPickRow(order, units.get(order.orderId) ?? [], context))
}

/** Shipping many orders of a channel at once, and lists of them to print. */
const manyOrdersCalls = handlers(manyOrders, {
  deliverMany: async (context, input) => {
    requireOnChannel(context, input.channel, 'delivery')
    return deliverMany(context, input)
  },

  pickList: async (context, { channel, orderIds }) => {
    requireOnChannel(context, channel, 'list')
    return { rows: await printedList(context, channel, orderIds), printedAt: context.now.toISOString() }
  },
})

/** Which parts of a receiver there are, in words and without their content. */
function partsShown({ name, phone, region, detail: street }: ReturnType<typeof receiverInFull>): string {
  const parts = { 姓名: name, 电话: phone, 地址: region + street }
  return Object.entries(parts)
    .flatMap(([part, value]) => (value === '' ? [] : [part]))
    .join('、')
}

/** A buyer's contact for whoever may see it order by order; each time is recorded (docs/domain.md §9.2). */
const buyerContactCalls = handlers(buyerContacts, {
  reveal: async ({ tx, actor, audit }, { orderId }) => {
    const order = requireVisible(await findDetailedOrder(tx, orderId), actor, buyerContacts.reveal)
    const receiver = receiverInFull(order)
    const shown = partsShown(receiver)
    const entry = { subject: 'order', subjectId: orderId, subjectLabel: order.orderNo, before: null } as const
    audit(shown === '' ? null : { ...entry, after: { 已查看: shown } })
    return receiver
  },
})

/** Everything that is asked about orders, whatever their channel. */
export const orderGroups: readonly HandlerGroup[] = [
  auctionOrderCalls,
  curatedOrderCalls,
  curatedCandidateCalls,
  manyOrdersCalls,
  buyerContactCalls,
  orderDecisionCalls(changed),
]
