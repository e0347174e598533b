import { type ComponentType, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { latePart } from '../../components/late/late-part.ts'
import { ListPage } from '../../components/list/list-page.tsx'
import { askListEarly } from '../../components/list/use-list-query.ts'
import { Segments } from '../../components/segments/segments.tsx'
import { useSearchChoice } from '../../components/segments/use-search-choice.ts'
import { can } from '../../session/session.ts'
import { ImportCostsButton } from '../phone/import-costs-button.tsx'
import type { BillViewProps } from './bill-lists.tsx'
import { billList } from './bills.tsx'
import { MonthButton } from './month-button.tsx'

/** The ways to look at the merchant's money. */
type View = 'rows' | 'orders' | 'flows' | 'check'

function RowTools() {
  return (
    <>
      <MonthButton />
      <ImportCostsButton />
    </>
  )
}

/** The first is a part of the page, the others are loaded when they are looked at. */
const VIEW_OF: Readonly<Record<View, ComponentType<BillViewProps>>> = {
  rows: ({ lead }) => <ListPage list={billList} lead={lead} toolbar={<RowTools />} />,
  orders: latePart(async () => (await import('./orders-view.tsx')).OrdersView),
  flows: latePart(async () => (await import('./flows-view.tsx')).FlowsView),
  check: latePart(async () => (await import('./check-view.tsx')).CheckView),
}

const VIEWS = [
  { value: 'rows', label: '明细' },
  { value: 'orders', label: '按订单' },
  { value: 'flows', label: '资金流水' },
  { value: 'check', label: '对账' },
] as const satisfies readonly { value: View; label: string }[]

const wantedView = (search: URLSearchParams): View => {
  const wanted = search.get('show')
  return VIEWS.find(({ value }) => value === wanted)?.value ?? 'rows'
}

/** @public called by the application when it starts at this address (`PageModule`) */
export const preload = () => {
  if (wantedView(new URLSearchParams(location.search)) === 'rows') askListEarly(billList)
}

/** 账单: every amount with the formula that made it, by row and by order, the account it moved on, and what differs. */
export function BillPage() {
  const [search, setSearch] = useSearchChoice()
  const mayCheck = can(api.billCheck.list.path)
  const options = mayCheck ? VIEWS : VIEWS.filter(({ value }) => value !== 'check')
  const wanted = wantedView(search)
  const shown = wanted === 'check' && !mayCheck ? 'rows' : wanted
  // each has filters of its own
  const change = (next: View) => setSearch(new URLSearchParams(next === 'rows' ? {} : { show: next }))
  const lead = <Segments label="账单视图" name="bill-view" options={options} value={shown} onChange={change} />
  const Shown = VIEW_OF[shown]
  return (
    <Suspense fallback={lead}>
      <Shown lead={lead} />
    </Suspense>
  )
}
