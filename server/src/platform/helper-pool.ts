import type { ChildProcess } from 'node:child_process'
import type { Worker } from 'node:worker_threads'

/** After so long without work a helper ends, and what it held is given back. */
const KEPT_FOR_MS = 30_000

/** A thread or a process that answers one job at a time. */
type Helper = Worker | ChildProcess

interface IdleHelper {
  readonly helper: Helper
  readonly ending: NodeJS.Timeout
}

export interface PoolOf<Answer> {
  /** What it is called in an error: 'the thread for password hashes'. */
  readonly name: string
  readonly start: () => Helper
  /** Tells an answer from what Node itself sends: under `node --watch` a helper also tells which files it has loaded. */
  readonly isAnswer: (message: object) => message is object & Answer
}

/**
 * Threads or processes beside this one. As many are started as jobs are asked for at once, which the caller bounds; one
 * that has nothing to do ends by itself, and none keeps this process alive.
 */
export class HelperPool<Job, Answer> {
  /** The one that waits longest first. */
  private readonly idle: IdleHelper[] = []
  private readonly pool: PoolOf<Answer>

  constructor(pool: PoolOf<Answer>) {
    this.pool = pool
  }

  /** @throws Error when the helper died before its answer; it is not used again */
  async run(job: Job): Promise<Answer> {
    const helper = this.take()
    const answer = await this.answerOf(helper, job)
    this.giveBack(helper)
    return answer
  }

  private take(): Helper {
    const known = this.idle.pop()
    if (known === undefined) return this.start()
    clearTimeout(known.ending)
    hold(known.helper)
    return known.helper
  }

  private start(): Helper {
    const helper = this.pool.start()
    // whoever waits for an answer is told by its own listener; without this one an idle helper's death would end the process
    helper.on('error', () => undefined)
    helper.on('exit', () => this.forget(helper))
    return helper
  }

  private forget(helper: Helper): void {
    const at = this.idle.findIndex((one) => one.helper === helper)
    if (at === -1) return
    clearTimeout(this.idle[at]?.ending)
    this.idle.splice(at, 1)
  }

  private giveBack(helper: Helper): void {
    release(helper)
    const ending = setTimeout(() => {
      this.forget(helper)
      end(helper)
    }, KEPT_FOR_MS)
    this.idle.push({ helper, ending: ending.unref() })
  }

  private answerOf(helper: Helper, job: Job): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const stopListening = () => {
        helper.off('message', answered).off('error', died).off('exit', exited)
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
      const exited = (code: number | null) => died(new Error(`${this.pool.name} ended with ${code}`))
      helper.on('message', answered).on('error', died).on('exit', exited)
      send(helper, job)
    })
  }
}

function send(helper: Helper, job: unknown): void {
  if ('postMessage' in helper) helper.postMessage(job)
  else helper.send(job as object)
}

/** While it works, this process waits for it. */
function hold(helper: Helper): void {
  helper.ref()
  if ('channel' in helper) helper.channel?.ref()
}

function release(helper: Helper): void {
  helper.unref()
  if ('channel' in helper) helper.channel?.unref()
}

function end(helper: Helper): void {
  if ('terminate' in helper) void helper.terminate()
  else helper.disconnect()
}
