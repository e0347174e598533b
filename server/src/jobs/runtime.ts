import type { GlobalTx } from '../database/database.ts'
import type { OpenDatabase } from '../database/open.ts'
import { later } from '../platform/clock.ts'
import { type Claimable, dispatchPartition, type JobSource, leaseFrom } from './dispatch.ts'
import { createDispatcher, type DispatchQueue } from './dispatcher.ts'
import { inboxSource, type MessageHandler } from './inbox/source.ts'
import { freeMessages, INBOX_TOPIC, removeOldMessages } from './inbox/store.ts'
import type { JobHandlers, JobServices } from './job.ts'
import { outboxSource } from './outbox/source.ts'
import { freeJobs, OUTBOX_TOPIC, removeOldJobs } from './outbox/store.ts'
import { freeLocks } from './schedule-lock/store.ts'
import { createScheduleRunner } from './schedule-runner.ts'
import { registerSchedule, type Schedule } from './schedules.ts'

/** So many due partitions of a queue are read at once; the rest is read two seconds later. */
const DUE_AT_ONCE = 500
/** How many partitions of each queue one process works on at the same time. */
const CONCURRENCY = { standard: 4, inbox: 4, long: 1, bulk: 2 } as const
const DAY_MS = 24 * 3_600_000

export interface JobRuntime {
  /** With `works`, runs jobs and schedules from now on; otherwise this process only enqueues. */
  start(works: boolean): Promise<void>
  /** Runs everything that is due now, one partition after the other, and comes back when nothing is. Gives how many partitions it went through. */
  runDueJobs(): Promise<number>
  /** Does the work of every schedule that is due now. */
  runSchedules(): Promise<void>
  /** Begins nothing any more and waits for what runs, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

export interface RuntimeParts {
  readonly open: Pick<OpenDatabase, 'kind'>
  readonly services: JobServices
  readonly handlers: JobHandlers
  /** Takes up a stored message of the marketplace. */
  readonly handleMessage: MessageHandler
  readonly schedules: readonly Schedule[]
}

/** A queue with its table; its partitions are named by their JSON. */
interface Queue extends DispatchQueue {
  due(tx: GlobalTx): Promise<string[]>
}

function queueOf<Partition, Item extends Claimable>(
  source: JobSource<Partition, Item>,
  concurrency: number,
  services: JobServices,
): Queue {
  const { clock } = services
  return {
    name: source.name,
    concurrency,
    run: (partition) => dispatchPartition(source, JSON.parse(partition) as Partition, services),
    due: async (tx) => {
      const partitions = await source.due(tx, leaseFrom(clock.now()), DUE_AT_ONCE)
      return partitions.map((partition) => JSON.stringify(partition))
    },
  }
}

/** Runs outbox, inbox and schedules. The tables say what is to be done, so whatever a process forgets is found again. */
export function createJobRuntime({ open, services, handlers, handleMessage, schedules }: RuntimeParts): JobRuntime {
  const { db, clock, log } = services
  const queues: readonly Queue[] = [
    queueOf(outboxSource('standard', handlers, services), CONCURRENCY.standard, services),
    queueOf(outboxSource('long', handlers, services), CONCURRENCY.long, services),
    queueOf(outboxSource('bulk', handlers, services), CONCURRENCY.bulk, services),
    queueOf(inboxSource(handleMessage, services), CONCURRENCY.inbox, services),
  ]
  const findDue = () =>
    db.worker(async (tx) => {
      const due = new Map<string, string[]>()
      for (const queue of queues) due.set(queue.name, await queue.due(tx))
      return due
    })
  const dispatcher = createDispatcher({ queues, findDue, log })
  const scheduleRunner = createScheduleRunner([...schedules, retention], services)
  const stopListening: (() => void)[] = []

  /**
   * What a process claims is its own for seconds. The embedded database has one process at a time, so whatever is
   * still claimed when it starts was a dead one's, and nobody need wait for it.
   */
  const takeOver = () =>
    db.worker(async (tx) => {
      await freeJobs(tx)
      await freeMessages(tx)
      await freeLocks(tx, clock.now())
    })

  return {
    start: async (works) => {
      if (!works) return
      if (open.kind === 'embedded') await takeOver()
      stopListening.push(
        db.on(OUTBOX_TOPIC, (partition) => dispatcher.nudge(queueIn(partition), partition)),
        db.on(INBOX_TOPIC, (partition) => dispatcher.nudge('inbox', partition)),
      )
      dispatcher.start()
      scheduleRunner.start()
    },
    runDueJobs: async () => {
      let count = 0
      for (let found = true; found; ) {
        found = false
        for (const queue of queues) {
          for (const partition of await db.worker(queue.due)) {
            await queue.run(partition)
            found = true
            count += 1
          }
        }
      }
      return count
    },
    runSchedules: () => scheduleRunner.runDue(),
    stop: async (timeoutMs) => {
      for (const stop of stopListening) stop()
      await settledWithin(timeoutMs, Promise.all([scheduleRunner.stop(), dispatcher.stop()]))
    },
  }
}

/** Waits for `work`, but no longer than `limitMs`. */
async function settledWithin(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs)
  })
  await Promise.race([work, limit])
  clearTimeout(timer)
}

/** The queue that a partition of the outbox names. */
const queueIn = (partition: string): string => (JSON.parse(partition) as { queue: string }).queue

/** Removes what was done long ago. */
const retention: Schedule = registerSchedule('jobs.retention', 3_600, async ({ db, clock }) => {
  const now = clock.now()
  await db.worker(async (tx) => {
    await removeOldMessages(tx, later(now, -14 * DAY_MS))
    await removeOldJobs(tx, later(now, -30 * DAY_MS))
  })
})
