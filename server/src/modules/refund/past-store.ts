import { refundStateText } from '@huanji/domain/refunds/words'
import { REFUND_STATES } from '@huanji/domain/states/refund'
import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOf } from '../../database/query.ts'

/** A case as the cases before it are found for it. */
export interface LaterRefund {
  readonly refundId: string
  readonly orderId: string
  readonly buyerNick: string
}

/** What came before a case. */
export interface RefundPast {
  /** Which case of its order this is, from 2 on, and the one before it; null for the first. */
  readonly earlier: {
    readonly ordinal: number
    readonly refundId: string
    readonly refundNo: string
    /** Why the buyer asked then, and how it ended. */
    readonly text: string
  } | null
  /** How many cases the buyer of this name has opened, this one included; 0 where the name is not known. */
  readonly buyerCaseCount: number
}

const COLUMNS = [
  'refundNo',
  'orderId',
  'kind',
  'state',
  'reason',
  'reasonDetail',
  'amountFen',
] as const satisfies ColumnsOf<'refund'>

const casesOfOrders = (tx: Tx, orderIds: readonly string[]) =>
  tx.rows(
    db
      .selectFrom('refund')
      .where('merchantId', '=', tx.merchantId)
      .where('orderId', '=', anyOf(orderIds))
      .orderBy('openedAt')
      .orderBy('id')
      .select(['id as refundId', ...COLUMNS]),
  )

type CaseOfOrder = RowOf<'refund', typeof COLUMNS> & { readonly refundId: string }

/** How closed cases were closed, by case: the last move of each. */
async function closingsOf(tx: Tx, refundIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (refundIds.length === 0) return new Map()
  const lines = await tx.rows(
    db
      .selectFrom('history')
      .where('merchantId', '=', tx.merchantId)
      .where('subject', '=', REFUND_STATES.name)
      .where('subjectId', '=', anyOf(refundIds))
      .where('toState', '=', 'closed')
      .whereRef('fromState', '<>', 'toState')
      .orderBy('sequence')
      .select(['subjectId', 'actionLabel']),
  )
  return new Map(lines.map(({ subjectId, actionLabel }) => [subjectId, actionLabel]))
}

async function buyerCounts(tx: Tx, nicks: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const named = [...new Set(nicks)].filter((nick) => nick !== '')
  if (named.length === 0) return new Map()
  const counts = await tx.rows(
    db
      .selectFrom('refund')
      .where('merchantId', '=', tx.merchantId)
      .where('buyerNick', '=', anyOf(named))
      .where('buyerNick', '<>', '')
      .groupBy('buyerNick')
      .select(({ fn }) => ['buyerNick', fn.countAll<number>().as('count')]),
  )
  return new Map(counts.map(({ buyerNick, count }) => [buyerNick, count]))
}

function pastText(one: CaseOfOrder, closings: ReadonlyMap<string, string>): string {
  const { state, reason, reasonDetail, refundId } = one
  const why = reasonDetail === '' ? reason : reasonDetail
  const end = (state === 'closed' ? closings.get(refundId) : undefined) ?? refundStateText(one)
  return why === '' ? end : `${why}，${end}`
}

/** What came before each of these cases, by case. */
export async function pastOf(tx: Tx, refunds: readonly LaterRefund[]): Promise<(refundId: string) => RefundPast> {
  if (refunds.length === 0) return () => ({ earlier: null, buyerCaseCount: 0 })
  const cases = await casesOfOrders(tx, [...new Set(refunds.map(({ orderId }) => orderId))])
  const ofOrder = Map.groupBy(cases, ({ orderId }) => orderId)
  const previous = new Map(
    refunds.flatMap(({ refundId, orderId }) => {
      const all = ofOrder.get(orderId) ?? []
      const index = all.findIndex((one) => one.refundId === refundId)
      const before = all[index - 1]
      return before ? [[refundId, { ordinal: index + 1, before }] as const] : []
    }),
  )
  const closed = [...previous.values()].filter(({ before }) => before.state === 'closed')
  const closings = await closingsOf(
    tx,
    closed.map(({ before }) => before.refundId),
  )
  const counts = await buyerCounts(
    tx,
    refunds.map(({ buyerNick }) => buyerNick),
  )
  const nicks = new Map(refunds.map(({ refundId, buyerNick }) => [refundId, buyerNick]))
  return (refundId) => {
    const { ordinal, before } = previous.get(refundId) ?? { ordinal: 1, before: null }
    const { refundId: id = '', refundNo = '' } = before ?? {}
    return {
      earlier: before === null ? null : { ordinal, refundId: id, refundNo, text: pastText(before, closings) },
      buyerCaseCount: counts.get(nicks.get(refundId) ?? '') ?? 0,
    }
  }
}
