import { CHANNEL_PAGES, linkTo, PAGES } from '@huanji/contract/pages'
import type { StateTone } from '../../components/state-tag/state-tag.tsx'
import { can } from '../../session/session.ts'
import { mayReadReports, reportLink } from '../links/inspection-links.ts'
import { refundLink } from '../links/refund-links.ts'
import type { PhoneEvent, PhonePart, Standing } from './types.ts'

export const STANDING_LABELS: Readonly<Record<Standing, string>> = {
  in_stock: '在库',
  on_sale: '在售',
  sold: '已售',
  after_sale: '售后',
  returned: '已退回',
}

export const STANDING_TONES: Readonly<Record<Standing, StateTone>> = {
  in_stock: 'info',
  on_sale: 'primary',
  sold: 'success',
  after_sale: 'warning',
  returned: 'neutral',
}

export const PART_LABELS: Readonly<Record<PhonePart, string>> = {
  unit: '入库',
  inspection: '质检',
  bag: '封袋',
  listing: '商品',
  auction: '竞拍',
  order: '订单',
  parcel: '物流',
  refund: '售后',
  bill: '账单',
}

export const PART_TONES: Readonly<Record<PhonePart, StateTone>> = {
  unit: 'neutral',
  inspection: 'info',
  bag: 'neutral',
  listing: 'primary',
  auction: 'primary',
  order: 'success',
  parcel: 'neutral',
  refund: 'warning',
  bill: 'success',
}

/** Where what an event is about has a page of its own that the person may open; null where there is none. */
export function eventLink({ part, subjectId, channel }: PhoneEvent): string | null {
  if (subjectId === null) return null
  if (part === 'inspection') return mayReadReports() ? reportLink(subjectId) : null
  if (part === 'listing' || part === 'auction') {
    return can(PAGES.listings.path) ? linkTo('listing', { listingId: subjectId }) : null
  }
  if (part === 'refund') {
    return channel !== null && can(PAGES.refunds.path) ? refundLink({ refundId: subjectId, channel }) : null
  }
  const isOrder = part === 'order' || part === 'parcel' || part === 'bill'
  if (!isOrder || channel === null || !can(PAGES[CHANNEL_PAGES[channel].orders].path)) return null
  return linkTo(CHANNEL_PAGES[channel].order, { orderId: subjectId })
}
