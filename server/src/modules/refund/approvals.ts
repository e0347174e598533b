import type { ParsedOf } from '@huanji/contract/call'
import type { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { formatFen } from '@huanji/domain/money'
import { refundKind } from '@huanji/domain/refunds/kinds'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { mayRead } from '../../platform/field-rights.ts'
import { requireVersionIfGiven } from '../history/edits.ts'
import { callOfApproval, REFUND_ACTIONS } from './actions.ts'
import { type Approval, decideApproval } from './approval-store.ts'
import { refundRequest } from './request.ts'
import { planFen } from './request-commands.ts'
import {
  factOf,
  type HeldRefund,
  holdRefund,
  noteRefund,
  type RefundContext,
  type Requested,
  refundEntry,
  requestOf,
  requireLimit,
  stateFact,
} from './requesting.ts'
import { editedRefund, type RefundRecord, touchRefund } from './store.ts'

type Calls = typeof refundHandling

/** The open approval of a held case that is meant. Refuses REFUND_APPROVAL_GONE, and TASK_NOT_GRANTED without the right to what was asked. */
function openApproval({ beside }: HeldRefund, approvalId: string, actor: Actor): Approval {
  const { approval } = beside
  if (approval?.approvalId !== approvalId) return refuse('REFUND_APPROVAL_GONE')
  const call = callOfApproval(approval)
  if (!isGranted(call.access, actor)) refuse('TASK_NOT_GRANTED', { action: call.title })
  return approval
}

/** Refuses whoever asked for it, and whoever may not pay so much. */
function requireSecondPerson(actor: Actor, { requestedById, amountFen }: Approval): void {
  if (requestedById === actor.employeeId) refuse('REFUND_OWN_REQUEST')
  requireLimit(actor, amountFen, '不能批准')
}

/** Refuses what was asked for a case that stands otherwise by now: nothing is paid that nobody has seen. */
function requireUnchanged(refund: RefundRecord, approval: Approval, actor: Actor): void {
  const content = refundRequest.parse(approval.desired)
  const { label } = REFUND_ACTIONS[approval.action]
  if (content.state !== refund.state) refuse('STATE_CHANGED', { ...stateValues(refund), action: label })
  if ('kind' in content && content.kind !== refund.kind) {
    refuse('STATE_CHANGED', { state: `买家已改为${refundKind(refund.kind).label}`, action: label })
  }
  const amountFen = content.want === 'plan_taken' ? planFen(refund, content.plan) : refund.amountFen
  if (amountFen === null) refuse('STATE_CHANGED', { ...stateValues(refund), action: label })
  else if ('amountFen' in content && content.amountFen !== amountFen) {
    const refusal = content.want === 'plan_taken' ? 'REFUND_PLAN_CHANGED' : 'REFUND_AMOUNT_CHANGED'
    refuse(refusal, { amount: mayRead(actor, 'field:orderMoney') ? formatFen(amountFen) : '其他金额' })
  }
}

const stateValues = ({ state }: RefundRecord): { readonly state: string } => ({ state: stateFact(state).状态 ?? state })

/**
 * Agrees to a payment above somebody else's limit: it is asked of the marketplace from now on. Of several at once one does it;
 * the others are refused REFUND_APPROVAL_GONE. Refuses as the contract lists.
 */
export async function approve(context: RefundContext, input: ParsedOf<Calls['approve']>): Promise<Requested> {
  const { tx, actor, now } = context
  const { note } = input
  const held = await holdRefund(context, input.refundId)
  const { refund, beside } = held
  const approval = openApproval(held, input.approvalId, actor)
  requireSecondPerson(actor, approval)
  await requireVersionIfGiven(tx, editedRefund(refund), input.version)
  requireUnchanged(refund, approval, actor)
  requireAllowed(REFUND_ACTIONS, approval.action, { ...refund, ...beside, approval: null })
  const decision = { decision: 'approved', decidedBy: actor.employeeId, decisionNote: note, now } as const
  if (!(await decideApproval(tx, approval.approvalId, decision))) refuse('REFUND_APPROVAL_GONE')
  const { label } = REFUND_ACTIONS[approval.action]
  const facts = { 审批: '已批准', 申请人: approval.requestedBy, 退款金额: formatFen(approval.amountFen) }
  await noteRefund(context, refund, {
    action: 'approve',
    actionLabel: '批准退款',
    note: note === '' ? `申请人${approval.requestedBy}` : `申请人${approval.requestedBy}；${note}`,
  })
  const content = refundRequest.parse(approval.desired)
  const { entry } = await requestOf(context, refund, { label, content, note: approval.requestNote, facts })
  return {
    entry: { ...entry, after: { ...entry.after, ...factOf('批准意见', note) } },
    approvalId: approval.approvalId,
  }
}

/** Does not agree to a payment, or takes one's own request back. Refuses as the contract lists. */
export async function decline(context: RefundContext, input: ParsedOf<Calls['decline']>): Promise<Requested> {
  const { tx, actor, now } = context
  const { note } = input
  const held = await holdRefund(context, input.refundId)
  const { refund } = held
  const approval = openApproval(held, input.approvalId, actor)
  const isOwn = approval.requestedById === actor.employeeId
  const ended = isOwn ? 'withdrawn' : 'declined'
  const decision = { decision: ended, decidedBy: actor.employeeId, decisionNote: note, now } as const
  if (!(await decideApproval(tx, approval.approvalId, decision))) refuse('REFUND_APPROVAL_GONE')
  await touchRefund(tx, refund.refundId, now)
  const actionLabel = isOwn ? '撤回退款申请' : '不批准退款'
  await noteRefund(context, refund, { action: 'decline', actionLabel, note })
  const facts = { 申请人: approval.requestedBy, 退款金额: formatFen(approval.amountFen), ...factOf('批准意见', note) }
  const entry = refundEntry(refund, { 审批: '待批准' }, { 审批: isOwn ? '已撤回' : '未批准', ...facts })
  return { entry, approvalId: approval.approvalId }
}
