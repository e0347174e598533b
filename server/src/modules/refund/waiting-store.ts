import { COUNT_CAP } from '@huanji/contract/constants'
import { MERCHANT_STEPS } from '@huanji/domain/refunds/expiry'
import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'
import type { Approval } from './approval-store.ts'

/** Cases that wait for somebody, counted up to the cap, and the nearest end of their steps. */
export interface WaitingRefunds {
  readonly count: number
  /** ISO 8601, or null where nothing runs out. */
  readonly nearestDeadline: string | null
}

const NOTHING: WaitingRefunds = { count: 0, nearestDeadline: null }

/** The cases in which the merchant is the one to act. The states as literals, because only then the index over open cases fits. */
const merchantsTurn = (tx: Tx) =>
  db
    .selectFrom('refund as r')
    .where('r.merchantId', '=', tx.merchantId)
    .where(({ eb }) =>
      eb(
        'r.state',
        'in',
        MERCHANT_STEPS.map((state) => sql.lit(state)),
      ),
    )
    .where(({ eb, or }) => or([eb('r.verdict', 'is', null), eb('r.verdict', '<>', 'judging')]))

async function counted(tx: Tx, refunds: ReturnType<typeof merchantsTurn>): Promise<WaitingRefunds> {
  const capped = refunds.select(['r.id', 'r.deadlineAt']).orderBy('r.deadlineAt').limit(COUNT_CAP).as('capped')
  const row = await tx.one(
    db.selectFrom(capped).select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('deadlineAt').as('nearest')]),
  )
  return row === null ? NOTHING : { count: row.count, nearestDeadline: row.nearest }
}

/** The cases that wait for the merchant. It is asked every minute, so it reads what is open and not what is done. */
export const countOpenRefunds = (tx: Tx): Promise<WaitingRefunds> => counted(tx, merchantsTurn(tx))

/** The parcels that come back and of which no phone was scanned in yet. */
export function countArrivingReturns(tx: Tx): Promise<WaitingRefunds> {
  const received = db
    .selectFrom('refundUnit as u')
    .where('u.merchantId', '=', tx.merchantId)
    .where('u.refundId', '=', sql.ref<string>('r.id'))
    .select(sql.lit(1).as('one'))
  const arriving = merchantsTurn(tx).where('r.state', '=', sql.lit('awaiting_receipt' as const))
  return counted(
    tx,
    arriving.where(({ exists, not }) => not(exists(received))),
  )
}

/** A payment that a person could agree to. */
export interface Approvable {
  readonly employeeId: string
  /** What they may agree to at all. */
  readonly actions: readonly Approval['action'][]
  /** The most that it may come to, in fen; null is without a limit. */
  readonly limitFen: number | null
}

/** The payments that wait for somebody like this person. */
export async function countApprovals(tx: Tx, { employeeId, actions, limitFen }: Approvable): Promise<WaitingRefunds> {
  if (actions.length === 0) return NOTHING
  let open = db
    .selectFrom('refundApproval as p')
    .innerJoin('refund as r', (join) =>
      join.onRef('r.merchantId', '=', 'p.merchantId').onRef('r.id', '=', 'p.refundId'),
    )
    .where('p.merchantId', '=', tx.merchantId)
    .where('p.decision', 'is', null)
    .where('p.requestedBy', '<>', employeeId)
    .where('p.action', 'in', [...actions])
  if (limitFen !== null) open = open.where('p.amountFen', '<=', limitFen)
  const row = await tx.one(
    open.select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('r.deadlineAt').as('nearest')]),
  )
  return row === null ? NOTHING : { count: row.count, nearestDeadline: row.nearest }
}
