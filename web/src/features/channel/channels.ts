import type { BulkActionKey } from '@huanji/contract/bulk-actions'
import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { linkTo, PAGES } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'
import type { Api } from '../../api/build-client.ts'
import { api } from '../../api/client.ts'

/** What a channel has of its own; the rest takes orders of both. */
type OwnCalls = Pick<Api['curatedOrder'], 'detail' | 'delivery' | 'close'>
type SharedCalls = Pick<Api['auctionOrder'], 'barcodeList' | 'closeReasonList' | 'addRemark'>

/** How the orders of a channel are read, shipped, and otherwise dealt with. */
export interface ChannelOrders {
  readonly channel: Channel
  readonly title: string
  /** The list; its grant opens the orders too. */
  readonly page: string
  readonly link: (orderId: string) => string
  readonly calls: OwnCalls & SharedCalls & { readonly list: Api['auctionOrder']['list'] }
  /** What long work calls the two ways on from what the marketplace refused. */
  readonly tasks: { readonly retry: BulkActionKey; readonly giveUp: BulkActionKey }
  /** Where stock is sold and not single phones alone: which phones leave is chosen order by order, and prices are ours to change. */
  readonly stock: Pick<Api['curatedOrder'], 'setDeliveryStock' | 'changePrice'> | null
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
  readonly orders: ChannelOrders
}

const { barcodeList, closeReasonList, addRemark } = api.auctionOrder
const SHARED: SharedCalls = { barcodeList, closeReasonList, addRemark }

const AUCTION_ORDERS: ChannelOrders = {
  channel: 'auction',
  title: PAGES.auctionOrders.title,
  page: PAGES.auctionOrders.path,
  link: (orderId) => linkTo('auctionOrder', { orderId }),
  calls: api.auctionOrder,
  tasks: { retry: 'shipment.retry', giveUp: 'shipment.giveUp' },
  stock: null,
}

const CURATED_ORDERS: ChannelOrders = {
  channel: 'curated',
  title: PAGES.curatedOrders.title,
  page: PAGES.curatedOrders.path,
  link: (orderId) => linkTo('curatedOrder', { orderId }),
  calls: { ...SHARED, ...api.curatedOrder },
  tasks: { retry: 'curatedShipment.retry', giveUp: 'curatedShipment.giveUp' },
  stock: api.curatedOrder,
}

/** Both channels; a page that belongs to one of them takes its own from here and hands it down. */
export const CHANNEL_DESCRIPTIONS = {
  auction: { channel: 'auction', name: CHANNEL_LABELS.auction, hasSessions: true, orders: AUCTION_ORDERS },
  curated: { channel: 'curated', name: CHANNEL_LABELS.curated, hasSessions: false, orders: CURATED_ORDERS },
} satisfies Record<Channel, ChannelDescription>

/** The description of the channel that a row or a record names. */
export const channelOf = (channel: Channel): ChannelDescription => CHANNEL_DESCRIPTIONS[channel]
