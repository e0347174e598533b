import { stockAge } from '@huanji/contract/features/home/overview'
import { listingHandling } from '@huanji/contract/features/listing/goods'
import { merchant } from '@huanji/contract/features/merchant/calls'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { phoneCost } from '@huanji/contract/features/phone/cost'
import { shanghaiDate } from '@huanji/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { pollSessions } from '../../sync/polls.ts'
import {
  HOUR_MS,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from '../../sync/testing/trading-gateway.ts'
import { insertBill, setSettledAmount } from '../bill/store.ts'
import { storedFigures } from './figure-store.ts'
import { checkFigures, foldMarks } from './fold.ts'
import { isDayForCheck } from './jobs.ts'
import { isMarked } from './mark-store.ts'
import { plainCount, type ReadRows } from './testing/plain-count.ts'

let gateway: TradingGateway
let owner: ShopOwner

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('南桥手机')
})
afterAll(() => gateway.close())

const EVER = { from: '2000-01-01', to: '2999-12-31' }
const now = () => gateway.clock.now()
const today = () => shanghaiDate(now().toISOString())
const inTenant = <T>(work: Parameters<typeof gateway.db.tenant<T>>[1], by = owner) =>
  gateway.db.tenant(by.seller.merchantId, work)
const read: ReadRows = async <Row>(text: string) => (await gateway.database.open.ownerQuery(text)).rows as Row[]

/** Counts what is marked and compares every figure with a plain count of the rows. */
async function expectCounted(by = owner): Promise<void> {
  await foldMarks(gateway.db, by.seller.merchantId, now)
  const stored = await inTenant((tx) => storedFigures(tx, EVER), by)
  const counted = await plainCount(read, by.seller.merchantId)
  expect(Object.fromEntries([...stored].sort())).toEqual(Object.fromEntries([...counted].sort()))
}

/** An order from the offer to the receipt. */
async function completed(priceFen = 300_000) {
  const unit = await gateway.onSale(owner)
  const order = await gateway.paid(owner, unit, priceFen)
  await gateway.data(auctionOrder.delivery, gateway.shipmentInput(order, unit), owner.login)
  await gateway.pass(1000)
  gateway.control.confirmReceipt(order.orderNo)
  await gateway.pass(1000)
  return { order, unit }
}

const overviewOf = async (input: object = {}, by = owner) => {
  const asked = { from: today(), to: today(), ...input }
  const { overview } = await gateway.data(merchant.business, asked, by.login)
  if (overview === null) throw new Error('the owner is shown no overview')
  return overview
}

