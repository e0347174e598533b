import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { buyerContacts, shipmentHandling } from '@huanji/contract/features/order/order'
import type { orderAction } from '@huanji/contract/features/order/rows'
import { CHANNELS, type Channel } from '@huanji/domain/channel'
import { ORDER_STATES, type OrderState } from '@huanji/domain/states/order'
import { stateLabel } from '@huanji/domain/states/transition'
import type * as z from 'zod'
import {
  type ActionRule,
  type ActionRules,
  moveOf,
  type Obstacle,
  requireAllowed,
  wrongState,
} from '../../gateway/allowed-actions.ts'
import {
  GIVE_UP,
  giveUpObstacle,
  pendingObstacle,
  RETRY,
  type RequestFacts,
  retryObstacle,
} from '../request/actions.ts'
import { ORDER_CHANNEL_RULES, type OrderChannelRules } from './channel-rules.ts'
import type { DeliverySync } from './store.ts'

export type OrderAction = z.output<typeof orderAction>

/** The facts of an order that its allowed actions follow from. */
export interface OrderFacts extends RequestFacts {
  readonly channel: Channel
  readonly state: OrderState
  readonly inRefund: boolean
  readonly deliverySync: DeliverySync
  readonly unitCount: number
  /** Null where single phones were sold. */
  readonly pickedCount: number | null
  readonly isShort: boolean
  readonly isShippedHere: boolean
  /** Whether anything is known of where it goes; not looked at by commands. */
  readonly hasReceiver?: boolean
}

const SETTLE = '确认包裹去向'

type Rule = ActionRule<OrderFacts>
type Calls = OrderChannelRules['calls']

const standing = (state: OrderState) => stateLabel(ORDER_STATES, state) ?? state

/** Why an order of this state cannot be shipped, in words that say what to do. */
function notShippable({ state }: OrderFacts): Obstacle {
  if (state === 'awaiting_payment') return { code: 'ORDER_NOT_PAID' }
  return { code: state === 'closed' || state === 'refunded' ? 'ORDER_CLOSED' : 'ORDER_ALREADY_DELIVERED' }
}

const refundObstacle = ({ inRefund }: OrderFacts): Obstacle | null => (inRefund ? { code: 'ORDER_IN_REFUND' } : null)

/** In the way of a parcel that would hold less than what was bought. */
function incompleteObstacle({ isShort, pickedCount, unitCount }: OrderFacts): Obstacle | null {
  const missing = pickedCount === null ? 0 : unitCount - pickedCount
  if (isShort && (missing > 0 || pickedCount === null)) return { code: 'ORDER_SHORT' }
  return missing > 0 ? { code: 'ORDER_NOT_PICKED', values: { count: missing } } : null
}

const shipObstacle = (facts: OrderFacts): Obstacle | null =>
  refundObstacle(facts) ?? pendingObstacle(facts, '发货') ?? incompleteObstacle(facts)

const hasEnded = ({ state }: OrderFacts): boolean => state === 'refunded' || state === 'closed'

/** Nothing more is asked of the marketplace for an order that has ended. */
const endedObstacle = (action: string, facts: OrderFacts): Obstacle | null =>
  hasEnded(facts) ? wrongState(standing(facts.state), action) : null

/** A parcel is asked about whose order ended before the marketplace had taken it. */
function parcelObstacle(facts: OrderFacts): Obstacle | null {
  const isAsked = hasEnded(facts) && facts.isShippedHere && facts.deliverySync === 'failed'
  return isAsked ? null : wrongState(standing(facts.state), SETTLE)
}

/** A parcel is sent again, with other papers, when the marketplace would not know of it. */
function resendObstacle(facts: OrderFacts): Obstacle | null {
  const isRefused = facts.state === 'shipped' && facts.deliverySync === 'failed'
  return isRefused ? refundObstacle(facts) : notShippable(facts)
}

/** A parcel left in the marketplace's own app before anybody said which phones were in it. */
const leftUnpicked = ({ state, isShippedHere }: OrderFacts): boolean =>
  (state === 'shipped' || state === 'completed') && !isShippedHere

/** Such a parcel of an order that has ended since: its phones are still to be named, since they are not here. */
const endedUnpicked = (facts: OrderFacts): boolean =>
  hasEnded(facts) && !facts.isShippedHere && facts.deliverySync === 'done'

