import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './clock.ts'
import { entryOf, phoneProduct, readEntry, startBidding } from './testing/goods.ts'
import { SELLER_ID, USER_NAME } from './testing/merchant.ts'
import { advanceTo, type SandboxFixture, startSandboxFixture } from './testing/sandbox-fixture.ts'

let fixture: SandboxFixture
beforeEach(async () => {
  fixture = await startSandboxFixture()
})
afterEach(() => fixture.stop())

const bid = (entryId: number, buyer: number, amountFen: number) =>
  fixture.sandbox.control.placeBid({ entryId, buyer, amountFen })

describe('an auction from the entry to the settlement', () => {
  it('goes from a product to a settlement by client calls and simulated buyers alone', async () => {
    const { client, sandbox, receiver } = fixture
    sandbox.control.setBehaviour({ bid: true, defaultShare: 0 })
    const product = await client.createProduct(SELLER_ID, phoneProduct())
    const { list: sessions } = await client.listSessions(SELLER_ID, { days: 2, mode: 'open' })
    const session = sessions.find(
      (row) => row.status === 'scheduled' && row.cut_off_time * 1000 > sandbox.control.nowMs(),
    )
    if (!session) throw new Error('no session takes entries')
    const { request } = entryOf(fixture, product.product_id, 'open', {
      schedule_date: session.schedule_date,
      schedule_number: session.schedule_number,
      reserve_price: 150_000,
    })
    const { entry_id: entryId, status } = await client.uploadEntry(SELLER_ID, request)
    expect(status).toBe('accepted')

    await sandbox.control.advance(MINUTE_MS)
    expect(receiver.accepted.find((push) => push.kind === 'entryResult')?.body).toMatchObject({
      entry_id: entryId,
      task_result: 1,
      status: 'scheduled',
    })
    await advanceTo(fixture, session.start_time * 1000 + 1)
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'bidding' })
    await advanceTo(fixture, session.end_time * 1000 + HOUR_MS)
    const won = await readEntry(fixture, entryId)
    expect(won.deal_price).toBeGreaterThanOrEqual(150_000)
    const orderNo = won.order_no ?? ''

    const bids = await client.listBids(SELLER_ID, { entry_id: entryId })
    expect(bids.list[0]).toMatchObject({ amount: won.deal_price, result: 'won', type: 'open' })
    expect(bids.bid_count).toBe(bids.list.length)

    await sandbox.control.advance(6 * HOUR_MS)
    const paid = await client.orderDetail(SELLER_ID, { order_no: orderNo })
    expect(paid).toMatchObject({ order_status: 12, order_type: 4, pay_amount: won.deal_price })
    expect(paid.receiver_mobile).toMatch(/^1380013\d{4}$/)
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'closed', order_no: orderNo })
    expect(await client.auctionOrderDetail(SELLER_ID, { order_no: orderNo })).toMatchObject({
      entry_id: entryId,
      deal_price: won.deal_price,
      out_id: 'HJ0000000001',
      pre_pay_status: 2,
    })

    await client.shipOrder(SELLER_ID, {
      order_no: orderNo,
      waybill_no: 'SF1002001234567',
      express_code: 'shunfeng',
      express_name: '顺丰速运',
    })
    const shipped = await client.orderDetail(SELLER_ID, { order_no: orderNo })
    expect(shipped).toMatchObject({ order_status: 21, waybill_no: 'SF1002001234567' })
    expect(shipped.receiver_mobile).toBeUndefined()

    await sandbox.control.advance(11 * 24 * HOUR_MS)
    expect(await client.orderDetail(SELLER_ID, { order_no: orderNo })).toMatchObject({ order_status: 22 })
    const { list: settlements } = await client.listSettlements(SELLER_ID, { order_no: orderNo })
    expect(settlements).toHaveLength(1)
    const lines = Object.fromEntries(settlements[0]?.lines.map((line) => [line.type, line.amount]) ?? [])
    expect(lines).toEqual({
      deal: won.deal_price,
      serviceFee: Math.max(1_000, Math.floor(((won.deal_price ?? 0) * 200 + 5_000) / 10_000)),
      inspectionFee: 3_000,
    })
    const pushed = receiver.accepted.filter((push) => push.kind === 'order').map((push) => push.body.order_status)
    expect(pushed).toEqual([11, 12, 21, 22])
    const steps = receiver.accepted.filter((push) => push.kind === 'entry').map((push) => push.body.status)
    expect(steps).toEqual(['scheduled', 'bidding', 'won', 'closed'])
  })
})

