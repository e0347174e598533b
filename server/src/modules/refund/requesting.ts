import { formatFen } from '@huanji/domain/money'
import { REFUND_STATES, type RefundState } from '@huanji/domain/states/refund'
import { stateLabel } from '@huanji/domain/states/transition'
import type { AuditEntry, AuditFacts } from '../../audit/entry.ts'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import type { Actor } from '../../platform/actor.ts'
import { mayRead } from '../../platform/field-rights.ts'
import { newId } from '../../platform/ids.ts'
import { coversAmount } from '../../platform/refund-limit.ts'
import { requireVersionIfGiven } from '../history/edits.ts'
import { recordHistory } from '../history/store.ts'
import { raiseNotice } from '../notice/raise.ts'
import { makeRequest } from '../request/commands.ts'
import { REFUND_ACTIONS, type RefundAction } from './actions.ts'
import { type Approval, insertApproval } from './approval-store.ts'
import { requireVisible } from './channel-rules.ts'
import { type BesideRefund, besideRefund } from './present.ts'
import { paysFen, type RefundRequest } from './request.ts'
import { editedRefund, lockRefund, type RefundRecord, touchRefund } from './store.ts'

/** The part of a call's context that changing a case needs. */
export type RefundContext = Pick<CallContext, 'tx' | 'actor' | 'now' | 'services'>

export interface NamedRefund {
  readonly refundId: string
  readonly version?: number | undefined
}

/** A case that is held until the transaction ends, with what decides over it. */
export interface HeldRefund {
  readonly refund: RefundRecord
  readonly beside: BesideRefund
}

/** A case, held. Refuses NOT_FOUND, also for one of a channel that the caller may not look into. */
export async function holdRefund({ tx, actor }: RefundContext, refundId: string): Promise<HeldRefund> {
  const refund = requireVisible(await lockRefund(tx, { refundId }), actor)
  return { refund, beside: await besideRefund(tx, refund) }
}

/** A case that the action can be done with, held. Refuses as the action's rule says, and VERSION_CONFLICT. */
export async function refundFor(
  context: RefundContext,
  action: RefundAction,
  { refundId, version }: NamedRefund,
): Promise<HeldRefund> {
  const held = await holdRefund(context, refundId)
  requireAllowed(REFUND_ACTIONS, action, { ...held.refund, ...held.beside })
  await requireVersionIfGiven(context.tx, editedRefund(held.refund), version)
  return held
}

/** Adds a line to the history of a case that stays in its state; amounts have no place in a note. */
export async function noteRefund(
  { tx, actor, now }: RefundContext,
  { refundId, state }: Pick<RefundRecord, 'refundId' | 'state'>,
  line: { readonly action: string; readonly actionLabel: string; readonly note: string },
): Promise<void> {
  const where = { subject: REFUND_STATES.name, subjectId: refundId, fromState: state, toState: state }
  await recordHistory(tx, { ...where, ...line, who: actor, now })
}

/** The audit entry of a case. */
export const refundEntry = (
  { refundId, refundNo }: Pick<RefundRecord, 'refundId' | 'refundNo'>,
  before: AuditFacts,
  after: AuditFacts,
): AuditEntry => ({ subject: 'refund', subjectId: refundId, subjectLabel: refundNo, before, after })

/** The state of a case as a fact. */
export const stateFact = (state: RefundState): AuditFacts => ({ 状态: stateLabel(REFUND_STATES, state) ?? state })

/** A text as a fact; none where it is empty. */
export const factOf = (name: string, text: string): AuditFacts => (text === '' ? {} : { [name]: text })

/**
 * Refuses where the caller saw another amount than the case has: REFUND_AMOUNT_CHANGED, or REFUND_PLAN_CHANGED for one that
 * the market judged. Whoever may not see money has seen none, and learns none by asking.
 */
export function requireAmount(
  { actor }: Pick<RefundContext, 'actor'>,
  amountFen: number,
  seenFen: number | undefined,
  refusal: 'REFUND_AMOUNT_CHANGED' | 'REFUND_PLAN_CHANGED' = 'REFUND_AMOUNT_CHANGED',
): void {
  if (seenFen === undefined || seenFen === amountFen || !mayRead(actor, 'field:orderMoney')) return
  refuse(refusal, { amount: formatFen(amountFen) }, { field: 'amountFen' })
}

