import { bill, billColumns } from '@huanji/contract/calls/bill'
import { withPermittedSort } from '../../database/list-sort.ts'
import { handlers } from '../../gateway/handler.ts'
import { billTotals, countBillOptions, listBills } from './store.ts'

/** The calls of the merchant's bills (docs/specification.md §7; docs/domain.md §8). */
export const billCalls = handlers(bill, {
  list: async ({ tx, actor }, given) => {
    const filter = withPermittedSort(billColumns, given, given.state, actor)
    const page = await listBills(tx, filter)
    return { ...page, totals: await billTotals(tx, filter), optionCounts: await countBillOptions(tx, filter) }
  },
})
