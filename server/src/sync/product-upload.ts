import { findModel } from '@huanji/domain/catalogue/models'
import { MarketplaceRefused } from '@huanji/marketplace/client/errors'
import { PHONE_CATEGORY_ID, SP_BIZ_TYPES } from '@huanji/marketplace/protocol/categories'
import { PLATFORM_CODES } from '@huanji/marketplace/protocol/errors'
import { type CreateProductRequest, ITEM_BIZ_TYPES, type PublishShop } from '@huanji/marketplace/protocol/products'
import { fetchEntry } from '../integration/marketplace/fetch.ts'
import { type ChannelProperty, publishedAs } from '../integration/marketplace/model-dictionary.ts'
import { unixSecondsOf } from '../integration/marketplace/times.ts'
import type { JobServices } from '../jobs/job.ts'
import { publicAddress } from './public-address.ts'
import type { Goods, Publication } from './publication.ts'

/** How far the two clocks may stand apart when a product is looked for by the time of its making. */
const CLOCK_GAP_S = 600

const PAGE_SIZE = 100

/** What of a product its channel decides. */
export interface Offer {
  readonly itemBizType: number
  readonly priceFen: number
  /** Of all SKUs together. */
  readonly stock: number
  readonly skus?: CreateProductRequest['sku_items']
  readonly report?: NonNullable<CreateProductRequest['report_data']>['yx_3c']
}

/** The offer of a run in a session: one piece at its start price. */
export const auctionOffer = ({ entry, itemBizTypes }: Publication): Offer => ({
  itemBizType: itemBizTypes.includes(ITEM_BIZ_TYPES.inspected) ? ITEM_BIZ_TYPES.inspected : ITEM_BIZ_TYPES.plain,
  priceFen: entry.startPriceFen,
  stock: 1,
})

/**
 * The product of a listing at the marketplace, made when it is not there yet. One made by an earlier attempt is found
 * by its merchant code, which is the listing's id; one that was there before gets what was changed since.
 * @throws the client's errors
 */
export async function ensureProduct(goods: Goods, offer: Offer, services: JobServices): Promise<number> {
  const { productId: known } = goods.listing
  if (known !== '') {
    const productId = Number(known)
    const { outer_id: _own, ...request } = productRequest(goods, offer, services)
    // edited only where a person changed something: the marketplace keeps the rest
    if (goods.listing.channel === 'curated' || goods.listing.contentEdited || goods.listing.photoOrder !== null) {
      await services.marketplace.editProduct(goods.sellerId, { product_id: productId, ...request })
    }
    return productId
  }
  const found = await findProduct(goods, services)
  if (found !== null) return found
  const request = productRequest(goods, offer, services)
  const properties = await propertiesOf(goods, services)
  const { product_id: productId } = await services.marketplace.createProduct(
    goods.sellerId,
    properties.length === 0 ? request : { ...request, channel_pv: [...properties] },
  )
  return productId
}

/**
 * Brand and model in the marketplace's own words, by which buyers find the product. It asks for none (docs/open-platform.md
 * §3.3): a product of several models, or of one that the marketplace does not have, is published without.
 * @throws the client's errors, but for a refusal
 */
async function propertiesOf(
  { sellerId, modelId, chosenSpuId }: Goods,
  { marketplace, clock }: JobServices,
): Promise<readonly ChannelProperty[]> {
  const model = modelId === null ? null : findModel(modelId)
  if (model === null) return []
  try {
    return (await publishedAs({ marketplace, clock, sellerId }, model, chosenSpuId))?.properties ?? []
  } catch (error) {
    if (error instanceof MarketplaceRefused) return []
    throw error
  }
}

async function findProduct(publication: Goods, services: JobServices): Promise<number | null> {
  const from = Math.floor(Date.parse(publication.listing.createdAt) / 1000) - CLOCK_GAP_S
  const to = unixSecondsOf(services.clock.now()) + CLOCK_GAP_S
  for (let pageNo = 1; pageNo <= 100; pageNo += 1) {
    const page = await services.marketplace.listProducts(publication.sellerId, {
      create_time: [from, to],
      page_no: pageNo,
      page_size: PAGE_SIZE,
    })
    const mine = page.list.find((row) => row.outer_id === publication.listingId)
    if (mine) return mine.product_id
    if (pageNo * PAGE_SIZE >= page.count) return null
  }
  return null
}

/** Where and how the goods appear. @throws MarketplaceRefused for what the marketplace would refuse anyway */
export function placeOf(goods: Goods, services: JobServices): PublishShop {
  const { listing, userName, photoKeys } = goods
  if (goods.districtCode === null) throw unfit('请先在商家地址中设置默认发货地址')
  if (photoKeys.length === 0) throw unfit('没有可公开的实拍图，请补拍后重新上架')
  const district = Number(goods.districtCode)
  return {
    user_name: userName,
    province: Math.floor(district / 10_000) * 10_000,
    city: Math.floor(district / 100) * 100,
    district,
    title: listing.title,
    content: listing.description,
    images: photoKeys.map((key) => publicAddress(key, services)),
  }
}

function productRequest(goods: Goods, offer: Offer, services: JobServices) {
  const { stuffStatus } = goods.listing
  return {
    item_biz_type: offer.itemBizType,
    sp_biz_type: SP_BIZ_TYPES.phone,
    channel_cat_id: PHONE_CATEGORY_ID,
    price: offer.priceFen,
    express_fee: 0,
    stock: offer.stock,
    outer_id: goods.listingId,
    ...(stuffStatus === null ? {} : { stuff_status: stuffStatus }),
    ...(offer.skus ? { sku_items: offer.skus } : {}),
    ...(offer.report ? { report_data: { yx_3c: offer.report } } : {}),
    publish_shop: [placeOf(goods, services)],
  }
}

/** What the marketplace would refuse anyway, said in our words before it is asked. */
function unfit(message: string): MarketplaceRefused {
  return new MarketplaceRefused('product/create', PLATFORM_CODES.badParameter, message)
}

/**
 * The number of a run's entry at the marketplace, made when it is not there yet. One made by an earlier attempt is found
 * by our own number, which is the run's id; `wasThere` says so.
 * @throws the client's errors
 */
export async function ensureEntry(
  publication: Publication,
  productId: number,
  { marketplace, settings }: JobServices,
): Promise<{ readonly remoteEntryId: number; readonly wasThere: boolean }> {
  const { entry, sellerId } = publication
  const found = await fetchEntry(marketplace, sellerId, entry)
  if (found !== null) return { remoteEntryId: found.entry_id, wasThere: true }
  const made = marketplace.uploadEntry(sellerId, {
    product_id: productId,
    user_name: publication.userName,
    schedule_date: entry.scheduleDate,
    schedule_number: entry.scheduleNumber,
    mode: entry.mode,
    start_price: entry.startPriceFen,
    reserve_price: entry.reservePriceFen,
    degree: publication.degree,
    out_id: entry.entryId,
    report: publication.report,
    notify_url: `${settings.publicUrl}/marketplace/callback`,
  })
  const uploaded = await madeOrThere(made, () => fetchEntry(marketplace, sellerId, entry))
  return { remoteEntryId: uploaded.entry_id, wasThere: false }
}

/** A call that was carried out twice on its way is refused the second time: what the first one made is there. */
async function madeOrThere<T>(made: Promise<T>, look: () => Promise<T | null>): Promise<T> {
  try {
    return await made
  } catch (error) {
    const there = error instanceof MarketplaceRefused ? await look() : null
    if (there === null) throw error
    return there
  }
}
