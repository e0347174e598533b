import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { refuse } from '../../errors/refusal.ts'
import { requireAllowed } from '../../gateway/allowed-actions.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { isGranted } from '../../platform/access.ts'
import { giveUpRequest, repeatRequest } from '../request/decisions.ts'
import { findRequest } from '../request/store.ts'
import { callOfRequest, REFUND_ACTIONS } from './actions.ts'
import { paysFen, refundRequest } from './request.ts'
import { holdRefund, requireLimit } from './requesting.ts'
import { touchRefund } from './store.ts'

const keyOf = (refundId: string) => ({ subject: 'refund', subjectId: refundId }) as const

/** A case, held, of which something is open. Refuses NOT_FOUND, TASK_NOT_GRANTED for whoever may not ask for it, and as the action's rule says. */
async function holdRequested(context: CallContext, refundId: string, action: 'retry' | 'giveUp'): Promise<void> {
  const { refund, beside } = await holdRefund(context, refundId)
  const call = callOfRequest(refund.desired)
  if (call !== null && !isGranted(call.access, context.actor)) refuse('TASK_NOT_GRANTED', { action: call.title })
  requireAllowed(REFUND_ACTIONS, action, { ...refund, ...beside })
}

/** What somebody with a larger limit has asked for is paid again only by somebody with such a limit. */
async function requireOwnLimit({ tx, actor }: CallContext, refundId: string): Promise<void> {
  const request = await findRequest(tx, keyOf(refundId))
  if (request?.state === 'refused')
    requireLimit(actor, paysFen(refundRequest.parse(request.desired)), '请先点“不改了，保持原样”，再重新提交审批')
}

/** Looks at the marketplace again for a request that waits or was refused. Refuses as the contract lists. */
export async function retry(context: CallContext, refundId: string): Promise<Record<string, never>> {
  await holdRequested(context, refundId, 'retry')
  await requireOwnLimit(context, refundId)
  await repeatRequest(context, keyOf(refundId), refundHandling.retry.title)
  await touchRefund(context.tx, refundId, context.now)
  return {}
}

/** Takes a refused request back. Refuses as the contract lists. */
export async function giveUp(context: CallContext, refundId: string): Promise<Record<string, never>> {
  await holdRequested(context, refundId, 'giveUp')
  await giveUpRequest(context, keyOf(refundId), refundHandling.giveUp.title)
  await touchRefund(context.tx, refundId, context.now)
  return {}
}
