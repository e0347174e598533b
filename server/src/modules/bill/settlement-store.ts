import type { SettlementPart } from '@huanji/domain/fees/reconcile'
import type { Tx } from '../../database/database.ts'
import { anyOf, type ColumnsOf, db, jsonText, type RowOf } from '../../database/query.ts'

/** A settlement of the marketplace; its net amount in fen, the moment as ISO 8601. */
export interface NewSettlement {
  readonly settlementNo: string
  /** Null where the order is not known. */
  readonly orderId: string | null
  readonly orderNo: string
  readonly netFen: number
  readonly settledAt: string
  readonly refundNo: string
  readonly remark: string
  readonly lines: readonly SettlementPart[]
}

/** Records that a settlement is taken over; false when it was before, so that none counts twice. */
export async function insertSettlement(tx: Tx, { lines, ...one }: NewSettlement): Promise<boolean> {
  const insert = db
    .insertInto('settlement')
    .values({ merchantId: tx.merchantId, ...one, lines: jsonText(lines) })
    .onConflict((conflict) => conflict.columns(['merchantId', 'settlementNo']).doNothing())
  return (await tx.run(insert)) === 1
}

/** Writes what the marketplace tells of a settlement that was taken over before. */
export async function updateSettlement(tx: Tx, { settlementNo, lines, ...one }: NewSettlement): Promise<void> {
  await tx.run(
    db
      .updateTable('settlement')
      .set({ ...one, lines: jsonText(lines) })
      .where('merchantId', '=', tx.merchantId)
      .where('settlementNo', '=', settlementNo),
  )
}

const COLUMNS = [
  'settlementNo',
  'orderId',
  'orderNo',
  'netFen',
  'lines',
  'refundNo',
  'settledAt',
] as const satisfies ColumnsOf<'settlement'>

/** A settlement as it was taken over. */
export type SettlementRecord = RowOf<'settlement', typeof COLUMNS>

const settlements = (tx: Tx) => db.selectFrom('settlement').where('merchantId', '=', tx.merchantId)

/** The settlements of orders. */
export const settlementsOfOrders = (tx: Tx, orderIds: readonly string[]): Promise<SettlementRecord[]> =>
  tx.rows(settlements(tx).where('orderId', '=', anyOf(orderIds)).orderBy('settlementNo').select(COLUMNS))

/** The settlements of these numbers that were taken over. */
export const settlementsByNo = (tx: Tx, numbers: readonly string[]): Promise<SettlementRecord[]> =>
  tx.rows(settlements(tx).where('settlementNo', '=', anyOf(numbers)).select(COLUMNS))
