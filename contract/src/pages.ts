import type { Channel } from '@huanji/domain/channel'

/** A page of the product: menu, routes, breadcrumbs and every link to it take what they say from here. */
export interface PageSpec {
  /** Its address, which is also the grant that opens it. */
  readonly path: string
  readonly title: string
  /** The group of the sidebar; null for pages outside the groups. */
  readonly group: GroupKey | null
  /** For a page that is not in the sidebar: the entry that lights up instead, whose grant opens this page too. */
  readonly highlights?: string
  /** Further entries that lead to it, in the sidebar's order: where one came from lights up, else the first that is granted. */
  readonly alsoHighlights?: readonly string[]
  /** The call that it shows: whoever may make it may open the page, whichever entry led there. */
  readonly opensWith?: string
}

/** What a page's address names. */
export interface PageParamNames {
  /** What it must name, such as the thing that a detail page shows. */
  readonly needs?: readonly string[]
  /** What it may name beside it: filters that a link sets. */
  readonly takes?: readonly string[]
}

/** The groups of the sidebar, in its order. */
export const PAGE_GROUPS = {
  home: { path: '/home', title: '首页' },
  store: { path: '/store', title: '店铺管理' },
  check: { path: '/check', title: '质检管理' },
  sale: { path: '/sale', title: '商品销售' },
  capital: { path: '/capital', title: '资金管理' },
  account: { path: '/account', title: '账号管理' },
  merchant: { path: '/merchant', title: '商家信息' },
  tool: { path: '/tool', title: '工具' },
} as const

export type GroupKey = keyof typeof PAGE_GROUPS

/**
 * Every page there is or will be (docs/specification.md §2), in the sidebar's order. Beyond the specification are `audit`,
 * the log of what people changed, `apiKeys`, `apiDocs` and `webhooks`, for other people's programs, `phone`, one phone's
 * whole life, `merchantProfile`, what a merchant is called, and `stockImports`, stock from merchants' own tables.
 */
export const PAGES = {
  home: { path: '/', title: '首页', group: null },
  shops: { path: '/store/account', title: '店铺账号', group: 'store' },
  shopConsent: { path: '/authcode', title: '店铺授权', group: null, highlights: '/store/account' },
  auctionInspection: {
    path: '/check/ys/check',
    title: '鱼市质检',
    group: 'check',
  },
  auctionInspections: { path: '/check/ys/list', title: '鱼市质检列表', group: 'check' },
  auctionReport: {
    path: '/check/ys/detail',
    title: '质检报告',
    group: null,
    highlights: '/check/ys/list',
    alsoHighlights: ['/check/yx/sing-list', '/check/yx/plural-list', '/check/ys/baglog', '/check/phone'],
    opensWith: '/xySaasDetect/detRecord/getDetRecordDetails',
  },
  curatedInspection: { path: '/check/yx/check', title: '严选单台质检', group: 'check' },
  curatedInspections: {
    path: '/check/yx/sing-list',
    title: '严选单台质检列表',
    group: 'check',
  },
  batchInspection: { path: '/check/yx/batchCheck', title: '严选多台质检', group: 'check' },
  batches: { path: '/check/yx/plural-list', title: '多台质检列表', group: 'check' },
  batchUnits: {
    path: '/check/yx/plural-detailed-list',
    title: '批次详情',
    group: null,
    highlights: '/check/yx/plural-list',
  },
  bagRecords: { path: '/check/ys/baglog', title: '封袋绑定记录', group: 'check' },
  phone: { path: '/check/phone', title: '一机一档', group: 'check' },
  listings: { path: '/sale/product', title: '商品', group: 'sale' },
  listing: {
    path: '/sale/product/detail',
    title: '商品详情',
    group: null,
    highlights: '/sale/product',
  },
  listingEditor: { path: '/sale/product/edit', title: '编辑商品', group: null, highlights: '/sale/product' },
  auctionOrders: { path: '/sale/order', title: '鱼市订单', group: 'sale' },
  auctionOrder: {
    path: '/sale/order/detail',
    title: '订单详情',
    group: null,
    highlights: '/sale/order',
  },
  curatedOrders: { path: '/sale/yxorder', title: '严选订单', group: 'sale' },
  curatedOrder: {
    path: '/sale/yxorder/detail',
    title: '订单详情',
    group: null,
    highlights: '/sale/yxorder',
  },
  refunds: { path: '/sale/after-sale', title: '售后', group: 'sale' },
  auctionRefund: { path: '/sale/ysafter-sale/detail', title: '售后详情', group: null, highlights: '/sale/after-sale' },
  curatedRefund: { path: '/sale/yxafter-sale/detail', title: '售后详情', group: null, highlights: '/sale/after-sale' },
  bills: { path: '/capital/bill', title: '账单', group: 'capital' },
  staff: { path: '/account/staff', title: '员工账号', group: 'account' },
  roles: { path: '/account/role', title: '角色权限', group: 'account' },
  roleEditor: {
    path: '/account/role/edit',
    title: '编辑角色',
    group: null,
    highlights: '/account/role',
  },
  webhooks: { path: '/account/webhook', title: '接口推送', group: 'account' },
  audit: { path: '/account/audit', title: '操作日志', group: 'account' },
  apiKeys: { path: '/account/apikey', title: '接口密钥', group: 'account' },
  apiDocs: { path: '/account/api-docs', title: '接口文档', group: 'account' },
  merchantProfile: { path: '/merchant/profile', title: '商家资料', group: 'merchant' },
  addresses: { path: '/merchant/address', title: '地址管理', group: 'merchant' },
  downloads: { path: '/tool/download', title: '导出记录', group: 'tool' },
  stockImports: { path: '/tool/import', title: '数据导入', group: 'tool' },
} as const satisfies Readonly<Record<string, PageSpec>>

