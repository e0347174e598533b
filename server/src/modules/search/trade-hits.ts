import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { refundStateText, type WordedRefund } from '@huanji/domain/refunds/words'
import { ORDER_STATES, type OrderState } from '@huanji/domain/states/order'
import { stateLabel } from '@huanji/domain/states/transition'
import type { Hit } from './hit.ts'

/** What opens the orders of a channel. */
export const ORDER_GRANTS = {
  auction: '/api/yushiorder/v1/order/detail',
  curated: '/api/saleorder/v1/order/detail',
} as const satisfies Readonly<Record<Channel, string>>

/** What opens the cases of a channel. */
export const REFUND_GRANTS = {
  auction: '/api/refund/v1/detail_yushi',
  curated: '/api/refund/v1/detail',
} as const satisfies Readonly<Record<Channel, string>>

interface Traded {
  readonly channel: Channel
  readonly title: string
}

/** What was sold, in which state, and to whom where that is what was looked for. */
const subtitleOf = (title: string, state: string, buyerNick: string): string =>
  [title, state, ...(buyerNick === '' ? [] : [`买家 ${buyerNick}`])].join(' · ')

/** An order as a place that is found. */
export function orderHit(
  { orderId, orderNo, channel, title, state }: Traded & { orderId: string; orderNo: string; state: OrderState },
  buyerNick = '',
): Omit<Hit, 'kind'> {
  return {
    title: `订单 ${orderNo}`,
    subtitle: subtitleOf(title, stateLabel(ORDER_STATES, state) ?? state, buyerNick),
    link: linkTo(CHANNEL_PAGES[channel].order, { orderId }),
  }
}

/** A case as a place that is found. */
export function refundHit(
  { refundId, refundNo, channel, title, ...refund }: Traded & WordedRefund & { refundId: string; refundNo: string },
  buyerNick = '',
): Omit<Hit, 'kind'> {
  return {
    title: `售后 ${refundNo}`,
    subtitle: subtitleOf(title, refundStateText(refund), buyerNick),
    link: linkTo(CHANNEL_PAGES[channel].refund, { refundId }),
  }
}
