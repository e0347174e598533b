import { ORDER_STATES, WAITING_ORDER_STATES } from '@huanji/domain/states/order'
import * as z from 'zod'
import { defineColumns, labelsOf } from '../../columns/define-columns.ts'
import { withRight } from '../../columns/field-rights.ts'
import { codesOf } from '../../labels.ts'
import {
  channel,
  day,
  fen,
  grade,
  historyLine,
  id,
  moment,
  requestView,
  signedFen,
  unitNames,
  version,
} from '../../shapes.ts'
import { auctionMode } from '../listing/rows.ts'
import { DELIVERY_SYNC_LABELS, DISPATCH_STATE_LABELS } from './labels.ts'

/** 11 待付款 · 12 待发货 · 21 已发货 · 22 已完成 · 23 已退款 · 24 已关闭 */
export const orderState = z.enum([
  'awaiting_payment',
  'awaiting_shipment',
  'shipped',
  'completed',
  'refunded',
  'closed',
])
/** 待核对 · 已核对 · 已发货 · 已退回 */
export const dispatchState = z.enum(codesOf(DISPATCH_STATE_LABELS))
/** How far the marketplace knows of the shipment. */
export const deliverySync = z.enum(codesOf(DELIVERY_SYNC_LABELS))

/**
 * What can be done with an order: 选手机 · 发货 · 改运单 · 确认包裹去向 · 改价 · 重新提交 · 保持原样 · 备注 · 换一台 · 关闭订单 ·
 * 查看联系方式. Picking and prices are the curated channel's alone.
 */
export const orderAction = z.enum([
  'pick',
  'ship',
  'resend',
  'settleParcel',
  'changePrice',
  'retry',
  'giveUp',
  'remark',
  'unpick',
  'close',
  'reveal',
])

/** What a phone cost, or all phones of an order; null where it is not known of each. */
export const cost = withRight('field:costPrice', fen)
/** What is left of what the bills bring, or are expected to, over the cost; null where one of them is not known. */
export const margin = withRight(['field:orderMoney', 'field:costPrice'], signedFen)

/** An order as lists show it. */
export const orderRow = z.strictObject({
  orderId: id,
  channel,
  orderNo: z.string(),
  state: orderState,
  inRefund: z.boolean(),
  listingId: id.nullable(),
  title: z.string(),
  coverUrl: z.string().nullable(),
  modelName: z.string(),
  skuText: z.string(),
  grade: grade.nullable(),
  /** How many phones were ordered. */
  unitCount: z.int(),
  /** How many of them are named by now: all at once where single phones were sold, one by one where stock was. */
  pickedCount: z.int(),
  /** 缺货: more was sold than there is. It is first in the queue and never shipped short. */
  isShort: z.boolean(),
  imei: z.string(),
  barCode: z.string(),
  bagCode: z.string().nullable(),
  scheduleDate: day.nullable(),
  scheduleNumber: z.string(),
  startPriceFen: withRight('field:orderMoney', fen),
  /** What the goods cost the buyer by now, all of them together; without freight. */
  dealPriceFen: withRight('field:orderMoney', fen),
  /** What they cost before the price was changed; the same as the deal where it never was. */
  originalPriceFen: withRight('field:orderMoney', fen),
  freightFen: withRight('field:orderMoney', fen),
  /** Both null as well in a list that was not asked for them (`withCosts`). */
  costPriceFen: cost,
  marginFen: margin,
  buyerNick: z.string(),
  shopAccountId: id,
  shopName: z.string(),
  orderedAt: moment,
  paidAt: moment.nullable(),
  shippedAt: moment.nullable(),
  completedAt: moment.nullable(),
  closedAt: moment.nullable(),
  /** Until when the buyer must pay, or we must ship. */
  deadlineAt: moment.nullable(),
  carrierCode: z.string(),
  carrierName: z.string(),
  waybill: z.string(),
  remark: z.string(),
  /** Shipping was recorded here and is being told to the marketplace. */
  deliverySync,
  /** What the marketplace has still to be told of the order (shipment, price, closing), or would not take. */
  desired: requestView.nullable(),
  allowedActions: z.array(orderAction),
  updatedAt: moment,
  version,
})

