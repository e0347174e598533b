import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef } from 'react'
import { refresh } from '../../api/queries.ts'
import type { Action } from '../actions/action.ts'
import { Button } from '../button/button.tsx'
import type { OptionCounts } from '../listbox/option.ts'
import { useFound } from '../scan/found.ts'
import { allFilters } from './all-filters.ts'
import { backgroundWork } from './background-work.ts'
import { BulkSlot } from './bulk-slot.tsx'
import { askedColumns, inOrder, shownColumns } from './column-order.ts'
import { countText, totalText } from './count-text.ts'
import { DataTable } from './data-table.tsx'
import { ExportButton } from './export-button.tsx'
import { exportKindOf } from './export-kind.ts'
import { FilterBar } from './filter-bar.tsx'
import styles from './list.module.css'
import type { ListAnswer, ListDefinition, ListInput } from './list-types.ts'
import { Pager } from './pager.tsx'
import { PeekSlot } from './peek-slot.tsx'
import { sortWords } from './sorting.ts'
import { StatusTabs } from './status-tabs.tsx'
import { columnSetOf, type TableSettings, untouchedOf, useTableSettings } from './table-settings.ts'
import { TableSettingsButton } from './table-settings-button.tsx'
import { type ListState, withValues } from './url-state.ts'
import { useLastPage } from './use-last-page.ts'
import { useLastPosition } from './use-last-position.ts'
import { useListKeys } from './use-list-keys.ts'
import { listInput, useListQuery } from './use-list-query.ts'
import { useListState } from './use-list-state.ts'
import { filterOf, useListTable } from './use-list-table.ts'
import { ViewMenu } from './view-menu.tsx'

/** How many rows each value of a filter has, all other filters applied and this one left out. */
function countsOf<Input extends ListInput, Row, Output extends ListAnswer<Row>>(
  list: ListDefinition<Input, Row, Output>,
  state: ListState,
  name: string,
): OptionCounts {
  const input = { ...listInput(list, withValues(state, { [name]: '' })), page: 1, pageSize: 1, countBy: name }
  const ask = async () => {
    const { optionCounts = null } = await list.call(input)
    return (
      optionCounts &&
      Object.fromEntries(Object.entries(optionCounts).map(([value, count]) => [value, countText(count)]))
    )
  }
  return { key: ['counts', list.call.path, input], ask }
}

/** How many rows the list has without any filter, in words. */
async function countAll<Input extends ListInput, Row, Output extends ListAnswer<Row>>(
  list: ListDefinition<Input, Row, Output>,
  state: ListState,
): Promise<string> {
  return totalText(await list.call({ ...listInput(list, { ...state, values: {}, page: 1, cursor: '' }), pageSize: 1 }))
}

interface ListPageProps<Input extends ListInput, Row, Output extends ListAnswer<Row>> {
  list: ListDefinition<Input, Row, Output>
  /** Buttons beside the title that need the component's own state; `list.toolbar` serves the others. */
  toolbar?: ReactNode
  /** Behind the title: which of several lists of the page it is. */
  lead?: ReactNode
}

type Table<Input extends ListInput, Row, Output extends ListAnswer<Row>> = ReturnType<
  typeof useListTable<Input, Row, Output>
>

interface Handed<Input extends ListInput, Row, Output extends ListAnswer<Row>> {
  readonly list: ListDefinition<Input, Row, Output>
  readonly state: ListState
  readonly settings: TableSettings
  readonly answer: Output | undefined
  readonly table: Table<Input, Row, Output>
}

