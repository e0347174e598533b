import { shipmentHandling } from '@huanji/contract/features/order/order'
import type { World } from './world.ts'

/** Long enough for the marketplace to have answered what was asked again. */
const ANSWERED_MS = 60_000

/** The orders of which the marketplace refused the shipment for good, until somebody decides. */
const refusedOrders = ({ rows, merchantId }: World) =>
  rows<{ readonly orderId: string }>(
    `select subject_id as "orderId" from desired_state
       where merchant_id = '${merchantId}' and subject = 'shipment' and state = 'refused' order by requested_at, subject_id`,
  )

/** People see to the shipments that were refused: they are sent again, and taken back where they are refused again. */
export async function decideRefusedShipments(world: World): Promise<void> {
  for (const { orderId } of await refusedOrders(world)) await world.ask(shipmentHandling.retry, { orderId })
  await world.pass(ANSWERED_MS)
  for (const { orderId } of await refusedOrders(world)) await world.ask(shipmentHandling.giveUp, { orderId })
}
