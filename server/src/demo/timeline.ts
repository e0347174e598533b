import { setTimeout as pause } from 'node:timers/promises'
import type { SandboxControl } from '@huanji/marketplace/sandbox/options'
import type { Jobs } from '../jobs/effects.ts'
import type { JobRuntime } from '../jobs/runtime.ts'
import type { ShiftingClock } from '../platform/clock.ts'

const MINUTE_MS = 60_000
/** What happens within so much virtual time is done together. */
const SLOT_MS = 10 * MINUTE_MS
/** Time is moved on in steps of at most this, so that what happened meanwhile is noted not much later than it happened. */
const STEP_MS = 60 * MINUTE_MS
const AT_ONCE = 4
/** How long to wait for effects that another worker has in hand, in real milliseconds. */
const SETTLE_MS = 3_000
const LOOK_EVERY_MS = 20

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
  readonly runtime: Pick<JobRuntime, 'deliverDue'>
  readonly jobs: Pick<Jobs, 'depth'>
}

/** One time for two worlds: the gateway's clock and the stand-in marketplace's move together, and only forward. */
export function createTimeline({ clock, control, runtime, jobs }: TimelineParts): Timeline {
  let agenda: Entry[] = []
  let count = 0

  /** Delivers until nothing is under way, so that no time passes over the head of a delivery. */
  async function settle(): Promise<void> {
    const limitMs = performance.now() + SETTLE_MS
    for (;;) {
      await runtime.deliverDue()
      if ((await jobs.depth()).pending === 0 || performance.now() > limitMs) return
      await pause(LOOK_EVERY_MS)
    }
  }

  async function step(momentMs: number): Promise<void> {
    clock.shiftTo(Math.max(momentMs, clock.now().getTime()))
    await control.advance(Math.max(0, momentMs - control.nowMs()))
    await settle()
  }

  async function moveTo(momentMs: number): Promise<void> {
    while (control.nowMs() < momentMs) await step(Math.min(momentMs, control.nowMs() + STEP_MS))
  }

  /** Takes what is due next, together with what shares its slot. */
  function takeSlot(untilMs: number): Entry[] {
    agenda.sort((a, b) => a.atMs - b.atMs || a.order - b.order)
    const [first] = agenda
    if (first === undefined || first.atMs > untilMs) return []
    const endMs = (Math.floor(first.atMs / SLOT_MS) + 1) * SLOT_MS
    const isTogether = (entry: Entry) => entry === first || (!first.isAlone && !entry.isAlone && entry.atMs < endMs)
    const slot = agenda.filter(isTogether)
    agenda = agenda.filter((entry) => !slot.includes(entry))
    return slot
  }

  return {
    nowMs: () => control.nowMs(),
    at: (atMs, work, isAlone = false) => {
      count += 1
      agenda.push({ atMs, order: count, isAlone, work })
    },
    moveTo,
    runUntil: async (untilMs) => {
      for (let slot = takeSlot(untilMs); slot.length > 0; slot = takeSlot(untilMs)) {
        await moveTo(slot[0]?.atMs ?? untilMs)
        await inParallel(slot, AT_ONCE)
        await settle()
      }
      await moveTo(untilMs)
    },
  }
}

async function inParallel(entries: readonly Entry[], atOnce: number): Promise<void> {
  const waiting = [...entries]
  const worker = async () => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) await entry.work()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
