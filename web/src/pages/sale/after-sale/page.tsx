import { ListPage } from '../../../components/list/list-page.tsx'
import { askListEarly } from '../../../components/list/use-list-query.ts'
import { refundList } from '../../../features/refund/list/refund-list.tsx'
import { RefundScan } from '../../../features/refund/list/refund-scan.tsx'

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(refundList)

/** 售后: what waits for the merchant, by the marketplace's deadline. */
export default function RefundsPage() {
  return <ListPage list={refundList} toolbar={<RefundScan />} />
}
