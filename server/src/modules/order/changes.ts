import type { ParsedOf } from '@huanji/contract/call'
import type { auctionOrder } from '@huanji/contract/features/order/auction-order'
import type { curatedOrder } from '@huanji/contract/features/order/curated-order'
import type { Channel } from '@huanji/domain/channel'
import { asOneText, jumpQuestion, jumpWithoutAmounts } from '@huanji/domain/jump'
import { LOSS_WITHOUT_AMOUNTS, lossQuestion } from '@huanji/domain/listing/cost-floor'
import { NO_WORTH } from '@huanji/domain/listing/price-reference'
import { priceBand } from '@huanji/domain/listing/price-rules'
import { formatFen } from '@huanji/domain/money'
import { closeRefusal, findCloseReason } from '@huanji/domain/orders/close-reasons'
import { ORDER_STATES } from '@huanji/domain/states/order'
import { stateLabel } from '@huanji/domain/states/transition'
import type { AuditEntry } from '../../audit/entry.ts'
import type { Tx } from '../../database/database.ts'
import { refuse } from '../../errors/refusal.ts'
import type { By } from '../../platform/actor.ts'
import { mayRead } from '../../platform/field-rights.ts'
import { coversAmount } from '../../platform/refund-limit.ts'
import { requireVersionIfGiven } from '../history/edits.ts'
import { recordHistory } from '../history/store.ts'
import { dearestOf } from '../listing/operate-curated.ts'
import { worthsOf } from '../listing/references.ts'
import { makeRequest } from '../request/commands.ts'
import { type OrderAction, requireOrderAllows } from './actions.ts'
import { requireOfChannel } from './channel-rules.ts'
import { linesOfOrder } from './line-store.ts'
import type { CloseRequest, PriceRequest } from './request.ts'
import { setRemark, touchOrder } from './shipment-store.ts'
import { editedOrder, lockOrder, type OrderRecord } from './store.ts'

interface Named {
  readonly orderId: string
  readonly version?: number | undefined
}

/** An order that the action can be done with, held until the transaction ends. */
async function orderFor(tx: Tx, channel: Channel, action: OrderAction, input: Named): Promise<OrderRecord> {
  const order = requireOfChannel(await lockOrder(tx, input), channel)
  requireOrderAllows(action, order)
  await requireVersionIfGiven(tx, editedOrder(order), input.version)
  return order
}

async function recordRequest(
  tx: Tx,
  order: OrderRecord,
  by: By,
  line: { readonly action: string; readonly actionLabel: string; readonly note: string },
): Promise<void> {
  await recordHistory(tx, {
    subject: ORDER_STATES.name,
    subjectId: order.orderId,
    who: by.who,
    fromState: order.state,
    toState: order.state,
    now: by.now,
    ...line,
  })
}

const subjectOf = ({ orderId, orderNo }: OrderRecord) =>
  ({ subject: 'order', subjectId: orderId, subjectLabel: orderNo }) as const

/**
 * Asks the marketplace to close an order, for a reason of the list; until it is so, nothing else can be done with it.
 * Refuses CLOSE_REASON_INVALID, and STATE_CHANGED for an order that was shipped or ended.
 */
export async function close(
  tx: Tx,
  channel: Channel,
  input: ParsedOf<typeof auctionOrder.close>,
  by: By,
): Promise<AuditEntry> {
  const order = await orderFor(tx, channel, 'close', input)
  const message = closeRefusal(input.reasonCode, input.note)
  if (message !== null) {
    const field = findCloseReason(input.reasonCode)?.by === 'seller' ? 'note' : 'reasonCode'
    return refuse('CLOSE_REASON_INVALID', { message }, { field })
  }
  const label = findCloseReason(input.reasonCode)?.label ?? ''
  const reason =
    input.reasonCode === 'other' ? input.note : [label, input.note].filter((part) => part !== '').join('：')
  const desired: CloseRequest = { want: 'closed', reasonCode: input.reasonCode, reason }
  await makeRequest(tx, {
    subject: 'order_close',
    subjectId: order.orderId,
    desired,
    requestedBy: by.who.employeeId,
    now: by.now,
  })
  await touchOrder(tx, order.orderId, by.now)
  await recordRequest(tx, order, by, { action: 'requestClose', actionLabel: '申请关闭订单', note: reason })
  const before = { 状态: stateLabel(ORDER_STATES, order.state) ?? order.state }
  return { ...subjectOf(order), before, after: { 申请: '关闭订单', 原因: reason } }
}

/** What the goods of an order usually cost at least (docs/domain.md §6.2); null where nothing says. */
async function usualLeastOf(tx: Tx, order: OrderRecord, by: By): Promise<number | null> {
  const lines = await linesOfOrder(tx, order.orderId)
  const goods = lines.map(({ skuId, grade }) => ({ channel: order.channel, modelId: order.modelId, skuId, grade }))
  const worthOf = await worthsOf(tx, goods, by)
  let leastFen = 0
  for (const [index, { quantity }] of lines.entries()) {
    const { referenceFen } = goods[index] ? worthOf(goods[index]) : NO_WORTH
    if (referenceFen === null) return null
    leastFen += priceBand(referenceFen).lowFen * quantity
  }
  return Math.min(leastFen, order.dealPriceFen)
}

