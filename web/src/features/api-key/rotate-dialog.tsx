import { useId, useState } from 'react'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import type { KeyRow } from '../people/types.ts'
import styles from './key.module.css'
import type { SavedKey } from './key-dialog.tsx'

const WAYS = [
  { hours: 0, label: '立即停用旧密钥', hint: '旧密钥可能已泄露时用' },
  { hours: 24, label: '旧密钥再用24小时', hint: '有时间给程序换上新密钥' },
  { hours: 168, label: '旧密钥再用7天', hint: '' },
] as const

interface RotateDialogProps {
  apiKey: KeyRow
  onClose: (saved?: SavedKey) => void
}

/** Makes a key in the place of another one. */
export function RotateDialog({ apiKey, onClose }: RotateDialogProps) {
  const name = useId()
  const [keepHours, setKeepHours] = useState<number>(24)
  const [isBusy, setBusy] = useState(false)
  // one key as long as the dialog stands: a second press after a lost answer makes no second secret
  const [key] = useState(newIdempotencyKey)
  const rotate = async () => {
    setBusy(true)
    try {
      const options = { idempotencyKey: `${key}.${keepHours}` }
      const { secret } = await api.programKeys.rotate({ keyId: apiKey.keyId, keepHours }, options)
      onClose({ name: apiKey.name, secret })
    } catch {
      // the refusal has been said
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`更换接口密钥“${apiKey.name}”`}
      widthPx={480}
      onClose={() => onClose()}
      closable={!isBusy}
      footer={
        <>
          <Button disabled={isBusy} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone="primary" busy={isBusy} onClick={() => void rotate()}>
            更换
          </Button>
        </>
      }
    >
      <p>将生成一个权限和限制相同的新密钥，由您作为创建人。</p>
      <div className={styles.keep} role="radiogroup" aria-label="旧密钥">
        {WAYS.map(({ hours, label, hint }) => (
          <label key={hours}>
            <input type="radio" name={name} checked={keepHours === hours} onChange={() => setKeepHours(hours)} />{' '}
            {label} {hint === '' ? null : <span className="muted">{hint}</span>}
          </label>
        ))}
      </div>
    </Dialog>
  )
}
