import type { InputOf } from '@huanji/contract/call'
import { homeCards } from '@huanji/contract/features/home/calls'
import { goods } from '@huanji/contract/features/listing/goods'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { shipmentHandling } from '@huanji/contract/features/order/order'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { REFUSED_REQUESTS, type RefusedRequest, type RefusedSubject } from '@huanji/contract/refused-requests'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claims } from '../modules/refund/testing/claims.ts'
import { findRequest, writeRequest } from '../modules/request/store.ts'
import { refuseRequest } from './requests/refusing.ts'
import { curatedTrade } from './testing/curated-trade.ts'
import {
  HOUR_MS,
  type OnSale,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from './testing/trading-gateway.ts'

const SHIP = '/api/open/order/ship'
let gateway: TradingGateway
let owner: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('被拒手机')
})
afterAll(() => gateway.close())

const sql = async (text: string, values: readonly unknown[]) =>
  (await gateway.database.open.ownerQuery(text, [owner.seller.merchantId, ...values])).rows as Record<string, unknown>[]
const noticesOf = (kind: string, subjectId: string) =>
  sql('select detail from notice where merchant_id = $1 and kind = $2 and subject_id = $3 order by at', [
    kind,
    subjectId,
  ])
const decisions = async () => (await gateway.data(homeCards.decisions, {}, owner.login)).decisions
const cards = async () => (await gateway.data(merchant.business, {}, owner.login)).todos
const bagState = async (code: string) =>
  (await sql('select state from seal_bag where merchant_id = $1 and bag_code = $2', [code]))[0]?.state
const recordState = async ({ inspectionId }: OnSale) =>
  (await sql('select state from inspection where merchant_id = $1 and id = $2', [inspectionId]))[0]?.state

const refuseNextShipment = () => {
  const msg = '请求参数错误, field "waybill_no" expected another number'
  gateway.control.failNext({ kind: 'refuse', path: SHIP, code: 100_004, msg })
}

/** An order whose parcel is packed, and whose shipment the marketplace refused for good. */
async function refusedOrder() {
  const unit = await gateway.onSale(owner)
  const order = await gateway.paid(owner, unit)
  refuseNextShipment()
  const waybill = `SF${String(Date.parse(order.orderedAt)).padStart(13, '0').slice(-13)}`
  await gateway.data(auctionOrder.delivery, gateway.shipmentInput(order, unit, { waybill }), owner.login)
  await gateway.runJobs()
  return { unit, order, detail: () => gateway.detail(owner, order.orderId) }
}

const isRefused = async (orderId: string) =>
  (await gateway.data(auctionOrder.list, { refused: 'shipped' }, owner.login)).list.some(
    (row) => row.orderId === orderId,
  )

