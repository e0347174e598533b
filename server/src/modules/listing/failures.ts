import type { listingFailure } from '@huanji/contract/features/listing/rows'
import { dictionary } from '@huanji/domain/dictionary'
import { explainPublishError } from '@huanji/marketplace/protocol/publish-errors'
import type * as z from 'zod'

/** Why the marketplace would not take a listing, with the way to its cure. */
export type ListingFailure = z.output<typeof listingFailure>

/** What a listing's own row keeps of a failure; its cure follows from the code. */
export type KeptFailure = Pick<ListingFailure, 'code' | 'field' | 'message'>

type Place = Pick<ListingFailure, 'field' | 'cure'>

const TITLE: Place = { field: 'title', cure: 'editor' }
const CONTENT: Place = { field: 'content', cure: 'editor' }
const PRICE: Place = { field: 'price', cure: 'price' }
const SKUS: Place = { field: 'skus', cure: 'editor' }
const STOCK: Place = { field: 'stock', cure: 'retry' }
const SHOP: Place = { field: 'shop', cure: 'shop' }
const IMAGES: Place = { field: 'images', cure: 'inspection' }
const MODEL: Place = { field: 'model', cure: 'inspection' }
const ADDRESS: Place = { field: 'address', cure: 'address' }
const RETRY: Place = { field: '', cure: 'retry' }
const NOWHERE: Place = { field: '', cure: null }

/** Our own words for what we find before the marketplace is asked. */
export const NO_PHOTOS = 'NO_PHOTOS'
export const NO_ADDRESS = 'NO_ADDRESS'
export const REMOVED_REMOTELY = 'REMOVED_REMOTELY'
export const REFUSED = 'REFUSED'
/** The code of a publication that was refused without a reason. */
export const UNTOLD = 'UNTOLD'
/** The code of a request that the system repeats by itself. */
export const AWAY = 'AWAY'

/** The market's word for a cover that shows too little; its published list has no row for it. */
const UNCLEAR_COVER = '10001'

/** Where each code of docs/open-platform.md §A, or of our own, is mended. */
const PLACES: Readonly<Record<string, Place>> = dictionary({
  [NO_PHOTOS]: IMAGES,
  [NO_ADDRESS]: ADDRESS,
  [REMOVED_REMOTELY]: RETRY,
  [AWAY]: RETRY,
  [UNTOLD]: { field: '', cure: 'editor' },
  [UNCLEAR_COVER]: IMAGES,
  TOP_IMAGE_NOT_FOUND: IMAGES,
  ERR_RULE_TITLE_SECURITY_CHAR_LIMITATION: TITLE,
  FAIL_BIZ_ITEM_EDIT_TITLE_HAS_EMOJI: TITLE,
  KFC_ERROR_VIRTUAL_TITLE: TITLE,
  KFC_ERROR_PTZLZZZR_CONDITION: CONTENT,
  KFC_ERROR_PUBLISH_FORBIDDEN: CONTENT,
  ITEM_PROPOSE_CHECK_ERROR: CONTENT,
  SKU_PRICE_ILLEGAL: PRICE,
  IC_CHECKSTEP_ITME_NOT_IN_SKU_PRICE: PRICE,
  no_writing_check: PRICE,
  SKU_QUANTITY_ILLEGAL: STOCK,
  FORBIDDEN_QUANTITY_ZERO_ERROR: STOCK,
  F_INVENTORY_05_16_010: STOCK,
  PLAYBOY_ERRORCODE_ITEM_SKU_PROPERTY_VALUE_SET_SIZE_ILLETAL: SKUS,
  PLAYBOY_ERRORCODE_ITEM_SKU_PROPERTY_KEY_NAME_LENGTH_ILLEGAL: SKUS,
  IC_CHECKSTEP_USERDEFINED_SKU_ERROR: SKUS,
  ITEM_CAN_NOT_PUBLISH: SHOP,
  PLAYBOY_ERRORCODE_REACHED_PUBLISH_COUNT_LIMIT: SHOP,
  PLAYBOY_ERRORCODE_PLEASE_UPDATE_APP_VERSION: SHOP,
  QUANTITY_ITEM_CAT_TOO_LARGE_NEW: SHOP,
  USER_ERROR_USER_WAS_FORBIDDEN2: SHOP,
  USER_NEED_XIANYU_REAL_VERIFY: SHOP,
  STRONG_VALID_VERIFY_INFO: SHOP,
  TOP_SELLER_NOTALLOW_ACCESS: SHOP,
  TOP_ISVBIZ_NOTALLOW_ACCESS: SHOP,
  TOP_ITEM_BIZ_OFFLINE: SHOP,
  TOP_SPGUARANTEE_LIMIT: SHOP,
  QUALIFICATION_NOT_SUPPORT_CATE: SHOP,
  IDLE_SERVICE_NOT_OPEN: SHOP,
  USER_RIGHTS_PROTOCOL_MUST_SIGN: SHOP,
  USER_RIGHTS_PROTOCOL_CANNOT_SIGN_C2S2C: SHOP,
  DIVISION_ERROR_DIVISION_ID: ADDRESS,
  // the category and its properties follow from the model; that of a book is none of a phone's
  C2S2C_DATA_MISSED: MODEL,
  USER_PROTOCOL_VALID_ERROR: MODEL,
  QUERY_ITEM_CAT_FAILED: MODEL,
  TOP_BOOK_PARAM_NULL: MODEL,
  BOOK_BARCODE_NOT_NULL: MODEL,
  BOOK_PUBLISH_FREQUENTLY: MODEL,
  // changed or removed in the marketplace's own app: put there anew
  TOP_ITEM_BIZCHECK_FAIL: RETRY,
  ITEM_NOT_FOUND: RETRY,
  IC_OPTIMISTIC_LOCKING_CONFLICT: RETRY,
  'isp.top-remote-connection-timeout': RETRY,
  'accesscontrol.limited-by-api-access-count': RETRY,
  retry: RETRY,
})

/** A failure in the marketplace's code, said in our words with what to do. */
export function failureOfCode(errCode: string, errMsg: string): KeptFailure {
  const found = explainPublishError(errCode, errMsg)
  const code = found.subCode ?? found.code
  if (code === UNCLEAR_COVER) return ownFailure(code, `${found.meaning}：第一张照片太糊，请换一张`)
  return { code, field: placeOf(code).field, message: `${found.meaning}：${found.advice}` }
}

/** A failure that we found ourselves, or that the marketplace said in a sentence alone. */
export function ownFailure(code: string, message: string): KeptFailure {
  return { code, field: placeOf(code).field, message }
}

const placeOf = (code: string): Place => PLACES[code] ?? NOWHERE

/** What a row keeps, as the contract shows it; null without a failure. */
export function presentFailure(kept: KeptFailure): ListingFailure | null {
  if (kept.message === '') return null
  const { cure } = placeOf(kept.code)
  return { code: kept.code, field: kept.field, message: kept.message, cure }
}
