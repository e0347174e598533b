import type { CallSpec } from './call.ts'
import { type Calls, calls } from './calls.ts'
import { MENU } from './menu.ts'
import type { MenuNode } from './menu-tree.ts'

/** What an API key may call of one group of calls; what it needs beside that are its grants. */
export interface KeyRule {
  /** What the group is called in the calls' reference. */
  readonly title: string
  /** All of its calls, none, or these. */
  readonly open: 'all' | 'none' | readonly string[]
  /** Why no key may make the others, as its program is told. */
  readonly reason: string
}

const whole = (title: string): KeyRule => ({ title, open: 'all', reason: '' })
const closed = (title: string, reason: string): KeyRule => ({ title, open: 'none', reason })
const some = (title: string, open: readonly string[], reason: string): KeyRule => ({ title, open, reason })

const SIGN_IN = '登录和本人账号只供人使用'
const PEOPLE = '员工和权限只由人管理'
const PERSONAL = '只供本人在页面上使用'
const IN_BACKGROUND = '会以员工的权限在后台执行，请直接调用相应的接口'
const MONEY_DECISION = '涉及资金，要由人决定'

/**
 * What keys may call, a line for each group of the contract: a group without one is closed to them. Closed is what makes
 * somebody else act later (links, long work, schedules), what decides about money or about people, and what is one's own.
 */
export const KEY_RULES: Readonly<Record<keyof Calls, KeyRule>> = {
  auth: closed('登录', SIGN_IN),
  merchant: some('商家', ['dataDict', 'city'], SIGN_IN),
  role: closed('角色', PEOPLE),
  employee: closed('员工', PEOPLE),
  adminEmployee: closed('所在商家', SIGN_IN),
  extEmployee: closed('员工登录', PEOPLE),
  extSession: closed('登录设备', SIGN_IN),
  extAudit: some('操作日志', ['list'], '耗时较长，请在页面上核对'),
  extApiKey: closed('接口密钥', '密钥不能管理密钥'),
  address: whole('地址'),
  shop: some('店铺', ['list', 'options'], '店铺授权和备注只由人管理'),
  shopRepost: some('自动重新上架', ['re_post_info'], '会在以后自动执行，请在页面上设置'),
  detRecord: whole('质检'),
  recordAction: whole('质检记录'),
  extInspection: whole('重新质检'),
  batch: whole('严选多台质检'),
  extBatch: whole('批次'),
  detConfig: whole('质检配置'),
  modelMapping: whole('机型对应'),
  extModelMapping: whole('机型对应设置'),
  realPhoto: whole('实拍照片'),
  defPhoto: whole('瑕疵照片'),
  extDefPhoto: whole('瑕疵照片保存'),
  photoReuse: whole('照片复用'),
  extPhoto: whole('照片整理'),
  extPhotoLink: closed('拍照链接', '打开链接的人会以员工的身份拍照'),
  extPhotoPage: closed('拍照页', '只供打开链接的人使用'),
  sealBag: whole('封袋记录'),
  extSealBag: whole('封袋'),
  goods: whole('商品'),
  extAuction: whole('竞拍场次'),
  extOverview: whole('经营概览'),
  extListing: whole('商品处理'),
  auctionOrder: some(
    '鱼市订单',
    ['list', 'detail', 'delivery', 'addRemark', 'barcodeList', 'offerRecord', 'statuslog', 'logisticsCompanyList'],
    MONEY_DECISION,
  ),
  curatedOrder: some('严选订单', ['list', 'detail', 'delivery', 'setDeliveryStock'], MONEY_DECISION),
  extCuratedOrder: whole('严选选手机'),
  extOrder: whole('批量发货'),
  extBuyerContact: closed('买家联系方式', '查看要留下是谁看的；密钥有“查看买家联系方式”权限时，订单详情中直接给出'),
  extShipment: whole('发货处理'),
  refund: some('售后', ['list', 'detail', 'detail_yushi', 'remark'], MONEY_DECISION),
  extRefund: some('售后处理', ['receive', 'recheck', 'getUploadSign', 'fetchEvidence', 'open'], MONEY_DECISION),
  bill: whole('账单'),
  extBill: whole('账单明细'),
  billMonth: closed('月结单', '每一笔都在账单列表里，请按发生时间读取'),
  billCheck: some('对账', ['list'], MONEY_DECISION),
  billImport: closed('结算单导入', MONEY_DECISION),
  extSearch: whole('扫码查找'),
  extPhone: whole('一机一档'),
  extCost: whole('成本价'),
  extStockImport: closed('数据导入', '导入要由人核对预览；程序请直接调用质检和成本价接口'),
  savedView: closed('常用筛选', PERSONAL),
  task: closed('批量操作', IN_BACKGROUND),
  goodsExport: closed('商品导出', IN_BACKGROUND),
  auctionOrderExport: closed('鱼市订单导出', IN_BACKGROUND),
  curatedOrderExport: closed('严选订单导出', IN_BACKGROUND),
  billExport: closed('账单导出', IN_BACKGROUND),
  refundExport: closed('售后导出', IN_BACKGROUND),
  extExport: closed('导出记录', IN_BACKGROUND),
  notice: closed('消息', PERSONAL),
  webhook: closed('接口推送', '接口推送把数据发到外部，只能由人管理'),
  extHome: closed('首页', PERSONAL),
  extMerchant: closed('商家资料', PEOPLE),
  extFirstSteps: closed('开店步骤', PERSONAL),
  extDemo: closed('演示', PERSONAL),
}