export type PageKey = keyof typeof PAGES

/** What the addresses of pages name. Only the types of links read it, so that no visitor loads it. */
export const PAGE_PARAMS = {
  home: { takes: ['from', 'to', 'shopAccountId', 'channel'] },
  shops: { takes: ['state'] },
  shopConsent: { takes: ['code', 'state', 'error'] },
  auctionInspection: { takes: ['inspectionId', 'place', 'code', 'mode', 'batchId'] },
  auctionInspections: {
    takes: [
      'state',
      'code',
      'modelId',
      'modelId.label',
      'grade',
      'shopAccountId',
      'createdFrom',
      'createdTo',
      'retakeAsked',
    ],
  },
  auctionReport: { needs: ['inspectionId'], takes: ['compareWith'] },
  curatedInspection: { takes: ['inspectionId', 'place', 'code'] },
  curatedInspections: {
    takes: [
      'state',
      'code',
      'modelId',
      'modelId.label',
      'grade',
      'shopAccountId',
      'createdFrom',
      'createdTo',
      'retakeAsked',
    ],
  },
  batchInspection: { takes: ['batchId'] },
  batches: { takes: ['code', 'channel'] },
  batchUnits: { needs: ['batchId'], takes: ['state'] },
  bagRecords: { takes: ['bagCode'] },
  phone: { takes: ['code'] },
  listings: {
    takes: ['state', 'code', 'channel', 'entryState', 'shopAccountId', 'modelId', 'modelId.label', 'refused'],
  },
  listing: { needs: ['listingId'] },
  listingEditor: { needs: ['listingId'] },
  auctionOrders: {
    takes: [
      ...(['state', 'sort', 'code', 'shopAccountId', 'modelId', 'modelId.label'] as const),
      ...(['paidFrom', 'paidTo', 'scheduleDate', 'refused'] as const),
    ],
  },
  auctionOrder: { needs: ['orderId'] },
  curatedOrders: {
    takes: ['state', 'sort', 'code', 'shopAccountId', 'modelId', 'modelId.label', 'paidFrom', 'paidTo', 'refused'],
  },
  curatedOrder: { needs: ['orderId'] },
  refunds: {
    takes: [
      'state',
      'sort',
      'code',
      'channel',
      'shopAccountId',
      'reasonCode',
      'modelId',
      'modelId.label',
      'openedFrom',
      'openedTo',
      'awaitsApproval',
      'approvable',
      'notReceived',
      'refused',
    ],
  },
  auctionRefund: { needs: ['refundId'] },
  curatedRefund: { needs: ['refundId'] },
  bills: { takes: ['state', 'orderNo', 'show', 'channel', 'shopAccountId', 'occurredFrom', 'occurredTo'] },
  audit: { takes: ['actorId', 'actorId.label'] },
  apiKeys: { takes: ['state'] },
  apiDocs: { takes: ['call'] },
  staff: { takes: ['keyword', 'roleId'] },
  roleEditor: { takes: ['roleId', 'copyOf'] },
  downloads: { takes: ['state'] },
} as const satisfies Readonly<Partial<Record<PageKey, PageParamNames>>>

type ParamsOf = typeof PAGE_PARAMS
type Names<K extends PageKey, Part extends 'needs' | 'takes'> = K extends keyof ParamsOf
  ? ParamsOf[K] extends { readonly [P in Part]: readonly (infer Name extends string)[] }
    ? Name
    : never
  : never

/** What a link to a page must name and may name. */
export type PageParams<K extends PageKey> = Readonly<
  Record<Names<K, 'needs'>, string> & Partial<Record<Names<K, 'takes'>, string>>
>

/** The address of a page: `linkTo('auctionOrder', { orderId })`. A parameter that the page does not know is a type error. */
export function linkTo<K extends PageKey>(
  page: K,
  ...params: Names<K, 'needs'> extends never ? [PageParams<K>?] : [PageParams<K>]
): string {
  const query = new URLSearchParams(params[0] as Readonly<Record<string, string>> | undefined).toString()
  return query === '' ? PAGES[page].path : `${PAGES[page].path}?${query}`
}

/** The pages on which a channel's things stand. */
export const CHANNEL_PAGES = {
  auction: {
    station: 'auctionInspection',
    inspections: 'auctionInspections',
    report: 'auctionReport',
    orders: 'auctionOrders',
    order: 'auctionOrder',
    refund: 'auctionRefund',
  },
  curated: {
    station: 'curatedInspection',
    inspections: 'curatedInspections',
    report: 'auctionReport',
    orders: 'curatedOrders',
    order: 'curatedOrder',
    refund: 'curatedRefund',
  },
} as const satisfies Readonly<Record<Channel, Readonly<Record<string, PageKey>>>>
