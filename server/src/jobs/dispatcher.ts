import type { Log } from '../platform/log.ts'

const POLL_MS = 2_000

/** A queue as the dispatcher sees it: partitions, each named by a text. */
export interface DispatchQueue {
  readonly name: string
  /** So many partitions of this queue are worked on at the same time in this process. */
  readonly concurrency: number
  /** Runs what is due in a partition. */
  run(partition: string): Promise<void>
}

export interface Dispatcher {
  /** Looks for due partitions from now on. */
  start(): void
  /** Says that a partition has something due: it is run at once, or when a place becomes free. */
  nudge(queue: string, partition: string): void
  /** Begins nothing any more and waits for what runs. */
  stop(): Promise<void>
}

export interface DispatcherParts {
  readonly queues: readonly DispatchQueue[]
  /** What is due in each queue, by the queue's name. */
  readonly findDue: () => Promise<ReadonlyMap<string, readonly string[]>>
  readonly log: Log
}

interface Line {
  readonly queue: DispatchQueue
  readonly waiting: Set<string>
  readonly running: Map<string, Promise<void>>
}

/**
 * Runs the due partitions of several queues, each with a concurrency of its own, so that long work holds up nothing
 * else. What this process commits is nudged and begins at once; what others commit, what a failure put off and what a
 * dead process left is found by looking every two seconds.
 */
export function createDispatcher({ queues, findDue, log }: DispatcherParts): Dispatcher {
  const lines = new Map(
    queues.map((queue): [string, Line] => [queue.name, { queue, waiting: new Set(), running: new Map() }]),
  )
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let isStopped = true

  function begin({ queue, running }: Line, partition: string): void {
    const work = queue
      .run(partition)
      .catch((error: unknown) => log.warn({ err: error, queue: queue.name }, 'a partition could not be worked on'))
      .finally(() => {
        running.delete(partition)
        fill(queue.name)
      })
    running.set(partition, work)
  }

  /** Gives free places to waiting partitions; one that is being worked on waits until that is over. */
  function fill(name: string): void {
    const line = lines.get(name)
    if (line === undefined || isStopped) return
    for (const partition of line.waiting) {
      if (line.running.size >= line.queue.concurrency) return
      if (line.running.has(partition)) continue
      line.waiting.delete(partition)
      begin(line, partition)
    }
  }

  function nudge(name: string, partition: string): void {
    if (isStopped) return
    lines.get(name)?.waiting.add(partition)
    fill(name)
  }

  async function look(): Promise<void> {
    try {
      for (const [name, partitions] of await findDue()) {
        for (const partition of partitions) nudge(name, partition)
      }
    } catch (error) {
      log.warn({ err: error }, 'the queues could not be read; they will be again')
    }
    if (!isStopped) timer = setTimeout(lookAgain, POLL_MS)
  }

  function lookAgain(): void {
    looking = look()
  }

  return {
    start: () => {
      isStopped = false
      lookAgain()
    },
    nudge,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await looking
      await Promise.all([...lines.values()].flatMap((line) => [...line.running.values()]))
    },
  }
}
