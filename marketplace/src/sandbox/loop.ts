import type { SandboxClock } from './clock.ts'
import type { DueEvent, PushEvent, SandboxEvent, WorldEvent } from './events.ts'
import type { SandboxLog } from './options.ts'
import type { DocumentStore } from './store.ts'

/** Pushes on their way at once while the loop runs by itself. */
const MAX_IN_FLIGHT = 16
/** The longest sleep of the running loop: speed or time may be changed meanwhile. */
const MAX_SLEEP_MS = 1_000
/** So many events are done before others get a turn. */
const BATCH = 100

export interface EventLoop {
  /** The moment of the event being done, else the clock. */
  nowMs(): number
  /** Plans an event, inside a transaction of the store; gives its number. */
  schedule(dueMs: number, event: SandboxEvent): number
  /** Plans an event again for another moment. */
  reschedule(sequence: number, dueMs: number): void
  /** Moves the clock and does what falls due, in order of time; pushes are awaited one by one. */
  advance(durationMs: number): Promise<void>
  /** Starts doing things as the clock reaches them; a clock that stands still (speed 0) leaves everything to `advance`. */
  run(): void
  /** Looks again when to wake, after the speed was changed. */
  rearm(): void
  /** Stops, and waits for the pushes under way. */
  halt(): Promise<void>
}

export interface EventLoopOptions {
  store: DocumentStore
  clock: SandboxClock
  log: SandboxLog
  perform: (event: WorldEvent) => void
  /** Tries a push once; resolves to true when it needs no further try. Never rejects. */
  deliver: (push: PushEvent) => Promise<boolean>
  /** Virtual delays before the second, third, … try. */
  retryDelaysMs: readonly number[]
}

/**
 * The heart of the sandbox: events in order of virtual time, and of equal times in the order they were planned. All of them stand
 * in the store, so a stopped or killed sandbox goes on where it was.
 */
export function createEventLoop(options: EventLoopOptions): EventLoop {
  const { store, clock, log } = options
  const queue: DueEvent[] = store.all('event').sort(byTime)
  const inFlight = new Set<Promise<void>>()
  let sequence = queue.reduce((highest, due) => Math.max(highest, due.sequence), 0)
  let eventMs: number | null = null
  let running = false
  let cancelWake: (() => void) | null = null
  let work: Promise<void> = Promise.resolve()

  function nowMs(): number {
    return eventMs ?? clock.now()
  }

  function enqueue(due: DueEvent): void {
    let low = 0
    let high = queue.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = queue[middle]
      if (other && byTime(other, due) <= 0) low = middle + 1
      else high = middle
    }
    queue.splice(low, 0, due)
    arm()
  }

  function schedule(dueMs: number, event: SandboxEvent): number {
    sequence += 1
    const due = { sequence, dueMs, event }
    store.put('event', String(sequence), due)
    enqueue(due)
    return sequence
  }

  /** Takes the next event that is due; entries of a transaction that failed are passed over. */
  function take(untilMs: number): DueEvent | null {
    for (let next = queue[0]; next && next.dueMs <= untilMs; next = queue[0]) {
      queue.shift()
      if (store.get('event', String(next.sequence)) === next) return next
    }
    return null
  }

  function perform(due: DueEvent, event: WorldEvent): void {
    eventMs = due.dueMs
    try {
      store.transaction(() => {
        store.remove('event', String(due.sequence))
        options.perform(event)
        keepTime(due.dueMs)
      })
    } catch (error) {
      log.error({ error, event }, 'an event of the sandbox failed')
    } finally {
      eventMs = null
    }
  }

  async function push(due: DueEvent, event: PushEvent): Promise<void> {
    const isDone = await options.deliver(event)
    store.transaction(() => {
      store.remove('event', String(due.sequence))
      const delayMs = options.retryDelaysMs[event.attempts]
      if (!isDone && delayMs !== undefined) schedule(nowMs() + delayMs, { ...event, attempts: event.attempts + 1 })
      if (!isDone && delayMs === undefined) log.warn({ body: event.body }, 'a push was given up after its last try')
    })
  }

  function keepTime(virtualMs: number): void {
    if (virtualMs > (store.get('clock', 'clock')?.virtualMs ?? 0)) store.put('clock', 'clock', { virtualMs })
  }

  async function drain(untilMs: number, isAwaited: boolean): Promise<void> {
    let done = 0
    for (let due = take(untilMs); due !== null; due = take(untilMs)) {
      clock.advanceTo(due.dueMs)
      if (due.event.type === 'push') {
        const sending = push(due, due.event).finally(() => inFlight.delete(sending))
        inFlight.add(sending)
        if (isAwaited) await sending
        else if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight)
      } else {
        perform(due, due.event)
      }
      done += 1
      if (done % BATCH === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  function inTurn(task: () => Promise<void>): Promise<void> {
    work = work.then(task, task)
    return work
  }

  /** Wakes the running loop when the next event is due. */
  function arm(): void {
    cancelWake?.()
    cancelWake = null
    const next = queue[0]
    if (!running || !next || clock.speed === 0) return
    const waitMs = Math.max(0, (next.dueMs - clock.now()) / clock.speed)
    cancelWake = clock.wake(Math.min(waitMs, MAX_SLEEP_MS), () => {
      inTurn(() => drain(clock.now(), false)).then(arm, (error) => log.error({ error }, 'the sandbox loop failed'))
    })
  }

  return {
    nowMs,
    schedule,
    reschedule(planned, dueMs) {
      const due = store.get('event', String(planned))
      if (!due) return
      store.remove('event', String(planned))
      schedule(dueMs, due.event)
    },
    advance(durationMs) {
      return inTurn(async () => {
        const untilMs = clock.now() + durationMs
        await drain(untilMs, true)
        clock.advanceTo(untilMs)
        store.transaction(() => keepTime(untilMs))
        await Promise.all(inFlight)
        arm()
      })
    },
    run() {
      running = true
      arm()
    },
    rearm: arm,
    async halt() {
      running = false
      arm()
      await Promise.allSettled([work, ...inFlight])
    },
  }
}

function byTime(a: DueEvent, b: DueEvent): number {
  return a.dueMs - b.dueMs || a.sequence - b.sequence
}