export const orderUnitRow = z.strictObject({
  ...unitNames,
  lineNo: z.int(),
  bagCode: z.string().nullable(),
  inspectionId: id,
  inspectionNo: z.string(),
  dealPriceFen: withRight('field:orderMoney', fen),
  dispatchState,
})

/** A phone of an order with its part of the money, split by deal price to the fen. */
const detailedUnit = orderUnitRow.extend({
  /** What it has of the order's proceeds; null where there are none. */
  netFen: withRight('field:orderMoney', signedFen),
  costPriceFen: cost,
  /** A phone that came back was not spent: its cost is left out. */
  marginFen: margin,
})

/** So many phones of one SKU of a listing. */
const orderLine = z.strictObject({
  lineNo: z.int(),
  listingId: id.nullable(),
  /** The SKU of a stock listing as our listing names it; empty for single phones. */
  skuId: z.string(),
  skuText: z.string(),
  grade: grade.nullable(),
  quantity: z.int(),
  pickedCount: z.int(),
  unitPriceFen: withRight('field:orderMoney', fen),
  amountFen: withRight('field:orderMoney', fen),
})

/** Masked without `field:buyerContact`. */
export const receiver = z.strictObject({
  name: z.string(),
  phone: z.string(),
  region: z.string(),
  detail: z.string(),
  masked: z.boolean(),
})

/** What an order brings the seller, amount by amount: settled, awaiting settlement, or expected by the fee table. */
export const proceeds = z.strictObject({
  state: z.enum(['expected', 'pending', 'settled']),
  /** Bill types with what they are called; what goes out is negative. They sum to the net. */
  lines: z.array(z.strictObject({ type: z.string(), label: z.string(), amountFen: signedFen })),
  netFen: signedFen,
})

/** An order as its own page shows it. */
export const orderDetail = orderRow.extend({
  receiver,
  mode: auctionMode.nullable(),
  buyerFeeFen: withRight('field:orderMoney', fen),
  serviceFeeFen: withRight('field:orderMoney', fen),
  prepayFen: withRight('field:orderMoney', fen),
  finalPayFen: withRight('field:orderMoney', fen),
  paidFen: withRight('field:orderMoney', fen),
  /** A price that the marketplace has still to take over, or would not: see `desired`. Null where none is open. */
  wantedPriceFen: withRight('field:orderMoney', fen),
  wantedFreightFen: withRight('field:orderMoney', fen),
  /** Null as well for an order that was closed or refunded before it had bills. */
  proceeds: withRight('field:orderMoney', proceeds),
  closeReason: z.string(),
  shipFrom: z.string(),
  /** Why the marketplace did not take the shipment, and what to do; shipping again is possible then. */
  deliveryFailure: z.string(),
  lines: z.array(orderLine),
  units: z.array(detailedUnit),
  history: z.array(historyLine),
})

/** Columns that an order's list has on both channels. */
const DEADLINE = {
  title: '截止时间',
  kind: 'moment',
  value: 'deadlineAt',
  sort: { first: 'asc', in: WAITING_ORDER_STATES },
} as const

const STATE = { title: '状态', kind: 'state', labels: labelsOf(ORDER_STATES.states) } as const

const SHIPPED_AT = {
  title: '发货时间',
  kind: 'moment',
  hidden: true,
  sort: { first: 'desc', in: ['shipped'] },
} as const

const DEAL = {
  title: '成交价',
  kind: 'money',
  value: 'dealPriceFen',
  isSummed: true,
  sort: { first: 'desc' },
} as const

const COSTS = { hidden: true, askedWith: 'withCosts' } as const

