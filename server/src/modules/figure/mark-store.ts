import type { Period } from '@huanji/domain/overview/period'
import { shanghaiDate } from '@huanji/domain/time'
import type { GlobalTx, Tx } from '../../database/database.ts'
import { anyOf, db } from '../../database/query.ts'
import { newId } from '../../platform/ids.ts'

/** A moment that figures are counted by: ISO 8601, or null where it was not reached. */
type Moment = string | null

/**
 * Says that what is counted on these Shanghai days has changed, in the transaction that changes it: the days are counted
 * anew after the commit (docs/architecture.md, Figures by day).
 */
export async function markDays(tx: Tx, days: readonly string[]): Promise<void> {
  if (days.length === 0) return
  const marks = [...new Set(days)].map((day) => ({ merchantId: tx.merchantId, id: newId(), day }))
  await tx.run(db.insertInto('figureMark').values(marks))
}

/** The same of the days of moments; null ones are none. */
export const markMoments = (tx: Tx, moments: readonly Moment[]): Promise<void> => markDays(tx, daysOfMoments(moments))

const daysOfMoments = (moments: readonly Moment[]): string[] =>
  moments.filter((moment) => moment !== null).map(shanghaiDate)

/** The same of everything that an order counts for, and of moments that it had before. */
export async function markOrder(tx: Tx, orderId: string, before: readonly Moment[] = []): Promise<void> {
  const order = db
    .selectFrom('saleOrder as o')
    .leftJoin('saleOrderAuction as a', (on) =>
      on.onRef('a.merchantId', '=', 'o.merchantId').onRef('a.orderId', '=', 'o.id'),
    )
    .leftJoin('saleOrderUnit as u', (on) =>
      on.onRef('u.merchantId', '=', 'o.merchantId').onRef('u.orderId', '=', 'o.id'),
    )
    .leftJoin('inspection as i', (on) =>
      on.onRef('i.merchantId', '=', 'u.merchantId').onRef('i.id', '=', 'u.inspectionId'),
    )
    .leftJoin('refund as r', (on) => on.onRef('r.merchantId', '=', 'o.merchantId').onRef('r.orderId', '=', 'o.id'))
    .where('o.merchantId', '=', tx.merchantId)
    .where('o.id', '=', orderId)
  const rows = await tx.rows(
    order.select(['o.paidAt', 'o.shippedAt', 'a.scheduleDate', 'i.firstListedAt', 'r.openedAt']),
  )
  const sessions = rows.map(({ scheduleDate }) => scheduleDate).filter((day) => day !== null)
  const moments = rows.flatMap(({ paidAt, shippedAt, firstListedAt, openedAt }) => [
    paidAt,
    shippedAt,
    firstListedAt,
    openedAt,
  ])
  await markDays(tx, [...sessions, ...daysOfMoments([...before, ...moments])])
}

/** The same of the orders that these phones were sold with. */
export async function markSalesOf(tx: Tx, unitIds: readonly string[]): Promise<void> {
  const orders = db
    .selectFrom('saleOrderUnit as u')
    .innerJoin('saleOrder as o', (on) => on.onRef('o.merchantId', '=', 'u.merchantId').onRef('o.id', '=', 'u.orderId'))
    .where('u.merchantId', '=', tx.merchantId)
    .where('u.unitId', '=', anyOf(unitIds))
  const rows = await tx.rows(orders.select('o.paidAt'))
  await markMoments(
    tx,
    rows.map(({ paidAt }) => paidAt),
  )
}

/** The same of the session that an entry runs in. */
export async function markEntry(tx: Tx, entryId: string): Promise<void> {
  const entry = db.selectFrom('auctionEntry').where('merchantId', '=', tx.merchantId).where('id', '=', entryId)
  const row = await tx.one(entry.select('scheduleDate'))
  if (row) await markDays(tx, [row.scheduleDate])
}

/** The same of the day that a bill row is about. */
export async function markBill(tx: Tx, billId: string): Promise<void> {
  const bill = db.selectFrom('bill').where('merchantId', '=', tx.merchantId).where('id', '=', billId)
  const row = await tx.one(bill.select('occurredAt'))
  if (row) await markMoments(tx, [row.occurredAt])
}

/** The same of a report that goes on sale: a listing that is older than the one it was first offered in brings another shop. */
export async function markOffered(tx: Tx, inspectionId: string, now: Date): Promise<void> {
  const report = db.selectFrom('inspection').where('merchantId', '=', tx.merchantId).where('id', '=', inspectionId)
  const row = await tx.one(report.select('firstListedAt'))
  await markMoments(tx, [row?.firstListedAt ?? now.toISOString()])
}

/** The same of the days on which these records were begun. */
export async function markReports(tx: Tx, inspectionIds: readonly string[]): Promise<void> {
  const records = db
    .selectFrom('inspection')
    .where('merchantId', '=', tx.merchantId)
    .where('id', '=', anyOf(inspectionIds))
  const rows = await tx.rows(records.select('createdAt'))
  await markMoments(
    tx,
    rows.map(({ createdAt }) => createdAt),
  )
}

export interface Mark {
  readonly id: string
  readonly day: string
}

/** A merchant's marks, oldest first, at most `limit`. */
export function marksOf(tx: Tx, limit: number): Promise<Mark[]> {
  return tx.rows(marks(tx).select(['id', 'day']).orderBy('id').limit(limit))
}

const marks = (tx: Tx) => db.selectFrom('figureMark').where('merchantId', '=', tx.merchantId)

/** Whether something waits to be counted; of a period's days, where one is given. */
export async function isMarked(tx: Tx, period: Period | null = null): Promise<boolean> {
  let waiting = marks(tx)
  if (period !== null) waiting = waiting.where('day', '>=', period.from).where('day', '<=', period.to)
  return (await tx.one(waiting.select('id').limit(1))) !== null
}

/** Removes marks whose days were counted after they were read. */
export async function removeMarks(tx: Tx, seen: readonly Mark[]): Promise<void> {
  const ids = seen.map(({ id }) => id)
  await tx.run(db.deleteFrom('figureMark').where('merchantId', '=', tx.merchantId).where('id', '=', anyOf(ids)))
}

/** The merchants that have something to count, at most `limit`; as the worker. */
export async function markedMerchants(tx: GlobalTx, limit: number): Promise<string[]> {
  const rows = await tx.rows(db.selectFrom('figureMark').select('merchantId').distinct().limit(limit))
  return rows.map(({ merchantId }) => merchantId)
}
