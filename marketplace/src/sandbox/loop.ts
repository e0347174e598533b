import type { SandboxClock } from './clock.ts'
import type { DueEvent, PushEvent, SimulationEvent } from './events.ts'
import type { SandboxLog } from './options.ts'
import { createEventQueue, type EventQueue } from './queue.ts'
import type { DocumentStore } from './store.ts'

/** Pushes on their way at once while the loop runs by itself. */
const MAX_IN_FLIGHT = 16
/** The longest sleep of the running loop: speed or time may be changed meanwhile. */
const MAX_SLEEP_MS = 1_000
/** So many events are done before others get a turn. */
const BATCH = 100

export interface EventLoop extends Pick<EventQueue, 'schedule' | 'reschedule'> {
  /** The moment of the event being done, else the clock. */
  nowMs(): number
  /** Moves the clock and does what falls due, in order of time; pushes are awaited one by one. */
  advance(durationMs: number): Promise<void>
  /** Starts doing things as the clock reaches them; a clock that stands still (speed 0) leaves everything to `advance`. */
  run(): void
  /** Looks again when to wake, after the speed was changed. */
  rearm(): void
  /** Stops after the event being done, and waits for the pushes under way; what is still due stays in the store. */
  halt(): Promise<void>
}

export interface EventLoopOptions {
  store: DocumentStore
  clock: SandboxClock
  log: SandboxLog
  handle: (event: SimulationEvent) => void
  /** Tries a push once; resolves to true when it needs no further try. Never rejects. */
  deliver: (push: PushEvent) => Promise<boolean>
  /** Until when no push may leave, in virtual milliseconds; null when they may. */
  heldUntilMs: () => number | null
  /** Virtual delays before the second, third, … try. */
  retryDelaysMs: readonly number[]
}

/** The sandbox's event loop: does what falls due, one after the other, by hand (`advance`) or as the clock runs. */
export function createEventLoop(options: EventLoopOptions): EventLoop {
  const { store, clock, log } = options
  const inFlight = new Set<Promise<void>>()
  let running = false
  let halted = false
  let cancelWake: (() => void) | null = null
  let work: Promise<void> = Promise.resolve()
  const queue = createEventQueue(store, arm)
  const runner = createEventRunner(options, queue)

  async function drain(untilMs: number, isAwaited: boolean): Promise<void> {
    const next = () => (halted ? null : queue.take(untilMs))
    let done = 0
    for (let due = next(); due !== null; due = next()) {
      clock.advanceTo(due.dueMs)
      const sending = runner.begin(due)
      if (sending) {
        const tracked = sending.finally(() => inFlight.delete(tracked))
        inFlight.add(tracked)
        if (isAwaited) await tracked
        else if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight)
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
    const nextMs = queue.nextDueMs()
    if (!running || nextMs === null || clock.speed === 0) return
    const waitMs = Math.max(0, (nextMs - clock.now()) / clock.speed)
    cancelWake = clock.wake(Math.min(waitMs, MAX_SLEEP_MS), () => {
      inTurn(() => drain(clock.now(), false)).then(arm, (error) => log.error({ error }, 'the sandbox loop failed'))
    })
  }

  return {
    nowMs: runner.nowMs,
    schedule: queue.schedule,
    reschedule: queue.reschedule,
    advance: (durationMs) =>
      inTurn(async () => {
        const untilMs = clock.now() + durationMs
        await drain(untilMs, true)
        if (halted) return
        clock.advanceTo(untilMs)
        store.transaction(() => keepTime(store, untilMs))
        await Promise.all(inFlight)
        arm()
      }),
    run() {
      running = true
      arm()
    },
    rearm: arm,
    async halt() {
      halted = true
      running = false
      arm()
      await work.catch(() => {})
      await Promise.all(inFlight)
    },
  }
}

interface EventRunner {
  nowMs(): number
  /** Does an event of the simulation at once, or sets a push on its way: the promise ends with its try. */
  begin(due: DueEvent): Promise<void> | null
}

function createEventRunner(options: EventLoopOptions, queue: EventQueue): EventRunner {
  const { store, clock, log } = options
  let eventMs: number | null = null

  function handle(due: DueEvent, event: SimulationEvent): void {
    eventMs = due.dueMs
    try {
      store.transaction(() => {
        store.remove('event', String(due.sequence))
        options.handle(event)
        keepTime(store, due.dueMs)
      })
    } catch (error) {
      log.error({ error, event }, 'an event of the sandbox failed')
    } finally {
      eventMs = null
    }
  }

  async function push(due: DueEvent, event: PushEvent): Promise<void> {
    const isDone = await options.deliver(event)
    const delayMs = options.retryDelaysMs[event.attempts]
    store.transaction(() => {
      store.remove('event', String(due.sequence))
      if (isDone || delayMs === undefined) return
      queue.schedule(clock.now() + delayMs, { ...event, attempts: event.attempts + 1 })
    })
    if (!isDone && delayMs === undefined) log.warn({ body: event.body }, 'a push was given up after its last try')
  }

  return {
    nowMs: () => eventMs ?? clock.now(),
    begin(due) {
      const heldUntilMs = due.event.type === 'push' ? options.heldUntilMs() : null
      if (heldUntilMs !== null) {
        // a moment after the end: whoever is told may call back at once
        store.transaction(() => queue.reschedule(due.sequence, heldUntilMs + 1))
        return null
      }
      if (due.event.type === 'push') return push(due, due.event)
      handle(due, due.event)
      return null
    },
  }
}

/** Keeps how far virtual time has come, so that a restarted sandbox never goes back. */
function keepTime(store: DocumentStore, virtualMs: number): void {
  if (virtualMs > (store.get('clock', 'clock')?.virtualMs ?? 0)) store.put('clock', 'clock', { virtualMs })
}
