import { type Expression, sql } from 'kysely'
import type { QueueDepth } from '../job.ts'

interface DepthRow {
  readonly pending: number
  readonly dead: number
  readonly oldest: number
}

/** The columns that count the pending and dead rows of a queue's table, with the age of the oldest pending one in seconds. */
export function depthOf(state: Expression<unknown>, since: Expression<unknown>, now: Date) {
  const isPending = sql`${state} = 'pending'`
  const oldest = sql`min(${since}) filter (where ${isPending})`
  return [
    sql<number>`count(*) filter (where ${isPending})`.as('pending'),
    sql<number>`count(*) filter (where ${state} = 'dead')`.as('dead'),
    sql<number>`coalesce(floor(extract(epoch from ${now}::timestamptz - ${oldest})), 0)::bigint`.as('oldest'),
  ] as const
}

/** What those columns say. */
export const depthIn = (row: DepthRow | null): QueueDepth => ({
  pending: row?.pending ?? 0,
  dead: row?.dead ?? 0,
  oldestSeconds: Math.max(0, row?.oldest ?? 0),
})
