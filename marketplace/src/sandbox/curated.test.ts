import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CreateProductRequest } from '../protocol/products.ts'
import { HOUR_MS, MINUTE_MS } from './clock.ts'
import { createFaultPlan } from './faults.ts'
import { randomOf } from './random.ts'
import { curatedReport, phoneProduct } from './testing/goods.ts'
import { SELLER_ID, USER_NAME } from './testing/merchant.ts'
import { type SandboxFixture, startSandboxFixture } from './testing/sandbox-fixture.ts'

let fixture: SandboxFixture
beforeEach(async () => {
  fixture = await startSandboxFixture()
})
afterEach(() => fixture.stop())

const SKUS = [
  { price: 210_000, stock: 2, sku_text: '颜色:白色;容量:128G' },
  { price: 220_000, stock: 1, sku_text: '颜色:黑色;容量:256G' },
]
const CURATED = { item_biz_type: 19, report_data: { yx_3c: curatedReport } }
const EDIT_STOCK = '/api/open/product/edit/stock'

async function published(changes: Partial<CreateProductRequest> = {}): Promise<number> {
  const { client, sandbox, receiver } = fixture
  const { product_id: id } = await client.createProduct(SELLER_ID, phoneProduct({ ...CURATED, ...changes }))
  await client.publishProduct(SELLER_ID, { product_id: id, user_name: [USER_NAME], notify_url: receiver.url })
  await sandbox.control.advance(MINUTE_MS)
  return id
}

const detail = (productId: number) => fixture.client.productDetail(SELLER_ID, { product_id: productId })
const order = (orderNo: string) => fixture.client.orderDetail(SELLER_ID, { order_no: orderNo })

/** The code with which the last publication was refused; null when it was taken. */
function refusal(): string | undefined {
  const last = fixture.receiver.accepted.findLast((push) => push.kind === 'productResult')
  return last?.kind === 'productResult' ? last.body.err_msg?.split(':')[0] : undefined
}

