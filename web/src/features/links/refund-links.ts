import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import { api } from '../../api/client.ts'

/** What names a case wherever it is opened from. */
export interface RefundName {
  readonly refundId: string
  readonly channel: Channel
}

/** The case's own page. */
export const refundLink = ({ refundId, channel }: RefundName): string =>
  linkTo(CHANNEL_PAGES[channel].refund, { refundId })

/** The call that reads a case of a channel. */
export const refundDetailOf = (channel: Channel) =>
  channel === 'auction' ? api.refund.auctionDetail : api.refund.detail
