import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { extBuyerContact, orderColumns } from '@huanji/contract/calls/order'
import { CARRIERS, guessCarriers } from '@huanji/domain/carriers'
import { ORDER_STATES } from '@huanji/domain/states/order'
import type { Tx } from '../../database/database.ts'
import { withPermittedSort } from '../../database/list-sort.ts'
import { refuse } from '../../errors/refusal.ts'
import { handlers } from '../../gateway/handler.ts'
import { bidsOf, findEntry } from '../auction/store.ts'
import { type Proceeds, proceedsOf } from '../bill/commands.ts'
import { historyOf } from '../history/store.ts'
import { countOrderOptions, countOrders, type DetailedOrder, findDetailedOrder, listOrders } from './list-store.ts'
import { presentOffers, presentOrder, presentOrderDetail, presentUnit, receiverInFull } from './present.ts'
import { ship } from './shipment.ts'
import { findOrder, unitsOfOrder } from './store.ts'

/** What an order that no run led to says of its price. */
const NO_RUN = { reservePriceFen: null, highestBidFen: null, bidderCount: 0, bidCount: 0, extensionCount: 0 }

/** What the order brings; null where nothing was sold and nothing was billed either. */
async function proceedsShown(tx: Tx, order: DetailedOrder): Promise<Proceeds | null> {
  const proceeds = await proceedsOf(tx, order)
  const isOver = order.state === 'closed' || order.state === 'refunded'
  return isOver && proceeds.state === 'expected' ? null : proceeds
}

/** The calls of the auction market's orders (docs/specification.md §7; docs/domain.md §5.4–§5.8). */
export const auctionOrderCalls = handlers(auctionOrder, {
  list: async (context, given) => {
    const { tx, actor } = context
    const filter = withPermittedSort(orderColumns, given, given.state, actor)
    const [page, counts, optionCounts] = await Promise.all([
      listOrders(tx, 'auction', filter),
      countOrders(tx, 'auction', filter),
      countOrderOptions(tx, 'auction', filter),
    ])
    return { ...page, list: page.list.map((order) => presentOrder(order, context)), counts, optionCounts }
  },

  detail: async (context, { orderId }) => {
    const order = await findDetailedOrder(context.tx, orderId)
    if (!order) return refuse('NOT_FOUND')
    const units = (await unitsOfOrder(context.tx, orderId)) ?? []
    const history = await historyOf(context.tx, ORDER_STATES.name, orderId)
    const proceeds = await proceedsShown(context.tx, order)
    return presentOrderDetail(order, { units, history, proceeds }, context)
  },

  delivery: async (context, input) => {
    context.audit(await ship(context.tx, input, { who: context.actor, now: context.now }))
    const order = await findDetailedOrder(context.tx, input.orderId)
    if (!order) return refuse('NOT_FOUND')
    return { order: presentOrder(order, context) }
  },

  barcodeList: async ({ tx, actor }, { orderId }) => {
    const units = await unitsOfOrder(tx, orderId)
    if (!units) return refuse('NOT_FOUND')
    return { units: units.map((unit) => presentUnit(unit, actor)) }
  },

  offerRecord: async ({ tx, actor }, { orderId }) => {
    const order = await findDetailedOrder(tx, orderId)
    if (!order) return refuse('NOT_FOUND')
    const entry = order.entryId === null ? null : await findEntry(tx, order.entryId)
    const bids = entry ? await bidsOf(tx, entry.entryId) : []
    return presentOffers({ ...(entry ?? { ...NO_RUN, startPriceFen: order.startPriceFen }), bids }, actor)
  },

  statuslog: async ({ tx }, { orderId }) => {
    if (!(await findOrder(tx, { orderId }))) return refuse('NOT_FOUND')
    return { history: await historyOf(tx, ORDER_STATES.name, orderId) }
  },

  logisticsCompanyList: async (_context, { waybill }) => ({
    companies: CARRIERS.map(({ code, name, hot, legacy }) => ({ code, name, hot, legacy })),
    guesses: waybill ? guessCarriers(waybill).map((carrier) => carrier.code) : [],
  }),
})

/** Which parts of a receiver there are, in words and without their content. */
function partsShown({ name, phone, region, detail }: ReturnType<typeof receiverInFull>): string {
  const parts = { 姓名: name, 电话: phone, 地址: region + detail }
  return Object.entries(parts)
    .flatMap(([part, value]) => (value === '' ? [] : [part]))
    .join('、')
}

/** A buyer's contact for whoever may see it order by order; each time is recorded (docs/domain.md §9.2). */
export const buyerContactCalls = handlers(extBuyerContact, {
  reveal: async ({ tx, audit }, { orderId }) => {
    const order = await findDetailedOrder(tx, orderId)
    if (!order) return refuse('NOT_FOUND')
    const receiver = receiverInFull(order)
    const shown = partsShown(receiver)
    const entry = { subject: 'order', subjectId: orderId, subjectLabel: order.orderNo, before: null } as const
    audit(shown === '' ? null : { ...entry, after: { 已查看: shown } })
    return receiver
  },
})