describe('entries', () => {
  it('are refused by rules the shapes cannot say', async () => {
    const { client, sandbox } = fixture
    const { product_id: productId } = await client.createProduct(SELLER_ID, phoneProduct())
    const attempt = (changes: object) =>
      client.uploadEntry(SELLER_ID, entryOf(fixture, productId, 'sealed', changes).request)
    await expect(attempt({ reserve_price: 100_000 })).rejects.toMatchObject({ code: 100004 })
    await expect(attempt({ mode: 'open' })).rejects.toMatchObject({ code: 100004 })
    await expect(attempt({ schedule_number: '99' })).rejects.toMatchObject({ code: 100004 })
    await expect(attempt({ user_name: 'another' })).rejects.toMatchObject({ code: 100008 })
    await expect(attempt({ bid_step: 1_000 })).rejects.toMatchObject({ code: 100004 })
    await expect(
      client.uploadEntry(SELLER_ID + 1, entryOf(fixture, productId, 'sealed').request),
    ).rejects.toMatchObject({
      code: 100404,
    })
    await attempt({})
    await expect(attempt({})).rejects.toMatchObject({ code: 100409 })
    await sandbox.control.advance(MINUTE_MS)
    await client.publishProduct(SELLER_ID, { product_id: productId, user_name: [USER_NAME] }).then(
      () => expect.unreachable('a product in the auction market was published'),
      (error: unknown) => expect(error).toMatchObject({ code: 100409 }),
    )
  })

  it('are taken and withdrawn until the cut-off, not after', async () => {
    const { client } = fixture
    const { product_id: productId } = await client.createProduct(SELLER_ID, phoneProduct())
    const { session, request } = entryOf(fixture, productId, 'sealed')
    const { entry_id: entryId } = await client.uploadEntry(SELLER_ID, request)
    await client.withdrawEntry(SELLER_ID, { entry_id: entryId })
    await client.withdrawEntry(SELLER_ID, { entry_id: entryId })
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'withdrawn' })

    const second = await client.uploadEntry(SELLER_ID, request)
    await advanceTo(fixture, session.startMs - 30 * MINUTE_MS + 1)
    await expect(client.withdrawEntry(SELLER_ID, { entry_id: second.entry_id })).rejects.toMatchObject({ code: 100409 })
    const late = await client.createProduct(SELLER_ID, phoneProduct())
    await expect(client.uploadEntry(SELLER_ID, { ...request, product_id: late.product_id })).rejects.toMatchObject({
      code: 100409,
    })
  })

  it('are rejected with the ordered code', async () => {
    fixture.sandbox.control.failPublish('TOP_IMAGE_NOT_FOUND', '图片无法获取')
    const { client, sandbox, receiver } = fixture
    const { product_id: productId } = await client.createProduct(SELLER_ID, phoneProduct())
    const { entry_id: entryId } = await client.uploadEntry(SELLER_ID, entryOf(fixture, productId, 'open').request)
    await sandbox.control.advance(MINUTE_MS)
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'rejected', err_code: 'TOP_IMAGE_NOT_FOUND' })
    expect(receiver.accepted.find((push) => push.kind === 'entryResult')?.body).toMatchObject({ task_result: 2 })
  })
})

