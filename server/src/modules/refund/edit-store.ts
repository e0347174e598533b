import type { Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'

/** What the merchant's own people write down of a case. */
export interface RefundEdit {
  readonly remark?: string
  /** The parcel that takes a refused phone to its buyer. */
  readonly refusedCarrierCode?: string
  readonly refusedWaybill?: string
  /** The phone that went out for the one that came back. */
  readonly replacementUnitId?: string
}

/** Writes down what is given; every change makes a new version. */
export async function editRefund(tx: Tx, refundId: string, edit: RefundEdit, now: Date): Promise<void> {
  const refund = db.updateTable('refund').where('merchantId', '=', tx.merchantId).where('id', '=', refundId)
  await tx.run(refund.set(({ eb }) => ({ ...edit, updatedAt: now, version: eb('version', '+', 1) })))
}

/** The phone that went out for the one that came back, or null while none did. */
export async function replacementOf(tx: Tx, refundId: string): Promise<string | null> {
  const refund = db.selectFrom('refund').where('merchantId', '=', tx.merchantId).where('id', '=', refundId)
  return (await tx.one(refund.select('replacementUnitId')))?.replacementUnitId ?? null
}
