import { AUCTION_MODE_LABELS } from '@huanji/contract/labels'
import { formatShanghai } from '@huanji/domain/time'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Countdown } from '../../components/countdown/countdown.tsx'
import field from '../../components/field/field.module.css'
import { FieldFrame } from '../../components/field/field-frame.tsx'
import { sessionText } from '../trade/session-text.ts'
import styles from './session-select.module.css'
import type { Session } from './types.ts'

/** Sessions close by the minute. */
const SESSIONS_EVERY_MS = 60_000

/** The sessions that still take entries, nearest first. */
export const sessionsQuery = () => ({ ...queryOf(api.extAuction.sessions, {}), refetchInterval: SESSIONS_EVERY_MS })

/** What tells a session from the others: its day and its number. */
export const sessionKey = (session: Pick<Session, 'scheduleDate' | 'scheduleNumber'>): string =>
  `${session.scheduleDate} ${session.scheduleNumber}`

interface SessionSelectProps {
  session: Session | null
  onChange: (session: Session | null) => void
  error: string
  disabled: boolean
}

const clock = (at: string): string => formatShanghai(at).slice(11)

/** Chooses a session; beside it, how long it still takes entries. */
export function SessionSelect({ session, onChange, error, disabled }: SessionSelectProps) {
  const id = useId()
  const { data, isPending } = useQuery(sessionsQuery())
  const sessions = data?.sessions ?? []
  const note = sessions.length === 0 && !isPending ? '暂时没有可报名的场次，请稍后再来' : ''
  return (
    <div>
      <FieldFrame id={id} label="场次" required error={error} hint={note}>
        <select
          id={id}
          className={field.input}
          value={session ? sessionKey(session) : ''}
          disabled={disabled}
          aria-invalid={error !== ''}
          aria-describedby={`${id}-note`}
          onChange={(event) => onChange(sessions.find((one) => sessionKey(one) === event.target.value) ?? null)}
        >
          <option value="">请选择场次</option>
          {sessions.map((one) => (
            <option key={sessionKey(one)} value={sessionKey(one)}>
              {sessionText(one.scheduleDate, one.scheduleNumber)} {AUCTION_MODE_LABELS[one.mode]} {clock(one.startsAt)}–
              {clock(one.endsAt)}
            </option>
          ))}
        </select>
      </FieldFrame>
      {session ? (
        <p className={styles.cut}>
          <span className="muted">报名截止</span> <Countdown deadlineAt={session.cutOffAt} />
        </p>
      ) : null}
    </div>
  )
}
