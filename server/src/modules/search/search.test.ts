import { batch } from '@huanji/contract/calls/batch'
import { extSearch } from '@huanji/contract/calls/search'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import {
  CLEAN,
  type InspectionGateway,
  IPHONE_13,
  nextImei,
  type SignedInEmployee,
  startInspectionGateway,
} from '../inspection/testing/inspection-gateway.ts'

let shop: InspectionGateway
let owner: SignedInEmployee

beforeAll(async () => {
  shop = await startInspectionGateway()
  owner = await shop.merchant('甲行')
})
afterAll(() => shop.close())

const search = (code: string, by = owner) => shop.data(extSearch.code, { code }, by.login)

test('any code of a phone leads to its report, a bag code to its record too', async () => {
  const [imei, imei2] = [nextImei(), nextImei()]
  const record = await shop.listable(owner, 'FIND00000001', { code: { kind: 'imei', imei, imei2 } })
  const report = {
    title: `质检 ${record.inspectionNo}`,
    subtitle: '苹果 iPhone 13 128GB 午夜色 S 99新 · 可上架',
    link: `/check/ys/detail?inspectionId=${record.inspectionId}`,
  }
  const phone = {
    title: `一机一档 ${imei}`,
    subtitle: '这台手机从入库到售后的全部经历',
    link: `/check/phone?code=${record.barCode}`,
  }
  for (const [code, kind] of [
    [`IMEI：${imei}/01`, 'imei'],
    [imei2, 'imei'],
    [record.barCode.toLowerCase(), 'barCode'],
    [record.inspectionNo, 'inspectionNo'],
  ] as const) {
    expect(await search(code)).toMatchObject({ kind, hits: [report, phone] })
  }
  expect((await search('FIND00000001')).hits).toEqual([
    report,
    { title: '封袋 FIND00000001', subtitle: '已绑定', link: '/check/ys/baglog?bagCode=FIND00000001' },
    phone,
  ])
})

test('the number of a batch leads to its phones', async () => {
  const { batchId, batchNo } = await shop.data(
    batch.addMultiCommodity,
    {
      channel: 'curated',
      common: { ...IPHONE_13, answers: CLEAN },
      units: [{ code: { kind: 'imei', imei: nextImei() } }],
    },
    owner.login,
  )
  const hit = {
    title: `批次 ${batchNo}`,
    subtitle: '苹果 iPhone 13 128GB 午夜色 99新',
    link: `/check/yx/plural-detailed-list?batchId=${batchId}`,
  }
  expect(await search(batchNo.toLowerCase())).toEqual({ kind: 'batchNo', kindLabel: '批次号', hits: [hit] })
  const clerk = await shop.colleague(owner, '王仓管', ['/xySaasDetect/sealBag/GetSealBagList'])
  expect((await search(batchNo, clerk)).hits).toEqual([])
  expect((await search(batchNo, await shop.merchant('丙行'))).hits).toEqual([])
})

test('finds nothing for a code nobody has, and says what it took it for', async () => {
  expect(await search(nextImei())).toMatchObject({ kind: 'imei', kindLabel: 'IMEI', hits: [] })
  expect(await search('？')).toMatchObject({ kind: 'unknown', hits: [] })
})

test('shows only what the person may open', async () => {
  const imei = nextImei()
  await shop.listable(owner, 'MAY000000001', { code: { kind: 'imei', imei } })
  const clerk = await shop.colleague(owner, '王仓管', ['/xySaasDetect/sealBag/GetSealBagList'])
  const guest = await shop.colleague(owner, '无权限', [])
  const stranger = await shop.merchant('乙行')
  expect((await search('MAY000000001', clerk)).hits.map((hit) => hit.title)).toEqual(['封袋 MAY000000001'])
  expect((await search(imei, guest)).hits).toEqual([])
  expect((await search(imei, stranger)).hits).toEqual([])
})

test('an order number or a waybill leads to the order, a unit on sale to its listing', async () => {
  const { barCode } = await shop.save(owner)
  const shopAccountId = await shop.shop(owner)
  const [listingId, orderId, now] = [newId(), newId(), shop.clock.now()]
  const orderNo = '2026112000000000001'
  await shop.db.tenant(owner.actor.merchantId, async (tx) => {
    await tx.run(sql`
      insert into listing (merchant_id, id, channel, state, shop_account_id, title, description, model_id, model_name,
        sku_text, unit_count, created_by, created_at, updated_at)
      values (${tx.merchantId}, ${listingId}, 'auction', 'on_sale', ${shopAccountId}, '一台手机', '', 'm', 'm', '', 1,
        ${owner.actor.employeeId}, ${now}, ${now})`)
    await tx.run(sql`
      insert into listing_unit (merchant_id, listing_id, unit_id, inspection_id)
      select merchant_id, ${listingId}::uuid, unit_id, id from inspection
      where merchant_id = ${tx.merchantId} and bar_code = ${barCode}`)
    await tx.run(sql`
      insert into sale_order (merchant_id, id, channel, order_no, state, listing_id, shop_account_id, title, unit_count,
        deal_price_fen, ordered_at, waybill, remote_updated_at, created_at, updated_at)
      values (${tx.merchantId}, ${orderId}, 'auction', ${orderNo}, 'shipped', ${listingId}, ${shopAccountId}, '一台手机', 1, 1,
        ${now}, 'SF1234567890123', ${now}, ${now}, ${now})`)
  })
  const order = { title: `订单 ${orderNo}`, link: `/sale/order/detail?orderId=${orderId}` }
  expect(await search(orderNo)).toMatchObject({ kind: 'orderNo', hits: [order] })
  expect(await search('sf1234567890123')).toMatchObject({ kind: 'waybill', hits: [order] })
  const { hits } = await search(barCode)
  expect(hits.map((hit) => hit.link)).toContain(`/sale/product/detail?listingId=${listingId}`)
  await shop.db.tenant(owner.actor.merchantId, (tx) =>
    tx.run(sql`update sale_order set channel = 'curated' where merchant_id = ${tx.merchantId} and id = ${orderId}`),
  )
  const curated = await shop.colleague(owner, '严选', ['/api/saleorder/v1/order/detail'])
  const auction = await shop.colleague(owner, '鱼市', ['/api/yushiorder/v1/order/detail'])
  expect((await search(orderNo, curated)).hits.map((hit) => hit.link)).toEqual([
    `/sale/yxorder/detail?orderId=${orderId}`,
  ])
  expect((await search(orderNo, auction)).hits).toEqual([])
  const inspector = await shop.colleague(owner, '李质检', ['/xySaasDetect/detRecord/getDetRecordDetails'])
  expect((await search(orderNo, inspector)).hits).toEqual([])
})
