import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { CARRIERS, guessCarriers } from '@huanji/domain/carriers'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { handlers, refuse } from '../../gateway/handler.ts'
import { bidsOf, findEntry } from '../auction/store.ts'
import { historyOf } from '../history/store.ts'
import { mayRead } from '../listing/rights.ts'
import { deliver } from './delivery.ts'
import { countOrders, findDetailedOrder, listOrders } from './list-store.ts'
import { presentOrder, presentReceiver, presentUnit } from './present.ts'
import { findOrder, unitsOfOrder } from './store.ts'

/** The calls of the auction market's orders (specification §7; domain facts §5.4–5.8). */
export const auctionOrderCalls = handlers(auctionOrder, {
  list: async (context, filter) => {
    const page = await listOrders(context.tx, filter)
    const counts = await countOrders(context.tx, filter)
    return { ...page, list: page.list.map((order) => presentOrder(order, context)), counts }
  },

  detail: async (context, { orderId }) => {
    const order = await findDetailedOrder(context.tx, orderId)
    if (!order) return refuse('NOT_FOUND')
    const seesMoney = mayRead(context.actor, 'field:orderMoney')
    const units = (await unitsOfOrder(context.tx, orderId)) ?? []
    return {
      ...presentOrder(order, context),
      receiver: presentReceiver(order, context),
      mode: order.mode,
      buyerFeeFen: seesMoney ? order.buyerFeeFen : null,
      serviceFeeFen: seesMoney ? order.serviceFeeFen : null,
      prepayFen: seesMoney ? order.prepayFen : null,
      finalPayFen: seesMoney ? order.finalPayFen : null,
      paidFen: seesMoney ? order.paidFen : null,
      closeReason: order.closeReason,
      shipFrom: order.shipFrom,
      deliveryFailure: order.deliveryFailure,
      units: units.map((unit) => presentUnit(unit, context)),
      history: await historyOf(context.tx, ORDER_STATES.name, orderId),
    }
  },

  delivery: async (context, input) => {
    await deliver(context.tx, input, { who: context.actor, now: context.now })
    const order = await findDetailedOrder(context.tx, input.orderId)
    if (!order) return refuse('NOT_FOUND')
    return { order: presentOrder(order, context) }
  },

  barcodeList: async (context, { orderId }) => {
    const units = await unitsOfOrder(context.tx, orderId)
    if (!units) return refuse('NOT_FOUND')
    return { units: units.map((unit) => presentUnit(unit, context)) }
  },

  offerRecord: async ({ tx, actor }, { orderId }) => {
    const order = await findDetailedOrder(tx, orderId)
    if (!order) return refuse('NOT_FOUND')
    const entry = order.entryId === null ? null : await findEntry(tx, order.entryId)
    return {
      startPriceFen: entry?.startPriceFen ?? order.startPriceFen,
      reservePriceFen: entry && mayRead(actor, 'field:reservePrice') ? entry.reservePriceFen : null,
      highestBidFen: entry?.highestBidFen ?? null,
      bidderCount: entry?.bidderCount ?? 0,
      bidCount: entry?.bidCount ?? 0,
      extensionCount: entry?.extensionCount ?? 0,
      bids: entry ? await bidsOf(tx, entry.entryId) : [],
    }
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
