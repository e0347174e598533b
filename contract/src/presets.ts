import { MENU } from './menu.ts'
import { flattenMenu, type MenuNode } from './menu-tree.ts'

/** A post of the trade with the grants it usually has. */
export interface RolePreset {
  readonly key:
    | 'owner'
    | 'manager'
    | 'inspector'
    | 'photographer'
    | 'operator'
    | 'shipper'
    | 'service'
    | 'finance'
    | 'accountant'
  readonly name: string
  readonly grants: readonly string[]
  /** The most that one refund may come to, in fen; null is without a limit, 0 where the post pays nothing back. */
  readonly refundLimitFen: number | null
}

const nodeAt = (path: string, nodes: readonly MenuNode[] = MENU): MenuNode | undefined => {
  for (const node of nodes) {
    const found = node.path === path ? node : nodeAt(path, node.children ?? [])
    if (found) return found
  }
  return undefined
}

/** Everything under a group or page: its pages, hidden ones included, and their actions. @throws Error for no such page */
function all(path: string): string[] {
  const node = nodeAt(path)
  if (!node) throw new Error(`the menu has no ${path}`)
  return flattenMenu([node])
}

const SHOP_READING = ['/store', '/store/account', '/api/xyAccount/list']
/** The life of a phone: each of its parts is read by whoever may read where it comes from. */
const PHONE_READING = ['/check', '/check/phone', '/api/ext/phone/life']
const INSPECTION_READING = [
  ...PHONE_READING,
  '/check/ys/list',
  '/check/ys/detail',
  '/check/yx/sing-list',
  '/check/yx/plural-list',
  '/check/yx/plural-detailed-list',
  '/check/ys/baglog',
  '/xySaasDetect/detRecord/getDetectRecordList',
  '/xySaasDetect/detRecord/getDetRecordDetails',
  '/xySaasDetect/detRecord/getMultiDetRecordList',
  '/xySaasDetect/detRecord/getDetRecordDetailsByDetRecordId',
  '/xySaasDetect/sealBag/GetSealBagList',
]
const PRODUCT_READING = ['/sale', '/sale/product', '/sale/product/detail', '/api/goods/list', '/api/goods/detail']
const AUCTION_ORDER_READING = [
  '/sale',
  '/sale/order',
  '/sale/order/detail',
  '/api/yushiorder/v1/order/list',
  '/api/yushiorder/v1/order/detail',
]
const CURATED_ORDER_READING = [
  '/sale/yxorder',
  '/sale/yxorder/detail',
  '/api/saleorder/v1/order/list',
  '/api/saleorder/v1/order/detail',
]
const ORDER_READING = [...AUCTION_ORDER_READING, ...CURATED_ORDER_READING]
const ORDER_MONEY = ['field:orderMoney', '/api/yushiorder/v1/order/offerRecord']
const ORDER_EXPORT = ['/api/yushiorder/v1/order/export', '/api/saleorder/v1/order/export']
const REFUND_READING = [
  '/sale/after-sale',
  '/sale/ysafter-sale/detail',
  '/sale/yxafter-sale/detail',
  '/api/refund/v1/list',
  '/api/refund/v1/detail',
  '/api/refund/v1/detail_yushi',
  '/api/ext/refund/export',
]
const ACCOUNT_READING = [
  '/account',
  '/account/staff',
  '/account/role',
  '/account/role/edit',
  '/api/emp/list',
  '/api/role/list',
]
const ADDRESS_READING = ['/merchant', '/merchant/address', '/api/address/list']
/** 导出 reaches as far as reading does: who may read a list may take it along, without the columns kept from them. */
const PRODUCT_EXPORT = ['/tool', '/tool/download', '/api/goods/export_list', '/api/goods/export_create']
/** Stock from a table; what it cost is taken over for whoever may read costs. */
const STOCK_IMPORT = ['/tool', '/tool/import', '/api/ext/stockImport/start']
const PRICES = ['field:reservePrice', 'field:costPrice']

/** What the after-sale clerk may pay back without asking, in fen: a small concession, not a phone. */
const SERVICE_REFUND_LIMIT_FEN = 50_000

/**
 * The trade's posts after the matrix of duties (docs/domain.md §9.2). A merchant's role that follows its preset takes its
 * grants from here, so that a screen that arrives later is open to whom it is meant for.
 */
