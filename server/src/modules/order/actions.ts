import { auctionOrder } from '@huanji/contract/calls/auction-order'
import { extShipment, type orderAction } from '@huanji/contract/calls/order'
import { ORDER_STATES, type OrderState } from '@huanji/domain/states/order'
import type * as z from 'zod'
import { type ActionRules, moveOf, type Obstacle } from '../../gateway/allowed-actions.ts'
import { type DesiredFacts, GIVE_UP, giveUpObstacle, RETRY, retryObstacle } from '../desired-state/actions.ts'
import type { DeliverySync } from './store.ts'

export type OrderAction = z.output<typeof orderAction>

/** What decides what can be done with an order. */
export interface OrderFacts extends DesiredFacts {
  readonly state: OrderState
  readonly inRefund: boolean
  readonly deliverySync: DeliverySync
}

/** Why an order of this state cannot be shipped, in words that say what to do. */
function notShippable({ state }: OrderFacts): Obstacle {
  if (state === 'awaiting_payment') return { code: 'ORDER_NOT_PAID' }
  return { code: state === 'closed' || state === 'refunded' ? 'ORDER_CLOSED' : 'ORDER_ALREADY_DELIVERED' }
}

const refundObstacle = ({ inRefund }: OrderFacts): Obstacle | null => (inRefund ? { code: 'ORDER_IN_REFUND' } : null)

/** A parcel is sent again, with other papers, when the marketplace would not know of it. */
function resendObstacle(facts: OrderFacts): Obstacle | null {
  const isRefused = facts.state === 'shipped' && facts.deliverySync === 'failed'
  return isRefused ? refundObstacle(facts) : notShippable(facts)
}

/** What can be done with an order (docs/domain.md §5.7), most wanted first. */
export const ORDER_ACTIONS: ActionRules<OrderAction, OrderFacts> = {
  ship: {
    label: '发货',
    call: auctionOrder.delivery,
    move: moveOf(ORDER_STATES, 'ship'),
    wrongState: notShippable,
    obstacle: refundObstacle,
  },
  resend: { label: '重新发货', call: auctionOrder.delivery, obstacle: resendObstacle },
  retry: { label: RETRY, call: extShipment.retry, obstacle: retryObstacle },
  giveUp: { label: GIVE_UP, call: extShipment.giveUp, obstacle: giveUpObstacle },
}
