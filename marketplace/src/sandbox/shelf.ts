import {
  type CreateProductData,
  type EditProductRequest,
  type EditStockRequest,
  MAX_STOCK,
  PRODUCT_STATUS,
  PUBLISH_STATUS,
  type PublishProductRequest,
  type Sku,
  type SkuInput,
} from '../protocol/products.ts'
import { explainPublishError } from '../protocol/publish-errors.ts'
import { TASK_RESULTS, TASK_TYPES } from '../protocol/pushes.ts'
import { SECOND_MS, startOfShanghaiDay } from './clock.ts'
import { type SandboxContext, toSeconds } from './context.ts'
import type { ProductDocument } from './documents.ts'
import type { SimulationEvent } from './events.ts'
import { changeProduct, checkProduct, newSku, ownProduct, shopOf } from './goods.ts'
import { badParameter, wrongState } from './refusal.ts'
import { reviewGoods } from './review.ts'
import { expectShopper } from './shoppers.ts'
import { authorizedShop } from './shops.ts'

type Publication = Extract<SimulationEvent, { type: 'publication' }>

const PUBLISHABLE: readonly number[] = [PUBLISH_STATUS.toPublish, PUBLISH_STATUS.offShelf, PUBLISH_STATUS.soldOut]
const UNPUBLISHED: readonly number[] = [
  PUBLISH_STATUS.draft,
  PUBLISH_STATUS.toPublish,
  PUBLISH_STATUS.offShelf,
  PUBLISH_STATUS.soldOut,
  PUBLISH_STATUS.abnormal,
]

/** The entry states in which the auction market holds the product. */
const HELD_STATUSES: readonly string[] = ['accepted', 'scheduled', 'bidding', 'negotiating', 'won']

/** True while the product stands in the auction market, or was sold there. */
export function isHeldByAuction(context: SandboxContext, productId: number): boolean {
  return context.store
    .all('entry')
    .some((entry) => entry.productId === productId && HELD_STATUSES.includes(entry.status))
}

/** Takes a publication order; the market's answer comes later to `notify_url` (docs/open-platform.md §3.8, §3.12). */
export function publishProduct(context: SandboxContext, sellerId: number, request: PublishProductRequest): void {
  const product = ownProduct(context, sellerId, request.product_id)
  authorizedShop(context, sellerId, request.user_name[0])
  if (!product.fields.publish_shop.some((shop) => shop.user_name === request.user_name[0])) {
    throw badParameter('user_name', '商品未配置该店铺')
  }
  if (product.pendingTask !== null) throw wrongState('商品正在发布中，请等待结果')
  if (!PUBLISHABLE.includes(product.publishStatus)) throw wrongState('商品当前状态不能上架')
  if (product.stock < 1) throw badParameter('stock', '上架商品库存必须大于0')
  if (isHeldByAuction(context, product.productId)) throw wrongState('商品正在鱼市竞拍或已拍出，不能上架')
  startTask(
    context,
    product,
    {
      type: 'publication',
      productId: product.productId,
      taskType: product.itemId === null ? TASK_TYPES.publishNew : TASK_TYPES.publishExisting,
      userName: request.user_name[0],
      notifyUrl: request.notify_url ?? null,
    },
    publicationDelayMs(context, product.productId, request.specify_publish_time),
  )
}

function publicationDelayMs(context: SandboxContext, productId: number, specifiedTime: string | undefined): number {
  const usualMs = context.random(`publication:${productId}:${context.nowMs()}`).whole(3, 15) * SECOND_MS
  const promptMs = Math.min(usualMs, context.behaviour().reviewWithinMs)
  if (!specifiedTime) return promptMs
  const parts = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(specifiedTime)
  const dayMs = parts?.[1] === undefined ? Number.NaN : startOfShanghaiDay(parts[1])
  if (!parts || Number.isNaN(dayMs)) throw badParameter('specify_publish_time', '格式应为 yyyy-MM-dd HH:mm:ss')
  const secondsOfDay = Number(parts[2]) * 3600 + Number(parts[3]) * 60 + Number(parts[4])
  return Math.max(promptMs, dayMs + secondsOfDay * SECOND_MS - context.nowMs())
}