export const ROLE_PRESETS: readonly RolePreset[] = [
  { key: 'owner', name: '老板', grants: flattenMenu(MENU), refundLimitFen: null },
  {
    key: 'manager',
    name: '店长',
    grants: [
      ...all('/home'),
      ...SHOP_READING,
      ...all('/check'),
      ...all('/sale'),
      '/capital',
      '/capital/bill',
      '/api/bill/v1/list',
      ...ACCOUNT_READING,
      ...all('/merchant'),
      ...PRODUCT_EXPORT,
      ...STOCK_IMPORT,
    ],
    refundLimitFen: null,
  },
  {
    key: 'inspector',
    name: '质检员',
    grants: [
      ...all('/check'),
      ...PRODUCT_READING,
      ...REFUND_READING,
      '/api/ext/refund/recheck',
      '/api/refund/v1/remark',
      ...PRODUCT_EXPORT,
    ],
    refundLimitFen: 0,
  },
  {
    key: 'photographer',
    name: '拍照',
    grants: [
      '/check',
      '/check/ys/check',
      '/check/ys/list',
      '/check/ys/detail',
      '/check/yx/check',
      '/check/yx/sing-list',
      '/xySaasDetect/detRecord/verifyBarCode',
      '/xySaasDetectApi/realPhoto/saveRealPhoto',
      '/api/ext/defPhoto/save',
      '/xySaasDetect/realPhoto/useOldRealPhotoInfo',
      '/xySaasDetect/detRecord/getDetectRecordList',
      '/xySaasDetect/detRecord/getDetRecordDetails',
    ],
    refundLimitFen: 0,
  },
  {
    key: 'operator',
    name: '运营',
    grants: [
      ...SHOP_READING,
      ...INSPECTION_READING,
      ...PRODUCT_READING,
      '/sale/product/edit',
      '/api/goods/publish',
      '/api/goods/edit',
      '/api/goods/operate',
      ...PRICES,
      ...ORDER_READING,
      ...ORDER_MONEY,
      ...ORDER_EXPORT,
      ...PRODUCT_EXPORT,
      ...STOCK_IMPORT,
    ],
    refundLimitFen: 0,
  },
  {
    key: 'shipper',
    name: '发货员',
    grants: [
      ...INSPECTION_READING,
      '/api/ext/sealBag/bind',
      '/api/ext/sealBag/registerRoll',
      ...PRODUCT_READING,
      ...ORDER_READING,
      '/api/yushiorder/v1/order/delivery',
      '/api/saleorder/v1/order/setDeliveryStock',
      '/api/saleorder/v1/order/delivery',
      'field:buyerContact',
      ...REFUND_READING,
      '/api/ext/refund/receive',
      '/api/ext/refund/resend',
      '/api/refund/v1/remark',
      ...ADDRESS_READING,
      ...PRODUCT_EXPORT,
    ],
    refundLimitFen: 0,
  },
  {
    key: 'service',
    name: '客服',
    grants: [
      ...INSPECTION_READING,
      ...PRODUCT_READING,
      ...ORDER_READING,
      ...ORDER_MONEY,
      ...ORDER_EXPORT,
      '/api/yushiorder/v1/order/addRemark',
      '/api/yushiorder/v1/order/close',
      '/api/saleorder/v1/order/changePrice',
      '/api/saleorder/v1/order/close',
      '/api/ext/buyerContact/reveal',
      ...all('/sale/after-sale'),
      '/sale/ysafter-sale/detail',
      '/sale/yxafter-sale/detail',
      ...ADDRESS_READING,
      ...PRODUCT_EXPORT,
    ],
    refundLimitFen: SERVICE_REFUND_LIMIT_FEN,
  },
  {
    key: 'finance',
    name: '财务',
    grants: [
      ...PRODUCT_READING,
      ...PRICES,
      ...ORDER_READING,
      ...ORDER_MONEY,
      ...ORDER_EXPORT,
      ...PHONE_READING,
      ...REFUND_READING,
      ...all('/capital'),
      ...PRODUCT_EXPORT,
    ],
    refundLimitFen: 0,
  },
  {
    // somebody outside the house: the books and nothing else
    key: 'accountant',
    name: '外部会计',
    grants: [
      '/capital',
      '/capital/bill',
      '/api/bill/v1/list',
      '/api/ext/bill/reconcile',
      '/api/ext/bill/export',
      '/tool',
      '/tool/download',
      '/api/goods/export_list',
    ],
    refundLimitFen: 0,
  },
]

/** What a role holds, whether it follows its preset (`grants` null) or has grants of its own. */
export interface RoleRights {
  readonly preset: string | null
  readonly grants: readonly string[] | null
  readonly refundLimitFen: number | null
}

/** The grants and the refund limit of a role; a preset that is not known any more holds nothing. */
export function rightsOf(role: RoleRights): Pick<RolePreset, 'grants' | 'refundLimitFen'> {
  if (role.grants !== null) return { grants: role.grants, refundLimitFen: role.refundLimitFen }
  return ROLE_PRESETS.find(({ key }) => key === role.preset) ?? { grants: [], refundLimitFen: 0 }
}

/** The larger of two refund limits; null is without a limit. */
export const largerLimit = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : Math.max(one, other)
