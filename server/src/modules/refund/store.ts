import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import { refundMoveText } from '@huanji/domain/refunds/words'
import { REFUND_STATES, type RefundAction, type RefundState } from '@huanji/domain/states/refund'
import type { Tx } from '../../database/database.ts'
import { type ColumnsOf, db, type RowOf } from '../../database/query.ts'
import { moveState } from '../history/state-store.ts'
import type { Mover } from '../history/store.ts'
import { presentRequest, type RequestView } from '../request/store.ts'

/** One way to name a case. */
export type RefundKey = { readonly refundId: string } | { readonly refundNo: string }

const RECORD_COLUMNS = [
  'r.id as refundId',
  'r.refundNo',
  'r.orderId',
  'r.orderNo',
  'r.channel',
  'r.shopAccountId',
  'r.kind',
  'r.state',
  'r.goodsStatus',
  'r.verdict',
  'r.keepPlanFen',
  'r.returnPlanFen',
  'r.decidedPlan',
  'r.reasonCode',
  'r.amountFen',
  'r.claimedReportNo',
  'r.orderAmountFen',
  'r.returnCarrierCode',
  'r.returnWaybill',
  'r.refusedCarrierCode',
  'r.refusedWaybill',
  'r.title',
  'r.imei',
  'r.modelId',
  'r.grade',
  'r.remark',
  'r.openedAt',
  'r.deadlineAt',
  'r.endedAt',
  'r.remoteUpdatedAt',
  'r.version',
  'r.updatedAt',
] as const satisfies ColumnsOf<'refund', 'r'>

/** An after-sale case as commands need it; times are ISO 8601, money in fen. */
export type RefundRecord = RowOf<'refund', typeof RECORD_COLUMNS, 'r'> & {
  /** What is asked of the marketplace for it and not so yet, or refused; null where nothing is. */
  readonly desired: RequestView | null
}

/** Cases (`r`) with what is asked of the marketplace for them (`d`). */
export const REFUNDS = db
  .selectFrom('refund as r')
  .leftJoin('desiredState as d', (join) =>
    join.onRef('d.merchantId', '=', 'r.merchantId').on('d.subject', '=', 'refund').onRef('d.subjectId', '=', 'r.id'),
  )

/** What is asked of the marketplace for a case, as `presentRequest` reads it. */
export const REFUND_REQUEST_COLUMNS = [
  'd.desired',
  'd.state as requestState',
  'd.requestedAt as requestAt',
  'd.problem as requestProblem',
] as const

interface OpenColumns {
  readonly desired: unknown
  readonly requestState: 'pending' | 'settled' | 'refused' | null
  readonly requestAt: string | null
  readonly requestProblem: string | null
}

/** The open request for a case; null where none is. */
export function openRequestOf({ desired, ...row }: OpenColumns): RequestView | null {
  const { want = null } = (desired ?? {}) as { readonly want?: string }
  return presentRequest({ requestWant: want, ...row })
}

/** A case, or null when the merchant has no such one. */
export async function findRefund(tx: Tx, key: RefundKey): Promise<RefundRecord | null> {
  const refunds = REFUNDS.where('r.merchantId', '=', tx.merchantId).select([
    ...RECORD_COLUMNS,
    ...REFUND_REQUEST_COLUMNS,
  ])
  const named =
    'refundId' in key ? refunds.where('r.id', '=', key.refundId) : refunds.where('r.refundNo', '=', key.refundNo)
  const row = await tx.one(named)
  if (!row) return null
  const { desired, requestState, requestAt, requestProblem, ...refund } = row
  return { ...refund, desired: openRequestOf({ desired, requestState, requestAt, requestProblem }) }
}

/** A case, locked until the transaction ends: whoever else moves it waits. Its order is locked before it. */
export async function lockRefund(tx: Tx, key: RefundKey): Promise<RefundRecord | null> {
  const refunds = db.selectFrom('refund').where('merchantId', '=', tx.merchantId).select('id').forUpdate()
  const named =
    'refundId' in key ? refunds.where('id', '=', key.refundId) : refunds.where('refundNo', '=', key.refundNo)
  const locked = await tx.one(named)
  return locked && findRefund(tx, { refundId: locked.id })
}

/** A case as its version is compared. */
export const editedRefund = ({ refundId, version, updatedAt }: RefundRecord) =>
  ({ subject: 'refund', subjectId: refundId, version, updatedAt }) as const

/** Moves a case of a kind along its table and writes its history; every move makes a new version. Refuses as `moveState` does. */
export function moveRefund(
  tx: Tx,
  refundId: string,
  action: RefundAction,
  by: { readonly kind: RefundKindCode; readonly who: Mover; readonly now: Date; readonly note?: string },
): Promise<RefundState> {
  return moveState(tx, {
    table: 'refund',
    id: refundId,
    states: REFUND_STATES,
    action,
    label: refundMoveText(action, by.kind),
    who: by.who,
    now: by.now,
    note: by.note ?? '',
    set: ({ eb }) => ({ updatedAt: by.now, version: eb('version', '+', 1) }),
  })
}

/** Makes a new version of a case of which something beside its state has changed. */
export async function touchRefund(tx: Tx, refundId: string, now: Date): Promise<void> {
  const refund = db.updateTable('refund').where('merchantId', '=', tx.merchantId).where('id', '=', refundId)
  await tx.run(refund.set(({ eb }) => ({ updatedAt: now, version: eb('version', '+', 1) })))
}
