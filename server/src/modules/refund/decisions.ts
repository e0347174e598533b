import { extRefund } from '@huanji/contract/calls/refund-calls'
import { refuse } from '../../errors/refusal.ts'
import type { CallContext } from '../../gateway/handler.ts'
import { isGranted } from '../../platform/access.ts'
import { giveUpRequest, repeatRequest } from '../desired-state/decisions.ts'
import type { DesiredKey } from '../desired-state/store.ts'
import { callOfWish } from './actions.ts'
import { requireVisible } from './channel-rules.ts'
import { lockRefund, touchRefund } from './store.ts'

/** What is open for a case, which is held. Refuses NOT_FOUND, and TASK_NOT_GRANTED for whoever may not ask for it. */
async function askedFor({ tx, actor }: CallContext, refundId: string): Promise<DesiredKey> {
  const refund = requireVisible(await lockRefund(tx, { refundId }), actor)
  const call = callOfWish(refund.desired)
  if (call !== null && !isGranted(call.access, actor)) refuse('TASK_NOT_GRANTED', { action: call.title })
  return { subject: 'refund', subjectId: refundId }
}

/** Looks at the marketplace again for a request that waits or was refused. Refuses as the contract lists. */
export async function retry(context: CallContext, refundId: string): Promise<Record<string, never>> {
  const key = await askedFor(context, refundId)
  await repeatRequest(context, key, extRefund.retry.title)
  await touchRefund(context.tx, refundId, context.now)
  return {}
}

/** Takes a refused request back. Refuses as the contract lists. */
export async function giveUp(context: CallContext, refundId: string): Promise<Record<string, never>> {
  const key = await askedFor(context, refundId)
  await giveUpRequest(context, key, extRefund.giveUp.title)
  await touchRefund(context.tx, refundId, context.now)
  return {}
}
