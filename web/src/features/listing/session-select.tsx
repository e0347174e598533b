import { AUCTION_MODE_LABELS } from '@huanji/contract/features/listing/labels'
import { formatShanghai } from '@huanji/domain/time'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { errorText } from '../../api/refusal.ts'
import { Button } from '../../components/button/button.tsx'
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
const sessionsQuery = () => ({ ...queryOf(api.auctionSessions.sessions, {}), refetchInterval: SESSIONS_EVERY_MS })

interface SessionSelectProps {
  session: Session | null
  onChange: (session: Session | null) => void
  error: string
  disabled: boolean
}

const clock = (at: string): string => formatShanghai(at).slice(11)

/** How many phones of ours are in a session: 12, or 200+ where a day has more than are counted. */
function useOwnCount({ scheduleDate, scheduleNumber }: Partial<Session>): string {
  const { data } = useQuery({
    ...queryOf(api.goods.list, { channel: 'auction', scheduleDate, page: 1, pageSize: COUNTED_MAX }),
    enabled: scheduleDate !== undefined,
  })
  if (!data || scheduleNumber === undefined) return '…'
  return `${ownCounts(data.list).get(scheduleNumber) ?? 0}${data.total > data.list.length ? '+' : ''}`
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

/**
 * Takes the nearest session that leaves time enough, once, where none was chosen; one that closed meanwhile is chosen no
 * more, and which comes instead is for the person to say.
 */
function useChoice(sessions: readonly Session[] | undefined, { session, onChange }: SessionSelectProps): void {
  const isDone = useRef(session !== null)
  const latest = useRef({ session, onChange })
  latest.current = { session, onChange }
  useEffect(() => {
    if (!sessions) return
    const { session: chosen, onChange: choose } = latest.current
    if (chosen && !sessions.some((one) => sessionKey(one) === sessionKey(chosen))) choose(null)
    if (isDone.current || sessions.length === 0) return
    isDone.current = true
    choose(soonest(sessions, nowMs()))
  }, [sessions])
}

const NO_SESSIONS: readonly Session[] = []

/** Chooses a session, by day; beside it how long it still takes entries, and how many phones of ours are in it. */
export function SessionSelect(props: SessionSelectProps) {
  const { session, onChange, error, disabled } = props
  const id = useId()
  const [mode, setMode] = useState<(typeof MODES)[number][0]>('')
  const { data, error: loadError, isFetching, refetch } = useQuery(sessionsQuery())
  const sessions = data?.sessions ?? NO_SESSIONS
  useChoice(data?.sessions, props)
  const own = useOwnCount(session ?? {})
  const ofMode = (wanted: typeof mode) => sessions.filter((one) => wanted === '' || one.mode === wanted)
  const shown = ofMode(mode)
  const note = data && sessions.length === 0 ? '暂时没有可报名的场次，请稍后再来' : ''
  const changeMode = (wanted: typeof mode) => {
    setMode(wanted)
    // what is chosen is always what the box shows
    const list = ofMode(wanted)
    if (session && !list.some((one) => sessionKey(one) === sessionKey(session))) onChange(soonest(list, nowMs()))
  }
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
            onChange={(event) => changeMode(event.target.value as typeof mode)}
          >
            {MODES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </span>
      </FieldFrame>
      {loadError && !data ? (
        <p className={styles.cut} role="alert">
          场次没有加载出来：{errorText(loadError)}
          <Button small busy={isFetching} onClick={() => void refetch()}>
            重试
          </Button>
        </p>
      ) : null}
      {session && error === '' && note === '' ? (
        <p className={styles.cut}>
          <span className="muted">距截止</span> <Countdown deadlineAt={session.cutOffAt} />
          <span className="muted">
            我已报 <b className="num">{own}</b> 台
          </span>
        </p>
      ) : null}
    </div>
  )
}
