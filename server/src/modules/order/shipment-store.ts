import { sql } from 'kysely'
import type { Tx } from '../../database/database.ts'

/** A parcel as it was recorded at the bench. */
export interface Parcel {
  readonly carrierCode: string
  readonly waybill: string
  /** The ship-from address and how it reads. */
  readonly addressId: string
  readonly shipFrom: string
}

/** Records a parcel that the marketplace has still to be told of, and that the order's units left in it. */
export async function setParcel(tx: Tx, orderId: string, parcel: Parcel, now: Date): Promise<void> {
  await tx.run(sql`
    update sale_order
    set carrier_code = ${parcel.carrierCode}, waybill = ${parcel.waybill}, ship_address_id = ${parcel.addressId},
        ship_from = ${parcel.shipFrom}, shipped_at = coalesce(shipped_at, ${now}), deadline_at = null,
        updated_at = ${now}
    where merchant_id = ${tx.merchantId} and id = ${orderId}`)
}

/** Notes that a unit left the house, with the bag it left in. */
export async function shipUnit(tx: Tx, orderId: string, unitId: string, bagCode: string | null): Promise<void> {
  await tx.run(sql`
    update sale_order_unit set dispatch_state = 'shipped', bag_code = ${bagCode}
    where merchant_id = ${tx.merchantId} and order_id = ${orderId} and unit_id = ${unitId}`)
}

/** Makes a new version of an order whose shipment was answered by the marketplace. */
export async function touchOrder(tx: Tx, orderId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update sale_order set updated_at = ${now}, version = version + 1
    where merchant_id = ${tx.merchantId} and id = ${orderId}`)
}
