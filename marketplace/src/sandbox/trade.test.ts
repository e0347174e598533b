import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts'
import { curatedReport, phoneProduct, startBidding } from './testing/goods.ts'
import { SELLER_ID, USER_NAME } from './testing/merchant.ts'
import * as trade from './testing/orders.ts'
import { type SandboxFixture, startSandboxFixture } from './testing/sandbox-fixture.ts'

let fixture: SandboxFixture
beforeEach(async () => {
  fixture = await startSandboxFixture()
})
afterEach(() => fixture.stop())

const publishCurated = (changes: Parameters<typeof phoneProduct>[0] = {}) => trade.publishCurated(fixture, changes)
const paidOrder = () => trade.paidOrder(fixture)
const ship = (orderNo: string) => trade.ship(fixture, orderNo)
const receivedOrder = () => trade.receivedOrder(fixture)

async function order(orderNo: string) {
  return await fixture.client.orderDetail(SELLER_ID, { order_no: orderNo })
}

describe('products', () => {
  it.each([
    ['a category that does not fit', { channel_cat_id: 'ffffffffffffffffffffffffffffffff' }, 'channel_cat_id'],
    ['an inspected phone without condition', { stuff_status: 0 }, 'stuff_status'],
    ['a curated phone without report', { item_biz_type: 19 }, 'report_data.yx_3c'],
    ['a kind the shop may not publish', { item_biz_type: 16 }, 'item_biz_type'],
    [
      'a price that is no spec price',
      { stock: 2, sku_items: [{ price: 1, stock: 2, sku_text: '颜色:白色' }] },
      'price',
    ],
    [
      'a stock that is not the sum',
      { stock: 3, sku_items: [{ price: 210_000, stock: 2, sku_text: '颜色:白色' }] },
      'stock',
    ],
    ['a price beyond the limit', { price: 10_000_000_000 }, 'price'],
  ])('are refused for %s', async (_name, changes, field) => {
    await expect(fixture.client.createProduct(SELLER_ID, phoneProduct(changes))).rejects.toMatchObject({
      code: 100004,
      msg: expect.stringContaining(`field "${field}"`),
    })
  })

  it('are created row by row in a batch', async () => {
    const answer = await fixture.client.createProducts(SELLER_ID, {
      product_data: [
        { ...phoneProduct(), item_key: 'good' },
        { ...phoneProduct({ channel_cat_id: 'unknown' }), item_key: 'bad' },
      ],
    })
    expect(answer.success.map((row) => row.item_key)).toEqual(['good'])
    expect(answer.error.map((row) => row.item_key)).toEqual(['bad'])
  })

  it('go on the shelf with a result push, and down again', async () => {
    const productId = await publishCurated()
    const result = fixture.receiver.accepted.find((push) => push.kind === 'productResult')
    expect(result?.body).toMatchObject({ product_id: productId, task_type: 10, task_result: 1, product_status: 22 })
    const detail = await fixture.client.productDetail(SELLER_ID, { product_id: productId })
    expect(detail).toMatchObject({ product_status: 22, publish_status: 3, stock: 1 })
    expect(detail.publish_shop[0]?.item_id).toBeGreaterThan(0)
    await expect(fixture.client.deleteProduct(SELLER_ID, { product_id: productId })).rejects.toMatchObject({
      code: 100409,
    })
    await fixture.client.takeProductDown(SELLER_ID, { product_id: productId })
    await fixture.client.deleteProduct(SELLER_ID, { product_id: productId })
    await expect(fixture.client.productDetail(SELLER_ID, { product_id: productId })).rejects.toMatchObject({
      code: 100404,
    })
  })

  it('come back with the code of a failed publication and must be edited before the next try', async () => {
    fixture.sandbox.control.failPublish('TOP_ITEM_ADD_FAIL', 'ITEM_PROPOSE_CHECK_ERROR:内容审核未通过')
    const productId = await publishCurated()
    expect(fixture.receiver.accepted.find((push) => push.kind === 'productResult')?.body).toMatchObject({
      task_result: 2,
      err_code: 'TOP_ITEM_ADD_FAIL',
      publish_status: 9,
    })
    const publish = () => fixture.client.publishProduct(SELLER_ID, { product_id: productId, user_name: [USER_NAME] })
    await expect(publish()).rejects.toMatchObject({ code: 100409 })
    await fixture.client.editProduct(SELLER_ID, { product_id: productId, price: 209_000 })
    await publish()
    await fixture.sandbox.control.advance(MINUTE_MS)
    expect(await fixture.client.productDetail(SELLER_ID, { product_id: productId })).toMatchObject({
      product_status: 22,
      price: 209_000,
    })
  })

  it('may be sent again at once when the market was only busy', async () => {
    fixture.sandbox.control.failPublish(
      'accesscontrol.limited-by-api-access-count',
      'This ban will last for 1 more seconds',
    )
    const productId = await publishCurated()
    await fixture.client.publishProduct(SELLER_ID, { product_id: productId, user_name: [USER_NAME] })
    await fixture.sandbox.control.advance(MINUTE_MS)
    expect((await fixture.client.productDetail(SELLER_ID, { product_id: productId })).publish_status).toBe(3)
  })

  it('are refused by the market for an emoji in the title', async () => {
    const [place] = phoneProduct().publish_shop
    const productId = await publishCurated({ publish_shop: place ? [{ ...place, title: '好机😀' }] : [] })
    expect(fixture.receiver.accepted.find((push) => push.kind === 'productResult')?.body).toMatchObject({
      task_result: 2,
      err_msg: expect.stringContaining('FAIL_BIZ_ITEM_EDIT_TITLE_HAS_EMOJI'),
    })
    expect(productId).toBeGreaterThan(0)
  })

  it('are invisible to another merchant', async () => {
    const productId = await publishCurated()
    await expect(fixture.client.productDetail(SELLER_ID + 1, { product_id: productId })).rejects.toMatchObject({
      code: 100404,
      msg: '商品不存在',
    })
    expect((await fixture.client.listProducts(SELLER_ID + 1, {})).count).toBe(0)
  })

  it('keep stock per spec through a sale and an unpaid order', async () => {
    const productId = await publishCurated({
      stock: 3,
      sku_items: [
        { price: 210_000, stock: 2, sku_text: '颜色:白色;容量:128G' },
        { price: 220_000, stock: 1, sku_text: '颜色:黑色;容量:256G' },
      ],
    })
    const read = () => fixture.client.productDetail(SELLER_ID, { product_id: productId })
    const skuId = (await read()).sku_items?.[1]?.sku_id
    const orderNo = fixture.sandbox.control.buyProduct(productId, 1, skuId)
    expect((await order(orderNo)).goods).toMatchObject({ price: 220_000, sku_text: '颜色:黑色;容量:256G' })
    expect((await read()).sku_items?.map((sku) => sku.stock)).toEqual([2, 0])
    await fixture.sandbox.control.advance(DAY_MS)
    expect(await order(orderNo)).toMatchObject({ order_status: 24, cancel_reason: '超时未付款' })
    expect((await read()).sku_items?.map((sku) => sku.stock)).toEqual([2, 1])
  })
})

