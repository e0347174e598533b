import type { CallSpec } from '@huanji/contract/call'
import { allCalls } from '@huanji/contract/calls'
import { type FieldRight, rightsOfField } from '@huanji/contract/columns/field-rights'
import { detRecord } from '@huanji/contract/features/inspection/inspection'
import { goods } from '@huanji/contract/features/listing/goods'
import { auctionOrder } from '@huanji/contract/features/order/auction-order'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { shipmentHandling } from '@huanji/contract/features/order/order'
import { phoneRecord } from '@huanji/contract/features/phone/calls'
import { refund } from '@huanji/contract/features/refund/refund-calls'
import { refundHandling } from '@huanji/contract/features/refund/refund-handling'
import { shopRepost } from '@huanji/contract/features/shop/calls'
import { importedStock } from '@huanji/contract/features/stock-import/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sampled } from '../../../tests/support/depth.ts'
import { imeiOf } from '../demo/trade/inspecting.ts'
import { claims } from '../modules/refund/testing/claims.ts'
import { CURATED_PRICE_FEN, type CuratedListing, curatedTrade } from './testing/curated-trade.ts'
import { type OnSale, type ShopOwner, startTradingGateway, type TradingGateway } from './testing/trading-gateway.ts'

type Schema = z.core.$ZodType

/** A field of an answer that needs a right; `[]` in its path is each of a list. */
interface Guarded {
  readonly path: readonly string[]
  readonly right: FieldRight
}

function guardedIn(schema: Schema, path: readonly string[] = []): Guarded[] {
  const rights = rightsOfField(schema)
  if (rights.length > 0) return rights.map((right) => ({ path, right }))
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return guardedIn(schema.unwrap(), path)
  if (schema instanceof z.ZodArray) return guardedIn(schema.element, [...path, '[]'])
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, field]) => guardedIn(field, [...path, name]))
}

/** What stands at a path of an answer, in each of the lists on the way; nothing where a part is not there. */
function valuesAt(answer: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return [answer]
  if (answer === null || typeof answer !== 'object') return []
  if (name === '[]') return (answer as unknown[]).flatMap((one) => valuesAt(one, rest))
  expect(answer).toHaveProperty(name)
  return valuesAt((answer as Readonly<Record<string, unknown>>)[name], rest)
}

/** They answer the case as 备注 and 同意 do, through the same function. */
const SAME_CASE: ReadonlySet<CallSpec> = new Set<CallSpec>([
  ...[refund.refuse, refund.confirm, refund.takePlan, refundHandling.receive, refundHandling.recheck],
  ...[refundHandling.resend, refundHandling.sendBack, refundHandling.approve],
])

/** An order that is not paid names no phone yet, and so has no margin. */
const WITHOUT_MARGIN: ReadonlySet<CallSpec> = new Set<CallSpec>([curatedOrder.changePrice])

const GUARDED = allCalls
  .filter((spec) => !SAME_CASE.has(spec))
  .flatMap((spec) => {
    const fields = guardedIn(spec.output)
    return [...new Set(fields.map(({ right }) => right))].map(
      (right) => [spec.path, right, spec, fields.filter((field) => field.right === right)] as const,
    )
  })
  .filter(([, right, spec]) => right !== 'field:costPrice' || !WITHOUT_MARGIN.has(spec))
const RIGHTS = [...new Set(GUARDED.map(([, right]) => right))]

let gateway: TradingGateway
let owner: ShopOwner
let trade: ReturnType<typeof curatedTrade>
let sold: OnSale
let unsold: OnSale
let orderId: string
let stock: CuratedListing
let curatedOrderId: string
let cases: ReturnType<typeof claims>
let refundId: string
let curatedRefundId: string

beforeAll(async () => {
  gateway = await startTradingGateway()
  owner = await gateway.shopOwner('青石手机')
  trade = curatedTrade(gateway)
  sold = await gateway.onSale(owner)
  orderId = (await gateway.paid(owner, sold)).orderId
  stock = await trade.stock(owner, 16)
  curatedOrderId = (await trade.sold(owner, stock)).orderId
  const picked = { orderId: curatedOrderId, unitCode: nextOfStock() }
  await gateway.data(curatedOrder.setDeliveryStock, picked, owner.login)
  unsold = await gateway.onSale(owner)
  gateway.control.concludeEntry(gateway.remoteEntry(unsold), { priceFen: null })
  await gateway.pass(1_000)
  await gateway.inspected(owner)
  cases = claims(gateway)
  refundId = (await cases.opened(owner, 'refundOnly')).refundId
  const { orderNo } = await gateway.data(curatedOrder.detail, { orderId: curatedOrderId }, owner.login)
  gateway.control.openRefund({ orderNo, kind: 'refundOnly' })
  await gateway.pass(1_000)
  curatedRefundId = (await cases.caseOf(owner, orderNo)).refundId
})
afterAll(() => gateway.close())

