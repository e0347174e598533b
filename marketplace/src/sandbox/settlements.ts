import { shareOfFen } from '@huanji/domain/money'
import { ORDER_STATUS } from '../protocol/orders.ts'
import type { ListSettlementsData, ListSettlementsRequest, Settlement, SettlementLine } from '../protocol/trade.ts'
import type { OrderDocument } from './documents.ts'
import { CLOCKS, inspectionFeeFen, serviceFeeFen } from './rules.ts'
import { change, isWithin, pageOf, toSeconds, type World } from './world.ts'

/** Writes money moved for an order. Lines of nothing are left out. */
export function writeSettlement(world: World, order: OrderDocument, lines: readonly SettlementLine[]): void {
  const kept = lines.filter((line) => line.amount > 0)
  if (kept.length === 0) return
  const settlementNo = `JS${String(world.nextId('settlement')).padStart(12, '0')}`
  const settlement: Settlement = {
    settlement_no: settlementNo,
    order_no: order.orderNo,
    channel: order.channel,
    user_name: order.userName,
    lines: kept,
    net_amount: kept.reduce((sum, line) => sum + (line.direction === 'in' ? line.amount : -line.amount), 0),
    settled_at: toSeconds(world.nowMs()),
  }
  world.store.put('settlement', settlementNo, { sellerId: order.sellerId, settledMs: world.nowMs(), settlement })
}

/** Pays the seller for an order that is done: deal and freight, less fees, less what the buyer got back before. */
export function settleOrder(world: World, orderNo: string, isBlocked: (order: OrderDocument) => boolean): void {
  const order = world.store.get('order', orderNo)
  if (order?.status !== ORDER_STATUS.completed || order.settledMs > 0) return
  if (isBlocked(order)) {
    world.schedule(world.nowMs() + CLOCKS.settleMs, { type: 'settle', orderNo })
    return
  }
  change(world.store, 'order', orderNo, order, { settledMs: world.nowMs() })
  writeSettlement(world, order, [
    { type: 'deal', direction: 'in', amount: order.goodsFen },
    { type: 'freight', direction: 'in', amount: order.freightFen },
    { type: 'serviceFee', direction: 'out', amount: serviceFeeFen(order) },
    { type: 'inspectionFee', direction: 'out', amount: inspectionFeeFen(order) },
    { type: 'refund', direction: 'out', amount: order.refundedFen },
  ])
}

/** Takes money back after a settlement: the refund, and the same share of the service fee returned to the seller. */
export function settleRefund(world: World, order: OrderDocument, amountFen: number): void {
  if (order.settledMs === 0) return
  const share = Math.min(Math.round((amountFen / order.paidFen) * 10_000), 10_000)
  writeSettlement(world, order, [
    { type: 'refund', direction: 'out', amount: amountFen },
    { type: 'feeReturn', direction: 'in', amount: shareOfFen(serviceFeeFen(order), share) },
  ])
}

/** Answers the merchant's settlements, newest first. */
export function listSettlements(world: World, sellerId: number, request: ListSettlementsRequest): ListSettlementsData {
  const rows = world.store
    .all('settlement')
    .filter((row) => row.sellerId === sellerId && isWithin(row.settledMs, request.settled_time))
    .map((row) => row.settlement)
    .filter((row) => request.order_no === undefined || row.order_no === request.order_no)
    .sort((a, b) => b.settled_at - a.settled_at || b.settlement_no.localeCompare(a.settlement_no))
  return pageOf(rows, request)
}