describe('orders', () => {
  it('change price before payment only', async () => {
    const orderNo = fixture.sandbox.control.buyProduct(await publishCurated())
    await fixture.client.modifyPrice(SELLER_ID, { order_no: orderNo, order_price: 200_000, express_fee: 1_200 })
    expect(await order(orderNo)).toMatchObject({ total_amount: 201_200, express_fee: 1_200 })
    fixture.sandbox.control.payOrder(orderNo)
    expect(await order(orderNo)).toMatchObject({ order_type: 9, pay_amount: 201_200 })
    await expect(
      fixture.client.modifyPrice(SELLER_ID, { order_no: orderNo, order_price: 1, express_fee: 0 }),
    ).rejects.toMatchObject({ code: 100409, msg: '订单已付款，不能改价' })
  })

  it('ship once, from 12, with a carrier that exists', async () => {
    const orderNo = await paidOrder()
    const shipment = { order_no: orderNo, waybill_no: 'SF1002001234567', express_code: 'qita', express_name: '其他' }
    await expect(fixture.client.shipOrder(SELLER_ID, shipment)).rejects.toMatchObject({ code: 100004 })
    await expect(fixture.client.shipOrder(SELLER_ID, { ...shipment, waybill_no: '123' })).rejects.toMatchObject({
      code: 100004,
      msg: expect.stringContaining('waybill_no'),
    })
    await ship(orderNo)
    await expect(ship(orderNo)).rejects.toMatchObject({ code: 100409 })
    await fixture.client.modifyWaybill(SELLER_ID, {
      order_no: orderNo,
      waybill_no: 'YT1002001234567',
      express_code: 'yuantong',
    })
    expect(await order(orderNo)).toMatchObject({
      order_status: 21,
      express_name: '圆通速递',
      waybill_no: 'YT1002001234567',
    })
  })

  it('close by the seller before shipment, and by the market when nobody ships', async () => {
    const first = await paidOrder()
    await fixture.client.closeOrder(SELLER_ID, { order_no: first, close_reason: '商品无货' })
    await fixture.client.closeOrder(SELLER_ID, { order_no: first, close_reason: '商品无货' })
    expect(await order(first)).toMatchObject({ order_status: 24, cancel_reason: '商品无货', refund_amount: 210_000 })
    const second = await paidOrder()
    await fixture.sandbox.control.advance(48 * HOUR_MS)
    expect(await order(second)).toMatchObject({ order_status: 24, cancel_reason: '超时未发货' })
    await expect(ship(second)).rejects.toMatchObject({ code: 100409 })
  })

  it('are listed by status, shop and time, page by page', async () => {
    const orderNo = await paidOrder()
    const { list: shops } = await fixture.client.listShops(SELLER_ID)
    const authorizeId = shops[0]?.authorize_id ?? 0
    const nowS = Math.floor(fixture.sandbox.control.nowMs() / 1000)
    const find = async (filter: object) =>
      (await fixture.client.listOrders(SELLER_ID, filter)).list.map((row) => row.order_no)
    expect(await find({ order_status: 12, authorize_id: authorizeId, update_time: [nowS - 60, nowS] })).toEqual([
      orderNo,
    ])
    expect(await find({ order_status: 11 })).toEqual([])
    expect(await find({ update_time: [0, nowS - 60] })).toEqual([])
    expect(await find({ authorize_id: authorizeId + 1 })).toEqual([])
    expect(await find({ page_no: 2, page_size: 1 })).toEqual([])
  })

  it('take the report of the unit that is shipped', async () => {
    const orderNo = await paidOrder()
    const first = await fixture.client.uploadOrderReport(SELLER_ID, { order_no: orderNo, report: curatedReport })
    const second = await fixture.client.uploadOrderReport(SELLER_ID, { order_no: orderNo, report: curatedReport })
    expect(second).toEqual(first)
  })
})

