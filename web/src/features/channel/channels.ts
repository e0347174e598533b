import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { linkTo, PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import type { Api } from '../../api/build-client.ts'
import { api } from '../../api/client.ts'

/** How the orders of a channel are read and shipped. */
export interface ChannelOrders {
  readonly title: string
  /** The list; its grant opens the orders too. */
  readonly page: string
  readonly link: (orderId: string) => string
  readonly calls: Pick<Api['auctionOrder'], 'list' | 'detail' | 'delivery' | 'barcodeList' | 'logisticsCompanyList'>
}

/**
 * What a channel is to the screens, beside the pages that its things stand on (contract `pages.ts`). Listings and orders
 * move through the same states on both (domain `states/`).
 */
export interface ChannelDescription {
  readonly channel: Channel
  /** 鱼市, 严选: as titles and sentences name it. */
  readonly name: string
  /** Whether listings are entered into sessions, where buyers bid for them. */
  readonly hasSessions: boolean
  /** Null where this client has no pages for them. */
  readonly orders: ChannelOrders | null
}

/** Both channels; a page that belongs to one of them takes its own from here and hands it down. */
export const CHANNEL_DESCRIPTIONS = {
  auction: {
    channel: 'auction',
    name: CHANNEL_LABELS.auction,
    hasSessions: true,
    orders: {
      title: PAGES.auctionOrders.title,
      page: PAGES.auctionOrders.path,
      link: (orderId) => linkTo('auctionOrder', { orderId }),
      calls: api.auctionOrder,
    },
  },
  curated: { channel: 'curated', name: CHANNEL_LABELS.curated, hasSessions: false, orders: null },
} satisfies Record<Channel, ChannelDescription>

/** The description of the channel that a row or a record names. */
export const channelOf = (channel: Channel): ChannelDescription => CHANNEL_DESCRIPTIONS[channel]
