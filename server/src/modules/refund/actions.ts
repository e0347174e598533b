import type { CallSpec } from '@huanji/contract/call'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { OPEN_REFUND_STATES, type refundAction } from '@huanji/contract/features/refund/rows'
import type { Channel } from '@huanji/domain/channel'
import type { VerdictStatus } from '@huanji/domain/refunds/expiry'
import { comesBack, type RefundKindCode } from '@huanji/domain/refunds/kinds'
import { REFUND_STATES, type RefundState } from '@huanji/domain/states/refund'
import { stateLabel } from '@huanji/domain/states/transition'
import type * as z from 'zod'
import {
  type ActionRule,
  type ActionRules,
  allowedActions,
  type Obstacle,
  wrongState,
} from '../../gateway/allowed-actions.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { coversAmount } from '../../platform/refund-limit.ts'
import {
  GIVE_UP,
  giveUpObstacle,
  pendingObstacle,
  RETRY,
  type RequestFacts,
  retryObstacle,
} from '../request/actions.ts'
import type { RequestView } from '../request/store.ts'
import type { Approval } from './approval-store.ts'
import { maySeeRefunds } from './channel-rules.ts'
import type { ReturnedGoods } from './facts-store.ts'

export type RefundAction = z.output<typeof refundAction>

/** The facts of a case that its allowed actions follow from. */
export interface RefundFacts extends RequestFacts {
  readonly channel: Channel
  readonly kind: RefundKindCode
  readonly state: RefundState
  readonly verdict: VerdictStatus | null
  readonly decidedPlan: 'keep' | 'return' | null
  readonly returnWaybill: string
  readonly refusedWaybill: string
  readonly goods: Pick<
    ReturnedGoods,
    'unitCount' | 'receivedCount' | 'recheckedCount' | 'unstockedCount' | 'unseenCount'
  >
  /** The payment that waits for a second person; null where none does. */
  readonly approval: Pick<Approval, 'action' | 'amountFen' | 'requestedById'> | null
}

type Rule = ActionRule<RefundFacts>

const isOver = (state: RefundState): boolean => !OPEN_REFUND_STATES.some((open) => open === state)

const standing = ({ state }: RefundFacts): string => stateLabel(REFUND_STATES, state) ?? state

/** In the way of anything that is asked of the marketplace in one of these states. */
function askObstacle(facts: RefundFacts, states: readonly RefundState[], label: string): Obstacle | null {
  if (!states.includes(facts.state)) return wrongState(standing(facts), label)
  if (facts.verdict === 'judging') return wrongState('平台判定中', label)
  const pending = pendingObstacle(facts, label)
  if (pending) return pending
  return facts.approval === null ? null : wrongState('退款待批准', label)
}

/** A case that the market has judged goes on by one of its plans. */
const planObstacle = ({ state, verdict }: RefundFacts, label: string): Obstacle | null =>
  state === 'awaiting_merchant' && verdict === 'awaitingSeller' ? wrongState('平台已判定，请选处理办法', label) : null

const asking = (
  label: string,
  call: CallSpec,
  states: readonly RefundState[],
  more: (facts: RefundFacts, label: string) => Obstacle | null = () => null,
): Rule => ({ label, call, obstacle: (facts) => askObstacle(facts, states, label) ?? more(facts, label) })

/** Nothing is paid for phones that nobody has seen; an order whose phones we do not know has none to scan. */
function receivedObstacle({ goods, refusedWaybill }: RefundFacts): Obstacle | null {
  const { unitCount, receivedCount } = goods
  // what was sent to its buyer again is not here, although it was scanned in once
  return unitCount > 0 && (receivedCount === 0 || refusedWaybill !== '')
    ? { code: 'REFUND_NOT_RECEIVED', values: { count: unitCount } }
    : null
}

/** The states in which a parcel of a case may be on its way, or come late. */
const UNDER_WAY: readonly RefundState[] = ['awaiting_return', 'awaiting_receipt', 'awaiting_resend']
/** The states that a case can be in when its parcel comes after all. */
const TOO_LATE: readonly RefundState[] = ['refused', 'closed', 'succeeded']
/** The same, and while the marketplace judges a refusal: what lies in the parcel is evidence then. */
const UNEXPECTED: readonly RefundState[] = [...TOO_LATE, 'awaiting_merchant']

/**
 * Whether a phone can be scanned in once more: a wrong scan before anybody has looked at it, or a refused phone that comes
 * back after it was sent to its buyer. One that is in stock again stays.
 */
const canReplaceReceipt = ({ refusedWaybill, goods }: RefundFacts): boolean =>
  (refusedWaybill === '' ? goods.unseenCount : goods.unstockedCount) > 0

function receiveObstacle(facts: RefundFacts): Obstacle | null {
  const { state, returnWaybill, goods } = facts
  const isExpected = UNDER_WAY.includes(state)
  const isLate = UNEXPECTED.includes(state) && comesBack(facts) && returnWaybill !== ''
  if (!isExpected && !isLate) return wrongState(standing(facts), RECEIVE)
  if (goods.unitCount === 0) return wrongState('订单没有登记手机', RECEIVE)
  return goods.receivedCount >= goods.unitCount && !canReplaceReceipt(facts) ? { code: 'REFUND_UNIT_RECEIVED' } : null
}

