import type { SandboxControl } from '@huanji/marketplace/sandbox/options'
import type { JobRuntime } from '../jobs/runtime.ts'
import type { ShiftingClock } from '../platform/clock.ts'

const MINUTE_MS = 60_000
/** What happens within so much virtual time is done together. */
const SLOT_MS = 30 * MINUTE_MS
/** Time is moved on in steps of at most this, so that what happened meanwhile is noted not much later than it happened. */
const STEP_MS = 120 * MINUTE_MS

/** Something that happens at a moment of the demo data's history. */
interface Entry {
  readonly atMs: number
  readonly order: number
  readonly isAlone: boolean
  readonly work: () => Promise<void>
}

export interface Timeline {
  /** The virtual present, in milliseconds since 1970. */
  nowMs(): number
  /** Does something at a virtual moment, or at once when that is over; `isAlone` keeps everything else out of its moment. */
  at(momentMs: number, work: () => Promise<void>, isAlone?: boolean): void
  /** Lets time pass until a moment and does everything that falls due, in order of time. */
  runUntil(momentMs: number): Promise<void>
  /** Brings both worlds to a moment and delivers what is due between them. */
  moveTo(momentMs: number): Promise<void>
}

export interface TimelineParts {
  readonly clock: ShiftingClock
  readonly control: SandboxControl
  readonly runtime: Pick<JobRuntime, 'runDueJobs'>
  /** So many things of one moment are done at once, and so many lanes delivered. */
  readonly atOnce: number
  /** Told of what could not be done; the rest goes on. Throwing ends everything. */
  onFailure(error: unknown): void
  /** Nothing more is begun once it is aborted. */
  readonly signal: AbortSignal
}

/** One time for two worlds: the gateway's clock and the stand-in marketplace's move together, and only forward. */
export function createTimeline({ clock, control, runtime, atOnce, onFailure, signal }: TimelineParts): Timeline {
  const agenda: Entry[] = []
  let isSorted = true
  let count = 0

  /** Delivers everything that is due; of several deliverers each finds the lanes that the others leave. */
  async function deliver(): Promise<void> {
    await Promise.all(Array.from({ length: Math.ceil(atOnce / 2) }, () => runtime.runDueJobs()))
  }

  async function step(momentMs: number): Promise<void> {
    clock.shiftTo(Math.max(momentMs, clock.now().getTime()))
    await control.advance(Math.max(0, momentMs - control.nowMs()))
    await deliver()
  }

  async function moveTo(momentMs: number): Promise<void> {
    while (!signal.aborted && control.nowMs() < momentMs) await step(Math.min(momentMs, control.nowMs() + STEP_MS))
  }

  /** Takes what is due next, together with what shares its slot. */
  function takeSlot(untilMs: number): Entry[] {
    if (!isSorted) agenda.sort((a, b) => a.atMs - b.atMs || a.order - b.order)
    isSorted = true
    const [first] = agenda
    if (signal.aborted || first === undefined || first.atMs > untilMs) return []
    const endMs = (Math.floor(first.atMs / SLOT_MS) + 1) * SLOT_MS
    const next = agenda.findIndex(
      (entry, index) => index > 0 && (first.isAlone || entry.isAlone || entry.atMs >= endMs),
    )
    return agenda.splice(0, next === -1 ? agenda.length : next)
  }

  return {
    nowMs: () => control.nowMs(),
    at: (atMs, work, isAlone = false) => {
      count += 1
      isSorted = false
      agenda.push({ atMs, order: count, isAlone, work })
    },
    moveTo,
    runUntil: async (untilMs) => {
      for (let slot = takeSlot(untilMs); slot.length > 0; slot = takeSlot(untilMs)) {
        await moveTo(slot[0]?.atMs ?? untilMs)
        await inParallel(slot, atOnce, onFailure)
        await deliver()
      }
      await moveTo(untilMs)
    },
  }
}

async function inParallel(
  entries: readonly Entry[],
  atOnce: number,
  onFailure: TimelineParts['onFailure'],
): Promise<void> {
  const waiting = [...entries]
  const worker = async () => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) await entry.work().catch(onFailure)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
