import { MarketplaceRefused } from '@huanji/marketplace/client/errors'
import { PHONE_CATEGORY_ID, SP_BIZ_TYPES } from '@huanji/marketplace/protocol/categories'
import { PLATFORM_CODES } from '@huanji/marketplace/protocol/errors'
import type { CreateProductRequest, PublishShop } from '@huanji/marketplace/protocol/products'
import { type ChannelProperty, publishedAs } from '../integration/marketplace/model-dictionary.ts'
import { unixSecondsOf } from '../integration/marketplace/times.ts'
import type { JobServices } from '../jobs/job.ts'
import type { ListingContent } from './listing-content.ts'
import { publicAddress } from './public-address.ts'

/** How far the two clocks may stand apart when a product is looked for by the time of its making. */
const CLOCK_GAP_S = 600

const PAGE_SIZE = 100

/** The fields of a product that its channel decides. */
export interface ProductTerms {
  readonly itemBizType: number
  readonly priceFen: number
  /** Of all SKUs together. */
  readonly stock: number
  readonly skus?: CreateProductRequest['sku_items']
  readonly report?: NonNullable<CreateProductRequest['report_data']>['yx_3c']
}

/**
 * The product of a listing at the marketplace, made when it is not there yet. One made by an earlier attempt is found
 * by its merchant code, which is the listing's id; one that was there before gets what was changed since.
 * @throws the client's errors
 */
export async function ensureProduct(
  content: ListingContent,
  terms: ProductTerms,
  services: JobServices,
): Promise<number> {
  const { productId: known } = content.listing
  if (known !== '') {
    const productId = Number(known)
    const { outer_id: _own, ...request } = productRequest(content, terms, services)
    // edited only where a person changed something: the marketplace keeps the rest
    if (content.listing.channel === 'curated' || content.listing.contentEdited || content.listing.photoOrder !== null) {
      await services.marketplace.editProduct(content.sellerId, { product_id: productId, ...request })
    }
    return productId
  }
  const found = await findProduct(content, services)
  if (found !== null) return found
  const request = productRequest(content, terms, services)
  const properties = await propertiesOf(content, services)
  const { product_id: productId } = await services.marketplace.createProduct(
    content.sellerId,
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
  { sellerId, model, chosenSpuId }: ListingContent,
  { marketplace, clock }: JobServices,
): Promise<readonly ChannelProperty[]> {
  if (model === null) return []
  try {
    return (await publishedAs({ marketplace, clock, sellerId }, model, chosenSpuId))?.properties ?? []
  } catch (error) {
    if (error instanceof MarketplaceRefused) return []
    throw error
  }
}

async function findProduct(content: ListingContent, services: JobServices): Promise<number | null> {
  const from = Math.floor(Date.parse(content.listing.createdAt) / 1000) - CLOCK_GAP_S
  const to = unixSecondsOf(services.clock.now()) + CLOCK_GAP_S
  for (let pageNo = 1; pageNo <= 100; pageNo += 1) {
    const page = await services.marketplace.listProducts(content.sellerId, {
      create_time: [from, to],
      page_no: pageNo,
      page_size: PAGE_SIZE,
    })
    const mine = page.list.find((row) => row.outer_id === content.listingId)
    if (mine) return mine.product_id
    if (pageNo * PAGE_SIZE >= page.count) return null
  }
  return null
}

/** Where and how the goods appear. @throws MarketplaceRefused for what the marketplace would refuse anyway */
export function placeOf(content: ListingContent, services: JobServices): PublishShop {
  const { listing, userName, photoKeys } = content
  if (content.districtCode === null) throw unfit('请先在商家地址中设置默认发货地址')
  if (photoKeys.length === 0) throw unfit('没有可公开的实拍图，请补拍后重新上架')
  const district = Number(content.districtCode)
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

function productRequest(content: ListingContent, terms: ProductTerms, services: JobServices) {
  const { stuffStatus } = content.listing
  return {
    item_biz_type: terms.itemBizType,
    sp_biz_type: SP_BIZ_TYPES.phone,
    channel_cat_id: PHONE_CATEGORY_ID,
    price: terms.priceFen,
    express_fee: 0,
    stock: terms.stock,
    outer_id: content.listingId,
    ...(stuffStatus === null ? {} : { stuff_status: stuffStatus }),
    ...(terms.skus ? { sku_items: terms.skus } : {}),
    ...(terms.report ? { report_data: { yx_3c: terms.report } } : {}),
    publish_shop: [placeOf(content, services)],
  }
}

/** What the marketplace would refuse anyway, said in our words before it is asked. */
function unfit(message: string): MarketplaceRefused {
  return new MarketplaceRefused('product/create', PLATFORM_CODES.badParameter, message)
}
