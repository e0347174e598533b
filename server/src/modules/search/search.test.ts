import { batch } from '@huanji/contract/features/inspection/batch'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { codeSearch } from '@huanji/contract/features/search/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { enterSearch, searchList } from '../../database/search.ts'
import { CLEAN_ANSWERS, IPHONE_13 } from '../../demo/trade/inspecting.ts'
import { newId } from '../../platform/ids.ts'
import { nextImei, startTradingGateway, type TradingGateway } from '../../sync/testing/trading-gateway.ts'

let shop: TradingGateway
let owner: SignedInEmployee

beforeAll(async () => {
  shop = await startTradingGateway()
  owner = await shop.merchant('甲行')
})
afterAll(() => shop.close())

let lastBag = 0
const newBag = () => `FM${String(70_000_000 + ++lastBag * 1_117)}`

/** A phone that can be listed, with its IMEI and its bag. */
async function sealedPhone(bag = newBag()) {
  const imei = nextImei()
  return { ...(await shop.listable(owner, bag, { code: { kind: 'imei', imei } })), imei, bag }
}

const search = (words: string, by = owner) => shop.data(codeSearch.find, { words }, by.login)

test('any code of a phone leads to its report, a bag code to its record too', async () => {
  const [imei, imei2] = [nextImei(), nextImei()]
  const record = await shop.listable(owner, 'FIND00000001', { code: { kind: 'imei', imei, imei2 } })
  const report = {
    kind: 'inspection',
    title: `质检 ${record.inspectionNo}`,
    subtitle: '苹果 iPhone 13 128GB 午夜色 S 99新 · 可上架',
    link: `/check/ys/detail?inspectionId=${record.inspectionId}`,
  }
  const phone = {
    kind: 'phone',
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
    { kind: 'bag', title: '封袋 FIND00000001', subtitle: '已绑定', link: '/check/ys/baglog?bagCode=FIND00000001' },
    phone,
  ])
})

test('defect: the other bar codes of a box led nowhere: a GS1 code with the IMEI, a serial number behind an S', async () => {
  const imei = nextImei()
  const record = await shop.listable(owner, 'FIND00000009', { code: { kind: 'imei', imei, sn: 'F2LX1234ABCD' } })
  for (const code of [`8002${imei}`, `]C18002${imei}`, `(8002)${imei}`, 'SF2LX1234ABCD', 'sf2lx1234abcd']) {
    expect((await search(code)).hits.map(({ title }) => title)).toContain(`质检 ${record.inspectionNo}`)
  }
})