describe('refunds', () => {
  const refund = (orderNo: string) => fixture.client.refundDetail(SELLER_ID, { order_no: orderNo })

  it('before shipment are paid by one agreement, and block shipping while open', async () => {
    const orderNo = await paidOrder()
    fixture.sandbox.control.openRefund({ orderNo, kind: 'refundOnly' })
    await expect(ship(orderNo)).rejects.toMatchObject({ code: 100409 })
    await fixture.client.agreeRefund(SELLER_ID, { order_no: orderNo })
    expect(await refund(orderNo)).toMatchObject({ refund_status: 5, refund_amount: 210_000, goods_status: 4 })
    expect(await order(orderNo)).toMatchObject({ order_status: 23, refund_status: 5, refund_amount: 210_000 })
  })

  it('with return take two agreements and a parcel between them', async () => {
    const orderNo = await receivedOrder()
    fixture.sandbox.control.openRefund({ orderNo, kind: 'returnAndRefund', reason: '成色不符' })
    await fixture.client.agreeRefund(SELLER_ID, { order_no: orderNo, return_address: trade.returnAddress })
    expect(await refund(orderNo)).toMatchObject({ refund_status: 2, refund_post_no: '' })
    await expect(fixture.client.agreeRefund(SELLER_ID, { order_no: orderNo })).rejects.toMatchObject({ code: 100409 })
    await fixture.sandbox.control.advance(3 * DAY_MS)
    expect(await refund(orderNo)).toMatchObject({ refund_status: 3, refund_post_company: '顺丰速运' })
    await fixture.client.agreeRefund(SELLER_ID, { order_no: orderNo })
    expect(await order(orderNo)).toMatchObject({ order_status: 23, refund_status: 5 })
    expect(await trade.settledLines(fixture, orderNo)).toEqual({ freight: -1_200 })
  })

  it('are refused with a listed reason and then close', async () => {
    const orderNo = await receivedOrder()
    fixture.sandbox.control.openRefund({ orderNo, kind: 'returnAndRefund' })
    const refuse = (reason: string) =>
      fixture.client.refuseRefund(SELLER_ID, { order_no: orderNo, refuse_reason: reason, refuse_explain: '' })
    await expect(refuse('不想退')).rejects.toMatchObject({ code: 100004 })
    const { refuse_reason: reasons } = await fixture.client.listRefuseReasons(SELLER_ID, { order_no: orderNo })
    await refuse(reasons[0] ?? '')
    expect(await refund(orderNo)).toMatchObject({ refund_status: 6, refuse_reason: reasons[0] })
    await fixture.sandbox.control.advance(48 * HOUR_MS)
    expect(await refund(orderNo)).toMatchObject({ refund_status: 4, timeout_time: 0 })
    await fixture.sandbox.control.advance(DAY_MS)
    expect((await fixture.client.listSettlements(SELLER_ID, { order_no: orderNo })).list).toHaveLength(1)
  })

  it('decide themselves when the seller keeps silent', async () => {
    const orderNo = await paidOrder()
    fixture.sandbox.control.openRefund({ orderNo, kind: 'refundOnly' })
    const { timeout_time: deadline } = await refund(orderNo)
    expect(deadline * 1000 - fixture.sandbox.control.nowMs()).toBeGreaterThan(48 * HOUR_MS - 1000)
    await fixture.sandbox.control.advance(48 * HOUR_MS)
    expect(await refund(orderNo)).toMatchObject({ refund_status: 5 })
  })

  it('are settled before their day where a test needs it, and once', async () => {
    const orderNo = await receivedOrder()
    fixture.sandbox.control.settleOrder(orderNo)
    expect(() => fixture.sandbox.control.settleOrder(orderNo)).toThrow('订单未完成、已结算或有退款申请')
    await fixture.sandbox.control.advance(2 * DAY_MS)
    const { list } = await fixture.client.listSettlements(SELLER_ID, { order_no: orderNo })
    expect(list).toHaveLength(1)
  })

  it('after the settlement take the money back in a second one', async () => {
    const orderNo = await receivedOrder()
    await fixture.sandbox.control.advance(DAY_MS)
    fixture.sandbox.control.openRefund({ orderNo, kind: 'refundOnly', amountFen: 21_000 })
    await fixture.client.agreeRefund(SELLER_ID, { order_no: orderNo })
    expect(await order(orderNo)).toMatchObject({ order_status: 22, refund_status: 5, refund_amount: 21_000 })
    const { list } = await fixture.client.listSettlements(SELLER_ID, { order_no: orderNo })
    expect(list.map((row) => row.lines.map((line) => [line.type, line.direction, line.amount]))).toEqual([
      [
        ['refund', 'out', 21_000],
        ['feeReturn', 'in', 126],
      ],
      [
        ['deal', 'in', 210_000],
        ['serviceFee', 'out', 1_260],
        ['inspectionFee', 'out', 3_000],
      ],
    ])
  })

  it('of auction orders are judged: keep for a difference, or return', async () => {
    const { entryId } = await startBidding(fixture, 'open')
    fixture.sandbox.control.concludeEntry(entryId, { priceFen: 200_000 })
    const { list } = await fixture.client.listOrders(SELLER_ID, {})
    const orderNo = list[0]?.order_no ?? ''
    fixture.sandbox.control.payOrder(orderNo)
    await ship(orderNo)
    fixture.sandbox.control.confirmReceipt(orderNo)
    fixture.sandbox.control.openRefund({ orderNo, kind: 'returnAndRefund' })
    const aftersale = () => fixture.client.auctionAftersaleDetail(SELLER_ID, { order_no: orderNo })
    const perform = () =>
      fixture.client.performAuctionAftersale(SELLER_ID, { order_no: orderNo, service_type: 'onlyRefund' })
    expect(await aftersale()).toMatchObject({ status: 'judging', only_refund_cent: 0 })
    await expect(perform()).rejects.toMatchObject({ code: 100409 })
    await fixture.sandbox.control.advance(2 * HOUR_MS)
    const verdict = await aftersale()
    expect(verdict).toMatchObject({ status: 'awaitingSeller', refund_and_return_cent: 200_000 })
    expect(verdict.only_refund_cent).toBeGreaterThan(0)
    expect(verdict.only_refund_cent).toBeLessThan(200_000)
    await perform()
    expect(await order(orderNo)).toMatchObject({ order_status: 22, refund_amount: verdict.only_refund_cent })
    await expect(perform()).rejects.toMatchObject({ code: 100409 })
  })
})

