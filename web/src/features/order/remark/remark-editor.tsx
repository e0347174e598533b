import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../components/button/button.tsx'
import input from '../../../components/field/field.module.css'
import { useLeaveGuard } from '../../../components/form/leave-guard.ts'
import type { ChannelOrders } from '../../channel/channels.ts'
import { Note } from '../../trade/note.tsx'
import { OrderFaultNote } from '../order-fault.tsx'
import { MainKeyHint } from '../shipping/main-key-hint.tsx'
import type { OrderRow } from '../types.ts'
import { useOrderWrite } from '../use-order-write.ts'
import styles from './remark-editor.module.css'

/** The most that a remark holds. */
const REMARK_MAX = 200

interface RemarkEditorProps {
  orders: ChannelOrders
  order: Pick<OrderRow, 'orderId' | 'version' | 'remark'>
  /** Gets the order once the remark is kept, and nothing when the person gave up. */
  onDone: (order?: OrderRow) => void
}

/** Writes an order's remark, for colleagues alone: the buyer never sees it. */
export function RemarkEditor({ orders, order, onDone }: RemarkEditorProps) {
  const [remark, setRemark] = useState(order.remark)
  const [version, setVersion] = useState(order.version)
  // what a colleague wrote meanwhile; null while nobody did
  const [theirs, setTheirs] = useState<string | null>(null)
  const { write, latestOf, isSending, fault } = useOrderWrite(orders)
  const isChanged = remark.trim() !== order.remark
  useLeaveGuard(() => isChanged && !isSending)
  const save = async () => {
    if (isSending) return
    if (!isChanged && theirs === null) return onDone()
    const wanted = { orderId: order.orderId, version, remark: remark.trim() }
    const kept = await write(wanted, (options) => orders.calls.addRemark(wanted, options))
    if (kept) onDone(kept)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isChanged) onDone()
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }
  const reload = async () => {
    const latest = await latestOf(order.orderId)
    if (!latest) return
    setVersion(latest.version)
    if (latest.remark !== order.remark) setTheirs(latest.remark)
  }
  return (
    <div className={styles.editor}>
      <textarea
        className={input.input}
        rows={3}
        maxLength={REMARK_MAX}
        aria-label="备注"
        placeholder="只有同事看得到，买家看不到"
        value={remark}
        disabled={isSending}
        // biome-ignore lint/a11y/noAutofocus: it was asked for a moment ago
        autoFocus
        data-takes-focus=""
        onChange={(event) => setRemark(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {theirs === null ? null : (
        <Note tone="warning">
          <span>同事已改为“{theirs || '（空）'}”，保存后以您写的为准。</span>
        </Note>
      )}
      <OrderFaultNote fault={fault} reload={() => void reload()} />
      <div className={styles.foot}>
        <span className="muted num">
          {remark.length} / {REMARK_MAX}
        </span>
        <Button small disabled={isSending} onClick={() => onDone()}>
          取消
        </Button>
        <Button small tone="primary" busy={isSending} onClick={() => void save()}>
          保存 <MainKeyHint />
        </Button>
      </div>
    </div>
  )
}
