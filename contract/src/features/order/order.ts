import * as z from 'zod'
import { write } from '../../call.ts'
import type { RefusalCode } from '../../errors.ts'
import { requestCalls } from '../../request-calls.ts'
import { id, text, version } from '../../shapes.ts'
import { orderRow, receiver } from './rows.ts'

/** What both channels' orders share: the calls that take an order of either. */

/** No order has it: the id in the examples. */
export const NO_ORDER = '01890000-0000-7000-8000-000000000000'

export const AUCTION_ORDER = '/api/yushiorder/v1/order'
export const CURATED_ORDER = '/api/saleorder/v1/order'

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
const REQUEST_GRANTS = {
  anyOf: [...DELIVERY, `${AUCTION_ORDER}/close`, `${CURATED_ORDER}/close`, `${CURATED_ORDER}/changePrice`],
}
export const shipmentHandling = {
  ...requestCalls({
    path: '/api/ext/shipment',
    what: '闲鱼',
    access: REQUEST_GRANTS,
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
    beyond: 'where the parcel of an order went that ended before the marketplace had heard of it',
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
export const buyerContacts = {
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
