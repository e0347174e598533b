import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { manyOrders } from '@huanji/contract/features/order/many-orders'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('同单手机')
})
afterAll(() => gateway.close())

/** A paid order of this buyer. */
async function orderOf(buyer: string) {
  const unit = await gateway.onSale(owner)
  const order = await gateway.paid(owner, unit)
  await gateway.database.open.ownerQuery(
    'update sale_order set buyer_id = $3, buyer_nick = $3 where merchant_id = $1 and id = $2',
    [owner.seller.merchantId, order.orderId, buyer],
  )
  return { unit, order }
}
type Sold = Awaited<ReturnType<typeof orderOf>>

const ship = async ({ order, unit }: Sold, waybill: string, change: object = {}) => {
  const answer = await gateway.call(
    auctionOrder.delivery,
    gateway.shipmentInput(order, unit, { waybill, confirmSharedWaybill: false, ...change }),
    owner.login,
  )
  return { refusal: answer._bizErrCode, said: answer._errStr }
}
const rowOf = ({ order, unit }: Sold, waybill: string, confirmSharedWaybill = false) => ({
  code: order.orderNo,
  scans: [unit.imei, unit.bagCode],
  waybill,
  confirmSharedWaybill,
})
const many = async (rows: readonly (ReturnType<typeof rowOf> & { carrierCode?: string })[], dryRun: boolean) => {
  const input = { channel: 'auction' as const, dryRun, rows: [...rows] }
  return (await gateway.data(manyOrders.deliverMany, input, owner.login)).rows.map(({ refusal }) => refusal)
}

describe('one number for two parcels', () => {
  it('defect: of two buyers was sent without a word', async () => {
    const [first, second] = [await orderOf('甲'), await orderOf('乙')]
    expect(await ship(first, 'SF1000000000001')).toMatchObject({ refusal: '' })
    const held = await ship(second, 'sf 1000000000001')
    expect(held.refusal).toBe('WAYBILL_SHARED')
    expect(held.said).toContain(`已用于甲的订单${first.order.orderNo}`)
    expect((await gateway.detail(owner, second.order.orderId)).state).toBe('awaiting_shipment')
    expect(await ship(second, 'SF1000000000001', { confirmSharedWaybill: true })).toMatchObject({ refusal: '' })
  })

  it('defect: an order left under its own number, or under the code of its phone or bag', async () => {
    const [sold, other] = [await orderOf('寅'), await orderOf('卯')]
    const codes = [sold, other].flatMap(({ order, unit }) => [order.orderNo, unit.imei, unit.bagCode])
    for (const code of codes) {
      const answer = await ship(sold, code, { confirmSharedWaybill: true })
      expect([code, answer.refusal, answer.said]).toEqual([
        code,
        'WAYBILL_INVALID',
        expect.stringMatching(/^这是.*，不是运单号/),
      ])
      expect(await many([{ ...rowOf(sold, code), carrierCode: 'SF' }], true)).toEqual(['WAYBILL_INVALID'])
    }
    expect((await gateway.detail(owner, sold.order.orderId)).state).toBe('awaiting_shipment')
  })

  it('of one buyer travels together', async () => {
    const [first, second] = [await orderOf('丙'), await orderOf('丙')]
    expect(await ship(first, 'SF1000000000002')).toMatchObject({ refusal: '' })
    expect(await ship(second, 'SF1000000000002')).toMatchObject({ refusal: '' })
  })

  it('is held within a list as well, before anything is stored', async () => {
    const [first, second, third] = [await orderOf('丁'), await orderOf('戊'), await orderOf('丁')]
    const rows = [first, second, third].map((sold) => rowOf(sold, 'SF1000000000003'))
    expect(await many(rows, true)).toEqual(['', 'WAYBILL_SHARED', ''])
    const confirmed = [rowOf(first, 'SF1000000000003'), rowOf(second, 'SF1000000000003', true)]
    expect(await many(confirmed, false)).toEqual(['', ''])
  })

  it('defect: of two buyers was sent without a word by two packers in the same moment', async () => {
    for (let pair = 0; pair < 3; pair += 1) {
      const [one, other] = [await orderOf(`子${pair}`), await orderOf(`丑${pair}`)]
      const answers = await Promise.all([one, other].map((sold) => ship(sold, `SF100000000010${pair}`)))
      expect(answers.map(({ refusal }) => refusal).sort()).toEqual(['', 'WAYBILL_SHARED'])
    }
  })

  it('is held where a list and a single parcel are sent in the same moment, in whichever order', async () => {
    const [first, second, third] = [await orderOf('午'), await orderOf('未'), await orderOf('申')]
    const [listed, single] = await Promise.all([
      many([rowOf(first, 'SF1000000000201'), rowOf(second, 'SF1000000000202')], false),
      ship(third, 'SF1000000000202'),
    ])
    expect([listed[1], single.refusal].sort()).toEqual(['', 'WAYBILL_SHARED'])
    expect(listed[0]).toBe('')
  })

  it('is another parcel after a month: carriers give their numbers out again', async () => {
    const [first, second] = [await orderOf('己'), await orderOf('庚')]
    expect(await ship(first, 'SF1000000000004')).toMatchObject({ refusal: '' })
    await gateway.database.open.ownerQuery(
      `update sale_order set shipped_at = shipped_at - interval '31 days' where merchant_id = $1 and id = $2`,
      [owner.seller.merchantId, first.order.orderId],
    )
    expect(await ship(second, 'SF1000000000004')).toMatchObject({ refusal: '' })
  })
})

describe('a delivery without a bag code', () => {
  it('defect: said that the bag differs, though none was scanned', async () => {
    const sold = await orderOf('辛')
    const scans = [{ unitCode: sold.unit.imei, bagCode: '' }]
    expect(await ship(sold, 'SF1000000000005', { scans })).toEqual({
      refusal: 'BAG_MISSING',
      said: '缺少封袋码，请扫描封袋码',
    })
    const other = [{ unitCode: sold.unit.imei, bagCode: 'FD99999999' }]
    expect(await ship(sold, 'SF1000000000005', { scans: other })).toMatchObject({ refusal: 'BAG_MISMATCH' })
  })
})
