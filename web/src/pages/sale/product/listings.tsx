import { CHANNEL_LABELS, optionsOf } from '@huanji/contract/labels'
import { linkTo, PAGES } from '@huanji/contract/pages'
import { api } from '../../../api/client.ts'
import { type Column, defineList } from '../../../components/list/list-types.ts'
import { Money } from '../../../components/money/money.tsx'
import { Time } from '../../../components/time/time.tsx'
import { EntryClock } from '../../../features/listing/entry-clock.tsx'
import { LISTING_ACTIONS } from '../../../features/listing/listing-actions.tsx'
import { ENTRY_OPTIONS, LISTING_TABS } from '../../../features/listing/listing-labels.ts'
import { EntryStateTag, ListingStateTag } from '../../../features/listing/listing-tags.tsx'
import { listingName } from '../../../features/listing/price-rows.ts'
import type { ListingRow } from '../../../features/listing/types.ts'
import { GRADE_OPTIONS, searchModels, shopOptions } from '../../../features/trade/filter-options.ts'
import { GoodsCell } from '../../../features/trade/goods-cell.tsx'
import { GradeBadge } from '../../../components/grade/grade-badge.tsx'
import { imeiColumn } from '../../../features/trade/imei-column.tsx'
import { sessionText } from '../../../features/trade/session-text.ts'
import { SubLine } from '../../../features/trade/sub-line.tsx'
import { can } from '../../../session/session.ts'

/** Bids come in by the minute. */
const REFRESH_MS = 15_000

function Session({ row }: { row: ListingRow }) {
  if (row.entry === null) return <span className="muted">—</span>
  return (
    <>
      {sessionText(row.entry.scheduleDate, row.entry.scheduleNumber)}
      <SubLine>
        <EntryClock entry={row.entry} bare />
      </SubLine>
    </>
  )
}

const DASH = <span className="muted">—</span>

const GOODS: readonly Column<ListingRow>[] = [
  {
    key: 'title',
    title: '商品',
    widthPx: 258,
    cell: (row) => <GoodsCell title={row.title} coverUrl={row.coverUrl} failure={row.failure} desired={row.desired} />,
  },
  { key: 'state', title: '状态', widthPx: 104, cell: (row) => <ListingStateTag state={row.state} /> },
  { key: 'session', title: '场次', widthPx: 164, cell: (row) => <Session row={row} /> },
  {
    key: 'entry',
    title: '竞拍',
    widthPx: 100,
    cell: (row) => (row.entry ? <EntryStateTag state={row.entry.state} /> : DASH),
  },
  {
    key: 'start',
    title: '起拍价',
    widthPx: 112,
    align: 'right',
    cell: (row) => <Money fen={row.entry?.startPriceFen ?? null} />,
  },
]

/** For whoever may see it; buyers never do. */
const RESERVE: Column<ListingRow> = {
  key: 'reserve',
  title: '保底价',
  widthPx: 112,
  align: 'right',
  cell: (row) => <Money fen={row.entry?.reservePriceFen ?? null} />,
}

const REST: readonly Column<ListingRow>[] = [
  {
    key: 'highest',
    title: '最高价',
    widthPx: 124,
    align: 'right',
    cell: (row) => <Money fen={row.entry?.highestBidFen ?? null} strong />,
  },
  {
    key: 'bids',
    title: '出价',
    widthPx: 96,
    align: 'right',
    cell: ({ entry }) =>
      entry && entry.bidCount > 0 ? (
        <span className="num">
          {entry.bidCount}次 {entry.bidderCount}人
        </span>
      ) : (
        DASH
      ),
  },
  {
    key: 'model',
    title: '机型规格',
    widthPx: 192,
    cell: (row) => (
      <>
        {row.modelName}
        <SubLine>{row.skuText}</SubLine>
      </>
    ),
  },
  { key: 'grade', title: '成色', widthPx: 84, cell: (row) => <GradeBadge grade={row.grade} /> },
  imeiColumn(),
  { key: 'shop', title: '店铺', widthPx: 132, cell: (row) => row.shopName },
  { key: 'channel', title: '渠道', widthPx: 72, cell: (row) => CHANNEL_LABELS[row.channel], hidden: true },
  { key: 'createdAt', title: '发布时间', widthPx: 148, cell: (row) => <Time at={row.createdAt} /> },
]

/** The list of goods as the signed-in person may see it: the reserve price has a right of its own. */
export const listingList = () =>
  defineList({
    key: 'listings',
    title: PAGES.listings.title,
    call: api.goods.list,
    rowKey: (row) => row.listingId,
    rowLabel: listingName,
    link: (row) => linkTo('listing', { listingId: row.listingId }),
    tabs: { name: 'state', options: LISTING_TABS, counts: (answer) => answer.counts },
    filters: [
      { kind: 'text', name: 'code', label: '编号', placeholder: 'IMEI / 条码 / 封袋码', main: true },
      { kind: 'search', name: 'modelId', label: '机型', search: searchModels },
      { kind: 'select', name: 'grade', label: '成色', options: GRADE_OPTIONS },
      { kind: 'select', name: 'entryState', label: '竞拍', options: ENTRY_OPTIONS },
      { kind: 'day', name: 'scheduleDate', label: '场次日期' },
      { kind: 'select', name: 'shopAccountId', label: '店铺', options: shopOptions },
      { kind: 'select', name: 'channel', label: '渠道', options: optionsOf(CHANNEL_LABELS) },
    ],
    columns: [...GOODS, ...(can('field:reservePrice') ? [RESERVE] : []), ...REST],
    actions: LISTING_ACTIONS,
    refreshEveryMs: REFRESH_MS,
    empty: { title: '还没有商品', hint: '设备完成质检和封袋后，点“发布商品”把它们放进鱼市场次。' },
  })
