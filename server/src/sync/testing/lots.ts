import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import type { ShopOwner, TradingGateway } from './trading-gateway.ts'

/** Lots of two phones, through the stand-in marketplace. */
export function lots(gateway: TradingGateway, by: ShopOwner) {
  const { control } = gateway

  /** A lot that a bidder has won, its order not paid. */
  async function won(priceFen: number) {
    const phones = [await gateway.inspected(by), await gateway.inspected(by)]
    const ids = phones.map(({ inspectionId }) => inspectionId)
    const listings = [await gateway.row(by, ids)]
    const { results } = await gateway.data(goods.publish, { channel: 'auction', listings }, by.login)
    const listingId = results[0]?.listingId ?? ''
    await gateway.runJobs()
    await gateway.pass(60_000)
    control.concludeEntry(gateway.remoteEntry({ listingId }), { priceFen })
    await gateway.pass(1_000)
    return { phones, listingId, order: await gateway.orderOf(by, { imei: phones[0]?.imei ?? '' }) }
  }

  /** The same, received by its buyer. */
  async function received(priceFen: number) {
    const lot = await won(priceFen)
    const { orderId, orderNo } = lot.order
    control.payOrder(orderNo)
    await gateway.pass(1_000)
    const scans = lot.phones.map(({ imei, bagCode }) => ({ unitCode: imei, bagCode }))
    // the buyers of a test share one number
    const parcel = { orderId, carrierCode: 'SF', waybill: 'SF1234567890123', confirmSharedWaybill: true, scans }
    await gateway.data(auctionOrder.delivery, parcel, by.login)
    await gateway.pass(1_000)
    control.confirmReceipt(orderNo)
    await gateway.pass(1_000)
    return lot
  }

  return { won, received }
}
