import type { Tx } from '../../database/database.ts'
import { wakeJob } from '../../jobs/job.ts'
import { type NewRequest, type RequestKey, type RequestSubject, writeRequest } from './store.ts'

/** The job that brings the marketplace's side of a thing to what is asked for it; `sync/requests/` does it, whatever wakes it. */
export const reconcileJob = (subject: RequestSubject): string => `reconcile.${subject}`

/** Lets a thing be compared with the marketplace after the commit. Once more than needed does no harm. */
export async function requestReconciliation(tx: Tx, { subject, subjectId }: RequestKey, now: Date): Promise<void> {
  await wakeJob(tx, {
    kind: reconcileJob(subject),
    aggregate: `${subject}:${subjectId}`,
    payload: { subjectId },
    now,
  })
}

/**
 * Writes a request to the marketplace down and has it looked after from the commit on. The request stands until
 * the marketplace's side is so, or until the marketplace refuses it for good and a person decides.
 */
export async function makeRequest(tx: Tx, request: NewRequest): Promise<void> {
  await writeRequest(tx, request)
  await requestReconciliation(tx, request, request.now)
}