function pickObstacle(facts: OrderFacts): Obstacle | null {
  const { state, pickedCount, unitCount } = facts
  if (pickedCount === null) return wrongState('单台订单', '选手机')
  const hasLeft = leftUnpicked(facts) || endedUnpicked(facts)
  if (state !== 'awaiting_shipment' && !hasLeft) return notShippable(facts)
  if (pickedCount >= unitCount) return { code: 'ORDER_ALL_PICKED' }
  return hasLeft ? null : (refundObstacle(facts) ?? pendingObstacle(facts, '选手机'))
}

function unpickObstacle(facts: OrderFacts): Obstacle | null {
  const { state, pickedCount } = facts
  if (pickedCount === null) return wrongState('单台订单', '换一台')
  if (state !== 'awaiting_shipment' && !leftUnpicked(facts)) return wrongState(standing(state), '换一台')
  return pickedCount === 0 ? { code: 'UNITS_NOT_CHECKED', values: { count: facts.unitCount } } : null
}

function closeObstacle(facts: OrderFacts): Obstacle | null {
  if (facts.inRefund) return wrongState('售后中', '关闭订单')
  return pendingObstacle(facts, '关闭订单')
}

function priceObstacle(facts: OrderFacts): Obstacle | null {
  if (facts.state === 'closed') return wrongState(standing(facts.state), '改价')
  return facts.state === 'awaiting_payment' ? pendingObstacle(facts, '改价') : { code: 'ORDER_ALREADY_PAID' }
}

/** An action that a channel does not know is offered to nobody, and refused to whoever asks for it. */
const withoutCall = (label: string, calls: Calls): Rule => ({
  label,
  call: calls.list,
  obstacle: () => wrongState('鱼市订单', label),
})

const onlyWith = (call: Calls['pick'], rule: Omit<Rule, 'call'>, calls: Calls): Rule =>
  call === null ? withoutCall(rule.label, calls) : { ...rule, call }

function rulesOf({ calls }: OrderChannelRules): ActionRules<OrderAction, OrderFacts> {
  return {
    pick: onlyWith(calls.pick, { label: '选手机', obstacle: pickObstacle }, calls),
    ship: {
      label: '发货',
      call: calls.delivery,
      move: moveOf(ORDER_STATES, 'ship'),
      wrongState: notShippable,
      obstacle: shipObstacle,
    },
    resend: { label: '改运单', call: calls.delivery, obstacle: resendObstacle },
    settleParcel: { label: SETTLE, call: shipmentHandling.settle, obstacle: parcelObstacle },
    changePrice: onlyWith(calls.changePrice, { label: '改价', obstacle: priceObstacle }, calls),
    retry: {
      label: RETRY,
      call: shipmentHandling.retry,
      obstacle: (facts) => endedObstacle(RETRY, facts) ?? retryObstacle(facts),
    },
    giveUp: {
      label: GIVE_UP,
      call: shipmentHandling.giveUp,
      obstacle: (facts) => endedObstacle(GIVE_UP, facts) ?? giveUpObstacle(facts),
    },
    remark: { label: '备注', call: auctionOrder.addRemark },
    unpick: onlyWith(calls.pick, { label: '换一台', obstacle: unpickObstacle }, calls),
    close: { label: '关闭订单', call: calls.close, move: moveOf(ORDER_STATES, 'close'), obstacle: closeObstacle },
    reveal: {
      label: '查看联系方式',
      call: buyerContacts.reveal,
      isNeedless: ({ hasReceiver }) => hasReceiver === false,
    },
  }
}

/** What can be done with an order of each channel (docs/domain.md §5.7, §6.3, §6.4), most wanted first. */
export const ORDER_ACTIONS = Object.fromEntries(
  CHANNELS.map((channel) => [channel, rulesOf(ORDER_CHANNEL_RULES[channel])]),
) as Readonly<Record<Channel, ActionRules<OrderAction, OrderFacts>>>

/** Refuses an action that an order does not allow as it stands, in the words of its rule. */
export const requireOrderAllows = (action: OrderAction, facts: OrderFacts): void =>
  requireAllowed(ORDER_ACTIONS[facts.channel], action, facts)
