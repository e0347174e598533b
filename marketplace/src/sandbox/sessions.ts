import type { ListSessionsData, ListSessionsRequest, Session, SessionMode, SessionStatus } from '../protocol/auction.ts'
import { DAY_MS, shanghaiDateOf, startOfShanghaiDay } from './clock.ts'
import { type SandboxContext, toSeconds } from './context.ts'
import type { SessionCadence } from './options.ts'
import { badParameter } from './refusal.ts'

/** One session of the auction market; it follows from the cadence alone and is stored nowhere. */
export interface SessionPlan {
  date: string
  number: string
  mode: SessionMode
  cutOffMs: number
  startMs: number
  endMs: number
}

/** The sessions of a day in China, in order: sealed first, then open, in turn. An impossible date has none. */
export function sessionsOfDay(cadence: SessionCadence, date: string): SessionPlan[] {
  const dayMs = startOfShanghaiDay(date)
  if (Number.isNaN(dayMs)) return []
  const count = Math.min(Math.floor(DAY_MS / cadence.everyMs), 99)
  return Array.from({ length: count }, (_, index) => {
    const mode: SessionMode = index % 2 === 0 ? 'sealed' : 'open'
    const startMs = dayMs + index * cadence.everyMs
    const lengthMs = mode === 'sealed' ? cadence.sealedLengthMs : cadence.openLengthMs
    return {
      date,
      number: String(index + 1).padStart(2, '0'),
      mode,
      cutOffMs: startMs - cadence.cutOffMs,
      startMs,
      endMs: startMs + lengthMs,
    }
  })
}

/** The session of a date and number, or undefined. */
export function findSession(cadence: SessionCadence, date: string, number: string): SessionPlan | undefined {
  return sessionsOfDay(cadence, date).find((session) => session.number === number)
}

/** The next session of a mode that still takes entries. */
export function nextSession(cadence: SessionCadence, mode: SessionMode, nowMs: number): SessionPlan {
  for (let day = 0; day <= 3; day += 1) {
    const sessions = sessionsOfDay(cadence, shanghaiDateOf(nowMs + day * DAY_MS))
    const open = sessions.find((session) => session.mode === mode && session.cutOffMs > nowMs)
    if (open) return open
  }
  throw new RangeError(`the cadence has no ${mode} session within three days`)
}

/** Answers the sessions of one day or several (the sandbox's own call). */
export function listSessions(
  context: SandboxContext,
  _sellerId: number,
  request: ListSessionsRequest,
): ListSessionsData {
  const nowMs = context.nowMs()
  const firstDate = request.schedule_date ?? shanghaiDateOf(nowMs)
  const firstMs = startOfShanghaiDay(firstDate)
  if (Number.isNaN(firstMs)) throw badParameter('schedule_date', '日期不存在')
  const days = Array.from({ length: request.days ?? 1 }, (_, day) => shanghaiDateOf(firstMs + day * DAY_MS))
  const sessions = days.flatMap((date) => sessionsOfDay(context.sessions, date))
  return {
    list: sessions
      .filter((session) => request.mode === undefined || session.mode === request.mode)
      .map((session) => sessionOnWire(session, nowMs)),
  }
}

function sessionOnWire(session: SessionPlan, nowMs: number): Session {
  const status: SessionStatus = nowMs < session.startMs ? 'scheduled' : nowMs < session.endMs ? 'bidding' : 'closed'
  return {
    schedule_date: session.date,
    schedule_number: session.number,
    mode: session.mode,
    cut_off_time: toSeconds(session.cutOffMs),
    start_time: toSeconds(session.startMs),
    end_time: toSeconds(session.endMs),
    status,
  }
}
