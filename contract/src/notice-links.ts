import type { NoticeAudience } from '@huanji/domain/notices/kinds'
import { CHANNEL_PAGES, linkTo } from './pages.ts'

/** What a notice is about, as far as its link needs it. */
export interface LinkedNotice extends NoticeAudience {
  readonly subjectId: string | null
  /** How many were told of together. */
  readonly count: number
}

/** Where a notice leads: to its thing, or to the list of them where it tells of several. */
export function noticeLink({ kind, channel, subjectId, count }: LinkedNotice): string {
  const pages = CHANNEL_PAGES[channel ?? 'auction']
  const isOne = subjectId !== null && count === 1
  switch (kind) {
    case 'newOrder':
    case 'orderClosed':
      return isOne ? linkTo(pages.order, { orderId: subjectId }) : linkTo(pages.orders)
    case 'orderDeadlineNear':
      if (isOne) return linkTo(pages.order, { orderId: subjectId })
      return linkTo(pages.orders, { state: 'awaiting_shipment', sort: 'deadline' })
    case 'shipmentRefused':
      return isOne ? linkTo(pages.order, { orderId: subjectId }) : linkTo(pages.orders, { refused: 'shipped' })
    case 'orderRequestRefused':
      return isOne ? linkTo(pages.order, { orderId: subjectId }) : linkTo(pages.orders)
    case 'offerWaiting':
      return linkTo('listings', { entryState: 'negotiating' })
    case 'offerLapsed':
      return isOne ? linkTo('listing', { listingId: subjectId }) : linkTo('listings', { state: 'auto_off' })
    case 'goodsRequestRefused':
      return isOne ? linkTo('listing', { listingId: subjectId }) : linkTo('listings', { refused: 'true' })
    case 'retakeAsked':
      return isOne
        ? linkTo('auctionReport', { inspectionId: subjectId })
        : linkTo(pages.inspections, { retakeAsked: 'true' })
    case 'publicationFailed':
      return isOne ? linkTo('listing', { listingId: subjectId }) : linkTo('listings', { state: 'publish_failed' })
    case 'refundOpened':
    case 'refundDeadlineNear':
    case 'refundTimedOut':
    case 'refundRequestRefused':
    case 'refundNeedsDecision':
      return isOne ? linkTo(pages.refund, { refundId: subjectId }) : linkTo('refunds', { sort: 'deadline.asc' })
    case 'exportFinished':
      return linkTo('downloads')
    case 'shopExpiring':
      return linkTo('shops')
    case 'bagsLow':
      return linkTo('bagRecords')
    case 'moneyMissed':
      return linkTo('bills', { show: 'check' })
    case 'ownersChanged':
      return linkTo('staff')
    case 'webhookStopped':
      return linkTo('webhooks')
  }
}
