import { curatedOrderColumns } from '@huanji/contract/features/order/rows'
import { PAGES } from '@huanji/contract/pages'
import { cx } from '../../../components/class-names.ts'
import { defineList } from '../../../components/list/list-types.ts'
import { CHANNEL_DESCRIPTIONS } from '../../channel/channels.ts'
import { orderRowActions } from '../order-actions.tsx'
import { pickedText } from '../order-labels.ts'
import type { OrderRow } from '../types.ts'
import styles from './order-cells.module.css'
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

const { name, orders } = CHANNEL_DESCRIPTIONS.curated

/** How many of the phones are chosen; it stands out while some are missing from an order that is to be shipped. */
function Picked({ row }: { row: OrderRow }) {
  const isMissing = row.state === 'awaiting_shipment' && row.pickedCount < row.unitCount
  return (
    <span className={cx('num', isMissing && (row.isShort ? styles.short : styles.missing))}>{pickedText(row)}</span>
  )
}

/** The list of curated orders: what is short first, then the most urgent. */
export const curatedOrderList = defineList({
  key: 'curated-orders',
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
      codeBox: 'curated-orders-code',
      label: '扫码或输号',
      placeholder: CODE_PLACEHOLDER,
      main: true,
    },
    KEYWORD,
    MODEL,
    SHOP,
    ORDERED,
    PAID,
    refusedFilter('shipped', 'change_price', 'closed'),
  ],
  derive: deadlineFirst,
  columns: curatedOrderColumns,
  cells: {
    ...CELLS,
    state: { ...CELLS.state, widthPx: 148, shows: ['short'] },
    short: { tones: { isShort: 'danger' } },
    goods: { ...CELLS.goods, shows: ['sku', 'grade'] },
    picked: { widthPx: 84, cell: (row) => <Picked row={row} />, text: pickedText },
    imei: { widthPx: 168, cell: (row) => <span className="code">{row.imei || row.barCode || '—'}</span> },
  },
  actions: orderRowActions(orders),
  refreshEveryMs: REFRESH_MS,
  empty: {
    title: '还没有订单',
    hint: `商品在${name}成交后，订单会出现在这里。`,
    lead: { name: '去看在售商品', grant: PAGES.listings.path, run: ({ goTo }) => goTo(PAGES.listings.path) },
  },
})