/** Why no key may make a call of a group; null where one with the grants may. */
function closure(rule: KeyRule | undefined, name: string, { access }: CallSpec): string | null {
  if (rule === undefined) return '还没有对密钥开放'
  if (access === 'public') return rule.reason || SIGN_IN
  const { open, reason } = rule
  return open === 'all' || (open !== 'none' && open.includes(name)) ? null : reason
}

/** A call with its place in the contract. */
export interface PlacedCall {
  readonly group: string
  readonly name: string
  readonly spec: CallSpec
  /** Why no key may make it; null where one with the grants may. */
  readonly closedBecause: string | null
}

/** Every call, in the contract's order. */
export const PLACED_CALLS: readonly PlacedCall[] = Object.entries(calls).flatMap(([group, specs]) =>
  Object.entries(specs as Readonly<Record<string, CallSpec>>).map(([name, spec]) => ({
    group,
    name,
    spec,
    closedBecause: closure((KEY_RULES as Readonly<Record<string, KeyRule>>)[group], name, spec),
  })),
)

const CLOSURES = new Map(PLACED_CALLS.map(({ spec, closedBecause }) => [spec.path, closedBecause]))

/** Why no key may make a call, as its program is told; null where one with the grants may. A call that nobody placed is closed. */
export const closedToKeys = ({ path }: CallSpec): string | null => {
  const reason = CLOSURES.get(path)
  return reason === undefined ? '还没有对密钥开放' : reason
}

/** What opens some call to a key that holds it. */
const OPENING: ReadonlySet<string> = new Set(
  PLACED_CALLS.flatMap(({ spec: { access }, closedBecause }) =>
    closedBecause === null && typeof access === 'object' ? access.anyOf : [],
  ),
)

/** A closed call's own grant may open others beside it; it is not a key's to have. */
const isOfUse = ({ interfaceId }: MenuNode): boolean =>
  interfaceId !== undefined &&
  (interfaceId.startsWith('field:') || (OPENING.has(interfaceId) && (CLOSURES.get(interfaceId) ?? null) === null))

/** The part of the menu with what a key can be given: calls that it may make and fields that they show. */
function keyPart(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => {
    if (node.path === undefined) return isOfUse(node) ? [node] : []
    const children = keyPart(node.children ?? [])
    return children.length === 0 ? [] : [{ ...node, children }]
  })
}

/** The permission tree of keys: pages stand in it for their names alone. */
export const KEY_MENU: readonly MenuNode[] = keyPart(MENU)

const actionsOf = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ interfaceId, children = [] }) => [
    ...(interfaceId === undefined ? [] : [interfaceId]),
    ...actionsOf(children),
  ])

/** Everything a key can be given, each once, in the menu's order. */
export const KEY_GRANTS: readonly string[] = [...new Set(actionsOf(KEY_MENU))]
