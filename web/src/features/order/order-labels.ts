import { ORDER_STATES } from '@huanji/domain/states/order'
import { stateLabel } from '@huanji/domain/states/transition'
import type { StateTone } from '../../components/state-tag/state-tag.tsx'
import type { DeliverySync, OrderState, OrderUnit } from './types.ts'

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

/** The states of orders in the order of their life, for tabs and filters. */
export const ORDER_OPTIONS = ORDER_STATES.states.map(({ code, label }) => ({ value: code, label }))

/** The states in which a deadline runs: the buyer's to pay, ours to ship. */
const WAITING: readonly string[] = ['awaiting_payment', 'awaiting_shipment']

/** True while somebody has to do something before the deadline. */
export const isWaiting = (state: string | undefined): boolean => state !== undefined && WAITING.includes(state)

/** How far the marketplace knows of a shipment; nothing to say before there is one. */
export const SYNC_LABELS: Readonly<Record<DeliverySync, { label: string; tone: StateTone } | null>> = {
  none: null,
  pending: { label: '正在同步闲鱼', tone: 'warning' },
  done: { label: '已同步闲鱼', tone: 'success' },
  failed: { label: '同步失败', tone: 'danger' },
}

/** Where a unit of an order stands on its way out (domain facts §5.7). */
export const DISPATCH_LABELS: Readonly<Record<OrderUnit['dispatchState'], { label: string; tone: StateTone }>> = {
  pending: { label: '待核对', tone: 'neutral' },
  checked: { label: '已核对', tone: 'success' },
  shipped: { label: '已发货', tone: 'info' },
  returned: { label: '已退回', tone: 'warning' },
}
