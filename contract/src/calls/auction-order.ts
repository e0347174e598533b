import { ORDER_STATES, WAITING_ORDER_STATES } from '@huanji/domain/states/order'
import * as z from 'zod'
import { read, write } from '../call.ts'
import { defineColumns, labelsOf, sortOf } from '../columns/define-columns.ts'
import { withRight } from '../columns/field-rights.ts'
import { DELIVERY_SYNC_LABELS } from '../labels.ts'
import {
  channel,
  countedBy,
  day,
  desiredView,
  fen,
  grade,
  historyLine,
  id,
  listOf,
  moment,
  nothing,
  oneOrMany,
  optionCounts,
  paging,
  signedFen,
  stateCounts,
  text,
  version,
} from '../shapes.ts'
import { auctionMode, bidRow } from './goods.ts'

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
export const dispatchState = z.enum(['pending', 'checked', 'shipped', 'returned'])
/** How far the marketplace knows of the shipment. */
export const deliverySync = z.enum(['none', 'pending', 'done', 'failed'])
const NO_ID = '01890000-0000-7000-8000-000000000000'
const DETAIL = { anyOf: ['/api/yushiorder/v1/order/detail'] } as const

/** What can be done with an order: 发货 · 重新发货 · 重新提交 · 放弃 */
export const orderAction = z.enum(['ship', 'resend', 'retry', 'giveUp'])

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
  unitCount: z.int(),
  imei: z.string(),
  barCode: z.string(),
  bagCode: z.string().nullable(),
  scheduleDate: day.nullable(),
  scheduleNumber: z.string(),
  startPriceFen: withRight('field:orderMoney', fen),
  dealPriceFen: withRight('field:orderMoney', fen),
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
  /** What the marketplace has still to be told of the shipment, or would not take. */
  desired: desiredView.nullable(),
  allowedActions: z.array(orderAction),
  version,
})

export const orderColumns = defineColumns(orderRow, {
  orderNo: { title: '订单号', kind: 'code' },
  state: { title: '状态', kind: 'state', labels: labelsOf(ORDER_STATES.states) },
  deadline: {
    title: '截止时间',
    kind: 'moment',
    value: 'deadlineAt',
    sort: { first: 'asc', in: WAITING_ORDER_STATES },
  },
  goods: { title: '商品', kind: 'text', value: 'title' },
  imei: { title: 'IMEI / 台数', kind: 'code' },
  start: { title: '起拍价', kind: 'money', value: 'startPriceFen', hidden: true },
  deal: { title: '成交价', kind: 'money', value: 'dealPriceFen', sort: { first: 'desc' } },
  grade: { title: '成色', kind: 'grade' },
  buyer: { title: '买家', kind: 'text', value: 'buyerNick' },
  session: { title: '场次', kind: 'text', value: ['scheduleDate', 'scheduleNumber'] },
  shop: { title: '店铺', kind: 'text', value: 'shopName' },
  orderedAt: { title: '下单时间', kind: 'moment', sort: { first: 'desc' } },
  paidAt: { title: '付款时间', kind: 'moment', hidden: true },
  shippedAt: { title: '发货时间', kind: 'moment', hidden: true, sort: { first: 'desc', in: ['shipped'] } },
  waybill: { title: '物流', kind: 'text', value: ['carrierName', 'waybill'] },
  sync: { title: '同步', kind: 'state', value: 'deliverySync', labels: DELIVERY_SYNC_LABELS },
  bagCode: { title: '封袋码', kind: 'code', hidden: true },
  remark: { title: '备注', kind: 'text', hidden: true },
})

export const orderUnitRow = z.strictObject({
  unitId: id,
  barCode: z.string(),
  imei: z.string(),
  imei2: z.string(),
  meid: z.string(),
  sn: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  grade: grade.nullable(),
  bagCode: z.string().nullable(),
  inspectionId: id,
  inspectionNo: z.string(),
  dealPriceFen: withRight('field:orderMoney', fen),
  dispatchState,
})

/** Masked without `field:buyerContact`. */
const receiver = z.strictObject({
  name: z.string(),
  phone: z.string(),
  region: z.string(),
  detail: z.string(),
  masked: z.boolean(),
})

