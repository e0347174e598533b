import type { Channel } from '@huanji/domain/channel'
import type * as z from 'zod'
import type { addressKind } from './features/address/rows.ts'
import type { apiKeyState } from './features/api-key/rows.ts'
import type { billDirection } from './features/bill/rows.ts'
import type { verifyResult } from './features/inspection/inspection.ts'
import type { bagAction } from './features/inspection/rows.ts'
import type { auctionMode, listingKind } from './features/listing/rows.ts'
import type { deliverySync, dispatchState } from './features/order/rows.ts'
import type { employeeStatus } from './features/people/rows.ts'
import type { statementAnswer } from './features/reconciliation/calls.ts'
import type { differenceKind, findingAction } from './features/reconciliation/rows.ts'
import type { goodsStatus, verdictPlan, verdictStatus } from './features/refund/rows.ts'
import type { shopState } from './features/shop/rows.ts'
import type { stockAnswer, stockField, stockResult } from './features/stock-import/calls.ts'
import type { requestWant } from './shapes.ts'

/**
 * What the contract's codes are called, where no state table of the domain says it. The data dictionary and the screens
 * read the same words here.
 */

type Labels<E extends z.ZodType> = Readonly<Record<z.output<E> & string, string>>

export const CHANNEL_LABELS: Readonly<Record<Channel, string>> = { auction: '鱼市', curated: '严选' }

export const ADDRESS_KIND_LABELS: Labels<typeof addressKind> = { ship: '发货地址', return: '退货地址' }

export const LISTING_KIND_LABELS: Labels<typeof listingKind> = { single: '单台', stock: '多台一起卖' }

/** 暗拍 shows no offers while it runs, 明拍 does (docs/domain.md §5.1). */
export const AUCTION_MODE_LABELS: Labels<typeof auctionMode> = { sealed: '暗拍', open: '明拍' }

export const BILL_DIRECTION_LABELS: Labels<typeof billDirection> = { in: '收入', out: '支出' }

/** The marketplace's degrees of wear, by its numbers (`stuff_status` in docs/open-platform.md). */
export const STUFF_STATUS_LABELS: Readonly<Record<number, string>> = {
  100: '全新',
  [-1]: '准新',
  99: '99新',
  95: '95新',
  90: '9新',
  80: '8新',
  70: '7新',
  60: '6新',
  50: '5新及以下',
}

/** How far the marketplace knows of a shipment. */
export const DELIVERY_SYNC_LABELS: Labels<typeof deliverySync> = {
  none: '未发货',
  pending: '正在告诉闲鱼',
  done: '闲鱼已收到',
  failed: '闲鱼没收下',
}

/** What is asked of the marketplace, while it has still to be so. */
export const REQUEST_LABELS: Labels<typeof requestWant> = {
  on_sale: '正在上架',
  edited: '正在修改',
  change_price: '正在改价',
  stock: '正在同步库存',
  offer_accepted: '正在同意议价',
  offer_refused: '正在拒绝议价',
  off_shelf: '正在下架',
  deleted: '正在删除',
  shipped: '正在同步发货',
  closed: '正在关闭',
  refund_agreed: '正在同意售后',
  refund_refused: '正在拒绝售后',
  return_confirmed: '正在确认收货',
  plan_taken: '正在提交处理办法',
  goods_resent: '正在提交补发',
}

/** What was done to a bag, the registration of its roll included (docs/domain.md §3.4). */
export const BAG_ACTION_LABELS: Labels<typeof bagAction> = {
  register: '登记',
  bind: '绑定',
  rebind: '换绑',
  unbind: '解绑',
  void: '作废',
  ship: '出库',
  unship: '撤销出库',
  open: '拆封',
  hold: '预留',
  release: '取消预留',
}

/** Where a unit of an order stands on its way out (docs/domain.md §5.7). */
export const DISPATCH_STATE_LABELS: Labels<typeof dispatchState> = {
  pending: '待核对',
  checked: '已核对',
  shipped: '已发货',
  returned: '已退回',
}

/** How a shop's authorisation reads on the page `/store/account`. */
export const SHOP_STATE_LABELS: Labels<typeof shopState> = {
  normal: '正常',
  expiring: '即将过期',
  expired: '已过期',
  unauthorised: '未授权',
}

export const EMPLOYEE_STATUS_LABELS: Labels<typeof employeeStatus> = { active: '启用', disabled: '停用' }