function recheckObstacle(facts: RefundFacts): Obstacle | null {
  const { state, goods } = facts
  if (goods.receivedCount === 0) return { code: 'REFUND_NOT_RECEIVED', values: { count: goods.unitCount } }
  const isDone = TOO_LATE.includes(state) && goods.recheckedCount === goods.receivedCount
  return isDone ? wrongState(standing(facts), RECHECK) : null
}

function sendBackObstacle(facts: RefundFacts): Obstacle | null {
  const isTheirs = facts.state === 'refused' || facts.state === 'closed'
  return isTheirs && facts.goods.receivedCount > 0 ? null : wrongState(standing(facts), SEND_BACK)
}

/** What was asked for a case that is over, or while its payment waits for a second person, is not asked again. */
function repeatObstacle(facts: RefundFacts): Obstacle | null {
  if (isOver(facts.state)) return wrongState(standing(facts), RETRY)
  return facts.approval === null ? retryObstacle(facts) : wrongState('退款待批准', RETRY)
}

const approvalObstacle = ({ approval }: RefundFacts): Obstacle | null =>
  approval === null ? { code: 'REFUND_APPROVAL_GONE' } : null

const RECEIVE = '退货签收'
const RECHECK = '退货复检'
const SEND_BACK = '寄回买家'

/** What can be done with a case (docs/domain.md §7.3, §7.5), most wanted first. */
export const REFUND_ACTIONS: ActionRules<RefundAction, RefundFacts> = {
  approve: { label: '批准退款', call: refundHandling.approve, obstacle: approvalObstacle },
  decline: { label: '不批准退款', call: refundHandling.decline, obstacle: approvalObstacle },
  takeBack: { label: '撤回退款申请', call: refundHandling.decline, obstacle: approvalObstacle },
  takePlan: asking('选处理办法', refund.takePlan, ['awaiting_merchant', 'refused'], ({ verdict }, label) =>
    verdict === 'awaitingSeller' ? null : wrongState('没有要选的处理办法', label),
  ),
  agree: asking('同意售后', refund.agree, ['awaiting_merchant', 'awaiting_address'], planObstacle),
  recheck: { label: RECHECK, call: refundHandling.recheck, obstacle: recheckObstacle },
  receive: { label: RECEIVE, call: refundHandling.receive, obstacle: receiveObstacle },
  confirm: asking('确认收货', refund.confirm, ['awaiting_receipt'], receivedObstacle),
  resend: asking('补发', refundHandling.resend, ['awaiting_resend']),
  refuse: asking('拒绝售后', refund.refuse, ['awaiting_merchant', 'awaiting_receipt'], planObstacle),
  sendBack: {
    label: SEND_BACK,
    call: refundHandling.sendBack,
    obstacle: sendBackObstacle,
    isNeedless: ({ refusedWaybill }) => refusedWaybill !== '',
  },
  retry: { label: RETRY, call: refundHandling.retry, obstacle: repeatObstacle },
  giveUp: { label: GIVE_UP, call: refundHandling.giveUp, obstacle: giveUpObstacle },
  remark: { label: '备注', call: refund.remark },
}

const APPROVED_CALLS: Readonly<Record<Approval['action'], CallSpec>> = {
  agree: refund.agree,
  confirm: refund.confirm,
  takePlan: refund.takePlan,
}

/** The call that a payment is asked for with: the right to it is needed to agree to it. */
export const callOfApproval = ({ action }: Pick<Approval, 'action'>): CallSpec => APPROVED_CALLS[action]

/** The payments that a person has the right to agree to, whatever their amount. */
export const approvableActions = (actor: Pick<Actor, 'grants' | 'isOwner'>): Approval['action'][] =>
  (Object.keys(APPROVED_CALLS) as Approval['action'][]).filter((action) =>
    isGranted(APPROVED_CALLS[action].access, actor),
  )

const CALLS_OF_REQUESTS: Readonly<Partial<Record<RequestView['want'], CallSpec>>> = {
  refund_agreed: refund.agree,
  refund_refused: refund.refuse,
  return_confirmed: refund.confirm,
  plan_taken: refund.takePlan,
  goods_resent: refundHandling.resend,
}

/** The call that asks the marketplace for what is open for a case; null where nothing is. */
export const callOfRequest = (desired: RequestView | null): CallSpec | null =>
  desired === null ? null : (CALLS_OF_REQUESTS[desired.want] ?? null)

/** Whether a person has what deciding over a payment takes beside the right to the call itself. */
function mayDecide(actor: Actor, { approval, desired }: RefundFacts, action: RefundAction): boolean {
  if (action === 'retry' || action === 'giveUp') {
    const call = callOfRequest(desired)
    return call !== null && isGranted(call.access, actor)
  }
  if ((action !== 'approve' && action !== 'decline' && action !== 'takeBack') || approval === null) return true
  if (!isGranted(callOfApproval(approval).access, actor)) return false
  const isOwn = approval.requestedById === actor.employeeId
  if (action !== 'approve') return isOwn === (action === 'takeBack')
  return !isOwn && coversAmount(actor, approval.amountFen)
}

/** What a person may do with a case now; nothing with one of a channel that they may not look into. */
export const allowedRefundActions = (facts: RefundFacts, actor: Actor): RefundAction[] =>
  maySeeRefunds(actor, facts.channel)
    ? allowedActions(REFUND_ACTIONS, facts, actor).filter((action) => mayDecide(actor, facts, action))
    : []
