import { createHash } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import type { OpenDatabase } from '../database/open.ts'
import { forgetAnswers } from '../gateway/stored-answer/store.ts'
import { later } from '../platform/clock.ts'
import { deliverLane, type Source } from './delivery.ts'
import type { EffectHandlers, EffectServices, Jobs } from './effects.ts'
import { forgetMessages, freeMessages, INBOX_TOPIC } from './inbox/store.ts'
import { outboxSource } from './outbox/source.ts'
import { forgetEffects, freeEffects, OUTBOX_TOPIC, outboxDepth, reviveEffect } from './outbox/store.ts'
import { inboxSource, type PushHandler } from './pushes.ts'
import { createTurns, type Turns } from './schedule-turns.ts'
import { registerSchedule, type Schedule } from './schedules.ts'
import { freeTurns } from './turns/store.ts'

const SWEEP_EVERY_SECONDS = 30
const SWEEP_LANES = 500
const LANES_AT_ONCE = 4
const POLL_SECONDS = 2
const DAY_MS = 24 * 3_600_000

export interface JobRuntime {
  /** Opens the queue; with `works`, also delivers and takes turns at repeating work. */
  start(works: boolean): Promise<void>
  /** Delivers everything that is due now, one lane after the other, and comes back when nothing is. Gives how many lanes it went through. */
  deliverDue(): Promise<number>
  /** Takes every turn that is due now. */
  runTurns(): Promise<void>
  /** Stops taking work up and waits for what is at work, at most `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}

export interface RuntimeParts {
  readonly open: OpenDatabase
  readonly services: EffectServices
  readonly effects: EffectHandlers
  readonly pushHandlers: readonly PushHandler[]
  readonly schedules: readonly Schedule[]
}

/** The outbox for operators. */
export function createJobs({ db, clock }: Pick<EffectServices, 'db' | 'clock'>): Jobs {
  return {
    depth: () => db.worker((tx) => outboxDepth(tx, clock.now())),
    revive: (merchantId, effectId) => db.worker((tx) => reviveEffect(tx, merchantId, effectId, clock.now())),
  }
}

/** One table of things to deliver together with its queue. */
interface Line {
  readonly queue: string
  readonly topic: string
  deliver(lane: object): Promise<Date | null>
  due(): Promise<object[]>
}

function lineOf<Lane extends object, Item extends { id: string; attempts: number }>(
  source: Source<Lane, Item>,
  topic: string,
  services: EffectServices,
): Line {
  const { db, clock } = services
  return {
    queue: source.name,
    topic,
    deliver: (lane) => deliverLane(source, lane as Lane, services),
    due: () => db.worker((tx) => source.due(tx, clock.now(), SWEEP_LANES)),
  }
}

/**
 * Delivers outbox and inbox: the queue says which lane to look at and when, the tables say what is to be done. A lane
 * whose message to the queue was lost in a crash is found by a sweep.
 */
export function createJobRuntime({ open, services, effects, pushHandlers, schedules }: RuntimeParts): JobRuntime {
  const lines: readonly Line[] = [
    lineOf(outboxSource(effects, services), OUTBOX_TOPIC, services),
    lineOf(inboxSource(pushHandlers, services), INBOX_TOPIC, services),
  ]
  const boss = createBoss(open, services)
  const workerIds = new Map<string, string[]>()
  const stopListening: (() => void)[] = []
  let isStarted = false
  const turns: Turns = createTurns([...schedules, ...ownSchedules(lines, (line, lane) => post(line, lane))], services)

  async function post(line: Line, lane: object, at?: Date): Promise<void> {
    // without the queue, whoever delivers on demand looks at the tables
    if (!isStarted) return
    const seconds =
      at === undefined ? 0 : Math.max(1, Math.ceil((at.getTime() - services.clock.now().getTime()) / 1000))
    const singletonKey = createHash('sha256').update(JSON.stringify(lane)).digest('base64url')
    await boss.send(line.queue, lane, { singletonKey, ...(seconds > 0 ? { startAfter: seconds } : {}) })
    for (const id of seconds > 0 ? [] : (workerIds.get(line.queue) ?? [])) boss.notifyWorker(id)
  }

  function listen(line: Line): void {
    stopListening.push(
      services.db.on(line.topic, (detail) => {
        post(line, JSON.parse(detail)).catch((error: unknown) =>
          services.log.warn({ err: error, queue: line.queue }, 'the queue was not told; the sweep will find it'),
        )
      }),
    )
  }

  async function work(line: Line): Promise<void> {
    const options = { localConcurrency: LANES_AT_ONCE, batchSize: 1, pollingIntervalSeconds: POLL_SECONDS }
    const id = await boss.work<object>(line.queue, options, async ([job]) => {
      if (job === undefined) return
      const again = await line.deliver(job.data)
      if (again !== null) await post(line, job.data, again)
    })
    workerIds.set(line.queue, [id])
  }

  /**
   * What a process takes up is its own for minutes. The embedded database has one process at a time, so whatever is
   * still taken when it starts was a dead one's, and nobody need wait for it.
   */
  const takeOver = () =>
    services.db.worker(async (tx) => {
      await freeEffects(tx)
      await freeMessages(tx)
      await freeTurns(tx, services.clock.now())
    })

  return {
    start: async (works) => {
      if (works && open.kind === 'embedded') await takeOver()
      await boss.start()
      for (const line of lines) {
        await boss.createQueue(line.queue, {
          policy: 'short',
          retryLimit: 3,
          retryBackoff: true,
          expireInSeconds: 900,
          deleteAfterSeconds: 3_600,
        })
        if (works) await work(line)
        listen(line)
      }
      isStarted = true
      if (works) turns.start()
    },
    deliverDue: async () => {
      let count = 0
      for (let found = true; found; ) {
        found = false
        for (const line of lines) {
          for (const lane of await line.due()) {
            await line.deliver(lane)
            found = true
            count += 1
          }
        }
      }
      return count
    },
    runTurns: () => turns.runDue(),
    stop: async (timeoutMs) => {
      for (const stop of stopListening) stop()
      await turns.stop()
      await boss.stop({ graceful: true, timeout: timeoutMs })
    },
  }
}

function createBoss(open: OpenDatabase, { log }: EffectServices): PgBoss {
  const boss = new PgBoss({
    ...(open.kind === 'embedded' ? { backend: 'pglite' as const } : {}),
    db: { executeSql: (text, values) => open.ownerQuery(text, values) },
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'))
  return boss
}

/** The platform's own repeating work: the sweep, and forgetting what is old. */
function ownSchedules(lines: readonly Line[], post: (line: Line, lane: object) => Promise<void>): Schedule[] {
  return [
    registerSchedule('platform.sweep', SWEEP_EVERY_SECONDS, async () => {
      for (const line of lines) {
        for (const lane of await line.due()) await post(line, lane)
      }
    }),
    registerSchedule('platform.forget', 3_600, async ({ db, clock }) => {
      const now = clock.now()
      await db.worker(async (tx) => {
        await forgetAnswers(tx, later(now, -2 * DAY_MS))
        await forgetMessages(tx, later(now, -14 * DAY_MS))
        await forgetEffects(tx, later(now, -30 * DAY_MS))
      })
    }),
  ]
}
