import { shareOfFen } from '@huanji/domain/money'
import { ORDER_STATUS } from '../protocol/orders.ts'
import type { ListSettlementsData, ListSettlementsRequest, Settlement, SettlementLine } from '../protocol/trade.ts'
import { change, isWithin, pageOf, type SandboxContext, toSeconds } from './context.ts'
import type { OrderDocument } from './documents.ts'
import { CLOCKS, inspectionFeeFen, serviceFeeFen } from './rules.ts'

/** Writes money moved for an order. Lines of nothing are left out. */
export function writeSettlement(context: SandboxContext, order: OrderDocument, lines: readonly SettlementLine[]): void {
  const kept = lines.filter((line) => line.amount > 0)
  if (kept.length === 0) return
  const settlementNo = `JS${String(context.nextId('settlement')).padStart(12, '0')}`
  const settlement: Settlement = {
    settlement_no: settlementNo,
    order_no: order.orderNo,
    channel: order.channel,
    user_name: order.userName,
    lines: kept,
    net_amount: kept.reduce((sum, line) => sum + (line.direction === 'in' ? line.amount : -line.amount), 0),
    settled_at: toSeconds(context.nowMs()),
  }
  context.store.put('settlement', settlementNo, { sellerId: order.sellerId, settledMs: context.nowMs(), settlement })
}

/** Pays the seller for an order that is done: deal and freight, less fees, less what the buyer got back before. */
export function settleOrder(
  context: SandboxContext,
  orderNo: string,
  isBlocked: (order: OrderDocument) => boolean,
): void {
  const order = context.store.get('order', orderNo)
  if (order?.status !== ORDER_STATUS.completed || order.settledMs > 0) return
  if (isBlocked(order)) {
    context.schedule(context.nowMs() + CLOCKS.settleMs, { type: 'settle', orderNo })
    return
  }
  change(context.store, 'order', orderNo, order, { settledMs: context.nowMs() })
  writeSettlement(context, order, [
    { type: 'deal', direction: 'in', amount: order.goodsFen },
    { type: 'freight', direction: 'in', amount: order.freightFen },
    { type: 'serviceFee', direction: 'out', amount: serviceFeeFen(order) },
    { type: 'inspectionFee', direction: 'out', amount: inspectionFeeFen(order) },
    { type: 'refund', direction: 'out', amount: order.refundedFen },
  ])
}

/** Takes money back after a settlement: the refund, and the same share of the service fee returned to the seller. */
export function settleRefund(context: SandboxContext, order: OrderDocument, amountFen: number): void {
  if (order.settledMs === 0) return
  const share = Math.min(Math.round((amountFen / order.paidFen) * 10_000), 10_000)
  writeSettlement(context, order, [
    { type: 'refund', direction: 'out', amount: amountFen },
    { type: 'feeReturn', direction: 'in', amount: shareOfFen(serviceFeeFen(order), share) },
  ])
}

/** Answers the merchant's settlements, newest first. */
export function listSettlements(
  context: SandboxContext,
  sellerId: number,
  request: ListSettlementsRequest,
): ListSettlementsData {
  const rows = context.store
    .all('settlement')
    .filter((row) => row.sellerId === sellerId && isWithin(row.settledMs, request.settled_time))
    .map((row) => row.settlement)
    .filter((row) => request.order_no === undefined || row.order_no === request.order_no)
    .sort((a, b) => b.settled_at - a.settled_at || b.settlement_no.localeCompare(a.settlement_no))
  return pageOf(rows, request)
}