/** Refuses REFUND_LIMIT_TOO_LOW, with what follows from it, where a person may not pay so much; who may not see money is told no amount. */
export function requireLimit(actor: Actor, amountFen: number, consequence: string): void {
  if (coversAmount(actor, amountFen)) return
  const amount = mayRead(actor, 'field:orderMoney') ? formatFen(amountFen) : '金额'
  refuse('REFUND_LIMIT_TOO_LOW', { amount, limit: formatFen(actor.refundLimitFen ?? 0), consequence })
}

/** Something that is asked of the marketplace for a case. */
export interface NewRefundRequest {
  readonly label: string
  readonly content: RefundRequest
  readonly note: string
  /** What the audit log is told beside the request itself. */
  readonly facts: AuditFacts
}

/** A request that pays the buyer, now or in the end. */
export interface PayingRequest extends NewRefundRequest {
  readonly action: Approval['action']
}

/** What a request came to: what the audit log is told, and the approval that it waits for instead of being made. */
export interface Requested {
  readonly entry: AuditEntry
  readonly approvalId: string | null
}

const REQUESTED: Readonly<Record<RefundRequest['want'], string>> = {
  refund_agreed: '已点同意，等闲鱼',
  refund_refused: '已点拒绝，等闲鱼',
  return_confirmed: '已点收货，等闲鱼',
  plan_taken: '已选处理办法，等闲鱼',
  goods_resent: '已填补发运单，等闲鱼',
}

/** What was done here while the marketplace has not said yet that it is so. */
const requestedText = (content: RefundRequest): string =>
  content.want === 'refund_agreed' && content.state === 'awaiting_address'
    ? '已填退货地址，等闲鱼'
    : REQUESTED[content.want]

/** Asks the marketplace for something; nothing of the case changes until the marketplace says so. */
export async function requestOf(
  context: RefundContext,
  refund: RefundRecord,
  { label, content, note, facts }: NewRefundRequest,
): Promise<Requested> {
  const { tx, actor, now } = context
  const { refundId, state } = refund
  await makeRequest(tx, {
    subject: 'refund',
    subjectId: refundId,
    desired: content,
    requestedBy: actor.employeeId,
    now,
  })
  await touchRefund(tx, refundId, now)
  await noteRefund(context, refund, { action: content.want, actionLabel: requestedText(content), note })
  const entry = refundEntry(refund, stateFact(state), { 申请: label, ...facts, ...factOf('备注', note) })
  return { entry, approvalId: null }
}

/** The same for what pays: above the caller's limit it is written down for a second person, and nothing is asked yet. */
export async function requestOrApproval(
  context: RefundContext,
  refund: RefundRecord,
  request: PayingRequest,
): Promise<Requested> {
  const { tx, actor, now } = context
  const { label, content, note, action } = request
  const amountFen = paysFen(content)
  const facts = { ...request.facts, ...(amountFen > 0 ? { 退款金额: formatFen(amountFen) } : {}) }
  if (amountFen === 0 || coversAmount(actor, amountFen)) return requestOf(context, refund, { ...request, facts })
  const { refundId, state } = refund
  const approvalId = newId()
  const isAdded = await insertApproval(tx, {
    approvalId,
    refundId,
    action,
    desired: content,
    amountFen,
    now,
    requestedBy: actor.employeeId,
    requestNote: note,
  })
  if (!isAdded) return refuse('STATE_CHANGED', { state: '退款待批准', action: label })
  await touchRefund(tx, refundId, now)
  await noteRefund(context, refund, { action: 'askApproval', actionLabel: `${label}待批准`, note })
  const about = { kind: 'refundNeedsDecision', channel: refund.channel, subjectId: refundId } as const
  await raiseNotice(tx, { ...about, source: approvalId, label: refund.title, detail: `${label}待批准` }, now)
  const after = { 申请: label, 审批: '待批准', ...facts, ...factOf('备注', note) }
  return { entry: refundEntry(refund, stateFact(state), after), approvalId }
}
