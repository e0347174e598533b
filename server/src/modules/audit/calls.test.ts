import type { InputOf, OutputOf } from '@huanji/contract/call'
import { auditTrail } from '@huanji/contract/features/audit/calls'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { buyerContacts } from '@huanji/contract/features/order/order'
import { ROLE_PRESETS } from '@huanji/contract/presets'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInEmployee } from '../../../../tests/support/people.ts'
import { CLEAN_ANSWERS } from '../../demo/trade/inspecting.ts'
import { newId } from '../../platform/ids.ts'
import {
  HOUR_MS,
  type OnSale,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from '../../sync/testing/trading-gateway.ts'

type Row = OutputOf<typeof auditTrail.list>['list'][number]

let gateway: TradingGateway
let owner: ShopOwner
let stranger: ShopOwner
let unit: OnSale
let order: Awaited<ReturnType<TradingGateway['paid']>>
/** Won, and never paid. */
let unpaid: Awaited<ReturnType<TradingGateway['sold']>>
let clerk: SignedInEmployee

const log = (filter: InputOf<typeof auditTrail.list> = {}, by: SignedInEmployee = owner) =>
  gateway.data(auditTrail.list, filter, by.login)
const newestOf = async (action: string): Promise<Row> => {
  const [row] = (await log({ action })).list
  if (!row) throw new Error(`nothing of ${action} in the log`)
  return row
}
const countOf = async (action: string) => (await log({ action })).total

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('青石手机')
  stranger = await gateway.shopOwner('白塔数码')
  clerk = await gateway.colleague(owner, '小孙', [
    ...(ROLE_PRESETS.find(({ key }) => key === 'service')?.grants ?? []),
    buyerContacts.reveal.path,
  ])
  unit = await gateway.onSale(owner)
  order = await gateway.paid(owner, unit)
  unpaid = await gateway.sold(owner, await gateway.onSale(owner))
})
afterAll(() => gateway.close())

