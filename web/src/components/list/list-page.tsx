import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Action, type ActionContext, isGranted } from '../actions/action.ts'
import { runAction } from '../actions/run-action.tsx'
import { Button } from '../button/button.tsx'
import { useFound } from '../scan/found.ts'
import { allFilters } from './all-filters.ts'
import { BulkBar } from './bulk-bar.tsx'
import { columnsOf } from './columns-of.ts'
import { DataTable } from './data-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import styles from './list.module.css'
import type { ListAnswer, ListDefinition, ListInput } from './list-types.ts'
import { Pager } from './pager.tsx'
import { Selection } from './selection.ts'
import { StatusTabs } from './status-tabs.tsx'
import { useTableSettings } from './table-settings.ts'
import { TableSettingsButton } from './table-settings-button.tsx'
import { useListKeys } from './use-list-keys.ts'
import { listChanges, useListQuery } from './use-list-query.ts'
import { useListState } from './use-list-state.ts'

interface ListPageProps<Input extends ListInput, Row, Output extends ListAnswer<Row>> {
  list: ListDefinition<Input, Row, Output>
  /** Buttons beside the title that need the component's own state; `list.toolbar` serves the others. */
  toolbar?: ReactNode
}

/**
 * The one list screen. A page is its definition, outside the component, and this:
 *
 *     const orders = defineList({
 *       key: 'auction-orders',
 *       title: PAGES.auctionOrders.title,
 *       call: api.auctionOrder.list,
 *       rowKey: (row) => row.orderId,
 *       rowLabel: (row) => row.orderNo,
 *       link: (row) => linkTo('auctionOrder', { orderId: row.orderId }),
 *       tabs: { name: 'state', options: ORDER_STATES, counts: (answer) => answer.counts },
 *       filters: [
 *         { kind: 'text', name: 'code', label: '编号', placeholder: 'IMEI / 条码 / 订单号 / 运单号' },
 *         { kind: 'days', name: 'orderedFrom', to: 'orderedTo', label: '下单时间' },
 *       ],
 *       columns: orderColumns,
 *       cells: { deal: { widthPx: 124, cell: (row) => <Money fen={row.dealPriceFen} strong /> } },
 *       actions: [deliver],
 *       empty: { title: '还没有订单', hint: '商品在鱼市成交后，订单会出现在这里。' },
 *     })
 *     export default () => <ListPage list={orders} />
 *
 * It brings: a cell for each kind of column, and no column that the person has no right to; filters, tabs, page and
 * cursor in the URL; column settings and density per employee; ticking with a bulk bar and results row by row; skeleton,
 * empty and error states; the keys / j k x Enter and those of the actions.
 */
export function ListPage<Input extends ListInput, Row, Output extends ListAnswer<Row>>({
  list,
  toolbar,
}: ListPageProps<Input, Row, Output>) {
  const filters = allFilters(list)
  const { state, go, reset } = useListState(list.key, filters, list.pageSize)
  const query = useListQuery(list, state)
  useFound(state.values, query.isPlaceholderData ? undefined : query.isError ? null : query.data?.total)
  const [settings, setSettings] = useTableSettings(list.key)
  const [selection] = useState(() => new Selection())
  const navigate = useNavigate()
  const queries = useQueryClient()
  const page = useRef<HTMLElement>(null)
  // Deferred, so that rendering a hundred rows is cut into slices and never holds up a key or a click.
  const rows = useDeferredValue(query.data?.list)
  const columns = useMemo(() => columnsOf(list.columns, list.cells), [list])
  const actions = useMemo(() => (list.actions ?? []).filter(isGranted), [list])
  const canTick = actions.some((action) => action.bulk)

  const start = useMemo(() => {
    const context: ActionContext<Row> = { navigate, queries, ...listChanges(list, queries) }
    return (action: Action<Row>, chosen: readonly Row[]) => void runAction(action, chosen, context, list.rowLabel)
  }, [list, navigate, queries])

  // Before the rows are painted: no action may reach a row that is no longer there.
  useLayoutEffect(() => {
    if (rows) selection.keepOnly(new Set(rows.map(list.rowKey)))
  }, [rows, selection, list])
  useListKeys({ page, rows, list, actions, selection, start })

  return (
    <section className={styles.page} ref={page} aria-label={list.title}>
      <header className={styles.head}>
        <h1>{list.title}</h1>
        <div className={styles.tools}>
          {toolbar}
          {list.toolbar}
          <Button
            tone="quiet"
            icon="refresh"
            aria-label="刷新"
            title="刷新"
            busy={query.isFetching && !query.isPending}
            onClick={() => void query.refetch()}
          />
          <TableSettingsButton columns={columns} settings={settings} onChange={setSettings} />
        </div>
      </header>
      {list.filters && list.filters.length > 0 ? (
        <FilterBar
          listKey={list.key}
          filters={list.filters}
          state={state}
          go={go}
          reset={reset}
          isReady={rows !== undefined}
        />
      ) : null}
      <div className={styles.card}>
        {list.tabs || canTick ? (
          <div className={styles.bar}>
            {list.tabs ? (
              <StatusTabs
                name={list.tabs.name}
                options={list.tabs.options}
                isCounted={list.tabs.counts !== undefined}
                counts={query.data && list.tabs.counts ? list.tabs.counts(query.data) : null}
                state={state}
                go={go}
              />
            ) : null}
            <BulkBar selection={selection} rows={rows} rowKey={list.rowKey} actions={actions} start={start} />
          </div>
        ) : null}
        <DataTable
          list={list}
          columns={columns}
          rows={rows}
          actions={actions}
          settings={settings}
          selection={selection}
          start={start}
          skeletonRows={Math.min(state.pageSize, 20)}
          isStale={query.isPlaceholderData}
          error={query.error}
          retry={() => void query.refetch()}
          isFiltered={Object.keys(state.values).length > 0}
          reset={reset}
        />
        <footer className={styles.foot}>
          <div>{query.data ? list.totals?.(query.data) : null}</div>
          <Pager answer={query.data} state={state} go={go} />
        </footer>
      </div>
    </section>
  )
}