/** What a list hands on: rows as a file, and work on everything that its filter finds. */
function useHandingOn<Input extends ListInput, Row, Output extends ListAnswer<Row>>({
  list,
  state,
  settings,
  answer,
  table: { rows, columns },
}: Handed<Input, Row, Output>) {
  const exportRows = async (chosen: readonly Row[]) => {
    const { downloadCsv } = await import('./export-csv.ts')
    downloadCsv(list.title, chosen, shownColumns(columns, settings), columns)
  }
  const kind = exportKindOf(list.call.path)
  const exportAll = async () => {
    if (!answer || kind === null) return
    const { total, totalIsCapped } = answer
    const shown = new Set(shownColumns(columns, settings).map(({ key }) => key))
    const choices = inOrder(columns, settings.order).map(({ key, title }) => ({ key, title, isShown: shown.has(key) }))
    const page = { rows: rows?.length ?? 0, save: () => void exportRows(rows ?? []) }
    const filter = filterOf(list, state)
    await backgroundWork().askExport({ kind, filter, total, totalIsCapped, columns: choices, page })
  }
  const startFound = async (action: Action<Row>, excludedIds: readonly string[]) => {
    if (!answer) return
    const found = await import('./start-found.tsx')
    await found.startFound({ ...answer, action, filter: filterOf(list, state), excludedIds })
  }
  return { exportRows, exportAll: kind === null ? null : exportAll, startFound }
}

interface ListHeadProps<Input extends ListInput, Row, Output extends ListAnswer<Row>>
  extends ListPageProps<Input, Row, Output>,
    Pick<Handed<Input, Row, Output>, 'state' | 'settings' | 'table'>,
    Pick<ReturnType<typeof useListState>, 'go'> {
  filters: ReturnType<typeof allFilters>
  sorts: ReturnType<typeof sortWords>
  setSettings: ReturnType<typeof useTableSettings>[1]
  query: ReturnType<typeof useListQuery<Input, Row, Output>>
  handOn: ReturnType<typeof useHandingOn<Input, Row, Output>>
}

/** The title with the views of the list, and its tools. */
function ListHead<Input extends ListInput, Row, Output extends ListAnswer<Row>>(
  props: ListHeadProps<Input, Row, Output>,
) {
  const { list, toolbar, lead, filters, sorts, state, go, settings, setSettings, query, table, handOn } = props
  const { rows } = table
  const queries = useQueryClient()
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>{list.title}</h1>
        <ViewMenu
          listKey={list.key}
          filters={filters}
          sorts={sorts}
          pageSize={list.pageSize}
          state={state}
          go={go}
          settings={settings}
          setSettings={setSettings}
          isReady={rows !== undefined}
        />
        {lead}
      </div>
      <div className={styles.tools}>
        {toolbar}
        {list.toolbar}
        <Button
          tone="quiet"
          icon="refresh"
          aria-label="刷新"
          title="刷新"
          busy={query.isFetching && !query.isPending}
          onClick={() => void refresh(queries, list.call)}
        />
        <ExportButton
          rows={rows}
          selection={table.selection}
          exportRows={handOn.exportRows}
          exportAll={handOn.exportAll}
        />
        <TableSettingsButton
          columns={table.columns}
          settings={settings}
          untouched={untouchedOf(list, state.values)}
          onChange={setSettings}
        />
      </div>
    </header>
  )
}

/** The tabs of a list that has some. */
function Tabs<Input extends ListInput, Row, Output extends ListAnswer<Row>>({
  list: { tabs },
  state,
  go,
  answer,
}: Pick<Handed<Input, Row, Output>, 'list' | 'state' | 'answer'> & Pick<ReturnType<typeof useListState>, 'go'>) {
  if (!tabs) return null
  return (
    <div className={styles.bar}>
      <StatusTabs
        name={tabs.name}
        options={tabs.options}
        unnamed={tabs.unnamed}
        isCounted={tabs.counts !== undefined}
        counts={answer && tabs.counts ? tabs.counts(answer) : null}
        state={state}
        go={go}
      />
    </div>
  )
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
 *         { kind: 'text', name: 'code', label: '扫码或输号', placeholder: 'IMEI / 条码 / 订单号 / 运单号' },
 *         { kind: 'days', name: 'orderedFrom', to: 'orderedTo', label: '下单时间' },
 *       ],
 *       columns: orderColumns,
 *       cells: {
 *         goods: { widthPx: 264, grows: 1, shows: ['grade'], cell: (row) => <GoodsCell goods={row} /> },
 *       },
 *       actions: [deliver],
 *       empty: { title: '还没有订单', hint: '商品在鱼市成交后，订单会出现在这里。' },
 *     })
 *     export default () => <ListPage list={orders} />
 *
 * It brings: a cell for each kind of column, and no column that the person has no right to; filters, tabs, page and
 * cursor in the URL; columns, their widths and density per employee; sorting; ticking across pages with a bulk bar and
 * results row by row; a preview; an export of what is seen; the place where one left the list; skeleton, empty and error
 * states; the keys / j k x Space Enter and those of the actions.
 */
