import * as z from 'zod'
import { read, write } from '../../call.ts'
import { channel, grade, id, moment, scannedCode } from '../../shapes.ts'
import { AUCTION_ORDER, CURATED_ORDER, confirmSharedWaybill, DELIVERY, NO_ORDER } from './order.ts'
import { orderState, receiver } from './rows.ts'

/** What became of one row of a list that is shipped together. */
const parcelRow = z.strictObject({
  /** As it was given, so that a person finds the line. */
  code: z.string(),
  ok: z.boolean(),
  refusal: z.string(),
  message: z.string(),
  /** The field of the row that the refusal is about; empty where it is about none. */
  field: z.string(),
  orderId: id.nullable(),
  orderNo: z.string(),
  title: z.string(),
  unitCount: z.int(),
  buyerNick: z.string(),
  /** As given, or as the number looks like. */
  carrierCode: z.string(),
  carrierName: z.string(),
  waybill: z.string(),
})

/** One order of a list to pick or to ship from. */
export const pickRow = z.strictObject({
  orderId: id,
  orderNo: z.string(),
  state: orderState,
  isShort: z.boolean(),
  title: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  grade: grade.nullable(),
  unitCount: z.int(),
  pickedCount: z.int(),
  shopName: z.string(),
  buyerNick: z.string(),
  receiver,
  remark: z.string(),
  orderedAt: moment,
  deadlineAt: moment.nullable(),
  carrierName: z.string(),
  waybill: z.string(),
  units: z.array(
    z.strictObject({
      barCode: z.string(),
      imei: z.string(),
      skuText: z.string(),
      grade: grade.nullable(),
      bagCode: z.string().nullable(),
    }),
  ),
})

/** Beyond the specification: shipping many orders of a channel at once, and lists of them to print. */
export const manyOrders = {
  deliverMany: write({
    path: '/api/ext/order/deliverMany',
    title: '批量发货',
    access: { anyOf: DELIVERY },
    audit: '发货',
    input: z.strictObject({
      channel,
      /** Looks at every row and ships nothing. */
      dryRun: z.boolean(),
      /** The ship-from address of all parcels; without it the default one. */
      addressId: id.optional(),
      rows: z
        .array(
          z.strictObject({
            /**
             * What names the order: its number, a code of its phone, or its bag's. An order number alone scans no phone:
             * it is enough only where every phone was scanned before, when it was picked.
             */
            code: scannedCode,
            /** Whatever else was scanned for the parcel: phones and their bags, in any order. */
            scans: z.array(scannedCode).max(40).default([]),
            /** Without it the carrier whose numbers look like the waybill. */
            carrierCode: z.string().max(20).default(''),
            waybill: z.string().trim().max(40),
            confirmSharedWaybill,
          }),
        )
        .min(1)
        .max(50),
    }),
    /** One answer a row, in their order; a wrong row holds up no other. */
    output: z.strictObject({ rows: z.array(parcelRow), okCount: z.int() }),
    refusals: ['ADDRESS_NOT_FOUND', 'TASK_NOT_GRANTED'],
    ids: ['addressId'],
    example: { channel: 'auction', dryRun: true, rows: [{ code: '490154203237518', waybill: 'SF1234567890123' }] },
  }),
  pickList: read({
    path: '/api/ext/order/pickList',
    title: '拣货单、发货单',
    access: { anyOf: [`${AUCTION_ORDER}/list`, `${CURATED_ORDER}/list`] },
    input: z.strictObject({ channel, orderIds: z.array(id).min(1).max(200) }),
    /** In the order of the deadlines, what is short first; an order that is not there any more is left out. */
    output: z.strictObject({ rows: z.array(pickRow), printedAt: moment }),
    refusals: ['TASK_NOT_GRANTED'],
    ids: ['orderIds'],
    example: { channel: 'auction', orderIds: [NO_ORDER] },
  }),
} as const
