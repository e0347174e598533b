import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { db, type RowOfQuery } from '../../database/query.ts'
import { isMerchantsTurn } from '../refund/waiting-store.ts'

/** More are not told of at a time. */
const AT_ONCE = 200

/** Within which moments something ends, ISO 8601. */
export interface Span {
  readonly from: string
  readonly to: string
}

const ordersDue = (tx: Tx, { from, to }: Span) =>
  db
    .selectFrom('saleOrder as o')
    .where('o.merchantId', '=', tx.merchantId)
    .where('o.state', '=', sql.lit('awaiting_shipment' as const))
    .where('o.deadlineAt', '>', from)
    .where('o.deadlineAt', '<=', to)
    .select(['o.id as orderId', 'o.channel', 'o.modelName', 'o.title', 'o.orderNo', 'o.deadlineAt'])

/** Orders whose parcel has to leave within a span, the nearest first. */
export const ordersNearDeadline = (tx: Tx, span: Span): Promise<RowOfQuery<typeof ordersDue>[]> =>
  tx.rows(ordersDue(tx, span).orderBy('o.deadlineAt').orderBy('o.id').limit(AT_ONCE))

/** Orders whose parcel is packed, and of which the marketplace does not know yet: its deadline goes on. */
const parcelsDue = (tx: Tx, state: 'pending' | 'refused', { from, to }: Span) =>
  db
    .selectFrom('desiredState as d')
    .innerJoin('saleOrder as o', (join) =>
      join.onRef('o.merchantId', '=', 'd.merchantId').onRef('o.id', '=', 'd.subjectId'),
    )
    .where('d.merchantId', '=', tx.merchantId)
    .where('d.subject', '=', 'shipment')
    // as a literal, because only then the index over what is open is found to fit
    .where('d.state', '=', sql.lit(state))
    .where('o.state', '=', 'shipped')
    .where('o.deadlineAt', '>', from)
    .where('o.deadlineAt', '<=', to)
    .select(['o.id as orderId', 'o.channel', 'o.modelName', 'o.title', 'o.orderNo', 'o.deadlineAt'])

/** The same orders with a parcel that the marketplace does not know of, or would not take. */
export const parcelsNearDeadline = (
  tx: Tx,
  state: 'pending' | 'refused',
  span: Span,
): Promise<RowOfQuery<typeof parcelsDue>[]> => tx.rows(parcelsDue(tx, state, span).limit(AT_ONCE))

const refundsDue = (tx: Tx, { from, to }: Span) =>
  db
    .selectFrom('refund as r')
    .where('r.merchantId', '=', tx.merchantId)
    .where(isMerchantsTurn())
    .where('r.deadlineAt', '>', from)
    .where('r.deadlineAt', '<=', to)
    .select(['r.id as refundId', 'r.channel', 'r.title', 'r.kind', 'r.state', 'r.deadlineAt'])

/** Cases whose step ends within a span with the merchant to act, the nearest first. */
export const refundsNearDeadline = (tx: Tx, span: Span): Promise<RowOfQuery<typeof refundsDue>[]> =>
  tx.rows(refundsDue(tx, span).orderBy('r.deadlineAt').orderBy('r.id').limit(AT_ONCE))

const shopsDue = (tx: Tx, { from, to }: Span) =>
  db
    .selectFrom('shopAccount')
    .where('merchantId', '=', tx.merchantId)
    .where('isValid', '=', true)
    .where('enabled', '=', true)
    .where('authorisedUntil', '>', from)
    .where('authorisedUntil', '<=', to)
    .select(['id as shopAccountId', 'shopName', 'authorisedUntil'])

/** Shops in use whose consent ends within a span. */
export const shopsNearEnd = (tx: Tx, span: Span): Promise<RowOfQuery<typeof shopsDue>[]> =>
  tx.rows(shopsDue(tx, span).orderBy('authorisedUntil').limit(AT_ONCE))

const bagsOf = (tx: Tx) => db.selectFrom('sealBag').where('merchantId', '=', tx.merchantId)

/** When bags were last registered, ISO 8601; null without any, and while more than `few` are unused. */
export async function bagsRegisteredLast(tx: Tx, few: number): Promise<{ at: string; left: number } | null> {
  const unused = await tx.rows(
    bagsOf(tx)
      .where('state', '=', 'unused')
      .select('id')
      .limit(few + 1),
  )
  if (unused.length > few) return null
  const last = await tx.one(bagsOf(tx).select(({ fn }) => fn.max('registeredAt').as('at')))
  return last?.at == null ? null : { at: last.at, left: unused.length }
}
