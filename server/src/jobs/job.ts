import type { Database, Tx } from '../database/database.ts'
import type { Services } from '../services.ts'
import { hastenJobs, insertJob } from './outbox/store.ts'

/**
 * Queues differ in how much runs at once: `long` is for work of minutes, which must hold up nothing else. In `bulk` the
 * partitions take turns: after each job the next one waits behind the other partitions.
 */
export type QueueName = 'standard' | 'long' | 'bulk'

/** Something to be done outside the database once the transaction is committed. */
export interface NewJob {
  /** Names the handler. */
  readonly kind: string
  /** Jobs of one aggregate, such as `order:<id>`, run one after the other in the order they were enqueued. */
  readonly aggregate: string
  /** What the handler needs, as JSON. Ids rather than copies: the handler reads the present state. */
  readonly payload: unknown
  readonly now: Date
  /** `standard` when left out. Jobs of one aggregate in two queues do not wait for each other. */
  readonly queue?: QueueName
}

/** One attempt at a job. `id` stays the same over all attempts: use it as the key of idempotency on the other side. */
export interface JobAttempt {
  readonly merchantId: string
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  /** 1 for the first attempt. */
  readonly attempt: number
  /** True when the job is dead if this attempt fails. */
  readonly isLast: boolean
}

export type JobServices = Services & { readonly db: Database }

/** Does a job; it may be called again for the same one, and throwing means "try again later". */
export type JobHandler = (job: JobAttempt, services: JobServices) => Promise<void>

/** A kind of job with how often it is tried. */
export interface JobKind {
  readonly run: JobHandler
  /** `forever`: for a job that stands until it is done. It is tried every 20 minutes in the end and dies only by `JobGivenUp`. */
  readonly retries: 'limited' | 'forever'
}

/** What runs the jobs of each kind; a handler alone is a kind with limited retries. */
export type JobHandlers = Readonly<Record<string, JobHandler | JobKind>>

/** Thrown by a handler when another attempt cannot help: the job is dead at once, and an operator sees it. */
export class JobGivenUp extends Error {}

/** How the outbox, or the inbox, stands. */
export interface QueueDepth {
  readonly pending: number
  readonly dead: number
  /** Age of the oldest one that is still to be done. */
  readonly oldestSeconds: number
}

/** A job, or a message of the marketplace, that was tried for the last time. */
export interface DeadLetter {
  readonly id: string
  /** Null for a message of the marketplace. */
  readonly merchantId: string | null
  /** The job's kind, or where the message came in. */
  readonly kind: string
  /** Empty for a message. */
  readonly aggregate: string
  /** What the last attempt failed with. */
  readonly error: string
  readonly attempts: number
  /** When it was enqueued or received, ISO 8601. */
  readonly since: string
  /** When its last attempt failed, ISO 8601. */
  readonly deadSince: string
}

/** Names a dead letter; without a merchant it is a message of the marketplace. */
export type DeadLetterId = Pick<DeadLetter, 'id' | 'merchantId'>

/** The jobs as an operator sees them. */
export interface Jobs {
  depth(): Promise<QueueDepth>
  /** The same of the marketplace's messages. */
  messageDepth(): Promise<QueueDepth>
  /** For how long the one of these schedules that waits longest has been due without anybody at work on it; 0 for none. */
  scheduleLateSeconds(names: readonly string[]): Promise<number>
  /** At most `limit` dead jobs and at most `limit` dead messages, oldest first. */
  deadLetters(limit: number): Promise<DeadLetter[]>
  /** Lets a dead letter run again, with all its attempts before it; false when there is no such dead letter. */
  retry(letter: DeadLetterId): Promise<boolean>
  /** Gives a dead letter up; it is removed with what is done. False when there is no such dead letter. */
  discard(letter: DeadLetterId): Promise<boolean>
}

/**
 * Writes a job into the outbox of the transaction's merchant. It runs at least once after the commit, and never when
 * the transaction rolls back (docs/jobs.md).
 */
export function enqueueJob(tx: Tx, job: NewJob): Promise<void> {
  return insertJob(tx, job)
}

/**
 * Has a job run soon that only looks at how things stand: those of its aggregate that wait already are made due at once,
 * and a new one is enqueued where none of its kind waits. So any number of calls leave one job of each kind.
 */
export async function wakeJob(tx: Tx, job: NewJob): Promise<void> {
  const { aggregate, kind, queue = 'standard', now } = job
  if (!(await hastenJobs(tx, { aggregate, kind, queue }, now))) await insertJob(tx, job)
}
