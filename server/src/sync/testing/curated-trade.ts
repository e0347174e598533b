import type { InputOf } from '@huanji/contract/call'
import { goods } from '@huanji/contract/features/listing/goods'
import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import type { ShopOwner, TradingGateway } from './trading-gateway.ts'

const MINUTE_MS = 60_000
export const CURATED_PRICE_FEN = 132_000

type CuratedRow = Extract<InputOf<typeof goods.publish>, { channel: 'curated' }>['listings'][number]

/** A phone of the curated channel: inspected by itself, and without a bag. */
export interface CuratedPhone {
  readonly inspectionId: string
  readonly imei: string
}

/** What is offered of the channel at a fixed price. */
export interface CuratedListing {
  readonly listingId: string
  readonly skuId: string
  readonly phones: readonly CuratedPhone[]
}

/** The steps of selling on the curated channel, beside those of the auction market. */
export function curatedTrade(gateway: TradingGateway) {
  const { control } = gateway

  async function phones(by: ShopOwner, count: number): Promise<CuratedPhone[]> {
    const made: CuratedPhone[] = []
    for (let index = 0; index < count; index += 1) {
      const submission = gateway.submission({ channel: 'curated' })
      const { inspectionId } = await gateway.photographed(by, submission)
      made.push({ inspectionId, imei: submission.code.imei ?? '' })
    }
    return made
  }

  async function published(by: ShopOwner, row: CuratedRow): Promise<string> {
    const { results } = await gateway.data(goods.publish, { channel: 'curated', listings: [row] }, by.login)
    const [result] = results
    if (!result?.ok || result.listingId === null) throw new Error(`not published: ${result?.message}`)
    await gateway.runJobs()
    await gateway.pass(MINUTE_MS)
    return result.listingId
  }

  const skuOf = async (by: ShopOwner, { imei }: CuratedPhone): Promise<string> => {
    const { list } = await gateway.data(goods.listable, { channel: 'curated', code: imei }, by.login)
    return list[0]?.skuId ?? ''
  }

  /** Phones on sale as the stock of one listing. */
  async function stock(by: ShopOwner, count: number): Promise<CuratedListing> {
    const made = await phones(by, count)
    const [first] = made
    if (!first) throw new Error('there is no phone')
    const skuId = await skuOf(by, first)
    const listingId = await published(by, {
      kind: 'stock',
      inspectionIds: made.map(({ inspectionId }) => inspectionId),
      shopAccountId: by.shopAccountId,
      skus: [{ skuId, priceFen: CURATED_PRICE_FEN }],
      priceConfirmed: true,
    })
    return { listingId, skuId, phones: made }
  }

  /** One phone on sale by its own report. */
  async function single(by: ShopOwner): Promise<CuratedListing> {
    const made = await phones(by, 1)
    const inspectionIds = made.map(({ inspectionId }) => inspectionId)
    const row = { kind: 'single', inspectionIds, shopAccountId: by.shopAccountId, priceFen: CURATED_PRICE_FEN } as const
    return { listingId: await published(by, { ...row, priceConfirmed: true }), skuId: '', phones: made }
  }

  /** A buyer orders of a listing; gives the order once it is known here. */
  async function ordered(by: ShopOwner, { listingId }: CuratedListing, quantity = 1) {
    const { product = {} } = control.dump()
    const products = Object.values(product) as {
      productId: number
      fields: { outer_id?: string }
      skus: readonly { sku_id?: number }[] | null
    }[]
    const found = products.find(({ fields }) => fields.outer_id === listingId)
    if (!found) throw new Error(`the marketplace has no product for ${listingId}`)
    const orderNo = control.buyProduct(found.productId, quantity, found.skus?.[0]?.sku_id)
    await gateway.pass(1_000)
    return orderOf(by, orderNo)
  }

  async function orderOf(by: ShopOwner, orderNo: string) {
    const { list } = await gateway.data(curatedOrder.list, { code: orderNo }, by.login)
    const [order] = list
    if (!order) throw new Error(`no order ${orderNo}`)
    return order
  }

  /** The same, and paid. */
  async function sold(by: ShopOwner, listing: CuratedListing, quantity = 1) {
    const { orderNo } = await ordered(by, listing, quantity)
    control.payOrder(orderNo)
    await gateway.pass(1_000)
    return orderOf(by, orderNo)
  }

  return { phones, published, stock, single, ordered, orderOf, sold }
}
