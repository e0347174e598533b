import { comesBack } from '@huanji/domain/refunds/kinds'
import { refundMoveText } from '@huanji/domain/refunds/words'
import { REFUND_STATES, type RefundAction } from '@huanji/domain/states/refund'
import { stateLabel } from '@huanji/domain/states/transition'
import type { Tx } from '../database/database.ts'
import { type DesiredState, findDesiredState, settleDesiredState } from '../modules/desired-state/store.ts'
import { recordHistory } from '../modules/history/store.ts'
import { lockRefund, type RefundRecord, touchRefund } from '../modules/refund/store.ts'
import { refundWanted, type WantedOfRefund } from '../modules/refund/wants.ts'
import { refuseRequest } from './refusing.ts'

/** What is asked of the marketplace for a case. */
export const refundKey = (refundId: string) => ({ subject: 'refund', subjectId: refundId }) as const

/** A request that the marketplace has not answered yet. */
export interface OpenWish {
  readonly asked: DesiredState
  readonly wanted: WantedOfRefund
}

/** What is asked of the marketplace for a case and not answered yet, or null. */
export async function openWish(tx: Tx, refundId: string): Promise<OpenWish | null> {
  const asked = await findDesiredState(tx, refundKey(refundId))
  return asked?.state === 'pending' ? { asked, wanted: refundWanted(asked) } : null
}

/** The moves by which the marketplace would carry a request out. */
export function movesOf(wanted: WantedOfRefund, refund: Pick<RefundRecord, 'kind' | 'decidedPlan'>): RefundAction[] {
  switch (wanted.want) {
    case 'refund_agreed':
      if (wanted.state === 'awaiting_address') return ['confirmAddress']
      if (wanted.address !== null) return ['agreeReturn', 'confirmReturn']
      return comesBack(refund) ? ['agreeWithoutAddress'] : ['agreeRefund', 'agreeResend']
    case 'refund_refused':
      return ['refuse']
    case 'return_confirmed':
      return ['confirmReceipt', 'confirmExchange']
    case 'plan_taken':
      return wanted.plan === 'keep' ? ['confirmCompensation'] : ['confirmReturn', 'agreeWithoutAddress']
    case 'goods_resent':
      return ['resend']
  }
}

const FAILED: Readonly<Record<WantedOfRefund['want'], string>> = {
  refund_agreed: '同意售后未成功',
  refund_refused: '拒绝售后未成功',
  return_confirmed: '确认收货未成功',
  plan_taken: '处理办法没有提交成功',
  goods_resent: '提交补发未成功',
}

/** Why a request comes too late, by what was done with the case instead. */
const TOO_LATE: Readonly<Partial<Record<RefundAction, string>>> = {
  cancel: '买家已撤回售后',
  sendBack: '买家已寄回',
  missReturn: '买家超时未寄回，售后已关闭',
  appeal: '买家已申诉或重新申请',
  letAppealLapse: '买家超时未申诉，售后已关闭',
  refundAutomatically: '已超时，闲鱼自动退款给买家',
  agreeReturnAutomatically: '已超时，闲鱼自动同意退货',
  agreeResendAutomatically: '已超时，闲鱼自动同意补发',
  confirmAddressAutomatically: '已超时，闲鱼使用了默认退货地址',
  confirmExchangeAutomatically: '已超时，闲鱼视为已收货，等您补发',
  takeReturnAutomatically: '已超时，闲鱼按退货退款办',
  ruleRefund: '平台已判定退款',
  ruleClosed: '平台已判定不支持退款',
}

export const REPLACED = '买家已重新申请售后，请按新的申请处理'
export const AMOUNT_CHANGED = '买家已修改退款金额，请核对后重新处理'
const KIND_CHANGED = '买家已修改售后类型，请核对后重新处理'
const JUDGING = '平台已介入判定，请等待判定结果'

/** The amount that a request would pay as the case stands now; null for one that names none. */
function amountNow(wanted: WantedOfRefund, refund: RefundRecord): number | null {
  if (wanted.want === 'plan_taken') return wanted.plan === 'keep' ? refund.keepPlanFen : refund.returnPlanFen
  return refund.amountFen
}

/** Why a request cannot be carried out any more as the case stands now; null where it still can. */
export function obstacleTo(wanted: WantedOfRefund, refund: RefundRecord): string | null {
  if (refund.state !== wanted.state) {
    const label = stateLabel(REFUND_STATES, refund.state) ?? refund.state
    return `售后已变为“${label}”，请按现在的状态处理`
  }
  if (refund.verdict === 'judging') return JUDGING
  if ('kind' in wanted && wanted.kind !== refund.kind) return KIND_CHANGED
  const isChanged = 'amountFen' in wanted && wanted.amountFen !== amountNow(wanted, refund)
  return isChanged ? AMOUNT_CHANGED : null
}

/**
 * Compares what is asked for a case with what became of it and writes the answer down, whoever brought the knowledge: our
 * own call, a message, or a poll. `course` are the moves that were just taken over; without an answer the request stands.
 */
export async function observeRefund(
  tx: Tx,
  refund: RefundRecord,
  { course, instead }: { readonly course: readonly RefundAction[]; readonly instead: string | null },
  now: Date,
): Promise<void> {
  const wish = await openWish(tx, refund.refundId)
  if (wish === null) return
  const { asked, wanted } = wish
  const [first] = course
  if (first !== undefined && movesOf(wanted, refund).includes(first)) {
    await settleDesiredState(tx, asked, asked.generation, now)
    await touchRefund(tx, refund.refundId, now)
    return
  }
  const happened =
    first === undefined ? null : (TOO_LATE[first] ?? `已在闲鱼上处理（${refundMoveText(first, refund.kind)}）`)
  const problem = instead ?? happened ?? obstacleTo(wanted, refund)
  if (problem !== null) await refuseWish(tx, refund.refundId, asked, problem, now)
}

/** Writes down why a request never will be; an answer to an older request changes nothing. */
export async function refuseWish(
  tx: Tx,
  refundId: string,
  asked: DesiredState,
  problem: string,
  now: Date,
): Promise<void> {
  // the case first, as everywhere: whoever takes a case over holds it before what is asked of it
  const refund = await lockRefund(tx, { refundId })
  if (!refund || !(await refuseRequest(tx, asked, problem, now))) return
  await touchRefund(tx, refundId, now)
  await recordHistory(tx, {
    ...{ subject: REFUND_STATES.name, subjectId: refundId, who: 'marketplace', action: 'requestRefused' },
    ...{ actionLabel: FAILED[refundWanted(asked).want], fromState: refund.state, toState: refund.state },
    ...{ note: problem, now },
  })
}
