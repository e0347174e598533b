import type { Channel } from '@huanji/domain/channel'
import type { SaleTerms } from '@huanji/domain/fees/left-of-price'
import { nowMs } from '../../platform/clock.ts'
import type { ListingRow } from './types.ts'

/** How so many phones would go away together if they were sold today. */
export const saleTerms = (channel: Channel, unitCount: number): SaleTerms => ({
  channel,
  unitCount,
  at: new Date(nowMs()).toISOString(),
})

/** The same of a listing: at a fixed price its phones go one by one. */
export const termsOfListing = ({ channel, unitCount }: Pick<ListingRow, 'channel' | 'unitCount'>): SaleTerms =>
  saleTerms(channel, channel === 'curated' ? 1 : unitCount)
