import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lots } from '../../sync/testing/lots.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { allDifferences } from '../reconciliation/compare.ts'

let gateway: TradingGateway
let owner: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('整包手机')
})
afterAll(() => gateway.close())

const DAY_MS = 86_400_000

describe('a lot of two phones', () => {
  it('defect: its inspection was expected of each phone and charged once, which the reconciliation found', async () => {
    const { order } = await lots(gateway, owner).received(480_100)
    await gateway.pass(DAY_MS)
    await gateway.poll(owner.seller)
    const { proceeds } = await gateway.detail(owner, order.orderId)
    expect(proceeds).toMatchObject({ state: 'settled', netFen: 480_100 - 9_602 - 2 * 3_000 })
    expect(await gateway.db.tenant(owner.seller.merchantId, allDifferences)).toEqual([])
  })

  it('defect: goods led to their order only once it was paid, and no phone of a lot had its price', async () => {
    const { listingId, order } = await lots(gateway, owner).won(300_001)
    expect(await gateway.listing(owner, { listingId })).toMatchObject({ orderId: order.orderId })
    const { units } = await gateway.data(auctionOrder.barcodeList, { orderId: order.orderId }, owner.login)
    expect(units.map(({ dealPriceFen }) => dealPriceFen).sort()).toEqual([150_000, 150_001])
    // never paid: it is on its way into another session, and still leads to what became of the first
    await gateway.pass(2 * DAY_MS)
    await gateway.poll(owner.seller)
    const unpaid = await gateway.listing(owner, { listingId })
    expect(unpaid).toMatchObject({ orderId: order.orderId, state: 'auto_off' })
  })
})
