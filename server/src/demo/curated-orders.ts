import { goodsExport } from '@huanji/contract/features/export/calls'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import type { RefundKindCode } from '@huanji/domain/refunds/kinds'
import { randomOf } from '@huanji/marketplace/sandbox/random'
import { type BatchPlan, enterPhones, photographAll } from './batches.ts'
import { type DemoMerchant, personAt } from './merchants.ts'
import { batchPlan, type PhonePlan, phonePlan } from './phones.ts'
import type { Life } from './single-records.ts'
import { type DemoWorld, enter, type HandledPhone, ownerAt, shipperAt, takePhotos } from './steps.ts'
import { buy } from './trade/market.ts'
import {
  type CuratedOrder,
  type CuratedRow,
  listable,
  orderIn,
  parcelOf,
  pick,
  publishCurated,
} from './trade/selling.ts'

const HOUR_MS = 3_600_000
/** The stand-in marketplace looks at a publication within this time. */
const REVIEW_MS = 30_000
/** Far from the numbers of the other phones. */
const FIRST_NUMBER = 7_000
const STOCK = 8
/** How many phones are made for the curated channel's orders: the stock, one by itself, and one that is refused. */
export const CURATED_PHONES = STOCK + 2
const YUAN = 100

const STOCK_PLAN: Omit<BatchPlan, 'live'> = {
  channel: 'curated',
  modelId: 'apple-iphone-13',
  sku: { regulatoryNo: 'A2634', ram: '', storage: '128GB', colour: '午夜色' },
  answers: { A14: { options: [], value: '91' }, B03: { options: ['B03-2'] } },
  phones: STOCK,
  own: {},
  isSealed: false,
}

/** Where the curated goods of one merchant are sold, and by whom. */
interface CuratedShop {
  readonly world: DemoWorld
  readonly merchant: DemoMerchant
}

/**
 * The curated channel of a merchant: stock of eight phones with orders in every state, a phone by itself on sale, one that
 * the marketplace would not publish, and an export of the orders. Yields the moments it waits for.
 */
export async function* sellCurated(world: DemoWorld, merchant: DemoMerchant): Life {
  const shop = { world, merchant }
  const { endMs, access } = world
  yield endMs - 60 * HOUR_MS
  const listingId = await offerStock(shop)
  yield endMs - 58 * HOUR_MS
  const completed = await sold(shop, listingId)
  yield endMs - 57 * HOUR_MS
  await shipped(shop, completed, 0)
  yield endMs - 49 * HOUR_MS
  await offerAlone(shop, 0)
  await offerRefused(shop, 1)
  yield endMs - 39 * HOUR_MS
  world.control.confirmReceipt(completed.orderNo)
  await world.control.advance(0)
  yield endMs - 30 * HOUR_MS
  const underway = await sold(shop, listingId)
  yield endMs - 28 * HOUR_MS
  await shipped(shop, underway, 1)
  yield endMs - 20 * HOUR_MS
  await closed(shop, await ordered(shop, listingId))
  yield endMs - 6 * HOUR_MS
  await picked(shop, await sold(shop, listingId), 2)
  yield endMs - 5 * HOUR_MS
  await sold(shop, listingId)
  yield endMs - 2 * HOUR_MS
  await repriced(shop, await ordered(shop, listingId))
  await claim(shop, completed, 'exchange', '摄像头问题')
  await claim(shop, underway, 'returnAndRefund', '拍错/多拍')
  yield endMs - HOUR_MS
  await ownerOf(shop).call(goodsExport.create, { format: 'xlsx', filter: { channel: 'curated' } })
  await access.deliver()
}

function phoneOf({ world, merchant }: CuratedShop, plan: PhonePlan): HandledPhone {
  const random = randomOf(world.seed, `curated:${plan.number}`)
  const inspector = world.access.as(personAt(merchant, random.pick(merchant.inspectors)))
  return { world, merchant, plan, channel: 'curated', random, inspector, bagCode: '', spareBagCode: '' }
}

const stockPhone = (shop: CuratedShop, place: number): HandledPhone =>
  phoneOf(shop, batchPlan(shop.world.seed, FIRST_NUMBER + place, STOCK_PLAN))

const ownerOf = ({ world, merchant }: CuratedShop) => ownerAt(world, merchant)

/** What a phone is asked for: what it is worth, in whole yuan. */
async function offerOf(shop: CuratedShop, code: string) {
  const { skuId, priceFen } = await listable(ownerOf(shop), { code })
  return { skuId, priceFen: Math.round((priceFen * 1.02) / YUAN) * YUAN }
}