describe('sealed sessions', () => {
  it('hide all bids until the close; the highest wins, and of equal ones the earlier', async () => {
    const { client, sandbox } = fixture
    const { entryId, session } = await startBidding(fixture, 'sealed')
    bid(entryId, 1, 190_000)
    await sandbox.control.advance(MINUTE_MS)
    bid(entryId, 2, 200_000)
    await sandbox.control.advance(MINUTE_MS)
    bid(entryId, 1, 200_000)
    expect(() => bid(entryId, 2, 199_000)).toThrow('暗拍只能提高自己的出价')
    expect(await client.listBids(SELLER_ID, { entry_id: entryId })).toMatchObject({ revealed: false, list: [] })
    expect(await readEntry(fixture, entryId)).toMatchObject({ current_price: null, bid_count: null })

    await advanceTo(fixture, session.endMs + 1)
    const closed = await client.listBids(SELLER_ID, { entry_id: entryId })
    expect(closed).toMatchObject({ revealed: true, bid_count: 2, buyer_count: 2, highest_price: 200_000 })
    // The raise to the same amount came later: buyer 2 keeps the win.
    expect(closed.list.map((row) => row.result)).toEqual(['lost', 'won'])
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'won', deal_price: 200_000, extension_count: 0 })
  })
})

describe('open sessions', () => {
  it('ask for a step of the price band and show bids at once', async () => {
    const { entryId } = await startBidding(fixture, 'open')
    expect(() => bid(entryId, 1, 149_999)).toThrow('出价不能低于起拍价')
    bid(entryId, 1, 150_000)
    expect(() => bid(entryId, 1, 160_000)).toThrow('您已是当前最高出价')
    expect(() => bid(entryId, 2, 151_999)).toThrow('出价低于最低加价幅度')
    bid(entryId, 2, 152_000)
    const record = await fixture.client.listBids(SELLER_ID, { entry_id: entryId })
    expect(record.list.map((row) => [row.amount, row.result])).toEqual([
      [152_000, 'leading'],
      [150_000, 'outbid'],
    ])
    expect(record.list.every((row) => /^.\*\*$/.test(row.buyer_masked))).toBe(true)
  })

  it('are extended by two minutes after every bid of the last two minutes', async () => {
    const { entryId, session } = await startBidding(fixture, 'open')
    bid(entryId, 1, 190_000)
    expect(await readEntry(fixture, entryId)).toMatchObject({ extension_count: 0, end_time: session.endMs / 1000 })
    await advanceTo(fixture, session.endMs - 30 * SECOND_MS)
    bid(entryId, 2, 200_000)
    const firstEndMs = session.endMs + 90 * SECOND_MS
    expect(await readEntry(fixture, entryId)).toMatchObject({ extension_count: 1, end_time: firstEndMs / 1000 })
    await advanceTo(fixture, session.endMs + SECOND_MS)
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'bidding' })
    bid(entryId, 1, 210_000)
    await advanceTo(fixture, session.endMs + SECOND_MS + 2 * MINUTE_MS)
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'won', deal_price: 210_000, extension_count: 2 })
  })

  it('end unsold without a bid, and the product may be entered again', async () => {
    const { entryId, productId, session } = await startBidding(fixture, 'open')
    await advanceTo(fixture, session.endMs)
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'unsold', order_no: null })
    const again = await fixture.client.uploadEntry(SELLER_ID, entryOf(fixture, productId, 'sealed').request)
    expect(again.status).toBe('accepted')
  })
})

describe('below the reserve', () => {
  async function negotiate(): Promise<number> {
    const { entryId, session } = await startBidding(fixture, 'open')
    bid(entryId, 3, 170_000)
    await advanceTo(fixture, session.endMs)
    const entry = await readEntry(fixture, entryId)
    expect(entry).toMatchObject({ status: 'negotiating', current_price: 170_000 })
    expect(entry.negotiate_deadline).toBe(entry.end_time + 3_600)
    return entryId
  }

  it('the seller may accept: a deal at the offer', async () => {
    const entryId = await negotiate()
    await fixture.client.negotiateEntry(SELLER_ID, { entry_id: entryId, action: 'accept' })
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'won', deal_price: 170_000, bid_count: 1 })
    const { list } = await fixture.client.listBids(SELLER_ID, { entry_id: entryId })
    expect(list[0]).toMatchObject({ type: 'negotiated', result: 'won', amount: 170_000 })
    await expect(
      fixture.client.negotiateEntry(SELLER_ID, { entry_id: entryId, action: 'decline' }),
    ).rejects.toMatchObject({ code: 100409 })
  })

  it('the seller may decline: unsold', async () => {
    const entryId = await negotiate()
    await fixture.client.negotiateEntry(SELLER_ID, { entry_id: entryId, action: 'decline' })
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'unsold' })
  })

  it('silence for an hour means unsold', async () => {
    const entryId = await negotiate()
    await fixture.sandbox.control.advance(59 * MINUTE_MS)
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'negotiating' })
    await fixture.sandbox.control.advance(MINUTE_MS)
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'unsold' })
  })
})

