import { CHANNEL_PAGES, linkTo } from '@huanji/contract/pages'
import type { Channel } from '@huanji/domain/channel'

/** Where the phones of a batch are. */
export const batchLink = (batchId: string): string => linkTo('batchUnits', { batchId })

/** Where phones are added to a batch: lots on the auction's own station. */
export const addLink = (channel: Channel, batchId: string): string =>
  channel === 'auction'
    ? linkTo('auctionInspection', { mode: 'batch', batchId })
    : linkTo('batchInspection', { batchId })

/** Where a phone is inspected by itself. */
export const singleStationLink = (channel: Channel): string => linkTo(CHANNEL_PAGES[channel].station)
