import { refund } from '@huanji/contract/features/refund/refund-calls'
import { formatFen } from '@huanji/domain/money'
import { NEAR_MS } from '@huanji/domain/notices/near'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tellOfDeadlines, tellOfSupplies } from '../modules/notice-centre/due.ts'
import { claims } from '../modules/refund/testing/claims.ts'
import { afterSaleTrade } from './testing/after-sale.ts'
import { HOUR_MS, type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('长风数码')
})
afterAll(() => gateway.close())

interface Told {
  readonly kind: string
  readonly channel: string | null
  readonly subject_id: string | null
  readonly label: string
  readonly detail: string
  readonly due_at: Date | string | null
}

async function told(kind: string): Promise<Told[]> {
  const text =
    'select kind, channel, subject_id, label, detail, due_at from notice where merchant_id = $1 and kind = $2 order by at, id'
  return (await gateway.database.open.ownerQuery(text, [owner.seller.merchantId, kind])).rows as Told[]
}

const tenant = <T>(work: Parameters<TradingGateway['db']['tenant']>[1]) =>
  gateway.db.tenant(owner.seller.merchantId, work) as Promise<T>
const lookAtDeadlines = () => tenant<void>((tx) => tellOfDeadlines(tx, gateway.clock.now()))
const lookAtSupplies = () => tenant<void>((tx) => tellOfSupplies(tx, gateway.clock.now()))

