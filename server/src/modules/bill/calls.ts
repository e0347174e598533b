import { bill, billColumns } from '@huanji/contract/calls/bill'
import { withPermittedSort } from '../../database/list-sort.ts'
import { handlers } from '../../gateway/handler.ts'
import { billTotals, countBillOptions, countBills, listBills } from './store.ts'

/** The calls of the merchant's bills (docs/specification.md §7; docs/domain.md §8). */
export const billCalls = handlers(bill, {
  list: async ({ tx, actor }, given) => {
    const filter = withPermittedSort(billColumns, given, given.state, actor)
    const [page, totals, counts, optionCounts] = await Promise.all([
      listBills(tx, filter),
      billTotals(tx, filter),
      countBills(tx, filter),
      countBillOptions(tx, filter),
    ])
    return { ...page, totals, counts, optionCounts }
  },
})