/** Whether an API key opens anything; one whose maker works here no more is suspended. */
export const API_KEY_STATE_LABELS: Labels<typeof apiKeyState> = {
  active: '使用中',
  suspended: '已暂停',
  expired: '已到期',
  revoked: '已停用',
}

/** What kinds of things the audit log speaks of. */
export const AUDIT_SUBJECT_LABELS = {
  session: '登录',
  account: '登录账号',
  employee: '员工',
  merchant: '商家',
  role: '角色',
  address: '地址',
  shop: '店铺',
  listing: '商品',
  unit: '手机',
  // of inspections the log keeps the grades that were overridden; everything else stands in their own history
  inspection: '质检改判',
  order: '订单',
  bill: '账单',
  refund: '售后',
  view: '常用筛选',
  export: '导出',
  cost: '成本价导入',
  apiKey: '接口密钥',
  webhook: '接口推送',
  stockImport: '库存导入',
} as const

/** What scanning a unit's code came to (docs/domain.md §3.4). */
export const VERIFY_RESULT_LABELS: Labels<typeof verifyResult> = {
  free: '可质检',
  inspecting: '质检中',
  inspected: '已质检',
  on_sale: '已在售',
  sold: '已售出',
  unknown: '不存在',
}

/** Where the goods are when the buyer asks (docs/open-platform.md §6). */
export const GOODS_STATUS_LABELS: Labels<typeof goodsStatus> = {
  notShipped: '还没发货',
  notReceived: '买家没签收',
  received: '买家签收了',
}

/** The two plans of a verdict on the auction market (docs/open-platform.md §8.3). */
export const PLAN_LABELS: Labels<typeof verdictPlan> = { keep: '补差，买家留着手机', return: '退货退款' }

/** Where a verdict stands. */
export const VERDICT_LABELS: Labels<typeof verdictStatus> = {
  judging: '平台判定中',
  awaitingSeller: '平台已判定，等您选办法',
  decided: '已按判定办',
}

/** What two books differ in (docs/domain.md §8.6). */
export const DIFFERENCE_LABELS: Labels<typeof differenceKind> = {
  noBills: '订单没有账单',
  billsWithoutOrder: '账单没有订单',
  settlementDiffers: '与闲鱼结算不符',
  formulaDiffers: '金额算不对',
  fileDiffers: '文件与账单不符',
}

/** The ways to settle a finding, as the buttons say them. */
export const FINDING_WAY_LABELS: Labels<typeof findingAction> = {
  makeBills: '补这笔账',
  takeLines: '照结算单补上',
  refetch: '向闲鱼再查一次',
  adjust: '手工记一笔',
  accept: '知道了，先不处理',
}

/** What was looked at for a line of a settlement file, before it is taken over. */
export const STATEMENT_ANSWER_LABELS: Labels<typeof statementAnswer> = {
  same: '一致',
  differs: '金额不同',
  missing: '我们没有',
  unknownOrder: '没有这个订单',
  imported: '已导入',
  doubled: '重复',
  foreignShop: '其他店铺',
  otherTrade: '普通商品',
  unread: '看不懂',
}

/** What a line of a table of stock comes to, before it is taken over. */
export const STOCK_ANSWER_LABELS: Labels<typeof stockAnswer> = {
  new: '将新建',
  known: '更新成本',
  differs: '表中机型与在库不同',
  jumps: '成本变化大',
  same: '已在库',
  refused: '错误',
}

/** What became of a line of a table of stock. */
export const STOCK_RESULT_LABELS: Labels<typeof stockResult> = {
  waiting: '待导入',
  made: '已新建',
  updated: '已更新成本',
  same: '无变化',
  refused: '未导入',
  skipped: '已取消',
  undone: '已撤销',
  kept: '撤销时保留',
}

/** What a column of a table of stock holds. */
export const STOCK_FIELD_LABELS: Labels<typeof stockField> = {
  imei: 'IMEI',
  imei2: '副IMEI',
  sn: '序列号',
  model: '机型',
  storage: '内存',
  colour: '颜色',
  grade: '成色',
  cost: '进价',
  stockedOn: '入库日期',
  supplier: '供应商',
  remark: '备注',
}

/** The formats of an exported file. */
export const EXPORT_FORMAT_LABELS = { xlsx: 'Excel', csv: 'CSV' } as const

/** Labels as the options of a select, in their order. */
export const optionsOf = (labels: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
