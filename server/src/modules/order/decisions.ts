import { extShipment } from '@huanji/contract/calls/order'
import type { Channel } from '@huanji/domain/channel'
import { refuse } from '../../errors/refusal.ts'
import { type CallContext, handlers } from '../../gateway/handler.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { giveUpRequest, repeatRequest } from '../desired-state/decisions.ts'
import type { DesiredKey, DesiredView } from '../desired-state/store.ts'
import { ORDER_CHANNEL_RULES, requireVisible } from './channel-rules.ts'
import { findOrder } from './store.ts'
import { SUBJECT_OF_WANT } from './wishes.ts'

interface Asked {
  readonly channel: Channel
  readonly desired: DesiredView | null
}

/** The call that asks the marketplace for something, by what is asked. */
function askedBy({ channel, desired }: Asked) {
  const { delivery, close, changePrice } = ORDER_CHANNEL_RULES[channel].calls
  if (desired?.want === 'closed') return close
  return desired?.want === 'change_price' ? changePrice : delivery
}

/** Whether a person may repeat or give up what is asked for an order: whoever may ask for it. */
export function mayDecide(actor: Actor, order: Asked): boolean {
  const call = askedBy(order)
  return call !== null && isGranted(call.access, actor)
}

/** What is open for an order. Refuses NOT_FOUND, and TASK_NOT_GRANTED for whoever may not ask for it. */
async function shownKey({ tx, actor }: CallContext, orderId: string): Promise<DesiredKey> {
  const order = requireVisible(await findOrder(tx, { orderId }), actor)
  if (!mayDecide(actor, order)) return refuse('TASK_NOT_GRANTED', { action: askedBy(order)?.title ?? '' })
  const subject = order.desired === null ? undefined : SUBJECT_OF_WANT[order.desired.want]
  return { subject: subject ?? 'shipment', subjectId: orderId }
}

/** What was asked of the marketplace for an order: repeated by hand while it waits or was refused, or given up. */
export const orderDecisionCalls = handlers(extShipment, {
  retry: async (context, { orderId }) =>
    repeatRequest(context, await shownKey(context, orderId), extShipment.retry.title),
  giveUp: async (context, { orderId }) =>
    giveUpRequest(context, await shownKey(context, orderId), extShipment.giveUp.title),
})
