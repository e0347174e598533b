import { bill, billDetail } from '@huanji/contract/features/bill/calls'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { type Equation, equationText } from '@huanji/domain/fees/equation'
import { shanghaiDate } from '@huanji/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'
import { foldMarks } from '../figure/fold.ts'
import { allDifferences } from '../reconciliation/compare.ts'
import { claims } from '../refund/testing/claims.ts'

let gateway: TradingGateway
let owner: ShopOwner
let cases: ReturnType<typeof claims>

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('补差手机')
  cases = claims(gateway)
})
afterAll(() => gateway.close())

const DAY_MS = 86_400_000
const rowsOf = async (orderNo: string) => (await gateway.data(bill.list, { orderNo }, owner.login)).list
const amountsOf = async (orderNo: string) =>
  Object.fromEntries(
    (await rowsOf(orderNo))
      .filter(({ state }) => state !== 'cancelled')
      .map(({ type, direction, amountFen }) => [type, direction === 'in' ? amountFen : -amountFen]),
  )
const odd = () => gateway.db.tenant(owner.seller.merchantId, allDifferences)

/** An order that is completed, whose buyer got so much for keeping the phone. */
async function kept(keepFen: number) {
  const claim = await cases.opened(owner, 'priceDifference', { isReceived: true })
  gateway.control.giveVerdict(claim.orderNo, 'buyer', keepFen)
  await gateway.pass(1_000)
  await gateway.data(refund.takePlan, { refundId: claim.refundId, plan: 'keep', amountFen: keepFen }, owner.login)
  await gateway.pass(1_000)
  return claim
}

describe('defect: what was paid back was missing from the net until the settlement', () => {
  it('is in the net, the margin, the equation and the rows from the moment the case has succeeded', async () => {
    const claim = await kept(30_000)
    // 2,000 less 40 for the service, of which 15 % go back, 30 for the inspection and the 300
    const netFen = 200_000 - 4_000 + 600 - 3_000 - 30_000
    expect(await amountsOf(claim.orderNo)).toEqual({
      orderSettlement: 200_000,
      serviceFee: -4_000,
      inspectionFee: -3_000,
      priceDifference: -30_000,
      adjustment: 600,
    })
    const { proceeds } = await gateway.detail(owner, claim.orderId)
    expect(proceeds).toMatchObject({ state: 'pending', netFen })
    const { list } = await gateway.data(billDetail.orders, { orderNo: claim.orderNo }, owner.login)
    expect(list.map((order) => equationText(order as Equation))).toEqual([
      '货款¥2,000.00 − 补差¥300.00 − 平台服务费¥40.00 − 质检费¥30.00 + 调账¥6.00 = 到手¥1,636.00',
    ])
    expect(await odd()).toEqual([])

    await gateway.pass(DAY_MS)
    await gateway.poll(owner.seller)
    const settled = (await gateway.detail(owner, claim.orderId)).proceeds
    expect(settled).toMatchObject({ state: 'settled', netFen })
    expect((await rowsOf(claim.orderNo)).map(({ remark }) => remark).filter(Boolean)).toEqual([])
    expect(await odd()).toEqual([])
  })

  it('counts in the net of the day on which it was paid', async () => {
    const today = shanghaiDate(gateway.clock.now().toISOString())
    const netOfDay = async () => {
      await foldMarks(gateway.db, owner.seller.merchantId, () => gateway.clock.now())
      const { overview } = await gateway.data(merchant.business, { from: today, to: today }, owner.login)
      return overview?.figures.all.netFen ?? 0
    }
    const claim = await cases.opened(owner, 'priceDifference', { isReceived: true })
    const before = await netOfDay()
    gateway.control.giveVerdict(claim.orderNo, 'buyer', 10_000)
    await gateway.pass(1_000)
    await gateway.data(refund.takePlan, { refundId: claim.refundId, plan: 'keep', amountFen: 10_000 }, owner.login)
    await gateway.pass(1_000)
    expect((await netOfDay()) - before).toBe(-10_000 + 200)
  })

  it('is in what a parcel is expected to bring that is still under way', async () => {
    const claim = await cases.opened(owner, 'refundOnly', { amountFen: 50_000 })
    await gateway.data(refund.agree, { refundId: claim.refundId }, owner.login)
    await gateway.pass(1_000)
    const netFen = 200_000 - 4_000 + 1_000 - 3_000 - 50_000
    expect((await gateway.detail(owner, claim.orderId)).proceeds).toMatchObject({ state: 'expected', netFen })
    gateway.control.confirmReceipt(claim.orderNo)
    await gateway.pass(1_000)
    expect((await gateway.detail(owner, claim.orderId)).proceeds).toMatchObject({ state: 'pending', netFen })
    expect(await odd()).toEqual([])
  })

  it('has the freight of a return by the fault of the seller', async () => {
    const addressId = await cases.returnAddress(owner)
    const sold = await cases.shipped(owner, 200_000)
    gateway.control.openRefund({
      orderNo: sold.orderNo,
      kind: 'returnAndRefund',
      amountFen: 20_000,
      detail: '成色不符',
    })
    await gateway.pass(1_000)
    const { refundId } = await cases.caseOf(owner, sold.orderNo)
    const claim = { ...sold, refundId }
    await cases.sentBack(owner, claim, addressId)
    await cases.recheckedAsSold(owner, claim)
    await gateway.data(refund.confirm, { refundId }, owner.login)
    await gateway.pass(1_000)
    const netFen = 200_000 - 4_000 + 400 - 3_000 - 20_000 - 1_200
    expect((await gateway.detail(owner, claim.orderId)).proceeds).toMatchObject({ netFen })
    gateway.control.confirmReceipt(claim.orderNo)
    await gateway.pass(1_000)
    expect(await amountsOf(claim.orderNo)).toMatchObject({ refund: -20_000, freight: -1_200, adjustment: 400 })
    await gateway.pass(DAY_MS)
    await gateway.poll(owner.seller)
    expect((await gateway.detail(owner, claim.orderId)).proceeds).toMatchObject({ state: 'settled', netFen })
    expect(await odd()).toEqual([])
  })

  it('grows with every case of an order, and is gone with an order that is undone', async () => {
    const claim = await kept(5_000)
    gateway.control.openRefund({ orderNo: claim.orderNo, kind: 'priceDifference', amountFen: 7_000 })
    await gateway.pass(1_000)
    gateway.control.giveVerdict(claim.orderNo, 'buyer', 7_000)
    await gateway.pass(1_000)
    const { refundId } = (await gateway.data(refund.list, { code: claim.orderNo }, owner.login)).list.find(
      ({ state }) => state === 'awaiting_merchant',
    ) ?? { refundId: '' }
    await gateway.data(refund.takePlan, { refundId, plan: 'keep', amountFen: 7_000 }, owner.login)
    await gateway.pass(1_000)
    expect(await amountsOf(claim.orderNo)).toMatchObject({ priceDifference: -12_000, adjustment: 240 })
    expect(await odd()).toEqual([])
    gateway.control.openRefund({ orderNo: claim.orderNo, kind: 'refundOnly', amountFen: 188_000 })
    await gateway.pass(1_000)
    gateway.control.giveVerdict(claim.orderNo, 'buyer')
    await gateway.pass(1_000)
    expect(await odd()).toEqual([])
  })
})
