import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'
import { db } from '../../database/query.ts'

/** A parcel as it was recorded at packing. */
export interface Parcel {
  readonly carrierCode: string
  readonly waybill: string
  /** The ship-from address and how it reads. */
  readonly addressId: string
  readonly shipFrom: string
}

const orderOf = (tx: Tx, orderId: string) =>
  db.updateTable('saleOrder').where('merchantId', '=', tx.merchantId).where('id', '=', orderId)

/**
 * Records a parcel that the marketplace has still to be told of, and that the order's units left in it. The deadline stays:
 * it runs until the marketplace knows of the parcel.
 */
export async function setParcel(tx: Tx, orderId: string, parcel: Parcel, now: Date): Promise<void> {
  const { carrierCode, waybill, addressId: shipAddressId, shipFrom } = parcel
  await tx.run(
    orderOf(tx, orderId).set(({ ref }) => ({
      carrierCode,
      waybill,
      shipAddressId,
      shipFrom,
      shippedAt: sql<string>`coalesce(${ref('shippedAt')}, ${now})`,
      updatedAt: now,
    })),
  )
}

/** Takes the parcel of an order out again that did not leave. */
export async function clearParcel(tx: Tx, orderId: string, now: Date): Promise<void> {
  const none = { carrierCode: '', waybill: '', shipAddressId: null, shipFrom: '', shippedAt: null }
  await tx.run(orderOf(tx, orderId).set({ ...none, updatedAt: now }))
}

/** The marketplace waits for the parcel of an order no more: it knows of it, or of another one, or has ended the order. */
export async function endShipDeadline(tx: Tx, orderId: string): Promise<void> {
  await tx.run(orderOf(tx, orderId).set({ deadlineAt: null }))
}

/** Records that a unit was shipped, with its bag. */
export async function shipUnit(tx: Tx, orderId: string, unitId: string, bagCode: string | null): Promise<void> {
  await tx.run(
    db
      .updateTable('saleOrderUnit')
      .set({ dispatchState: 'shipped', bagCode })
      .where('merchantId', '=', tx.merchantId)
      .where('orderId', '=', orderId)
      .where('unitId', '=', unitId),
  )
}

/** Makes a new version of an order whose shipment was answered by the marketplace. */
export async function touchOrder(tx: Tx, orderId: string, now: Date): Promise<void> {
  await tx.run(orderOf(tx, orderId).set(({ eb }) => ({ updatedAt: now, version: eb('version', '+', 1) })))
}

/** Writes our own remark of an order. */
export async function setRemark(tx: Tx, orderId: string, remark: string, now: Date): Promise<void> {
  await tx.run(orderOf(tx, orderId).set(({ eb }) => ({ remark, updatedAt: now, version: eb('version', '+', 1) })))
}
