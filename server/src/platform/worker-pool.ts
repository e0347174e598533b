import type { ChildProcess } from 'node:child_process'
import type { Worker } from 'node:worker_threads'

/** After so long without work a worker ends, and what it held is given back. */
const KEPT_FOR_MS = 30_000

/** A thread or a process that answers one job at a time. */
type PoolWorker = Worker | ChildProcess

interface IdleWorker {
  readonly worker: PoolWorker
  readonly ending: NodeJS.Timeout
}

export interface PoolOf<Answer> {
  /** What it is called in an error: 'the thread for password hashes'. */
  readonly name: string
  readonly start: () => PoolWorker
  /** Tells an answer from what Node itself sends: under `node --watch` a worker also tells which files it has loaded. */
  readonly isAnswer: (message: object) => message is object & Answer
}

/**
 * Threads or processes beside this one. As many are started as jobs are asked for at once, which the caller bounds; one
 * that has nothing to do ends by itself, and none keeps this process alive.
 */
export class WorkerPool<Job, Answer> {
  /** The one that waits longest first. */
  private readonly idle: IdleWorker[] = []
  private readonly pool: PoolOf<Answer>

  constructor(pool: PoolOf<Answer>) {
    this.pool = pool
  }

  /** @throws Error when the worker died before its answer; it is not used again */
  async run(job: Job): Promise<Answer> {
    const worker = this.take()
    const answer = await this.answerOf(worker, job)
    this.giveBack(worker)
    return answer
  }

  private take(): PoolWorker {
    const known = this.idle.pop()
    if (known === undefined) return this.start()
    clearTimeout(known.ending)
    hold(known.worker)
    return known.worker
  }

  private start(): PoolWorker {
    const worker = this.pool.start()
    // whoever waits for an answer is told by its own listener; without this one an idle worker's death would end the process
    worker.on('error', () => undefined)
    worker.on('exit', () => this.forget(worker))
    return worker
  }

  private forget(worker: PoolWorker): void {
    const at = this.idle.findIndex((one) => one.worker === worker)
    if (at === -1) return
    clearTimeout(this.idle[at]?.ending)
    this.idle.splice(at, 1)
  }

  private giveBack(worker: PoolWorker): void {
    release(worker)
    const ending = setTimeout(() => {
      this.forget(worker)
      end(worker)
    }, KEPT_FOR_MS)
    this.idle.push({ worker, ending: ending.unref() })
  }

  private answerOf(worker: PoolWorker, job: Job): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const stopListening = () => {
        worker.off('message', answered).off('error', died).off('exit', exited)
      }
      const answered = (message: unknown) => {
        if (typeof message !== 'object' || message === null || !this.pool.isAnswer(message)) return
        stopListening()
        resolve(message)
      }
      const died = (error: Error) => {
        stopListening()
        reject(error)
      }
      const exited = (code: number | null, signal?: string | null) =>
        died(new Error(`${this.pool.name} ended with ${signal ?? code}`))
      worker.on('message', answered).on('error', died).on('exit', exited)
      send(worker, job)
    })
  }
}

function send(worker: PoolWorker, job: unknown): void {
  if ('postMessage' in worker) worker.postMessage(job)
  else worker.send(job as object)
}

/** While it works, this process waits for it. */
function hold(worker: PoolWorker): void {
  worker.ref()
  if ('channel' in worker) worker.channel?.ref()
}

function release(worker: PoolWorker): void {
  worker.unref()
  if ('channel' in worker) worker.channel?.unref()
}

function end(worker: PoolWorker): void {
  if ('terminate' in worker) void worker.terminate()
  else worker.disconnect()
}