describe('what goes on record', () => {
  it('is a published listing with session, prices and shop', async () => {
    const row = await newestOf(goods.publish.path)
    expect(row).toMatchObject({
      who: '青石手机老板',
      actionLabel: '发布商品',
      subject: 'listing',
      before: null,
      after: { 店铺: '青石手机小店', 起拍价: '¥1,500.00', 保底价: '¥1,800.00' },
    })
    expect(row.after?.商品).toBe(row.subjectLabel)
    expect(row.after?.场次).toMatch(/^\d{4}-\d{2}-\d{2} 第\d{2}场$/)
  })

  it('is each row of a bulk call that was done, and none that was refused', async () => {
    const before = await countOf(goods.publish.path)
    const [one, two] = [await gateway.inspected(owner), await gateway.inspected(owner)]
    const rows = [
      await gateway.row(owner, [one.inspectionId]),
      await gateway.row(owner, [one.inspectionId]),
      await gateway.row(owner, [newId()]),
      await gateway.row(owner, [two.inspectionId]),
    ]
    const { results } = await gateway.data(goods.publish, { channel: 'auction', listings: rows }, owner.login)
    expect(results.map(({ ok }) => ok)).toEqual([true, false, false, true])
    expect(await countOf(goods.publish.path)).toBe(before + 2)
    await gateway.data(goods.publish, { channel: 'auction', listings: rows.slice(1, 3) }, owner.login)
    expect(await countOf(goods.publish.path)).toBe(before + 2)
  })

  it('is a price before and after, a state before and after', async () => {
    const other = await gateway.onSale(owner)
    const { listingId } = other
    const operate = async (action: 'change_price' | 'off_shelf' | 'delete', row: object = {}) => {
      const { results } = await gateway.data(goods.operate, { action, rows: [{ listingId, ...row }] }, owner.login)
      return results[0]?.ok
    }
    expect(await operate('change_price', { startPriceFen: 160_000, priceConfirmed: true })).toBe(true)
    expect(await newestOf(goods.operate.path)).toMatchObject({
      subject: 'listing',
      before: { 状态: '销售中', 起拍价: '¥1,500.00' },
      after: { 操作: '改价', 状态: '销售中（正在改价）', 起拍价: '¥1,600.00' },
    })
    await gateway.runJobs()
    await gateway.pass(60_000)
    expect(await operate('off_shelf')).toBe(true)
    const { before, after } = await newestOf(goods.operate.path)
    expect({ before, after }).toEqual({
      before: { 状态: '销售中' },
      after: { 操作: '下架', 状态: '销售中（正在下架）' },
    })
    const count = await countOf(goods.operate.path)
    expect(await operate('off_shelf')).toBe(false)
    expect(await countOf(goods.operate.path)).toBe(count)
    await gateway.pass(60_000)
    expect(await operate('delete')).toBe(true)
    expect((await newestOf(goods.operate.path)).after).toEqual({ 操作: '删除', 状态: '自己下架（正在删除）' })
  })

  it("is a grade of one's own with the reason, and no grade that the answers gave", async () => {
    const path = '/xySaasDetect/detRecord/addDetectRecord'
    const before = await countOf(path)
    const answers = { ...CLEAN_ANSWERS, A14: { options: [], value: '90' } }
    const { inspectionNo } = await gateway.save(owner, {
      answers,
      finalGrade: '80',
      overrideReason: '边框偏旧，机主电话13800138009',
    })
    expect(await newestOf(path)).toMatchObject({
      actionLabel: '改判成色',
      subject: 'inspection',
      subjectLabel: inspectionNo,
      after: { 终判成色: expect.stringContaining('8'), 理由: '边框偏旧，机主电话138****8009' },
    })
    await gateway.save(owner)
    await gateway.save(owner, { mode: 'draft', finalGrade: '80', overrideReason: '边框偏旧' })
    expect(await countOf(path)).toBe(before + 1)
  })

  it('is a shipment, once however often it is sent with the same key', async () => {
    const sent = gateway.shipmentInput(order, unit)
    const send = () => gateway.call(auctionOrder.delivery, sent, owner.login, 'one-key')
    const answers = [...(await Promise.all([send(), send(), send()])), await send()]
    expect(answers.map(({ _errCode }) => _errCode)).toEqual(['0', '0', '0', '0'])
    const { list } = await log({ action: auctionOrder.delivery.path, keyword: order.orderNo })
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({
      subject: 'order',
      subjectLabel: order.orderNo,
      before: { 状态: '待发货' },
      after: { 状态: '已发货', 快递公司: '顺丰速运', 运单号: 'SF1234567890123', 手机数: '1台' },
    })
  })

  it('is a shipment that was corrected, with the parcel before and after', async () => {
    const other = await gateway.onSale(owner)
    const sold = await gateway.paid(owner, other)
    const send = async (change: Record<string, unknown>) => {
      await gateway.data(auctionOrder.delivery, gateway.shipmentInput(sold, other, change), owner.login)
      await gateway.runJobs()
    }
    const [path, msg] = ['/api/open/order/ship', '请求参数错误, field "waybill_no" 运单号不存在']
    gateway.control.failNext({ kind: 'refuse', path, code: 100004, msg })
    await send({ carrierCode: 'OTHER', waybill: 'AB12300000' })
    await send({ waybill: 'SF9876543210987' })
    expect(await newestOf(auctionOrder.delivery.path)).toMatchObject({
      subjectLabel: sold.orderNo,
      before: { 状态: '已发货', 运单号: 'AB12300000' },
      after: { 状态: '已发货', 快递公司: '顺丰速运', 运单号: 'SF9876543210987' },
    })
  })

  it('is that a buyer was paid back, with the amount', async () => {
    const sold = await gateway.paid(owner, await gateway.onSale(owner))
    gateway.control.openRefund({ orderNo: sold.orderNo, kind: 'refundOnly' })
    await gateway.pass(1000)
    expect(await countOf('order.refunded')).toBe(0)
    await gateway.services.marketplace.agreeRefund(owner.seller.sellerId, { order_no: sold.orderNo })
    await gateway.pass(1000)
    await gateway.poll(owner.seller)
    const { list } = await log({ action: 'order.refunded' })
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({ who: '闲鱼', subjectLabel: sold.orderNo, before: { 状态: '待发货' } })
    expect(list[0]?.after).toMatchObject({ 状态: '已退款', 退款金额: list[0]?.before?.买家实付 })
  })

  it('is that money was paid, expected and settled, with nobody behind it', async () => {
    const [paid] = (await log({ action: 'order.paid', keyword: order.orderNo })).list
    expect(paid).toMatchObject({
      who: '闲鱼',
      ip: '',
      subjectLabel: order.orderNo,
      before: { 状态: '待付款' },
      after: { 状态: '待发货' },
    })
    await gateway.pass(1000)
    gateway.control.confirmReceipt(order.orderNo)
    await gateway.pass(1000)
    expect(await newestOf('bill.expected')).toMatchObject({
      who: '系统',
      subject: 'bill',
      subjectLabel: order.orderNo,
      before: null,
    })
    await gateway.pass(25 * HOUR_MS)
    await gateway.poll(owner.seller)
    await gateway.poll(owner.seller)
    const { list } = await log({ action: 'bill.settled', keyword: order.orderNo })
    expect(list).toHaveLength(1)
    const [settled] = list
    expect(Object.values(settled?.before ?? {}).every((value) => value.endsWith('待结算'))).toBe(true)
    expect(Object.values(settled?.after ?? {}).filter((value) => value.endsWith('已结算')).length).toBeGreaterThan(0)
    expect((await log({ action: 'order.paid', keyword: order.orderNo })).total).toBe(1)
  })

  it('is that a paid order fell through, and not that an unpaid one did', async () => {
    const lost = await gateway.paid(owner, await gateway.onSale(owner))
    await gateway.pass(25 * HOUR_MS)
    await gateway.poll(owner.seller)
    await gateway.pass(25 * HOUR_MS)
    await gateway.poll(owner.seller)
    const stateOf = async ({ orderId }: { orderId: string }) => (await gateway.detail(owner, orderId)).state
    expect([await stateOf(lost), await stateOf(unpaid)]).toEqual(['closed', 'closed'])
    const { list } = await log({ action: 'order.closed' })
    expect(list.map((row) => row.subjectLabel)).toEqual([lost.orderNo])
    expect(list[0]).toMatchObject({ before: { 状态: '待发货' }, after: { 状态: '已关闭' } })
  })
})

