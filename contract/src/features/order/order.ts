import * as z from 'zod'
import { write } from '../../call.ts'
import { withRight } from '../../columns/field-rights.ts'
import { desiredCalls } from '../../desired.ts'
import type { RefusalCode } from '../../errors.ts'
import {
  channel,
  day,
  desiredView,
  fen,
  grade,
  historyLine,
  id,
  moment,
  signedFen,
  text,
  unitNames,
  version,
} from '../../shapes.ts'
import { auctionMode } from '../listing/listing.ts'

/** What both channels' orders share: their rows, their own pages, and the calls that take an order of either. */

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

/** No order has it: the id in the examples. */
export const NO_ORDER = '01890000-0000-7000-8000-000000000000'

export const AUCTION_ORDER = '/api/yushiorder/v1/order'
export const CURATED_ORDER = '/api/saleorder/v1/order'

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
  desired: desiredView.nullable(),
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

/**
 * True to send a number although the parcel of another buyer has it: refused WAYBILL_SHARED until then. Two orders of one
 * buyer may travel together without it.
 */
export const confirmSharedWaybill = z.boolean().default(false)

/** What shipping an order takes. */
export const shipmentInput = z.strictObject({
  orderId: id,
  version: version.optional(),
  carrierCode: z.string().max(20),
  waybill: z.string().trim().max(40),
  confirmSharedWaybill,
  /** The ship-from address; empty takes the default one. */
  addressId: z.union([id, z.literal('')]).default(''),
  /** Every unit as it was scanned at packing: its own code and its bag's, empty where no bag is used. */
  scans: z
    .array(z.strictObject({ unitCode: z.string().trim().max(64), bagCode: z.string().trim().max(64).default('') }))
    .max(50),
})

export const SHIPMENT_REFUSALS = [
  'NOT_FOUND',
  'VERSION_CONFLICT',
  'STATE_CHANGED',
  'ORDER_ALREADY_DELIVERED',
  'ORDER_NOT_PAID',
  'ORDER_CLOSED',
  'ORDER_IN_REFUND',
  'ORDER_SHORT',
  'ORDER_NOT_PICKED',
  'UNIT_NOT_IN_ORDER',
  'UNITS_NOT_CHECKED',
  'BAG_MISMATCH',
  'BAG_MISSING',
  'CARRIER_UNKNOWN',
  'WAYBILL_INVALID',
  'WAYBILL_SHARED',
  'ADDRESS_NOT_FOUND',
] as const satisfies readonly RefusalCode[]

export const SHIPMENT_EXAMPLE = { orderId: NO_ORDER, carrierCode: 'SF', waybill: 'SF1234567890123', scans: [] }

/** What closing an order takes: it is asked of the marketplace, and done when that knows it. */
export const closeInput = z.strictObject({
  orderId: id,
  version: version.optional(),
  /** One of `closeReasonList`. */
  reasonCode: z.string().max(40),
  /** Needed for 其他. */
  note: text(200).default(''),
})

export const CLOSE_REFUSALS = [
  'NOT_FOUND',
  'VERSION_CONFLICT',
  'STATE_CHANGED',
  'CLOSE_REASON_INVALID',
] as const satisfies readonly RefusalCode[]

/** An order after a call changed it. */
export const changedOrder = z.strictObject({ order: orderRow })

export const DELIVERY = [`${AUCTION_ORDER}/delivery`, `${CURATED_ORDER}/delivery`]

/**
 * Beyond the specification: what was asked of the marketplace for an order of either channel (a shipment, a price, to be
 * closed) and is not known there yet, or was refused. Repeating looks at the marketplace again at once; giving up leaves
 * the order as it is known there. It takes the right to what was asked.
 */
const WISHES = {
  anyOf: [...DELIVERY, `${AUCTION_ORDER}/close`, `${CURATED_ORDER}/close`, `${CURATED_ORDER}/changePrice`],
}
export const extShipment = {
  ...desiredCalls({
    path: '/api/ext/shipment',
    what: '闲鱼',
    access: WISHES,
    input: z.strictObject({ orderId: id }),
    refusals: ['TASK_NOT_GRANTED'],
    ids: ['orderId'],
    example: { orderId: NO_ORDER },
  }),
  /**
   * What became of a parcel whose order ended before the marketplace had heard of it: it left, and is to be called back; or
   * it did not, and its phones and bags are given back.
   */
  settle: write({
    path: '/api/ext/shipment/settle',
    title: '确认包裹去向',
    access: { anyOf: DELIVERY },
    audit: '确认包裹去向',
    input: z.strictObject({ orderId: id, version: version.optional(), hasLeft: z.boolean() }),
    output: changedOrder,
    refusals: ['NOT_FOUND', 'VERSION_CONFLICT', 'STATE_CHANGED', 'TASK_NOT_GRANTED'],
    ids: ['orderId'],
    example: { orderId: NO_ORDER, hasLeft: false },
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
    example: { orderId: NO_ORDER },
  }),
} as const
