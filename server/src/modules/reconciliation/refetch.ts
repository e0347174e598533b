import type { Tx } from '../../database/database.ts'
import { enqueueJob } from '../../jobs/job.ts'

/** The job that asks the marketplace again for what a finding is about; `sync/bill-refetch.ts` does it. */
export const REFETCH_JOB = 'bill.refetch'

/** Lets an order and its settlements be asked for again after the commit. */
export function requestRefetch(
  tx: Tx,
  payload: { readonly findingId: string; readonly orderNo: string },
  now: Date,
): Promise<void> {
  return enqueueJob(tx, { kind: REFETCH_JOB, aggregate: `bill:${payload.orderNo}`, payload, now })
}
