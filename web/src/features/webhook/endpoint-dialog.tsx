import { NOTICE_KINDS } from '@huanji/domain/notices/kinds'
import { useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import input from '../../components/field/field.module.css'
import { FieldFrame } from '../../components/field/field-frame.tsx'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { useWrite } from '../../components/form/use-write.ts'
import { FailureNote } from '../../components/note/note.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import type { Endpoint, WebhookKind } from './types.ts'
import styles from './webhook.module.css'

/** What saving came to: the key of a new one, which is told this once. */
export interface SavedEndpoint {
  readonly secret: string | null
}

interface EndpointDialogProps {
  /** Null for a new one. */
  endpoint: Endpoint | null
  /** Those that the person may have told. */
  kinds: readonly WebhookKind[]
  onClose: (saved?: SavedEndpoint) => void
}

/** What most systems follow: a new receiver begins with these, as far as the person may have them told. */
const FIRST_KINDS: readonly WebhookKind[] = ['newOrder', 'orderClosed', 'refundOpened']

const firstKinds = (kinds: readonly WebhookKind[]): WebhookKind[] => FIRST_KINDS.filter((kind) => kinds.includes(kind))

const NAME_CHARACTERS = 30
const WIDTH_PX = 520

/** Adds or changes a receiver. */
export function EndpointDialog({ endpoint, kinds, onClose }: EndpointDialogProps) {
  const [name, setName] = useState(endpoint?.name ?? '')
  const [url, setUrl] = useState(endpoint?.url ?? 'https://')
  const [chosen, setChosen] = useState<readonly WebhookKind[]>(endpoint?.kinds ?? firstKinds(kinds))
  const { send, isSending, fault } = useWrite()
  const [first] = useState(() => JSON.stringify({ name, url, chosen }))
  useLeaveGuard(() => JSON.stringify({ name, url, chosen }) !== first)
  const isFilled = name.trim() !== '' && /^https?:\/\/[^\s]+$/.test(url.trim()) && chosen.length > 0
  const errorAt = (field: string) => (fault?.field === field ? fault.message : '')
  const isElsewhere = fault !== null && fault.field !== 'url' && fault.field !== 'name'

  const save = async () => {
    const { endpointId, version } = endpoint ?? {}
    const which = endpointId === undefined ? {} : { endpointId, version }
    const saved = { ...which, name, url, kinds: chosen as Exclude<WebhookKind, 'exportFinished'>[] }
    const answer = await send(saved, (options) => api.webhook.save(saved, options))
    if (answer) onClose({ secret: answer.secret })
  }
  return (
    <Dialog
      title={endpoint === null ? '添加接收地址' : `编辑：${endpoint.name}`}
      widthPx={WIDTH_PX}
      closable={!isSending}
      onClose={() => onClose()}
      footer={
        <>
          <Button disabled={isSending} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone="primary" busy={isSending} disabled={!isFilled} onClick={() => void save()}>
            保存
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Box
          label="名称"
          value={name}
          error={errorAt('name')}
          maxLength={NAME_CHARACTERS}
          takesFocus
          onChange={setName}
        />
        <Box label="接收地址" value={url} error={errorAt('url')} hint="须为 https 公网地址" onChange={setUrl} />
        <fieldset className={styles.kinds}>
          <legend>推送的消息</legend>
          {[...new Set([...kinds, ...chosen])].map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={chosen.includes(kind)}
                onChange={({ target }) =>
                  setChosen(target.checked ? [...chosen, kind] : chosen.filter((one) => one !== kind))
                }
              />
              {NOTICE_KINDS[kind].title}
            </label>
          ))}
        </fieldset>
        <p className={styles.hint}>只发编号和链接，不发买家资料。设置的人没了权限，就不再发。</p>
        {isElsewhere ? <FailureNote text={fault.message} /> : null}
      </div>
    </Dialog>
  )
}

interface BoxProps {
  label: string
  value: string
  error: string
  hint?: string
  maxLength?: number
  takesFocus?: boolean
  onChange: (value: string) => void
}

function Box({ label, value, error, hint = '', maxLength = 500, takesFocus, onChange }: BoxProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} required hint={hint} error={error}>
      <input
        id={id}
        className={input.input}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={value}
        maxLength={maxLength}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-note`}
        data-takes-focus={takesFocus ? '' : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  )
}
