import { CHANNEL_LABELS } from '@huanji/contract/labels'
import type { Channel } from '@huanji/domain/channel'
import type { Api } from '../../api/build-client.ts'
import { api } from '../../api/client.ts'

/** Where the units of a channel are inspected. */
export interface ChannelInspections {
  readonly title: string
  readonly page: string
  readonly listTitle: string
  /** The list; its grant opens the reports too. */
  readonly listPage: string
  /** Where a record that is not finished goes on. */
  readonly checkLink: (inspectionId: string) => string
  /** Where the report of a record is. */
  readonly reportLink: (inspectionId: string) => string
}

/** How the orders of a channel are read and shipped. */
export interface ChannelOrders {
  readonly title: string
  /** The list; its grant opens the orders too. */
  readonly page: string
  readonly link: (orderId: string) => string
  readonly calls: Pick<Api['auctionOrder'], 'list' | 'detail' | 'delivery' | 'barcodeList' | 'logisticsCompanyList'>
}

/** What a channel is to the screens. Listings and orders move through the same states on both (domain `states/`). */
export interface ChannelDescription {
  readonly channel: Channel
  /** 鱼市, 严选: as titles and sentences name it. */
  readonly name: string
  /** Whether listings are entered into sessions, where buyers bid for them. */
  readonly hasSessions: boolean
  /** Null where there are no pages for them. */
  readonly inspections: ChannelInspections | null
  /** Null where there are no pages for them. */
  readonly orders: ChannelOrders | null
}

/** Both channels; a page that belongs to one of them takes its own from here and hands it down. */
export const CHANNEL_DESCRIPTIONS = {
  auction: {
    channel: 'auction',
    name: CHANNEL_LABELS.auction,
    hasSessions: true,
    inspections: {
      title: '鱼市质检',
      page: '/check/ys/check',
      listTitle: '鱼市质检列表',
      listPage: '/check/ys/list',
      checkLink: (inspectionId) => `/check/ys/check?inspectionId=${inspectionId}`,
      reportLink: (inspectionId) => `/check/ys/detail?inspectionId=${inspectionId}`,
    },
    orders: {
      title: '鱼市订单',
      page: '/sale/order',
      link: (orderId) => `/sale/order/detail?orderId=${orderId}`,
      calls: api.auctionOrder,
    },
  },
  curated: {
    channel: 'curated',
    name: CHANNEL_LABELS.curated,
    hasSessions: false,
    inspections: null,
    orders: null,
  },
} satisfies Record<Channel, ChannelDescription>

/** The description of the channel that a row or a record names. */
export const channelOf = (channel: Channel): ChannelDescription => CHANNEL_DESCRIPTIONS[channel]
