import type { Database, GlobalTx } from '../database/database.ts'
import { type Clock, later } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { EffectGivenUp } from './effects.ts'

/** How long a taken item is ours before another process may take it; a handler at work keeps renewing it. */
const LEASE_MS = 120_000
const RENEW_EVERY_MS = 40_000
/** An item is tried so often, over about an hour and a half, before it is given up. */
export const ATTEMPTS_MAX = 12
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 20 * 60_000
const ERROR_TEXT_MAX = 500

export interface Lease {
  readonly now: Date
  readonly until: Date
}

/** The head of a lane: taken, not yet due, or nothing for us. */
export type Head<Item> =
  | { readonly kind: 'taken'; readonly item: Item }
  | { readonly kind: 'later'; readonly dueAt: string }
  | { readonly kind: 'none' }

export interface Ending {
  readonly state: 'delivered' | 'pending' | 'dead'
  readonly error: string | null
  /** When to try again; null leaves it. */
  readonly dueAt: Date | null
  readonly now: Date
}

/** A table of things to deliver, in lanes that each go one after the other. */
export interface Source<Lane, Item extends { readonly id: string; readonly attempts: number }> {
  readonly name: string
  take(tx: GlobalTx, lane: Lane, lease: Lease): Promise<Head<Item>>
  renew(tx: GlobalTx, lane: Lane, item: Item, until: Date): Promise<void>
  end(tx: GlobalTx, lane: Lane, item: Item, ending: Ending): Promise<void>
  due(tx: GlobalTx, now: Date, limit: number): Promise<Lane[]>
  deliver(lane: Lane, item: Item): Promise<void>
}

export interface DeliveryTools {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
}

/** Pause after the given number of failed attempts, in milliseconds: doubling from 5 s to 20 min. */
export const pauseAfterMs = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20))

/**
 * Delivers what is due in a lane, in order, until it is empty or its head has to wait. Gives the moment to come back,
 * or null. Two callers of one lane do not disturb each other: the second finds the head taken and leaves.
 */
export async function deliverLane<Lane, Item extends { readonly id: string; readonly attempts: number }>(
  source: Source<Lane, Item>,
  lane: Lane,
  tools: DeliveryTools,
): Promise<Date | null> {
  const { db, clock } = tools
  for (;;) {
    const now = clock.now()
    const head = await db.worker((tx) => source.take(tx, lane, { now, until: later(now, LEASE_MS) }))
    if (head.kind === 'none') return null
    if (head.kind === 'later') return later(now, Date.parse(head.dueAt) - now.getTime())
    const ending = await deliverItem(source, lane, head.item, tools)
    await db.worker((tx) => source.end(tx, lane, head.item, ending))
    if (ending.state === 'pending') return ending.dueAt
  }
}

async function deliverItem<Lane, Item extends { readonly id: string; readonly attempts: number }>(
  source: Source<Lane, Item>,
  lane: Lane,
  item: Item,
  { db, clock, log }: DeliveryTools,
): Promise<Ending> {
  const renewing = setInterval(() => {
    db.worker((tx) => source.renew(tx, lane, item, later(clock.now(), LEASE_MS))).catch((error: unknown) =>
      log.warn({ err: error, source: source.name, id: item.id }, 'a lease could not be renewed'),
    )
  }, RENEW_EVERY_MS)
  try {
    await source.deliver(lane, item)
    return { state: 'delivered', error: null, dueAt: null, now: clock.now() }
  } catch (error) {
    const ending = endingOf(error, item.attempts, clock.now())
    const fields = { err: error, source: source.name, id: item.id, attempt: item.attempts }
    if (ending.state === 'dead') log.error(fields, 'a delivery was given up')
    else log.warn(fields, 'a delivery failed and will be tried again')
    return ending
  } finally {
    clearInterval(renewing)
  }
}

function endingOf(error: unknown, attempts: number, now: Date): Ending {
  const text = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, ERROR_TEXT_MAX)
  if (error instanceof EffectGivenUp || attempts >= ATTEMPTS_MAX)
    return { state: 'dead', error: text, dueAt: null, now }
  return { state: 'pending', error: text, dueAt: later(now, pauseAfterMs(attempts)), now }
}
