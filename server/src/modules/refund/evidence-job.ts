import type { Tx } from '../../database/database.ts'
import { wakeJob } from '../../jobs/job.ts'

/** The job that fetches the buyer's pictures of a case. */
export const EVIDENCE_JOB = 'refund.evidence'

/**
 * Has the buyer's pictures of a case fetched after the commit. They have a partition of their own: what is asked of the
 * marketplace for the case does not wait for them.
 */
export const wakeEvidence = (tx: Tx, refundId: string, now: Date): Promise<void> =>
  wakeJob(tx, { kind: EVIDENCE_JOB, aggregate: `refundEvidence:${refundId}`, payload: { refundId }, now })
