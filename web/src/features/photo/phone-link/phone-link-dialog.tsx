import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { formatShanghai } from '@huanji/domain/time'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import { pollMs, queryOf } from '../../../api/queries.ts'
import { errorText } from '../../../api/refusal.ts'
import { Button } from '../../../components/button/button.tsx'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { Countdown } from '../../../components/countdown/countdown.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { QrCode } from '../../../components/qr/qr-code.tsx'
import { toast } from '../../../components/toast/toast.ts'
import { nowMs } from '../../../platform/clock.ts'
import styles from './phone-link-dialog.module.css'
import { isReachable, phoneOrigin } from './phone-origin.ts'

type Link = OutputOf<Calls['photoLinks']['create']>

/** How often to look for a phone where the event stream does not tell of it. */
const LOOK_MS = 3_000
/** A phone that asked for something so lately is at work. */
const AT_WORK_MS = 120_000

/** What came of making the link: it, why there is none, or nothing yet. */
type Made = { readonly link: Link } | { readonly error: string } | null

function useLink(photoTaskId: string) {
  const [made, setMade] = useState<Made>(null)
  const make = useCallback(async () => {
    setMade(null)
    try {
      setMade({ link: await api.photoLinks.create({ photoTaskId }, { handles: 'all' }) })
    } catch (error) {
      setMade({ error: errorText(error) })
    }
  }, [photoTaskId])
  useEffect(() => void make(), [make])
  return { made, make, setMade }
}

/** The code that opens a photo task on a phone: how long it is good for, whether a phone uses it, and its end. */
export function PhoneLinkDialog({ photoTaskId, onClose }: { photoTaskId: string; onClose: () => void }) {
  const { made, make, setMade } = useLink(photoTaskId)
  const revoke = async () => {
    try {
      await api.photoLinks.revoke({ photoTaskId }, { handles: 'all' })
      setMade({ error: '链接已停用，手机上不能再拍' })
    } catch (error) {
      toast('error', errorText(error))
    }
  }
  const isLink = made !== null && 'link' in made
  return (
    <Dialog
      title="手机拍照"
      onClose={onClose}
      widthPx={420}
      footer={
        <>
          {isLink ? (
            <Button tone="danger" onClick={() => void revoke()}>
              停用
            </Button>
          ) : (
            <Button busy={made === null} onClick={() => void make()}>
              重新生成
            </Button>
          )}
          <Button tone="primary" onClick={() => onClose()}>
            完成
          </Button>
        </>
      }
    >
      <div className={styles.panel} aria-busy={made === null}>
        {isLink ? (
          <LinkPanel link={made.link} photoTaskId={photoTaskId} />
        ) : made ? (
          <p className={styles.ended} role="alert">
            {made.error}
          </p>
        ) : (
          <div className={styles.code} />
        )}
      </div>
    </Dialog>
  )
}

function LinkPanel({ link, photoTaskId }: { link: Link; photoTaskId: string }) {
  const site = useQuery(queryOf(api.merchant.dataDict, {})).data?.site
  const links = useQuery({
    ...queryOf(api.photoLinks.list, { photoTaskId }),
    refetchInterval: () => pollMs(LOOK_MS),
  }).data?.links
  const origin = phoneOrigin(location.origin, site?.siteUrl ?? '')
  const address = origin + link.path
  const current = links?.find(({ linkId }) => linkId === link.linkId)
  // a link that was stopped elsewhere stands in the list no more
  const isStopped = links !== undefined && current === undefined
  return (
    <>
      <QrCode className={styles.code} text={address} label="手机拍照二维码" />
      {isReachable(origin) ? (
        <p>用手机相机或浏览器扫码，逐张拍照，照片自动出现在工作台。</p>
      ) : (
        <div className={styles.warning} role="note">
          当前地址只有这台电脑能打开，手机连不上。请联系安装人员。
          <details>
            <summary>给安装人员</summary>
            当前地址为 {location.host}。请设 <code>HUANJI_HOST=0.0.0.0</code>，并把 <code>HUANJI_PUBLIC_URL</code>{' '}
            设为手机能访问的地址后重启，再用该地址打开工作台。
          </details>
        </div>
      )}
      <dl className={styles.facts}>
        <dt>手机</dt>
        <dd>
          <span role="status">{isStopped ? '链接已停用' : phoneText(current?.lastUsedAt ?? link.lastUsedAt)}</span>
        </dd>
        <dt>剩余时间</dt>
        <dd>
          <Countdown deadlineAt={link.expiresAt} bare />
        </dd>
        <dt>地址</dt>
        <dd className={styles.address}>
          <code data-phone-address>{address}</code>
          <CopyButton text={address} what="拍照地址" />
        </dd>
      </dl>
    </>
  )
}

/** Whether a phone uses the link. */
function phoneText(lastUsedAt: string | null): string {
  if (lastUsedAt === null) return '等待扫码'
  return nowMs() - Date.parse(lastUsedAt) < AT_WORK_MS ? '已连接' : `最近使用 ${formatShanghai(lastUsedAt)}`
}
