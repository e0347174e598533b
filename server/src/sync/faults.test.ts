import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { auctionSessions, goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { shipmentHandling } from '@huanji/contract/features/order/order'
import { PHONE_CATEGORY_ID, SP_BIZ_TYPES } from '@huanji/marketplace/protocol/categories'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  HOUR_MS,
  type OnSale,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from './testing/trading-gateway.ts'

const CREATE = '/api/open/product/create'
const UPLOAD = '/api/sandbox/auction/entry/upload'
const SHIP = '/api/open/order/ship'
const MINUTE_MS = 60_000
/** How long an answer that never comes is waited for here: each of them takes the test so long. */
const TIMEOUT_MS = 800

let gateway: TradingGateway
let owner: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway({ timeoutMs: TIMEOUT_MS })
  owner = await gateway.shopOwner('清风手机')
})
afterAll(() => gateway.close())
afterEach(() => gateway.control.setFaults({ latencyMs: 0, pushTwice: false, pushOutOfOrder: false, dropPushes: false }))

const actionsOf = async (orderId: string) =>
  (await gateway.data(auctionOrder.statuslog, { orderId }, owner.login)).history.map((line) => line.action)

describe('publishing to a marketplace that fails', () => {
  it.each([
    { path: CREATE, kind: 'product' },
    { path: UPLOAD, kind: 'entry' },
  ])('makes one $kind when the answer is lost after the effect', async ({ path, kind }) => {
    const before = gateway.countAtMarket(kind)
    const unit = await gateway.published(owner)
    gateway.control.failNext({ kind: 'hang', path, afterEffect: true })
    await gateway.runJobs()
    await gateway.retryUntilQuiet()
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'on_sale', failure: null })
    expect(gateway.countAtMarket(kind)).toBe(before + 1)
  })

  it('waits and says so while the marketplace cannot be reached, and goes on when it can', async () => {
    const unit = await gateway.published(owner)
    gateway.control.failNext({ kind: 'http', path: CREATE, status: 503, times: 2 })
    await gateway.runJobs()
    const waiting = await gateway.listing(owner, unit)
    expect(waiting.state).toBe('publishing')
    expect(waiting.failure?.message).toContain('自动重试')
    await gateway.retryUntilQuiet()
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'on_sale', failure: null })
  })

  it('takes a refusal of the product as final, names the reason and frees the unit', async () => {
    const unit = await gateway.published(owner)
    const msg = '请求参数错误，field "title" 含有违禁词'
    gateway.control.failNext({ kind: 'refuse', path: CREATE, code: 100004, msg })
    await gateway.runJobs()
    const failed = await gateway.listing(owner, unit)
    expect(failed).toMatchObject({ state: 'publish_failed', entry: { state: 'closed' } })
    expect(failed.failure?.message).toBe('闲鱼拒绝发布：标题含有违禁词')
    const { state } = await gateway.data(
      detRecord.getDetRecordDetails,
      { inspectionId: unit.inspectionId },
      owner.login,
    )
    expect(state).toBe('listable')
  })

  it('explains the verdict of the market with advice, and lists the unit again afterwards', async () => {
    const unit = await gateway.published(owner)
    gateway.control.failPublish('TOP_ITEM_ADD_FAIL', 'USER_NEED_XIANYU_REAL_VERIFY:未实名')
    await gateway.runJobs()
    await gateway.pass(MINUTE_MS)
    const failed = await gateway.listing(owner, unit)
    expect(failed).toMatchObject({ state: 'publish_failed' })
    expect(failed.failure?.message).toBe('卖家未完成闲鱼实名认证：请在闲鱼App完成实名认证')
    const listings = [await gateway.row(owner, [unit.inspectionId])]
    const { results } = await gateway.data(goods.publish, { channel: 'auction', listings }, owner.login)
    expect(results).toMatchObject([{ ok: true }])
  })

  it('keeps an entry running that the market will not give back, and says why', async () => {
    const unit = await gateway.onSale(owner)
    gateway.control.failNext({
      kind: 'refuse',
      path: '/api/sandbox/auction/entry/withdraw',
      code: 100409,
      msg: '场次已截止报名，不能撤回',
    })
    const rows = [{ listingId: unit.listingId }]
    const { results } = await gateway.data(goods.operate, { action: 'off_shelf', rows }, owner.login)
    expect(results).toMatchObject([{ ok: true }])
    expect(await gateway.listing(owner, unit)).toMatchObject({
      state: 'on_sale',
      desired: { want: 'off_shelf', state: 'pending' },
    })
    await gateway.runJobs()
    const kept = await gateway.listing(owner, unit)
    expect(kept).toMatchObject({ state: 'on_sale', entry: { state: 'scheduled' } })
    expect(kept.failure?.message).toContain('下架未成功')
    expect(kept.desired).toMatchObject({ want: 'off_shelf', state: 'refused' })
  })
})

