import { sql } from 'kysely'
import type { Database, Tx } from '../database/database.ts'
import { newId } from '../platform/ids.ts'
import type { Services } from '../platform/services.ts'

/** The topic signalled after a commit that put something into the outbox. */
export const EFFECTS_TOPIC = 'effects'

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

/** Thrown by an effect handler when another attempt cannot help: the effect is given up at once and stays visible as dead. */
export class EffectGivenUp extends Error {}

/** The outbox as an operator sees it. */
export interface Jobs {
  depth(): Promise<{ pending: number; dead: number; oldestSeconds: number }>
  /** Puts a dead effect back; false when there is no such dead effect. */
  revive(merchantId: string, effectId: string): Promise<boolean>
}

/**
 * Writes an effect into the outbox of the transaction's merchant. It is delivered at least once after the commit, and
 * never when the transaction rolls back (architecture §"One call", 5).
 */
export async function enqueueEffect(tx: Tx, effect: Effect): Promise<void> {
  await tx.run(sql`
    insert into outbox (merchant_id, id, aggregate, kind, payload, state, attempts, due_at, created_at)
    values (${tx.merchantId}, ${newId()}, ${effect.aggregate}, ${effect.kind}, ${JSON.stringify(effect.payload)},
            'pending', 0, ${effect.now}, ${effect.now})`)
  tx.signal(EFFECTS_TOPIC)
}
