import {
  ITEM_BIZ_TYPES,
  PRODUCT_STATUS,
  type ProductDetail,
  PUBLISH_STATUS,
} from '@huanji/marketplace/protocol/products'
import { explainPublishError } from '@huanji/marketplace/protocol/publish-errors'
import { type ProductResultPush, TASK_RESULTS, TASK_TYPES } from '@huanji/marketplace/protocol/pushes'
import type { Tx } from '../database/database.ts'
import type { JobServices } from '../jobs/job.ts'
import { writeContent } from '../modules/listing/edit.ts'
import { failureOfCode, type KeptFailure, ownFailure, REFUSED, UNTOLD } from '../modules/listing/failures.ts'
import { writePrices } from '../modules/listing/operate-curated.ts'
import { listingAccepted, listingRefused, listingWithdrawn } from '../modules/listing/outcome.ts'
import { isEdit, type ListingEdit, listingRequest, requestOfListing } from '../modules/listing/request.ts'
import { countStock, requestStock } from '../modules/listing/stock.ts'
import { recordStockProblem, setSkuFacts, skusOfListing } from '../modules/listing/stock-store.ts'
import {
  findListing,
  type Listing,
  listingIdOfProduct,
  lockListing,
  setListingFacts,
} from '../modules/listing/store.ts'
import { requestReconciliation } from '../modules/request/commands.ts'
import { dropRequest, type RequestRow, recordProblem, settleRequest } from '../modules/request/store.ts'
import { curatedReport } from './curated-report.ts'
import { showStock, takeShownStock } from './curated-stock.ts'
import { type ListingContent, readListingContent } from './listing-content.ts'
import { inTenant, type ListingWork, listingKey, type RequestWork } from './listing-work.ts'
import { readOrdersOf } from './polls.ts'
import { ensureProduct, type ProductTerms, placeOf } from './product-upload.ts'
import type { SellerAtWork } from './refresh.ts'
import { finalRefusal, isBusy } from './refusals.ts'
import type { Answer } from './requests/kind.ts'
import { observeListing } from './requests/listing-answer.ts'
import { refuseRequest } from './requests/refusing.ts'

const byMarketplace = (services: JobServices, note = '') =>
  ({ who: 'marketplace', now: services.clock.now(), note }) as const

/** On the shelf, if only for a moment: the last one may have been bought before we heard that it stands there. */
const ON_SHELF: readonly number[] = [PRODUCT_STATUS.onSale, PRODUCT_STATUS.soldOut]

const callbackOf = ({ settings }: JobServices): string => `${settings.publicUrl}/marketplace/callback`

/** What stands for the serial number of a phone that is only chosen at dispatch. */
const CHOSEN_AT_DISPATCH = '以发货手机为准'

/** Goods with their stock as it may be shown now; null once nothing waits for them any more. */
interface SellableContent {
  readonly content: ListingContent
  readonly skus: readonly {
    readonly skuId: string
    readonly skuText: string
    readonly priceFen: number
    readonly stock: number
  }[]
}

async function readSellable(tx: Tx, listingId: string, now: Date): Promise<SellableContent | null> {
  const counts = await countStock(tx, listingId, now)
  const listing = await findListing(tx, listingId)
  if (listing?.state !== 'publishing') return null
  const content = await readListingContent(tx, listing, now)
  if (!content) return null
  const skus = (await skusOfListing(tx, listingId)).map(({ skuId, skuText, priceFen }) => {
    const stock = counts.find((one) => one.skuId === skuId)?.sellable ?? 0
    return { skuId, skuText, priceFen, stock }
  })
  return { content, skus }
}

async function termsOf({ services }: RequestWork, { content, skus }: SellableContent): Promise<ProductTerms> {
  const there = skus.filter((sku) => sku.stock > 0)
  const priceFen = Math.min(...(there.length > 0 ? there : skus).map((sku) => sku.priceFen))
  const [sample] = content.inspections
  const serial = content.listing.kind === 'single' ? sample?.imei || content.listing.barCode : CHOSEN_AT_DISPATCH
  const items = skus.map(({ skuId, skuText, priceFen: price, stock }) => ({
    price,
    stock,
    sku_text: skuText,
    outer_id: skuId,
  }))
  return {
    itemBizType: ITEM_BIZ_TYPES.curated,
    priceFen,
    stock: skus.reduce((sum, sku) => sum + sku.stock, 0),
    ...(skus.length > 1 ? { skus: items } : {}),
    ...(sample ? { report: await curatedReport(services, content, sample, serial) } : {}),
  }
}

