import { formatShanghai } from '@huanji/domain/time'
import { useSyncExternalStore } from 'react'
import { nowMs } from '../../platform/clock.ts'
import { cx } from '../class-names.ts'
import styles from './countdown.module.css'
import { remaining } from './remaining.ts'

const TICK_MS = 1000
/** Below this much time a deadline is shown as urgent. */
const URGENT_MS = 2 * 3_600_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let tickMs = 0

/** One clock for every countdown on the page, running only while there is one. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    tickMs = nowMs()
    timer = setInterval(() => {
      tickMs = nowMs()
      for (const each of listeners) each()
    }, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function currentTickMs(): number {
  if (timer === undefined) tickMs = nowMs()
  return tickMs
}

interface CountdownProps {
  /** The server's deadline as an ISO 8601 moment; null where there is none. */
  deadlineAt: string | null
  /** Hides the absolute time, where it stands elsewhere. */
  bare?: boolean
  className?: string | undefined
}

/** How long until a deadline, with the moment itself; counts on by the second and says 已超时 afterwards. */
export function Countdown({ deadlineAt, bare, className }: CountdownProps) {
  const text = useSyncExternalStore(subscribe, () => (deadlineAt ? remaining(deadlineAt, currentTickMs()) : ''))
  if (!deadlineAt) return <span className="muted">—</span>
  const leftMs = Date.parse(deadlineAt) - currentTickMs()
  const tone = leftMs <= 0 ? styles.over : leftMs < URGENT_MS ? styles.urgent : undefined
  return (
    <span className={cx(styles.countdown, tone, className)}>
      <b className="num">{text}</b>
      {bare ? null : (
        <time className="num muted" dateTime={deadlineAt}>
          {formatShanghai(deadlineAt)}
        </time>
      )}
    </span>
  )
}