function startTask(context: SandboxContext, product: ProductDocument, task: Publication, delayMs: number): void {
  context.store.put('product', String(product.productId), { ...product, pendingTask: task.taskType })
  context.schedule(context.nowMs() + delayMs, task)
}

/** The market has looked at the goods: they go on the shelf, or come back with a code (docs/open-platform.md §A). */
export function concludePublication(context: SandboxContext, task: Publication): void {
  const product = context.store.get('product', String(task.productId))
  if (!product || product.pendingTask !== task.taskType) return
  const failure = context.takeOrderedFailure() ?? reviewGoods(context, product, task.userName)
  const isEdit = task.taskType === TASK_TYPES.edit
  const result = failure
    ? failTask(context, product, isEdit, failure.errCode)
    : isEdit
      ? changeProduct(context, product, { pendingTask: null })
      : putOnShelf(context, product)
  if (task.notifyUrl === null) return
  const message = failure ? { err_code: failure.errCode, err_msg: failure.errMsg } : { err_code: '', err_msg: '' }
  context.push(
    product.sellerId,
    {
      seller_id: product.sellerId,
      product_id: product.productId,
      product_status: result.status,
      publish_status: result.publishStatus,
      item_biz_type: product.fields.item_biz_type,
      user_name: task.userName,
      ...(result.itemId === null ? {} : { item_id: result.itemId }),
      task_type: task.taskType,
      task_time: toSeconds(context.nowMs()),
      task_result: failure ? TASK_RESULTS.failure : TASK_RESULTS.success,
      ...message,
    },
    task.notifyUrl,
  )
}

function failTask(
  context: SandboxContext,
  product: ProductDocument,
  isEdit: boolean,
  errCode: string,
): ProductDocument {
  // A listing that failed for good must be edited first; one the market was too busy for may simply be sent again.
  const mayResend = isEdit || explainPublishError(errCode).retry
  return changeProduct(context, product, {
    pendingTask: null,
    publishStatus: mayResend ? product.publishStatus : PUBLISH_STATUS.abnormal,
  })
}

function putOnShelf(context: SandboxContext, product: ProductDocument): ProductDocument {
  const published = changeProduct(context, product, {
    pendingTask: null,
    status: PRODUCT_STATUS.onSale,
    publishStatus: PUBLISH_STATUS.onSale,
    itemId: product.itemId ?? context.nextId('item'),
    onlineMs: context.nowMs(),
  })
  expectShopper(context, published, 0)
  return published
}

/** Takes goods off the shelf; goods that are not on it stay as they are (docs/open-platform.md §3.9). */
export function takeProductDown(context: SandboxContext, sellerId: number, request: { product_id: number }): void {
  const product = ownProduct(context, sellerId, request.product_id)
  if (product.publishStatus === PUBLISH_STATUS.offShelf) return
  if (product.status !== PRODUCT_STATUS.onSale && product.status !== PRODUCT_STATUS.soldOut) {
    throw wrongState('商品未上架，不能下架')
  }
  changeProduct(context, product, {
    status: PRODUCT_STATUS.offShelf,
    publishStatus: PUBLISH_STATUS.offShelf,
    offlineMs: context.nowMs(),
  })
}

/** Deletes goods that are not on the shelf, with the wider reading of the status table (docs/open-platform.md §3.9). */
export function deleteProduct(context: SandboxContext, sellerId: number, request: { product_id: number }): void {
  const product = ownProduct(context, sellerId, request.product_id)
  if (!UNPUBLISHED.includes(product.publishStatus) || product.pendingTask !== null) {
    throw wrongState('商品在售或发布中，不能删除，请先下架')
  }
  if (isHeldByAuction(context, product.productId)) throw wrongState('商品正在鱼市竞拍或已拍出，不能删除')
  changeProduct(context, product, { status: PRODUCT_STATUS.deleted, publishStatus: PUBLISH_STATUS.inoperable })
}

