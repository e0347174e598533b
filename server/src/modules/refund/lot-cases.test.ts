import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lots } from '../../sync/testing/lots.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { allDifferences } from '../reconciliation/compare.ts'
import { claims } from './testing/claims.ts'

let gateway: TradingGateway
let owner: ShopOwner
let cases: ReturnType<typeof claims>

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('整包售后')
  cases = claims(gateway)
  await cases.returnAddress(owner)
})
afterAll(() => gateway.close())

/** The buyer of a lot at 4,801 yuan claims for its second phone alone. */
async function claimed(kind: 'returnAndRefund' | 'priceDifference') {
  const { phones, order } = await lots(gateway, owner).received(480_100)
  const [good, phone] = phones
  const { units } = await gateway.data(auctionOrder.barcodeList, { orderId: order.orderId }, owner.login)
  const bad = units.find(({ imei }) => imei === phone?.imei)
  if (!bad || !phone || !good) throw new Error('the lot lacks a phone')
  gateway.control.openRefund({ orderNo: order.orderNo, kind, reportNo: bad.inspectionNo, detail: '成色不符' })
  await gateway.pass(1_000)
  const { refundId } = await cases.caseOf(owner, order.orderNo)
  return { order, bad, phone, good, refundId }
}

const isNearly = (fen: number | null | undefined, of: number) => Math.abs((fen ?? 0) - of) <= 1

describe('defect: a lot could be claimed only as a whole', () => {
  it('a case names one phone, expects it alone, and pays back its part; the other stays sold', async () => {
    const { order, bad, phone, good, refundId } = await claimed('returnAndRefund')
    const opened = await cases.detail(owner, { refundId })
    expect(opened).toMatchObject({ imei: bad.imei, barCode: bad.barCode, orderUnitCount: 2 })
    expect(opened.units.map(({ imei }) => imei)).toEqual([bad.imei])
    gateway.control.giveVerdict(order.orderNo, 'buyer')
    await gateway.pass(1_000)
    const { plans } = await cases.detail(owner, { refundId })
    const returnFen = plans?.returnFen ?? 0
    expect(isNearly(returnFen, 240_050)).toBe(true)
    await gateway.data(refund.takePlan, { refundId, plan: 'return', amountFen: returnFen }, owner.login)
    await gateway.pass(1_000)
    gateway.control.returnGoods(order.orderNo, 'SF9000000000003')
    await gateway.pass(1_000)
    const other = { refundId, unitCode: good.imei, bagCode: good.bagCode }
    const { warning } = await gateway.data(refundHandling.receive, other, owner.login)
    expect(warning).toMatchObject({ code: 'OTHER_PHONE' })
    const unit = { ...phone, listingId: '' }
    await cases.recheckedAsSold(owner, { unit, orderId: order.orderId, orderNo: order.orderNo, refundId })
    await gateway.data(refund.confirm, { refundId }, owner.login)
    await gateway.pass(1_000)
    expect(await cases.detail(owner, { refundId })).toMatchObject({ state: 'succeeded', amountFen: returnFen })

    const after = await gateway.detail(owner, order.orderId)
    expect(after.state).toBe('completed')
    const states = Object.fromEntries(after.units.map(({ imei, dispatchState }) => [imei, dispatchState]))
    expect(states).toEqual({ [bad.imei]: 'returned', [good.imei]: 'shipped' })
    const netFen = after.proceeds?.netFen ?? 0
    // the whole less its fees, that phone's price with its share of the service fee, and the freight
    expect(isNearly(netFen, 480_100 - 9_602 - 2 * 3_000 - returnFen + 4_801 - 1_200)).toBe(true)
    await gateway.pass(86_400_000)
    await gateway.poll(owner.seller)
    expect((await gateway.detail(owner, order.orderId)).proceeds).toMatchObject({ state: 'settled', netFen })
    expect(await gateway.db.tenant(owner.seller.merchantId, allDifferences)).toEqual([])
  })

  it('one for keeping it can still be turned into its return, at its part', async () => {
    const { order, refundId } = await claimed('priceDifference')
    gateway.control.giveVerdict(order.orderNo, 'buyer')
    await gateway.pass(1_000)
    const { plans } = await cases.detail(owner, { refundId })
    expect(isNearly(plans?.returnFen, 240_050)).toBe(true)
    expect(plans?.keepFen).toBeLessThan(plans?.returnFen ?? 0)
  })

  it('a phone that the order does not have is no claim', async () => {
    const { order } = await lots(gateway, owner).received(400_000)
    const open = () => gateway.control.openRefund({ orderNo: order.orderNo, kind: 'returnAndRefund', reportNo: 'ZJ1' })
    expect(open).toThrow('订单中没有这台设备')
  })
})
