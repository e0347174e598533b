import { availableParallelism } from 'node:os'

/** Work of which only so much runs at the same time; the rest waits without having begun, whoever came first goes first. */
export interface WorkQueue {
  /** Runs work as soon as there is a place. */
  run<T>(work: () => Promise<T>, options?: WorkOptions): Promise<T>
  /**
   * Refuses all that waits for the same thing, and what comes for it within so long: it is away, and to try it in turn would
   * keep the last waiting as many times as there are others. Work that ends well meanwhile ends the refusing.
   */
  refuse(needs: string, reason: Error, forMs: number): void
}

export interface WorkOptions {
  /** What the work needs and others may have found to be away, by a name of its own. */
  readonly needs?: string
  /** Takes waiting work out of the queue, with its reason. */
  readonly left?: AbortSignal | undefined
}

interface Waiting {
  readonly needs: string
  readonly begin: () => void
  readonly refuse: (reason: Error) => void
}

/** A queue in which at most `atOnce` works run at the same time. */
export function createWorkQueue(atOnce: number, nowMs: () => number = () => performance.now()): WorkQueue {
  let running = 0
  let waiting: Waiting[] = []
  const away = new Map<string, { readonly reason: Error; readonly untilMs: number }>()

  async function enter(needs: string, left: AbortSignal | undefined): Promise<void> {
    left?.throwIfAborted()
    const refusing = away.get(needs)
    if (refusing && nowMs() < refusing.untilMs) throw refusing.reason
    away.delete(needs)
    if (running < atOnce) running += 1
    // whoever leaves hands the place on, so that nobody who comes later takes it
    else await placeInTurn(needs, left)
  }

  function placeInTurn(needs: string, left: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        needs,
        begin: () => {
          left?.removeEventListener('abort', goes)
          resolve()
        },
        refuse: (reason) => {
          left?.removeEventListener('abort', goes)
          reject(reason)
        },
      }
      const goes = () => {
        waiting = waiting.filter((other) => other !== one)
        reject(left?.reason)
      }
      left?.addEventListener('abort', goes, { once: true })
      waiting.push(one)
    })
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next.begin()
    else running -= 1
  }

  return {
    run: async (work, { needs = '', left } = {}) => {
      await enter(needs, left)
      try {
        const result = await work()
        away.delete(needs)
        return result
      } finally {
        leave()
      }
    },
    refuse: (needs, reason, forMs) => {
      away.set(needs, { reason, untilMs: nowMs() + forMs })
      const refused = waiting.filter((one) => one.needs === needs)
      waiting = waiting.filter((one) => one.needs !== needs)
      for (const one of refused) one.refuse(reason)
    },
  }
}

/** So many at the most, however many cores there are: each is a process with some hundred megabytes. */
const AT_ONCE_MAX = 4

/** The pictures that are made anew at the same time: one core stays free for everything else. */
export const PICTURES_AT_ONCE = Math.max(1, Math.min(AT_ONCE_MAX, availableParallelism() - 1))
export const imageQueue: WorkQueue = createWorkQueue(PICTURES_AT_ONCE)