const COST = { title: '成本价', kind: 'money', value: 'costPriceFen', isSummed: true, ...COSTS } as const

const MARGIN = { title: '赚', kind: 'money', value: 'marginFen', isSummed: true, ...COSTS } as const

const WAYBILL = { title: '物流', kind: 'text', value: ['carrierName', 'waybill'] } as const

const SYNC = { title: '闲鱼收到没有', kind: 'state', value: 'deliverySync', labels: DELIVERY_SYNC_LABELS } as const

/** 鱼市订单. */
export const orderColumns = defineColumns(orderRow, {
  orderNo: { title: '订单号', kind: 'code' },
  state: STATE,
  deadline: DEADLINE,
  goods: { title: '商品', kind: 'text', value: 'title' },
  imei: { title: 'IMEI / 台数', kind: 'code', countedIn: 'unitCount' },
  start: { title: '起拍价', kind: 'money', value: 'startPriceFen', hidden: true },
  deal: DEAL,
  cost: COST,
  margin: MARGIN,
  grade: { title: '成色', kind: 'grade' },
  buyer: { title: '买家', kind: 'text', value: 'buyerNick' },
  session: { title: '场次', kind: 'text', value: ['scheduleDate', 'scheduleNumber'] },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  orderedAt: { title: '下单时间', kind: 'moment', sort: { first: 'desc' } },
  paidAt: { title: '付款时间', kind: 'moment', hidden: true },
  shippedAt: SHIPPED_AT,
  waybill: WAYBILL,
  sync: SYNC,
  bagCode: { title: '封袋码', kind: 'code', hidden: true },
  remark: { title: '备注', kind: 'text', hidden: true },
})

/** 严选订单: by deadline, what is short comes first. */
export const curatedOrderColumns = defineColumns(orderRow, {
  orderNo: { title: '订单号', kind: 'code' },
  state: STATE,
  short: { title: '缺货', kind: 'flags', labels: { isShort: '缺货' } },
  deadline: DEADLINE,
  goods: { title: '商品', kind: 'text', value: 'title' },
  sku: { title: '规格', kind: 'text', value: 'skuText' },
  grade: { title: '成色', kind: 'grade' },
  picked: { title: '选手机', kind: 'count', value: ['pickedCount', 'unitCount'] },
  imei: { title: 'IMEI', kind: 'code', countedIn: 'unitCount' },
  deal: DEAL,
  cost: COST,
  margin: MARGIN,
  original: { title: '原价', kind: 'money', value: 'originalPriceFen', isSummed: true, hidden: true },
  freight: { title: '运费', kind: 'money', value: 'freightFen', isSummed: true, hidden: true },
  buyer: { title: '买家', kind: 'text', value: 'buyerNick' },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  orderedAt: { title: '下单时间', kind: 'moment', sort: { first: 'desc' } },
  paidAt: { title: '付款时间', kind: 'moment', hidden: true },
  shippedAt: SHIPPED_AT,
  waybill: WAYBILL,
  sync: SYNC,
  bagCode: { title: '封袋码', kind: 'code', hidden: true },
  remark: { title: '备注', kind: 'text', hidden: true },
})

/** What the page says of the goods and of the way that the order went. */
export const orderFacts = defineColumns(orderDetail, {
  goods: { title: '商品', kind: 'text', value: 'title' },
  session: { title: '场次', kind: 'text', value: ['scheduleDate', 'scheduleNumber'] },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  unitCount: { title: '台数', kind: 'count' },
  orderedAt: { title: '下单时间', kind: 'moment' },
  paidAt: { title: '付款时间', kind: 'moment' },
  shippedAt: { title: '发货时间', kind: 'moment' },
  completedAt: { title: '完成时间', kind: 'moment' },
  closedAt: { title: '关闭时间', kind: 'moment' },
  closeReason: { title: '关闭原因', kind: 'text' },
  remark: { title: '备注', kind: 'text' },
})
