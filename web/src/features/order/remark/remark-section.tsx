import { useState } from 'react'
import { Button } from '../../../components/button/button.tsx'
import { Section } from '../../../components/detail/detail.tsx'
import { toast } from '../../../components/toast/toast.tsx'
import type { ChannelOrders } from '../../channel/channels.ts'
import type { OrderDetail } from '../types.ts'
import styles from './remark-editor.module.css'
import { RemarkEditor } from './remark-editor.tsx'

/** 备注 on the order's page: read and written in its place. */
export function RemarkSection({ orders, order }: { orders: ChannelOrders; order: OrderDetail }) {
  const [isEditing, setEditing] = useState(false)
  const mayWrite = order.allowedActions.includes('remark')
  if (!mayWrite && order.remark === '') return null
  if (isEditing) {
    return (
      <Section title="备注">
        <RemarkEditor
          orders={orders}
          order={order}
          onDone={(kept) => {
            setEditing(false)
            if (kept) toast('success', '备注已保存')
          }}
        />
      </Section>
    )
  }
  return (
    <Section
      title="备注"
      extra={
        mayWrite ? (
          <Button small tone="link" onClick={() => setEditing(true)}>
            {order.remark === '' ? '添加备注' : '修改'}
          </Button>
        ) : null
      }
    >
      <p className={styles.said}>{order.remark || <span className="muted">没有备注</span>}</p>
    </Section>
  )
}
