import { DELIVERY_SYNC_LABELS } from '@huanji/contract/features/order/labels'
import { formatShanghai } from '@huanji/domain/time'
import { Countdown } from '../../../components/countdown/countdown.tsx'
import type { Cell } from '../../../components/list/list-types.ts'
import { Money } from '../../../components/money/money.tsx'
import { searchModels, shopOptions } from '../../goods/filter-options.ts'
import { GoodsCell } from '../../goods/goods-cell.tsx'
import { deadlineLabel, hasDeadline, isWaiting, ORDER_OPTIONS, orderLabel } from '../order-labels.ts'
import { OrderStateTag, SyncTag } from '../order-tags.tsx'
import type { OrderRow } from '../types.ts'
import styles from './order-cells.module.css'

/** What the lists of both channels have in common. */

/** Payments come in by the minute. */
export const REFRESH_MS = 30_000

function Parcel({ row }: { row: OrderRow }) {
  if (row.waybill === '') return <span className="muted">—</span>
  return (
    <>
      {row.carrierName} <span className="code">{row.waybill}</span>
    </>
  )
}

/** An order's state in words, with what else matters of it. */
export const orderStateText = ({ state, inRefund, isShort }: OrderRow): string =>
  [orderLabel(state), inRefund ? '售后中' : '', isShort ? '缺货' : ''].filter((word) => word !== '').join(' ')

/** The tabs of states. */
export const ORDER_TABS = { name: 'state', options: ORDER_OPTIONS } as const

/** Only orders that wait have a deadline to sort by. */
export const deadlineFirst = <Sort extends string>({
  state,
  sort = isWaiting(state) ? ('deadline.asc' as Sort) : undefined,
}: {
  state?: OrderRow['state'] | undefined
  sort?: Sort | undefined
}): { sort?: Sort | undefined } => ({ sort })

/** What the box for codes takes. */
export const CODE_PLACEHOLDER = 'IMEI / 条码 / 封袋码 / 订单号 / 运单号'
export const KEYWORD = { kind: 'text', name: 'keyword', label: '标题、买家', placeholder: '标题或昵称' } as const
export const MODEL = { kind: 'search', name: 'modelId', label: '机型', search: searchModels, counted: true } as const
export const SHOP = {
  kind: 'select',
  name: 'shopAccountId',
  label: '店铺',
  options: shopOptions,
  counted: true,
} as const
export const ORDERED = { kind: 'days', name: 'orderedFrom', to: 'orderedTo', label: '下单时间' } as const
export const PAID = { kind: 'days', name: 'paidFrom', to: 'paidTo', label: '付款时间' } as const

const waitingText = (row: OrderRow): string =>
  hasDeadline(row) && row.deadlineAt ? `${deadlineLabel(row)} ${formatShanghai(row.deadlineAt)}` : ''

/** How long until whose deadline: the buyer's to pay, or ours to ship. */
function Deadline({ row }: { row: OrderRow }) {
  if (!hasDeadline(row) || row.deadlineAt === null) return <span className="muted">—</span>
  return (
    <span className={styles.deadline}>
      <span className="muted">{deadlineLabel(row)}</span>
      <Countdown className={styles.due} deadlineAt={row.deadlineAt} />
    </span>
  )
}

/** What the marketplace refused for good and somebody has still to decide about. */
export const refusedFilter = (...values: readonly (keyof typeof REFUSED_LABELS)[]) =>
  ({
    kind: 'select',
    name: 'refused',
    label: '闲鱼拒绝',
    options: values.map((value) => ({ value, label: REFUSED_LABELS[value] })),
    single: true,
  }) as const

const REFUSED_LABELS = { shipped: '发货被拒', change_price: '改价被拒', closed: '关闭被拒' } as const

export const CELLS = {
  orderNo: { widthPx: 208 },
  state: { cell: (row) => <OrderStateTag order={row} />, text: orderStateText },
  deadline: {
    widthPx: 188,
    text: waitingText,
    cell: (row) => <Deadline row={row} />,
  },
  goods: {
    widthPx: 280,
    grows: 1,
    shows: ['grade'],
    cell: (row) => <GoodsCell goods={row} title={row.title} unitCount={row.unitCount} desired={row.desired} />,
  },
  deal: { widthPx: 124, cell: (row) => <Money fen={row.dealPriceFen} strong /> },
  buyer: { widthPx: 128 },
  waybill: { widthPx: 228, cell: (row) => <Parcel row={row} />, copy: (row) => row.waybill },
  sync: {
    widthPx: 124,
    text: (row) => (row.deliverySync === 'none' ? '' : DELIVERY_SYNC_LABELS[row.deliverySync]),
    cell: (row) =>
      row.deliverySync === 'none' ? <span className="muted">—</span> : <SyncTag sync={row.deliverySync} />,
  },
  bagCode: { widthPx: 156, cell: (row) => row.bagCode ?? '—' },
  remark: { widthPx: 180, cell: (row) => row.remark || '—' },
} satisfies Readonly<Record<string, Cell<OrderRow>>>
