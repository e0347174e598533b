import { Countdown } from '../../components/countdown/countdown.tsx'
import styles from './entry-clock.module.css'
import type { Entry } from './types.ts'

type Run = Pick<Entry, 'state' | 'startsAt' | 'endsAt'>

/** What a run moves towards: its start while it waits, its end while it runs; null once it is over. */
export function nextMoment(entry: Run): { label: string; at: string } | null {
  if (entry.state === 'scheduled') return { label: '距开拍', at: entry.startsAt }
  return entry.state === 'bidding' ? { label: '距结束', at: entry.endsAt } : null
}

/** How long until a run starts or ends; `bare` leaves the absolute time out, where it stands elsewhere. */
export function EntryClock({ entry, bare = false }: { entry: Run; bare?: boolean }) {
  const next = nextMoment(entry)
  if (next === null) return null
  return (
    <span className={styles.clock}>
      <span className="muted">{next.label}</span> <Countdown deadlineAt={next.at} bare={bare} />
    </span>
  )
}