describe('deleting at a marketplace that fails', () => {
  const DELETE = '/api/open/product/delete'
  const operate = async ({ listingId }: OnSale, action: 'off_shelf' | 'delete') => {
    const { results } = await gateway.data(goods.operate, { action, rows: [{ listingId }] }, owner.login)
    expect(results).toMatchObject([{ ok: true }])
    await gateway.runJobs()
  }
  const countHere = async ({ imei }: OnSale) => (await gateway.data(goods.list, { code: imei }, owner.login)).total

  it('defect: a listing that the marketplace would not delete was gone here', async () => {
    const unit = await gateway.onSale(owner)
    await operate(unit, 'off_shelf')
    const msg = '商品有未完结的交易，不能删除'
    gateway.control.failNext({ kind: 'refuse', path: DELETE, code: 100409, msg })
    await operate(unit, 'delete')
    const kept = await gateway.listing(owner, unit)
    expect(kept).toMatchObject({ state: 'off_shelf', desired: { want: 'deleted', state: 'refused' } })
    expect(kept.failure?.message).toBe(`删除未成功：${msg}`)
    expect(kept.allowedActions).toEqual(expect.arrayContaining(['retry', 'giveUp', 'delete']))
    expect(await countHere(unit)).toBe(1)
    await operate(unit, 'delete')
    expect(await countHere(unit)).toBe(0)
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'deleted', desired: null, failure: null })
  })

  it('deletes once, though the answer is lost after the effect', async () => {
    const unit = await gateway.onSale(owner)
    await operate(unit, 'off_shelf')
    gateway.control.failNext({ kind: 'hang', path: DELETE, afterEffect: true })
    await operate(unit, 'delete')
    await gateway.retryUntilQuiet()
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'deleted', desired: null })
  })
})

describe('pushes that are doubled, shuffled, late or lost', () => {
  it('come out right when each is sent twice and the newest first', async () => {
    gateway.control.setFaults({ pushTwice: true, pushOutOfOrder: true })
    const unit = await gateway.onSale(owner)
    const order = await gateway.paid(owner, unit)
    await gateway.data(auctionOrder.delivery, gateway.shipmentInput(order, unit), owner.login)
    await gateway.pass(1000)
    gateway.control.confirmReceipt(order.orderNo)
    await gateway.pass(1000)
    expect((await gateway.detail(owner, order.orderId)).state).toBe('completed')
    expect(await actionsOf(order.orderId)).toEqual(['place', 'pay', 'ship', 'deliverySynced', 'confirmReceipt'])
  })

  it('are made up for by polling, with every state in the history', async () => {
    const unit = await gateway.onSale(owner)
    gateway.control.setFaults({ dropPushes: true })
    gateway.control.concludeEntry(gateway.remoteEntry(unit), { priceFen: 210_000 })
    const { order: orders = {} } = gateway.control.dump()
    const orderNo = Object.keys(orders).sort().at(-1) ?? ''
    gateway.control.payOrder(orderNo)
    await gateway.pass(HOUR_MS)
    const { list } = await gateway.data(auctionOrder.list, { code: unit.imei }, owner.login)
    expect(list).toEqual([])
    await gateway.poll(owner.seller)
    const order = await gateway.orderOf(owner, unit)
    expect(order).toMatchObject({ orderNo, state: 'awaiting_shipment', dealPriceFen: 210_000 })
    expect(await actionsOf(order.orderId)).toEqual(['place', 'pay'])
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'sold_off_shelf', entry: { state: 'closed' } })
    const again = await gateway.detail(owner, order.orderId)
    await gateway.poll(owner.seller)
    expect(await gateway.detail(owner, order.orderId)).toEqual(again)
  })

  it('keep an order for goods that were entered elsewhere, without a listing', async () => {
    const entryId = await enteredElsewhere()
    gateway.control.concludeEntry(entryId, { priceFen: 205_000 })
    await gateway.pass(1000)
    const { list } = await gateway.data(auctionOrder.list, { pageSize: 1 }, owner.login)
    expect(list[0]).toMatchObject({ listingId: null, title: '在别处上架的手机', dealPriceFen: 205_000, bagCode: null })
    expect(list[0]).toMatchObject({ state: 'awaiting_payment', scheduleNumber: expect.stringMatching(/^\d{2}$/) })
  })
})

