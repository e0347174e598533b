import { bill } from '@huanji/contract/features/bill/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { ORDER_TYPES, type Order } from '@huanji/marketplace/protocol/orders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findOrder, unitsOfOrder } from '../modules/order/store.ts'
import { allDifferences } from '../modules/reconciliation/compare.ts'
import { ORDER_CHANNELS } from './channels/index.ts'
import { applyOrderSnapshot } from './order.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('严选手机')
})
afterAll(() => gateway.close())

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** An order of the curated channel as the marketplace tells it: two of one SKU at a fixed price. */
function curatedOrder(change: Partial<Order> = {}): Order {
  const now = seconds(gateway.clock.now())
  return {
    order_no: '3364202611220009901',
    order_status: 11,
    order_type: ORDER_TYPES.curated,
    refund_status: 0,
    order_time: now,
    pay_time: 0,
    consign_time: 0,
    confirm_time: 0,
    cancel_time: 0,
    refund_time: 0,
    create_time: now,
    update_time: now,
    total_amount: 600_000,
    pay_amount: 0,
    refund_amount: 0,
    express_fee: 0,
    buyer_eid: 'b1',
    buyer_nick: '买家一',
    seller_eid: 's1',
    seller_name: 'shop',
    goods: {
      quantity: 2,
      price: 300_000,
      product_id: 9_000_001,
      item_id: 9_000_002,
      sku_text: '颜色:黑色;容量:256GB',
      title: 'iPhone 15 256GB 黑色',
      images: [],
    },
    ...change,
  } as Order
}

/** Takes an order over as the channel of its type describes it. */
async function apply(order: Order) {
  const channel = ORDER_CHANNELS.find((one) => one.orderType === order.order_type)
  if (!channel) throw new Error('no channel takes this order')
  const inChannel = await channel.read(gateway.services.marketplace, owner.seller.sellerId, order)
  const snapshot = { channel, order, inChannel, shopAccountId: owner.shopAccountId }
  return inTenant((tx) => applyOrderSnapshot(tx, snapshot, gateway.clock.now()))
}

const inTenant = <T>(work: Parameters<typeof gateway.db.tenant<T>>[1]) =>
  gateway.db.tenant(owner.seller.merchantId, work)
const orderNow = () => inTenant((tx) => findOrder(tx, { orderNo: '3364202611220009901' }))

describe('an order of the curated channel', () => {
  it('is the same kind of order, with its line and its channel, and no phone before one is picked', async () => {
    expect(await apply(curatedOrder())).toBe('taken')
    const order = await orderNow()
    expect(order).toMatchObject({ channel: 'curated', state: 'awaiting_payment', entryId: null, unitCount: 2 })
    expect(order).toMatchObject({ dealPriceFen: 600_000, deliverySync: 'none', listingId: null })
    expect(await inTenant((tx) => unitsOfOrder(tx, order?.orderId ?? ''))).toEqual([])
    const lines = await gateway.database.open.ownerQuery(
      'select quantity, unit_price_fen, amount_fen, sku_text from sale_order_line where order_id = $1',
      [order?.orderId],
    )
    expect(lines.rows).toEqual([
      { quantity: 2, unit_price_fen: 300_000, amount_fen: 600_000, sku_text: '颜色:黑色;容量:256GB' },
    ])
    const auction = await gateway.database.open.ownerQuery('select 1 from sale_order_auction where order_id = $1', [
      order?.orderId,
    ])
    expect(auction.rows).toEqual([])
  })

  it('goes its way to bills by the fees of its own channel', async () => {
    const now = seconds(gateway.clock.now())
    const paid = { pay_time: now, pay_amount: 600_000, update_time: now + 1 }
    await apply(curatedOrder({ order_status: 12, ...paid }))
    const shipped = { consign_time: now, waybill_no: 'SF1234567890123', express_code: 'shunfeng', update_time: now + 2 }
    await apply(curatedOrder({ order_status: 21, ...paid, ...shipped }))
    expect(await orderNow()).toMatchObject({ state: 'shipped', deliverySync: 'done' })
    await apply(curatedOrder({ order_status: 22, ...paid, ...shipped, confirm_time: now, update_time: now + 3 }))
    const { list } = await gateway.data(bill.list, { orderNo: '3364202611220009901' }, owner.login)
    expect(list.map(({ channel, type, amountFen }) => [channel, type, amountFen]).sort()).toEqual([
      ['curated', 'inspectionFee', 6_000],
      ['curated', 'orderSettlement', 600_000],
      ['curated', 'serviceFee', 3_600],
    ])
    expect(await inTenant(allDifferences)).toEqual([])
  })

  it('is not in the list of the auction market', async () => {
    const { list, counts } = await gateway.data(auctionOrder.list, { code: '3364202611220009901' }, owner.login)
    expect(list).toEqual([])
    expect(Object.values(counts).every((count) => count === 0)).toBe(true)
  })
})
