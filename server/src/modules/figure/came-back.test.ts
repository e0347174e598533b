import { listingHandling } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pollSessions } from '../../sync/polls.ts'
import {
  HOUR_MS,
  type ShopOwner,
  startTradingGateway,
  type TradingGateway,
} from '../../sync/testing/trading-gateway.ts'
import { claims } from '../refund/testing/claims.ts'
import { setReturned } from '../refund/unit-store.ts'
import { storedFigures } from './figure-store.ts'
import { foldMarks } from './fold.ts'
import { recount } from './recount.ts'
import { plainCount, type ReadRows } from './testing/plain-count.ts'

const DEAL_FEN = 200_000
const COST_FEN = 150_000
const OTHER_COST_FEN = 160_000

let gateway: TradingGateway
let owner: ShopOwner
let cases: ReturnType<typeof claims>

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('北桥手机')
  cases = claims(gateway)
})
afterAll(() => gateway.close())

const EVER = { from: '2000-01-01', to: '2999-12-31' }
const inTenant = <T>(work: Parameters<typeof gateway.db.tenant<T>>[1]) =>
  gateway.db.tenant(owner.seller.merchantId, work)
const read: ReadRows = async <Row>(text: string) => (await gateway.database.open.ownerQuery(text)).rows as Row[]

const setCosts = async (orderId: string, costs: Readonly<Record<string, number>>) => {
  const { units } = await gateway.detail(owner, orderId)
  const rows = units.map(({ unitId, imei }) => ({ unitId, costPriceFen: costs[imei] ?? null }))
  await gateway.data(listingHandling.setCost, { rows }, owner.login)
}

/** What single phones come to by the rows themselves, on which a plain count agrees. */
async function singlePhones() {
  const counted = await inTenant((tx) => recount(tx, EVER))
  const plain = await plainCount(read, owner.seller.merchantId)
  expect(Object.fromEntries([...counted].sort())).toEqual(Object.fromEntries([...plain].sort()))
  const rows = [...counted.values()].filter(({ shopAccountId }) => shopAccountId === owner.shopAccountId)
  const sum = (kind: 'all' | 'model', name: 'costedUnits' | 'marginFen' | 'pricedUnits' | 'pricedFen') =>
    rows.filter((row) => row.kind === kind).reduce((total, row) => total + row[name], 0)
  return {
    costedUnits: sum('all', 'costedUnits'),
    marginFen: sum('all', 'marginFen'),
    pricedUnits: sum('model', 'pricedUnits'),
    pricedFen: sum('model', 'pricedFen'),
  }
}

describe('phones that came back', () => {
  it('defect: an exchange counted the deal price for both phones, and the cost of the first', async () => {
    const addressId = await cases.returnAddress(owner)
    const claim = await cases.opened(owner, 'exchange', { priceFen: DEAL_FEN, isReceived: true })
    const { refundId, orderId, orderNo, unit } = claim
    await cases.sentBack(owner, claim, addressId)
    await cases.recheckedAsSold(owner, claim)
    await gateway.data(refund.confirm, { refundId }, owner.login)
    await gateway.runJobs()
    const other = await gateway.inspected(owner)
    const parcel = { refundId, carrierCode: 'SF', waybill: 'SF1234567890155' }
    await gateway.data(refundHandling.resend, { ...parcel, unitCode: other.imei, bagCode: other.bagCode }, owner.login)
    await gateway.runJobs()

    const costs = async () => {
      const { list } = await gateway.data(auctionOrder.list, { code: orderNo, withCosts: true }, owner.login)
      return [list[0]?.costPriceFen, list[0]?.marginFen]
    }
    await setCosts(orderId, { [unit.imei]: COST_FEN })
    expect(await costs()).toEqual([null, null])
    await setCosts(orderId, { [unit.imei]: COST_FEN, [other.imei]: OTHER_COST_FEN })
    expect(await singlePhones()).toMatchObject({ costedUnits: 1, marginFen: DEAL_FEN - OTHER_COST_FEN })
    expect(await singlePhones()).toMatchObject({ pricedUnits: 1, pricedFen: DEAL_FEN })

    const { proceeds, units } = await gateway.detail(owner, orderId)
    const netFen = proceeds?.netFen ?? 0
    expect(await costs()).toEqual([OTHER_COST_FEN, netFen - OTHER_COST_FEN])
    expect(Object.fromEntries(units.map((one) => [one.imei, [one.netFen, one.marginFen]]))).toEqual({
      [unit.imei]: [0, 0],
      [other.imei]: [netFen, netFen - OTHER_COST_FEN],
    })
  })

  it('defect: one that came back was still counted while its order stands', async () => {
    const before = await singlePhones()
    const { orderId, orderNo, unit } = await cases.shipped(owner, DEAL_FEN)
    await setCosts(orderId, { [unit.imei]: COST_FEN })
    expect((await singlePhones()).marginFen).toBe(before.marginFen + DEAL_FEN - COST_FEN)
    const [sold] = (await gateway.detail(owner, orderId)).units
    await inTenant((tx) => setReturned(tx, orderId, sold?.unitId ?? ''))
    expect(await singlePhones()).toEqual(before)
    const { list } = await gateway.data(auctionOrder.list, { code: orderNo, withCosts: true }, owner.login)
    const { proceeds } = await gateway.detail(owner, orderId)
    // it was not spent: what is left of the sale is all that it brought
    expect(list[0]).toMatchObject({ costPriceFen: 0, marginFen: proceeds?.netFen })
  })

  /** Counts what is marked, and compares it with the rows. */
  const expectMarked = async () => {
    await foldMarks(gateway.db, owner.seller.merchantId, () => gateway.clock.now())
    const stored = await inTenant((tx) => storedFigures(tx, EVER))
    const plain = await plainCount(read, owner.seller.merchantId)
    expect(Object.fromEntries([...stored].sort())).toEqual(Object.fromEntries([...plain].sort()))
  }

  it('defect: the day of the sale was not counted anew when another phone went out for one that came back', async () => {
    const claim = await cases.opened(owner, 'exchange', { priceFen: DEAL_FEN, isReceived: true })
    const { refundId } = claim
    await cases.sentBack(owner, claim, await cases.returnAddress(owner))
    await cases.recheckedAsSold(owner, claim)
    await gateway.pass(25 * HOUR_MS)
    const other = await gateway.inspected(owner)
    await gateway.data(refund.confirm, { refundId }, owner.login)
    await gateway.runJobs()
    await expectMarked()
    const parcel = { refundId, carrierCode: 'SF', waybill: 'SF1234567890156' }
    await gateway.data(refundHandling.resend, { ...parcel, unitCode: other.imei, bagCode: other.bagCode }, owner.login)
    await expectMarked()
  })

  it('defect: the day of the sale was not counted anew when a phone was scanned in after its case had ended', async () => {
    await pollSessions(gateway.services, owner.seller)
    const claim = await cases.opened(owner, 'exchange', { priceFen: DEAL_FEN, isReceived: true })
    await cases.sentBack(owner, claim, await cases.returnAddress(owner))
    await gateway.pass(10 * 24 * HOUR_MS + 60_000)
    expect((await cases.detail(owner, claim)).state).toBe('awaiting_resend')
    await expectMarked()
    const scan = { refundId: claim.refundId, unitCode: claim.unit.imei, bagCode: claim.unit.bagCode }
    await gateway.data(refundHandling.receive, scan, owner.login)
    await expectMarked()
  })
})
