import { feeReturnFen } from '@huanji/domain/fees/fee-table'
import { ORDER_STATUS } from '../protocol/orders.ts'
import type { ListSettlementsData, ListSettlementsRequest, Settlement, SettlementLine } from '../protocol/trade.ts'
import { moveAccount } from './accounts.ts'
import { change, isWithin, pageOf, type SandboxContext, toSeconds } from './context.ts'
import type { OrderDocument } from './documents.ts'
import { CLOCKS, inspectionFeeFen, serviceFeeFen } from './rules.ts'

/** The head of a settlement, beside its lines. */
export interface SettlementOccasion {
  readonly refundNo?: string
  readonly remark?: string
}

/** Writes money moved for an order, and moves it on the shop's account. Lines of nothing are left out. */
export function writeSettlement(
  context: SandboxContext,
  order: OrderDocument,
  lines: readonly SettlementLine[],
  { refundNo, remark }: SettlementOccasion = {},
): void {
  const kept = lines.filter((line) => line.amount > 0)
  if (kept.length === 0) return
  const settlementNo = `JS${String(context.nextId('settlement')).padStart(12, '0')}`
  const netFen = kept.reduce((sum, line) => sum + (line.direction === 'in' ? line.amount : -line.amount), 0)
  const settlement: Settlement = {
    settlement_no: settlementNo,
    order_no: order.orderNo,
    channel: order.channel,
    user_name: order.userName,
    lines: kept,
    net_amount: netFen,
    settled_at: toSeconds(context.nowMs()),
    ...(refundNo === undefined ? {} : { refund_no: refundNo }),
    ...(remark === undefined ? {} : { remark }),
  }
  context.store.put('settlement', settlementNo, { sellerId: order.sellerId, settledMs: context.nowMs(), settlement })
  moveAccount(context, order, {
    type: 'settlement',
    direction: netFen < 0 ? 'out' : 'in',
    amountFen: Math.abs(netFen),
    orderNo: order.orderNo,
    refundNo: refundNo ?? '',
    settlementNo,
    remark: remark ?? '',
  })
}

/** Pays the seller for an order that is done: deal and freight, less fees, less what the buyer got back and what returns cost before. */
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
  const { priceDifferenceFen = 0, returnFreightFen = 0, misstatedFen = 0 } = order
  change(context.store, 'order', orderNo, order, {
    settledMs: context.nowMs(),
    returnFreightFen: 0,
    misstatedFen: 0,
  })
  writeSettlement(context, order, [
    { type: 'deal', direction: 'in', amount: order.goodsFen + misstatedFen },
    { type: 'freight', direction: 'in', amount: order.freightFen },
    { type: 'serviceFee', direction: 'out', amount: serviceFeeFen(order) },
    { type: 'inspectionFee', direction: 'out', amount: inspectionFeeFen(order) },
    { type: 'refund', direction: 'out', amount: order.refundedFen - priceDifferenceFen },
    { type: 'priceDifference', direction: 'out', amount: priceDifferenceFen },
    { type: 'feeReturn', direction: 'in', amount: feesGivenBackFen(order, order.refundedFen) },
    { type: 'freight', direction: 'out', amount: returnFreightFen },
  ])
}

export interface Repayment {
  readonly refundNo: string
  readonly amountFen: number
  readonly type: 'refund' | 'priceDifference'
}

/**
 * Takes from the seller what an after-sale case has cost: after the settlement the money, with the fees that go with it
 * given back, and the freight of the way back; before it, only the freight of an order that will have no
 * settlement. The rest is in the order's own.
 * @param order with the repayment and the freight counted
 */
export function settleCase(
  context: SandboxContext,
  order: OrderDocument,
  { refundNo, amountFen, type }: Repayment,
): void {
  const isSettled = order.settledMs > 0
  if (!isSettled && order.status !== ORDER_STATUS.refunded) return
  const { returnFreightFen = 0, refundedFen } = order
  const freight: SettlementLine = { type: 'freight', direction: 'out', amount: returnFreightFen }
  const repaid: SettlementLine[] = [
    { type, direction: 'out', amount: amountFen },
    {
      type: 'feeReturn',
      direction: 'in',
      amount: feesGivenBackFen(order, refundedFen) - feesGivenBackFen(order, refundedFen - amountFen),
    },
  ]
  change(context.store, 'order', order.orderNo, order, { returnFreightFen: 0 })
  writeSettlement(context, order, isSettled ? [...repaid, freight] : [freight], { refundNo })
}

/**
 * What of its fees an order has back once so much went back to the buyer, fen: the same share of the service fee, and all of
 * them where nothing is left of the sale. So it is the same whether the money went back before the settlement or after it.
 */
function feesGivenBackFen(order: OrderDocument, repaidFen: number): number {
  const { paidFen } = order
  if (repaidFen >= paidFen) return serviceFeeFen(order) + inspectionFeeFen(order)
  return feeReturnFen(serviceFeeFen(order), { repaidFen, paidFen })
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