describe('a curated listing of many pieces', () => {
  it('has as many as were neither sold nor edited away, per spec, and never fewer than none', async () => {
    const { client, sandbox } = fixture
    const productId = await published({ stock: 3, sku_items: SKUS })
    const [white, black] = (await detail(productId)).sku_items ?? []
    const first = sandbox.control.buyProduct(productId, 2, white?.sku_id)
    expect(() => sandbox.control.buyProduct(productId, 1, white?.sku_id)).toThrow('库存不足')
    expect(() => sandbox.control.buyProduct(productId, 2, black?.sku_id)).toThrow('库存不足')
    expect(await order(first)).toMatchObject({
      order_type: 9,
      total_amount: 420_000,
      goods: { quantity: 2, price: 210_000, sku_id: white?.sku_id, sku_text: SKUS[0]?.sku_text },
    })
    expect(await detail(productId)).toMatchObject({ stock: 1, sold: 2, product_status: 22 })
    sandbox.control.buyProduct(productId, 1, black?.sku_id)
    expect(await detail(productId)).toMatchObject({ stock: 0, sold: 3, product_status: 23 })
    sandbox.control.closeOrder(first)
    expect(await order(first)).toMatchObject({ order_status: 24, cancel_reason: '买家取消订单' })
    expect(await detail(productId)).toMatchObject({ stock: 2, sold: 1, product_status: 22 })
    const changed = [{ sku_id: black?.sku_id ?? 0, stock: 5 }]
    await client.editStock(SELLER_ID, { product_id: productId, sku_items: changed })
    const { list } = await client.listSkus(SELLER_ID, { product_id: [productId] })
    expect(list[0]?.sku_items?.map(({ stock }) => stock)).toEqual([2, 5])
    const none = [white, black].map((sku) => ({ sku_id: sku?.sku_id ?? 0, stock: 0 }))
    const emptied = client.editStock(SELLER_ID, { product_id: productId, sku_items: none })
    await expect(emptied).rejects.toMatchObject({ code: 100004, msg: expect.stringContaining('库存必须大于0') })
  })

  it('keeps the number of a spec through an edit, and takes nothing back for one that is gone', async () => {
    const { client, sandbox } = fixture
    const productId = await published({ stock: 3, sku_items: SKUS })
    const [white, black] = (await detail(productId)).sku_items ?? []
    const taken = sandbox.control.buyProduct(productId, 1, white?.sku_id)
    const gold = { price: 230_000, stock: 4, sku_text: '颜色:金色;容量:128G' }
    await client.editProduct(SELLER_ID, {
      product_id: productId,
      price: 230_000,
      stock: 5,
      sku_items: [gold, { price: 215_000, stock: 1, sku_text: '颜色:黑色;容量:256G' }],
    })
    const skus = (await detail(productId)).sku_items ?? []
    expect(skus[1]).toMatchObject({ sku_id: black?.sku_id, price: 215_000 })
    expect(skus.map(({ sku_id }) => sku_id)).not.toContain(white?.sku_id)
    sandbox.control.closeOrder(taken)
    expect(await detail(productId)).toMatchObject({ stock: 5, sold: 0 })
  })

  it.each([
    ['one value of a spec alone', { stock: 2, sku_items: SKUS.slice(0, 1) }, 'SET_SIZE'],
    [
      'a name of one character',
      { sku_items: SKUS.map((sku) => ({ ...sku, sku_text: sku.sku_text.replace('颜色', '色') })) },
      'NAME_LENGTH',
    ],
    [
      'a price at which nothing is there',
      { stock: 1, sku_items: SKUS.map((sku, at) => ({ ...sku, stock: at })) },
      'NOT_IN_SKU_PRICE',
    ],
  ])('is refused with %s', async (_, changes, code) => {
    const id = await published({ stock: 3, ...changes })
    expect(refusal()).toContain(code)
    expect(await detail(id)).toMatchObject({ product_status: 21, publish_status: 9 })
  })

  it('is for shops with 鱼小铺; others list single pieces, fifty at most', async () => {
    const { client, sandbox } = fixture
    sandbox.control.openShop({ sellerId: SELLER_ID, userName: USER_NAME, nick: '焕机示例店', isPro: false })
    expect((await client.listShops(SELLER_ID)).list[0]).toMatchObject({ is_pro: false })
    await published({ stock: 2 })
    expect(refusal()).toBe('ITEM_CAN_NOT_PUBLISH')
    const rows = Array.from({ length: 50 }, (_, at) => ({ ...phoneProduct(CURATED), item_key: String(at) }))
    const { success } = await client.createProducts(SELLER_ID, { product_data: rows })
    for (const row of success) {
      await client.publishProduct(SELLER_ID, { product_id: row.product_id, user_name: [USER_NAME] })
    }
    await sandbox.control.advance(MINUTE_MS)
    await published()
    expect(refusal()).toBe('QUANTITY_ITEM_CAT_TOO_LARGE_NEW')
    const twice = client.createProducts(SELLER_ID, {
      product_data: rows.slice(0, 2).map((row) => ({ ...row, item_key: 'a' })),
    })
    await expect(twice).rejects.toMatchObject({ code: 100004 })
  })
})

