import type { Tx } from '../../database/database.ts'
import { wakeJob } from '../../jobs/job.ts'
import { type DesiredKey, type DesiredSubject, type NewDesiredState, writeDesiredState } from './store.ts'

/** The job that brings the marketplace's side of a thing to what is wanted; `sync/` does it, whatever wakes it. */
export const reconcileJob = (subject: DesiredSubject): string => `reconcile.${subject}`

/** Lets a thing be compared with the marketplace after the commit. Once more than needed does no harm. */
export async function requestReconciliation(tx: Tx, { subject, subjectId }: DesiredKey, now: Date): Promise<void> {
  await wakeJob(tx, {
    kind: reconcileJob(subject),
    aggregate: `${subject}:${subjectId}`,
    payload: { subjectId },
    now,
  })
}

/**
 * Writes down what is wanted of the marketplace and has it looked after from the commit on. The request stands until
 * the marketplace's side is so, or until the marketplace refuses it for good and a person decides.
 */
export async function requestState(tx: Tx, wanted: NewDesiredState): Promise<void> {
  await writeDesiredState(tx, wanted)
  await requestReconciliation(tx, wanted, wanted.now)
}
