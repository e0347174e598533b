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

/** The earlier cases of a case's order and buyer. */
export interface RefundPast {
  /** Which case of its order this is, from 2 on, and the one before it; null for the first. */
  readonly earlier: {
    readonly ordinal: number
    readonly refundId: string
    readonly refundNo: string
    /** Why the buyer asked then, and how it ended. */
    readonly text: string
  } | null
  /**
   * How many cases the buyer has opened, this one included: by the number that the marketplace knows the buyer by, and by
   * nickname where it told none; 0 where neither is known.
   */
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

/** Who placed these orders, by order, as the marketplace numbers buyers; empty where it told no number. */
async function buyersOf(tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const orders = await tx.rows(
    db
      .selectFrom('saleOrder')
      .where('merchantId', '=', tx.merchantId)
      .where('id', '=', anyOf(orderIds))
      .select(['id', 'buyerId']),
  )
  return new Map(orders.map(({ id, buyerId }) => [id, buyerId]))
}

const known = (names: Iterable<string>): string[] => [...new Set(names)].filter((name) => name !== '')

/** How many cases were opened about the orders of each of these buyers. */
async function countsById(tx: Tx, buyerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (buyerIds.length === 0) return new Map()
  const counts = await tx.rows(
    db
      .selectFrom('saleOrder as o')
      .innerJoin('refund as r', (on) => on.onRef('r.merchantId', '=', 'o.merchantId').onRef('r.orderId', '=', 'o.id'))
      .where('o.merchantId', '=', tx.merchantId)
      .where('o.buyerId', '=', anyOf(buyerIds))
      .where('o.buyerId', '<>', '')
      .groupBy('o.buyerId')
      .select(({ fn }) => ['o.buyerId', fn.countAll<number>().as('count')]),
  )
  return new Map(counts.map(({ buyerId, count }) => [buyerId, count]))
}

/** The same by nickname, which several buyers may have and a buyer may change. */
async function countsByNick(tx: Tx, nicks: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (nicks.length === 0) return new Map()
  const counts = await tx.rows(
    db
      .selectFrom('refund')
      .where('merchantId', '=', tx.merchantId)
      .where('buyerNick', '=', anyOf(nicks))
      .where('buyerNick', '<>', '')
      .groupBy('buyerNick')
      .select(({ fn }) => ['buyerNick', fn.countAll<number>().as('count')]),
  )
  return new Map(counts.map(({ buyerNick, count }) => [buyerNick, count]))
}

/** How many cases the buyer of each case has opened. */
async function buyerCounts(tx: Tx, refunds: readonly LaterRefund[]): Promise<(refund: LaterRefund) => number> {
  const buyers = await buyersOf(tx, [...new Set(refunds.map(({ orderId }) => orderId))])
  const idOf = ({ orderId }: LaterRefund): string => buyers.get(orderId) ?? ''
  const byId = await countsById(tx, known(refunds.map(idOf)))
  const unnumbered = refunds.filter((refund) => idOf(refund) === '')
  const byNick = await countsByNick(tx, known(unnumbered.map(({ buyerNick }) => buyerNick)))
  return (refund) => (idOf(refund) === '' ? byNick.get(refund.buyerNick) : byId.get(idOf(refund))) ?? 0
}

function pastText(one: CaseOfOrder, closings: ReadonlyMap<string, string>): string {
  const { state, reason, reasonDetail, refundId } = one
  const why = reasonDetail === '' ? reason : reasonDetail
  const end = (state === 'closed' ? closings.get(refundId) : undefined) ?? refundStateText(one)
  return why === '' ? end : `${why}，${end}`
}

/** The earlier cases of each of these, by case. */
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
  const countOf = await buyerCounts(tx, refunds)
  const byId = new Map(refunds.map((refund) => [refund.refundId, refund]))
  return (refundId) => {
    const { ordinal, before } = previous.get(refundId) ?? { ordinal: 1, before: null }
    const refund = byId.get(refundId)
    const { refundId: id = '', refundNo = '' } = before ?? {}
    return {
      earlier: before === null ? null : { ordinal, refundId: id, refundNo, text: pastText(before, closings) },
      buyerCaseCount: refund === undefined ? 0 : countOf(refund),
    }
  }
}