async function refusePublication(at: ListingWork, failure: KeptFailure): Promise<void> {
  await inTenant(at, async (tx) => {
    await listingRefused(tx, at.listingId, failure, byMarketplace(at.services))
    await observeListing(tx, at.listingId, at.services.clock.now())
  })
}

/** A verdict that has not come by now is lost: what the marketplace shows of its product stands for it. */
const VERDICT_LOST_AFTER_MS = 10 * 60_000

/** True where the product was changed since this was asked for: an attempt before this one has been carried out. */
const isSent = ({ requestedAt }: RequestWork, product: ProductDetail): boolean =>
  product.update_time * 1000 >= Date.parse(requestedAt)

const isVerdictLost = ({ services, requestedAt }: RequestWork): boolean =>
  services.clock.now().getTime() - Date.parse(requestedAt) >= VERDICT_LOST_AFTER_MS

/** The marketplace would not publish it, and its reason did not come through. */
const UNTOLD_REFUSAL = ownFailure(UNTOLD, '闲鱼未通过发布，原因没有收到：请核对标题、描述和图片后重新上架')

/**
 * Puts goods on the shelf: their product, its SKUs, then the shelf. Every step first looks whether an earlier attempt,
 * whose answer was lost, has done it. What stood there before is told its stock only after its orders were read.
 */
export async function publishCurated(at: RequestWork): Promise<void> {
  const { services, seller } = at
  const { marketplace, clock } = services
  const before = await inTenant(at, (tx) => findListing(tx, at.listingId))
  if (before && before.productId !== '') await readOrdersOf(services, seller, Number(before.productId))
  const sellable = await inTenant(at, (tx) => readSellable(tx, at.listingId, clock.now()))
  if (sellable === null) return inTenant(at, (tx) => observeListing(tx, at.listingId, clock.now()))
  try {
    const known = await productOf(at, sellable.content.listing)
    // an attempt before this one has been taken: nothing of it is said anew
    if (known && ON_SHELF.includes(known.product_status)) return acceptCurated(at, known)
    if (known?.publish_status === PUBLISH_STATUS.abnormal && isSent(at, known)) {
      return isVerdictLost(at) ? refusePublication(at, UNTOLD_REFUSAL) : undefined
    }
    const terms = await termsOf(at, sellable)
    if (terms.stock === 0) {
      return refusePublication(at, ownFailure('FORBIDDEN_QUANTITY_ZERO_ERROR', '没有可售库存：请补货后重新上架'))
    }
    const productId = await ensureProduct(sellable.content, terms, services)
    await inTenant(at, (tx) => setListingFacts(tx, at.listingId, { productId: String(productId) }, clock.now()))
    const product = await marketplace.productDetail(seller.sellerId, { product_id: productId })
    await inTenant(at, (tx) => takeShownStock(tx, at.listingId, product))
    if (ON_SHELF.includes(product.product_status)) return acceptCurated(at, product)
    const userName: [string] = [sellable.content.userName]
    const notify_url = callbackOf(services)
    await marketplace.publishProduct(seller.sellerId, { product_id: productId, user_name: userName, notify_url })
    await inTenant(at, (tx) => recordProblem(tx, listingKey(at), at.generation, ''))
  } catch (error) {
    // its verdict comes by itself, or is looked for later
    if (isBusy(error)) return
    const refusal = finalRefusal(error)
    if (refusal === null) throw error
    await refusePublication(at, ownFailure(REFUSED, `闲鱼拒绝发布：${refusal}`))
  }
}

async function productOf({ services, seller }: RequestWork, listing: Listing): Promise<ProductDetail | null> {
  if (listing.productId === '') return null
  return services.marketplace.productDetail(seller.sellerId, { product_id: Number(listing.productId) })
}

/** The marketplace has the goods on its shelf. */
async function acceptCurated(at: ListingWork, product: ProductDetail): Promise<void> {
  const { services, seller, listingId } = at
  const itemId = product.publish_shop.find((shop) => shop.item_id !== undefined)?.item_id
  await services.db.tenant(seller.merchantId, async (tx) => {
    const by = byMarketplace(services)
    await listingAccepted(tx, listingId, itemId === undefined ? '' : String(itemId), by)
    await takeShownStock(tx, listingId, product)
    await observeListing(tx, listingId, by.now)
    // what changed while it was being published
    await requestStock(tx, listingId, by.now)
  })
}

