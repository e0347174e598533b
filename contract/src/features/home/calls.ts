import * as z from 'zod'
import { read } from '../../call.ts'
import { channel, grade, id, moment, signedFen } from '../../shapes.ts'
import { entryState } from '../listing/rows.ts'
import { differenceKind } from '../reconciliation/rows.ts'

const count = z.int().min(0)

/** An order that waits to be shipped, the one whose deadline is nearest first. */
const waitingOrder = z.strictObject({
  orderId: id,
  channel,
  orderNo: z.string(),
  title: z.string(),
  unitCount: count,
  deadlineAt: moment.nullable(),
  /** More was ordered than there is; it cannot be shipped until it is settled. */
  isShort: z.boolean(),
  inRefund: z.boolean(),
})

const waitingQueue = z.strictObject({
  channel,
  waiting: count,
  /** Of these, whose deadline is over, and whose deadline is still to come today. */
  overdue: count,
  dueToday: count,
  nearestDeadline: moment.nullable(),
})

const ownDraft = z.strictObject({
  inspectionId: id,
  inspectionNo: z.string(),
  channel,
  modelName: z.string(),
  skuText: z.string(),
  barCode: z.string(),
  updatedAt: moment,
})

const runningEntry = z.strictObject({
  listingId: id,
  title: z.string(),
  entryState,
  /** When it starts, ends, or the offer lapses. */
  nextAt: moment.nullable(),
  /** Null while a sealed session keeps its offers secret. */
  bidCount: count.nullable(),
  bidderCount: count.nullable(),
})

const failedListing = z.strictObject({ listingId: id, title: z.string(), failure: z.string(), updatedAt: moment })

const oldPhone = z.strictObject({
  inspectionId: id,
  barCode: z.string(),
  modelName: z.string(),
  skuText: z.string(),
  grade: grade.nullable(),
  days: count,
})

/**
 * 待议价 · 发布失败 · 店铺授权将到期 · 店铺授权已过期 · 待批准退款 · 对账差异, and what the marketplace refused for good
 * (`REFUSED_REQUESTS`): 发货 · 改价 · 关闭 · 商品 · 售后
 */
export const decisionKey = z.enum([
  ...['offers', 'failures', 'shopsExpiring', 'shopsExpired', 'approvals', 'findings'],
  ...['shipmentsRefused', 'pricesRefused', 'closingsRefused', 'goodsRefused', 'refundsRefused'],
] as const)

/**
 * The home page by post: each section is one call, whose grants say whom it is for; none of them names a role. The
 * numbers are those of the lists that they lead to.
 */
export const homeCards = {
  packing: read({
    path: '/api/ext/home/packing',
    title: '首页：待发货',
    live: ['order'],
    access: { anyOf: ['/api/yushiorder/v1/order/delivery', '/api/saleorder/v1/order/delivery'] },
    input: z.strictObject({}),
    /** One queue a channel whose orders the caller may list and ship. */
    output: z.strictObject({ queues: z.array(waitingQueue), orders: z.array(waitingOrder) }),
    example: {},
  }),
  inspecting: read({
    path: '/api/ext/home/inspecting',
    title: '首页：我的质检',
    live: ['inspection'],
    access: { anyOf: ['/xySaasDetect/detRecord/addDetectRecord'] },
    input: z.strictObject({}),
    output: z.strictObject({
      /** What the caller submitted today in Shanghai, in the last 60 minutes, and yesterday up to the same time of day. */
      today: count,
      lastHour: count,
      yesterday: count,
      /** Since when the caller has been inspecting today; null before the first phone. */
      since: moment.nullable(),
      /** The caller's own drafts, those that were begun last first. */
      draftCount: count,
      drafts: z.array(ownDraft),
    }),
    example: {},
  }),
  selling: read({
    path: '/api/ext/home/selling',
    title: '首页：在售与积压',
    live: ['listing', 'inspection'],
    access: { anyOf: ['/api/goods/publish'] },
    input: z.strictObject({}),
    output: z.strictObject({
      /** Runs in each state, and goods on sale at a fixed price. */
      scheduled: count,
      bidding: count,
      negotiating: count,
      curatedOnSale: count,
      /** Those that end next. */
      running: z.array(runningEntry),
      failedCount: count,
      failed: z.array(failedListing),
      /** How many phones lie here for more than so many days, and those that lie here longest. */
      aged: z.array(z.strictObject({ days: z.int(), units: count })),
      oldest: z.array(oldPhone),
    }),
    example: {},
  }),
  money: read({
    path: '/api/ext/home/money',
    title: '首页：待结算与对账',
    live: ['bill', 'reconciliation'],
    access: { anyOf: ['/api/bill/v1/list'] },
    input: z.strictObject({}),
    output: z.strictObject({
      /** Rows that the marketplace has still to settle, by their state; what went out counts against it. */
      awaited: z.array(
        z.strictObject({
          state: z.enum(['pending', 'settling', 'frozen', 'unfrozen']),
          rows: count,
          netFen: signedFen,
        }),
      ),
      /** What differs and waits for somebody; null for whoever may not reconcile. */
      findings: z.array(z.strictObject({ kind: differenceKind, count })).nullable(),
      /** When everything was last compared; null before the first time, and for whoever may not reconcile. */
      checkedAt: moment.nullable(),
    }),
    example: {},
  }),
  decisions: read({
    path: '/api/ext/home/decisions',
    title: '首页：待决定',
    live: ['order', 'listing', 'refund', 'reconciliation', 'shop'],
    access: { anyOf: ['field:overview'] },
    input: z.strictObject({}),
    /** What waits for a decision of somebody like the caller; what nothing waits for is left out. */
    output: z.strictObject({
      decisions: z.array(
        z.strictObject({
          key: decisionKey,
          label: z.string(),
          count,
          /** The list that it is decided in. */
          link: z.string(),
          nearestDeadline: moment.nullable(),
        }),
      ),
    }),
    example: {},
  }),
} as const
