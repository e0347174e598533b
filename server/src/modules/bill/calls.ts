import { bill } from '@huanji/contract/calls/bill'
import { handlers } from '../../gateway/handler.ts'
import { billTotals, listBills } from './store.ts'

/** The calls of the merchant's bills (docs/specification.md §7; docs/domain.md §8). */
export const billCalls = handlers(bill, {
  list: async ({ tx }, filter) => ({
    ...(await listBills(tx, filter)),
    totals: await billTotals(tx, filter),
    optionCounts: null,
  }),
})