/** A phone of the stock that nobody has picked. */
let given = 0
const nextOfStock = (): string => stock.phones[given++]?.imei ?? ''

/** Lines of imports beside their codes, and the number of the last code. */
const CELLS = ['苹果13', '128G', '午夜色', '¥1,234.00']
let imported = 7_700_000

/** What anything that is done with a case takes beside its call. */
const LOOKING = [refund.detail.path, refund.auctionDetail.path]

/** Rights without which a call leaves out the part that fields stand in. */
const BESIDE: Readonly<Record<string, readonly string[]>> = { [phoneRecord.life.path]: [auctionOrder.detail.path] }

/** What calls are asked for that need something of their own each time. */
const INPUTS: Readonly<Record<string, () => Promise<object>>> = {
  [auctionOrder.delivery.path]: async () => {
    const unit = await gateway.onSale(owner)
    return gateway.shipmentInput(await gateway.paid(owner, unit), unit)
  },
  [shipmentHandling.settle.path]: async () => {
    const unit = await gateway.onSale(owner)
    const { orderId: id, orderNo } = await gateway.paid(owner, unit)
    gateway.control.failNext({ kind: 'refuse', path: '/api/open/order/ship', code: 100_004, msg: '运单号有误' })
    await gateway.data(auctionOrder.delivery, gateway.shipmentInput({ orderId: id }, unit), owner.login)
    await gateway.runJobs()
    gateway.control.closeOrder(orderNo)
    await gateway.pass(1_000)
    return { orderId: id, hasLeft: true }
  },
  [auctionOrder.list.path]: async () => ({ withCosts: true }),
  [curatedOrder.list.path]: async () => ({ withCosts: true }),
  [auctionOrder.close.path]: async () => {
    const { orderId: id } = await gateway.paid(owner, await gateway.onSale(owner))
    return { orderId: id, reasonCode: 'out_of_stock' }
  },
  [curatedOrder.delivery.path]: async () => {
    const { orderId: id } = await trade.sold(owner, stock)
    const unitCode = nextOfStock()
    await gateway.data(curatedOrder.setDeliveryStock, { orderId: id, unitCode }, owner.login)
    // the buyers of a test share one number
    const parcel = { carrierCode: 'SF', waybill: 'SF1234567890123', confirmSharedWaybill: true }
    return { orderId: id, ...parcel, scans: [{ unitCode }] }
  },
  [curatedOrder.setDeliveryStock.path]: async () => ({
    orderId: (await trade.sold(owner, stock)).orderId,
    unitCode: nextOfStock(),
  }),
  [curatedOrder.close.path]: async () => {
    const { orderId: id } = await trade.sold(owner, stock)
    await gateway.data(curatedOrder.setDeliveryStock, { orderId: id, unitCode: nextOfStock() }, owner.login)
    return { orderId: id, reasonCode: 'out_of_stock' }
  },
  // a price above the one it has, which needs no limit for what is let off
  [curatedOrder.changePrice.path]: async () => ({
    orderId: (await trade.ordered(owner, stock)).orderId,
    priceFen: CURATED_PRICE_FEN + 1_000,
    freightFen: 0,
  }),
  // off the shelf, where an edit waits for no verdict
  [goods.edit.path]: async () => {
    const { version } = await gateway.listing(owner, unsold)
    return { listingId: unsold.listingId, version, title: `iPhone 13 午夜色 ${version}` }
  },
  [goods.levelPrices.path]: async () => ({
    ...goods.levelPrices.example,
    skuId: stock.skuId,
    channel: 'auction',
  }),
  [phoneRecord.life.path]: async () => ({ code: sold.imei }),
  [detRecord.getDetRecordDetails.path]: async () => ({ inspectionId: sold.inspectionId }),
  [importedStock.rows.path]: async () => {
    const table = { ...importedStock.start.example, rows: [{ line: 2, cells: [imeiOf('35', ++imported), ...CELLS] }] }
    const { importId } = await gateway.data(importedStock.start, table, owner.login)
    await gateway.runJobs()
    return { importId }
  },
  [refund.detail.path]: async () => ({ refundId: curatedRefundId }),
  [refund.agree.path]: async () => ({ refundId: (await cases.opened(owner, 'refundOnly')).refundId }),
  [refund.remark.path]: async () => ({ refundId, remark: `${gateway.clock.now().getTime()}` }),
  [refundHandling.decline.path]: async () => {
    const claim = await cases.opened(owner, 'refundOnly')
    const clerk = await gateway.colleague(owner, 'clerk', [refund.agree.path, ...LOOKING])
    const { approval } = await gateway.data(refund.agree, { refundId: claim.refundId }, clerk.login)
    return { refundId: claim.refundId, approvalId: approval?.approvalId ?? '' }
  },
  [shopRepost.save.path]: async () => ({
    shopAccountId: owner.shopAccountId,
    settings: { enabled: true, maxTimes: 3, stepPercent: 5, floorPercent: 85, mayLose: false, sessionNumbers: [] },
    simulate: true,
  }),
}

