import type { OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf, refresh } from '../../api/queries.ts'
import { ApiRefusal, errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { confirm } from '../../components/confirm/confirm.tsx'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { Time } from '../../components/time/time.tsx'
import { toast } from '../../components/toast/toast.ts'
import { deviceName } from '../../platform/device-name.ts'
import styles from './devices-dialog.module.css'

type OwnSession = OutputOf<Calls['ownSessions']['list']>['sessions'][number]

const WIDTH_PX = 560

async function endOne({ sessionId, userAgent }: OwnSession): Promise<void> {
  const name = deviceName(userAgent)
  const agreed = await confirm({
    title: '退出此设备',
    body: `“${name}”上的登录会立即失效，再用需要重新登录。`,
    ok: '退出此设备',
    tone: 'danger',
  })
  if (!agreed) return
  await api.ownSessions.end({ sessionId })
  toast('success', `已退出“${name}”`)
}

async function endOthers(count: number): Promise<void> {
  const agreed = await confirm({
    title: '退出其他设备',
    body: `除本机外的${count}个登录会立即退出。如不是您本人登录，请同时修改密码。`,
    ok: '退出其他设备',
    tone: 'danger',
  })
  if (!agreed) return
  const { ended } = await api.ownSessions.endOthers({})
  toast('success', `已退出${ended}个登录`)
}

/** Ends sessions and asks for the list again, whatever came of it: one that is refused was mostly ended elsewhere. */
function useEnding() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    onError: (error) => {
      // A refusal has been shown already.
      if (!(error instanceof ApiRefusal)) toast('error', errorText(error))
    },
    onSettled: () => refresh(queries, api.ownSessions.list),
  })
}

interface DeviceProps {
  session: OwnSession
  isEnding: boolean
  end: () => void
}

function Device({ session, isEnding, end }: DeviceProps) {
  const name = deviceName(session.userAgent)
  return (
    <li>
      <div>
        <b title={session.userAgent}>{name}</b>
        {session.isCurrent ? <span className={styles.here}>本机</span> : null}
        <p className="muted">
          IP {session.ip || '未知'}　最近使用 <Time at={session.lastSeenAt} />
        </p>
        <p className="muted">
          登录于 <Time at={session.createdAt} />
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button small disabled={isEnding} aria-label={`退出此设备：${name}`} onClick={end}>
          退出此设备
        </Button>
      )}
    </li>
  )
}

/** 登录设备: where one is signed in at this merchant, and the way to end what should not be. */
export function DevicesDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...queryOf(api.ownSessions.list, {}), refetchOnMount: 'always' })
  const { mutate, isPending } = useEnding()
  const others = query.data?.sessions.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <Dialog
      title="登录设备"
      widthPx={WIDTH_PX}
      onClose={onClose}
      footer={
        others > 0 ? (
          <Button tone="danger" busy={isPending} onClick={() => mutate(() => endOthers(others))}>
            退出其他设备
          </Button>
        ) : null
      }
    >
      <DetailPending query={query} waiting={LOADING}>
        {({ sessions }) => (
          <ul className={styles.devices}>
            {sessions.map((session) => (
              <Device
                key={session.sessionId}
                session={session}
                isEnding={isPending}
                end={() => mutate(() => endOne(session))}
              />
            ))}
          </ul>
        )}
      </DetailPending>
    </Dialog>
  )
}
