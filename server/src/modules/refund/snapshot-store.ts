import { REFUND_STATES, type RefundState } from '@huanji/domain/states/refund'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, type RowOf } from '../../database/query.ts'
import type { Tables } from '../../database/tables.ts'
import { newId } from '../../platform/ids.ts'
import { offsetOfTurn, type Turn } from '../../platform/turns.ts'
import { markMoments } from '../figure/mark-store.ts'
import { enterRefundSearch } from './search-store.ts'

const FACT_COLUMNS = [
  'kind',
  'goodsStatus',
  'verdict',
  'keepPlanFen',
  'returnPlanFen',
  'decidedPlan',
  'reasonCode',
  'reason',
  'reasonDetail',
  'description',
  'amountFen',
  'claimedReportNo',
  'orderAmountFen',
  'refuseReason',
  'refuseExplanation',
  'returnCarrierCode',
  'returnWaybill',
  'resendCarrierCode',
  'resendWaybill',
  'openedAt',
  'deadlineAt',
  'endedAt',
  'remoteUpdatedAt',
] as const satisfies ColumnsOf<'refund'>

/** What only the marketplace knows of a case; times are ISO 8601 or null when not reached, money in fen. */
export type RefundFacts = RowOf<'refund', typeof FACT_COLUMNS>

const refundOf = (tx: Tx, refundId: string) =>
  db.updateTable('refund').where('merchantId', '=', tx.merchantId).where('id', '=', refundId)

/** What the list shows of the one phone that a case is about; nothing where it is about all of its order. */
async function claimedPhone(tx: Tx, orderId: string, reportNo: string) {
  if (reportNo === '') return null
  return tx.one(
    db
      .selectFrom('saleOrderUnit as u')
      .innerJoin('inspection as i', (on) =>
        on.onRef('i.merchantId', '=', 'u.merchantId').onRef('i.id', '=', 'u.inspectionId'),
      )
      .innerJoin('unit as n', (on) => on.onRef('n.merchantId', '=', 'u.merchantId').onRef('n.id', '=', 'u.unitId'))
      .where('u.merchantId', '=', tx.merchantId)
      .where('u.orderId', '=', orderId)
      .where('i.inspectionNo', '=', reportNo)
      .select(['n.imei', 'n.barCode']),
  )
}

/** Adds a case of an order in the first state of its table; what the list shows of the order is copied. Gives its id. */
export async function insertRefund(
  tx: Tx,
  { refundNo, orderId }: { readonly refundNo: string; readonly orderId: string },
  facts: RefundFacts,
  now: Date,
): Promise<string> {
  const refundId = newId()
  const orders = db.selectFrom('saleOrder').where('merchantId', '=', tx.merchantId).where('id', '=', orderId)
  const order = await tx.one(
    orders.select([
      'orderNo',
      'channel',
      'shopAccountId',
      'title',
      'coverKey',
      'modelId',
      'modelName',
      'skuText',
      'grade',
      'imei',
      'barCode',
      'buyerNick',
    ]),
  )
  if (order === null) throw new Error(`a case of an order that is not known: ${refundNo}`)
  const goods = { ...order, ...(await claimedPhone(tx, orderId, facts.claimedReportNo)) }
  const row = { merchantId: tx.merchantId, id: refundId, refundNo, orderId, state: REFUND_STATES.initial, ...goods }
  await tx.run(db.insertInto('refund').values({ ...row, ...facts, createdAt: now, updatedAt: now }))
  await markMoments(tx, [facts.openedAt])
  await enterRefundSearch(tx, { refundId, state: REFUND_STATES.initial, openedAt: facts.openedAt, ...goods })
  return refundId
}

/** The facts of a case as the marketplace tells them. */
export async function refundFacts(tx: Tx, refundId: string): Promise<RefundFacts | null> {
  const refund = db.selectFrom('refund').where('merchantId', '=', tx.merchantId).where('id', '=', refundId)
  return tx.one(refund.select(FACT_COLUMNS))
}

/** Takes the marketplace's facts over, as a new version of the case. */
export async function setRefundFacts(tx: Tx, refundId: string, facts: RefundFacts, now: Date): Promise<void> {
  // its reason may be another one now, and it counts on the day it was opened
  await markMoments(tx, [facts.openedAt])
  await tx.run(refundOf(tx, refundId).set(({ eb }) => ({ ...facts, updatedAt: now, version: eb('version', '+', 1) })))
}

/** Ends a case of which the marketplace tells nothing any more: what it was paid, and when. */
export async function setRefundEnd(
  tx: Tx,
  refundId: string,
  { amountFen, endedAt }: { readonly amountFen: number; readonly endedAt: string },
): Promise<void> {
  await tx.run(refundOf(tx, refundId).set({ amountFen, endedAt, deadlineAt: null }))
}

/** Adds the buyer's pictures that are not there yet, to be fetched; true where there were any. */
export async function addEvidence(tx: Tx, refundId: string, urls: readonly string[], now: Date): Promise<boolean> {
  if (urls.length === 0) return false
  const { merchantId } = tx
  const photos = db.selectFrom('refundPhoto').where('merchantId', '=', merchantId).where('refundId', '=', refundId)
  const known = await tx.rows(photos.where('purpose', '=', 'evidence').select('sourceUrl'))
  const seen = new Set(known.map(({ sourceUrl }) => sourceUrl))
  const rows = [...new Set(urls)].flatMap((sourceUrl, index) =>
    seen.has(sourceUrl)
      ? []
      : [
          {
            merchantId,
            id: newId(),
            refundId,
            purpose: 'evidence' as const,
            sourceUrl,
            position: seen.size + index,
            takenAt: now,
          },
        ],
  )
  if (rows.length > 0) await tx.run(db.insertInto('refundPhoto').values(rows))
  return rows.length > 0
}

