import * as z from 'zod'
import { read } from '../../call.ts'
import { withRight } from '../../columns/field-rights.ts'
import { channel, fen, grade, id, moment, photoView, scannedCode, signedFen, unitNames } from '../../shapes.ts'
import { inspectionState, repairFlag } from '../inspection/rows.ts'
import { cost, margin, orderState, proceeds } from '../order/rows.ts'

/** Where a phone stands: 在库 · 在售 · 已售 · 售后 · 已退回 */
export const phoneStanding = z.enum(['in_stock', 'on_sale', 'sold', 'after_sale', 'returned'])

/** What a phone's life is made of, each part read by whoever may read the list that it comes from. */
export const phonePart = z.enum([
  'unit',
  'inspection',
  'bag',
  'listing',
  'auction',
  'order',
  'parcel',
  'refund',
  'bill',
])

/** One phone of several that a code leads to; its bar code leads to it alone. */
const phoneChoice = z.strictObject({
  unitId: id,
  barCode: z.string(),
  imei: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  standing: phoneStanding,
})

/** A phone as it was in stock once: each time that it comes back it is a new unit with a new bar code. */
const phoneUnit = z.strictObject({
  unitId: id,
  barCode: z.string(),
  imei: z.string(),
  createdAt: moment,
  standing: phoneStanding,
  /** False for a unit that the phone is no more. */
  isCurrent: z.boolean(),
  costPriceFen: cost,
})

const phoneInspection = z.strictObject({
  inspectionId: id,
  inspectionNo: z.string(),
  unitId: id,
  channel,
  state: inspectionState,
  grade: grade.nullable(),
  systemGrade: grade.nullable(),
  overrideReason: z.string(),
  repairFlag: repairFlag.nullable(),
  exceptionCount: z.int(),
  inspectorName: z.string(),
  /** Where buyers read the report as it was; null before it was submitted. */
  reportPath: z.string().nullable(),
  createdAt: moment,
  /** Of the newest inspections alone; those of older ones stand in their reports. */
  photos: z.array(photoView.extend({ caption: z.string() })),
  photoCount: z.int(),
})

/** What one phone of an order brings: its part of each amount of the order, split by deal price to the fen. */
export const phoneProceeds = proceeds.extend({ dealFen: fen })

const phoneSale = z.strictObject({
  orderId: id,
  orderNo: z.string(),
  unitId: id,
  channel,
  state: orderState,
  unitCount: z.int(),
  buyerNick: z.string(),
  shopName: z.string(),
  orderedAt: moment,
  /** Null as well for an order that was closed or refunded before it had bills. */
  proceeds: withRight('field:orderMoney', phoneProceeds),
  /** What it cost as the unit that was sold. */
  costPriceFen: cost,
  marginFen: margin,
})

/** Something that happened to the phone. */
const phoneEvent = z.strictObject({
  /** Tells one event of the phone from the others. */
  eventId: z.string(),
  at: moment,
  part: phonePart,
  /** Which unit it was then. */
  unitId: id,
  title: z.string(),
  text: z.string(),
  who: z.string(),
  /** The report, the listing, the order or the after-sale case with a page of its own; null where there is none. */
  subjectId: id.nullable(),
  channel: channel.nullable(),
  /** What was asked or offered for it. */
  priceFen: fen.nullable(),
  /** What came of an order; what goes out is negative. */
  amountFen: withRight('field:orderMoney', signedFen),
})

/** Everything that is known of one phone, as whoever asks may know it. */
export const phoneLife = z.strictObject({
  ...unitNames,
  coverUrl: z.string().nullable(),
  standing: phoneStanding,
  /** The parts that are answered; the others are there for people with other rights. */
  parts: z.array(phonePart),
  /** Oldest first. */
  units: z.array(phoneUnit),
  /** Newest first. */
  inspections: z.array(phoneInspection),
  /** Newest first. */
  sales: z.array(phoneSale),
  /** Oldest first; of a part with more than 500 lines its newest. */
  events: z.array(phoneEvent),
})

/** Beyond the specification: 一机一档, the whole life of the phone that any code leads to. */
export const phoneRecord = {
  life: read({
    path: '/api/ext/phone/life',
    title: '一机一档',
    live: ['order', 'listing', 'inspection', 'photo', 'refund', 'bill'],
    rate: 'search',
    /** An IMEI, MEID, serial number, bar code, bag, inspection number, order number or waybill. */
    input: z.strictObject({ code: scannedCode }),
    output: z.strictObject({
      /** Every phone that the code leads to; at most 50. */
      phones: z.array(phoneChoice),
      /** Null where there are several: one is to be chosen first. */
      life: phoneLife.nullable(),
    }),
    refusals: ['CODE_INVALID', 'PHONE_UNKNOWN'],
    example: { code: '490154203237518' },
  }),
} as const