describe('figures by day', () => {
  it('follow an order from the offer to its bills', async () => {
    const { order, unit } = await completed()
    const [sold] = await read<{ unit_id: string }>(`select unit_id from inspection where id = '${unit.inspectionId}'`)
    await gateway.data(
      listingHandling.setCost,
      { rows: [{ unitId: sold?.unit_id ?? '', costPriceFen: 250_000 }] },
      owner.login,
    )
    await expectCounted()
    const stored = [...(await inTenant((tx) => storedFigures(tx, EVER))).values()]
    const days = stored.filter(({ kind, shopAccountId }) => kind === 'all' && shopAccountId === owner.shopAccountId)
    const sum = (name: 'orders' | 'salesFen' | 'netFen' | 'marginFen' | 'offered' | 'sold' | 'shippedUnits') =>
      days.reduce((total, row) => total + row[name], 0)
    expect(sum('orders')).toBe(1)
    expect(sum('salesFen')).toBe(300_000)
    expect(sum('netFen')).toBe(291_000)
    expect(sum('marginFen')).toBe(50_000)
    expect([sum('offered'), sum('sold'), sum('shippedUnits')]).toEqual([1, 1, 1])
    expect(order.orderNo).not.toBe('')
  })

  it('count a settlement that comes weeks later on the day that its bill is about', async () => {
    await expectCounted()
    const [bill] = await read<{ id: string; occurred_at: Date }>(
      `select id, occurred_at from bill where merchant_id = '${owner.seller.merchantId}' and type = 'serviceFee' limit 1`,
    )
    if (!bill) throw new Error('there is no bill')
    await gateway.pass(400 * HOUR_MS)
    const settledAt = now().toISOString()
    await inTenant((tx) =>
      setSettledAmount(tx, bill.id, {
        direction: 'out',
        amountFen: 7_777,
        remark: '',
        settlementNo: 'JS1',
        refundNo: '',
        settledAt,
      }),
    )
    expect(await inTenant((tx) => isMarked(tx))).toBe(true)
    await expectCounted()
  })

  it('follow orders that are paid around midnight in Shanghai and closed afterwards', async () => {
    await pollSessions(gateway.services, owner.seller)
    const late = await gateway.sold(owner, await gateway.onSale(owner))
    const early = await gateway.sold(owner, await gateway.onSale(owner))
    const untilMidnightMs = 24 * HOUR_MS - ((now().getTime() + 8 * HOUR_MS) % (24 * HOUR_MS))
    await gateway.pass(untilMidnightMs - 30_000)
    const before = today()
    gateway.control.payOrder(late.orderNo)
    await gateway.pass(1000)
    await expectCounted()
    await gateway.pass(60_000)
    expect(today() > before).toBe(true)
    gateway.control.payOrder(early.orderNo)
    await gateway.pass(1000)
    await expectCounted()
    gateway.control.closeOrder(late.orderNo, '买家违约')
    await gateway.pass(2000)
    await gateway.poll(owner.seller)
    await expectCounted()
    const stored = [...(await inTenant((tx) => storedFigures(tx, { from: before, to: before }))).values()]
    expect(stored.find(({ kind }) => kind === 'all')).toMatchObject({ orders: 1 })
  })

  it('are compared with their rows, and what differs is found and put right', async () => {
    await expectCounted()
    const everyDay = () => true
    expect(await checkFigures(gateway.db, owner.seller.merchantId, everyDay)).toEqual([])
    await gateway.database.open.ownerQuery(
      `alter table daily_figure no force row level security;
       update daily_figure set orders = orders + 5 where kind = 'all' and orders > 0;
       alter table daily_figure force row level security`,
    )
    expect(await checkFigures(gateway.db, owner.seller.merchantId, everyDay)).not.toEqual([])
    await expectCounted()
  })

  it('defect: wrote sales, margins and nets into the log when they differed', async () => {
    await gateway.database.open.ownerQuery(
      `alter table daily_figure no force row level security;
       update daily_figure set sales_fen = sales_fen + 5 where kind = 'all' and orders > 0;
       alter table daily_figure force row level security`,
    )
    const differences = await checkFigures(gateway.db, owner.seller.merchantId, () => true)
    const named = new Set(differences.flatMap((one) => Object.keys(one)))
    expect([...named].sort()).toEqual(['channel', 'day', 'kind', 'part', 'shopAccountId'])
  })

  it('defect: kept their margin when a list of costs changed what was sold, or was taken back', async () => {
    const { unit } = await completed()
    await expectCounted()
    const rows = [{ code: unit.imei, price: '1234' }]
    const { importId } = await gateway.data(
      phoneCost.import,
      { rows, withSold: true, withJumps: true, name: '采购单' },
      owner.login,
    )
    await expectCounted()
    await gateway.data(phoneCost.undo, { importId: importId ?? '' }, owner.login)
    await expectCounted()
  })

  it('defect: differed from a plain count once money was frozen, or moved between account and bank', async () => {
    const { merchantId } = owner.seller
    const [order] = await read<{ id: string }>(`select id from sale_order where merchant_id = '${merchantId}' limit 1`)
    const rows = [
      { billNo: 'ZD-1', type: 'depositFreeze', channel: 'auction' },
      { billNo: 'ZD-2', type: 'withdrawal', channel: null },
    ] as const
    const net = async () => {
      const { netFen } = (await overviewOf({ from: EVER_FROM() })).figures.all
      return netFen
    }
    await expectCounted()
    const before = await net()
    for (const row of rows) {
      await inTenant((tx) =>
        insertBill(tx, {
          billId: newId(),
          direction: 'out',
          source: 'flow',
          sourceId: row.billNo,
          ...row,
          orderId: order?.id ?? null,
          orderNo: '',
          refundNo: '',
          title: '',
          imei: '',
          formula: '',
          remark: '',
          shopAccountId: owner.shopAccountId,
          dealPriceFen: null,
          amountFen: 12_300,
          occurredAt: now().toISOString(),
          now: now(),
        }),
      )
    }
    await expectCounted()
    expect(await net()).toBe(before)
  })

  it('of the last weeks are compared each night, and every older day once in four weeks', () => {
    expect(isDayForCheck('2026-11-20', '2026-11-23')).toBe(true)
    const nights = Array.from({ length: 28 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
    expect(nights.filter((night) => isDayForCheck('2026-01-15', night))).toHaveLength(1)
  })
})

describe('the overview', () => {
  it('has what the period comes to, beside the period before, and says up to when it is counted', async () => {
    await expectCounted()
    const figures = await overviewOf({ from: EVER_FROM(), to: today() })
    expect(figures.asOf).toBe(now().toISOString())
    expect(figures.figures.all.orders).toBe(
      figures.days.reduce((sum, day) => sum + day.orders.auction + day.orders.curated, 0),
    )
    expect(figures.figures.auction.orders).toBe(figures.figures.all.orders)
    expect(figures.shops.map(({ shopName }) => shopName)).toEqual(['南桥手机小店'])
    expect(figures.shops[0]?.figures.salesFen).toBe(figures.figures.all.salesFen)
    expect(figures.models[0]).toMatchObject({ modelId: 'apple-iphone-13', modelName: '苹果 iPhone 13' })
    expect(figures.models[0]?.trend.length).toBeGreaterThan(0)
    expect(figures.grades.reduce((sum, { units }) => sum + units, 0)).toBe(figures.figures.all.units)
    expect(figures.days).toHaveLength(100)
  })

  it('leads to lists that count the same', async () => {
    await expectCounted()
    const from = EVER_FROM()
    const { figures } = await overviewOf({ from, to: today() })
    const paidFrom = `${from}T00:00:00.000+08:00`
    const asked = { paidFrom: new Date(paidFrom).toISOString(), paidTo: now().toISOString() }
    expect((await gateway.data(auctionOrder.list, asked, owner.login)).total).toBe(figures.auction.orders)
    const closed = await gateway.data(auctionOrder.list, { ...asked, state: 'closed' }, owner.login)
    expect(closed.total).toBe(figures.auction.closedOrders)
  })

  it('says what waits to be counted by the moment it is counted up to', async () => {
    await expectCounted()
    const countedAt = now().toISOString()
    await gateway.pass(HOUR_MS)
    await gateway.inspected(owner)
    expect((await overviewOf()).asOf).toBe(countedAt)
  })

  it('defect: is up to date for a merchant who has just begun, and not before the past of another one is counted', async () => {
    const begun = await gateway.shopOwner('新开手机店')
    expect((await overviewOf({}, begun)).asOf).toBe(now().toISOString())
    await gateway.inspected(begun)
    expect((await overviewOf({}, begun)).asOf).toBeNull()
    await expectCounted(begun)
    expect((await overviewOf({}, begun)).asOf).toBe(now().toISOString())
  })

  it('finds the phones that lie here too long, the longest first', async () => {
    const unit = await gateway.inspected(owner)
    await gateway.pass(16 * 24 * HOUR_MS)
    const { aged } = await overviewOf()
    const { list, total } = await gateway.data(stockAge.agedStock, { days: 15 }, owner.login)
    expect(aged.find(({ days }) => days === 15)?.units).toBe(total)
    expect(aged.map(({ units }) => units)).toEqual([...aged.map(({ units }) => units)].sort((a, b) => b - a))
    expect(list.find(({ inspectionId }) => inspectionId === unit.inspectionId)?.days).toBe(16)
    const since = list.map(({ stockedAt }) => stockedAt)
    expect(since).toEqual([...since].sort())
  })
})

describe('the rights to the overview', () => {
  const asked = () => ({ from: EVER_FROM(), to: today() })
  const as = async (...grants: string[]) => {
    const { login } = await gateway.colleague(owner, '店员', grants)
    return (await gateway.data(merchant.business, asked(), login)).overview
  }

  /** Every field of an answer by its path, with what it holds. */
  function fieldsOf(value: unknown, path = ''): [string, unknown][] {
    if (Array.isArray(value)) return value.flatMap((one, index) => fieldsOf(one, `${path}[${index}]`))
    if (typeof value !== 'object' || value === null) return [[path, value]]
    return Object.entries(value).flatMap(([name, one]) => fieldsOf(one, `${path}.${name}`))
  }

  it('are a grant of its own', async () => {
    expect(await as('field:orderMoney', 'field:costPrice', '/sale/order')).toBeNull()
    expect(await as('field:overview')).not.toBeNull()
  })

  it('show money in no place to whoever may not see the money of orders', async () => {
    await expectCounted()
    for (const grants of [['field:overview'], ['field:overview', 'field:costPrice']]) {
      const shown = fieldsOf(await as(...grants))
      const money = shown.filter(([path, value]) => /Fen$/.test(path) && value !== null)
      expect(money, grants.join()).toEqual([])
      expect(shown.filter(([path]) => /Fen$/.test(path)).length).toBeGreaterThan(10)
    }
    // no figure that is left tells of an amount either: none of the prices is among the numbers
    const numbers = fieldsOf(await as('field:overview')).map(([, value]) => value)
    expect(numbers.filter((value) => value === 300_000 || value === 200_000 || value === 50_000)).toEqual([])
  })

  it('show what is left over costs to whoever may see both', async () => {
    const money = await as('field:overview', 'field:orderMoney')
    expect(money?.figures.all).toMatchObject({ marginFen: null, costedUnits: null })
    expect(money?.figures.all.salesFen).toBeGreaterThan(0)
    const both = await as('field:overview', 'field:orderMoney', 'field:costPrice')
    expect(both?.figures.all.marginFen).toBe(50_000)
  })
})

const EVER_FROM = () => shanghaiDate(new Date(now().getTime() - 99 * 24 * HOUR_MS).toISOString())
