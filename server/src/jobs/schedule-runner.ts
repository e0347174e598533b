import { later } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { withLogFields } from '../platform/log-scope.ts'
import { traced } from '../platform/tracing.ts'
import { remainingMs } from '../platform/waiting.ts'
import { CLOCKS_APART_MS } from './dispatch.ts'
import type { JobServices } from './job.ts'
import { releaseLock, renewLock, takeLock } from './schedule-lock/store.ts'
import type { Schedule } from './schedules.ts'

const LOOK_EVERY_MS = 1_000
/** A process that dies at a schedule's work keeps the others from it for at most so long. */
const LEASE_MS = 15_000

export interface ScheduleRunner {
  start(): void
  /** Does the work of every schedule that is due now and waits for it. */
  runDue(): Promise<void>
  /** Begins nothing any more and waits for what runs. */
  stop(): Promise<void>
}

/** Does repeating work; over several processes, each time is one process's. */
export function createScheduleRunner(
  schedules: readonly Schedule[],
  services: JobServices,
  leaseMs = LEASE_MS,
): ScheduleRunner {
  const { db, clock, log } = services
  /** When this process looks again, in milliseconds of the clock; the table decides. */
  const lookAgainMs = new Map<string, number>()
  const running = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  /** Keeps the lease until the returned function is called. */
  function keepLease(name: string, owner: string): () => void {
    const renewing = setInterval(() => {
      db.worker((tx) => renewLock(tx, name, owner, later(clock.now(), leaseMs))).catch((error: unknown) =>
        log.warn({ err: error, schedule: name }, 'the lease of a schedule could not be renewed'),
      )
    }, leaseMs / 3)
    return () => clearInterval(renewing)
  }

  async function runOnce({ name, everySeconds, run }: Schedule): Promise<void> {
    const now = clock.now()
    const everyMs = everySeconds * 1000
    const owner = newId()
    const request = {
      name,
      owner,
      now,
      leaseUntil: later(now, leaseMs),
      latestLease: later(now, leaseMs + CLOCKS_APART_MS),
      latestDue: later(now, everyMs + CLOCKS_APART_MS),
    }
    // whoever has the lock may die with it, so this process looks again no later than the lease ends
    lookAgainMs.set(name, now.getTime() + Math.min(everyMs, leaseMs))
    if (!(await db.worker((tx) => takeLock(tx, request)))) return
    const release = keepLease(name, owner)
    try {
      await withLogFields({ schedule: name }, () => traced(`schedule ${name}`, 'work', {}, () => run(services)))
    } catch (error) {
      log.warn({ err: error, schedule: name }, 'repeating work failed')
    } finally {
      release()
    }
    const dueAt = later(clock.now(), everyMs)
    const isOurs = await db.worker((tx) => releaseLock(tx, name, owner, dueAt))
    if (isOurs) lookAgainMs.set(name, dueAt.getTime())
    else log.warn({ schedule: name }, 'the lease of a schedule lapsed while its work was done')
  }

  function begin(schedule: Schedule): Promise<void> {
    const already = running.get(schedule.name)
    if (already !== undefined) return already
    const one = runOnce(schedule)
      .catch((error: unknown) => log.warn({ err: error, schedule: schedule.name }, 'a schedule could not be looked at'))
      .finally(() => running.delete(schedule.name))
    running.set(schedule.name, one)
    return one
  }

  const dueNow = () => {
    const nowMs = clock.now().getTime()
    return schedules.filter(
      ({ name, everySeconds }) => remainingMs(lookAgainMs.get(name) ?? 0, nowMs, everySeconds * 1000) === 0,
    )
  }

  return {
    start: () => {
      timer = setInterval(() => {
        for (const schedule of dueNow()) void begin(schedule)
      }, LOOK_EVERY_MS)
    },
    runDue: async () => {
      for (const schedule of dueNow()) await begin(schedule)
    },
    stop: async () => {
      clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