/** Goods that the merchant put into an auction with another tool; gives the number of the entry. */
async function enteredElsewhere(): Promise<number> {
  const { marketplace } = gateway.services
  const { sellerId } = owner.seller
  const session = await gateway.session(owner)
  const place = { user_name: `shop${sellerId}`, province: 440_000, city: 440_300, district: 440_305 }
  const { product_id: productId } = await marketplace.createProduct(sellerId, {
    item_biz_type: 2,
    sp_biz_type: SP_BIZ_TYPES.phone,
    channel_cat_id: PHONE_CATEGORY_ID,
    price: 100_000,
    express_fee: 0,
    stock: 1,
    publish_shop: [{ ...place, title: '在别处上架的手机', content: '在别处上架', images: ['http://127.0.0.1/a.jpg'] }],
  })
  const { entry_id: entryId } = await marketplace.uploadEntry(sellerId, {
    product_id: productId,
    user_name: place.user_name,
    schedule_date: session.scheduleDate,
    schedule_number: session.scheduleNumber,
    mode: session.mode,
    start_price: 100_000,
    degree: 'B 9成新',
    report: {
      summary: '正常',
      items: [{ group_name: '外观', question_name: '屏幕', answer_name: '完好', answer_type: 1 }],
    },
  })
  await gateway.pass(MINUTE_MS)
  return entryId
}

describe('telling the marketplace of a shipment', () => {
  const shipped = async () => {
    const unit = await gateway.onSale(owner)
    const order = await gateway.paid(owner, unit)
    return { unit, order }
  }

  it('ships once when the answer is lost after the effect', async () => {
    const { unit, order } = await shipped()
    gateway.control.failNext({ kind: 'hang', path: SHIP, afterEffect: true })
    await gateway.data(auctionOrder.delivery, gateway.shipmentInput(order, unit), owner.login)
    await gateway.runJobs()
    await gateway.retryUntilQuiet()
    expect(await gateway.detail(owner, order.orderId)).toMatchObject({ state: 'shipped', deliverySync: 'done' })
  })

  it('shows a refusal on the order, and takes a corrected waybill', async () => {
    const { unit, order } = await shipped()
    const msg = '请求参数错误, field "waybill_no" 运单号不存在'
    gateway.control.failNext({ kind: 'refuse', path: SHIP, code: 100004, msg })
    const wrong = gateway.shipmentInput(order, unit, { carrierCode: 'OTHER', waybill: 'AB12300000' })
    await gateway.data(auctionOrder.delivery, wrong, owner.login)
    await gateway.runJobs()
    const refused = await gateway.detail(owner, order.orderId)
    expect(refused).toMatchObject({ state: 'shipped', deliverySync: 'failed' })
    expect(refused.deliveryFailure).toContain('运单号')
    const corrected = gateway.shipmentInput(order, unit, { waybill: 'SF9876543210987' })
    await gateway.data(auctionOrder.delivery, corrected, owner.login)
    await gateway.pass(1000)
    const told = await gateway.detail(owner, order.orderId)
    expect(told).toMatchObject({ deliverySync: 'done', deliveryFailure: '', waybill: 'SF9876543210987' })
  })

  it('says what to do when the marketplace closed the order meanwhile', async () => {
    const { unit, order } = await shipped()
    gateway.control.setFaults({ dropPushes: true })
    gateway.clock.advance(25 * HOUR_MS)
    await gateway.control.advance(25 * HOUR_MS)
    await gateway.data(auctionOrder.delivery, gateway.shipmentInput(order, unit), owner.login)
    await gateway.runJobs()
    const late = await gateway.detail(owner, order.orderId)
    expect(late).toMatchObject({ state: 'shipped', deliverySync: 'failed' })
    expect(late.deliveryFailure).toContain('请确认包裹是否已寄出')
    await gateway.poll(owner.seller)
    expect(await gateway.detail(owner, order.orderId)).toMatchObject({ state: 'closed', deliverySync: 'failed' })
  })
})