describe('winners who do not pay', () => {
  it('default after 24 hours; the seller gets the pre-payment and may enter the unit again', async () => {
    const { entryId, productId, session } = await startBidding(fixture, 'sealed')
    bid(entryId, 1, 200_000)
    await advanceTo(fixture, session.endMs)
    const { order_no: orderNo } = await readEntry(fixture, entryId)
    await fixture.sandbox.control.advance(24 * HOUR_MS - 1)
    expect(await fixture.client.orderDetail(SELLER_ID, { order_no: orderNo ?? '' })).toMatchObject({ order_status: 11 })
    await fixture.sandbox.control.advance(1)
    expect(await fixture.client.orderDetail(SELLER_ID, { order_no: orderNo ?? '' })).toMatchObject({
      order_status: 24,
      cancel_reason: '买家违约',
    })
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'defaulted' })
    const { list } = await fixture.client.listSettlements(SELLER_ID, {})
    expect(list[0]?.lines).toEqual([{ type: 'penalty', direction: 'in', amount: 10_000 }])
    const again = await fixture.client.uploadEntry(SELLER_ID, entryOf(fixture, productId, 'open').request)
    expect(again.status).toBe('accepted')
  })

  it('are replaced by a forced outcome where a test needs one', async () => {
    const { entryId } = await startBidding(fixture, 'open')
    expect(fixture.sandbox.control.concludeEntry(entryId, { priceFen: 199_900 })).toBe('won')
    const { order_no: orderNo } = await readEntry(fixture, entryId)
    fixture.sandbox.control.payOrder(orderNo ?? '')
    expect(() => fixture.sandbox.control.payOrder(orderNo ?? '')).toThrow('订单不是待付款状态')
    expect(await fixture.client.orderDetail(SELLER_ID, { order_no: orderNo ?? '' })).toMatchObject({
      order_status: 12,
      pay_amount: 199_900,
    })
  })

  it('keep the offers below the reserve when they are ended without a buyer', async () => {
    const { entryId } = await startBidding(fixture, 'open')
    bid(entryId, 1, 160_000)
    bid(entryId, 2, 190_000)
    expect(fixture.sandbox.control.concludeEntry(entryId, { priceFen: null })).toBe('unsold')
    const { list } = await fixture.client.listBids(SELLER_ID, { entry_id: entryId })
    expect(list.map((row) => [row.amount, row.result])).toEqual([[160_000, 'lost']])
  })

  it('take bids before their session where a test needs them to', async () => {
    const { client, sandbox } = fixture
    const { product_id: productId } = await client.createProduct(SELLER_ID, phoneProduct())
    const { entry_id: entryId } = await client.uploadEntry(SELLER_ID, entryOf(fixture, productId, 'open').request)
    expect(() => sandbox.control.startEntry(entryId)).toThrow('商品不在待拍中')
    await sandbox.control.advance(30_000)
    expect(() => sandbox.control.placeBid({ entryId, buyer: 1, amountFen: 160_000 })).toThrow('商品不在竞拍中')
    sandbox.control.startEntry(entryId)
    sandbox.control.placeBid({ entryId, buyer: 1, amountFen: 160_000 })
    expect(await readEntry(fixture, entryId)).toMatchObject({ status: 'bidding' })
    expect(await client.listBids(SELLER_ID, { entry_id: entryId })).toMatchObject({
      bid_count: 1,
      highest_price: 160_000,
    })
    expect(() => sandbox.control.startEntry(entryId)).toThrow('商品不在待拍中')
  })
})
