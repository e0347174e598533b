import * as z from 'zod'
import { read, write } from '../../call.ts'
import { sortOf } from '../../columns/define-columns.ts'
import { withRight } from '../../columns/field-rights.ts'
import { day, fen, historyLine, id, listOf, optionCounts, stateCounts, text, version } from '../../shapes.ts'
import { bidRow } from '../listing/rows.ts'
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
import { orderColumns, orderDetail, orderRow, orderUnitRow } from './rows.ts'

const DETAILS = ['/api/yushiorder/v1/order/detail', '/api/saleorder/v1/order/detail']

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

/** 鱼市. What the specification has here alone (units, log, carriers, reasons, remark) takes orders of both channels. */
export const auctionOrder = {
  list: read({
    path: '/api/yushiorder/v1/order/list',
    title: '鱼市订单列表',
    live: ['order'],
    input: z.strictObject({
      ...orderFilter,
      scheduleDate: day.optional(),
      /** Newest first without it. One that the state does not have, or whose column the caller may not see, is ignored. */
      sort: sortOf(orderColumns).optional(),
    }),
    output: listOf(orderRow).extend({
      counts: stateCounts,
      ...optionCounts,
      sort: sortOf(orderColumns).nullable(),
    }),
    ids: ['shopAccountId'],
    example: {},
  }),
  detail: read({
    path: '/api/yushiorder/v1/order/detail',
    title: '鱼市订单详情',
    live: ['order'],
    input: z.strictObject({ orderId: id }),
    output: orderDetail,
    refusals: ['NOT_FOUND'],
    ids: ['orderId'],
    example: { orderId: NO_ORDER },
  }),
  delivery: write({
    path: '/api/yushiorder/v1/order/delivery',
    title: '发货',
    keepsEmpties: true,
    audit: '发货',
    input: shipmentInput,
    output: changedOrder,
    refusals: SHIPMENT_REFUSALS,
    ids: ['orderId', 'addressId'],
    example: SHIPMENT_EXAMPLE,
  }),
  close: write({
    path: '/api/yushiorder/v1/order/close',
    title: '关闭订单',
    keepsEmpties: true,
    audit: '关闭订单',
    input: closeInput,
    output: changedOrder,
    refusals: CLOSE_REFUSALS,
    ids: ['orderId'],
    example: { orderId: NO_ORDER, reasonCode: 'out_of_stock' },
  }),
  closeReasonList: read({
    path: '/api/yushiorder/v1/order/closeReasonList',
    title: '关闭原因',
    access: { anyOf: ['/api/yushiorder/v1/order/close', '/api/saleorder/v1/order/close'] },
    input: z.strictObject({}),
    output: z.strictObject({
      reasons: z.array(z.strictObject({ code: z.string(), label: z.string(), needsNote: z.boolean() })),
      /** What a person confirms. */
      warning: z.string(),
    }),
    example: {},
  }),
  addRemark: write({
    path: '/api/yushiorder/v1/order/addRemark',
    title: '备注',
    audit: '订单备注',
    /** Ours alone: the marketplace's own remark of the seller can only be read. */
    input: z.strictObject({ orderId: id, version: version.optional(), remark: text(200).default('') }),
    output: changedOrder,
    refusals: ['NOT_FOUND', 'VERSION_CONFLICT'],
    ids: ['orderId'],
    example: { orderId: NO_ORDER, remark: '买家要求周五前送达' },
  }),
  barcodeList: read({
    path: '/api/yushiorder/v1/order/barcodeList',
    title: '订单手机',
    access: { anyOf: [...DETAILS, '/api/yushiorder/v1/order/delivery', '/api/saleorder/v1/order/delivery'] },
    input: z.strictObject({ orderId: id }),
    output: z.strictObject({ units: z.array(orderUnitRow) }),
    refusals: ['NOT_FOUND'],
    ids: ['orderId'],
    example: { orderId: NO_ORDER },
  }),
  offerRecord: read({
    path: '/api/yushiorder/v1/order/offerRecord',
    title: '出价记录',
    live: ['order'],
    input: z.strictObject({ orderId: id }),
    output: offerRecord,
    refusals: ['NOT_FOUND'],
    ids: ['orderId'],
    example: { orderId: NO_ORDER },
  }),
  statuslog: read({
    path: '/api/yushiorder/v1/order/statuslog',
    title: '状态日志',
    live: ['order'],
    access: { anyOf: DETAILS },
    input: z.strictObject({ orderId: id }),
    output: z.strictObject({ history: z.array(historyLine) }),
    refusals: ['NOT_FOUND'],
    ids: ['orderId'],
    example: { orderId: NO_ORDER },
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
