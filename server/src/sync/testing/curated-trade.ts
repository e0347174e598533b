import { curatedOrder } from '@huanji/contract/features/order/curated-order'
import { buy } from '../../demo/trade/market.ts'
import { type CuratedRow, listable, publishCurated } from '../../demo/trade/selling.ts'
import { nextImei, type ShopOwner, type TradingGateway } from './trading-gateway.ts'

const MINUTE_MS = 60_000
export const CURATED_PRICE_FEN = 132_000

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
      const imei = nextImei()
      const change = { channel: 'curated', code: { kind: 'imei', imei } } as const
      const { inspectionId } = await gateway.photographed(by, change)
      made.push({ inspectionId, imei })
    }
    return made
  }

  async function published(by: ShopOwner, row: CuratedRow): Promise<string> {
    const listingId = await publishCurated(gateway.personOf(by), row)
    await gateway.runJobs()
    await gateway.pass(MINUTE_MS)
    return listingId
  }

  const idsOf = (made: readonly CuratedPhone[]) => made.map(({ inspectionId }) => inspectionId)

  /** Phones on sale as the stock of one listing. */
  async function stock(by: ShopOwner, count: number): Promise<CuratedListing> {
    const made = await phones(by, count)
    const { skuId } = await listable(gateway.personOf(by), { code: made[0]?.imei ?? '' })
    const offered = { kind: 'stock' as const, inspectionIds: idsOf(made), shopAccountId: by.shopAccountId }
    const skus = [{ skuId, priceFen: CURATED_PRICE_FEN }]
    return { listingId: await published(by, { ...offered, skus, priceConfirmed: true }), skuId, phones: made }
  }

  /** One phone on sale by its own report. */
  async function single(by: ShopOwner): Promise<CuratedListing> {
    const made = await phones(by, 1)
    const offered = { kind: 'single' as const, inspectionIds: idsOf(made), shopAccountId: by.shopAccountId }
    const priceFen = CURATED_PRICE_FEN
    return { listingId: await published(by, { ...offered, priceFen, priceConfirmed: true }), skuId: '', phones: made }
  }

  async function orderOf(by: ShopOwner, orderNo: string) {
    const { list } = await gateway.data(curatedOrder.list, { code: orderNo }, by.login)
    const [order] = list
    if (!order) throw new Error(`no order ${orderNo}`)
    return order
  }

  /** A buyer orders of a listing; gives the order once it is known here. */
  async function ordered(by: ShopOwner, { listingId }: Pick<CuratedListing, 'listingId'>, quantity = 1) {
    const orderNo = await buy(control, listingId, quantity)
    await gateway.pass(1_000)
    return orderOf(by, orderNo)
  }

  /** The same, and paid. */
  async function sold(by: ShopOwner, listing: Pick<CuratedListing, 'listingId'>, quantity = 1) {
    const { orderNo } = await ordered(by, listing, quantity)
    control.payOrder(orderNo)
    await gateway.pass(1_000)
    return orderOf(by, orderNo)
  }

  return { phones, published, stock, single, ordered, orderOf, sold }
}
