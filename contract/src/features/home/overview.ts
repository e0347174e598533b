import { daysOf, PERIOD_DAYS_MAX } from '@huanji/domain/overview/period'
import { STOCK_AGES } from '@huanji/domain/overview/stock-age'
import * as z from 'zod'
import { read } from '../../call.ts'
import { withRight } from '../../columns/field-rights.ts'
import { channel, day, grade, id, listOf, moment, paging } from '../../shapes.ts'
import { inspectionState } from '../inspection/rows.ts'

/** A sum of money in fen over many orders; negative where more went out than came in. */
const sumFen = z.int()
const count = z.int().min(0)

/** The period that is asked about: both days, or neither. Of shops and channels those that are named, or all. */
export const overviewFilter = z
  .strictObject({
    /** Days in Shanghai, both included; at most 366. */
    from: day.optional(),
    to: day.optional(),
    shopAccountId: id.optional(),
    channel: channel.optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), {
    error: '请同时选择开始和结束日期',
    path: ['to'],
  })
  .refine(({ from, to }) => from === undefined || to === undefined || daysOf({ from, to }) >= 1, {
    error: '结束日期不能早于开始日期',
    path: ['to'],
  })
  .refine(({ from, to }) => from === undefined || to === undefined || daysOf({ from, to }) <= PERIOD_DAYS_MAX, {
    error: `最多统计 ${PERIOD_DAYS_MAX} 天`,
    path: ['to'],
  })

/** What a period, a shop or a day comes to (R-FIGURES-2). */
export const overviewFigures = z.strictObject({
  /** Orders that were paid, whatever became of them, and their phones. */
  orders: count,
  units: count,
  salesFen: withRight('field:orderMoney', sumFen),
  /** Of these orders: paid back since, and closed since. */
  refundedOrders: count,
  closedOrders: count,
  /** What the bills come to. */
  netFen: withRight('field:orderMoney', sumFen),
  /** Deal price less cost of the phones whose cost is known; beside the money it needs the right to see costs. */
  marginFen: withRight('field:costPrice', sumFen.nullable()),
  costedUnits: withRight('field:costPrice', count),
  /** For how long the sold phones had been here, on average; null without any that is known. */
  stockDays: z.number().nullable(),
  shippedUnits: count,
  cases: count,
  reports: count,
  /** Of these, outside batches. */
  singleReports: count,
  offered: count,
  sold: count,
})

const overChannels = z.strictObject({ all: overviewFigures, auction: overviewFigures, curated: overviewFigures })

const modelFigures = z.strictObject({
  modelId: z.string(),
  modelName: z.string(),
  orders: z.strictObject({ auction: count, curated: count }),
  units: count,
  shippedUnits: count,
  cases: count,
  /** What a phone went for on average and what the catalogue says of the same phones; null without any. */
  averageFen: withRight('field:orderMoney', sumFen.nullable()),
  referenceFen: withRight('field:orderMoney', sumFen.nullable()),
  /** The same by stretches of the period, oldest first; those without a sale are left out. */
  trend: z.array(
    z.strictObject({
      from: day,
      averageFen: withRight('field:orderMoney', sumFen.nullable()),
      referenceFen: withRight('field:orderMoney', sumFen.nullable()),
    }),
  ),
})

/** The business in figures. */
export const overview = z.strictObject({
  /** Everything that was committed before this moment is counted; null while the past is counted for the first time. */
  asOf: moment.nullable(),
  period: z.strictObject({ from: day, to: day }),
  /** The period of as many days before, which the figures are compared with. */
  before: z.strictObject({ from: day, to: day }),
  figures: overChannels,
  figuresBefore: overChannels,
  /** Every day of the period, oldest first. */
  days: z.array(
    z.strictObject({
      day,
      salesFen: withRight('field:orderMoney', sumFen),
      netFen: withRight('field:orderMoney', sumFen),
      orders: z.strictObject({ auction: count, curated: count }),
      units: count,
      shippedUnits: count,
      cases: count,
      offered: z.strictObject({ auction: count, curated: count }),
      sold: z.strictObject({ auction: count, curated: count }),
    }),
  ),
  /** Sessions of the auction market by their number, of all days of the period. */
  sessions: z.array(z.strictObject({ session: z.string(), offered: count, sold: count })),
  /** Of each grade the reports, by the list that has them, and the phones sold; null is a grade nobody knows. */
  grades: z.array(
    z.strictObject({
      grade: grade.nullable(),
      reports: z.strictObject({ auction: count, curatedSingle: count, curatedBatch: count }),
      units: count,
    }),
  ),
  /** The models that were sold most, by phones. */
  models: z.array(modelFigures),
  /** Cases by the first level of their reason. */
  reasons: z.array(z.strictObject({ reason: z.string(), label: z.string(), cases: count })),
  /** Cases by who inspected the phones, beside how many of that person's phones were shipped. */
  inspectors: z.array(z.strictObject({ inspectorId: id, name: z.string(), shippedUnits: count, cases: count })),
  /** Every shop that has figures in the period. */
  shops: z.array(z.strictObject({ shopAccountId: id, shopName: z.string(), figures: overviewFigures })),
  /** How many phones lie here for more than so many days now. */
  aged: z.array(z.strictObject({ days: z.int(), units: count })),
})

/** A phone that lies here. */
export const stockedPhone = z.strictObject({
  inspectionId: id,
  inspectionNo: z.string(),
  channel,
  state: inspectionState,
  barCode: z.string(),
  imei: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  grade: grade.nullable(),
  shopName: z.string().nullable(),
  stockedAt: moment,
  /** Whole days that it lies here. */
  days: count,
})

/** What stands behind the overview's figures and in no other list. */
export const stockAge = {
  agedStock: read({
    path: '/api/ext/overview/agedStock',
    title: '积压库存',
    live: ['inspection'],
    access: { anyOf: ['field:overview'] },
    input: z.strictObject({
      ...paging,
      /** Phones that lie here for more than so many days. */
      days: z.literal([...STOCK_AGES]),
      channel: channel.optional(),
      shopAccountId: id.optional(),
    }),
    /** The ones that lie here longest first. */
    output: listOf(stockedPhone),
    ids: ['shopAccountId'],
    example: { days: 30 },
  }),
} as const