describe('dictionaries and shops', () => {
  it('answer brands, models and report items that fit together', async () => {
    const { list: brands } = await fixture.client.listQmsBrands(SELLER_ID, { class_id: 10, subclass_id: 1001 })
    const apple = brands[0]
    const { list: models } = await fixture.client.listQmsModels(SELLER_ID, { brand_id: apple?.brand_id ?? 0 })
    expect(models.some((model) => model.model_name.includes('iPhone'))).toBe(true)
    const { list: items } = await fixture.client.listQmsReportItems(SELLER_ID, { class_id: 10, subclass_id: 1001 })
    expect(items.every((item) => item.answers[0]?.answer_type === 1)).toBe(true)
  })

  it('walk from brand to model to capacity', async () => {
    const base = { item_biz_type: 19, sp_biz_type: 1, channel_cat_id: phoneProduct().channel_cat_id }
    const brand = (await fixture.client.listProperties(SELLER_ID, base)).list[0]
    const child = brand?.items[0]?.sub_property_id ?? ''
    const model = (await fixture.client.listProperties(SELLER_ID, { ...base, sub_property_id: child })).list[0]
    expect([brand?.property_name, model?.property_name]).toEqual(['品牌', '型号'])
  })

  it('end and renew an authorisation', async () => {
    const endedMs = fixture.sandbox.control.nowMs() - 1
    fixture.sandbox.control.authorizeShop(SELLER_ID, USER_NAME, endedMs)
    const [ended] = (await fixture.client.listShops(SELLER_ID)).list
    expect(ended).toMatchObject({ is_valid: true, authorize_expires: Math.floor(endedMs / 1000) })
    await expect(fixture.client.createProduct(SELLER_ID, phoneProduct())).rejects.toMatchObject({ code: 100008 })
    fixture.sandbox.control.openShop({ sellerId: SELLER_ID, userName: USER_NAME, nick: '焕机示例店' })
    expect((await fixture.client.listShops(SELLER_ID)).list).toHaveLength(1)
    await fixture.client.createProduct(SELLER_ID, phoneProduct())
  })

  it('answer carriers and addresses', async () => {
    expect((await fixture.client.listExpressCompanies()).list).toHaveLength(88)
    expect((await fixture.client.listAddresses(SELLER_ID, { type: 2 })).list[0]).toMatchObject({
      type: 2,
      is_def: true,
    })
  })
})
