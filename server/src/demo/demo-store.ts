import type { Tx } from '../database/database.ts'
import { db } from '../database/query.ts'

const pending = (tx: Tx) =>
  db.updateTable('outbox').where('merchantId', '=', tx.merchantId).where('state', '=', 'pending')

const done = (now: Date) => ({ state: 'delivered', attempts: 1, finishedAt: now }) as const

/** The jobs of an aggregate that wait, in their order. */
export const waitingJobs = (tx: Tx, aggregate: string) =>
  tx.rows(
    db
      .selectFrom('outbox')
      .select(['id', 'kind', 'payload'])
      .where('merchantId', '=', tx.merchantId)
      .where('aggregate', '=', aggregate)
      .where('state', '=', 'pending')
      .orderBy('sequence'),
  )

/** Writes down that a job was done. */
export const finishJob = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.run(pending(tx).where('id', '=', id).set(done(now)))

/** Writes down that whatever waits was done. */
export const finishJobs = (tx: Tx, now: Date): Promise<number> => tx.run(pending(tx).set(done(now)))

/** The merchant's phones with the grade of each inspection, the latest one last. */
export const gradedPhones = (tx: Tx) =>
  tx.rows(
    db
      .selectFrom('unit as u')
      .innerJoin('inspection as i', (join) =>
        join.onRef('i.merchantId', '=', 'u.merchantId').onRef('i.unitId', '=', 'u.id'),
      )
      .where('u.merchantId', '=', tx.merchantId)
      .orderBy('u.barCode')
      .orderBy('i.createdAt')
      .select(['u.barCode', 'u.modelId', 'u.sku', 'i.finalGrade']),
  )