describe('an order', () => {
  it('is paid at the price that stood when its buyer paid, whoever was first', async () => {
    const { client, sandbox } = fixture
    const productId = await published({ stock: 2 })
    const [first, second] = [sandbox.control.buyProduct(productId), sandbox.control.buyProduct(productId)] as const
    const path = '/api/open/order/modify/price'
    const cheaper = (orderNo: string) =>
      client.modifyPrice(SELLER_ID, { order_no: orderNo, order_price: 199_900, express_fee: 0 })
    sandbox.control.failNext({ kind: 'overtaken', path, by: 'payment' })
    await expect(cheaper(first)).rejects.toMatchObject({ code: 100409, msg: '订单已付款，不能改价' })
    expect(await order(first)).toMatchObject({ order_status: 12, pay_amount: 210_000 })
    sandbox.control.failNext({ kind: 'late', path, delayMs: HOUR_MS })
    await expect(cheaper(second)).rejects.toThrow()
    expect((await order(second)).total_amount).toBe(210_000)
    await sandbox.control.advance(HOUR_MS)
    expect((await order(second)).total_amount).toBe(199_900)
    sandbox.control.payOrder(second)
    expect((await order(second)).pay_amount).toBe(199_900)
  })

  it('that nobody pays leaves its goods to others, one that is paid does not by itself', async () => {
    const { client, sandbox } = fixture
    const productId = await published({ stock: 2 })
    const unpaid = sandbox.control.buyProduct(productId)
    await client.closeOrder(SELLER_ID, { order_no: unpaid, close_reason: '买家不想要了' })
    expect((await detail(productId)).stock).toBe(2)
    const paid = sandbox.control.buyProduct(productId)
    sandbox.control.payOrder(paid)
    await client.closeOrder(SELLER_ID, { order_no: paid, close_reason: '缺货' })
    expect(await detail(productId)).toMatchObject({ stock: 1, sold: 1 })
    expect(() => sandbox.control.closeOrder(paid)).toThrow('订单已发货、已结束或有退款申请')
  })
})

describe('calls that go wrong', () => {
  const stockOf = async (productId: number) => (await detail(productId)).stock
  const setStock = (productId: number, stock: number) =>
    fixture.client.editStock(SELLER_ID, { product_id: productId, stock })

  it('come late, after one that was sent after them', async () => {
    const productId = await published({ stock: 2 })
    fixture.sandbox.control.failNext({ kind: 'late', path: EDIT_STOCK, delayMs: MINUTE_MS })
    await expect(setStock(productId, 9)).rejects.toThrow()
    await setStock(productId, 3)
    expect(await stockOf(productId)).toBe(3)
    await fixture.sandbox.control.advance(MINUTE_MS)
    expect(await stockOf(productId)).toBe(9)
  })

  it('come second to a buyer', async () => {
    const productId = await published({ stock: 2 })
    fixture.sandbox.control.failNext({ kind: 'overtaken', path: EDIT_STOCK, by: 'purchase' })
    await setStock(productId, 2)
    expect(await detail(productId)).toMatchObject({ stock: 2, sold: 1 })
  })

  it('are carried out twice where they are not safe to repeat', async () => {
    fixture.sandbox.control.failNext({ kind: 'twice', path: '/api/open/product/create' })
    const { product_id: productId } = await fixture.client.createProduct(SELLER_ID, phoneProduct(CURATED))
    const { list } = await fixture.client.listProducts(SELLER_ID, {})
    expect(list.map(({ product_id }) => product_id)).toEqual([productId, productId - 1])
  })

  it('go wrong by chance: a share of them, the same ones for the same seed', () => {
    const met = (seed: number) => {
      const plan = createFaultPlan((name) => randomOf(seed, name))
      plan.setStanding({ callFaultShare: 0.25, lateCallShare: 0.07 })
      return Array.from({ length: 400 }, () => plan.take(EDIT_STOCK)?.kind ?? null)
    }
    const kinds = met(1)
    expect(new Set(kinds)).toEqual(new Set([null, 'refuse', 'http', 'reset', 'late', 'twice']))
    expect(kinds.filter((kind) => kind !== null).length / kinds.length).toBeCloseTo(0.3, 1)
    expect(met(1)).toEqual(kinds)
    expect(met(2)).not.toEqual(kinds)
  })

  it('are all carried out twice where that is asked for', () => {
    const plan = createFaultPlan((name) => randomOf(1, name))
    plan.setStanding({ twiceCallShare: 1 })
    expect(Array.from({ length: 20 }, () => plan.take(EDIT_STOCK)?.kind)).toEqual(Array(20).fill('twice'))
  })
})