describe("a buyer's contact", () => {
  it('is shown in clear order by order, and each time leaves a mark without the contact itself', async () => {
    const masked = (await gateway.detail(clerk, order.orderId)).receiver
    expect(masked.masked).toBe(true)
    const look = () => gateway.data(buyerContacts.reveal, { orderId: order.orderId }, clerk.login, 'one-key')
    const shown = await look()
    expect(shown).toEqual((await gateway.detail(owner, order.orderId)).receiver)
    expect(shown.masked).toBe(false)
    await look()
    const { list, total } = await log({ action: buyerContacts.reveal.path })
    expect(total).toBe(2)
    expect(list[0]).toMatchObject({
      who: '小孙',
      subjectLabel: order.orderNo,
      before: null,
      after: { 已查看: '姓名、电话、地址' },
    })
    expect((await gateway.detail(clerk, order.orderId)).receiver).toEqual(masked)
  })

  it('is kept from whoever may not see it, and from other merchants', async () => {
    const before = await countOf(buyerContacts.reveal.path)
    const inspector = await gateway.colleague(owner, '小周', [auctionOrder.detail.path])
    const denied = await gateway.call(buyerContacts.reveal, { orderId: order.orderId }, inspector.login)
    expect([denied._errCode === '0', denied._data]).toEqual([false, null])
    expect(await gateway.refusalOf(buyerContacts.reveal, { orderId: order.orderId }, stranger)).toBe('NOT_FOUND')
    expect(await countOf(buyerContacts.reveal.path)).toBe(before)
  })

  it('leaves no mark while there is none yet', async () => {
    const before = await countOf(buyerContacts.reveal.path)
    const shown = await gateway.data(buyerContacts.reveal, { orderId: unpaid.orderId }, clerk.login)
    expect(shown).toEqual({ name: '', phone: '', region: '', detail: '', masked: false })
    expect(await countOf(buyerContacts.reveal.path)).toBe(before)
  })
})