/** Lets happen at the marketplace what was asked of it. */
async function told({ world: { access, control } }: CuratedShop, withinMs = 0): Promise<void> {
  await access.deliver()
  await control.advance(withinMs)
  await access.deliver()
}

async function publish(shop: CuratedShop, row: CuratedRow): Promise<string> {
  const listingId = await publishCurated(ownerOf(shop), row)
  await told(shop, REVIEW_MS)
  return listingId
}

/** A batch of phones of one SKU, all of them on sale as one listing. */
async function offerStock(shop: CuratedShop): Promise<string> {
  const [shopAccountId] = shop.merchant.shopAccountIds
  const others = Array.from({ length: STOCK - 1 }, (_, place) => stockPhone(shop, place + 1))
  const phones = [stockPhone(shop, 0), ...others] as const
  const lot = { plan: STOCK_PLAN, phones }
  const { batchId, inspectionIds } = await enterPhones(lot)
  await photographAll(lot, inspectionIds)
  const { skuId, priceFen } = await offerOf(shop, phones[0].plan.imei)
  const skus = [{ skuId, priceFen }]
  return publish(shop, { kind: 'stock', batchId, inspectionIds, shopAccountId, skus, priceConfirmed: true })
}

/** A phone by its own report. */
async function offerAlone(shop: CuratedShop, place: number): Promise<void> {
  const [shopAccountId] = shop.merchant.shopAccountIds
  const phone = phoneOf(shop, phonePlan(shop.world.seed, FIRST_NUMBER + STOCK + place, 'curated'))
  const saved = await enter(phone, '')
  await takePhotos(phone, saved)
  const { priceFen } = await offerOf(shop, phone.plan.imei)
  const inspectionIds = [saved.inspectionId]
  await publish(shop, { kind: 'single', inspectionIds, shopAccountId, priceFen, priceConfirmed: true })
}

/** The same, which the marketplace does not publish: what is wrong, and where it is mended, stands on its row. */
async function offerRefused(shop: CuratedShop, place: number): Promise<void> {
  shop.world.control.failPublish('10001', '商品主图不清晰')
  await offerAlone(shop, place)
}

type Sale = Pick<CuratedOrder, 'orderId' | 'orderNo'>

/** A buyer orders one of the stock. */
async function ordered(shop: CuratedShop, listingId: string): Promise<Sale> {
  const { control, access } = shop.world
  const orderNo = await buy(control, listingId)
  await control.advance(0)
  await access.deliver()
  return orderIn(ownerOf(shop), 'curated', orderNo, 'awaiting_payment')
}

async function sold(shop: CuratedShop, listingId: string): Promise<Sale> {
  const sale = await ordered(shop, listingId)
  shop.world.control.payOrder(sale.orderNo)
  await shop.world.control.advance(0)
  return sale
}

/** The clerk names the phone that goes out. */
async function picked(shop: CuratedShop, { orderId }: Sale, place: number): Promise<void> {
  await pick(shipperAt(shop.world, shop.merchant), orderId, stockPhone(shop, place).plan.imei)
  await shop.world.access.deliver()
}

async function shipped(shop: CuratedShop, sale: Sale, place: number): Promise<void> {
  await picked(shop, sale, place)
  const { imei } = stockPhone(shop, place).plan
  const parcel = { ...parcelOf(sale.orderId, { imei, bagCode: '' }), waybill: `SF13${imei.slice(-11)}` }
  await shipperAt(shop.world, shop.merchant).call(curatedOrder.delivery, parcel)
  await told(shop)
}

/** A buyer asks for something after the sale: the case waits for the merchant. */
async function claim({ world }: CuratedShop, { orderNo }: Sale, kind: RefundKindCode, detail: string): Promise<void> {
  world.control.openRefund({ orderNo, kind, detail })
  await world.control.advance(0)
  await world.access.deliver()
}

/** The buyer thought better of it, and the order is closed from here. */
async function closed(shop: CuratedShop, { orderId }: Sale): Promise<void> {
  await ownerOf(shop).call(curatedOrder.close, { orderId, reasonCode: 'buyer_cancelled' })
  await told(shop)
}

/** Fifty yuan less than asked, before the buyer pays. */
async function repriced(shop: CuratedShop, { orderId }: Sale): Promise<void> {
  const by = ownerOf(shop)
  const { dealPriceFen } = await by.call(curatedOrder.detail, { orderId })
  await by.call(curatedOrder.changePrice, { orderId, priceFen: (dealPriceFen ?? 0) - 50 * YUAN, freightFen: 0 })
  await told(shop)
}
