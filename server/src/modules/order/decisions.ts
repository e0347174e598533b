import type { OutputOf } from '@huanji/contract/call'
import { shipmentHandling } from '@huanji/contract/features/order/order'
import type { Channel } from '@huanji/domain/channel'
import { refuse } from '../../errors/refusal.ts'
import { type CallContext, handlers } from '../../gateway/handler.ts'
import { isGranted } from '../../platform/access.ts'
import type { Actor } from '../../platform/actor.ts'
import { giveUpRequest, repeatRequest } from '../request/decisions.ts'
import type { RequestKey, RequestView } from '../request/store.ts'
import { type OrderAction, requireOrderAllows } from './actions.ts'
import { ORDER_CHANNEL_RULES, requireVisible } from './channel-rules.ts'
import { SUBJECT_OF_WANT } from './request.ts'
import { findOrder, lockOrder, type OrderRecord } from './store.ts'
import { isStillAwaited, settleParcel, takeShipmentBack } from './unshipping.ts'

/** Gives an order as it stands after a call changed it. */
type ShownOrder = (context: CallContext, orderId: string) => Promise<OutputOf<typeof shipmentHandling.settle>>

interface Requested {
  readonly channel: Channel
  readonly desired: RequestView | null
}

/** The call that asks the marketplace for something, by what is asked. */
function callOf({ channel, desired }: Requested) {
  const { delivery, close, changePrice } = ORDER_CHANNEL_RULES[channel].calls
  if (desired?.want === 'closed') return close
  return desired?.want === 'change_price' ? changePrice : delivery
}

/** Whether a person may repeat or give up what is asked for an order: whoever may ask for it. */
function mayDecide(actor: Actor, order: Requested): boolean {
  const call = callOf(order)
  return call !== null && isGranted(call.access, actor)
}

/** Whether a person may answer what became of a parcel: whoever may ship. */
const maySettle = (actor: Actor, { channel }: Pick<Requested, 'channel'>): boolean =>
  isGranted(ORDER_CHANNEL_RULES[channel].calls.delivery.access, actor)

/** What a person may do of these actions with an order, which the access of their shared calls does not tell. */
export const mayDo = (action: OrderAction, actor: Actor, order: Requested): boolean => {
  if (action === 'settleParcel') return maySettle(actor, order)
  return (action !== 'retry' && action !== 'giveUp') || mayDecide(actor, order)
}

/** What is open for an order. Refuses NOT_FOUND, and TASK_NOT_GRANTED for whoever may not ask for it. */
function shownKey({ actor }: CallContext, found: OrderRecord | null): RequestKey {
  const order = requireVisible(found, actor)
  if (!mayDecide(actor, order)) return refuse('TASK_NOT_GRANTED', { action: callOf(order)?.title ?? '' })
  const subject = order.desired === null ? undefined : SUBJECT_OF_WANT[order.desired.want]
  return { subject: subject ?? 'shipment', subjectId: order.orderId }
}

/** Takes a refused request back; a shipment that the marketplace still waits for is to be packed again. */
async function giveUp(context: CallContext, orderId: string): Promise<Record<string, never>> {
  const { tx, actor: who, now } = context
  const found = await lockOrder(tx, { orderId })
  const key = shownKey(context, found)
  if (found) requireOrderAllows('giveUp', found)
  const done = await giveUpRequest(context, key, shipmentHandling.giveUp.title)
  if (found && key.subject === 'shipment' && isStillAwaited(found)) await takeShipmentBack(tx, found, { who, now })
  return done
}

/** Looks at the marketplace again at once for what is open of an order. */
async function retry(context: CallContext, orderId: string): Promise<Record<string, never>> {
  const found = await findOrder(context.tx, { orderId })
  const key = shownKey(context, found)
  if (found) requireOrderAllows('retry', found)
  return repeatRequest(context, key, shipmentHandling.retry.title)
}

/** What was asked of the marketplace for an order: repeated by hand while it waits or was refused, or given up. */
export const orderDecisionCalls = (shown: ShownOrder) =>
  handlers(shipmentHandling, {
    retry: (context, { orderId }) => retry(context, orderId),
    giveUp: (context, { orderId }) => giveUp(context, orderId),

    settle: async (context, input) => {
      const { tx, actor: who, now, audit } = context
      const order = requireVisible(await findOrder(tx, input), who)
      if (!maySettle(who, order)) return refuse('TASK_NOT_GRANTED', { action: shipmentHandling.settle.title })
      audit(await settleParcel(tx, input, { who, now }))
      return shown(context, input.orderId)
    },
  })