/** What a call is asked for: the things of the merchant that it names. */
async function inputOf(spec: CallSpec): Promise<object> {
  const made = INPUTS[spec.path]
  if (made) return made()
  const isCurated = spec.path.includes('/saleorder/')
  const listings = { listingId: sold.listingId, listingIds: [sold.listingId] }
  const known: Readonly<Record<string, unknown>> = {
    orderId: isCurated ? curatedOrderId : orderId,
    refundId,
    ...listings,
  }
  const named = spec.ids.filter((id) => id in known).map((id) => [id, known[id]])
  return { ...(spec.example as object), ...Object.fromEntries(named) }
}

/** The answer to somebody who may make the call and holds these field rights. */
async function answerTo(spec: CallSpec, rights: readonly FieldRight[]): Promise<unknown> {
  const grants = typeof spec.access === 'string' ? [] : spec.access.anyOf
  const colleague = await gateway.colleague(owner, 'reader', [
    ...[...grants, ...LOOKING, ...(BESIDE[spec.path] ?? []), ...rights],
  ])
  const input = await inputOf(spec)
  await gateway.database.open.ownerQuery('update unit set cost_price_fen = 200000')
  return gateway.data(spec, input, colleague.login)
}

describe('fields that need a right', () => {
  it('are those of orders, their units and their offers, and of listings, in lists and details', () => {
    const { list, detail, delivery, barcodeList, offerRecord } = auctionOrder
    const ofCurated = [curatedOrder.list, curatedOrder.detail, curatedOrder.delivery, curatedOrder.changePrice]
    const expected = [goods.list, goods.detail, list, detail, delivery, barcodeList, offerRecord, ...ofCurated]
    expect(GUARDED.map(([path]) => path)).toEqual(expect.arrayContaining(expected.map(({ path }) => path)))
  })

  it.each(sampled(GUARDED, 2))('%s keeps those of %s from whoever lacks it', async (_path, right, spec, fields) => {
    const others = RIGHTS.filter((one) => one !== right)
    const withIt = await answerTo(spec, RIGHTS)
    const withoutIt = await answerTo(spec, others)
    expect(fields.flatMap(({ path }) => valuesAt(withIt, path)).filter((value) => value !== null)).not.toEqual([])
    for (const { path } of fields) {
      const kept = valuesAt(withoutIt, path)
      expect(kept.length, path.join('.')).toBe(valuesAt(withIt, path).length)
      expect(
        kept.filter((value) => value !== null),
        path.join('.'),
      ).toEqual([])
    }
  })
})

describe('offers of a run that is over', () => {
  it('defect: told what an order came to whoever may not see its money', async () => {
    const seenBy = async (...rights: readonly string[]) => {
      const { login } = await gateway.colleague(owner, 'reader', [goods.detail.path, goods.list.path, ...rights])
      const { listingId } = sold
      const { list } = await gateway.data(goods.list, {}, login)
      return JSON.stringify([
        list.find((row) => row.listingId === listingId)?.entry,
        (await gateway.data(goods.detail, { listingId }, login)).entry,
        (await gateway.data(goods.detail, { listingId }, login)).bids,
      ])
    }
    expect(await seenBy('field:orderMoney')).toContain('200000')
    expect(await seenBy(auctionOrder.offerRecord.path)).toContain('200000')
    expect(await seenBy()).not.toContain('200000')
  })
})
