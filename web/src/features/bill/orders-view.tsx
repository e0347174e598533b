import { billedOrderColumns } from '@huanji/contract/features/bill/rows'
import { CHANNEL_LABELS, optionsOf } from '@huanji/contract/labels'
import { api } from '../../api/client.ts'
import { defineAction } from '../../components/actions/action.ts'
import { latePart } from '../../components/late/late-part.ts'
import { ListPage } from '../../components/list/list-page.tsx'
import { defineList } from '../../components/list/list-types.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import type { BilledOrder } from './bill-labels.ts'
import {
  BILL_LIST,
  type BillViewProps,
  LongText,
  ORDER_NO_FILTER,
  REFUND_NO_FILTER,
  SHOP_FILTER,
} from './bill-lists.tsx'
import { OrderNo } from './order-no.tsx'
import { SignedMoney } from './signed-money.tsx'

const OrderDrawer = latePart(async () => (await import('./order-drawer.tsx')).OrderDrawer)

const open = (order: BilledOrder) => void openOverlay((close) => <OrderDrawer order={order} onClose={close} />)

const details = defineAction<BilledOrder>({
  key: 'details',
  name: '明细',
  icon: 'list',
  run: ([order]) => {
    if (order) open(order)
  },
})

const PROGRESS_TONES = { pending: 'warning', frozen: 'danger', settled: 'success' } as const

const orderList = defineList({
  key: 'billed-orders',
  ...BILL_LIST,
  call: api.billDetail.orders,
  rowKey: (row) => row.orderId,
  rowLabel: (row) => row.orderNo,
  open,
  filters: [
    ORDER_NO_FILTER,
    REFUND_NO_FILTER,
    { ...SHOP_FILTER, single: true },
    { kind: 'select', name: 'channel', label: '渠道', options: optionsOf(CHANNEL_LABELS) },
    { kind: 'days', name: 'orderedFrom', to: 'orderedTo', label: '下单时间' },
  ],
  columns: billedOrderColumns,
  cells: {
    orderNo: { widthPx: 208, cell: (row) => <OrderNo {...row} /> },
    progress: { widthPx: 96, tones: PROGRESS_TONES },
    net: { widthPx: 132, cell: (row) => <SignedMoney fen={row.netFen} strong /> },
    equation: { widthPx: 320, grows: 2, cell: (row) => <LongText text={row.equation} /> },
    title: { widthPx: 180, grows: 1 },
    channel: { widthPx: 72 },
  },
  actions: [details],
  empty: { title: '还没有账单', hint: '订单完成后，它的账单会按订单列在这里。' },
})

/** 按订单: each order with the sum of its rows, written out. */
export const OrdersView = ({ lead }: BillViewProps) => <ListPage list={orderList} lead={lead} />
