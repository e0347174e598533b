import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { Button } from '../../components/button/button.tsx'
import { confirm } from '../../components/confirm/confirm.tsx'
import { latePart } from '../../components/late/late-part.ts'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { toast } from '../../components/toast/toast.ts'
import { showSecret } from './show-secret.tsx'
import type { Endpoint } from './types.ts'
import { useWriting } from './use-writing.ts'
import styles from './webhook.module.css'

const DeliveriesDrawer = latePart(async () => (await import('./deliveries-drawer.tsx')).DeliveriesDrawer)

const TrialDialog = latePart(async () => (await import('./trial-dialog.tsx')).TrialDialog)

const once = () => ({ idempotencyKey: newIdempotencyKey() })

async function sendTest(endpoint: Endpoint): Promise<void> {
  const { deliveryId } = await api.webhook.test({ endpointId: endpoint.endpointId }, once())
  // the dialog sends the next ones, and nobody waits for it here
  void openOverlay((close) => <TrialDialog endpoint={endpoint} deliveryId={deliveryId} onClose={() => close()} />)
}

async function setEnabled({ endpointId, name }: Endpoint, isEnabled: boolean): Promise<void> {
  const agreed =
    isEnabled ||
    (await confirm({
      title: '停用接收地址',
      body: `停用后不再推送到“${name}”，正在等待的推送也不再发送。`,
      ok: '停用',
      tone: 'danger',
    }))
  if (!agreed) return
  await api.webhook.setState({ endpointId, isEnabled }, once())
  toast('success', isEnabled ? '已启用' : '已停用')
}

async function rotate({ endpointId, name }: Endpoint): Promise<void> {
  const agreed = await confirm({
    title: '更换密钥',
    body: `“${name}”会得到新的签名密钥，原密钥在 24 小时内仍然有效。`,
    ok: '更换密钥',
  })
  if (!agreed) return
  const { secret } = await api.webhook.rotate({ endpointId }, once())
  await showSecret(secret, '原密钥在 24 小时内仍然有效，请在此之前完成更换。')
}

async function remove({ endpointId, name }: Endpoint): Promise<void> {
  const agreed = await confirm({
    title: '删除接收地址',
    body: `“${name}”及其推送记录会被删除，无法恢复。`,
    ok: '删除',
    tone: 'danger',
  })
  if (!agreed) return
  await api.webhook.remove({ endpointId }, once())
  toast('success', '已删除')
}

interface EndpointActionsProps {
  endpoint: Endpoint
  mayManage: boolean
  onEdit: () => void
}

/** What can be done with a receiver. */
export function EndpointActions({ endpoint, mayManage, onEdit }: EndpointActionsProps) {
  const { mutate, isPending } = useWriting()
  const isEnabled = endpoint.state === 'enabled'
  const action = (name: string, work: () => Promise<void>, tone: 'plain' | 'primary' = 'plain') => (
    <Button small tone={tone} disabled={isPending} onClick={() => mutate(work)}>
      {name}
    </Button>
  )
  return (
    <div className={styles.actions}>
      {mayManage && isEnabled ? action('发送测试', () => sendTest(endpoint), 'primary') : null}
      <Button
        small
        onClick={() => void openOverlay((close) => <DeliveriesDrawer endpoint={endpoint} onClose={() => close()} />)}
      >
        推送记录
      </Button>
      {mayManage ? (
        <>
          <Button small onClick={onEdit}>
            编辑
          </Button>
          {action('更换密钥', () => rotate(endpoint))}
          {action(isEnabled ? '停用' : '启用', () => setEnabled(endpoint, !isEnabled))}
          {action('删除', () => remove(endpoint))}
        </>
      ) : null}
    </div>
  )
}
