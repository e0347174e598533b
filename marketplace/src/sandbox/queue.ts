import type { DueEvent, SandboxEvent } from './events.ts'
import type { DocumentStore } from './store.ts'

/** What is still to happen, in order of virtual time, and of equal times in the order it was planned. */
export interface EventQueue {
  /** Plans an event, inside a transaction of the store; gives its number. */
  schedule(dueMs: number, event: SandboxEvent): number
  /** Plans an event again for another moment. */
  reschedule(sequence: number, dueMs: number): void
  /** Takes the next event that is due until then; it stays in the store until it is done. */
  take(untilMs: number): DueEvent | null
  /** When the next event is due; null when none is planned. */
  nextDueMs(): number | null
}

/** Opens the queue of a store: all its events stand there, so that a stopped or killed sandbox goes on where it was. */
export function createEventQueue(store: DocumentStore, onPlanned: () => void): EventQueue {
  const queue: DueEvent[] = store.all('event').sort(byTime)
  let sequence = queue.reduce((highest, due) => Math.max(highest, due.sequence), 0)

  function schedule(dueMs: number, event: SandboxEvent): number {
    sequence += 1
    const due = { sequence, dueMs, event }
    store.put('event', String(sequence), due)
    queue.splice(placeOf(queue, due), 0, due)
    onPlanned()
    return sequence
  }

  return {
    schedule,
    reschedule(planned, dueMs) {
      const due = store.get('event', String(planned))
      if (!due) return
      store.remove('event', String(planned))
      schedule(dueMs, due.event)
    },
    take(untilMs) {
      for (let next = queue[0]; next && next.dueMs <= untilMs; next = queue[0]) {
        queue.shift()
        // Events of a transaction that failed, and those planned anew, are in the queue but no longer in the store.
        if (store.get('event', String(next.sequence)) === next) return next
      }
      return null
    },
    nextDueMs: () => queue[0]?.dueMs ?? null,
  }
}

function byTime(a: DueEvent, b: DueEvent): number {
  return a.dueMs - b.dueMs || a.sequence - b.sequence
}

/** Where an event belongs in a sorted queue. */
function placeOf(queue: readonly DueEvent[], due: DueEvent): number {
  let low = 0
  let high = queue.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = queue[middle]
    if (other && byTime(other, due) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