/** Other texts, pictures or prices for what stands on the shelf. Prices are known at once, texts by a verdict. */
export async function editCurated(at: RequestWork, edit: ListingEdit): Promise<void> {
  const { services, seller, listingId } = at
  const { marketplace, clock } = services
  const listing = await inTenant(at, (tx) => findListing(tx, listingId))
  if (!listing || listing.productId === '') return
  try {
    const prices = new Map((edit.skus ?? []).map((sku) => [sku.skuId, sku.priceFen]))
    if (prices.size > 0) await changePrices(at, listing, prices)
    if (!hasContent(edit)) return settleEdit(at, edit)
    const product = await productOf(at, listing)
    const title = edit.title ?? listing.title
    const description = edit.description ?? listing.description
    const order = edit.photoIds ?? listing.photoOrder
    const content = await inTenant(at, (tx) =>
      readListingContent(tx, { ...listing, title, description }, clock.now(), order),
    )
    if (!content || !product) return
    if (isSent(at, product) && showsTexts(product, edit)) return isVerdictLost(at) ? settleEdit(at, edit) : undefined
    await marketplace.editProduct(seller.sellerId, {
      product_id: product.product_id,
      publish_shop: [placeOf(content, services)],
      notify_url: callbackOf(services),
    })
    // off the shelf no verdict comes
    if (product.product_status !== PRODUCT_STATUS.onSale) return settleEdit(at, edit)
    await inTenant(at, (tx) => recordProblem(tx, listingKey(at), at.generation, ''))
  } catch (error) {
    if (isBusy(error)) return
    const refusal = finalRefusal(error)
    if (refusal === null) throw error
    await refuseEdit(at, ownFailure(REFUSED, `修改未成功：${refusal}`))
  }
}

const hasContent = ({ title, description, photoIds }: ListingEdit): boolean =>
  title !== undefined || description !== undefined || photoIds !== undefined

/** True where the product has these texts. Of pictures nobody knows: the marketplace keeps them at addresses of its own. */
function showsTexts({ publish_shop: [place] }: ProductDetail, { title, description, photoIds }: ListingEdit): boolean {
  if (photoIds !== undefined || !place) return false
  return place.title === (title ?? place.title) && place.content === (description ?? place.content)
}

/** Prices go with the stock, which is read anew before it is said. */
async function changePrices(at: RequestWork, listing: Listing, prices: ReadonlyMap<string, number>): Promise<void> {
  const { services, seller, listingId } = at
  await showStock({ services, seller, listingId, prices })
  const changes = [...prices].map(([skuId, priceFen]) => ({ skuId, priceFen }))
  await inTenant(at, (tx) => writePrices(tx, listing, changes, services.clock.now()))
}

async function settleEdit(at: Omit<RequestWork, 'requestedAt'>, edit: ListingEdit): Promise<void> {
  const now = at.services.clock.now()
  await inTenant(at, (tx) => takeEdit(tx, at.listingId, { edit, generation: at.generation }, now))
}

/** The marketplace has taken an edit: the row says so too. */
async function takeEdit(
  tx: Tx,
  listingId: string,
  { edit, generation }: { readonly edit: ListingEdit; readonly generation: number },
  now: Date,
): Promise<void> {
  const listing = await lockListing(tx, listingId)
  if (!listing || !(await settleRequest(tx, listingKey({ listingId }), generation, now))) return
  const { title, description, photoIds } = edit
  const content = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(photoIds === undefined ? {} : { photoIds }),
  }
  await writeContent(tx, listing, content, now)
  await setListingFacts(tx, listingId, { failure: null }, now)
}

async function refuseEdit(at: Omit<RequestWork, 'requestedAt'>, failure: KeptFailure): Promise<void> {
  const now = at.services.clock.now()
  await inTenant(at, async (tx) => {
    await setListingFacts(tx, at.listingId, { failure: { ...failure, message: '' } }, now)
    await refuseRequest(tx, { ...listingKey(at), generation: at.generation }, failure.message, now)
  })
}

/**
 * Takes goods off the shelf. Their orders are read once nobody can buy them any more, and only then are the phones let
 * go that no order waits for: a phone that was bought at the last moment is never offered elsewhere.
 */
