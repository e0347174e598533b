import { later } from '../platform/clock.ts'
import type { EffectServices } from './effects.ts'
import type { Schedule } from './schedules.ts'
import { endTurn, takeTurn } from './turns/store.ts'

const LOOK_EVERY_MS = 1_000
/** A process that dies in its turn keeps it for so long. */
const TURN_MS = 10 * 60_000

export interface Turns {
  start(): void
  /** Takes every turn that is due now and waits for it. */
  runDue(): Promise<void>
  /** Takes no further turn and waits for the running ones. */
  stop(): Promise<void>
}

/** Runs repeating work; over several processes, each turn is one process's. */
export function createTurns(schedules: readonly Schedule[], services: EffectServices): Turns {
  const { db, clock, log } = services
  /** When this process looks again, in milliseconds of the clock; the table decides. */
  const lookAgainMs = new Map<string, number>()
  const running = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | null = null

  async function turn({ name, everySeconds, run }: Schedule): Promise<void> {
    const now = clock.now()
    lookAgainMs.set(name, now.getTime() + everySeconds * 1000)
    if (!(await db.worker((tx) => takeTurn(tx, name, now, later(now, TURN_MS))))) return
    try {
      await run(services)
    } catch (error) {
      log.warn({ err: error, schedule: name }, 'repeating work failed')
    }
    const dueAt = later(clock.now(), everySeconds * 1000)
    await db.worker((tx) => endTurn(tx, name, dueAt))
    lookAgainMs.set(name, dueAt.getTime())
  }

  function begin(schedule: Schedule): Promise<void> {
    const already = running.get(schedule.name)
    if (already !== undefined) return already
    const one = turn(schedule)
      .catch((error: unknown) => log.warn({ err: error, schedule: schedule.name }, 'a turn could not be taken'))
      .finally(() => running.delete(schedule.name))
    running.set(schedule.name, one)
    return one
  }

  const dueNow = () => {
    const nowMs = clock.now().getTime()
    return schedules.filter(({ name }) => (lookAgainMs.get(name) ?? 0) <= nowMs)
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
      if (timer !== null) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