/** What an order brings the seller, amount by amount: settled, awaiting settlement, or expected by the fee table. */
const proceeds = z.strictObject({
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
  /** Null as well for an order that was closed or refunded before it had bills. */
  proceeds: withRight('field:orderMoney', proceeds),
  closeReason: z.string(),
  shipFrom: z.string(),
  /** Why the marketplace did not take the shipment, and what to do; shipping again is possible then. */
  deliveryFailure: z.string(),
  units: z.array(orderUnitRow),
  history: z.array(historyLine),
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

/** How an order came to its price. */
export const offerRecord = z.strictObject({
  startPriceFen: fen.nullable(),
  reservePriceFen: withRight('field:reservePrice', fen),
  highestBidFen: fen.nullable(),
  bidderCount: z.int(),
  bidCount: z.int(),
  extensionCount: z.int(),
  bids: z.array(bidRow),
})

export const auctionOrder = {
  list: read({
    path: '/api/yushiorder/v1/order/list',
    title: '鱼市订单列表',
    input: z.strictObject({
      ...paging,
      state: orderState.optional(),
      code: z.string().trim().max(64).optional(),
      keyword: text(60).optional(),
      modelId: oneOrMany(z.string().max(60)).optional(),
      shopAccountId: oneOrMany(id).optional(),
      scheduleDate: day.optional(),
      orderedFrom: moment.optional(),
      orderedTo: moment.optional(),
      ...countedBy(['modelId', 'shopAccountId']),
      /** Newest first without it. One that the state does not have, or whose column the caller may not see, is ignored. */
      sort: sortOf(orderColumns).optional(),
    }),
    output: listOf(orderRow).extend({ counts: stateCounts, ...optionCounts, sort: sortOf(orderColumns).nullable() }),
    ids: ['shopAccountId'],
    example: {},
  }),
  detail: read({
    path: '/api/yushiorder/v1/order/detail',
    title: '鱼市订单详情',
    input: z.strictObject({ orderId: id }),
    output: orderDetail,
    refusals: ['NOT_FOUND'],
    ids: ['orderId'],
    example: { orderId: NO_ID },
  }),
  delivery: write({
    path: '/api/yushiorder/v1/order/delivery',
    title: '发货',
    keepsEmpties: true,
    audit: '发货',
    input: z.strictObject({
      orderId: id,
      version: version.optional(),
      carrierCode: z.string().max(20),
      waybill: z.string().trim().max(40),
      /** The ship-from address; empty takes the default one. */
      addressId: z.union([id, z.literal('')]).default(''),
      /** Every unit as it was scanned at packing: its own code and its bag's. */
      scans: z
        .array(z.strictObject({ unitCode: z.string().trim().max(64), bagCode: z.string().trim().max(64) }))
        .max(50),
    }),
    output: z.strictObject({ order: orderRow }),
    refusals: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'ORDER_ALREADY_DELIVERED',
      'ORDER_NOT_PAID',
      'ORDER_CLOSED',
      'ORDER_IN_REFUND',
      'UNIT_NOT_IN_ORDER',
      'UNITS_NOT_CHECKED',
      'BAG_MISMATCH',
      'CARRIER_UNKNOWN',
      'WAYBILL_INVALID',
      'ADDRESS_NOT_FOUND',
    ],
    ids: ['orderId', 'addressId'],
    example: { orderId: NO_ID, carrierCode: 'SF', waybill: 'SF1234567890123', scans: [] },
  }),
  barcodeList: read({
    path: '/api/yushiorder/v1/order/barcodeList',
    title: '订单设备',
    access: { anyOf: ['/api/yushiorder/v1/order/detail', '/api/yushiorder/v1/order/delivery'] },
    input: z.strictObject({ orderId: id }),
    output: z.strictObject({ units: z.array(orderUnitRow) }),
    refusals: ['NOT_FOUND'],
    ids: ['orderId'],
    example: { orderId: NO_ID },
  }),
  offerRecord: read({
    path: '/api/yushiorder/v1/order/offerRecord',
    title: '出价记录',
    input: z.strictObject({ orderId: id }),
    output: offerRecord,
    refusals: ['NOT_FOUND'],
    ids: ['orderId'],
    example: { orderId: NO_ID },
  }),
  statuslog: read({
    path: '/api/yushiorder/v1/order/statuslog',
    title: '状态日志',
    access: DETAIL,
    input: z.strictObject({ orderId: id }),
    output: z.strictObject({ history: z.array(historyLine) }),
    refusals: ['NOT_FOUND'],
    ids: ['orderId'],
    example: { orderId: NO_ID },
  }),
  logisticsCompanyList: read({
    path: '/api/yushiorder/v1/order/logisticsCompanyList',
    title: '快递公司',
    access: 'signedIn',
    input: z.strictObject({ waybill: z.string().trim().max(40).optional() }),
    output: z.strictObject({
      companies: z.array(z.strictObject({ code: z.string(), name: z.string(), hot: z.boolean(), legacy: z.boolean() })),
      /** Carrier codes whose numbers look like the given waybill, best first. */
      guesses: z.array(z.string()),
    }),
    example: {},
  }),
} as const

/**
 * Beyond the specification: a shipment that the marketplace does not know of yet, or would not take. Repeating looks at
 * the marketplace again at once; giving up leaves it as it is known there.
 */
export const extShipment = {
  retry: write({
    path: '/api/ext/shipment/retry',
    title: '重新同步发货',
    access: { anyOf: ['/api/yushiorder/v1/order/delivery'] },
    audit: '重新同步发货',
    input: z.strictObject({ orderId: id }),
    output: nothing,
    refusals: ['NOT_FOUND', 'STATE_CHANGED'],
    ids: ['orderId'],
    example: { orderId: NO_ID },
  }),
  giveUp: write({
    path: '/api/ext/shipment/giveUp',
    title: '放弃同步发货',
    access: { anyOf: ['/api/yushiorder/v1/order/delivery'] },
    audit: '放弃同步发货',
    input: z.strictObject({ orderId: id }),
    output: nothing,
    refusals: ['NOT_FOUND', 'STATE_CHANGED'],
    ids: ['orderId'],
    example: { orderId: NO_ID },
  }),
} as const

/**
 * Beyond the specification: a buyer's contact for someone who may see it only order by order, each time recorded
 * (docs/domain.md §9.2).
 */
export const extBuyerContact = {
  reveal: write({
    path: '/api/ext/buyerContact/reveal',
    title: '查看买家联系方式',
    access: { anyOf: ['/api/ext/buyerContact/reveal', 'field:buyerContact'] },
    input: z.strictObject({ orderId: id }),
    output: receiver,
    refusals: ['NOT_FOUND'],
    ids: ['orderId'],
    audit: '查看买家联系方式',
    answerIsSecret: true,
    example: { orderId: NO_ID },
  }),
} as const
