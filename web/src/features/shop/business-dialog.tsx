import { CHANNEL_LABELS } from '@huanji/contract/labels'
import { CHANNELS } from '@huanji/domain/channel'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button/button.tsx'
import { useLeaveGuard } from '../../components/form/leave-guard.ts'
import { LOST_BY_TOAST, useWrite } from '../../components/form/use-write.ts'
import { FailureNote } from '../../components/note/note.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import styles from './shop-dialogs.module.css'
import { permittedChannels } from './shop-text.ts'
import type { ShopRow } from './types.ts'

interface BusinessDialogProps {
  shop: ShopRow
  /** Gets the shop once it was saved, and nothing when the person gave up. */
  onClose: (saved?: ShopRow) => void
}

/** Says whether a shop is used, and for which of the channels that the marketplace permits it. */
export function BusinessDialog({ shop, onClose }: BusinessDialogProps) {
  const [enabled, setEnabled] = useState(shop.enabled)
  const permitted = permittedChannels(shop)
  // what the marketplace took back cannot be saved again
  const [first] = useState(() => CHANNELS.filter((one) => shop.channels.includes(one) && permitted.includes(one)))
  const [channels, setChannels] = useState<ShopRow['channels']>(first)
  const { send, isSending, fault } = useWrite(LOST_BY_TOAST)
  const refusal = fault?.message ?? ''
  useLeaveGuard(() => enabled !== shop.enabled || channels.join() !== first.join())

  const save = async () => {
    const { shopAccountId, version } = shop
    const input = { shopAccountId, version, enabled, channels }
    const answer = await send(input, (options) => api.shop.business(input, options))
    if (answer) onClose(answer.shop)
  }
  return (
    <Dialog
      title={`店铺开关：${shop.shopName}`}
      onClose={() => onClose()}
      closable={!isSending}
      widthPx={460}
      footer={
        <>
          <Button disabled={isSending} onClick={() => onClose()}>
            取消
          </Button>
          <Button tone="primary" busy={isSending} onClick={() => void save()}>
            保存
          </Button>
        </>
      }
    >
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={enabled}
          disabled={isSending}
          data-takes-focus=""
          onChange={(event) => setEnabled(event.target.checked)}
        />
        启用店铺
      </label>
      <p className={styles.hint}>停用后不能选择该店铺发布商品；已发布的商品和订单不受影响。</p>
      <fieldset className={styles.group}>
        <legend>能卖到哪里</legend>
        {CHANNELS.map((channel) => (
          <label key={channel} className={styles.check}>
            <input
              type="checkbox"
              checked={channels.includes(channel)}
              disabled={isSending || !permitted.includes(channel)}
              onChange={(event) =>
                setChannels(CHANNELS.filter((one) => (one === channel ? event.target.checked : channels.includes(one))))
              }
            />
            {CHANNEL_LABELS[channel]}
            {permitted.includes(channel) ? null : <span className="muted">闲鱼未开通</span>}
          </label>
        ))}
      </fieldset>
      <FailureNote text={refusal} />
    </Dialog>
  )
}
