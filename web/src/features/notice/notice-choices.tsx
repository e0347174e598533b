import type { InputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'
import { isForced, NOTICE_KINDS } from '@huanji/domain/notices/kinds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { refresh } from '../../api/queries.ts'
import { errorText, isRefusal } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
import { DetailPending, LOADING } from '../../components/detail/detail-pending.tsx'
import input from '../../components/field/field.module.css'
import { toast } from '../../components/toast/toast.ts'
import styles from './notice-drawer.module.css'
import { choicesQuery } from './notice-queries.ts'
import type { NoticeChoices } from './types.ts'

type Change = InputOf<Calls['notice']['saveChoices']>

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const A_DAY = [5, 10, 20, 50, 100]

/** Keeps each choice as it is made; what could not be kept is shown as it was. */
function useSaving() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => api.notice.saveChoices(change, { idempotencyKey: newIdempotencyKey() }),
    onError: (error) => {
      if (!isRefusal(error)) toast('error', errorText(error))
    },
    onSettled: () => refresh(queries, api.notice.choices, api.notice.unread, api.notice.list),
  })
}

/** What a person wants to be told of, and how. */
export function NoticeChoicesView({ onBack }: { onBack: () => void }) {
  const query = useQuery(choicesQuery)
  const { mutate, isPending } = useSaving()
  return (
    <>
      <p className={styles.back}>
        <Button small icon="left" onClick={onBack}>
          返回消息
        </Button>
      </p>
      <DetailPending query={query} waiting={LOADING}>
        {(choices) => (
          <>
            <Kinds choices={choices} isSaving={isPending} save={mutate} />
            {choices.canSend ? (
              <Hours choices={choices} isSaving={isPending} save={mutate} />
            ) : (
              <p className={styles.hint}>还没有开通短信，要用请联系客服。</p>
            )}
          </>
        )}
      </DetailPending>
    </>
  )
}

interface PartProps {
  choices: NoticeChoices
  isSaving: boolean
  save: (change: Change) => void
}

function Kinds({ choices, isSaving, save }: PartProps) {
  const box = (one: NoticeChoices['kinds'][number], name: 'isShown' | 'isSent', how: string) => (
    <td>
      <input
        type="checkbox"
        checked={one[name]}
        disabled={isSaving || isForced(one.kind)}
        title={isForced(one.kind) ? '关系到店是谁的，不能关' : undefined}
        aria-label={`${NOTICE_KINDS[one.kind].title}：${how}`}
        onChange={(event) => save({ kinds: [{ ...one, [name]: event.target.checked }] })}
      />
    </td>
  )
  return (
    <table className={styles.choices}>
      <thead>
        <tr>
          <th scope="col">消息类型</th>
          <th scope="col">站内</th>
          {choices.canSend ? <th scope="col">短信</th> : null}
        </tr>
      </thead>
      <tbody>
        {choices.kinds.map((one) => (
          <tr key={one.kind}>
            <th scope="row">{NOTICE_KINDS[one.kind].title}</th>
            {box(one, 'isShown', '站内')}
            {choices.canSend ? box(one, 'isSent', '短信') : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

function Hours({ choices, isSaving, save }: PartProps) {
  const { quietFrom, quietUntil, smsADay, phone } = choices
  const hourBox = (name: 'quietFrom' | 'quietUntil', label: string, value: number) => (
    <select
      className={input.input}
      aria-label={label}
      value={value}
      disabled={isSaving}
      onChange={(event) => save({ [name]: Number(event.target.value) })}
    >
      {HOURS.map((hour) => (
        <option key={hour} value={hour}>
          {hourText(hour)}
        </option>
      ))}
    </select>
  )
  return (
    <>
      <div className={styles.hours}>
        夜里不发短信
        {hourBox('quietFrom', '几点起不发短信', quietFrom)}至{hourBox('quietUntil', '几点起再发短信', quietUntil)}
      </div>
      <div className={styles.hours}>
        每天最多
        <select
          className={input.input}
          aria-label="每天最多短信条数"
          value={smsADay}
          disabled={isSaving}
          onChange={(event) => save({ smsADay: Number(event.target.value) })}
        >
          {[...new Set([...A_DAY, smsADay])]
            .toSorted((one, other) => one - other)
            .map((most) => (
              <option key={most} value={most}>
                {most} 条
              </option>
            ))}
        </select>
      </div>
      <p className={styles.hint}>短信发到 {phone}；同一段时间的消息合成一条，夜里的到点再发，在这里看过的不再发。</p>
    </>
  )
}
