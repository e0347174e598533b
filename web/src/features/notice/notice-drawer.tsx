import { NOTICE_KINDS, type NoticeKind } from '@huanji/domain/notices/kinds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { queryOf } from '../../api/queries.ts'
import { errorText, isRefusal } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import input from '../../components/field/field.module.css'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { Segments } from '../../components/segments/segments.tsx'
import { toast } from '../../components/toast/toast.ts'
import { NoticeChoicesView } from './notice-choices.tsx'
import styles from './notice-drawer.module.css'
import { NoticePage } from './notice-page.tsx'
import { refreshNotices, unreadQuery } from './notice-queries.ts'

const WIDTH_PX = 460

type Which = 'all' | 'unread'
const WHICH = [
  { value: 'all', label: '全部' },
  { value: 'unread', label: '未读' },
] as const satisfies readonly { value: Which; label: string }[]

function useReadAll() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.notice.readAll({}, { idempotencyKey: newIdempotencyKey() }),
    onError: (error) => {
      if (!isRefusal(error)) toast('error', errorText(error))
    },
    onSettled: () => refreshNotices(queries),
  })
}

/** 消息: what happened without the person's doing, each with the way to its thing; and what they want to be told of. */
export function NoticeDrawer({ onClose }: { onClose: () => void }) {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <Dialog kind="drawer" title={isChoosing ? '消息设置' : '消息'} widthPx={WIDTH_PX} onClose={onClose}>
      {isChoosing ? (
        <NoticeChoicesView onBack={() => setChoosing(false)} />
      ) : (
        <NoticeList onClose={onClose} onChoose={() => setChoosing(true)} />
      )}
    </Dialog>
  )
}

function NoticeList({ onClose, onChoose }: { onClose: () => void; onChoose: () => void }) {
  const [which, setWhich] = useState<Which>('all')
  const [kind, setKind] = useState<NoticeKind | ''>('')
  const { data } = useQuery(unreadQuery)
  const { data: first } = useQuery(queryOf(api.notice.list, {}))
  const { mutate, isPending } = useReadAll()
  const filter = { unreadOnly: which === 'unread', ...(kind === '' ? {} : { kind }) }
  return (
    <>
      <div className={styles.tools}>
        <Segments label="显示" name="notice-which" options={WHICH} value={which} onChange={setWhich} />
        <select
          className={input.input}
          aria-label="消息类型"
          value={kind}
          onChange={(event) => setKind(event.target.value as NoticeKind | '')}
        >
          <option value="">全部类型</option>
          {first?.kinds.map((one) => (
            <option key={one} value={one}>
              {NOTICE_KINDS[one].title}
            </option>
          ))}
        </select>
        <span className={styles.gap} />
        <Button small busy={isPending} disabled={data?.count === 0} onClick={() => mutate()}>
          全部已读
        </Button>
        <Button small onClick={onChoose}>
          设置
        </Button>
      </div>
      <NoticePage key={`${which}:${kind}`} filter={filter} before={null} onClose={onClose} />
    </>
  )
}