describe('a marketplace that is away for longer than any job is tried', () => {
  const away = (hours: number) => gateway.control.beAway({ kind: 'http', status: 503, durationMs: hours * HOUR_MS })
  const passHours = async (hours: number) => {
    for (let part = 0; part < hours * 3; part += 1) await gateway.pass(20 * MINUTE_MS)
  }
  const operate = async (action: 'off_shelf' | 'change_price' | 'delete', row: object & { listingId: string }) =>
    (await gateway.data(goods.operate, { action, rows: [row] }, owner.login)).results[0]
  const entryAtMarket = (unit: OnSale) =>
    gateway.control.dump().entry?.[String(gateway.remoteEntry(unit))] as { status: string; startPriceFen: number }

  /** A unit in a session that is far enough away to outlast an outage. */
  async function onSaleLater(): Promise<OnSale> {
    const { sessions } = await gateway.data(auctionSessions.sessions, {}, owner.login)
    const last = sessions.at(-1)
    expect(Date.parse(last?.cutOffAt ?? '') - gateway.clock.now().getTime()).toBeGreaterThan(10 * HOUR_MS)
    return gateway.onSale(owner, { scheduleDate: last?.scheduleDate, scheduleNumber: last?.scheduleNumber })
  }

  it('loses no request to take a listing off: both sides are off, and it can be deleted then', async () => {
    const unit = await onSaleLater()
    away(5)
    expect(await operate('off_shelf', { listingId: unit.listingId })).toMatchObject({ ok: true })
    await passHours(4)
    const waiting = await gateway.listing(owner, unit)
    expect(waiting).toMatchObject({ state: 'on_sale', desired: { want: 'off_shelf', state: 'pending' } })
    expect(waiting.failure?.message).toContain('自动重试')
    const refused = await operate('delete', { listingId: unit.listingId })
    expect(refused).toMatchObject({ ok: false, refusal: 'STATE_CHANGED' })
    await passHours(2)
    expect(await gateway.listing(owner, unit)).toMatchObject({ state: 'off_shelf', desired: null, failure: null })
    expect(entryAtMarket(unit).status).toBe('withdrawn')
    expect(await operate('delete', { listingId: unit.listingId })).toMatchObject({ ok: true })
  })

  it('loses no change of a price: both sides come to the new one, and nothing says that it succeeded before', async () => {
    const unit = await onSaleLater()
    away(5)
    const prices = { startPriceFen: 155_000, reservePriceFen: 185_000, priceConfirmed: true }
    expect(await operate('change_price', { listingId: unit.listingId, ...prices })).toMatchObject({ ok: true })
    await passHours(4)
    const waiting = await gateway.listing(owner, unit)
    expect(waiting).toMatchObject({ state: 'on_sale', desired: { want: 'change_price', state: 'pending' } })
    expect(waiting.entry).toMatchObject({ startPriceFen: 150_000 })
    await passHours(2)
    const after = await gateway.listing(owner, unit)
    expect(after).toMatchObject({ state: 'on_sale', desired: null, failure: null, entry: { startPriceFen: 155_000 } })
    expect(entryAtMarket(unit)).toMatchObject({ status: 'scheduled', startPriceFen: 155_000 })
  })

  it('loses no shipment, and tells it once', async () => {
    const unit = await gateway.onSale(owner)
    const order = await gateway.paid(owner, unit)
    away(5)
    await gateway.data(auctionOrder.delivery, gateway.shipmentInput(order, unit), owner.login)
    await passHours(4)
    const waiting = await gateway.detail(owner, order.orderId)
    expect(waiting).toMatchObject({ state: 'shipped', deliverySync: 'pending', desired: { state: 'pending' } })
    await passHours(2)
    expect(await gateway.detail(owner, order.orderId)).toMatchObject({ deliverySync: 'done', desired: null })
  })

  it('can be asked again by hand, which waits for no back-off', async () => {
    const unit = await gateway.onSale(owner)
    const order = await gateway.paid(owner, unit)
    away(1)
    await gateway.data(auctionOrder.delivery, gateway.shipmentInput(order, unit), owner.login)
    for (let tries = 0; tries < 5; tries += 1) await gateway.pass(10 * MINUTE_MS)
    gateway.control.comeBack()
    expect(await gateway.detail(owner, order.orderId)).toMatchObject({ deliverySync: 'pending' })
    await gateway.data(shipmentHandling.retry, { orderId: order.orderId }, owner.login)
    await gateway.runJobs()
    expect(await gateway.detail(owner, order.orderId)).toMatchObject({ deliverySync: 'done', desired: null })
    expect(await gateway.refusalOf(shipmentHandling.retry, { orderId: order.orderId }, owner)).toBe('STATE_CHANGED')
  })
})
