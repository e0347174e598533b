import { orderColumns } from '@huanji/contract/features/order/rows'
import { PAGES } from '@huanji/contract/pages'
import { defineList } from '../../../components/list/list-types.ts'
import { CHANNEL_DESCRIPTIONS } from '../../channel/channels.ts'
import { sessionText } from '../../goods/session-text.ts'
import { SOLD_TOGETHER } from '../../goods/sold-together.tsx'
import { orderRowActions } from '../order-actions.tsx'
import type { OrderRow } from '../types.ts'
import {
  CELLS,
  CODE_PLACEHOLDER,
  deadlineFirst,
  KEYWORD,
  MODEL,
  ORDER_TABS,
  ORDERED,
  orderStateText,
  PAID,
  REFRESH_MS,
  refusedFilter,
  SHOP,
} from './order-cells.tsx'

const { name, orders } = CHANNEL_DESCRIPTIONS.auction
const sessionOf = (row: OrderRow): string => sessionText(row.scheduleDate, row.scheduleNumber)

/** The list of auction orders; waiting ones come most urgent first. */
export const orderList = defineList({
  key: 'auction-orders',
  title: orders.title,
  call: orders.calls.list,
  rowKey: (row) => row.orderId,
  rowLabel: (row) => row.orderNo,
  rowState: orderStateText,
  rowCover: (row) => row.coverUrl,
  link: (row) => orders.link(row.orderId),
  tabs: { ...ORDER_TABS, counts: (answer) => answer.counts },
  filters: [
    {
      kind: 'text',
      name: 'code',
      codeBox: 'orders-code',
      label: '扫码或输号',
      placeholder: CODE_PLACEHOLDER,
      main: true,
    },
    KEYWORD,
    MODEL,
    SHOP,
    { kind: 'day', name: 'scheduleDate', label: '场次日期' },
    ORDERED,
    PAID,
    refusedFilter('shipped', 'closed'),
  ],
  derive: deadlineFirst,
  columns: orderColumns,
  cells: {
    ...CELLS,
    imei: SOLD_TOGETHER,
    start: { widthPx: 104 },
    session: {
      widthPx: 156,
      cell: (row) => sessionOf(row) || '—',
      text: sessionOf,
    },
  },
  actions: orderRowActions(orders),
  refreshEveryMs: REFRESH_MS,
  empty: {
    title: '还没有订单',
    hint: `商品在${name}成交后，订单会出现在这里。`,
    lead: { name: '去看在售商品', grant: PAGES.listings.path, run: ({ goTo }) => goTo(PAGES.listings.path) },
  },
})