const PICTURE_COLUMNS = ['id', 'fullKey', 'width', 'height', 'sizeBytes'] as const satisfies ColumnsOf<'refundPhoto'>

/** A picture of ours, as the marketplace is told of it. */
export type RefusalPicture = RowOf<'refundPhoto', typeof PICTURE_COLUMNS>

/** The pictures of a refusal, in the order in which they were given. */
export async function refusalPictures(tx: Tx, refundId: string, ids: readonly string[]): Promise<RefusalPicture[]> {
  if (ids.length === 0) return []
  const photos = db.selectFrom('refundPhoto').where('merchantId', '=', tx.merchantId).where('refundId', '=', refundId)
  const found = await tx.rows(photos.where('id', '=', anyOf(ids)).select(PICTURE_COLUMNS))
  return ids.flatMap((id) => found.find((one) => one.id === id) ?? [])
}

/** In words of the database, so that its index over open cases is used. */
const isOpen = ({ eb }: { readonly eb: ExpressionBuilder<Tables, 'refund'> }) =>
  eb('state', 'not in', [sql.lit('closed' as const), sql.lit('succeeded' as const)])

const openRefundsOf = (tx: Tx) => db.selectFrom('refund').where('merchantId', '=', tx.merchantId).where(isOpen)

const KNOWN_COLUMNS = [
  'id as refundId',
  'refundNo',
  'orderNo',
  'kind',
  'state',
  'verdict',
  'keepPlanFen',
  'returnPlanFen',
  'amountFen',
  'deadlineAt',
  'remoteUpdatedAt',
] as const satisfies ColumnsOf<'refund'>

/** A case as far as the marketplace's lists tell of it. */
export type KnownCase = RowOf<'refund', typeof KNOWN_COLUMNS>

/** The cases of an order that go on here, under its number. */
export const openCasesOfOrder = (tx: Tx, orderNo: string): Promise<KnownCase[]> =>
  tx.rows(
    db
      .selectFrom('refund')
      .where('merchantId', '=', tx.merchantId)
      .where('orderId', 'in', ordersNamed(tx, orderNo))
      .where(isOpen)
      .select(KNOWN_COLUMNS),
  )

const ordersNamed = (tx: Tx, orderNo: string) =>
  db.selectFrom('saleOrder').where('merchantId', '=', tx.merchantId).where('orderNo', '=', orderNo).select('id')

/** Every case that goes on here. */
export const openCases = (tx: Tx): Promise<KnownCase[]> =>
  tx.rows(openRefundsOf(tx).orderBy('id').select(KNOWN_COLUMNS))

/** The cases that are known, by their numbers. */
export const knownCases = (tx: Tx, refundNos: readonly string[]): Promise<KnownCase[]> =>
  tx.rows(
    db
      .selectFrom('refund')
      .where('merchantId', '=', tx.merchantId)
      .where('refundNo', '=', anyOf(refundNos))
      .select(KNOWN_COLUMNS),
  )

/** The newest case of each of these orders. */
export async function newestCases(tx: Tx, orderNos: readonly string[]): Promise<ReadonlyMap<string, RefundState>> {
  if (orderNos.length === 0) return new Map()
  const rows = await tx.rows(
    db
      .selectFrom('saleOrder as o')
      .innerJoin('refund as r', (join) =>
        join.onRef('r.merchantId', '=', 'o.merchantId').onRef('r.orderId', '=', 'o.id'),
      )
      .where('o.merchantId', '=', tx.merchantId)
      .where('o.orderNo', '=', anyOf(orderNos))
      .orderBy('r.openedAt')
      .orderBy('r.refundNo')
      .select(['o.orderNo', 'r.state']),
  )
  return new Map(rows.map(({ orderNo, state }) => [orderNo, state]))
}

/** Until when the step of a case goes; never where nothing says. An index keeps open cases in this order. */
const DEADLINE = sql<string>`coalesce(${sql.ref('deadlineAt')}, 'infinity')`

/** Cases whose step ended before a moment by the marketplace's clock: those whose turn it is, at most `limit`. */
export async function overdueCases(tx: Tx, before: Date, turn: Turn, limit: number): Promise<KnownCase[]> {
  const overdue = openRefundsOf(tx).where(DEADLINE, '<', before.toISOString())
  const all = await tx.one(overdue.select(({ fn }) => fn.countAll<number>().as('count')))
  const offset = offsetOfTurn(turn, Number(all?.count ?? 0), limit)
  return tx.rows(overdue.orderBy(DEADLINE).orderBy('id').offset(offset).limit(limit).select(KNOWN_COLUMNS))
}

/** What the cases of an order that have ended paid together, in fen. */
export async function paidByCases(tx: Tx, orderId: string): Promise<number> {
  const row = await tx.one(
    db
      .selectFrom('refund')
      .where('merchantId', '=', tx.merchantId)
      .where('orderId', '=', orderId)
      .where('state', '=', 'succeeded')
      .select(({ fn }) => fn.sum<number>('amountFen').as('paid')),
  )
  return Number(row?.paid ?? 0)
}
