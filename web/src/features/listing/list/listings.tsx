import { listingColumns } from '@huanji/contract/features/listing/rows'
import { CHANNEL_LABELS, optionsOf } from '@huanji/contract/labels'
import { linkTo, PAGES } from '@huanji/contract/pages'
import { api } from '../../../api/client.ts'
import { refresh } from '../../../api/queries.ts'
import { defineList } from '../../../components/list/list-types.ts'
import { Money } from '../../../components/money/money.tsx'
import { GRADE_OPTIONS, searchModels, shopOptions } from '../../goods/filter-options.ts'
import { GoodsCell } from '../../goods/goods-cell.tsx'
import { SOLD_TOGETHER } from '../../goods/sold-together.tsx'
import { LISTING_ACTIONS, openPublish } from '../listing-actions.tsx'
import { listingName } from '../listing-facts.ts'
import { ENTRY_OPTIONS, LISTING_TABS, listingLabel } from '../listing-labels.ts'
import { listingStateText } from '../listing-state-text.ts'
import { runLabel } from '../listing-tags.tsx'
import {
  AnswerByCell,
  BidsCell,
  bidsText,
  ChannelCell,
  ChannelMark,
  channelText,
  EntryCell,
  GapCell,
  HighestCell,
  MarginCell,
  ModelCell,
  PriceCell,
  SessionCell,
  StartCell,
  StateCell,
  StockCell,
  sessionOf,
  stockText,
} from './cells.tsx'

/** Bids come in by the minute. */
const REFRESH_MS = 15_000

/** The list of goods of both channels. */
export const listingList = defineList({
  key: 'listings',
  title: PAGES.listings.title,
  call: api.goods.list,
  rowKey: (row) => row.listingId,
  rowLabel: listingName,
  rowState: listingStateText,
  rowCover: (row) => row.coverUrl,
  link: (row) => linkTo('listing', { listingId: row.listingId }),
  tabs: { name: 'state', options: LISTING_TABS, counts: (answer) => answer.counts },
  filters: [
    {
      kind: 'text',
      name: 'code',
      codeBox: 'listings-code',
      label: '扫码或输号',
      placeholder: 'IMEI / 条码 / 封袋码 / 尾号',
      main: true,
    },
    { kind: 'select', name: 'channel', label: '渠道', options: optionsOf(CHANNEL_LABELS), counted: true },
    { kind: 'search', name: 'modelId', label: '机型', search: searchModels, counted: true },
    { kind: 'select', name: 'grade', label: '成色', options: GRADE_OPTIONS, counted: true },
    { kind: 'select', name: 'entryState', label: '竞拍', options: ENTRY_OPTIONS, counted: true },
    { kind: 'day', name: 'scheduleDate', label: '场次日期' },
    {
      kind: 'select',
      name: 'refused',
      label: '闲鱼拒绝',
      options: [{ value: 'true', label: '修改被拒' }],
      single: true,
    },
    { kind: 'select', name: 'shopAccountId', label: '店铺', options: shopOptions, counted: true },
  ],
  columns: listingColumns,
  columnSets: [
    {
      key: 'offers',
      when: ({ entryState }) => entryState === 'negotiating',
      columns: ['answerBy', 'offer', 'reserve', 'gap', 'margin'],
      showsActions: true,
    },
  ],
  cells: {
    title: {
      widthPx: 256,
      grows: 1,
      shows: ['model', 'grade'],
      cell: (row) => (
        <GoodsCell
          goods={row}
          title={row.title}
          unitCount={row.kind === 'stock' ? 1 : row.unitCount}
          marks={<ChannelMark row={row} />}
          failure={row.failure?.message ?? ''}
          desired={row.desired}
        />
      ),
    },
    state: { widthPx: 112, cell: (row) => <StateCell row={row} />, text: ({ state }) => listingLabel(state) },
    channel: { widthPx: 84, cell: (row) => <ChannelCell row={row} />, text: channelText },
    session: { widthPx: 164, cell: (row) => <SessionCell row={row} />, text: ({ entry }) => sessionOf(entry) },
    entry: { widthPx: 112, cell: (row) => <EntryCell row={row} />, text: runLabel },
    highest: { widthPx: 124, cell: (row) => <HighestCell row={row} /> },
    answerBy: { widthPx: 124, cell: (row) => <AnswerByCell row={row} /> },
    offer: { widthPx: 108, cell: (row) => <Money fen={row.offer?.amountFen ?? null} strong /> },
    gap: { widthPx: 116, cell: (row) => <GapCell row={row} /> },
    margin: { widthPx: 116, cell: (row) => <MarginCell row={row} /> },
    bids: { cell: (row) => <BidsCell row={row} />, text: bidsText },
    model: { widthPx: 192, cell: (row) => <ModelCell row={row} /> },
    price: { widthPx: 112, cell: (row) => <PriceCell row={row} /> },
    start: { cell: (row) => <StartCell row={row} /> },
    stock: { widthPx: 136, cell: (row) => <StockCell row={row} />, text: stockText },
    imei: SOLD_TOGETHER,
  },
  actions: LISTING_ACTIONS,
  refreshEveryMs: REFRESH_MS,
  empty: {
    title: '还没有商品',
    hint: '手机完成质检后，把它们放进鱼市场次，或上架到严选。',
    lead: {
      name: '发布商品',
      grant: api.goods.publish.path,
      run: ({ queries }) => openPublish('auction', () => refresh(queries, api.goods.list)),
    },
  },
})
