import { PRODUCT_STATUS } from '../protocol/products.ts'
import type { SandboxContext } from './context.ts'
import type { ProductDocument } from './documents.ts'
import { shopOf } from './goods.ts'
import { findShop, isAuthorized, isPro } from './shops.ts'

/** What the market answers to goods that it does not take. */
export interface ReviewFailure {
  readonly errCode: string
  readonly errMsg: string
}

type Sign = readonly [errCode: 'TOP_ITEM_ADD_FAIL' | 'TOP_ITEM_EDIT_FAIL', subCode: string, text: string]

const ON_SALE_MAX_WITHOUT_PRO = 50
const SPEC_VALUES = { min: 2, max: 20 }
const SPEC_NAME = { min: 2, max: 4 }

/** The checks the market makes only when it publishes, or edits on the shelf (docs/open-platform.md §A). */
export function reviewGoods(context: SandboxContext, product: ProductDocument, userName: string): ReviewFailure | null {
  const shop = findShop(context, product.sellerId, userName)
  if (!shop || !isAuthorized(context, shop)) {
    return { errCode: 'TOP_SELLER_NOTALLOW_ACCESS', errMsg: '卖家未通过闲鱼招商，请重新授权' }
  }
  const sign =
    signOfPlace(product) ?? signOfSpecs(product) ?? (isPro(shop) ? null : signWithoutPro(context, product, userName))
  return sign && { errCode: sign[0], errMsg: `${sign[1]}:${sign[2]}` }
}

function signOfPlace(product: ProductDocument): Sign | null {
  const { title, district, province } = shopOf(product)
  if (/[<>]/.test(title)) {
    return ['TOP_ITEM_ADD_FAIL', 'ERR_RULE_TITLE_SECURITY_CHAR_LIMITATION', '标题含有半角尖括号']
  }
  if (/\p{Extended_Pictographic}/u.test(title)) {
    return ['TOP_ITEM_ADD_FAIL', 'FAIL_BIZ_ITEM_EDIT_TITLE_HAS_EMOJI', '标题含有表情符号']
  }
  if (Math.floor(district / 10_000) !== Math.floor(province / 10_000)) {
    return ['TOP_ITEM_EDIT_FAIL', 'DIVISION_ERROR_DIVISION_ID', '发货地异常']
  }
  return null
}

/** What buyers choose by: each spec with a name of its own and several values, and a price at which something is there. */
function signOfSpecs({ skus, fields }: ProductDocument): Sign | null {
  if (!skus) return null
  const pairs = skus.flatMap((sku) => sku.sku_text.split(';').map((pair) => pair.split(':') as [string, string]))
  for (const [name, ofName] of Map.groupBy(pairs, ([specName]) => specName)) {
    if (name.length < SPEC_NAME.min || name.length > SPEC_NAME.max) {
      const code = 'PLAYBOY_ERRORCODE_ITEM_SKU_PROPERTY_KEY_NAME_LENGTH_ILLEGAL'
      return ['TOP_ITEM_ADD_FAIL', code, '规格名需为2至4个字']
    }
    const count = new Set(ofName.map(([, value]) => value)).size
    if (count < SPEC_VALUES.min || count > SPEC_VALUES.max) {
      const code = 'PLAYBOY_ERRORCODE_ITEM_SKU_PROPERTY_VALUE_SET_SIZE_ILLETAL'
      return ['TOP_ITEM_ADD_FAIL', code, '每个规格需有2至20个规格值']
    }
  }
  if (!skus.some((sku) => sku.stock > 0 && sku.price === fields.price)) {
    return ['TOP_ITEM_EDIT_FAIL', 'IC_CHECKSTEP_ITME_NOT_IN_SKU_PRICE', '商品价须等于某个有库存规格的价格']
  }
  return null
}

function signWithoutPro({ store }: SandboxContext, product: ProductDocument, userName: string): Sign | null {
  if (product.stock > 1) return ['TOP_ITEM_EDIT_FAIL', 'ITEM_CAN_NOT_PUBLISH', '仅鱼小铺卖家可发布多库存']
  const onSale = store
    .all('product')
    .filter((one) => one.sellerId === product.sellerId && one.status === PRODUCT_STATUS.onSale)
    .filter((one) => one.productId !== product.productId && shopOf(one).user_name === userName)
  if (onSale.length < ON_SALE_MAX_WITHOUT_PRO) return null
  return ['TOP_ITEM_ADD_FAIL', 'QUANTITY_ITEM_CAT_TOO_LARGE_NEW', '在售商品超过50件']
}
