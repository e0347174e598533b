import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, jsonText, type RowOfQuery } from '../../database/query.ts'
import { employeeName } from '../history/employee-store.ts'
import type { RefundRequest } from './request.ts'

const COLUMNS = [
  'p.id as approvalId',
  'p.refundId',
  'p.action',
  'p.desired',
  'p.amountFen',
  'p.requestedBy as requestedById',
  'p.requestedAt',
  'p.requestNote',
  'p.decision',
  'p.decidedBy as decidedById',
  'p.decidedAt',
  'p.decisionNote',
] as const satisfies ColumnsOf<'refundApproval', 'p'>

const approvals = (tx: Tx) =>
  db
    .selectFrom('refundApproval as p')
    .where('p.merchantId', '=', tx.merchantId)
    .select(COLUMNS)
    .select(({ fn, ref, val }) => [
      fn.coalesce(employeeName(tx, ref('p.requestedBy')), val('')).as('requestedBy'),
      fn.coalesce(employeeName(tx, ref('p.decidedBy')), val('')).as('decidedBy'),
    ])

/** A payment that waits for a second person, or that one decided over; money in fen. */
export type Approval = RowOfQuery<typeof approvals>

/** The approvals of a case, oldest first. */
export const approvalsOf = (tx: Tx, refundId: string): Promise<Approval[]> =>
  tx.rows(approvals(tx).where('p.refundId', '=', refundId).orderBy('p.requestedAt').orderBy('p.id'))

/** The open approval of each of these cases; one has at most one. */
export async function openApprovals(tx: Tx, refundIds: readonly string[]): Promise<ReadonlyMap<string, Approval>> {
  if (refundIds.length === 0) return new Map()
  const open = approvals(tx).where('p.refundId', '=', anyOf(refundIds)).where('p.decision', 'is', null)
  return new Map((await tx.rows(open)).map((one) => [one.refundId, one]))
}

/** A payment for a second person to agree to. */
export interface NewApproval {
  readonly approvalId: string
  readonly refundId: string
  readonly action: Approval['action']
  readonly desired: RefundRequest
  readonly amountFen: number
  readonly requestedBy: string
  readonly requestNote: string
  readonly now: Date
}

/** Adds an open approval; false when the case has one already, whoever asked for it. */
export async function insertApproval(tx: Tx, { approvalId, desired, now, ...approval }: NewApproval): Promise<boolean> {
  const row = { merchantId: tx.merchantId, id: approvalId, ...approval, desired: jsonText(desired), requestedAt: now }
  const added = db
    .insertInto('refundApproval')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchantId', 'refundId']).where('decision', 'is', null).doNothing())
  return (await tx.run(added)) === 1
}

/** How an approval ends. `decidedBy` is null where the case went on by itself. */
export interface Decision {
  readonly decision: NonNullable<Approval['decision']>
  readonly decidedBy: string | null
  readonly decisionNote: string
  readonly now: Date
}

const decided = (tx: Tx, { now, ...decision }: Decision) =>
  db
    .updateTable('refundApproval')
    .set({ ...decision, decidedAt: now })
    .where('merchantId', '=', tx.merchantId)
    .where('decision', 'is', null)

/** Ends an approval; false when it has ended already, however. */
export async function decideApproval(tx: Tx, approvalId: string, decision: Decision): Promise<boolean> {
  return (await tx.run(decided(tx, decision).where('id', '=', approvalId))) === 1
}

/** A case went on without the second person's decision: what still waits for one is withdrawn. */
export async function withdrawApprovals(tx: Tx, refundId: string, now: Date): Promise<void> {
  const withdrawn = { decision: 'withdrawn', decidedBy: null, decisionNote: '', now } as const
  await tx.run(decided(tx, withdrawn).where('refundId', '=', refundId))
}
