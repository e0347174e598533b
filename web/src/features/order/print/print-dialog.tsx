import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { api } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { Button } from '../../../components/button/button.tsx'
import { DetailPending, LOADING } from '../../../components/detail/detail-pending.tsx'
import { Note } from '../../../components/note/note.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { usePaper } from '../../../components/print/use-paper.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import styles from './print-sheet.module.css'
import { SHEET_TITLES, Sheet, type SheetKind } from './print-sheet.tsx'

/** So many orders go on one list. */
const ORDERS_MAX = 200
const KINDS = ['pick', 'ship'] as const satisfies readonly SheetKind[]

interface PrintDialogProps {
  orders: ChannelOrders
  orderIds: readonly string[]
  onClose: () => void
}

/** What goes to the printer, on its paper. */
function Printed({ children }: { children: ReactNode }) {
  usePaper('size: a4 landscape; margin: 10mm')
  return (
    <div className={styles.sheet} aria-hidden="true">
      {children}
    </div>
  )
}

/** 拣货单 and 发货单 as they will be printed. The copy for the printer stands outside the page, which is left out. */
export function PrintDialog({ orders, orderIds, onClose }: PrintDialogProps) {
  const name = useId()
  const [kind, setKind] = useState<SheetKind>('pick')
  const asked = { channel: orders.channel, orderIds: orderIds.slice(0, ORDERS_MAX) }
  const query = useQuery({ ...queryOf(api.manyOrders.pickList, asked), staleTime: 0, gcTime: 0 })
  const isMasked = query.data?.rows.some(({ receiver }) => receiver.masked) ?? false
  return (
    <Dialog
      title={`打印（${asked.orderIds.length} 单）`}
      widthPx={940}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button tone="primary" icon="print" disabled={query.data === undefined} onClick={() => window.print()}>
            打印{SHEET_TITLES[kind]}
          </Button>
        </>
      }
    >
      <div className={styles.kinds} role="radiogroup" aria-label="打印什么">
        {KINDS.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={kind === one} onChange={() => setKind(one)} />
            {SHEET_TITLES[one]}
          </label>
        ))}
        <span className="muted">A4 横向；缺货的在前，其余按最晚发货时间排列。</span>
      </div>
      {orderIds.length > ORDERS_MAX ? (
        <Note tone="warning">
          <span>一次最多打印 {ORDERS_MAX} 单，其余请分批打印。</span>
        </Note>
      ) : null}
      {kind === 'ship' && isMasked ? (
        <Note tone="warning">
          <span>收件人已脱敏：您没有查看买家联系方式的权限，这张发货单不能用来填写面单。</span>
        </Note>
      ) : null}
      <DetailPending query={query} waiting={LOADING}>
        {(sheet) => (
          <>
            <div className={styles.preview}>
              <Sheet kind={kind} sheet={sheet} title={orders.title} />
            </div>
            {createPortal(
              <Printed>
                <Sheet kind={kind} sheet={sheet} title={orders.title} />
              </Printed>,
              document.body,
            )}
          </>
        )}
      </DetailPending>
    </Dialog>
  )
}
