import { ListPage } from '../../../components/list/list-page.tsx'
import { askListEarly } from '../../../components/list/use-list-query.ts'
import { billList } from './bills.tsx'

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => askListEarly(billList)

/** 账单: every amount with the formula that made it, and the sums of the filter. */
export default function BillPage() {
  return <ListPage list={billList} />
}
