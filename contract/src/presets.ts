import { MENU } from './menu.ts'
import { flattenMenu } from './menu-tree.ts'

/** A post of the trade with the grants it usually has. */
export interface RolePreset {
  readonly key: 'owner' | 'manager' | 'inspector' | 'operator' | 'shipper' | 'service' | 'finance'
  readonly name: string
  readonly grants: readonly string[]
}

const EVERYTHING = flattenMenu(MENU)

const INSPECTION_PAGES = [
  '/check',
  '/check/ys/check',
  '/check/ys/list',
  '/check/ys/detail',
  '/check/ys/baglog',
  '/xySaasDetect/detRecord/getDetectRecordList',
  '/xySaasDetect/detRecord/getDetRecordDetails',
  '/xySaasDetect/sealBag/GetSealBagList',
]
const INSPECTION_WORK = [
  '/xySaasDetect/detRecord/verifyBarCode',
  '/xySaasDetect/detRecord/addDetectRecord',
  '/xySaasDetectApi/realPhoto/saveRealPhoto',
  '/api/ext/defPhoto/save',
  '/api/ext/sealBag/bind',
  '/api/ext/sealBag/registerRoll',
]
const INSPECTION_READING = INSPECTION_PAGES.filter((grant) => grant !== '/check/ys/check')
const PRODUCT_READING = ['/sale', '/sale/product', '/sale/product/detail', '/api/goods/list', '/api/goods/detail']
const ORDER_READING = [
  '/sale',
  '/sale/order',
  '/sale/order/detail',
  '/api/yushiorder/v1/order/list',
  '/api/yushiorder/v1/order/detail',
]

/** The trade's posts after the matrix of the domain notes (§9.2), over the pages that exist so far. */
export const ROLE_PRESETS: readonly RolePreset[] = [
  { key: 'owner', name: '老板', grants: EVERYTHING },
  { key: 'manager', name: '店长', grants: EVERYTHING },
  { key: 'inspector', name: '质检员', grants: [...INSPECTION_PAGES, ...INSPECTION_WORK, ...PRODUCT_READING] },
  {
    key: 'operator',
    name: '运营',
    grants: [
      ...INSPECTION_READING,
      ...PRODUCT_READING,
      '/api/goods/publish',
      '/api/goods/operate',
      'field:reservePrice',
      ...ORDER_READING,
      '/api/yushiorder/v1/order/offerRecord',
      'field:orderMoney',
    ],
  },
  {
    key: 'shipper',
    name: '仓管发货',
    grants: [
      ...INSPECTION_READING,
      '/api/ext/sealBag/bind',
      '/api/ext/sealBag/registerRoll',
      ...PRODUCT_READING,
      ...ORDER_READING,
      '/api/yushiorder/v1/order/delivery',
      'field:buyerContact',
    ],
  },
  {
    key: 'service',
    name: '客服',
    grants: [
      ...INSPECTION_READING,
      ...PRODUCT_READING,
      ...ORDER_READING,
      '/api/yushiorder/v1/order/offerRecord',
      'field:orderMoney',
    ],
  },
  {
    key: 'finance',
    name: '财务',
    grants: [
      ...PRODUCT_READING,
      'field:reservePrice',
      ...ORDER_READING,
      '/api/yushiorder/v1/order/offerRecord',
      'field:orderMoney',
      '/capital',
      '/capital/bill',
      '/api/bill/v1/list',
    ],
  },
]
