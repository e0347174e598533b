import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { Facts } from '../../components/detail/detail.tsx'
import { Note } from '../../components/note/note.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import type { Delivery, Endpoint } from './types.ts'
import { useWriting } from './use-writing.ts'
import styles from './webhook.module.css'
import { DELIVERY_WORDS } from './webhook-words.ts'

const POLL_MS = 1_000
const WIDTH_PX = 560

interface TrialDialogProps {
  endpoint: Endpoint
  /** The test that was sent to open it. */
  deliveryId: string
  onClose: () => void
}

/** 发送测试: what the receiver answers, as soon as it does. */
export function TrialDialog({ endpoint, deliveryId, onClose }: TrialDialogProps) {
  const [sentId, setSentId] = useState(deliveryId)
  const { mutate, isPending } = useWriting()
  const query = useQuery({
    ...queryOf(api.webhook.deliveries, { endpointId: endpoint.endpointId }),
    refetchInterval: ({ state: { data } }) => (isOver(testIn(data?.deliveries, sentId)) ? false : POLL_MS),
  })
  const delivery = testIn(query.data?.deliveries, sentId)
  const repeat = () =>
    mutate(async () => {
      const { endpointId } = endpoint
      const sent = await api.webhook.test({ endpointId }, { idempotencyKey: newIdempotencyKey() })
      setSentId(sent.deliveryId)
    })
  return (
    <Dialog
      title={`发送测试：${endpoint.name}`}
      widthPx={WIDTH_PX}
      onClose={onClose}
      footer={
        <Button tone="primary" busy={isPending} disabled={!isOver(delivery)} onClick={repeat}>
          再发一次
        </Button>
      }
    >
      <div className={styles.form} aria-live="polite">
        {isOver(delivery) ? <Answer delivery={delivery} /> : <p>已发出，等对方应答，最多等一分钟…</p>}
      </div>
    </Dialog>
  )
}

const testIn = (deliveries: readonly Delivery[] | undefined, deliveryId: string): Delivery | undefined =>
  deliveries?.find((one) => one.deliveryId === deliveryId)

const isOver = (delivery: Delivery | undefined): delivery is Delivery =>
  delivery !== undefined && delivery.state !== 'pending'

function Answer({ delivery }: { delivery: Delivery }) {
  const { state, status, tookMs, answer } = delivery
  const { word, tone } = DELIVERY_WORDS[state]
  return (
    <>
      <Facts
        items={[
          { label: '结果', value: <StateTag tone={tone}>{word}</StateTag> },
          { label: 'HTTP状态', value: status === null ? '没有应答' : String(status) },
          { label: '用时', value: tookMs === null ? '—' : `${tookMs} 毫秒` },
          { label: '应答内容', value: answer === '' ? '没有内容' : <Shown text={answer} />, wide: true },
        ]}
      />
      {state === 'delivered' ? null : (
        <Note tone="warning">对方没有收下。应答2xx才算送达：请检查接收地址、对方的日志和验签用的密钥，再发一次。</Note>
      )}
    </>
  )
}

const Shown = ({ text }: { text: string }) => <pre className={styles.body}>{text}</pre>
