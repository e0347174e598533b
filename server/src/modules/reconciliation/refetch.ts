import { formatFen } from '@huanji/domain/money'
import type { Tx } from '../../database/database.ts'
import { enqueueJob } from '../../jobs/job.ts'
import { shownSides } from './findings.ts'
import type { FindingRecord } from './store.ts'

/** The job that asks the marketplace again for what a finding is about; `sync/bill-refetch.ts` does it. */
export const REFETCH_JOB = 'bill.refetch'

export interface Refetch {
  readonly findingId: string
  readonly orderNo: string
  /** What the marketplace had told before it was asked again, in fen. */
  readonly answeredFen: number
}

/** Lets an order and its settlements be asked for again after the commit. */
export function requestRefetch(tx: Tx, payload: Refetch, now: Date): Promise<void> {
  return enqueueJob(tx, { kind: REFETCH_JOB, aggregate: `bill:${payload.orderNo}`, payload: { ...payload }, now })
}

/** What the marketplace itself told, in fen: where a file is looked at, the other side is what its messages told. */
export function answeredFen(finding: FindingRecord): number {
  const { theirsFen, oursFen } = shownSides(finding)
  return finding.kind === 'fileDiffers' ? oursFen : theirsFen
}

/** What came of asking again, for people; `beforeFen` is what the marketplace had told before, in fen. */
export function refetchOutcome(finding: FindingRecord, beforeFen: number): string {
  if (finding.state === 'closed') return '闲鱼的数已更新，对上了'
  const fen = answeredFen(finding)
  if (fen !== beforeFen) return `闲鱼改成了${formatFen(fen)}（原来${formatFen(beforeFen)}）`
  if (finding.kind === 'fileDiffers' && finding.isMissing) return '闲鱼仍没有给出这一笔'
  if (fen === 0 && finding.kind !== 'fileDiffers') return '闲鱼仍没有结算'
  return `闲鱼仍是${formatFen(fen)}`
}