/** Changes the fields sent; on the shelf the App follows later, with a result push (docs/open-platform.md §3.7). */
export function editProduct(context: SandboxContext, sellerId: number, request: EditProductRequest): CreateProductData {
  const { product_id: productId, notify_url: notifyUrl, sku_items: skuItems, stock, ...sent } = request
  const product = ownProduct(context, sellerId, productId)
  if (product.pendingTask !== null) throw wrongState('商品正在发布中，请等待结果')
  if (product.skus && product.itemId !== null && skuItems?.length === 0) {
    throw badParameter('sku_items', '已发布的多规格商品不能去掉全部规格')
  }
  const fields = { ...product.fields, ...withoutUndefined(sent) }
  const skus = skuItems === undefined ? product.skus : skuItems.map((sku) => sameOrNewSku(context, product, sku))
  const newStock = stock ?? skus?.reduce((sum, sku) => sum + sku.stock, 0) ?? product.stock
  checkProduct(context, sellerId, {
    ...fields,
    stock: Math.max(newStock, 1),
    ...(skus && skus.length > 0 ? { sku_items: [...skus], stock: newStock } : {}),
  })
  const isOnSale = product.status === PRODUCT_STATUS.onSale
  const wasAbnormal = product.publishStatus === PUBLISH_STATUS.abnormal
  const edited = changeProduct(context, product, {
    fields,
    skus: skus && skus.length > 0 ? skus : null,
    stock: newStock,
    publishStatus: wasAbnormal ? PUBLISH_STATUS.toPublish : product.publishStatus,
  })
  if (isOnSale) {
    startTask(
      context,
      edited,
      {
        type: 'publication',
        productId,
        taskType: TASK_TYPES.edit,
        userName: shopOf(edited).user_name,
        notifyUrl: notifyUrl ?? null,
      },
      publicationDelayMs(context, productId, undefined),
    )
  }
  return { product_id: productId, product_status: edited.status }
}

/** A spec that the product has already keeps its number. */
function sameOrNewSku(context: SandboxContext, { skus }: ProductDocument, sent: SkuInput): Sku {
  const same = skus?.find((sku) => sku.sku_text === sent.sku_text)
  return same ? { ...same, ...sent } : newSku(context, sent)
}

function withoutUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>
  }
}

/** Sets stock and price (docs/open-platform.md §3.9): of the product, or of the specs sent. */
export function editStock(context: SandboxContext, sellerId: number, request: EditStockRequest): void {
  const product = ownProduct(context, sellerId, request.product_id)
  const skus = product.skus && changedSkus(product.skus, request)
  if (!skus && request.stock === undefined) throw badParameter('stock', 'is not set')
  const price = request.price ?? product.fields.price
  if (skus && !skus.some((sku) => sku.price === price)) throw badParameter('price', '应与其中一个规格的价格一致')
  const stock = skus ? skus.reduce((sum, sku) => sum + sku.stock, 0) : (request.stock ?? product.stock)
  const isOnShelf = product.status === PRODUCT_STATUS.onSale || product.status === PRODUCT_STATUS.soldOut
  if (product.status === PRODUCT_STATUS.onSale && stock < 1) throw badParameter('stock', '在架商品库存必须大于0')
  if (stock > MAX_STOCK) throw badParameter('stock', `不能大于${MAX_STOCK}`)
  const originalPrice = request.original_price === undefined ? {} : { original_price: request.original_price }
  changeProduct(context, product, {
    fields: { ...product.fields, price, ...originalPrice },
    skus,
    stock,
    ...(isOnShelf && stock > 0 ? { status: PRODUCT_STATUS.onSale, publishStatus: PUBLISH_STATUS.onSale } : {}),
  })
}

function changedSkus(skus: NonNullable<ProductDocument['skus']>, request: EditStockRequest) {
  const changes = request.sku_items
  if (!changes || changes.length === 0) throw badParameter('sku_items', 'is not set')
  for (const sent of changes) {
    if (!skus.some((sku) => sku.sku_id === sent.sku_id)) throw badParameter('sku_items.sku_id', '规格不存在')
  }
  return skus.map((sku) => {
    const sent = changes.find((row) => row.sku_id === sku.sku_id)
    return sent ? { ...sku, stock: sent.stock, price: sent.price ?? sku.price } : sku
  })
}
