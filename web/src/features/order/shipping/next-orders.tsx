import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { errorText } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { Countdown } from '../../../components/countdown/countdown.tsx'
import type { ScanOutcome } from '../../../components/scan/feedback.ts'
import { ScanBox, type ScanBoxHandle } from '../../../components/scan/scan-box.tsx'
import { useHeldScans } from '../../../components/scan/scan-hold.tsx'
import { MainKeyHint } from '../../../components/shortcuts/main-key-hint.tsx'
import { useMainKey } from '../../../components/shortcuts/use-main-key.ts'
import { SubLine } from '../../../components/sub-line/sub-line.tsx'
import type { ChannelOrders } from '../../channel/channels.ts'
import { isUnpicked, pickedText } from '../order-labels.ts'
import type { OrderRow } from '../types.ts'
import styles from './next-orders.module.css'

const SHOWN = 5

interface NextOrdersProps {
  orders: ChannelOrders
  /** The order just shipped, which a list may still hold. */
  exceptId: string
  open: (order: OrderRow, firstCode: string) => void
}

/** What to ship next: by scanning any of its phones, or the one whose deadline is nearest. */
export function NextOrders({ orders, exceptId, open }: NextOrdersProps) {
  const waiting = { state: 'awaiting_shipment', sort: 'deadline.asc', page: 1, pageSize: SHOWN + 1 } as const
  const { data, error } = useQuery({ ...queryOf(orders.calls.list, waiting), staleTime: 0 })
  const rows = (data?.list ?? []).filter((row) => row.orderId !== exceptId && !row.inRefund).slice(0, SHOWN)
  const box = useRef<ScanBoxHandle>(null)
  useEffect(() => box.current?.focus(), [])
  useHeldScans(box)

  const container = useRef<HTMLDivElement>(null)
  const [first] = rows
  useMainKey(container, () => {
    if (first) open(first, '')
  })

  const find = async (code: string): Promise<ScanOutcome> => {
    const found = await orders.calls.list(
      { code, state: 'awaiting_shipment', page: 1, pageSize: 1 },
      { handles: 'all' },
    )
    const [order] = found.list
    if (!order) return { ok: false, message: '没有找到这台手机的待发货订单' }
    open(order, code)
    return { ok: true, message: `已打开订单 ${order.orderNo}` }
  }
  return (
    <div className={styles.orders} ref={container}>
      <ScanBox ref={box} name="next-orders" label="扫描手机，打开它的订单" onScan={find} />
      <section aria-label="待发货订单">
        <h3 className={styles.head}>待发货，最急的在前</h3>
        {error && !data ? <p className="muted">没有加载出来：{errorText(error)}。仍可扫描手机打开订单。</p> : null}
        {data && rows.length === 0 ? <p className="muted">没有待发货的订单了。</p> : null}
        <ul className={styles.next}>
          {rows.map((row, index) => (
            <li key={row.orderId}>
              <Countdown className={styles.left} deadlineAt={row.deadlineAt} bare />
              <span className={styles.name}>
                {row.title}
                <SubLine>
                  <span className="code">{row.orderNo}</span> · {row.unitCount}台
                  {isUnpicked(row) ? ` · 已选 ${pickedText(row)}` : ''}
                </SubLine>
              </span>
              <Button small tone={index === 0 ? 'primary' : 'plain'} onClick={() => open(row, '')}>
                {index === 0 ? '发下一单' : '发货'}
                {index === 0 ? <MainKeyHint /> : null}
              </Button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