describe('a shipment that the marketplace refused for good', () => {
  it('defect: counted as shipped, without its deadline, without a word', async () => {
    const { order, detail, unit } = await refusedOrder()
    const refused = await detail()
    expect(refused).toMatchObject({ deliverySync: 'failed', deadlineAt: order.deadlineAt })
    expect(order.deadlineAt).not.toBeNull()
    expect(refused.deliveryFailure).toBe('闲鱼拒绝了发货：运单号不符合闲鱼的要求，请更正后改运单')
    expect(await isRefused(order.orderId)).toBe(true)
    const card = (await decisions()).find(({ key }) => key === 'shipmentsRefused')
    expect(card).toMatchObject({ label: '发货被拒', count: 1, nearestDeadline: order.deadlineAt })
    expect(card?.link).toBe('/sale/order?refused=shipped')
    expect((await cards()).find(({ key }) => key === 'shipments_refused')).toMatchObject({ count: 1 })
    expect(await noticesOf('shipmentRefused', order.orderId)).toEqual([{ detail: refused.deliveryFailure }])
    const right = gateway.shipmentInput(order, unit, { waybill: 'SF7000000000001' })
    await gateway.data(auctionOrder.delivery, right, owner.login)
    expect(await detail()).toMatchObject({ deliverySync: 'pending', deadlineAt: order.deadlineAt })
    await gateway.pass(1_000)
    expect(await detail()).toMatchObject({ deliverySync: 'done', deadlineAt: null })
    expect(await isRefused(order.orderId)).toBe(false)
  })

  it('stands in its list by its deadline, like what is to be shipped', async () => {
    const [late, soon] = [await refusedOrder(), await refusedOrder()]
    await sql(
      `update sale_order set deadline_at = deadline_at - interval '5 hours' where merchant_id = $1 and id = $2`,
      [soon.order.orderId],
    )
    const { list, sort } = await gateway.data(auctionOrder.list, { refused: 'shipped' }, owner.login)
    expect(sort).toBe('deadline.asc')
    expect(list.map(({ orderId }) => orderId)).toEqual([soon.order.orderId, late.order.orderId])
    for (const { order } of [late, soon])
      await gateway.data(shipmentHandling.giveUp, { orderId: order.orderId }, owner.login)
  })

  it('that is given up waits for its parcel again, with phone and bag', async () => {
    const { unit, order, detail } = await refusedOrder()
    expect(await bagState(unit.bagCode)).toBe('shipped')
    await gateway.data(shipmentHandling.giveUp, { orderId: order.orderId }, owner.login)
    const back = await detail()
    expect(back).toMatchObject({ state: 'awaiting_shipment', deliverySync: 'none', waybill: '', desired: null })
    expect(back.units).toMatchObject([{ dispatchState: 'pending', bagCode: unit.bagCode }])
    expect(await bagState(unit.bagCode)).toBe('bound')
    const again = gateway.shipmentInput(order, unit, { waybill: 'SF7000000000002' })
    await gateway.data(auctionOrder.delivery, again, owner.login)
    await gateway.pass(1_000)
    expect(await detail()).toMatchObject({ state: 'shipped', deliverySync: 'done' })
  })

  it('defect: of an order that closed meanwhile offered another try, and kept the phone', async () => {
    const { unit, order, detail } = await refusedOrder()
    await gateway.pass(25 * HOUR_MS)
    await gateway.poll(owner.seller)
    const closed = await detail()
    expect(closed).toMatchObject({ state: 'closed', deliverySync: 'failed', deadlineAt: null })
    expect(closed.deliveryFailure).toContain('请确认包裹是否已寄出')
    expect(closed.allowedActions).toContain('settleParcel')
    expect(closed.allowedActions).not.toEqual(expect.arrayContaining(['retry']))
    expect(closed.allowedActions).not.toEqual(expect.arrayContaining(['giveUp']))
    expect(await isRefused(order.orderId)).toBe(true)
    expect(await noticesOf('shipmentRefused', order.orderId)).toHaveLength(2)
    expect(await gateway.refusalOf(shipmentHandling.retry, { orderId: order.orderId }, owner)).toBe('STATE_CHANGED')
    await gateway.data(shipmentHandling.settle, { orderId: order.orderId, hasLeft: false }, owner.login)
    expect(await detail()).toMatchObject({ state: 'closed', deliverySync: 'none', desired: null, waybill: '' })
    expect(await isRefused(order.orderId)).toBe(false)
    expect([await bagState(unit.bagCode), await recordState(unit)]).toEqual(['bound', 'listable'])
    expect((await gateway.listing(owner, unit)).state).toBe('off_shelf')
    const twice = { orderId: order.orderId, hasLeft: false }
    expect(await gateway.refusalOf(shipmentHandling.settle, twice, owner)).toBe('STATE_CHANGED')
  })

  it('and whose parcel left all the same keeps its phone out of the stock', async () => {
    const { unit, order, detail } = await refusedOrder()
    await gateway.pass(25 * HOUR_MS)
    await gateway.poll(owner.seller)
    await gateway.data(shipmentHandling.settle, { orderId: order.orderId, hasLeft: true }, owner.login)
    expect(await detail()).toMatchObject({ deliverySync: 'none', units: [{ dispatchState: 'shipped' }] })
    expect([await bagState(unit.bagCode), await recordState(unit)]).toEqual(['shipped', 'sold'])
    expect(await isRefused(order.orderId)).toBe(false)
  })

  it('is the same on the curated channel', async () => {
    const trade = curatedTrade(gateway)
    const listing = await trade.single(owner)
    const order = await trade.sold(owner, listing)
    refuseNextShipment()
    const scans = [{ unitCode: listing.phones[0]?.imei ?? '', bagCode: '' }]
    const parcel = { orderId: order.orderId, carrierCode: 'SF', waybill: 'SF7000000000003', scans }
    await gateway.data(curatedOrder.delivery, parcel, owner.login)
    await gateway.runJobs()
    const { list } = await gateway.data(curatedOrder.list, { refused: 'shipped' }, owner.login)
    expect(list).toMatchObject([{ orderId: order.orderId, deadlineAt: order.deadlineAt, deliverySync: 'failed' }])
    expect((await decisions()).map(({ label }) => label)).toContain('严选发货被拒')
    expect(await noticesOf('shipmentRefused', order.orderId)).toHaveLength(1)
  })
})