export function ListPage<Input extends ListInput, Row, Output extends ListAnswer<Row>>({
  list,
  toolbar,
  lead,
}: ListPageProps<Input, Row, Output>) {
  const filters = allFilters(list)
  const sorts = sortWords(list.columns)
  const control = useListState(list.key, filters, list.pageSize, sorts, list.keeps)
  const { state, go, reset } = control
  const [settings, setSettings] = useTableSettings(list, state.values)
  const query = useListQuery(list, state, settings)
  useFound(state.values, query.isPlaceholderData ? undefined : query.isError ? null : query.data?.total)
  const table = useListTable(list, state, query)
  const { rows, actions, selection, peek, start } = table
  const isBeyond = useLastPage(query.data, query.isPlaceholderData, control)
  const page = useRef<HTMLElement>(null)
  const keys = useMemo(() => rows?.map(list.rowKey) ?? [], [rows, list])
  useListKeys({ page, rows, list, actions, selection, peek, start })
  useLastPosition({ page, rows, selection, isStale: query.isPlaceholderData })
  const handOn = useHandingOn({ list, state, settings, answer: query.data, table })

  return (
    <section className={styles.page} ref={page} aria-label={list.title}>
      <ListHead
        {...{ list, toolbar, lead, filters, sorts, state, go, settings, setSettings, query }}
        table={table}
        handOn={handOn}
      />
      {list.filters && list.filters.length > 0 ? (
        <FilterBar
          listKey={list.key}
          filters={list.filters}
          control={control}
          countsOf={(name) => countsOf(list, state, name)}
          isReady={rows !== undefined}
        />
      ) : null}
      {list.totals ? (
        <div className={styles.totals}>{query.data ? list.totals(query.data, filterOf(list, state)) : null}</div>
      ) : null}
      <div className={styles.card}>
        <Tabs {...{ list, state, go }} answer={query.data} />
        <BulkSlot
          {...table}
          keys={keys}
          answer={query.data}
          startFound={(action, excluded) => void handOn.startFound(action, excluded)}
          exportRows={(chosen) => void handOn.exportRows(chosen)}
          isOverHead={list.tabs === undefined}
        />
        <div className={styles.rows}>
          <DataTable
            {...table}
            list={list}
            rows={isBeyond ? undefined : rows}
            keys={keys}
            settings={settings}
            onSettings={setSettings}
            showsActions={columnSetOf(list, state.values)?.showsActions ?? false}
            sort={state.sort || ((query.isPlaceholderData ? '' : query.data?.sort) ?? '')}
            onSort={(sort) => go({ ...state, sort, page: 1, cursor: '' })}
            tab={list.tabs ? (state.values[list.tabs.name] ?? '') : ''}
            skeletonRows={Math.min(state.pageSize, 20)}
            isStale={query.isPlaceholderData}
            error={query.error}
            retry={() => void query.refetch()}
            isFiltered={Object.keys(state.values).length > 0}
            countAll={control.isRestored ? () => countAll(list, state) : null}
            reset={reset}
          />
          <PeekSlot
            {...{ list, rows, actions, peek, page, start }}
            columns={askedColumns(list.columns, settings.shown)}
          />
        </div>
        <footer className={styles.foot}>
          <Pager answer={query.data} state={state} go={go} />
        </footer>
      </div>
    </section>
  )
}
