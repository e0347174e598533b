import { PAGES } from '@huanji/contract/pages'
import { RefundDetailPage } from '../../../../features/refund/detail/refund-detail-page.tsx'

/** 售后详情 of the auction market. */
export default function AuctionRefundPage() {
  return <RefundDetailPage channel="auction" title={PAGES.auctionRefund.title} />
}