export async function takeCuratedOff(at: RequestWork): Promise<Answer | null> {
  const { services, seller, listingId } = at
  const listing = await inTenant(at, (tx) => findListing(tx, listingId))
  if (listing && listing.productId !== '') {
    const product_id = Number(listing.productId)
    try {
      await services.marketplace.takeProductDown(seller.sellerId, { product_id })
    } catch (error) {
      if (isBusy(error)) throw error
      const refusal = finalRefusal(error)
      if (refusal === null) throw error
      const product = await productOf(at, listing)
      const isThere = product?.product_status === PRODUCT_STATUS.onSale
      if (isThere) return { problem: `下架未成功：${refusal}` }
    }
  }
  await readOrdersOf(services, seller, Number(listing?.productId ?? ''))
  await inTenant(at, async (tx) => {
    const by = byMarketplace(services, '已下架')
    await listingWithdrawn(tx, listingId, by)
    for (const { skuId } of await skusOfListing(tx, listingId))
      await setSkuFacts(tx, listingId, skuId, { shownStock: 0 })
    await observeListing(tx, listingId, by.now)
  })
  return null
}

/** The verdict of a publication or an edit, which only its message tells in full. A verdict on an older request says nothing. */
export async function takeProductResult(
  services: JobServices,
  seller: SellerAtWork,
  result: ProductResultPush,
): Promise<void> {
  const { db, marketplace } = services
  const listingId = await db.tenant(seller.merchantId, (tx) => listingIdOfProduct(tx, String(result.product_id)))
  if (listingId === null) return
  const product = await marketplace.productDetail(seller.sellerId, { product_id: result.product_id })
  const { request, listing } = await db.tenant(seller.merchantId, async (tx) => ({
    request: await requestOfListing(tx, listingId),
    listing: await findListing(tx, listingId),
  }))
  if (listing?.channel !== 'curated') return
  const isOk = result.task_result === TASK_RESULTS.success
  if (result.task_type === TASK_TYPES.edit) return takeEditVerdict({ services, seller, listingId }, request, result)
  if (isOk) {
    if (ON_SHELF.includes(product.product_status)) await acceptCurated({ services, seller, listingId }, product)
    return
  }
  await takeRefusal({ services, seller, listingId }, { listing, request, product, result })
}

/** A message about a request that another one has taken the place of; the clocks may differ by a little. */
function isStale(request: RequestRow | null, result: ProductResultPush): boolean {
  return request !== null && (result.task_time + 2) * 1000 < Date.parse(request.requestedAt)
}

async function takeEditVerdict(at: ListingWork, request: RequestRow | null, result: ProductResultPush): Promise<void> {
  if (request?.state !== 'pending' || isStale(request, result)) return
  const edit = listingRequest.parse(request.desired)
  if (!isEdit(edit)) return
  const work = { ...at, generation: request.generation }
  if (result.task_result === TASK_RESULTS.success) return settleEdit(work, edit)
  const failure = failureOfCode(result.err_code ?? '', result.err_msg ?? '')
  await refuseEdit(work, { ...failure, message: `修改未成功：${failure.message}` })
}

interface Refusal {
  readonly listing: Listing
  readonly request: RequestRow | null
  readonly product: ProductDetail
  readonly result: ProductResultPush
}

async function takeRefusal(at: ListingWork, { listing, request, product, result }: Refusal): Promise<void> {
  const { services, seller, listingId } = at
  const now = services.clock.now()
  const failure = failureOfCode(result.err_code ?? '', result.err_msg ?? '')
  if (listing.state === 'publish_failed') {
    // the reason comes after we gave up waiting for it
    if (listing.failureCode === UNTOLD)
      await services.db.tenant(seller.merchantId, (tx) => tellRefusal(tx, at, failure))
    return
  }
  if (listing.state !== 'publishing') {
    // put back on the shelf for its stock
    await services.db.tenant(seller.merchantId, (tx) => recordStockProblem(tx, listingId, failure.message))
    return
  }
  if (request?.state !== 'pending' || isStale(request, result) || product.product_status === PRODUCT_STATUS.onSale)
    return
  // too busy: it is simply asked again, when the market has had a moment
  if (
    explainPublishError(result.err_code ?? '', result.err_msg ?? '').retry &&
    product.publish_status !== PUBLISH_STATUS.abnormal
  ) {
    await services.db.tenant(seller.merchantId, async (tx) => {
      await recordProblem(tx, request, request.generation, failure.message)
      await requestReconciliation(tx, request, now)
    })
    return
  }
  await refusePublication(at, failure)
}

async function tellRefusal(tx: Tx, { services, listingId }: ListingWork, failure: KeptFailure): Promise<void> {
  const now = services.clock.now()
  await setListingFacts(tx, listingId, { failure }, now)
  await dropRequest(tx, listingKey({ listingId }), now)
}
