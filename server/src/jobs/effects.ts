import type { Database, Tx } from '../database/database.ts'
import type { Services } from '../services.ts'
import { insertEffect } from './outbox/store.ts'

/** Something to be done outside the database once the transaction is committed. */
export interface Effect {
  /** Names the handler. */
  readonly kind: string
  /** Effects of one aggregate, such as `order:<id>`, are delivered one after the other in the order they were enqueued. */
  readonly aggregate: string
  /** What the handler needs, as JSON. Ids rather than copies: the handler reads the present state. */
  readonly payload: unknown
  readonly now: Date
}

/** One delivery of an effect. `id` stays the same over all attempts: use it as the key of idempotency on the other side. */
export interface EffectJob {
  readonly merchantId: string
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  /** 1 for the first attempt. */
  readonly attempt: number
  /** True when a failure of this attempt gives the effect up. */
  readonly isLast: boolean
}

export type EffectServices = Services & { readonly db: Database }

/** Delivers an effect; it may be called again for the same one, and throwing means "try again later". */
export type EffectHandler = (job: EffectJob, services: EffectServices) => Promise<void>

export type EffectHandlers = Readonly<Record<string, EffectHandler>>

/** Thrown by a handler when another attempt cannot help: the effect is given up at once and stays visible as dead. */
export class EffectGivenUp extends Error {}

/** How the outbox stands. */
export interface OutboxDepth {
  readonly pending: number
  readonly dead: number
  /** Age of the oldest effect that is still to be delivered. */
  readonly oldestSeconds: number
}

/** The outbox as an operator sees it. */
export interface Jobs {
  depth(): Promise<OutboxDepth>
  /** Puts a dead effect back; false when there is no such dead effect. */
  revive(merchantId: string, effectId: string): Promise<boolean>
}

/**
 * Writes an effect into the outbox of the transaction's merchant. It is delivered at least once after the commit, and
 * never when the transaction rolls back (architecture §"One call", 5).
 */
export function enqueueEffect(tx: Tx, effect: Effect): Promise<void> {
  return insertEffect(tx, effect)
}
