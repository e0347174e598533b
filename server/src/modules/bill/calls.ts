import { bill, billDetail, billMonth } from '@huanji/contract/features/bill/calls'
import { billColumns } from '@huanji/contract/features/bill/rows'
import { isBusiness, isFreezing } from '@huanji/domain/fees/bill-types'
import { counts, equationOf, equationText } from '@huanji/domain/fees/equation'
import { signedFen } from '@huanji/domain/fees/proceeds'
import { AWAITED_BILL_STATES } from '@huanji/domain/states/bill'
import { isReadThrough } from '../../database/list-page.ts'
import { withPermittedSort } from '../../database/list-sort.ts'
import { type HandlerGroup, handlers } from '../../gateway/handler.ts'
import { accountsOf, listFlows } from './flow-store.ts'
import { type BillRow, billTotals, countBillOptions, countBills, listBills } from './list-store.ts'
import { monthOf } from './month-store.ts'
import { type BilledOrder, billsOfOrders, listBilledOrders } from './order-store.ts'
import { settledForText } from './settlements.ts'

/** A row with its amount by its direction, and what of it counts in the net. */
function presentRow(row: BillRow) {
  const signed = signedFen(row)
  return { ...row, signedFen: signed, countedFen: counts(row) && isBusiness(row.type) ? signed : 0 }
}

/** The calls of the merchant's bills (docs/specification.md §7; docs/domain.md §8). */
const billCalls = handlers(bill, {
  list: async ({ tx, actor }, given) => {
    const filter = withPermittedSort(billColumns, given, given.state, actor)
    const [page, totals, stateCounts, optionCounts] = await Promise.all([
      listBills(tx, filter),
      filter.withTotals ? billTotals(tx, filter) : null,
      isReadThrough(filter) ? {} : countBills(tx, filter),
      countBillOptions(tx, filter),
    ])
    return { ...page, list: page.list.map(presentRow), totals, counts: stateCounts, optionCounts }
  },
})

type OrderBillRow = Awaited<ReturnType<typeof billsOfOrders>>[number]

/** An order with its rows, and the sum that they are. */
function presentOrder(order: BilledOrder, rows: readonly OrderBillRow[]) {
  const sum = equationOf(rows)
  const isHeld = rows.some(({ state }) => state === 'frozen')
  const isAwaited = rows.some(({ state }) => AWAITED_BILL_STATES.includes(state))
  const onAccountFen = rows.filter(({ type }) => isFreezing(type)).reduce((sum, row) => sum - signedFen(row), 0)
  return {
    ...order,
    progress: isHeld ? ('frozen' as const) : isAwaited ? ('pending' as const) : ('settled' as const),
    parts: sum.parts.map((part) => ({ ...part })),
    equation: equationText(sum),
    netFen: sum.netFen,
    frozenFen: Math.max(0, onAccountFen),
    bills: rows.map(({ orderId, source, ...row }) => row),
  }
}

const billDetailCalls = handlers(billDetail, {
  orders: async ({ tx }, filter) => {
    const page = await listBilledOrders(tx, filter)
    const ids = page.list.map(({ orderId }) => orderId)
    const rows = Map.groupBy(ids.length === 0 ? [] : await billsOfOrders(tx, ids), ({ orderId }) => orderId)
    return { ...page, list: page.list.map((order) => presentOrder(order, rows.get(order.orderId) ?? [])) }
  },

  flows: async ({ tx }, filter) => {
    const [page, accounts] = await Promise.all([listFlows(tx, filter), accountsOf(tx, filter)])
    const list = page.list.map(({ settledLines, ...row }) => ({
      ...row,
      settledFor: settledForText(settledLines ?? []),
    }))
    return { ...page, list, accounts }
  },
})

const billMonthCalls = handlers(billMonth, {
  list: async ({ tx }, filter) => {
    const list = await monthOf(tx, filter)
    const { page, pageSize } = filter
    return { list, total: list.length, totalIsCapped: false, page, pageSize, nextCursor: null, previousCursor: null }
  },
})

export const billGroups: HandlerGroup[] = [billCalls, billDetailCalls, billMonthCalls]
