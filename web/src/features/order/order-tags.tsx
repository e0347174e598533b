import { DELIVERY_SYNC_LABELS } from '@huanji/contract/features/order/labels'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { ORDER_TONES, orderLabel, SYNC_TONES } from './order-labels.ts'
import styles from './order-tags.module.css'
import type { OrderRow } from './types.ts'

/** An order's state, with 售后中 beside it while an after-sale case is open, and 缺货 while more was sold than there is. */
export function OrderStateTag({ order }: { order: Pick<OrderRow, 'state' | 'inRefund' | 'isShort'> }) {
  return (
    <span className={styles.tags}>
      <StateTag tone={ORDER_TONES[order.state]}>{orderLabel(order.state)}</StateTag>
      {order.inRefund ? <StateTag tone="danger">售后中</StateTag> : null}
      {order.isShort ? <StateTag tone="danger">缺货</StateTag> : null}
    </span>
  )
}

/** Whether the marketplace has been told of the shipment; nothing before there is one. */
export function SyncTag({ sync }: { sync: OrderRow['deliverySync'] }) {
  const tone = SYNC_TONES[sync]
  return tone === null ? null : <StateTag tone={tone}>{DELIVERY_SYNC_LABELS[sync]}</StateTag>
}
