import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { pollMs, queryOf } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import { EmptyState } from '../../components/empty/empty-state.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { ScrollTable } from '../../components/table/table.tsx'
import { Time } from '../../components/time/time.tsx'
import { toast } from '../../components/toast/toast.ts'
import { can } from '../../session/session.ts'
import type { Delivery, Endpoint } from './types.ts'
import { useWriting } from './use-writing.ts'
import styles from './webhook.module.css'
import { answerText, DELIVERY_WORDS, eventTitle } from './webhook-words.ts'

const WIDTH_PX = 860
const POLL_MS = 10_000

/** 推送记录: what a receiver was sent and what it answered, page by page. */
export function DeliveriesDrawer({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  /** The last one of each page before the one that is shown. */
  const [before, setBefore] = useState<readonly string[]>([])
  const after = before.at(-1)
  const { endpointId, name, state } = endpoint
  const input = { endpointId, ...(after === undefined ? {} : { afterDeliveryId: after }) }
  const query = useQuery({ ...queryOf(api.webhook.deliveries, input), refetchInterval: () => pollMs(POLL_MS) })
  const last = query.data?.deliveries.at(-1)
  return (
    <Dialog
      kind="drawer"
      title={`推送记录：${name}`}
      widthPx={WIDTH_PX}
      onClose={onClose}
      footer={
        <>
          <Button disabled={before.length === 0} onClick={() => setBefore(before.slice(0, -1))}>
            上一页
          </Button>
          <Button
            disabled={!query.data?.hasMore || last === undefined}
            onClick={() => last && setBefore([...before, last.deliveryId])}
          >
            下一页
          </Button>
        </>
      }
    >
      <DetailPending query={query} waiting={LOADING}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <EmptyState title="还没有推送" hint="有新消息时会推送到该地址，记录保留 30 天。" />
          ) : (
            <Deliveries deliveries={deliveries} canRetry={state === 'enabled' && can('/api/ext/webhook/save')} />
          )
        }
      </DetailPending>
    </Dialog>
  )
}

function Deliveries({ deliveries, canRetry }: { deliveries: readonly Delivery[]; canRetry: boolean }) {
  const { mutate, isPending } = useWriting()
  const retry = async ({ deliveryId }: Delivery) => {
    await api.webhook.retry({ deliveryId }, { idempotencyKey: newIdempotencyKey() })
    toast('success', '已重新推送，请稍候查看结果')
  }
  return (
    <ScrollTable label="推送记录">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">消息</th>
          <th scope="col">状态</th>
          <th scope="col">次数</th>
          <th scope="col">应答</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery.deliveryId} data-delivery={delivery.deliveryId}>
            <td>
              <Time at={delivery.createdAt} withSeconds />
            </td>
            <td className={styles.short}>{eventTitle(delivery.event)}</td>
            <td>
              <StateTag tone={DELIVERY_WORDS[delivery.state].tone}>{DELIVERY_WORDS[delivery.state].word}</StateTag>
              {delivery.dueAt !== null && delivery.attempts > 0 ? (
                <p className={styles.hint}>
                  下次 <Time at={delivery.dueAt} />
                </p>
              ) : null}
            </td>
            <td className="num">{delivery.attempts}</td>
            <td className={styles.answer}>
              {answerText(delivery)}
              {delivery.tookMs === null ? null : <span className="muted"> {delivery.tookMs} ms</span>}
            </td>
            <td>
              {canRetry && delivery.state !== 'delivered' ? (
                <Button small disabled={isPending} onClick={() => mutate(() => retry(delivery))}>
                  重新推送
                </Button>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
