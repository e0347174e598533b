import { availableParallelism } from 'node:os'

/** Runs work as soon as fewer than so many others run; whoever came first goes first. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

/** A queue in which at most `atOnce` works run at the same time; the others wait without having begun. */
export function createWorkQueue(atOnce: number): WorkQueue {
  let running = 0
  const waiting: (() => void)[] = []

  async function enter(): Promise<void> {
    if (running < atOnce) running += 1
    // whoever leaves hands the place on, so that nobody who comes later takes it
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/** So many at the most, however many cores there are: each is a process with some hundred megabytes. */
const AT_ONCE_MAX = 4

/** The pictures that are made anew at the same time: one core stays free for everything else. */
export const inImageQueue: WorkQueue = createWorkQueue(Math.max(1, Math.min(AT_ONCE_MAX, availableParallelism() - 1)))