test('the number of a batch leads to its phones', async () => {
  const { batchId, batchNo } = await shop.data(
    batch.addMultiCommodity,
    {
      channel: 'curated',
      common: { ...IPHONE_13, answers: CLEAN_ANSWERS },
      units: [{ code: { kind: 'imei', imei: nextImei() } }],
    },
    owner.login,
  )
  const hit = {
    kind: 'batch',
    title: `批次 ${batchNo}`,
    subtitle: '苹果 iPhone 13 128GB 午夜色 99新',
    link: `/check/yx/plural-detailed-list?batchId=${batchId}`,
  }
  expect(await search(batchNo.toLowerCase())).toMatchObject({ kind: 'batchNo', kindLabel: '批次号', hits: [hit] })
  const clerk = await shop.colleague(owner, '王发货员', ['/xySaasDetect/sealBag/GetSealBagList'])
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
  const clerk = await shop.colleague(owner, '王发货员', ['/xySaasDetect/sealBag/GetSealBagList'])
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
    const inspection = await tx.one<{ id: string; unit_id: string }>(
      sql`select id, unit_id from inspection where merchant_id = ${tx.merchantId} and bar_code = ${barCode}`,
    )
    await tx.run(sql`
      insert into listing_unit (merchant_id, listing_id, unit_id, inspection_id)
      values (${tx.merchantId}, ${listingId}, ${inspection?.unit_id}, ${inspection?.id})`)
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

/** An order of the auction market for an iPhone 13, as the quick search finds it. */
async function addOrder(
  by: SignedInEmployee,
  shopAccountId: string,
  orderNo: string,
  buyerNick: string,
): Promise<string> {
  const [orderId, now] = [newId(), shop.clock.now()]
  const title = '苹果 iPhone 13 128GB 午夜色'
  await shop.db.tenant(by.actor.merchantId, async (tx) => {
    await tx.run(sql`
      insert into sale_order (merchant_id, id, channel, order_no, state, shop_account_id, title, model_id, buyer_nick,
        unit_count, deal_price_fen, ordered_at, remote_updated_at, created_at, updated_at)
      values (${tx.merchantId}, ${orderId}, 'auction', ${orderNo}, 'awaiting_shipment', ${shopAccountId}, ${title},
        ${IPHONE_13.modelId}, ${buyerNick}, 1, 1, ${now}, ${now}, ${now}, ${now})`)
    await enterSearch(tx, {
      list: searchList('order', 'auction'),
      subjectId: orderId,
      state: 'awaiting_shipment',
      at: now,
      texts: [title, buyerNick],
    })
  })
  return orderId
}

test('what a model is called leads to the lists that have phones of it, with how many there are', async () => {
  const merchant = await shop.merchant('机型行')
  expect((await search('iphone13', merchant)).hits).toEqual([])
  await shop.save(merchant)
  await shop.save(merchant)
  const shopAccountId = await shop.shop(merchant)
  await addOrder(merchant, shopAccountId, '2026112000000000101', '甲')
  const label = encodeURIComponent('苹果 iPhone 13').replaceAll('%20', '+')
  const query = `modelId=${IPHONE_13.modelId}&modelId.label=${label}`
  const inspections = {
    kind: 'model',
    title: '苹果 iPhone 13',
    subtitle: '鱼市质检列表 2台',
    link: `/check/ys/list?${query}`,
  }
  const orders = { kind: 'model', title: '苹果 iPhone 13', subtitle: '鱼市订单 1单', link: `/sale/order?${query}` }
  for (const words of ['iphone 13', 'a2634', '苹果13']) {
    const { hits, searched } = await search(words, merchant)
    expect(
      hits.filter(({ kind }) => kind === 'model'),
      words,
    ).toEqual([inspections, orders])
    expect(searched, words).toContain('model')
  }
  const clerk = await shop.colleague(merchant, '发货员', ['/api/yushiorder/v1/order/list'])
  expect(await search('iphone 13', clerk)).toMatchObject({ searched: ['model'], hits: [orders] })
})

test('a buyer leads to the newest five orders, each named once', async () => {
  const merchant = await shop.merchant('买家行')
  const shopAccountId = await shop.shop(merchant)
  for (let at = 0; at < 7; at += 1) await addOrder(merchant, shopAccountId, `202611200000000020${at}`, '东湖数码')
  await addOrder(merchant, shopAccountId, '2026112000000000301', '西湖')
  const { hits } = await search('东湖', merchant)
  expect(hits.map(({ kind }) => kind)).toEqual(Array(5).fill('order'))
  expect(new Set(hits.map(({ link }) => link)).size).toBe(5)
  for (const { subtitle } of hits) expect(subtitle).toBe('苹果 iPhone 13 128GB 午夜色 · 待发货 · 买家 东湖数码')
  const guest = await shop.colleague(merchant, '无权限', [])
  expect(await search('东湖', guest)).toMatchObject({ kind: 'unknown', kindLabel: '未知编码', searched: [], hits: [] })
  expect((await search('东湖', await shop.merchant('别家'))).hits).toEqual([])
})

test('a colleague is found by name, by pinyin in full or by first letters, and by the end of the phone number', async () => {
  const merchant = await shop.merchant('员工行')
  // 单 is dan, but shan as a family name
  const colleague = await shop.colleague(merchant, '单雄信', ['/api/emp/list'])
  const end = colleague.login.loginPhone.slice(-4)
  const hit = {
    kind: 'employee',
    title: '单雄信',
    subtitle: `员工 · 手机尾号 ${end} · 启用`,
    link: `/account/staff?keyword=${encodeURIComponent('单雄信')}`,
  }
  for (const words of ['雄信', 'shanxiongxin', 'sxx', 'Shan X', 'xiongx']) {
    expect((await search(words, merchant)).hits, words).toEqual([hit])
  }
  expect((await search(end, merchant)).hits).toContainEqual(hit)
  // whoever does not know that types dan
  expect((await search('danxiongxin', merchant)).hits).toEqual([hit])
  expect((await search('sxx', colleague)).searched).toEqual(['employee'])
  const clerk = await shop.colleague(merchant, '王发货员', ['/xySaasDetect/sealBag/GetSealBagList'])
  expect((await search('sxx', clerk)).hits).toEqual([])
})

test('a code whose form leaves no doubt is looked for as nothing else', async () => {
  // an order that waits for its parcel comes first, for whoever ships
  const PLACES = ['order', 'inspection', 'batch', 'listing', 'refund', 'bag', 'phone']
  const imei = nextImei()
  expect((await search(imei)).searched).toEqual(PLACES)
  // a number that reads as a GS1 code may be an order's
  expect((await search(`8002${imei}`)).searched).toEqual(PLACES)
  expect((await search('东湖')).searched).toEqual(['model', 'order', 'refund', 'employee'])
  expect((await search('iphone15')).searched).toContain('model')
})

test.each([',', '，', ' ', '\n', '、'])('defect: of several codes parted by %j none was found', async (separator) => {
  const [first, second] = [await sealedPhone(), await sealedPhone()]
  const strange = nextImei()
  const found = await search([first.imei, strange, second.barCode].join(separator))
  expect(found.hits.map(({ code, title }) => [code, title])).toEqual([
    [first.imei, `质检 ${first.inspectionNo}`],
    [second.barCode, `质检 ${second.inspectionNo}`],
  ])
  expect(found).toMatchObject({ notFound: [strange], leftOutCount: 0 })
})

test('more codes than are looked for at once are counted', async () => {
  const codes = Array.from({ length: 23 }, () => nextImei())
  const found = await search(codes.join('\n'))
  expect(found).toMatchObject({ hits: [], leftOutCount: 3 })
  expect(found.notFound).toEqual(codes.slice(0, 20))
})

describe('defect: nothing was found by the last digits that the label prints', () => {
  test.each([4, 5, 6, 7, 8])('%i digits of the IMEI, of the bar code, of the bag', async (length) => {
    const record = await sealedPhone()
    for (const code of [record.imei, record.barCode, record.bag]) {
      const links = (await search(code.slice(-length))).hits.map(({ link }) => link)
      expect(links, code).toContain(`/check/ys/detail?inspectionId=${record.inspectionId}`)
      expect(links, code).toContain(`/check/phone?code=${record.barCode}`)
      const { list } = await shop.data(
        detRecord.getDetectRecordList,
        { channel: 'auction', code: code.slice(-length) },
        owner.login,
      )
      expect(
        list.map(({ inspectionId }) => inspectionId),
        code,
      ).toContain(record.inspectionId)
    }
  })

  test('of digits that several phones end in all are shown, and of a whole code that one alone', async () => {
    const end = '4455'
    const [one, two] = [`FA0000${end}`, `FB0000${end}`]
    const records = [await sealedPhone(one), await sealedPhone(two)]
    const ids = records.map(({ inspectionId }) => `/check/ys/detail?inspectionId=${inspectionId}`)
    expect((await search(end)).hits.map(({ link }) => link)).toEqual(expect.arrayContaining(ids))
    expect((await search(one)).hits.map(({ link }) => link)).not.toContain(ids[1])
    const { list } = await shop.data(
      detRecord.getDetectRecordList,
      { channel: 'auction', code: [end, one] },
      owner.login,
    )
    expect(list).toHaveLength(2)
  })

  test('another merchant’s phones are not among them', async () => {
    const other = await shop.merchant('尾号行')
    const record = await sealedPhone()
    expect((await search(record.imei.slice(-6), other)).hits).toEqual([])
  })
})
