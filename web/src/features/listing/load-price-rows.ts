import { api } from '../../api/client.ts'
import { newPriceRow, type PriceLine, type PriceRow } from './price-rows.ts'
import { type PricedGoods, type PriceSpan, spanOfWorth } from './sheet/lines.ts'
import type { ListingDetail, ListingRow } from './types.ts'

/** Up to so many listings are opened with their last deals; more are priced by the list's own figures. */
const DETAILED_MAX = 10

const goodsOfDetail = ({ modelId, grade, channel }: ListingDetail, skuId: string): PricedGoods | null =>
  grade === null ? null : { modelId, skuId, grade, channel }

/** The spans of some goods, in their order. */
export async function loadSpans(goods: readonly PricedGoods[]): Promise<(PriceSpan | null)[]> {
  if (goods.length === 0) return []
  const { rows } = await api.goods.priceRange({ rows: [...goods] }, { handles: 'all' })
  return rows.map(spanOfWorth)
}

/** The variants of a listing of stock as lines, each with its own span. */
async function stockRow(listing: ListingRow, detail: ListingDetail): Promise<PriceRow> {
  const goods = detail.skus.map(({ skuId }) => goodsOfDetail(detail, skuId))
  const known = goods.filter((one) => one !== null)
  const spans = await loadSpans(known)
  const lines = detail.skus.map((sku, index): PriceLine => {
    const own = goods[index] ?? null
    const before = { priceFen: sku.priceFen }
    return {
      key: `${listing.listingId} ${sku.skuId}`,
      skuId: sku.skuId,
      skuText: sku.skuText,
      before,
      amounts: before,
      span: own === null ? null : (spans[known.indexOf(own)] ?? null),
      goods: own,
    }
  })
  return { listing: { ...listing, version: detail.version }, lines, failure: '', serverQuestion: null }
}

async function priceRow(listing: ListingRow, isDetailed: boolean): Promise<PriceRow> {
  if (listing.kind !== 'stock' && !isDetailed) return newPriceRow(listing)
  const detail = await api.goods.detail({ listingId: listing.listingId })
  if (listing.kind === 'stock') return stockRow(listing, detail)
  return newPriceRow(listing, listing.unitCount === 1 ? goodsOfDetail(detail, detail.skuId) : null)
}

/** Everything that the sheet of prices shows of some listings. @throws what a call refuses with */
export const loadPriceRows = (listings: readonly ListingRow[]): Promise<PriceRow[]> =>
  Promise.all(listings.map((listing) => priceRow(listing, listings.length <= DETAILED_MAX)))