/** What the dearest goods of an order that could be sent cost together; null where that is not known of all of them. */
async function costOfOrder(tx: Tx, order: OrderRecord): Promise<number | null> {
  let costFen = 0
  for (const { listingId, skuId, quantity } of await linesOfOrder(tx, order.orderId)) {
    const dearest = listingId === null ? undefined : (await dearestOf(tx, listingId)).get(skuId)
    if (dearest === undefined) return null
    costFen += dearest * quantity
  }
  return costFen
}

/** What has to be confirmed of a new price: below the usual, far from the one before, at a loss after the fees. */
async function priceDoubts(tx: Tx, order: OrderRecord, price: OrderPrice, by: By): Promise<string[]> {
  const { priceFen, freightFen } = price
  // the price that the order has may be the least
  const isOpen = mayRead(by.who, 'field:orderMoney')
  const leastFen = await usualLeastOf(tx, order, by)
  const low = leastFen !== null && priceFen < leastFen ? `新价格低于通常的${formatFen(leastFen)}，请确认` : null
  const jump = jumpQuestion('买家应付', order.dealPriceFen + order.freightFen, priceFen + freightFen)
  // a higher price only loses less
  const costFen = priceFen < order.dealPriceFen ? await costOfOrder(tx, order) : null
  const { channel, unitCount, orderedAt: at } = order
  const loss = lossQuestion(priceFen, costFen, { channel, unitCount, at, freightFen })
  return [
    low && (isOpen ? low : '新价格偏低，请确认'),
    jump && (isOpen ? jump : jumpWithoutAmounts('买家应付')),
    loss && (mayRead(by.who, 'field:costPrice') ? loss : LOSS_WITHOUT_AMOUNTS),
  ].filter((doubt) => typeof doubt === 'string')
}

/**
 * Refuses PRICE_CUT_ABOVE_LIMIT for more off than the person may pay back: money that the buyer is let off before paying is
 * worth as much as money that goes back. What was taken off before counts, so that several small steps are no way around.
 */
function requireCutWithinLimit(order: OrderRecord, { priceFen, freightFen }: OrderPrice, { who }: By): void {
  const { originalPriceFen, dealPriceFen } = order
  const before = Math.max(originalPriceFen ?? dealPriceFen, dealPriceFen) + order.freightFen
  const cutFen = before - priceFen - freightFen
  const isLower = priceFen + freightFen < dealPriceFen + order.freightFen
  if (!isLower || coversAmount(who, cutFen)) return
  const amount = mayRead(who, 'field:orderMoney') ? formatFen(cutFen) : '金额'
  refuse('PRICE_CUT_ABOVE_LIMIT', { amount, limit: formatFen(who.refundLimitFen ?? 0) }, { field: 'priceFen' })
}

interface OrderPrice {
  readonly priceFen: number
  readonly freightFen: number
}

/**
 * Asks the marketplace for another price of an order that is not paid; the order has it once the marketplace says so.
 * Refuses as the contract lists: PRICE_INVALID for the price that it has, PRICE_NEEDS_CONFIRMATION for one below what the
 * goods usually cost, far from the one before, or at a loss, PRICE_CUT_ABOVE_LIMIT for more off than the person may give.
 */
export async function changePrice(
  tx: Tx,
  input: ParsedOf<typeof curatedOrder.changePrice>,
  by: By,
): Promise<AuditEntry> {
  const order = await orderFor(tx, 'curated', 'changePrice', input)
  const { priceFen, freightFen } = input
  if (priceFen === order.dealPriceFen && freightFen === order.freightFen) {
    return refuse('PRICE_INVALID', { message: '新价格与当前价格相同' }, { field: 'priceFen' })
  }
  requireCutWithinLimit(order, input, by)
  const doubts = input.priceConfirmed ? [] : await priceDoubts(tx, order, input, by)
  if (doubts.length > 0) {
    return refuse('PRICE_NEEDS_CONFIRMATION', { message: asOneText(doubts) }, { field: 'priceConfirmed' })
  }
  const desired: PriceRequest = { want: 'change_price', priceFen, freightFen }
  await makeRequest(tx, {
    subject: 'order_price',
    subjectId: order.orderId,
    desired,
    requestedBy: by.who.employeeId,
    now: by.now,
  })
  await touchOrder(tx, order.orderId, by.now)
  const [before, after] = [priceFacts(order.dealPriceFen, order.freightFen), priceFacts(priceFen, freightFen)]
  // the history of an order is read by people who may not see its money
  await recordRequest(tx, order, by, { action: 'requestPrice', actionLabel: '申请改价', note: '' })
  return { ...subjectOf(order), before, after }
}

/** A price as the audit log tells it. */
export const priceFacts = (priceFen: number, freightFen: number) => ({
  商品价: formatFen(priceFen),
  运费: formatFen(freightFen),
  买家应付: formatFen(priceFen + freightFen),
})

/** Writes our own remark; an empty one takes it away. Refuses VERSION_CONFLICT. The caller holds the order. */
export async function remark(
  tx: Tx,
  order: OrderRecord,
  input: ParsedOf<typeof auctionOrder.addRemark>,
  by: By,
): Promise<AuditEntry | null> {
  await requireVersionIfGiven(tx, editedOrder(order), input.version)
  if (order.remark === input.remark) return null
  await setRemark(tx, order.orderId, input.remark, by.now)
  await recordRequest(tx, order, by, { action: 'remark', actionLabel: '备注', note: input.remark })
  return { ...subjectOf(order), before: { 备注: order.remark }, after: { 备注: input.remark } }
}
