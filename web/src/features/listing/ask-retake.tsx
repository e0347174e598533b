import { useState } from 'react'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { cx } from '../../components/class-names.ts'
import { Time } from '../../components/time/time.tsx'
import { toast } from '../../components/toast/toast.ts'
import styles from './cure.module.css'
import type { CureProps } from './cure.tsx'

/** Puts the phone on the list of whoever photographs; once it is there, says since when. */
export function AskRetake({ listing: { listingId, retakeAskedAt, allowedActions }, refresh }: CureProps) {
  const [isSending, setSending] = useState(false)
  if (retakeAskedAt !== null) {
    return (
      <span className={cx('muted', styles.asked)}>
        已请质检员重拍（
        <Time at={retakeAskedAt} />）
      </span>
    )
  }
  if (!allowedActions.includes('askRetake')) return null
  const ask = async () => {
    setSending(true)
    try {
      await api.listingHandling.askRetake({ listingId }, { idempotencyKey: newIdempotencyKey() })
      toast('success', '已请质检员重拍，拍好后这里会换成新照片')
      await refresh()
    } finally {
      setSending(false)
    }
  }
  return (
    <button type="button" className={styles.link} disabled={isSending} onClick={() => void ask()}>
      请质检员重拍
    </button>
  )
}
