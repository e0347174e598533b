/** Where the event stream of a signed-in person is; the login context travels in headers, never in the address. */
export const STREAM_PATH = '/api/ext/stream'

/** The headers of the login context; the token stands in `authorization: Bearer …`. */
export const STREAM_HEADERS = {
  phone: 'x-login-phone',
  employeeId: 'x-employee-id',
  merchantId: 'x-merchant-id',
  /** How old the caller's knowledge is, in milliseconds: what changed since then is told at once. */
  sinceMs: 'x-since-ms',
} as const

/**
 * What the stream tells of, each with the reads whose answers show it: the screens ask these again, and whoever may
 * make one of them hears of it.
 */
export const LIVE_TOPICS = {
  order: [
    '/api/yushiorder/v1/order/list',
    '/api/yushiorder/v1/order/detail',
    '/api/yushiorder/v1/order/offerRecord',
    '/api/yushiorder/v1/order/statuslog',
    '/api/saleorder/v1/order/list',
    '/api/saleorder/v1/order/detail',
    '/api/ext/bill/orders',
    '/api/ext/phone/life',
    '/api/ext/home/packing',
    '/api/ext/home/decisions',
    // counts the orders of each shop
    '/api/xyAccount/list',
  ],
  listing: [
    '/api/goods/list',
    '/api/goods/detail',
    '/api/goods/detail/status',
    '/api/goods/detail/out_id_map',
    '/api/ext/phone/life',
    '/api/ext/home/selling',
    '/api/ext/home/decisions',
    '/api/ext/firstSteps/get',
    // counts the goods of each shop
    '/api/xyAccount/list',
  ],
  inspection: [
    '/api/ext/overview/agedStock',
    '/xySaasDetect/detRecord/getDetectRecordList',
    '/xySaasDetect/detRecord/getDetRecordDetails',
    '/xySaasDetect/detRecord/getDetRecordLogList',
    '/xySaasDetect/detRecord/getMultiDetRecordList',
    '/xySaasDetect/detRecord/getDetRecordDetailsByDetRecordId',
    '/xySaasDetect/sealBag/GetSealBagList',
    '/api/ext/sealBag/stock',
    '/api/goods/detect_list',
    '/api/ext/phone/life',
    '/api/ext/home/inspecting',
    '/api/ext/home/selling',
    '/api/ext/firstSteps/get',
  ],
  photo: [
    '/xySaasDetect/realPhoto/getDetectRealPhoto',
    '/xySaasDetect/realPhoto/getRealPhotoInfoByTaskId',
    '/xySaasDetect/defPhoto/getDefPhotoInfoByTaskId',
    '/api/ext/photoLink/list',
    '/api/ext/phone/life',
  ],
  refund: [
    '/api/refund/v1/list',
    '/api/refund/v1/detail',
    '/api/refund/v1/detail_yushi',
    '/api/ext/phone/life',
    '/api/ext/home/decisions',
  ],
  bill: [
    '/api/bill/v1/list',
    '/api/ext/bill/months',
    '/api/ext/bill/orders',
    '/api/ext/bill/flows',
    '/api/ext/phone/life',
    '/api/ext/home/money',
  ],
  reconciliation: ['/api/ext/bill/reconcile', '/api/ext/home/money', '/api/ext/home/decisions'],
  cost: ['/api/ext/cost/imports'],
  stockImport: ['/api/ext/stockImport/list', '/api/ext/stockImport/rows'],
  badge: ['/api/mch/business'],
  figure: ['/api/mch/business'],
  people: ['/api/emp/list', '/api/role/list', '/api/ext/firstSteps/get', '/api/ext/merchant/info'],
  apiKey: ['/api/ext/apiKey/list', '/api/ext/apiKey/info'],
  shop: [
    '/api/xyAccount/list',
    '/api/xyAccount/options',
    '/api/xyAccount/re_post_info',
    '/api/ext/firstSteps/get',
    '/api/ext/home/decisions',
  ],
  address: ['/api/address/list', '/api/address/options', '/api/ext/firstSteps/get'],
  task: ['/api/ext/task/list', '/api/ext/task/get'],
  view: ['/api/ext/savedView/list'],
  export: ['/api/goods/export_list'],
  start: ['/api/ext/firstSteps/get'],
  notice: ['/api/ext/notice/unread', '/api/ext/notice/list', '/api/ext/notice/choices'],
  webhook: ['/api/ext/webhook/list', '/api/ext/webhook/deliveries'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type LiveTopic = keyof typeof LIVE_TOPICS

/** The stream's events. */
export interface StreamEvents {
  /** The stream stands; with `isWhole` false some process's changes may not be heard, and whoever shows rows asks for them now and then. */
  standing: { isWhole: boolean }
  /** What changed, the newest of it `ageMs` milliseconds before this was sent. */
  changed: { topics: readonly LiveTopic[]; ageMs: number }
  /** The session is over; it is no use to come again with it. */
  ended: Record<never, never>
}
