import { PAGES } from '@huanji/contract/pages'
import { RefundDetailPage } from '../../../../features/refund/detail/refund-detail-page.tsx'

/** 售后详情 of the curated channel. */
export default function CuratedRefundPage() {
  return <RefundDetailPage channel="curated" title={PAGES.curatedRefund.title} />
}