describe('reading the log', () => {
  it('goes from the newest to the first without a gap, page by page in both directions', async () => {
    const { list: all, total } = await log({ pageSize: 200 })
    expect(total).toBeGreaterThan(15)
    expect(all.map((row) => row.sequence)).toEqual(Array.from({ length: total }, (_, index) => total - index))
    const numbers: number[] = []
    let page = await log({ pageSize: 4 })
    const first = page.list
    for (;;) {
      numbers.push(...page.list.map((row) => row.sequence))
      if (page.nextCursor === null) break
      page = await log({ pageSize: 4, cursor: page.nextCursor })
    }
    expect(numbers).toEqual(all.map((row) => row.sequence))
    const second = await log({ pageSize: 4, page: 2 })
    expect(second.list).toEqual(all.slice(4, 8))
    expect((await log({ pageSize: 4, cursor: second.previousCursor ?? '' })).list).toEqual(first)
  })

  it('filters by who, what, kind, time and words', async () => {
    const { list: all } = await log({ pageSize: 200 })
    const numbers = async (filter: InputOf<typeof auditTrail.list>) =>
      (await log({ pageSize: 200, ...filter })).list.map((row) => row.sequence)
    const expected = (wanted: (row: Row) => boolean) => all.filter(wanted).map((row) => row.sequence)
    expect(await numbers({ actorId: clerk.actor.employeeId })).toEqual(expected((row) => row.who === '小孙'))
    expect(await numbers({ actorId: newId() })).toEqual([])
    expect(await numbers({ subject: 'bill' })).toEqual(expected((row) => row.subject === 'bill'))
    expect(await numbers({ keyword: '小孙' })).toEqual(expected((row) => row.who === '小孙'))
    expect(await numbers({ keyword: order.orderNo })).toEqual(expected((row) => row.subjectLabel === order.orderNo))
    expect(await numbers({ keyword: '%' })).toEqual(expected((row) => `${row.who}${row.subjectLabel}`.includes('%')))
    const [from, to] = [all.at(-3)?.at ?? '', all.at(5)?.at ?? '']
    expect(await numbers({ from, to })).toEqual(expected((row) => row.at >= from && row.at <= to))
    expect(await numbers({ from: to, to: from })).toEqual([])
  })

  it('names every action that there is, once and as it was called', async () => {
    const { list, actions } = await log({ pageSize: 200 })
    const named = new Map(list.map((row) => [row.action, row.actionLabel]))
    expect(actions).toEqual([...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([value, label]) => ({ value, label })))
    expect(actions.length).toBeGreaterThan(6)
  })

  it('defect: shows no figure that the reader is shown nowhere else', async () => {
    const reader = await gateway.colleague(owner, '小钱', [auditTrail.list.path])
    const [publication] = (await log({ action: goods.publish.path, pageSize: 1 }, reader)).list
    expect(publication?.after).toMatchObject({ 起拍价: '¥1,500.00', 保底价: '无权查看' })
    const [payment] = (await log({ action: 'order.paid', pageSize: 1 }, reader)).list
    expect(payment?.after).toMatchObject({ 状态: '待发货', 买家实付: '无权查看' })
    const amounts = (await log({ pageSize: 200 }, reader)).list
      .flatMap(({ before, after }) => Object.entries({ ...before, ...after }))
      .filter(([, value]) => value.includes('¥'))
    expect(new Set(amounts.map(([name]) => name))).toEqual(new Set(['起拍价']))
    const holder = await gateway.colleague(owner, '小郑', [
      auditTrail.list.path,
      'field:reservePrice',
      'field:orderMoney',
    ])
    expect((await log({ pageSize: 200 }, holder)).list).toEqual((await log({ pageSize: 200 })).list)
  })

  it('shows another merchant nothing, and nobody who may not read it anything', async () => {
    expect(await log({}, stranger)).toMatchObject({ list: [], total: 0, actions: [] })
    expect(await log({ actorId: clerk.actor.employeeId }, stranger)).toMatchObject({ list: [] })
    for (const spec of [auditTrail.list, auditTrail.verify]) {
      expect((await gateway.call(spec, {}, clerk.login))._data).toBeNull()
    }
  })

  it('is checked from end to end, and a changed entry is named', async () => {
    const { total } = await log()
    const checkedAt = gateway.clock.now().toISOString()
    const check = () => gateway.data(auditTrail.verify, {}, owner.login)
    expect(await check()).toEqual({ isIntact: true, entryCount: total, brokenAt: null, checkedAt })
    const who = async (name: string, before: string) => {
      const { rows } = await gateway.database.open.ownerQuery(
        'update audit_log set who = $3 where merchant_id = $1 and sequence = 3 and who = $2 returning 1',
        [owner.seller.merchantId, before, name],
      )
      expect(rows).toHaveLength(1)
    }
    const { who: name = '' } = (await log({ pageSize: 200 })).list.find((row) => row.sequence === 3) ?? {}
    await who('别人', name)
    expect(await check()).toMatchObject({ isIntact: false, brokenAt: 3 })
    await who(name, '别人')
    expect((await check()).isIntact).toBe(true)
  })

  it('finds no phone in full, no token and no password anywhere in it', async () => {
    const { merchantId } = owner.seller
    const rows = await gateway.db.tenant(merchantId, (tx) =>
      tx.rows<{ text: string }>(
        sql`select (to_jsonb(l) - 'hash' - 'request_id')::text as text from audit_log l where merchant_id = ${merchantId}`,
      ),
    )
    expect(rows.length).toBeGreaterThan(15)
    const { receiver } = await gateway.detail(owner, order.orderId)
    for (const { text } of rows) {
      expect(text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '')).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
      expect(text).not.toContain(receiver.phone)
      expect(text).not.toContain(receiver.name)
      expect(text).not.toMatch(/token|password|captcha|密码/i)
    }
  })
})

describe('the filter of actions', () => {
  it('defect: an action that there is none of was answered with an empty log', async () => {
    const answer = await gateway.call(auditTrail.list, { action: '发布商品' }, owner.login)
    expect(answer).toMatchObject({ _bizErrCode: 'AUDIT_ACTION_UNKNOWN', _data: { field: 'action' } })
    expect(answer._errStr).toContain(goods.publish.path)
    // one that nobody has done yet is known
    expect((await log({ action: [buyerContacts.reveal.path, goods.publish.path] })).total).toBeGreaterThan(0)
  })
})
