import { ORDER_STATES, WAITING_ORDER_STATES } from '@huanji/domain/states/order'
import { stateLabel } from '@huanji/domain/states/transition'
import type { StateTone } from '../../components/state-tag/state-tag.tsx'
import type { OrderRow, OrderState, OrderUnit, ShipmentSync } from './types.ts'

/** The colour an order's state is shown in; its word carries the meaning. */
export const ORDER_TONES: Readonly<Record<OrderState, StateTone>> = {
  awaiting_payment: 'warning',
  awaiting_shipment: 'primary',
  shipped: 'info',
  completed: 'success',
  refunded: 'danger',
  closed: 'neutral',
}

/** What an order's state is called. */
export const orderLabel = (state: string): string => stateLabel(ORDER_STATES, state) ?? state

/** The states of orders in the order in which they follow, for tabs and filters. */
export const ORDER_OPTIONS = ORDER_STATES.states.map(({ code, label }) => ({ value: code, label }))

const WAITING: readonly string[] = WAITING_ORDER_STATES

/** True once a parcel of the order has left: its number alone can change. */
export const hasLeft = ({ state }: Pick<OrderRow, 'state'>): boolean => state === 'shipped'

/** True while somebody has to do something before the deadline. */
export const isWaiting = (state: string | undefined): boolean => state !== undefined && WAITING.includes(state)

/** True while a deadline of the order runs: also for a parcel that the marketplace does not know of, or would not take. */
export const hasDeadline = ({ state, deliverySync }: Pick<OrderRow, 'state' | 'deliverySync'>): boolean =>
  isWaiting(state) || (state === 'shipped' && (deliverySync === 'pending' || deliverySync === 'failed'))

/** Whose deadline an order has: the buyer's to pay, else ours to ship. */
export const deadlineLabel = ({ state }: Pick<OrderRow, 'state'>): string =>
  state === 'awaiting_payment' ? '最晚付款' : '最晚发货'

/** How many of an order's phones are chosen: 1 / 3. */
export const pickedText = ({ pickedCount, unitCount }: Pick<OrderRow, 'pickedCount' | 'unitCount'>): string =>
  `${pickedCount} / ${unitCount}`

/** True while phones are still to be chosen for an order. */
export const isUnpicked = ({ pickedCount, unitCount }: Pick<OrderRow, 'pickedCount' | 'unitCount'>): boolean =>
  pickedCount < unitCount

/** The colour of how far the marketplace knows of a shipment; null where there is none to tell of. */
export const SYNC_TONES: Readonly<Record<ShipmentSync, StateTone | null>> = {
  none: null,
  pending: 'warning',
  done: 'success',
  failed: 'danger',
}

/** The colour of where a unit stands on its way out. */
export const DISPATCH_TONES: Readonly<Record<OrderUnit['dispatchState'], StateTone>> = {
  pending: 'neutral',
  checked: 'success',
  shipped: 'info',
  returned: 'warning',
}