describe('whatever the marketplace refuses for good', () => {
  const listed = async (link: string): Promise<string[]> => {
    const { pathname, searchParams } = new URL(link, 'http://here')
    const words = Object.fromEntries(searchParams)
    const asked = <Input>() =>
      ({ ...words, ...(words.refused === 'true' ? { refused: true } : {}), pageSize: 100 }) as Input
    if (pathname === '/sale/order') {
      return (await gateway.data(auctionOrder.list, asked<InputOf<typeof auctionOrder.list>>(), owner.login)).list.map(
        ({ orderId }) => orderId,
      )
    }
    if (pathname === '/sale/yxorder') {
      return (await gateway.data(curatedOrder.list, asked<InputOf<typeof curatedOrder.list>>(), owner.login)).list.map(
        ({ orderId }) => orderId,
      )
    }
    if (pathname === '/sale/after-sale') {
      return (await gateway.data(refund.list, asked<InputOf<typeof refund.list>>(), owner.login)).list.map(
        ({ refundId }) => refundId,
      )
    }
    return (await gateway.data(goods.list, asked<InputOf<typeof goods.list>>(), owner.login)).list.map(
      ({ listingId }) => listingId,
    )
  }

  /** Asks for something, and refuses it the way that every answer of the marketplace does. */
  const refuse = (subject: RefusedSubject, want: string, subjectId: string) =>
    gateway.db.tenant(owner.seller.merchantId, async (tx) => {
      const now = gateway.clock.now()
      await writeRequest(tx, { subject, subjectId, desired: { want }, requestedBy: null, now })
      const asked = await findRequest(tx, { subject, subjectId })
      return asked !== null && refuseRequest(tx, asked, '闲鱼拒绝了：试验', now)
    })

  const KINDS = Object.entries(REFUSED_REQUESTS).flatMap(([subject, wants]) =>
    Object.entries(wants as Record<string, RefusedRequest>).map(
      ([want, said]) => [subject as RefusedSubject, want, said] as const,
    ),
  )
  const things = new Map<RefusedSubject, string>()

  beforeAll(async () => {
    const trade = curatedTrade(gateway)
    const order = await trade.ordered(owner, await trade.single(owner))
    for (const subject of ['shipment', 'order_price', 'order_close'] as const) things.set(subject, order.orderId)
    things.set('listing', (await gateway.onSale(owner)).listingId)
    const { refundId } = await claims(gateway).opened(owner, 'refundOnly')
    things.set('refund', refundId)
  })

  it.each(KINDS)('%s %s is on the home page, in its filtered list, and told', async (subject, want, said) => {
    const subjectId = things.get(subject) ?? ''
    if (want === 'stock') {
      await sql(
        `update listing set stock_wish = stock_known + 1, stock_problem = '库存未同步：卖完了' where merchant_id = $1 and id = $2`,
        [subjectId],
      )
    } else {
      const told = (await noticesOf(said.notice, subjectId)).length
      expect(await refuse(subject, want, subjectId)).toBe(true)
      // a publication is told of by the listing's own move
      const isToldHere = said.notice !== 'publicationFailed'
      expect(await noticesOf(said.notice, subjectId)).toHaveLength(told + (isToldHere ? 1 : 0))
    }
    if (want === 'on_sale')
      await sql(`update listing set state = 'publish_failed' where merchant_id = $1 and id = $2`, [subjectId])
    const card = (await decisions()).find(
      ({ key, link }) => key === said.decision && (subject !== 'shipment' || link.includes('yxorder')),
    )
    expect(card?.count).toBeGreaterThan(0)
    expect(await listed(card?.link ?? '')).toContain(subjectId)
    if (want === 'on_sale')
      await sql(`update listing set state = 'on_sale' where merchant_id = $1 and id = $2`, [subjectId])
    await sql(`update desired_state set state = 'settled' where merchant_id = $1 and subject_id = $2`, [subjectId])
    await sql('update listing set stock_wish = stock_known where merchant_id = $1 and id = $2', [subjectId])
  })
})
