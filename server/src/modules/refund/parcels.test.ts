import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { phoneRecord } from '@huanji/contract/features/phone/calls'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { afterSaleTrade, RETURN_TO } from '../../sync/testing/after-sale.ts'
import { stockGoods } from '../../sync/testing/stock-goods.ts'
import { type ShopOwner, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let gateway: TradingGateway
let owner: ShopOwner
let goods: ReturnType<typeof stockGoods>

beforeAll(async () => {
  gateway = await startTradingGateway()
  gateway.control.setBehaviour({ keepGoodsShare: 1 })
  owner = await gateway.shopOwner('收货手机')
  goods = stockGoods(gateway)
})
afterAll(() => gateway.close())

const detail = (refundId: string) => gateway.data(refund.detail, { refundId }, owner.login)

/** A number of its own for each parcel: one that another buyer's parcel has is asked about. */
let parcels = 0
const nextWaybill = () => `SF12345678${String(++parcels).padStart(5, '0')}`

/** Both phones of an order on their way back: a case that waits for its parcel. */
async function sentBack() {
  const listing = await goods.onSale(owner, 2)
  const { orderId, orderNo } = await goods.paid(owner, listing, 2)
  const [kept = '', other = ''] = listing.phones.map(({ imei }) => imei)
  for (const imei of [kept, other]) await goods.pick(owner, orderId, imei)
  const scans = [kept, other].map((unitCode) => ({ unitCode, bagCode: '' }))
  const parcel = { orderId, carrierCode: 'SF', waybill: nextWaybill() }
  await gateway.data(curatedOrder.delivery, { ...parcel, scans }, owner.login)
  await gateway.runJobs()
  const { refundId } = await comesBack(orderNo, 'returnAndRefund')
  const receive = (change: object) =>
    gateway.call(refundHandling.receive, { refundId, unitCode: kept, ...change }, owner.login)
  const unitOf = async (imei: string) => (await detail(refundId)).units.find((one) => one.imei === imei)
  return { refundId, orderNo, kept, other, receive, unitOf }
}

/** A case of a received order whose phone the buyer has sent back. */
async function comesBack(orderNo: string, kind: 'returnAndRefund' | 'exchange') {
  const { control } = gateway
  control.confirmReceipt(orderNo)
  control.openRefund({ orderNo, kind, detail: '成色不符' })
  await gateway.services.marketplace.agreeRefund(owner.seller.sellerId, {
    order_no: orderNo,
    return_address: {
      name: RETURN_TO.name,
      mobile: RETURN_TO.phone,
      prov_name: RETURN_TO.province,
      city_name: RETURN_TO.city,
      area_name: RETURN_TO.district,
      address: RETURN_TO.detail,
    },
  })
  control.returnGoods(orderNo)
  await gateway.pass(1_000)
  const { list } = await gateway.data(refund.list, { code: orderNo }, owner.login)
  const [found] = list
  if (!found) throw new Error(`no case of ${orderNo}`)
  return found
}

const linesOf = async (refundId: string) =>
  (await detail(refundId)).history.map(({ actionLabel }) => actionLabel).filter((label) => label.includes('签收'))

describe('a phone that was scanned in wrongly', () => {
  it('defect: stood as received for ever', async () => {
    const { refundId, kept, receive, unitOf } = await sentBack()
    const unitId = (await unitOf(kept))?.unitId ?? ''
    await receive({ unitId, unitCode: '490154203237518', confirmDifferent: true })
    expect(await unitOf(kept)).toMatchObject({ received: { isSamePhone: false, code: '490154203237518' } })
    const confirmedBy = (await unitOf(kept))?.received?.by ?? ''
    expect(await receive({ unitId, unitCode: '490154203237518', confirmDifferent: true })).toMatchObject({
      _bizErrCode: 'REFUND_UNIT_RECEIVED',
    })
    expect((await receive({}))._bizErrCode).toBe('')
    expect(await unitOf(kept)).toMatchObject({ received: { isSamePhone: true, code: kept } })
    expect(await linesOf(refundId)).toEqual(['退货签收', '重新签收'])
    const [entry] = await sqlRows<{ before: object; after: object }>(
      'select before, after from audit_log where subject_id = $1 order by sequence desc limit 1',
      [refundId],
    )
    expect(entry).toEqual({
      before: {
        状态: '等您收货',
        售出的手机: kept,
        扫到的手机: '490154203237518',
        手机不同: `收到 490154203237518，售出的是 ${kept}，${confirmedBy}确认签收`,
      },
      after: { 售出的手机: kept, 扫到的手机: kept },
    })
    await gateway.data(refundHandling.recheck, { refundId, unitId, outcomes: ['asSold'] }, owner.login)
    expect((await receive({ bagCode: 'BAG999999999', confirmDifferent: true }))._bizErrCode).toBe(
      'REFUND_UNIT_RECEIVED',
    )
  })
})

describe('another phone in another bag', () => {
  const OTHER = '490154203237518'

  it('defect: was told of by the number of the phone that was sold, without its bag and who confirmed it', async () => {
    const { refundId, kept, receive, unitOf } = await sentBack()
    const unitId = (await unitOf(kept))?.unitId ?? ''
    const scan = { unitId, unitCode: OTHER, bagCode: 'BAG999999999' }
    const { employeeName } = owner.actor
    const phone = `收到 ${OTHER}，售出的是 ${kept}`
    const bag = '收到的封袋是 BAG999999999，售出时没有封袋'
    expect((await receive(scan))._data).toMatchObject({
      warning: {
        code: 'OTHER_PHONE',
        message: `${phone}；${bag}`,
        differences: [{ message: phone }, { message: bag }],
      },
    })
    await receive({ ...scan, confirmDifferent: true })
    const lines = (await detail(refundId)).history.slice(-3).map(({ actionLabel, note }) => [actionLabel, note])
    expect(lines).toEqual([
      ['退货签收', OTHER],
      ['与售出时不同', `${phone}，${employeeName}确认签收`],
      ['与售出时不同', `${bag}，${employeeName}确认签收`],
    ])
    const { life } = await gateway.data(phoneRecord.life, { code: kept }, owner.login)
    const back = life?.events.find(({ title }) => title === '退回签收')
    const by = (await unitOf(kept))?.received?.by ?? ''
    expect(back?.text).toContain(`${phone}，${by}确认签收 · ${bag}，${by}确认签收`)
  })

  it('defect: was refused without any picture, unasked', async () => {
    const { refundId, kept, receive, unitOf } = await sentBack()
    await receive({ unitId: (await unitOf(kept))?.unitId ?? '', unitCode: OTHER, confirmDifferent: true })
    const refusal = { refundId, reason: '退回商品与发出不符', explanation: '退回的不是原机' }
    expect(await gateway.call(refund.refuse, refusal, owner.login)).toMatchObject({
      _bizErrCode: 'REFUND_PHOTO_NEEDED',
    })
    const without = { ...refusal, confirmWithoutPhoto: true }
    expect((await gateway.call(refund.refuse, without, owner.login))._bizErrCode).toBe('')
  })
})

describe('a phone of our own that is scanned in place of the one that came back', () => {
  const phoneOf = async () => {
    const listing = await goods.onSale(owner, 1)
    return { listing, imei: listing.phones[0]?.imei ?? '' }
  }

  it('defect: was taken for the buyer’s, out of our stock and out of another order', async () => {
    const { kept, receive, unitOf } = await sentBack()
    const unitId = (await unitOf(kept))?.unitId ?? ''
    const scanned = (imei: string) => receive({ unitId, unitCode: imei, confirmDifferent: true })
    const onShelf = await phoneOf()
    const stock = await scanned(onShelf.imei)
    expect(stock).toMatchObject({ _bizErrCode: 'REFUND_UNIT_OURS' })
    expect(stock._errStr).toContain('就在您的库里，还没卖出')
    const sold = await phoneOf()
    const { orderId, orderNo } = await goods.paid(owner, sold.listing, 1)
    await goods.pick(owner, orderId, sold.imei)
    expect((await scanned(sold.imei))._errStr).toContain(`是订单${orderNo}要发的，不是买家退回来的`)
    expect(await unitOf(kept)).toMatchObject({ received: null })
  })

  it('is the buyer’s where it was sold before and is gone', async () => {
    const { kept, receive, unitOf } = await sentBack()
    const gone = await phoneOf()
    const { orderId } = await goods.paid(owner, gone.listing, 1)
    await goods.pick(owner, orderId, gone.imei)
    const scans = [{ unitCode: gone.imei, bagCode: '' }]
    const parcel = { orderId, carrierCode: 'SF', waybill: nextWaybill(), scans }
    await gateway.data(curatedOrder.delivery, parcel, owner.login)
    const unitId = (await unitOf(kept))?.unitId ?? ''
    expect((await receive({ unitId, unitCode: gone.imei, confirmDifferent: true }))._bizErrCode).toBe('')
    expect(await unitOf(kept)).toMatchObject({ received: { isSamePhone: false, code: gone.imei } })
  })
})

const sqlRows = async <Row>(text: string, values: readonly unknown[]) => (await goods.sql(text, values)).rows as Row[]

describe('a refused phone that was sent to its buyer again', () => {
  it('defect: was taken into stock when the appeal was won', async () => {
    const { refundId, orderNo, kept, other, receive, unitOf } = await sentBack()
    await receive({})
    await gateway.data(
      refundHandling.recheck,
      { refundId, unitId: (await unitOf(kept))?.unitId ?? '', outcomes: ['newDamage'] },
      owner.login,
    )
    const { reasons } = await gateway.data(refundHandling.refuseReasons, { refundId }, owner.login)
    await gateway.data(refund.refuse, { refundId, reason: reasons[0] ?? '', explanation: '有磕碰' }, owner.login)
    await gateway.runJobs()
    const parcel = { refundId, carrierCode: 'SF', waybill: nextWaybill() }
    await gateway.data(refundHandling.sendBack, parcel, owner.login)
    gateway.control.appealRefund(orderNo)
    gateway.control.giveVerdict(orderNo, 'buyer')
    await gateway.pass(1_000)
    expect((await detail(refundId)).state).toBe('succeeded')
    expect(await unitOf(kept)).toMatchObject({ received: { code: kept }, newUnit: null })

    expect((await receive({}))._bizErrCode).toBe('')
    expect(await unitOf(kept)).toMatchObject({ recheck: null, newUnit: { barCode: expect.any(String) } })
    expect(await detail(refundId)).toMatchObject({ refusedParcel: null })
    expect(await linesOf(refundId)).toEqual(['退货签收', '重新签收'])
    expect((await receive({ bagCode: 'BAG999999999', confirmDifferent: true }))._bizErrCode).toBe(
      'REFUND_UNIT_RECEIVED',
    )
    expect(await unitOf(other)).toMatchObject({ received: null })
  })
})

describe('an exchange of a phone that is not known here', () => {
  /** A case whose phone has come back, up to the parcel that goes out. */
  async function owed(orderNo: string) {
    const { refundId } = await comesBack(orderNo, 'exchange')
    await gateway.data(refund.confirm, { refundId, confirmDifferent: true, note: '已当面核对' }, owner.login)
    await gateway.runJobs()
    const parcel = { refundId, carrierCode: 'SF', waybill: nextWaybill() }
    const resend = (change: object = {}) => gateway.call(refundHandling.resend, { ...parcel, ...change }, owner.login)
    return { refundId, resend, waybill: parcel.waybill }
  }
  const soldElsewhere = async () => {
    const [orderNo = ''] = await afterSaleTrade(gateway, owner).orders('curated', 1, { received: false })
    return orderNo
  }

  it('defect: could not be sent', async () => {
    const { refundId, resend, waybill } = await owed(await soldElsewhere())
    expect((await resend())._bizErrCode).toBe('')
    await gateway.runJobs()
    expect(await detail(refundId)).toMatchObject({
      state: 'succeeded',
      resendParcel: { waybill },
    })
  })

  it('defect: took no phone at all, where one was scanned', async () => {
    const { refundId, resend } = await owed(await soldElsewhere())
    const { imei } = await goods.phone(owner)
    expect((await resend({ unitCode: imei }))._bizErrCode).toBe('')
    await gateway.runJobs()
    expect((await detail(refundId)).state).toBe('succeeded')
    expect(await sqlRows('select dispatch_state from sale_order_unit where imei = $1', [imei])).toEqual([
      { dispatch_state: 'shipped' },
    ])
  })

  it('compares the phone with the line of the order, where that is known', async () => {
    const listing = await goods.onSale(owner, 1)
    const { orderNo } = await goods.paid(owner, listing)
    await gateway.services.marketplace.shipOrder(owner.seller.sellerId, {
      order_no: orderNo,
      waybill_no: 'SF9999999999999',
      express_code: 'shunfeng',
      express_name: '顺丰速运',
    })
    const { resend } = await owed(orderNo)
    const white = await goods.phone(owner, { colour: '白色' })
    expect((await resend({ unitCode: white.imei }))._bizErrCode).toBe('UNIT_SKU_DIFFERS')
    const worn = await goods.phone(owner, { grade: '90' })
    expect((await resend({ unitCode: worn.imei }))._bizErrCode).toBe('UNIT_GRADE_BELOW')
    expect((await resend({ unitCode: (await goods.phone(owner)).imei }))._bizErrCode).toBe('')
  })
})