describe('of the trade', () => {
  it('a new order is told of once, however often it is heard of', async () => {
    const unit = await gateway.onSale(owner)
    const { orderId } = await gateway.sold(owner, unit)
    await gateway.poll(owner.seller)
    await gateway.poll(owner.seller)
    const about = { kind: 'newOrder', channel: 'auction', subject_id: orderId, detail: '', due_at: null }
    expect(await told('newOrder')).toEqual([{ ...about, label: expect.stringContaining('iPhone') }])
  })

  it('an order from before a shop was bound is not news', async () => {
    const before = (await told('newOrder')).length
    const unit = await gateway.onSale(owner)
    gateway.control.concludeEntry(gateway.remoteEntry(unit), { priceFen: 200_000 })
    // nobody hears of it for two days
    gateway.clock.advance(48 * HOUR_MS)
    await gateway.poll(owner.seller)
    await gateway.runJobs()
    await gateway.orderOf(owner, unit)
    expect(await told('newOrder')).toHaveLength(before)
  })

  it('a deadline that is near is told of once, and another one anew', async () => {
    const unit = await gateway.onSale(owner)
    const { orderId, deadlineAt } = await gateway.paid(owner, unit)
    if (deadlineAt === null) throw new Error('a paid order has a deadline')
    await lookAtDeadlines()
    expect(await told('orderDeadlineNear')).toEqual([])
    const untilMs = Date.parse(deadlineAt) - gateway.clock.now().getTime()
    gateway.clock.advance(untilMs - NEAR_MS.shipping)
    await lookAtDeadlines()
    await lookAtDeadlines()
    expect((await told('orderDeadlineNear')).map((one) => one.subject_id)).toEqual([orderId])
    const later = new Date(Date.parse(deadlineAt) + 60_000)
    await gateway.database.open.ownerQuery('update sale_order set deadline_at = $1 where id = $2', [later, orderId])
    gateway.clock.advance(120_000)
    await lookAtDeadlines()
    expect((await told('orderDeadlineNear')).map((one) => one.subject_id)).toEqual([orderId, orderId])
    gateway.clock.advance(NEAR_MS.shipping)
    await lookAtDeadlines()
    expect(await told('orderDeadlineNear')).toHaveLength(2)
  })

  it('a shop whose consent ends is told of a week before, and few bags until more are registered', async () => {
    const until = new Date(gateway.clock.now().getTime() + NEAR_MS.shopConsent + 1_000)
    await gateway.database.open.ownerQuery('update shop_account set authorised_until = $1 where id = $2', [
      until,
      owner.shopAccountId,
    ])
    await lookAtSupplies()
    expect(await told('shopExpiring')).toEqual([])
    gateway.clock.advance(2_000)
    await lookAtSupplies()
    await lookAtSupplies()
    expect(await told('shopExpiring')).toMatchObject([{ subject_id: owner.shopAccountId, label: '长风数码小店' }])
    expect(await told('bagsLow')).toMatchObject([{ detail: expect.stringMatching(/未使用的封袋(只剩 \d+ 个|已用完)/) }])
    const again = 'update seal_bag set registered_at = $2 where merchant_id = $1'
    await gateway.database.open.ownerQuery(again, [owner.seller.merchantId, gateway.clock.now()])
    await lookAtSupplies()
    expect(await told('bagsLow')).toHaveLength(2)
  })

  it('what the marketplace refuses to publish is told of with the reason', async () => {
    gateway.control.failPublish('TOP_IMAGE_NOT_FOUND', '图片不存在')
    const { listingId } = await gateway.onSale(owner)
    await gateway.poll(owner.seller)
    const about = { channel: 'auction', subject_id: listingId, detail: expect.stringContaining('图片') }
    expect(await told('publicationFailed')).toMatchObject([about])
  })

  it('a case is told of when it is opened, when its time is nearly over, and once in each step', async () => {
    const trade = afterSaleTrade(gateway, owner)
    const [orderNo = ''] = await trade.orders('curated', 1)
    gateway.control.openRefund({ orderNo, kind: 'refundOnly', detail: '成色不符' })
    await gateway.pass(1_000)
    await gateway.poll(owner.seller)
    const { refundId, deadlineAt } = await trade.caseOf(orderNo)
    expect(await told('refundOpened')).toMatchObject([{ channel: 'curated', subject_id: refundId, detail: '仅退款' }])
    await lookAtDeadlines()
    expect(await told('refundDeadlineNear')).toEqual([])
    gateway.clock.advance(Date.parse(deadlineAt ?? '') - gateway.clock.now().getTime() - NEAR_MS.refund)
    await lookAtDeadlines()
    await lookAtDeadlines()
    const near = await told('refundDeadlineNear')
    expect(near).toMatchObject([{ channel: 'curated', subject_id: refundId, detail: '仅退款 · 等您处理' }])
  })

  it('a payment above somebody’s limit is told of to whoever may decide, once', async () => {
    const clerk = await gateway.colleague(owner, '客服小李', [refund.agree.path, refund.auctionDetail.path])
    const { refundId } = await claims(gateway).opened(owner, 'refundOnly')
    await gateway.data(refund.agree, { refundId, note: '已核实' }, clerk.login)
    const asked = (await told('refundNeedsDecision')).filter((one) => one.subject_id === refundId)
    expect(asked).toMatchObject([{ channel: 'auction', detail: expect.stringMatching(/待批准$/) }])
    await gateway.poll(owner.seller)
    expect((await told('refundNeedsDecision')).filter((one) => one.subject_id === refundId)).toEqual(asked)
  })

  it('a verdict that leaves the plan to the merchant is told of once', async () => {
    const { refundId, orderNo } = await claims(gateway).opened(owner, 'priceDifference', { isReceived: true })
    gateway.control.giveVerdict(orderNo, 'buyer', 10_000)
    for (let time = 0; time < 2; time += 1) {
      await gateway.pass(1_000)
      await gateway.poll(owner.seller)
    }
    const about = (await told('refundNeedsDecision')).filter((one) => one.subject_id === refundId)
    expect(about).toMatchObject([{ channel: 'auction', detail: '平台已判定，请选处理办法' }])
  })

  it('defect: money that went because nobody acted in time was told of to nobody', async () => {
    const trade = afterSaleTrade(gateway, owner)
    const [orderNo = ''] = await trade.orders('curated', 1)
    gateway.control.openRefund({ orderNo, kind: 'refundOnly', detail: '成色不符' })
    await gateway.pass(1_000)
    await gateway.poll(owner.seller)
    const { refundId, amountFen } = await trade.caseOf(orderNo)
    await gateway.pass(49 * 3_600_000)
    await gateway.poll(owner.seller)
    expect((await trade.caseOf(orderNo)).state).toBe('succeeded')
    const lost = (await told('refundTimedOut')).filter((one) => one.subject_id === refundId)
    expect(lost).toMatchObject([{ channel: 'curated', detail: `超时，已自动退款 ${formatFen(amountFen ?? 0)}` }])
  })
})
