import { AUCTION_MODE_LABELS } from '@huanji/contract/labels'
import { formatShanghai } from '@huanji/domain/time'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Countdown } from '../../components/countdown/countdown.tsx'
import { remaining } from '../../components/countdown/remaining.ts'
import field from '../../components/field/field.module.css'
import { FieldFrame } from '../../components/field/field-frame.tsx'
import { nowMs } from '../../platform/clock.ts'
import { ownCounts, sessionDays, sessionKey, soonest } from './session-days.ts'
import styles from './session-select.module.css'
import type { Session } from './types.ts'

/** Sessions close by the minute. */
const SESSIONS_EVERY_MS = 60_000
/** How many entries of a day are counted; more are said to be more. */
const COUNTED_MAX = 200

/** The sessions that still take entries, nearest first. */
const sessionsQuery = () => ({ ...queryOf(api.extAuction.sessions, {}), refetchInterval: SESSIONS_EVERY_MS })

interface SessionSelectProps {
  session: Session | null
  onChange: (session: Session | null) => void
  error: string
  disabled: boolean
}

const clock = (at: string): string => formatShanghai(at).slice(11)

/** How many phones of ours are in the sessions of a day, by the session's number. */
function useOwnCounts(scheduleDate: string | undefined): ReadonlyMap<string, number> {
  const { data } = useQuery({
    ...queryOf(api.goods.list, { channel: 'auction', scheduleDate, page: 1, pageSize: COUNTED_MAX }),
    enabled: scheduleDate !== undefined,
  })
  return ownCounts(data?.list ?? [])
}

/** 01:12 of 01:12:09: an option does not count on. */
const inMinutes = (text: string): string => text.replace(/^(\d+:\d+):\d+$/, '$1')

/** 第03场 暗拍 10:00–12:00 · 距截止 01:12 */
function optionText({ scheduleNumber, mode, startsAt, endsAt, cutOffAt }: Session): string {
  const left = inMinutes(remaining(cutOffAt, nowMs()))
  return `第${scheduleNumber}场 ${AUCTION_MODE_LABELS[mode]} ${clock(startsAt)}–${clock(endsAt)} · 距截止 ${left}`
}

const MODES = [
  ['', '全部'],
  ['sealed', AUCTION_MODE_LABELS.sealed],
  ['open', AUCTION_MODE_LABELS.open],
] as const

/** Takes the nearest session that leaves time enough, once, where none was chosen. */
function useFirstChoice(sessions: readonly Session[], { session, onChange }: SessionSelectProps): void {
  const isDone = useRef(session !== null)
  const latest = useRef(onChange)
  latest.current = onChange
  useEffect(() => {
    if (isDone.current || sessions.length === 0) return
    isDone.current = true
    latest.current(soonest(sessions, nowMs()))
  }, [sessions])
}

const NO_SESSIONS: readonly Session[] = []

/** Chooses a session, by day; beside it how long it still takes entries, and how many phones of ours are in it. */
export function SessionSelect(props: SessionSelectProps) {
  const { session, onChange, error, disabled } = props
  const id = useId()
  const [mode, setMode] = useState<(typeof MODES)[number][0]>('')
  const { data, isPending } = useQuery(sessionsQuery())
  const sessions = data?.sessions ?? NO_SESSIONS
  useFirstChoice(sessions, props)
  const own = useOwnCounts(session?.scheduleDate)
  const shown = sessions.filter((one) => mode === '' || one.mode === mode)
  const note = sessions.length === 0 && !isPending ? '暂时没有可报名的场次，请稍后再来' : ''
  const chosen = session ? sessionKey(session) : ''
  return (
    <div>
      <FieldFrame id={id} label="场次" required error={error} hint={note}>
        <span className={styles.row}>
          <select
            id={id}
            className={field.input}
            value={chosen}
            disabled={disabled}
            aria-invalid={error !== ''}
            aria-describedby={`${id}-note`}
            onChange={(event) => onChange(sessions.find((one) => sessionKey(one) === event.target.value) ?? null)}
          >
            <option value="">请选择场次</option>
            {sessionDays(shown, nowMs()).map(({ date, label, list }) => (
              <optgroup key={date} label={`${label}（${list.length} 场）`}>
                {list.map((one) => (
                  <option key={sessionKey(one)} value={sessionKey(one)}>
                    {label.slice(0, 2)} {optionText(one)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          <select
            className={styles.mode}
            aria-label="竞拍方式"
            value={mode}
            disabled={disabled}
            onChange={(event) => setMode(event.target.value as typeof mode)}
          >
            {MODES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </span>
      </FieldFrame>
      {session && error === '' && note === '' ? (
        <p className={styles.cut}>
          <span className="muted">距截止</span> <Countdown deadlineAt={session.cutOffAt} />
          <span className="muted">
            我已报 <b className="num">{own.get(session.scheduleNumber) ?? 0}</b> 台
          </span>
        </p>
      ) : null}
    </div>
  )
}
