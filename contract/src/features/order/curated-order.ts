import * as z from 'zod'
import { read, write } from '../../call.ts'
import { sortOf } from '../../columns/define-columns.ts'
import { fen, grade, id, listOf, moment, optionCounts, scannedCode, stateCounts, version } from '../../shapes.ts'
import {
  CLOSE_REFUSALS,
  changedOrder,
  closeInput,
  NO_ORDER,
  SHIPMENT_EXAMPLE,
  SHIPMENT_REFUSALS,
  shipmentInput,
} from './order.ts'
import { orderFilter } from './order-list.ts'
import { curatedOrderColumns, orderDetail, orderRow, orderUnitRow } from './rows.ts'

/** A phone that was chosen is better than what was ordered: nothing is assigned until a person confirms it. */
const pickWarning = z.strictObject({ code: z.literal('GRADE_BETTER'), message: z.string() })

/** A phone that an order could be shipped with. */
export const candidateRow = z.strictObject({
  unitId: id,
  inspectionId: id,
  inspectionNo: z.string(),
  barCode: z.string(),
  imei: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  grade: grade.nullable(),
  bagCode: z.string().nullable(),
  inspectedAt: moment,
  /** In the stock of the listing that was ordered. */
  isInStock: z.boolean(),
  /** Better than what was ordered: it needs a person's consent. */
  isBetter: z.boolean(),
  problem: z.string(),
})

/** 严选: fixed prices, single phones and stock. */
export const curatedOrder = {
  list: read({
    path: '/api/saleorder/v1/order/list',
    title: '严选订单列表',
    live: ['order'],
    input: z.strictObject({
      ...orderFilter,
      /** Newest first without it. One that the state does not have, or whose column the caller may not see, is ignored. */
      sort: sortOf(curatedOrderColumns).optional(),
    }),
    output: listOf(orderRow).extend({
      counts: stateCounts,
      ...optionCounts,
      sort: sortOf(curatedOrderColumns).nullable(),
    }),
    ids: ['shopAccountId'],
    example: {},
  }),
  detail: read({
    path: '/api/saleorder/v1/order/detail',
    title: '严选订单详情',
    live: ['order'],
    input: z.strictObject({ orderId: id }),
    output: orderDetail,
    refusals: ['NOT_FOUND'],
    ids: ['orderId'],
    example: { orderId: NO_ORDER },
  }),
  delivery: write({
    path: '/api/saleorder/v1/order/delivery',
    title: '发货',
    audit: '发货',
    input: shipmentInput,
    output: changedOrder,
    refusals: SHIPMENT_REFUSALS,
    ids: ['orderId', 'addressId'],
    example: SHIPMENT_EXAMPLE,
  }),
  setDeliveryStock: write({
    path: '/api/saleorder/v1/order/setDeliveryStock',
    title: '选手机',
    audit: '选手机',
    /** One phone, by a scanned code or by its report. */
    input: z.strictObject({
      orderId: id,
      version: version.optional(),
      /** Which line it is for; without it the first that still lacks a phone like it. */
      lineNo: z.int().min(1).max(100).optional(),
      unitCode: scannedCode.optional(),
      inspectionId: id.optional(),
      /** Takes the phone out of the order again; it is free then. */
      undo: z.boolean().default(false),
      /** True once a person has agreed to send a better phone than was ordered. */
      confirmBetter: z.boolean().default(false),
    }),
    /** With a warning nothing has changed: ask, and send it again with `confirmBetter`. */
    output: z.strictObject({ order: orderRow, units: z.array(orderUnitRow), warning: pickWarning.nullable() }),
    refusals: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'STATE_CHANGED',
      'ORDER_NOT_PAID',
      'ORDER_CLOSED',
      'ORDER_ALREADY_DELIVERED',
      'ORDER_IN_REFUND',
      'ORDER_ALL_PICKED',
      'UNIT_NOT_FOUND',
      'UNIT_NOT_IN_ORDER',
      'UNIT_ALREADY_PICKED',
      'UNIT_TAKEN',
      'UNIT_LISTED_ELSEWHERE',
      'UNIT_OF_OTHER_SHOP',
      'UNIT_NOT_READY',
      'UNIT_SKU_DIFFERS',
      'UNIT_GRADE_BELOW',
      'REPORT_EXPIRED',
    ],
    ids: ['orderId', 'inspectionId'],
    example: { orderId: NO_ORDER, unitCode: '490154203237518' },
  }),
  close: write({
    path: '/api/saleorder/v1/order/close',
    title: '关闭订单',
    audit: '关闭订单',
    input: closeInput,
    output: changedOrder,
    refusals: CLOSE_REFUSALS,
    ids: ['orderId'],
    example: { orderId: NO_ORDER, reasonCode: 'out_of_stock' },
  }),
  changePrice: write({
    path: '/api/saleorder/v1/order/changePrice',
    title: '改价',
    audit: '订单改价',
    /** Asked of the marketplace; the order's price is the new one when that knows it, and never otherwise. */
    input: z.strictObject({
      orderId: id,
      version: version.optional(),
      /** What all goods of the order are to cost together, without freight. */
      priceFen: fen.min(1),
      freightFen: fen,
      /** A price below what such goods usually cost was asked about. */
      priceConfirmed: z.boolean().default(false),
    }),
    output: changedOrder,
    refusals: [
      'NOT_FOUND',
      'VERSION_CONFLICT',
      'STATE_CHANGED',
      'ORDER_ALREADY_PAID',
      'PRICE_INVALID',
      'PRICE_NEEDS_CONFIRMATION',
      'PRICE_CUT_ABOVE_LIMIT',
    ],
    ids: ['orderId'],
    example: { orderId: NO_ORDER, priceFen: 269900, freightFen: 0 },
  }),
} as const

/** Beyond the specification: the phones that an order can be shipped with. */
export const curatedPicking = {
  candidates: read({
    path: '/api/ext/curatedOrder/candidates',
    title: '可选发货手机',
    access: { anyOf: ['/api/saleorder/v1/order/setDeliveryStock'] },
    input: z.strictObject({
      orderId: id,
      lineNo: z.int().min(1).max(100).optional(),
      code: z.string().trim().max(64).optional(),
    }),
    /**
     * The phones of the same model in our stock, at most 100: those that can be sent first, the oldest report before the
     * newer ones. `problem` says why one cannot, in the words that picking it would be refused with.
     */
    output: z.strictObject({
      units: z.array(candidateRow),
    }),
    refusals: ['NOT_FOUND'],
    ids: ['orderId'],
    example: { orderId: NO_ORDER },
  }),
} as const
