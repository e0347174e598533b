import { PAGES } from '@huanji/contract/pages'
import { NOTICE_KINDS } from '@huanji/domain/notices/kinds'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Button } from '../../components/button/button.tsx'
import { Code } from '../../components/code/code.tsx'
import { DetailPending } from '../../components/detail/detail-pending.tsx'
import { EmptyState } from '../../components/empty/empty-state.tsx'
import { latePart } from '../../components/late/late-part.ts'
import { Note } from '../../components/note/note.tsx'
import { openOverlay } from '../../components/overlay/overlay-host.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import { Time } from '../../components/time/time.tsx'
import { toast } from '../../components/toast/toast.ts'
import { can } from '../../session/session.ts'
import { EndpointActions } from './endpoint-actions.tsx'
import type { SavedEndpoint } from './endpoint-dialog.tsx'
import { showSecret } from './show-secret.tsx'
import type { Endpoint, WebhookKind } from './types.ts'
import { useWriting } from './use-writing.ts'
import styles from './webhook.module.css'
import { ENDPOINT_WORDS } from './webhook-words.ts'

const ENDPOINTS_MAX = 5

const EndpointDialog = latePart(async () => (await import('./endpoint-dialog.tsx')).EndpointDialog)

const titlesOf = (kinds: readonly WebhookKind[]): string => kinds.map((kind) => NOTICE_KINDS[kind].title).join('、')

/** 接口推送: each receiver with how it goes, and what can be done with it. */
export function WebhooksPage() {
  const query = useQuery(queryOf(api.webhook.list, {}))
  const { mutate } = useWriting()
  const mayManage = can('/api/ext/webhook/save')
  const edit = (endpoint: Endpoint | null) =>
    mutate(async () => {
      const kinds = query.data?.kinds ?? []
      const saved = await openOverlay<SavedEndpoint>((close) => (
        <EndpointDialog endpoint={endpoint} kinds={kinds} onClose={close} />
      ))
      if (saved === undefined) return
      if (saved.secret === null) toast('success', '已保存')
      else await showSecret(saved.secret)
    })
  const isFull = (query.data?.endpoints.length ?? 0) >= ENDPOINTS_MAX
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{PAGES.webhooks.title}</h1>
          <p className="muted">把消息实时推送到您的 ERP 等系统，每条都带签名，未送达的在三天内自动重试。</p>
        </div>
        {mayManage ? (
          <Button
            tone="primary"
            icon="plus"
            disabled={query.data === undefined || isFull}
            title={isFull ? `最多设置 ${ENDPOINTS_MAX} 个` : undefined}
            onClick={() => edit(null)}
          >
            添加接收地址
          </Button>
        ) : null}
      </header>
      <DetailPending query={query}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <div className={styles.card}>
              <EmptyState title="还没有接收地址" hint="添加后，新订单、售后等消息会推送到您的系统。" />
            </div>
          ) : (
            endpoints.map((endpoint) => (
              <EndpointCard
                key={endpoint.endpointId}
                endpoint={endpoint}
                mayManage={mayManage}
                onEdit={() => edit(endpoint)}
              />
            ))
          )
        }
      </DetailPending>
    </div>
  )
}

interface EndpointCardProps {
  endpoint: Endpoint
  mayManage: boolean
  onEdit: () => void
}

function EndpointCard({ endpoint, mayManage, onEdit }: EndpointCardProps) {
  const { name, url, kinds, state, reason, closedKinds, failingSince, employeeName, previousUntil } = endpoint
  const { word, tone } = ENDPOINT_WORDS[state]
  return (
    <section className={styles.card} aria-label={name}>
      <div className={styles.top}>
        <h2>{name}</h2>
        <StateTag tone={tone}>{word}</StateTag>
        <span className={styles.gap} />
        <EndpointActions endpoint={endpoint} mayManage={mayManage} onEdit={onEdit} />
      </div>
      <dl className={styles.facts}>
        <dt>接收地址</dt>
        <dd>
          <Code text={url} what="接收地址" />
        </dd>
        <dt>推送的消息</dt>
        <dd>{titlesOf(kinds)}</dd>
        <dt>保存人</dt>
        <dd>{employeeName}</dd>
        {previousUntil === null ? null : (
          <>
            <dt>原密钥</dt>
            <dd>
              有效至 <Time at={previousUntil} />
            </dd>
          </>
        )}
      </dl>
      {state === 'stopped' ? <Note tone="danger">{reason}。处理后请重新启用。</Note> : null}
      {state === 'enabled' && failingSince !== null ? (
        <Note tone="warning">
          <span>
            自 <Time at={failingSince} /> 起没有送达，持续三天将自动停止。
          </span>
        </Note>
      ) : null}
      {closedKinds.length > 0 ? (
        <Note tone="warning">{`${employeeName}已没有查看“${titlesOf(closedKinds)}”的权限，这些消息不会推送。`}</Note>
      ) : null}
    </section>
  )
}
