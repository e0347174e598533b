import { ListPage } from '../../../components/list/list-page.tsx'
import { billList } from './bills.tsx'

/** 账单: every amount with the formula that made it, and the sums of the filter. */
export default function BillPage() {
  return <ListPage list={billList} />
}
