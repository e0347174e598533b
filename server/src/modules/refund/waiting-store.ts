import { COUNT_CAP } from '@huanji/contract/constants'
import { MERCHANT_STEPS } from '@huanji/domain/refunds/expiry'
import { expressionBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, db } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import type { Actor } from '../../platform/actor.ts'
import { approvableActions } from './actions.ts'
import type { Approval } from './approval-store.ts'

/** Cases that wait for somebody, counted up to the cap, and the nearest end of their steps. */
export interface WaitingRefunds {
  readonly count: number
  /** ISO 8601, or null where nothing runs out. */
  readonly nearestDeadline: string | null
}

const NOTHING: WaitingRefunds = { count: 0, nearestDeadline: null }

const { and, eb, exists, not, or } = expressionBuilder<{ r: Tables['refund'] }, 'r'>()

/**
 * That the merchant is the one to act in the case `r`: nothing is being judged, and the state is one of the merchant's, as
 * literals, so that the index of open cases is found to fit.
 */
export const isMerchantsTurn = () =>
  and([
    eb(
      'r.state',
      'in',
      MERCHANT_STEPS.map((state) => sql.lit(state)),
    ),
    or([eb('r.verdict', 'is', null), eb('r.verdict', '<>', 'judging')]),
  ])

/** That the parcel of the case `r` comes back, and that no phone of it was scanned in yet. */
export function isNotReceived(tx: Tx) {
  const received = db
    .selectFrom('refundUnit as u')
    .where('u.merchantId', '=', tx.merchantId)
    .where('u.refundId', '=', sql.ref<string>('r.id'))
    .select(sql.lit(1).as('one'))
  return and([isMerchantsTurn(), eb('r.state', '=', sql.lit('awaiting_receipt' as const)), not(exists(received))])
}

/** That the marketplace refused for good what was asked for the case `r`, until somebody has decided about it. */
export const isRefused = (tx: Tx) =>
  eb(
    'r.id',
    'in',
    db
      .selectFrom('desiredState as x')
      .where('x.merchantId', '=', tx.merchantId)
      .where('x.subject', '=', 'refund')
      // as a literal, because only then the index over what was refused is found to fit
      .where('x.state', '=', sql.lit('refused' as const))
      .select('x.subjectId'),
  )

const refundsOf = (tx: Tx) => db.selectFrom('refund as r').where('r.merchantId', '=', tx.merchantId)

async function counted(tx: Tx, refunds: ReturnType<typeof refundsOf>): Promise<WaitingRefunds> {
  const capped = refunds.select(['r.id', 'r.deadlineAt']).orderBy('r.deadlineAt').limit(COUNT_CAP).as('capped')
  const row = await tx.one(
    db.selectFrom(capped).select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('deadlineAt').as('nearest')]),
  )
  return row === null ? NOTHING : { count: row.count, nearestDeadline: row.nearest }
}

/** The cases that wait for the merchant. It is asked every minute, so it reads what is open and not what is done. */
export const countOpenRefunds = (tx: Tx): Promise<WaitingRefunds> => counted(tx, refundsOf(tx).where(isMerchantsTurn()))

/** The cases of which the marketplace refused an answer for good. */
export const countRefusedRefunds = (tx: Tx): Promise<WaitingRefunds> => counted(tx, refundsOf(tx).where(isRefused(tx)))

/** The parcels that come back and of which no phone was scanned in yet. */
export const countArrivingReturns = (tx: Tx): Promise<WaitingRefunds> =>
  counted(tx, refundsOf(tx).where(isNotReceived(tx)))

/** Whose agreement a payment may wait for. */
export interface Approver {
  readonly employeeId: string
  /** The actions that they may agree to at all. */
  readonly actions: readonly Approval['action'][]
  /** The most that it may come to, in fen; null is without a limit. */
  readonly limitFen: number | null
}

export const approverOf = (actor: Pick<Actor, 'employeeId' | 'grants' | 'isOwner' | 'refundLimitFen'>): Approver => ({
  employeeId: actor.employeeId,
  actions: approvableActions(actor),
  limitFen: actor.isOwner ? null : actor.refundLimitFen,
})

/** The payments that wait for somebody like this person. */
function paymentsFor(tx: Tx, { employeeId, actions, limitFen }: Approver) {
  const open = db
    .selectFrom('refundApproval as p')
    .where('p.merchantId', '=', tx.merchantId)
    .where('p.decision', 'is', null)
    .where('p.requestedBy', '<>', employeeId)
    .where('p.action', '=', anyOf(actions))
  return limitFen === null ? open : open.where('p.amountFen', '<=', limitFen)
}

/** That a payment of the case `r` waits for somebody like this person. */
export const isApprovable = (tx: Tx, approver: Approver) =>
  exists(paymentsFor(tx, approver).where('p.refundId', '=', sql.ref<string>('r.id')).select(sql.lit(1).as('one')))

/** How many payments wait for somebody like this person; a case has one of them at most. */
export async function countApprovals(tx: Tx, approver: Approver): Promise<WaitingRefunds> {
  const row = await tx.one(
    paymentsFor(tx, approver)
      .innerJoin('refund as r', (join) =>
        join.onRef('r.merchantId', '=', 'p.merchantId').onRef('r.id', '=', 'p.refundId'),
      )
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('r.deadlineAt').as('nearest')]),
  )
  return row === null ? NOTHING : { count: row.count, nearestDeadline: row.nearest }
}
