import { formatFen } from '@huanji/domain/money'
import { ORDER_STATES, type OrderState } from '@huanji/domain/states/order'
import { stateLabel } from '@huanji/domain/states/transition'
import type { Order } from '@huanji/marketplace/protocol/orders'
import { type AuditEntry, type AuditFacts, systemOrigin } from '../../audit/entry.ts'
import { type AuditAction, recordAudit } from '../../audit/store.ts'
import type { Tx } from '../../database/database.ts'
import type { OrderRecord } from './store.ts'

/** Something that happened to money without one of our people. */
export interface OrderAuditEvent extends Pick<AuditAction, 'action' | 'actionLabel'> {
  readonly who: '系统' | '闲鱼'
  readonly entry: AuditEntry
}

const stateFact = (state: OrderState): AuditFacts => ({ 状态: stateLabel(ORDER_STATES, state) ?? state })

/**
 * What a move of an order by the marketplace does to the buyer's money, for the audit log: it is paid, or a paid order
 * is closed or refunded. Null for any other move.
 */
export function orderAuditEventOf(
  mine: OrderRecord,
  order: Order,
  move: { readonly from: OrderState; readonly to: OrderState },
): OrderAuditEvent | null {
  const subject = { subject: 'order', subjectId: mine.orderId, subjectLabel: mine.orderNo } as const
  const [before, after] = [stateFact(move.from), stateFact(move.to)]
  const paid = { 买家实付: formatFen(order.pay_amount) }
  if (move.to === 'awaiting_shipment') {
    const entry = { ...subject, before, after: { ...after, ...paid } }
    return { action: 'order.paid', actionLabel: '买家付款', who: '闲鱼', entry }
  }
  if (move.to !== 'refunded' && (move.to !== 'closed' || move.from === 'awaiting_payment')) return null
  const refund = move.to === 'refunded' ? { 退款金额: formatFen(order.refund_amount) } : {}
  const reason = order.cancel_reason ? { 原因: order.cancel_reason } : {}
  const entry = { ...subject, before: { ...before, ...paid }, after: { ...after, ...refund, ...reason } }
  return move.to === 'refunded'
    ? { action: 'order.refunded', actionLabel: '订单退款', who: '闲鱼', entry }
    : { action: 'order.closed', actionLabel: '已付款订单关闭', who: '闲鱼', entry }
}

/** The bill rows that a completed order is expected to bring, for the audit log. */
export const billsExpected = (entry: AuditEntry): OrderAuditEvent => ({
  action: 'bill.expected',
  actionLabel: '生成账单',
  who: '系统',
  entry,
})

/** Records audit entries in their order; the last thing in a transaction, as `recordAudit` says. */
export async function recordEvents(tx: Tx, events: readonly OrderAuditEvent[], now: Date): Promise<void> {
  for (const { who, entry, ...event } of events) await recordAudit(tx, systemOrigin(who), { ...event, now }, [entry])
}
